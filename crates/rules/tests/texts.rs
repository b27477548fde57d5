//! What people have: each kind of text, in one table.

use crownhead_rules::Variant;
use crownhead_rules::notation::pdn::{PdnGame, PdnResult, Reader};
use crownhead_rules::notation::{Guesser, SpelledMove, fen, parse_move};

fn read(text: impl AsRef<[u8]>) -> Vec<PdnGame> {
    Reader::new(text.as_ref()).map(|game| game.expect("it is in memory")).collect()
}

/// The only game of a text, which is written as it was but for blanks.
fn only(text: &str) -> PdnGame {
    let games = read(text);
    let [game] = &games[..] else { panic!("{text}: {} games", games.len()) };
    assert_eq!(game.fault(), None, "{text}");
    let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    assert_eq!(squeezed(&game.to_string()), squeezed(text), "{text}");
    assert_eq!(read(game.to_string())[0].to_string(), game.to_string(), "{text}");
    game.clone()
}

/// The moves of all stretches with their captured squares.
fn moves(variant: Variant, game: &PdnGame) -> String {
    let stretches = game.stretches(variant).unwrap_or_else(|error| panic!("{variant}, {game}: {error}"));
    let games = stretches.iter().map(|stretch| &stretch.game);
    let pairs = games.flat_map(|game| game.positions().zip(game.moves()));
    pairs.map(|(position, mv)| SpelledMove::new(position, mv).hub()).collect::<Vec<_>>().join(" ")
}

const SHORT: &str = "[FEN \"W:W22,31:B18,11,1\"]";
const RUSSIAN: &str = "[GameType \"25\"]";
/// c3-d4 b6-c5 d4xb6 a7xc5.
const EXCHANGE: &str = "22-18 9-14 18x9x14 5x14x9";

#[test]
fn squares_are_joined_by_nothing_or_left_out() {
    for (variant, text, expected) in [
        (Variant::RUSSIAN, "1.a3b4", "21-17"),
        (Variant::RUSSIAN, "1. c3d4 b6c5 2. d4b6 a7c5", EXCHANGE),
        (Variant::RUSSIAN, "1. c3d4 b6c5 2. d4:b6 a7xc5", EXCHANGE),
        (Variant::RUSSIAN, "1. cd4 bc5 2. d:b6 a:c5", EXCHANGE),
        (Variant::RUSSIAN, "1.cd4 bc5 2.db6 ac5!", EXCHANGE),
        (Variant::RUSSIAN, "1. c-d4 b-c5 2. dxb6 axc5", EXCHANGE),
        (Variant::RUSSIAN, "1. C3D4 B6C5 2. D4:B6 A7:C5", EXCHANGE),
        (Variant::RUSSIAN, "1. c3 d4 b6 c5 2. d4 b6 a7 c5", EXCHANGE),
        // By Cyrillic letters that look like the Latin ones.
        (Variant::RUSSIAN, "1. с3-d4 b6-с5 2. d4:b6 а7:с5", EXCHANGE),
        (Variant::INTERNATIONAL, "1. 3228 1923 2. 28x19 14x23", "32-28 19-23 28x19x23 14x23x19"),
        (Variant::INTERNATIONAL, "1. 32 28 19 23 2. 28 19 14 23", "32-28 19-23 28x19x23 14x23x19"),
        (Variant::ENGLISH, "1.1115 2319", "11-15 23-19"),
    ] {
        assert_eq!(moves(variant, &only(text)), expected, "{text}");
    }
    for (variant, text, expected) in [
        (Variant::ENGLISH, "1. 22x15 15x8 1-5", "22x8x11x18 1-5"),
        (Variant::ENGLISH, "1. 22-15 15-8 1-5", "22x8x11x18 1-5"),
        (Variant::ENGLISH, "1. 22:15 15:8 1-5", "22x8x11x18 1-5"),
        (Variant::ENGLISH, "1. 22x15x8 1-5", "22x8x11x18 1-5"),
        (Variant::ENGLISH, "1. 221508 1-5", "22x8x11x18 1-5"),
    ] {
        assert_eq!(moves(variant, &only(&format!("{SHORT} {text}"))), expected, "{text}");
    }
    let three = "[FEN \"W:W30:B25,17,10,3\"]";
    assert_eq!(moves(Variant::ENGLISH, &only(&format!("{three} 1. 30x21 21x14 14x7"))), "30x7x10x17x25");
    // A move alone, as UCI and a person on the terminal have it.
    let start = Variant::RUSSIAN.start();
    for text in ["c3d4", "cd4", "c3-d4", "22-18", "2218", "c3 d4", "c3 - d4"] {
        let mv = parse_move(&start, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(SpelledMove::new(&start, &mv).hub(), "22-18", "{text}");
    }
    // Two men can go to b4, and none goes to e5.
    for (text, fault) in [
        ("ab4", None),
        ("bc3", Some("bc3 is not a legal move")),
        ("ce5", Some("ce5 is not a legal move")),
        ("d4", Some("\"d4\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4")),
        ("c3d4e", Some("\"c3d4e\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4")),
        ("225", Some("225 is not a legal move")),
    ] {
        let error = parse_move(&start, text).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), fault, "{text}");
    }
    let two = fen::parse(Variant::RUSSIAN, "W:Wc1,c3:Bh8").expect("a position");
    assert_eq!(parse_move(&two, "cd2").map(|mv| SpelledMove::new(&two, &mv).pdn()), Ok("c1-d2".to_owned()));
    let men = fen::parse(Variant::RUSSIAN, "W:WKc1,Kc3:Bh8").expect("a position");
    let error = parse_move(&men, "cd2").expect_err("two kings").to_string();
    assert!(error.starts_with("cd2 is ambiguous: expected c"), "{error}");
}

