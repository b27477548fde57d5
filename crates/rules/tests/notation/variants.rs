//! Games whose PDN has letters, or counts squares from another corner.

use crownhead_rules::notation::pdn::{PdnGame, PdnResult, Reader, pdn_coordinates, with_pdn_numbers};
use crownhead_rules::notation::{SpelledMove, fen, hub, parse_move_by};
use crownhead_rules::{Game, Variant};

/// The game of a text, with its variant.
fn game(text: &str) -> Game {
    let read = Reader::new(text.as_bytes()).next().expect("a game").unwrap_or_else(|error| panic!("{error}"));
    let variant = read.variant().expect("it is known").expect("it is stated");
    read.replay(variant).unwrap_or_else(|error| panic!("{error}"))
}

/// Its moves in Hub form, in the numbers of all commands.
fn moves(game: &Game) -> String {
    let spell = |(position, mv)| SpelledMove::new(position, mv).hub();
    game.positions().zip(game.moves()).map(spell).collect::<Vec<_>>().join(" ")
}

fn written(game: &Game) -> String {
    PdnGame::of(game, PdnResult::Unknown).to_string()
}

#[test]
fn russian_games_are_written_with_letters_and_read_with_numbers_too() {
    let letters = game("[GameType \"25\"]\n\n1. c3-d4 f6-g5 2. b2-c3 g5-f4 3. e3:g5 h6:f4 *");
    assert_eq!(letters.variant(), Variant::RUSSIAN);
    assert_eq!(moves(&letters), "22-18 11-16 25-22 16-19 23x16x19 12x19x16");
    let numbers = game("[GameType \"25,W,8,8,A0,0\"]\n\n1. 22-18 11-16 2. 25-22 16-19 3. 23x16 12x19 *");
    assert_eq!(moves(&numbers), moves(&letters));
    let text = written(&letters);
    assert!(text.starts_with("[Result \"*\"]\n[GameType \"25,W,8,8,A0,0\"]\n"), "{text}");
    assert!(text.contains("1. c3-d4 f6-g5 2. b2-c3 g5-f4 3. e3:g5 h6:f4"), "{text}");
    assert_eq!(moves(&game(&text)), moves(&letters));
}

#[test]
fn brazilian_captures_have_an_x_and_a_fen_has_letters() {
    let start = fen::parse(Variant::BRAZILIAN, "W:Wc3,Ka1:Bd4").expect("it is well formed");
    let mut game_of = Game::new(start);
    game_of.play(start.moves()[0]).expect("a legal move");
    let text = written(&game_of);
    assert!(text.contains("[FEN \"W:Wc3,Ka1:Bd4\"]") && text.contains("1. c3xe5"), "{text}");
    assert_eq!(game(&text).position(), game_of.position());
}

/// Beside a PDN too, as on a board.
#[test]
fn positions_and_moves_are_read_and_written_by_the_names_of_pdn() {
    for &variant in Variant::ALL {
        let (start, names) = (variant.start(), pdn_coordinates(variant));
        let text = fen::write_at(&start, names);
        assert_eq!(fen::parse_at(variant, names, &text), Ok(start), "{variant}: {text}");
        assert_eq!(fen::parse_at(variant, names, &hub::write(&start)), Ok(start), "{variant}");
        for mv in start.moves() {
            let spelled = with_pdn_numbers(&SpelledMove::new(&start, &mv));
            assert_eq!(parse_move_by(names, &start, &spelled.pdn()), Ok(mv), "{variant}: {spelled}");
            let squares: Vec<_> = [mv.from, mv.to].map(|square| names.name(variant, square)).to_vec();
            assert_eq!(squares.join("-"), spelled.pdn(), "{variant}");
        }
    }
    let error = parse_move_by(pdn_coordinates(Variant::SPANISH), &Variant::SPANISH.start(), "12-8").unwrap_err();
    assert_eq!(error.to_string(), "12-8 is not a legal move of White in spanish: expected 12-16 or 12-15");
}

