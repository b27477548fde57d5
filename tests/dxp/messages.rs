//! Messages to bytes and back, and streams cut anywhere.

use crownhead::protocol::dxp::{
    Acceptance, ChatText, DxpError, GameRequest, LONGEST, MOST_MOVES, MOST_SECONDS, Message, Minutes, MoveMessage,
    Name, NextGame, Reason, Splitter, Start, Text,
};
use crownhead_rules::notation::{NotationError, fen};
use crownhead_rules::{AnyPosition, Side, Square, Variant};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;

fn read(text: &str) -> Result<Message, DxpError> {
    Message::read(text.as_bytes())
}

/// A message is written as `text` and read from it.
#[track_caller]
fn check(message: &Message, text: &str) {
    assert_eq!(message.bytes(), [text.as_bytes(), &[0]].concat(), "{text}");
    assert_eq!(read(text).as_ref(), Ok(message), "{text}");
}

fn request(minutes: &str, moves: u16, start: Start) -> Message {
    Message::GameRequest(GameRequest {
        initiator: Name::new("Tornado voor Windows 4.0"),
        follower: Side::White,
        minutes: minutes.parse().expect("it fits"),
        moves,
        start,
    })
}

fn position(variant: Variant, text: &str) -> AnyPosition {
    fen::parse(variant, text).expect("the FEN is well formed")
}

#[test]
fn each_message_has_its_layout() {
    let name = "Tornado voor Windows 4.0        ";
    check(&request("60", 65, Start::Normal), &format!("R01{name}W060065A"));
    check(&request(".17", 0, Start::Normal), &format!("R01{name}W.17000A"));
    let start = Variant::INTERNATIONAL.start();
    assert_eq!(Start::of(&start), Start::Normal);
    let squares = format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20));
    let own = Start::own(&start);
    check(&request("2.5", 999, own), &format!("R01{name}W2.5999BW{squares}"));
    let kings = Start::of(&position(Variant::INTERNATIONAL, "B:WK1,50:BK6,20"));
    let squares = format!("WeeeeZ{}z{}w", "e".repeat(13), "e".repeat(29));
    check(&request("0", 0, kings), &format!("R01{name}W000000BZ{squares}"));

    let answer = Message::GameAnswer { follower: Name::new("Crownhead"), answer: Acceptance::NotThisGame };
    check(&answer, &format!("A{:32}2", "Crownhead"));
    for (end, text) in [
        (Message::GameEnd { reason: Reason::Unknown, next: NextGame::Possible }, "E00"),
        (Message::GameEnd { reason: Reason::SenderLoses, next: NextGame::Unwanted }, "E11"),
        (Message::GameEnd { reason: Reason::Draw, next: NextGame::Possible }, "E20"),
        (Message::GameEnd { reason: Reason::SenderWins, next: NextGame::Possible }, "E30"),
    ] {
        check(&end, text);
    }
    check(&Message::Chat(ChatText::new("What about move 35?")), "CWhat about move 35?");
    check(&Message::BackRequest { number: 5, side: Side::Black }, "B005Z");
    check(&Message::BackAnswer(Message::NEVER), "K1");
}

#[test]
fn a_move_names_its_ends_and_what_it_captures() {
    let position = position(Variant::INTERNATIONAL, "W:W28:B23,14");
    let mv = position.moves()[0];
    let message = MoveMessage::new(position.board(), &mv, Duration::from_millis(12_400));
    check(&Message::Move(message), "M00122810021423");
    for (text, is_meant) in [
        ("M00122810022314", true),
        ("M 9.52810021423", true),
        ("M0012281000", true),
        ("M00122810011423", false),
        ("M00122810021414", false),
        ("M00122810021424", false),
        ("M0012281900", false),
    ] {
        let meant = match read(text) {
            Ok(Message::Move(read)) => read.legal(&position).is_ok(),
            _ => false,
        };
        assert_eq!(meant, is_meant, "{text}");
    }
    let Ok(Message::Move(unreal)) = read("M0012281900") else { panic!("it is a message") };
    let error = unreal.legal(&position).expect_err("it is short").to_string();
    assert_eq!(error, "28-19 is not a legal move of White in international: expected 28x10");
}

#[test]
fn eight_by_eight_has_thirty_two_letters() {
    let start = Start::of(&position(Variant::ENGLISH, "W:W21,K22:B1,K2"));
    assert_eq!(start.position(Variant::ENGLISH), Ok(position(Variant::ENGLISH, "W:W21,K22:B1,K2")));
    let error = start.position(Variant::INTERNATIONAL).expect_err("the board is another one");
    assert_eq!(error, NotationError::Length { found: 33, expected: 51 });
    let Message::GameRequest(read) = Message::read(&request("5", 0, start.clone()).bytes()[..76]).expect("it is one")
    else {
        panic!("it is a request")
    };
    assert_eq!(read.start, start);
}