#[test]
fn letters_and_numbers_are_read_in_every_game() {
    for (text, variant, expected) in [
        (
            "[Variant \"American/English\"] 1. c3-d4 b6-c5 2. d4xb6 a7xc5",
            Variant::ENGLISH,
            "11-15 24-19 15x24x19 28x19x24",
        ),
        ("[GameType \"21\"] 1. c3-d4 f6-g5", Variant::ENGLISH, "11-15 22-17"),
        ("[GameType \"21\"] 1. 11-15 23-19", Variant::ENGLISH, "11-15 23-19"),
        ("[GameType \"25\"] 1. 22-18 9-14", Variant::RUSSIAN, "22-18 9-14"),
        ("[GameType \"25,W,8,8,N2,0\"] 1. 22-18 9-14", Variant::RUSSIAN, "22-18 9-14"),
        ("[GameType \"25,W,8,8,N0,0\"] 1. 10-14 21-18", Variant::RUSSIAN, "22-18 9-14"),
        // Numbers from a1 that no tag tells of.
        ("[GameType \"25\"] 1. 10-14 21-18", Variant::RUSSIAN, "22-18 9-14"),
        ("[GameType \"25,W,8,8,A1,0\"] 1. c3-d4 b6-c5", Variant::RUSSIAN, "22-18 9-14"),
        ("[GameType \"20\"] 1. d4-e5 c7-d6", Variant::INTERNATIONAL, "32-28 17-22"),
        ("[GameType \"20,W,10,10,A0,0\"] 1. d4-e5", Variant::INTERNATIONAL, "32-28"),
        ("[GameType \"27\"] 1. a5-b6 l8-k7", Variant::CANADIAN, "43-37 30-36"),
        ("[GameType \"22\"] 1. b3-a4", Variant::ITALIAN, "21-17"),
        ("[GameType \"21,B,8,8,N1,0\"] [FEN \"B:Wc3:Bf6\"] 1. f6-g5", Variant::ENGLISH, "11-16"),
        ("[GameType \"25\"] [FEN \"W:W22:B9\"] 1. 22-18", Variant::RUSSIAN, "22-18"),
        ("[GameType \"20\"] [FEN \"W:Wd4:Bc7\"] 1. d4-e5", Variant::INTERNATIONAL, "32-28"),
    ] {
        let game = only(text);
        assert_eq!(game.variant(), Ok(Some(variant)), "{text}");
        assert_eq!(moves(variant, &game), expected, "{text}");
    }
    for (text, expected) in [("W:Wc3:Bb6", "W:W22:B9"), ("B:WKa1,c3:Bb8", "B:W22,K29:B1"), ("W:WC3:BB6", "W:W22:B9")] {
        for variant in [Variant::ENGLISH, Variant::RUSSIAN, Variant::POOL, Variant::THAI] {
            assert_eq!(
                fen::parse(variant, text).map(|position| fen::write(&position)).as_deref(),
                Ok(expected),
                "{text}"
            );
        }
    }
}

