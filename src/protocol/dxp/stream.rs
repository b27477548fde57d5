//! From a stream of bytes to messages, wherever the stream is cut.

use super::error::DxpError;
use super::message::Message;
use super::text::letters;
use super::write::END;

/// The most characters of a message, its end not counted. (DamExchange, layer 1.)
pub const LONGEST: usize = 127;

/// Puts messages together from the pieces in which they arrive. It never holds more than one message.
#[derive(Clone, Debug, Default)]
pub struct Splitter {
    /// What has come of the message under way.
    begun: Vec<u8>,
    /// Is what comes, up to the end of a message, the rest of one that is too long?
    passes_over: bool,
}

impl Splitter {
    /// Takes the next bytes: the messages, and what is none, that they complete. A message that is too long is told
    /// of at once, and then passed over.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<Result<Message, DxpError>> {
        bytes.iter().filter_map(|&byte| self.take_byte(byte)).collect()
    }

    fn take_byte(&mut self, byte: u8) -> Option<Result<Message, DxpError>> {
        if byte == END {
            let message = std::mem::take(&mut self.begun);
            return (!std::mem::take(&mut self.passes_over)).then(|| Message::read(&message));
        }
        // Some programs end their messages with a line end as well, which comes before the next one.
        if self.passes_over || (self.begun.is_empty() && byte.is_ascii_whitespace()) {
            return None;
        }
        if self.begun.len() < LONGEST {
            self.begun.push(byte);
            return None;
        }
        self.passes_over = true;
        let beginning = letters(&std::mem::take(&mut self.begun));
        Some(Err(DxpError::TooLong { most: LONGEST, beginning }))
    }

    /// Says what is lost if the stream ends here.
    pub fn finish(self) -> Option<DxpError> {
        let beginning = letters(&self.begun);
        (!beginning.is_empty()).then_some(DxpError::Unfinished { beginning })
    }
}