#[test]
fn what_is_wrong_is_named_and_kept() {
    let name = "x".repeat(32);
    for (text, fault) in [
        ("", "an empty message: expected one that begins with R, A, M, E, C, B or K"),
        ("Xyz", "\"Xyz\" is not a message: expected one that begins with R, A, M, E, C, B or K"),
        ("R02", "protocol version \"02\": expected 01 (in \"R02\")"),
        ("R01abc", "\"R01abc\" ends before its name: expected 32 characters"),
        (&format!("R01{name}B"), "\"B\" is not a valid side of the follower: expected W or Z"),
        (
            &format!("R01{name}Wabc"),
            "\"abc\" is not a valid number of minutes: expected digits, with a point or without",
        ),
        (&format!("R01{name}W005-01"), "\"-01\" is not a valid number of moves: expected 000 to 999"),
        (&format!("R01{name}W005000C"), "\"C\" is not a valid form of the position: expected A or B"),
        (
            &format!("R01{name}W005000BWwz"),
            "\"wz\" is not a valid position: expected 50 letters w, z, W, Z or e (as many as squares on other boards)",
        ),
        (&format!("A{name}4"), "\"4\" is not a valid answer: expected 0, 1, 2 or 3"),
        ("M00003", "\"M00003\" ends before its square to move from: expected 01 to 72"),
        ("M00007301", "\"73\" is not a valid square to move from: expected 01 to 72"),
        ("M000032282", "\"M000032282\" ends before its number of captured pieces: expected 00 to 30"),
        ("M0000322831", "\"31\" is not a valid number of captured pieces: expected 00 to 30"),
        ("M000032280100", "\"00\" is not a valid captured square: expected 01 to 72"),
        ("M00003228000", "\"0\" after the end of \"M00003228000\": expected nothing"),
        ("E40", "\"4\" is not a valid reason: expected 0, 1, 2 or 3"),
        ("E02", "\"2\" is not a valid stop code: expected 0 or 1"),
        ("B0001", "\"1\" is not a valid side to move: expected W or Z"),
        ("K3", "\"3\" is not a valid answer: expected 0, 1 or 2"),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.to_string().starts_with(fault), "{text}: {error}");
        assert_eq!(error.message, text);
        assert_eq!(error.is_of_request(), text.starts_with('R'));
    }
}

#[test]
fn a_message_that_is_too_long_hides_no_other() {
    let chat = |text: &str| Ok(Message::Chat(ChatText::new(text)));
    let full = format!("C{}", "x".repeat(LONGEST - 1));
    let stream = format!("Ca\0{full}\0{full}y{}\0Cb\0M00", "z".repeat(10_000));
    let mut splitter = Splitter::default();
    let found = splitter.take(stream.as_bytes());
    let [first, second, Err(too_long), last] = &found[..] else { panic!("{found:?}") };
    assert_eq!([first, second, last], [&chat("a"), &chat(&full[1..]), &chat("b")]);
    let text = format!("a message of more than {LONGEST} characters, which begins with {full:?}");
    assert_eq!((too_long.to_string(), &too_long.message), (text, &full));
    let unfinished = splitter.finish().expect("a message is cut");
    assert_eq!(unfinished.to_string(), "the connection ended within a message, after \"M00\"");
    assert!(unfinished.message == "M00" && !unfinished.is_of_move());
}

#[test]
fn line_ends_behind_a_message_do_no_harm() {
    for text in ["E00\r\n", "E00 ", "K1\n", "B005Z\r", "M0000322800\r\n"] {
        assert_eq!(read(text), read(text.trim_end()), "{text:?}");
        assert!(read(text).is_ok(), "{text:?}");
    }
}

#[test]
fn line_ends_before_a_message_do_no_harm() {
    let found = Splitter::default().take(b"E00\0\r\nM0000322800\0 \nK1\0");
    assert_eq!(found, ["E00", "M0000322800", "K1"].map(read));
    assert!(found.iter().all(Result::is_ok), "{found:?}");
}

fn any_text<const MOST: usize>() -> impl Strategy<Value = Text<MOST>> {
    "[^\u{100}-\u{10ffff}]{0,130}".prop_map(|text| Text::new(&text))
}

fn side() -> impl Strategy<Value = Side> {
    select(Side::ALL.to_vec())
}

fn square() -> impl Strategy<Value = Square> {
    (0..Variant::INTERNATIONAL.board().size).prop_map(Square::from_index)
}