#[test]
fn thai_men_begin_on_low_or_on_high_numbers() {
    for text in ["1. 25-21 8-12", "1. 8-12 25-21"] {
        assert_eq!(
            only(text).stretches(Variant::THAI).map(|stretches| stretches[0].game.moves().len()),
            Ok(2),
            "{text}"
        );
    }
}

#[cfg(feature = "encodings")]
#[test]
fn the_encoding_of_a_text_is_found() {
    let file = |name: &str| format!("[White \"{name}\"]\n[Black \"x\"]\n\n1. 11-15 {{{name}}} 23-19 *\n");
    let encoded = |encoding: &'static encoding_rs::Encoding, name: &str| encoding.encode(&file(name)).0.into_owned();
    let utf_16 = |name: &str, mark: &str, bytes: fn(u16) -> [u8; 2]| {
        format!("{mark}{}", file(name)).encode_utf16().flat_map(bytes).collect::<Vec<_>>()
    };
    for (name, bytes, encoding) in [
        ("Абациев", encoded(encoding_rs::WINDOWS_1251, "Абациев"), Some("windows-1251")),
        (
            "Каплан Ирина Михайловна",
            encoded(encoding_rs::WINDOWS_1251, "Каплан Ирина Михайловна"),
            Some("windows-1251"),
        ),
        ("Чижов Алексей", encoded(encoding_rs::KOI8_U, "Чижов Алексей"), Some("KOI8-U")),
        ("Шварцман", encoded(encoding_rs::IBM866, "Шварцман"), Some("IBM866")),
        ("Café Ménard", encoded(encoding_rs::WINDOWS_1252, "Café Ménard"), Some("windows-1252")),
        ("Łukasz Świątek", encoded(encoding_rs::WINDOWS_1250, "Łukasz Świątek"), Some("windows-1250")),
        ("Абациев", file("Абациев").into_bytes(), None),
        ("Абациев", format!("\u{feff}{}", file("Абациев")).into_bytes(), None),
        ("Абациев", utf_16("Абациев", "\u{feff}", u16::to_le_bytes), Some("UTF-16LE")),
        ("Абациев", utf_16("Абациев", "\u{feff}", u16::to_be_bytes), Some("UTF-16BE")),
        ("Ĉina", utf_16("Ĉina", "", u16::to_le_bytes), Some("UTF-16LE")),
        ("Ċ 上 😀", utf_16("Ċ 上 😀", "", u16::to_be_bytes), Some("UTF-16BE")),
    ] {
        let mut games = Reader::new(&bytes[..]);
        let game = games.next().expect("a game").expect("it is in memory");
        assert!(games.next().is_none(), "{name}");
        assert_eq!(games.encoding(), encoding, "{name}");
        assert_eq!((game.tags.get("White"), game.moves[0].comments()), (Some(name), vec![name]), "{encoding:?}");
        assert_eq!(moves(Variant::ENGLISH, &game), "11-15 23-19", "{name}");
        assert!(game.to_string().contains(name));
    }
}

#[test]
fn characters_without_a_width_are_blanks() {
    for text in [
        "1. 11-15\u{200b} 23-19 *",
        "\u{200b}1. 11-15 23-19 *",
        "1. 11-15\u{200b}23-19\u{2060}*",
        "1.\u{a0}11-15\u{a0}23-19 *\u{feff}",
        "\u{200e}1. 11\u{ad}15 23-19 *\u{200f}",
        "1. 11-15 23-19\u{202c}\n\u{200b}\n",
    ] {
        let games = read(text);
        assert_eq!(games.len(), 1, "{text:?}");
        assert_eq!(moves(Variant::ENGLISH, &games[0]), "11-15 23-19", "{text:?}");
    }
}

