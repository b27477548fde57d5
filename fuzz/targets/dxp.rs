//! Messages of DXP: what is read is written and read again as the same, in whatever pieces the bytes come.
#![no_main]

use crownhead::protocol::dxp::{Message, Splitter};
use crownhead_rules::Variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let mut pieces = Splitter::default();
    let mut messages = pieces.take(first);
    messages.extend(pieces.take(second));
    assert_eq!(format!("{messages:?}"), format!("{:?}", Splitter::default().take(bytes)));
    for message in messages.into_iter().flatten() {
        let written = message.bytes();
        let body = written.strip_suffix(&[0]).unwrap_or(&written);
        assert_eq!(Message::read(body).as_ref(), Ok(&message));
        if let Message::GameRequest(request) = &message {
            let _ =
                (request.start.position(Variant::ENGLISH), request.start.position(Variant::INTERNATIONAL));
        }
    }
});
