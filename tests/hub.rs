//! What Hub clients send, expect and break on, tried with the binary over its pipes.

mod client;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use client::{Client, PATIENCE, binary};

const START: &str = "pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
const ENGLISH_START: &str = "pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
const PYDRAUGHTS_START: &str = "pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

fn english() -> Client {
    let mut client = Client::start();
    client.send("set-param name=variant value=english");
    client
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&path).expect("the folder can be made");
    path
}

/// Splits a line at blanks outside quotes, as pydraughts does, and then each argument at its `=`.
fn arguments(line: &str) -> Vec<(String, String)> {
    let mut is_quoted = false;
    let blank_outside = |c: char| {
        is_quoted ^= c == '"';
        c == ' ' && !is_quoted
    };
    let parts = line.split(blank_outside).skip(1);
    parts
        .map(|part| {
            let sides: Vec<_> = part.split('=').collect();
            let [name, value] = sides[..] else { panic!("{part:?} in {line:?} has not one =") };
            (name.to_owned(), value.to_owned())
        })
        .collect()
}

mod starting {
    use super::*;

    #[test]
    fn with_and_without_the_argument_hub() {
        for arguments in [&[][..], &["hub"]] {
            let mut client = Client::start_with(binary(), arguments);
            let start = Instant::now();
            assert_eq!(client.send("hub").read_until("wait").last().map(String::as_str), Some("wait"));
            client.send("init").expect("ready");
            assert!(start.elapsed() < PATIENCE / 4, "clients wait for ten seconds");
            client.leave();
        }
    }

    #[test]
    fn parameters_are_declared_as_clients_read_them() {
        let mut client = Client::start();
        let lines = client.send("hub").read_until("wait");
        let names: Vec<_> = arguments(&lines[0]).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["name", "version", "author"]);
        assert_eq!(
            lines[1],
            "param name=variant value=normal type=enum values=\"english giveaway normal losing\""
        );
        let params = &lines[1..lines.len() - 1];
        assert!(params.iter().any(|line| line.starts_with("param name=ponder value=true type=bool")));
        for line in params {
            let arguments = arguments(line);
            let names: Vec<_> = arguments.iter().map(|(name, _)| name.as_str()).collect();
            let ends = [&["min", "max"][..], &["values"], &[]];
            assert_eq!(names[..3], ["name", "value", "type"], "{line}");
            assert!(ends.contains(&&names[3..]), "{line}");
            for (_, value) in arguments {
                let is_quoted = value.starts_with('"');
                assert_eq!(is_quoted, value.contains(' ') || value == "\"\"", "{line}");
            }
        }
        client.leave();
    }

    #[test]
    fn lines_keep_a_distance() {
        let mut client = Client::start();
        let start = Instant::now();
        let lines = client.send("hub").read_until("wait");
        assert!(start.elapsed() >= Duration::from_millis(lines.len() as u64 - 1), "a millisecond each");
        client.send("set-param name=line-gap value=20").send("hub");
        let start = Instant::now();
        client.read_until("wait");
        assert!(start.elapsed() >= Duration::from_millis(20 * (lines.len() as u64 - 2)));
        client.leave();
    }

    #[test]
    fn the_settings_file_next_to_the_program_holds() {
        let folder = folder("beside");
        let program = folder.join("crownhead");
        std::fs::copy(binary(), &program).expect("the program can be copied");
        std::fs::write(folder.join("engine.toml"), "[hub]\nvariant = \"losing\"\n")
            .expect("it can be written");
        let mut client = Client::start_with(&program, &["hub"]);
        let lines = client.send("hub").read_until("wait");
        assert!(lines[1].starts_with("param name=variant value=losing "), "{}", lines[1]);
        client.leave();
    }

    #[test]
    fn a_settings_file_can_be_named() {
        let file = folder("named").join("mine.toml");
        std::fs::write(&file, "[hub]\nvariant = \"giveaway\"\nponder = false\n").expect("it can be written");
        let mut client = Client::start_with(binary(), &["--config", file.to_str().expect("a plain path")]);
        let lines = client.send("hub").read_until("wait");
        assert!(lines[1].starts_with("param name=variant value=giveaway "), "{}", lines[1]);
        let search = client.think("start", "depth=5");
        assert!(!search.done.contains("ponder="), "{}", search.done);
        client.leave();
    }

    #[test]
    fn a_faulty_settings_file_is_told_and_ends_it() {
        let file = folder("faulty").join("bad.toml");
        for (text, message) in [
            ("[engine]\n\ntabel = 3\n", "bad.toml:3: unknown setting engine.tabel: expected one of"),
            ("[engine]\ntable = 0\n", "bad.toml:2: engine.table = 0: expected a whole number from 1 to"),
            ("[engine\n", "bad.toml:1: "),
        ] {
            std::fs::write(&file, text).expect("it can be written");
            let client =
                Client::start_with(binary(), &["hub", "--config", file.to_str().expect("a plain path")]);
            let (lines, status, errors) = client.finish();
            assert_eq!((lines.as_slice(), status.code()), (&[][..], Some(1)));
            assert!(errors.contains(message), "{errors}");
        }
    }

    #[test]
    fn a_log_is_kept_if_it_is_asked_for() {
        let mut client = Client::start_with(binary(), &["hub", "--log", "warn"]);
        client.send("nonsense").expect_silence();
        let (_, status, errors) = client.finish();
        assert!(status.success() && errors.contains("nonsense"), "{errors}");
    }
}