#[test]
fn scores_are_kept_as_they_are() {
    for (score, result) in [
        ("1 1/2 - 1/2", None),
        ("1½-½", None),
        ("½ - 1½", None),
        ("1.02-0.98", None),
        ("0,75 - 1,25", None),
        ("1+ - 1-", None),
        ("1+-1-", None),
        ("1- - 1+", None),
        ("1=-1=", None),
        ("½ - ½", Some(PdnResult::Draw)),
        ("1/2 - 1/2", Some(PdnResult::Draw)),
        ("1 - 0", Some(PdnResult::FirstWins)),
        ("0 : 2", Some(PdnResult::SecondWins)),
        ("0-0", Some(PdnResult::BothLose)),
    ] {
        let game = only(&format!("1. 32-28 19-23 {score}"));
        assert_eq!(game.result, result.unwrap_or_else(|| PdnResult::Other(score.to_owned())), "{score}");
        assert_eq!((game.moves.len(), game.tags.is_empty()), (2, true), "{score}");
        let next = read(format!("1. 32-28 19-23 {score}\n\n1. 31-27 *"));
        assert_eq!(next.len(), 2, "{score}");
    }
}

#[test]
fn a_result_in_mid_game_is_a_note() {
    for (text, plies) in [
        ("1. 32-28 19-23 0-0 2. 28x19 14x23 *", 4),
        ("1. 32-28 19-23 1-0 2. 28x19 14x23 *", 4),
        ("1. 32-28 19-23 1/2-1/2 2. 28x19 14x23 2-0", 4),
        ("1. 32-28 19-23 2-0 {offered} 2. 28x19 *", 2),
        ("1. 32-28 1-1 1... 19-23 *", 2),
        ("1. 32-28 19-23 1+ - 1- 2. 28x19 14x23 *", 4),
        // Null moves.
        ("1. 32-28 0-0 2. 28x19 *", 1),
        ("1. 32-28 19-23 2. 0-0 14-20 *", 2),
        ("1. 32-28 19-23 2. - - 3. 37-32 *", 2),
        ("1. 32-28 -- 2. 37-32 *", 1),
        ("1. 32-28 19-23 2. – 14-20 *", 2),
        ("1. 32-28 null 2. 37-32 *", 1),
        ("1. 32-28 19-23 2. Z0 14-20 *", 2),
        ("1. 32-28 19-23 2. @@@@ *", 2),
    ] {
        let games = read(text);
        let replayed = games[0].replay(Variant::INTERNATIONAL).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((replayed.moves().len(), games[0].fault()), (plies, None), "{text}");
        // Behind a comment it may be the end.
        assert_eq!(games.len(), if text.contains("offered") { 2 } else { 1 }, "{text}");
        let written: String = games.iter().map(PdnGame::to_string).collect();
        assert_eq!(written.split_whitespace().collect::<String>(), text.split_whitespace().collect::<String>());
    }
    assert_eq!(read("1. 32-28 19-23 1-0 1. 31-27 *").len(), 2);
    assert_eq!(read("1. 32-28 19-23 1-0\n\n2. 31-27 *").len(), 2);
}

#[test]
fn a_game_goes_on_from_a_position() {
    for (text, expected) in [
        ("1. 32-28 19-23 /FEN \"W:W31,32:B1,2\"/ 2. 31-27 1-6 *", "32-28 19-23 31-27 1-6"),
        ("1. 32-28 /FEN \"W:W31,32:B1,2\"/ 2. 31-27 1-6 *", "32-28 31-27 1-6"),
        ("1. 32-28 {x} /FEN \"B:W31,32:B1,2\"/ {y} 1... 1-6 2. 31-27 *", "32-28 1-6 31-27"),
        ("1. 32-28 /FEN \"W:W31:B1\"/ 31-27 /FEN \"B:W32:B2\"/ 2-7 *", "32-28 31-27 2-7"),
        ("/FEN \"W:W31:B1\"/ 1. 31-27 /FEN \"?:W32:B2\"/ 2-7 *", "31-27 2-7"),
        ("[FEN \"W:W31:B1\"] 1. 31-27 /FEN \"W:W32:B2\"/ 32-28 2-7 *", "31-27 32-28 2-7"),
    ] {
        let game = only(text);
        assert_eq!(moves(Variant::INTERNATIONAL, &game), expected, "{text}");
        let error = game.replay(Variant::INTERNATIONAL).expect_err("another position").to_string();
        assert!(error.contains("after the first move"), "{error}");
        let (up_to, fault) = game.clone().replay_to_fault(Variant::INTERNATIONAL).expect("the start is right");
        assert!(fault.is_some() && up_to.moves().len() == 1 + usize::from(text.contains("19-23")), "{text}");
    }
    // The position that there is, or one after the last move, is a diagram.
    for text in
        ["[FEN \"W:W31:B1\"] 1. 31-27 /FEN \"B:W27:B1\"/ 1-7 *", "[FEN \"W:W31:B1\"] 1. 31-27 1-7 /FEN \"W:W40:B2\"/ *"]
    {
        let replayed = only(text).replay(Variant::INTERNATIONAL).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(replayed.moves().len(), 2, "{text}");
    }
    let error = read("1. 32-28 /FEN \"W:W31:B1\"/ 32-27 *")[0].stretches(Variant::INTERNATIONAL).expect_err("none");
    assert_eq!(error.to_string(), "game 1, line 1: ply 2: 32-27 is not a legal move");
}