#[test]
fn positions_by_the_numbers_of_pdn_list_them_ascending() {
    for (variant, text, expected) in [
        (Variant::SPANISH, "W:W30,31,32:BK2,3", "W:W1,2,3:B30,K31"),
        (Variant::SPANISH, "B:W17,K20:B4,5,13", "B:WK13,16:B20,28,29"),
        (Variant::THAI, "W:W25,K29:B1,K8", "W:WK4,8:BK25,32"),
        (Variant::ENGLISH, "W:W22,K30:B1,K5", "W:W22,K30:B1,K5"),
        (Variant::ITALIAN, "W:W22,K30:B1,K5", "W:W22,K30:B1,K5"),
        (Variant::FRISIAN, "W:W31,K46:B5,K10:+2+1", "W:W31,K46:B5,K10:+2+1"),
    ] {
        let position = fen::parse(variant, text).expect("it is well formed");
        assert_eq!(fen::write_at(&position, pdn_coordinates(variant)), expected, "{variant}");
    }
}

#[test]
fn spanish_squares_count_from_the_lower_right_and_thai_ones_from_blacks_upper_left() {
    for game_type in ["24", "28", "24,W,8,8,N1,1"] {
        let spanish = game(&format!("[GameType \"{game_type}\"]\n\n1. 12-15 21-17 *"));
        assert_eq!((spanish.variant(), moves(&spanish).as_str()), (Variant::SPANISH, "21-18 12-16"));
        assert!(written(&spanish).contains("1. 12-15 21-17"), "{}", written(&spanish));
    }
    let spanish = game("[GameType \"24\"]\n[SetUp \"1\"]\n[FEN \"W:W1-3:B30,K31\"]\n\n1. 3-6 *");
    assert_eq!(fen::write(&spanish.positions().next().expect("the first").to_owned()), "W:W30,31,32:BK2,3");
    assert!(written(&spanish).contains("[FEN \"W:W3,2,1:BK31,30\"]"), "{}", written(&spanish));
    let thai = game("[GameType \"31\"]\n\n1. 25-21 *");
    assert_eq!((thai.variant(), moves(&thai).as_str()), (Variant::THAI, "8-12"));
}

#[test]
fn turkish_games_have_letters_for_all_squares_and_canadian_ones_72_numbers() {
    let turkish = game("[GameType \"30,W,8,8,A0,0\"]\n\n1. a3-a4 a6-a5 2. a4xa8 *");
    assert_eq!((turkish.variant(), moves(&turkish).as_str()), (Variant::TURKISH, "41-33 17-25 33x1x9x25"));
    let text = written(&turkish);
    assert!(text.contains("[GameType \"30,W,8,8,A0,0\"]") && text.contains("1. a3-a4 a6-a5 2. a4xa8"), "{text}");
    assert_eq!(game(&text).position(), turkish.position());
    let canadian = game("[GameType \"27\"]\n\n1. 43-37 25-31 *");
    assert_eq!((canadian.variant(), moves(&canadian).as_str()), (Variant::CANADIAN, "43-37 25-31"));
    let text = written(&canadian);
    assert!(text.contains("[GameType \"27,W,12,12,N2,0\"]") && text.contains("1. 43-37 25-31"), "{text}");
    for (variant, letters) in [(Variant::TURKISH, 65), (Variant::CANADIAN, 73)] {
        let text = hub::write(&variant.start());
        assert_eq!(text.len(), letters);
        assert_eq!(hub::parse(variant, &text), Ok(variant.start()));
        assert_eq!(fen::parse(variant, &fen::write(&variant.start())), Ok(variant.start()));
    }
}

#[test]
fn games_without_a_type_of_their_own_have_a_tag() {
    for variant in [Variant::KILLER, Variant::ANTIRUSSIAN, Variant::GIVEAWAY] {
        let text = written(&Game::start(variant));
        assert!(text.contains(&format!("[Variant \"{variant}\"]")), "{text}");
        assert_eq!(game(&text).variant(), variant);
    }
}