mod input {
    use super::*;

    #[test]
    fn what_is_not_understood_is_passed_over() {
        let mut client = Client::start();
        for line in [
            "",
            "   \t",
            "\r",
            "HUB",
            "uci",
            "error message=\"hello\"",
            "pos pos=\"Wbb",
            "=",
            "\"hub\"",
            "level depth=x nodes= move-time=\"\" handicap=3 ponder",
            "set-param",
            "set-param value=3",
            "set-param name=unheard-of value=3",
            "set-param name=table value=lots",
            "set-param name=ponder value=None",
            "set-param name=variant value=chess",
            "set-param name=tt-size value=99",
            "stop",
            "ponder-hit",
        ] {
            client.send(line).expect_silence();
        }
        client.leave();
    }

    #[test]
    fn blanks_quotes_and_carriage_returns_do_no_harm() {
        let mut client = Client::start();
        client.send("  init \r").expect("ready");
        client.send("pos pos = \"Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\"  moves=\"\"\r");
        client.send("level   depth =\t3\r\ngo think\r");
        assert!(client.search().infos.last().expect("there is one").starts_with("info depth=3 "));
        client.leave();
    }

    #[test]
    fn positions_in_every_form() {
        let mut client = Client::start();
        for position in [
            "start",
            "",
            START,
            "start moves=\"\"",
            "moves=\"32-28 19-23 28x19\"",
            "start moves=\"32-28 19-23 28x19x23 14x23x19\"",
            "start moves=\"032-028 19-23 28X19 014x23\"",
            "start moves=\"32-28 19-23 28x19\" wolf=\"W31-2 B20-1\" unheard=of",
        ] {
            let search = client.think(position, "depth=2");
            assert!(search.best().is_some(), "{position}: {}", search.done);
        }
        // One capture of two in two spellings, whose order of captured squares is free.
        for mv in ["28x10", "28x10x14x23", "28x10x23x14", "28x19x10"] {
            let search = client.think(&format!("fen=W:W28:B5,14,23 moves=\"{mv}\""), "depth=1");
            assert_eq!(search.best(), Some("5x14x10"), "{mv}");
        }
        client.leave();
    }