#[test]
fn what_is_left_in_a_fen_is_no_harm() {
    for (text, expected) in [
        ("W:B:W50:B1", "W:W50:B1"),
        ("W:W:W50:B1", "W:W50:B1"),
        ("W:W31,32,:B1,2,", "W:W31,32:B1,2"),
        ("W:W,31,,32:B,1,2:", "W:W31,32:B1,2"),
        ("W:W31,32:B1,2::", "W:W31,32:B1,2"),
        ("W:W31,32,WG31:B1,2", "W:W31,32:B1,2"),
        ("W:W31,32,G33:B1,2,P7", "W:W31,32:B1,2"),
        ("W:W31,32:B1,2,BP7,BG8", "W:W31,32:B1,2"),
        ("W:W31 32:B1 2", "W:W31,32:B1,2"),
        ("W:W31, K 32 :BK1 , 2.", "W:W31,K32:BK1,2"),
        ("\"W:W31,32:B1,2\"", "W:W31,32:B1,2"),
        ("W:W31,32:B1,2;", "W:W31,32:B1,2"),
        ("FEN: W:W31,32:B1,2", "W:W31,32:B1,2"),
        ("/FEN \"W:W31,32:B1,2\"/", "W:W31,32:B1,2"),
        ("[ FEN \"W:W31,32:B1,2\" ];", "W:W31,32:B1,2"),
        ("W:W31,32:B1,2:H0:F5..", "W:W31,32:B1,2"),
    ] {
        let position = fen::parse(Variant::INTERNATIONAL, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen::write(&position), expected, "{text}");
    }
}

#[test]
fn a_foreign_glyph_is_a_note() {
    for glyph in [
        "±", "∓", "+-", "-+", "+/-", "=", "=+", "⩲", "∞", "□", "N", "TN", "Δ", "∆", "$", "$x", "#", "~", "★", "→",
        "<=>",
    ] {
        for text in
            [format!("1. 32-28 {glyph} 19-23 2. 28x19 14x23 *"), format!("1. 32-28 19-23 {glyph} 2. 28x19 14x23 2-0")]
        {
            let replayed = only(&text).replay(Variant::INTERNATIONAL).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(replayed.moves().len(), 4, "{text}");
        }
    }
    let game = only("1. 32-28± 19-23= 2. 28x19+ 14x23# *");
    assert_eq!(moves(Variant::INTERNATIONAL, &game), "32-28 19-23 28x19x23 14x23x19");
}

fn guessed(text: &str) -> (Variant, bool, usize) {
    let guess = Guesser::preferring(None).guess(&read(text)[0]);
    (guess.variant, guess.fits, guess.others.len())
}

