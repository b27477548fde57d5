//! `crownhead perft` and `crownhead moves` as users run them.

use assert_cmd::Command;

use crate::crownhead;

#[test]
fn one_line_for_each_depth_then_time_and_speed() {
    let run = crownhead("perft --variant international --depth 5", "");
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let counts = ["perft(1) = 9", "perft(2) = 81", "perft(3) = 658", "perft(4) = 4265", "perft(5) = 27117"];
    assert_eq!(run.out[..5], counts);
    assert!(run.out[5].starts_with("time: "), "{:?}", run.out);
    assert!(run.out[6].starts_with("speed: ") && run.out[6].contains("M leaves/s"), "{:?}", run.out);
    assert_eq!(run.out.len(), 7);
}

#[test]
fn divide_splits_the_last_count() {
    let run = crownhead("perft --variant checkers --depth 6 --divide", "");
    let split: Vec<(&str, u64)> = run
        .out
        .iter()
        .filter_map(|line| line.split_once(": "))
        .filter(|(mv, _)| mv.contains('-'))
        .map(|(mv, count)| (mv, count.parse().expect("a count")))
        .collect();
    let mut moves: Vec<_> = split.iter().map(|(mv, _)| *mv).collect();
    moves.sort_unstable();
    assert_eq!(moves, ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
    assert_eq!(split.iter().map(|(_, count)| count).sum::<u64>(), 36768);
    assert!(run.out.contains(&"perft(6) = 36768".to_owned()));
}

#[test]
fn routes_are_merged_unless_asked_for() {
    // Once round the ring, one way or the other.
    let ring = "--variant english --depth 1 --fen B:BK2:W6,7,14,15";
    assert_eq!(crownhead(&format!("perft {ring}"), "").out[0], "perft(1) = 1");
    assert_eq!(crownhead(&format!("perft {ring} --routes"), "").out[0], "perft(1) = 2");
}

#[test]
fn a_stream_is_answered_line_by_line() {
    let crowded = "W:W25,27,28,30,32,33,34,35,37,38:B12,13,14,16,18,19,21,23,24,26";
    let kings = "B:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46:BK17,K24";
    let run = crownhead("perft --variant international --depth 4 --fen -", &format!("{crowded}\r\n\n{kings}"));
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert_eq!(run.out, [format!("{crowded} 6 12 30 73"), format!("{kings} 14 55 1168 5432")]);
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_on() {
    let input = b"W:W32:B1\nW:W51:B1\n\xff\nB:W32:B1\n";
    let mut command = Command::cargo_bin("crownhead").expect("the binary is built");
    let arguments = ["perft", "--variant", "international", "--depth", "1", "--fen", "-"];
    let output = command.args(arguments).write_stdin(input).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "W:W32:B1 2\nB:W32:B1 2\n");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("line 2: square 51 is not on the board: expected 1 to 50"), "{errors}");
    assert!(errors.contains("line 3: "), "{errors}");
}

#[test]
fn bad_arguments_are_named() {
    for (arguments, fault, code) in [
        ("perft --variant chess --depth 3", "unknown variant \"chess\"", 2),
        ("perft --depth 0", "'0'", 2),
        ("perft --depth 3 --fen X", "\"X\" is not a side to move", 1),
        ("perft --depth 3 --fen - --divide", "--divide takes one position", 1),
        ("perft", "--depth", 2),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!(run.code, Some(code), "{arguments}: {}", run.errors);
        assert!(run.errors.contains(fault), "{arguments}: {}", run.errors);
    }
}

#[test]
fn moves_are_listed_in_hub_form() {
    let run = crownhead("moves --variant international --fen -", "W:W28:B23,14\nW:W:B1\n");
    assert_eq!(run.out, ["W:W28:B23,14 28x10x14x23", "W:W:B1"]);
    assert_eq!(crownhead("moves --variant english --fen W:W6:B12", "").out, ["W:W6:B12 6-1 6-2"]);
}

#[test]
fn the_board_is_that_of_the_squares_where_no_variant_is_named() {
    for (fen, moves) in [("W:W31-50:B1-20", 9), ("B:W21-32:B1-12", 7), ("W:W30:B2:H40:F50", 2)] {
        let run = crownhead(&format!("moves --fen {fen}"), "");
        let [line] = &run.out[..] else { panic!("{}", run.errors) };
        assert_eq!((run.code, line.split(' ').skip(1).count()), (Some(0), moves), "{line}");
        assert_eq!(crownhead(&format!("perft --depth 1 --fen {fen}"), "").code, Some(0));
        assert_eq!(crownhead(&format!("analyze --depth 1 --fen {fen}"), "").code, Some(0));
    }
    assert_eq!(crownhead("moves --variant english --fen W:W31-50:B1-20", "").code, Some(1));
}