    #[test]
    fn errors_tell_of_bad_positions_and_illegal_moves_only() {
        let mut client = Client::start();
        for position in
            ["pos=", "pos=Wbe", "pos=Xbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "fen=W:W31"]
        {
            let line = client.send(&format!("pos {position}")).next_line().expect("an answer");
            assert!(line.starts_with("error message=\"bad position: "), "{line}");
            client.expect_silence();
        }
        for moves in ["32-28 32-28", "1-99", "hello", "32-28 19-23 33-29 23-29"] {
            let line = client.send(&format!("pos start moves=\"{moves}\"")).next_line().expect("an answer");
            assert!(line.starts_with("error message=\"illegal move: "), "{line}");
            client.expect_silence();
        }
        client.leave();
    }

    #[test]
    fn what_stands_before_an_illegal_move_is_kept() {
        let mut client = Client::start();
        client.send("pos start moves=\"32-28 19-23 1-1\"").read_until("error");
        assert_eq!(client.send("level depth=1\ngo think").search().best(), Some("28x19x23"));
        client.send(&format!("pos {START}x")).read_until("error");
        assert_eq!(client.send("level depth=1\ngo think").search().best(), Some("28x19x23"));
        client.leave();
    }

    #[test]
    fn parameters_may_be_set_at_any_idle_moment() {
        let mut client = Client::start();
        client.send("hub").read_until("wait");
        for _ in 0..3 {
            client.send("set-param name=table value=2\nset-param name=driver value=mtd-f");
            client
                .send("set-param name=grain value=0,01\nset-param name=tt-size value=16\ninit")
                .expect("ready");
            client.send("level depth=3\nset-param name=epsilon value=0.1\ngo think").search();
        }
        let lines = client.send("hub").read_until("wait");
        for set in [
            "name=table value=1 ",
            "name=driver value=mtd-f ",
            "name=grain value=0.01 ",
            "name=epsilon value=0.1 ",
        ] {
            assert!(lines.iter().any(|line| line.contains(set)), "{set}");
        }
        client.leave();
    }

    #[test]
    fn an_unquoted_value_reaches_to_the_end_of_the_line() {
        let mut client = Client::start();
        client.send("set-param name=variant value=losing draughts = chess");
        client.send("set-param name=variant value=\"losing\" and=more");
        let lines = client.send("hub").read_until("wait");
        assert!(lines[1].contains("value=losing "), "{}", lines[1]);
        client.send("set-param name=variant value=english now");
        let lines = client.send("hub").read_until("wait");
        assert!(lines[1].contains("value=losing "), "{}", lines[1]);
        client.leave();
    }

    #[test]
    fn a_table_too_large_for_the_machine_is_given_up() {
        let mut client = Client::start();
        client.send("set-param name=table value=16777216\ninit").expect("ready");
        let lines = client.send("hub").read_until("wait");
        assert!(lines.iter().any(|line| line.contains("name=table value=64 ")), "{lines:?}");
        assert!(client.think("start", "depth=2").best().is_some());
        client.leave();
    }

    #[test]
    fn the_variant_may_change_after_init_by_any_of_its_names() {
        let mut client = Client::start();
        client.send("init").expect("ready");
        for (names, mv) in [
            (&["english", "american", "checkers", "21", "giveaway", "suicide", "anti-english"][..], "11-15"),
            (&["normal", "international", "standard", "fromPosition", "20"], "32-28"),
            (&["losing", "antidraughts", "98"], "32-28"),
        ] {
            for name in names {
                client.send(&format!("set-param name=variant value={name}\npos start moves={mv}"));
                client.expect_silence();
            }
        }
        client.leave();
    }
}

mod levels {
    use super::*;

    /// The time that a search takes under a level.
    fn time(client: &mut Client, level: &str) -> Duration {
        let start = Instant::now();
        let search = client.send(&format!("pos start\n{level}\ngo think")).search();
        assert!(!search.infos.is_empty() && search.best().is_some(), "{search:?}");
        start.elapsed()
    }

    #[test]
    fn lines_add_up_and_go_resets_them() {
        let mut client = Client::start();
        client.send("set-param name=move-time value=0.05");
        let deepest = |search: &client::Search| {
            let depth = &arguments(search.infos.last().expect("there is one"))[0].1;
            depth.parse::<u32>().expect("a whole number")
        };
        let search = client
            .send("pos start\nlevel depth=4\nlevel infinite\nlevel handicap=0 ply=3\ngo think")
            .search();
        assert_eq!(deepest(&search), 4);
        assert!(deepest(&client.send("go think").search()) > 4);
        assert!(deepest(&client.send("level depth=4\npos start\ngo think").search()) > 4);
        client.leave();
    }