/// Whole numbers and fractions.
fn minutes() -> impl Strategy<Value = Minutes> {
    prop_oneof!["[0-9]{1,3}", "[0-9]\\.[0-9]", "\\.[0-9]{2}"].prop_map(|text| text.parse().expect("it fits"))
}

/// Positions after random moves.
fn start() -> impl Strategy<Value = Start> {
    fn after(variant: Variant, choices: &[prop::sample::Index]) -> Start {
        let mut position = variant.start();
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position = position.succ(&moves[choice.index(moves.len())]);
        }
        Start::of(&position)
    }
    let choices = vec(any::<prop::sample::Index>(), 0..80);
    (choices, any::<bool>()).prop_map(|(choices, is_small)| {
        after(if is_small { Variant::ENGLISH } else { Variant::INTERNATIONAL }, &choices)
    })
}

fn message() -> impl Strategy<Value = Message> {
    let request = (any_text(), side(), minutes(), 0..=MOST_MOVES, start()).prop_map(
        |(initiator, follower, minutes, moves, start)| {
            Message::GameRequest(GameRequest { initiator, follower, minutes, moves, start })
        },
    );
    let acceptances = [Acceptance::Accepted, Acceptance::OtherVersion, Acceptance::NotThisGame, Acceptance::NoGame];
    let answer = (any_text(), select(acceptances.to_vec()))
        .prop_map(|(follower, answer)| Message::GameAnswer { follower, answer });
    let mv = (0..=MOST_SECONDS, square(), square(), vec(square(), 0..=20)).prop_map(|(seconds, from, to, captured)| {
        Message::Move(MoveMessage { seconds, from, to, captured: captured.into_iter().collect() })
    });
    let reasons = [Reason::Unknown, Reason::SenderLoses, Reason::Draw, Reason::SenderWins];
    let nexts = [NextGame::Possible, NextGame::Unwanted];
    let end =
        (select(reasons.to_vec()), select(nexts.to_vec())).prop_map(|(reason, next)| Message::GameEnd { reason, next });
    let back = (0..=MOST_MOVES, side()).prop_map(|(number, side)| Message::BackRequest { number, side });
    let back_answer = (0..=2_u8).prop_map(Message::BackAnswer);
    prop_oneof![request, answer, mv, end, any_text().prop_map(Message::Chat), back, back_answer]
}

/// Messages, messages with a byte changed, and bytes that mean nothing, each with its end.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let changed = (message(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(message, place, byte)| {
        let mut bytes = message.bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        bytes
    });
    prop_oneof![message().prop_map(|message| message.bytes()), changed, vec(any::<u8>(), 0..300)]
}

/// What a stream holds when it is cut at these places.
fn split(stream: &[u8], cuts: &[prop::sample::Index]) -> (Vec<Result<Message, DxpError>>, Option<DxpError>) {
    let mut places: Vec<_> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
    places.extend([0, stream.len()]);
    places.sort_unstable();
    let mut splitter = Splitter::default();
    let found = places.windows(2).flat_map(|ends| splitter.take(&stream[ends[0]..ends[1]])).collect();
    (found, splitter.finish())
}

proptest! {
    #[test]
    fn every_message_comes_back(message in message()) {
        let bytes = message.bytes();
        prop_assert!(bytes.len() <= LONGEST + 1);
        let (end, text) = bytes.split_last().expect("a message has an end");
        prop_assert!(*end == 0 && !text.contains(&0));
        prop_assert_eq!(Message::read(text), Ok(message));
    }

    #[test]
    fn messages_come_out_of_a_stream_wherever_it_is_cut(
        messages in vec(message(), 0..8),
        cuts in vec(any::<prop::sample::Index>(), 0..20),
    ) {
        let stream: Vec<u8> = messages.iter().flat_map(Message::bytes).collect();
        let (found, rest) = split(&stream, &cuts);
        prop_assert_eq!(found, messages.into_iter().map(Ok).collect::<Vec<_>>());
        prop_assert_eq!(rest, None);
    }

    #[test]
    fn no_bytes_depend_on_the_cuts_or_hide_what_follows(
        pieces in vec(pieces(), 0..6),
        cuts in vec(any::<prop::sample::Index>(), 0..20),
        last in message(),
    ) {
        let mut stream = pieces.concat();
        stream.push(0);
        stream.extend(last.bytes());
        let (found, rest) = split(&stream, &cuts);
        prop_assert_eq!(found.last(), Some(&Ok(last)));
        prop_assert_eq!(rest, None);
        prop_assert_eq!(found, split(&stream, &[]).0);
    }
}