#[test]
fn the_game_of_a_position_is_guessed() {
    for (fen, variant) in [
        ("W:W43-72:B1-30", "canadian"),
        ("W:Wa1,c1,e1:Bb8,d8", "russian"),
        ("W:W31-50:B1-20", "international"),
        ("W:W24,21:B3", "english"),
        ("B:W18,24,27:B1,K15", "english"),
        ("W:W60:B1", "canadian"),
        ("W:W28,31:B12,19:H0:F12", "english"),
        ("W:W28,31:B12,19:H0:F1:+1+0", "frisian"),
        ("W:W41-56:B9-24", "turkish"),
        ("W:Wb2:Bg7", "russian"),
    ] {
        let guessed = crownhead(&format!("moves --fen {fen}"), "");
        let given = crownhead(&format!("moves --variant {variant} --fen {fen}"), "");
        assert_eq!((guessed.code, &guessed.out), (Some(0), &given.out), "{fen}: {}", guessed.errors);
        let is_only = guessed.errors.is_empty();
        assert!(is_only || guessed.errors.contains(&format!("read as {variant}; ")), "{fen}: {}", guessed.errors);
        assert_eq!(given.errors, "", "{fen}");
    }
    let run = crownhead("perft --depth 1 --fen W:W99:B1", "");
    assert_eq!(run.code, Some(1));
    assert!(run.errors.contains("square 99 is not on the board") && run.errors.contains("--variant"), "{}", run.errors);
}

/// The forms in which people and programs write positions, behind the mark of UTF-8 and before the end mark of DOS.
#[test]
fn positions_are_read_as_people_write_them() {
    let input = "\u{feff}W:W28:B23,14\r\n[FEN \"W:W:W28:B23,14\"]\n?:W28:B23,14\nW:W28:B23–23,14\nW:W50:B1\n\u{1a}";
    let run = crownhead("moves --fen -", input);
    let said: Vec<_> = run.errors.lines().collect();
    let [first, second] = said[..] else { panic!("two games: {}", run.errors) };
    assert_eq!(run.code, Some(0), "{:?}", run.out);
    assert!(first.starts_with("crownhead: line 1: read as english; ") && first.contains("--variant"), "{first}");
    assert!(second.starts_with("crownhead: line 5: read as international; "), "{second}");
    assert_eq!(run.out.len(), 5);
    assert!(run.out[0].starts_with("W:W28:B23,14 "), "{:?}", run.out);
    // Only the last shows the larger board.
    assert!(run.out[4].ends_with("50-44 50-45") || run.out[4].ends_with("50-45 50-44"), "{:?}", run.out);
}

#[test]
fn positions_of_a_list_are_read_without_what_stands_around_them() {
    let lines = [
        "# a list of positions",
        "1. W:W28:B23,14",
        "12) W:W28:B23,14",
        "W:W28:B23,14 ; an ending",
        "an ending: W:W28:B23,14",
        "3;W:W28:B23,14;an ending",
        "W:W28:B23,14\tan ending",
        "% more of them",
        "// and more",
        "- W:W28:B23,14",
        "| 4 | W:W28:B23,14 | id |",
        "W:W28:B23,14 id \"x\";",
        "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "6. Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww ; start",
    ];
    let run = crownhead("moves --variant international --fen -", &lines.join("\n"));
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{:?}", run.out);
    let [positions @ .., start, last] = &run.out[..] else { panic!("{:?}", run.out) };
    assert!(positions.len() == 9 && positions.iter().all(|line| line == "W:W28:B23,14 28x10x14x23"), "{:?}", run.out);
    assert!(start == last && start.starts_with("Wbbbb") && start.contains(" 32-28"), "{start}");
    let run = crownhead("moves --variant international --fen -", "3. W:W28:B99 ; x\nнет");
    assert!(run.errors.contains("line 1: square 99 is not on the board"), "{}", run.errors);
    assert!(run.errors.contains("line 2: \"нет\" is not a side to move"), "{}", run.errors);
}

#[test]
fn a_side_to_move_that_is_not_known_is_said() {
    for (arguments, side) in [
        ("moves --variant international --fen ?:W31-50:B1-20", "White does, as at the start of international"),
        ("moves --variant english --fen ?:W21-32:B1-12", "Black does, as at the start of english"),
        ("perft --depth 1 --variant russian --fen ?:Wc3:Bb6", "White does, as at the start of russian"),
        ("eval --variant english --fen ?:W32:B1", "Black does, as at the start of english"),
        (
            "analyze --variant international --nodes 10 --fen ?:W28:B23,14",
            "White does, as at the start of international",
        ),
    ] {
        let run = crownhead(arguments, "");
        assert_eq!(run.code, Some(0), "{arguments}: {}", run.errors);
        assert_eq!(run.errors, format!("crownhead: the FEN does not say who moves: {side}\n"), "{arguments}");
        let known = crownhead(&arguments.replace('?', &side[..1]), "");
        assert_eq!((known.errors.as_str(), &known.out.len()), ("", &run.out.len()), "{arguments}");
    }
}