    #[test]
    fn time_that_is_up_means_a_quick_move() {
        let mut client = Client::start();
        for level in [
            "level time=-3",
            "level time=0 inc=0",
            "level move-time=0",
            "level move-time=-1",
            "level moves=0 time=-0,5",
            "level time=-0.8 inc=1",
            "level nodes=0",
            "level depth=0",
            "level moves=75 time=2,000",
        ] {
            assert!(time(&mut client, level) < Duration::from_secs(3), "{level}");
        }
        client.leave();
    }

    #[test]
    fn without_a_level_a_move_takes_the_default_time() {
        let mut client = Client::start();
        client.send("set-param name=move-time value=0.3");
        let time = time(&mut client, "level unheard=of");
        assert!((Duration::from_millis(250)..Duration::from_secs(5)).contains(&time), "{time:?}");
        client.leave();
    }
}

mod output {
    use super::*;

    /// Is it a number in plain decimals, with so many of them?
    fn is_plain(text: &str, decimals: usize) -> bool {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        !whole.is_empty()
            && all_digits(whole)
            && all_digits(fraction)
            && fraction.len() == decimals
            && text != "-0.00"
    }

    #[test]
    fn an_info_line_has_all_its_fields_in_order() {
        for variant in ["normal", "losing", "english", "giveaway"] {
            let mut client = Client::start();
            client.send(&format!("set-param name=variant value={variant}"));
            let search = client.think("start", "depth=9");
            assert!(!search.infos.is_empty());
            for line in &search.infos {
                let arguments = arguments(line);
                let names: Vec<_> = arguments.iter().map(|(name, _)| name.as_str()).collect();
                assert_eq!(names, ["depth", "mean-depth", "score", "nodes", "time", "nps", "pv"]);
                for (&decimals, (name, value)) in [0, 1, 2, 0, 3, 2].iter().zip(&arguments) {
                    assert!(is_plain(value, decimals), "{name}={value}");
                }
            }
            client.leave();
        }
    }

    #[test]
    fn every_search_with_a_legal_move_says_something_first() {
        let mut client = Client::start();
        for level in ["depth=1", "depth=9", "move-time=0", "nodes=1"] {
            // A single move; two moves; a capture that wins at once.
            for position in ["fen=W:W26:B1,21", "fen=W:W31:B1", "fen=W:W28:B23"] {
                let search = client.think(position, level);
                assert!(
                    !search.infos.is_empty() && search.best().is_some(),
                    "{position}, {level}: {search:?}"
                );
            }
        }
        client.leave();
    }

    #[test]
    fn wins_are_told_by_their_distance() {
        let mut client = Client::start();
        let score =
            |search: &client::Search| arguments(search.infos.last().expect("there is one"))[2].1.clone();
        assert_eq!(score(&client.think("fen=W:W28:B23", "depth=3")), "99.99");
        assert_eq!(score(&client.think("fen=B:W47:B36", "depth=3")), "-99.98");
        client.leave();
    }

    #[test]
    fn a_position_without_a_legal_move_gets_a_bare_done() {
        let mut client = Client::start();
        for go in ["think", "analyze", "ponder"] {
            for fen in ["W:W26:B21,17", "W:W:BK1"] {
                client.send(&format!("pos fen={fen}\ngo {go}"));
                if go == "ponder" {
                    client.send("stop");
                }
                assert_eq!(client.search().done, "done");
            }
        }
        client.leave();
    }

    #[test]
    fn a_drawn_position_is_searched_like_any_other() {
        let mut client = Client::start();
        // Drawn by repetition, by two against a king, and in the end by any count of moves.
        for rounds in [2, 5, 30] {
            let moves = "46-41 45-50 41-46 50-45 ".repeat(rounds);
            let search = client.think(&format!("fen=W:WK46:BK45 moves=\"{moves}\""), "depth=3");
            assert!(search.best().is_some(), "{rounds}: {search:?}");
        }
        client.leave();
    }