#[test]
fn the_game_is_guessed() {
    for (text, variant) in [
        ("1. c3-d4 f6-e5 *", Variant::RUSSIAN),
        ("1. cd4 fe5 *", Variant::RUSSIAN),
        ("1. 11-15 23-19 8-11 *", Variant::ENGLISH),
        ("1. 32-28 19-23 *", Variant::INTERNATIONAL),
        ("1. 43-37 30-36 *", Variant::CANADIAN),
        ("1. b3-a4 c6-b5 *", Variant::ITALIAN),
        ("1. a3-a4 a6-a5 *", Variant::TURKISH),
        ("[FEN \"W:W43-72:B1-30\"] *", Variant::CANADIAN),
        ("[FEN \"W:W31-50:B1-20\"] *", Variant::INTERNATIONAL),
        ("[FEN \"W:Wa1,c1,e1:Bb8,d8\"] *", Variant::RUSSIAN),
        ("[FEN \"W:WK4,30:B1,9\"] *", Variant::ENGLISH),
        ("[FEN \"W:W46,47,48,49,50:B1,2,3,4,5\"] 1. 46-41 *", Variant::INTERNATIONAL),
    ] {
        let (guess, fits, _) = guessed(text);
        assert_eq!((guess, fits), (variant, true), "{text}");
    }
    // By the legality of the moves: a king that flies, men that capture backward, a capture along a row.
    for (text, variant) in [
        ("[FEN \"W:WK29:B1\"] 1. 29-4 *", Variant::POOL),
        ("[FEN \"W:WKa1:Bb8\"] 1. a1-h8 *", Variant::RUSSIAN),
        ("[FEN \"W:W28,50:B27,1\"] 1. 28x26 *", Variant::FRISIAN),
    ] {
        let (guess, fits, _) = guessed(text);
        assert_eq!((guess, fits), (variant, true), "{text}");
    }
    // Nothing fits: the nearest.
    assert_eq!(guessed("1. 11-15 23-19 2. 32-1 *"), (Variant::ENGLISH, false, 0));
    assert_eq!(guessed("1. c3-d4 f6-e5 2. h8-a1 *"), (Variant::RUSSIAN, false, 0));
    // The other games of a file, and what the user prefers.
    let mut guesser = Guesser::preferring(None);
    let file = "1. c3-d4 f6-e5 *\n\n[GameType \"26\"]\n1. c3-d4 *\n\n";
    let games = read(file);
    games.iter().for_each(|game| guesser.learn(game));
    assert_eq!(guesser.guess(&games[0]).variant, Variant::BRAZILIAN);
    assert_eq!(Guesser::preferring(Some(Variant::CZECH)).guess(&games[0]).variant, Variant::CZECH);
    assert_eq!(Guesser::preferring(Some(Variant::INTERNATIONAL)).guess(&games[0]).variant, Variant::RUSSIAN);
    let guess = Guesser::preferring(None).guess_position(None, &["c3d4", "f6e5"]);
    assert_eq!((guess.variant, guess.fits), (Variant::RUSSIAN, true));
    let guess = Guesser::preferring(None).guess_position(Some("W:W99:B1"), &[]);
    assert!(!guess.fits && guess.to_string().contains("--variant"), "{guess}");
}

#[test]
fn the_code_of_a_game_says_which_of_several_it_is() {
    let of = |tags: &str, moves: &str| read(format!("{tags}\n\n{moves} *"))[0].variant().expect("it is known");
    assert_eq!(of("[GameType \"23,B,8,8,N1,0\"]", "1. 11-15 23-19"), Some(Variant::POOL));
    assert_eq!(of("[GameType \"23\"]", "1. 11-15 23-19"), Some(Variant::POOL));
    assert_eq!(of("[GameType \"23\"]", "1. c3-d4 d6-c5"), Some(Variant::UNIFIED));
    assert_eq!(of("[GameType \"23,W,8,8,A0,0\"]", "1. c3-d4 d6-c5"), Some(Variant::UNIFIED));
    assert_eq!(of("[GameType \"23,B,8,8,A1,1\"]", ""), Some(Variant::JAMAICAN));
    assert_eq!(of("[GameType \"20\"]", "1. 32-28"), Some(Variant::INTERNATIONAL));
    assert_eq!(of("[GameType \"Russian\"]", "1. c3-d4"), Some(Variant::RUSSIAN));
    assert_eq!(of(RUSSIAN, "1. c3-d4"), Some(Variant::RUSSIAN));
    assert_eq!(of("[GameType \"26,W,8,8,N2,0\"]", "1. 22-18 9-14"), Some(Variant::BRAZILIAN));
}