    #[test]
    fn a_game_of_the_engine_against_itself_is_legal_with_every_ponder_move() {
        for (variant, start) in [("normal", START), ("english", ENGLISH_START), ("english", PYDRAUGHTS_START)]
        {
            let mut client = Client::start();
            client.send(&format!("set-param name=variant value={variant}"));
            let mut moves: Vec<String> = Vec::new();
            while moves.len() < 120 {
                let played = moves.join(" ");
                let search = client.think(&format!("{start} moves=\"{played}\""), "depth=5");
                let Some(best) = search.best().map(str::to_owned) else { break };
                if let Some((_, ponder)) = search.done.split_once(" ponder=") {
                    client.send(&format!("pos {start} moves=\"{played} {best} {ponder}\"")).expect_silence();
                }
                moves.push(best);
            }
            assert!(moves.len() > 20, "{moves:?}");
            client.leave();
        }
    }

    #[test]
    fn the_process_ends_when_nobody_reads() {
        let mut process = std::process::Command::new(binary())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program can be started");
        drop(process.stdout.take());
        let mut input = process.stdin.take().expect("it is a pipe");
        std::io::Write::write_all(&mut input, b"go analyze\n").expect("the engine reads");
        let output = process.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        drop(input);
    }
}

mod searching {
    use super::*;

    #[test]
    fn ping_is_answered_at_any_time() {
        let mut client = Client::start();
        for go in ["think", "ponder", "analyze"] {
            client.send(&format!("pos start\nlevel infinite\ngo {go}"));
            for _ in 0..3 {
                let before = client.send("ping").read_until("pong");
                assert!(!before.iter().any(|line| line.starts_with("done")), "{before:?}");
            }
            client.send("stop").search();
        }
        client.leave();
    }

    #[test]
    fn any_other_command_ends_the_search_first() {
        let mut client = Client::start();
        for (command, reply) in [
            ("hub", "id "),
            ("init", "ready"),
            ("new-game\nping", "pong"),
            ("set-param name=ponder value=true\nping", "pong"),
            ("pos start\nping", "pong"),
            ("pos pos=nowhere", "error "),
            ("level depth=1\ngo think", "info depth=1 "),
            ("level move-time=0.01\nping", "pong"),
        ] {
            client.send(&format!("level infinite\ngo analyze\n{command}"));
            assert!(client.search().best().is_some(), "{command}");
            let line = client.next_line().expect("an answer");
            assert!(line.starts_with(reply), "{command}: {line}");
            client.send("stop\nping");
            client.read_until("pong");
        }
        client.leave();
    }

    #[test]
    fn a_burst_of_commands_is_worked_off_in_order() {
        // What the Hub GUI sends when a game is started in mid-search.
        let mut client = Client::start();
        client.send(
            "go analyze\nstop\nnew-game\npos start\nlevel depth=3\ngo think\nlevel depth=2\ngo think\nhub",
        );
        let lines = client.read_until("wait");
        let done: Vec<_> = lines.iter().filter(|line| line.starts_with("done ")).collect();
        assert_eq!(done.len(), 3, "{lines:?}");
        client.leave();
    }

    #[test]
    fn what_is_not_understood_does_not_disturb_a_search() {
        let mut client = Client::start();
        client.send("pos start\nlevel depth=8\ngo think\nnonsense\n\nponder-hit\npos \"");
        let search = client.search();
        assert!(search.infos.last().is_some_and(|line| line.starts_with("info depth=8 ")), "{search:?}");
        client.leave();
    }

    #[test]
    fn quit_and_the_end_of_input_end_a_search_and_the_process() {
        for go in ["think", "ponder", "analyze"] {
            for quit in ["", "quit", "stop\nquit", "quit\nhub"] {
                let mut client = Client::start();
                client.send(&format!("level infinite\ngo {go}\n{quit}"));
                let start = Instant::now();
                let (lines, status, errors) = client.finish();
                assert!(start.elapsed() < PATIENCE / 4);
                assert!(status.success() && errors.is_empty(), "{status}: {errors}");
                let done = lines.iter().filter(|line| line.starts_with("done move=")).count();
                assert_eq!(done, 1, "{lines:?}");
                assert!(lines.last().is_some_and(|line| line.starts_with("done move=")), "{lines:?}");
            }
        }
    }

    #[test]
    fn quit_ends_an_idle_process() {
        let mut client = Client::start();
        client.send("quit");
        assert!(client.wait().success());
    }

    #[test]
    fn a_ponder_hit_makes_the_limits_hold() {
        let mut client = Client::start();
        client.send("pos start\nlevel move-time=0.2\ngo ponder");
        std::thread::sleep(Duration::from_millis(400));
        let before = client.send("ping").read_until("pong");
        assert!(!before.iter().any(|line| line.starts_with("done")), "{before:?}");
        let start = Instant::now();
        let search = client.send("ponder-hit").search();
        assert!(search.best().is_some() && start.elapsed() < Duration::from_secs(5));
        client.send("ponder-hit\nstop").expect_silence();
        client.leave();
    }

    #[test]
    fn a_thousand_searches_stopped_at_once_give_a_thousand_answers() {
        let mut client = Client::start();
        client.send("set-param name=line-gap value=0\npos start");
        client.send(&"go analyze\nstop\n".repeat(1000));
        let lines = client.send("ping").read_until("pong");
        let count = |head: &str| lines.iter().filter(|line| line.starts_with(head)).count();
        // The ping may have overtaken the last answers: it is answered while the last search stops.
        let mut done = count("done move=");
        while done < 1000 {
            client.read_until("done move=");
            done += 1;
        }
        client.expect_silence();
        client.leave();
    }

    #[test]
    fn the_reply_to_a_stop_comes_soon() {
        const STOPS: usize = 1000;
        let mut client = Client::start();
        client.send("pos start");
        let mut delays: Vec<_> = (0..STOPS)
            .map(|number| {
                client.send("go analyze");
                std::thread::sleep(Duration::from_millis(number as u64 % 8));
                let start = Instant::now();
                client.send("stop").search();
                start.elapsed()
            })
            .collect();
        delays.sort();
        let [median, percentile] = [STOPS / 2, STOPS * 999 / 1000].map(|rank| delays[rank]);
        println!(
            "from stop to done over {STOPS} searches: median {median:?}, 99.9th percentile {percentile:?}"
        );
        assert!(percentile < PATIENCE / 10);
        client.leave();
    }
}

mod eight_by_eight {
    use super::*;

    #[test]
    fn english_in_native_numbering() {
        let mut client = english();
        for moves in ["", "11-15", "11-15 23-19 8-11 22-17"] {
            client.send(&format!("pos {ENGLISH_START} moves=\"{moves}\"")).expect_silence();
        }
        client.send(&format!("pos {ENGLISH_START} moves=\"22-18\"")).read_until("error");
        client.leave();
    }

    #[test]
    fn english_as_pydraughts_sends_it() {
        let mut client = english();
        client.send(&format!("pos {PYDRAUGHTS_START} moves=\"11-15 23-19\"")).expect_silence();
        // B:W21,22,K30:B1,2,K5, which stays in that numbering until a native start is seen.
        let custom = "pos=WeeBeeeeeeebbeeeeeeeeeeeeeeeWeeww";
        client.send(&format!("pos {custom} moves=\"5-9 30-25\"")).expect_silence();
        client.send(&format!("pos {ENGLISH_START}\npos {custom} moves=\"5-9\"")).read_until("error");
        client
            .send(&format!("set-param name=coordinates value=pydraughts\npos {custom} moves=\"5-9 30-25\""));
        client.expect_silence();
        client.send("set-param name=coordinates value=native");
        client.send(&format!("pos {PYDRAUGHTS_START} moves=\"11-15\"")).read_until("error");
        client.leave();
    }
}

mod noise {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

    /// What a client may say, except that it ends the session.
    fn commands() -> impl Strategy<Value = String> {
        prop_oneof![
            3 => prop_oneof!["go think", "go ponder", "go analyze", "go"],
            3 => prop_oneof!["stop", "ponder-hit", "ping", "hub", "init", "new-game"],
            2 => prop_oneof![
                Just(format!("pos {START}")),
                Just(format!("pos {PYDRAUGHTS_START} moves=\"11-15\"")),
                Just("pos start moves=\"32-28 19-23 28x19 14x23\"".to_owned()),
                Just("pos pos=\"\" moves=\"1-2\"".to_owned()),
                Just("pos fen=B:W18,24,27:B12,K16".to_owned()),
            ],
            2 => ("[-]?[0-9]{0,3}[.,]?[0-9]{0,2}", "depth|nodes|time|inc|moves|move-time")
                .prop_map(|(number, name)| format!("level {name}={number}")),
            2 => ("variant|table|grain|driver|ponder|coordinates|tt-size", "english|98|normal|1|3|0.01|auto|mtd-f|")
                .prop_map(|(name, value)| format!("set-param name={name} value={value}")),
        ]
    }

    /// A line with a few bytes changed, put in or taken out.
    fn mutated() -> impl Strategy<Value = Vec<u8>> {
        let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..4);
        (commands(), changes).prop_map(|(line, changes)| {
            let mut bytes = line.into_bytes();
            for (place, byte, kind) in changes {
                let at = place.index(bytes.len() + 1);
                match kind {
                    0 => bytes.insert(at, byte),
                    1 if at < bytes.len() => bytes[at] = byte,
                    _ if at < bytes.len() => drop(bytes.remove(at)),
                    _ => (),
                }
            }
            bytes
        })
    }

    fn lines() -> impl Strategy<Value = Vec<u8>> {
        prop_oneof![
            3 => commands().prop_map(String::into_bytes),
            3 => mutated(),
            1 => prop::collection::vec(any::<u8>(), 0..200),
        ]
        .prop_filter("a session that has ended answers no ping", |bytes| {
            let text = String::from_utf8_lossy(bytes);
            text.lines().all(|line| !line.trim_start().starts_with("quit"))
        })
    }

    fn runner(cases: u32) -> TestRunner {
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
    }

    fn quick_client() -> Client {
        let mut client = Client::start();
        client.send("set-param name=line-gap value=0\nset-param name=table value=1");
        client
    }

    #[test]
    fn no_line_disturbs_the_session() {
        let session = |lines: Vec<Vec<u8>>| {
            let mut client = quick_client();
            for line in lines {
                client.send_bytes(&line).send("").send("ping").read_until("pong");
            }
            client.send("stop\nhub").read_until("wait");
            client.send("set-param name=variant value=normal\nset-param name=ponder value=true");
            let search = client.think(START, "depth=2");
            prop_assert!(search.best().is_some(), "{search:?}");
            client.leave();
            Ok(())
        };
        runner(40).run(&prop::collection::vec(lines(), 100), session).expect("every session stays in order");
    }

    #[test]
    fn every_go_is_answered_exactly_once_whatever_comes_between() {
        let session = |lines: Vec<String>| {
            let mut client = quick_client();
            for line in &lines {
                client.send(line);
            }
            let (answers, status, errors) = client.finish();
            let count =
                |lines: &[String], head: &str| lines.iter().filter(|line| line.starts_with(head)).count();
            prop_assert!(status.success() && errors.is_empty(), "{status}: {errors}");
            prop_assert_eq!(count(&answers, "done"), count(&lines, "go"), "{:?}", lines);
            prop_assert_eq!(count(&answers, "pong"), count(&lines, "ping"), "{:?}", lines);
            prop_assert_eq!(count(&answers, "wait"), count(&lines, "hub"), "{:?}", lines);
            Ok(())
        };
        runner(40)
            .run(&prop::collection::vec(commands(), 60), session)
            .expect("every session stays in order");
    }
}
