//! What people have: each kind of text, in one table.

use crownhead_rules::notation::pdn::{PdnGame, PdnResult, Reader, Replay};
use crownhead_rules::notation::{Guesser, SpelledMove, fen, parse_move};
use crownhead_rules::{Side, Variant};

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
        (Variant::RUSSIAN, "1 c-d4 b-c5 2 d:b6 a:c5", EXCHANGE),
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
        ("bc3", Some("bc3 is not a legal move of White in russian")),
        ("ce5", Some("ce5 is not a legal move of White in russian: expected c3-b4 or c3-d4")),
        ("ce3", Some("ce3 is not a legal move of White in russian: expected c3-b4 or c3-d4")),
        ("c3-i4", Some("square i4 is not on the board: expected one that pieces stand on, from a1 to h8")),
        ("c3-c4", Some("square c4 is not on the board: expected one that pieces stand on, from a1 to h8")),
        ("d4", Some("\"d4\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4")),
        ("c3d4e", Some("\"c3d4e\" is not a move: expected squares joined by - or x, such as 32-28 or c3-d4")),
        ("225", Some("225 is not a legal move of White in russian: expected c3-b4 or c3-d4")),
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
    let utf_32 = |name: &str, mark: &str, bytes: fn(u32) -> [u8; 4]| {
        format!("{mark}{}", file(name)).chars().map(u32::from).flat_map(bytes).collect::<Vec<_>>()
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
        ("Абациев", utf_32("Абациев", "\u{feff}", u32::to_le_bytes), Some("UTF-32LE")),
        ("Абациев", utf_32("Абациев", "\u{feff}", u32::to_be_bytes), Some("UTF-32BE")),
        ("Ĉina Ā", utf_32("Ĉina Ā", "", u32::to_le_bytes), Some("UTF-32LE")),
        ("Ċ 上 😀", utf_32("Ċ 上 😀", "", u32::to_be_bytes), Some("UTF-32BE")),
        ("André", utf_32("André", "", u32::to_le_bytes), Some("UTF-32LE")),
    ] {
        let mut games = Reader::new(&bytes[..]);
        let game = games.next().expect("a game").expect("it is in memory");
        assert!(games.next().is_none(), "{name}");
        assert_eq!(games.encodings().first().map(|found| found.name()), encoding, "{name}");
        assert_eq!((game.tags.get("White"), game.moves[0].comments()), (Some(name), vec![name]), "{encoding:?}");
        assert_eq!(moves(Variant::ENGLISH, &game), "11-15 23-19", "{name}");
        assert!(game.to_string().contains(name));
    }
}

#[cfg(feature = "encodings")]
fn in_encoding(label: &str, text: &str) -> Vec<u8> {
    encoded(label, text).unwrap_or_else(|| panic!("{label}: {text}"))
}

/// The bytes of a text; `None` if the encoding lacks one of its characters.
#[cfg(feature = "encodings")]
fn encoded(label: &str, text: &str) -> Option<Vec<u8>> {
    let Some(encoding) = encoding_rs::Encoding::for_label(label.as_bytes()) else {
        // A code page of DOS.
        let chosen = label.parse().expect("a label");
        let letter = |byte: u8| {
            let game = Reader::in_encoding(&named(&[b'a', byte, b'a'], "20")[..], Some(chosen)).next();
            game.expect("a game").expect("it is in memory").tags.get("White").and_then(|name| name.chars().nth(1))
        };
        let letters: Vec<Option<char>> = (0x80..=0xff).map(letter).collect();
        let byte = |own: char| {
            let place =
                letters.iter().position(|letter| *letter == Some(own)).and_then(|at| u8::try_from(at + 0x80).ok());
            if own.is_ascii() { u8::try_from(own).ok() } else { place }
        };
        return text.chars().map(byte).collect();
    };
    let (bytes, _, has_lost) = encoding.encode(text);
    (!has_lost).then(|| bytes.into_owned())
}

/// The tags White of the games of a file.
fn whites(bytes: &[u8]) -> Vec<String> {
    read(bytes).iter().map(|game| game.tags.get("White").unwrap_or_default().to_owned()).collect()
}

fn named(name: &[u8], game_type: &str) -> Vec<u8> {
    let mut bytes = b"[White \"".to_vec();
    bytes.extend(name);
    bytes.extend(format!("\"]\n[GameType \"{game_type}\"]\n\n1. c3-d4 d6-c5 *\n\n").as_bytes());
    bytes
}

#[cfg(feature = "encodings")]
#[test]
fn a_name_alone_shows_its_encoding() {
    for (label, names) in [
        (
            "windows-1251",
            "АБАЦИЕВ|ИВАНОВ И.И.|ГЕТМАНСКИЙ|Щёголев|Ян|Юн|НОГОВИЦЫНА|КРЮЧКОВ П.|ЁЛКИН|Хвощинский|Київ|Ґалаґан",
        ),
        ("ibm866", "ИВАНОВ|Степанов|Идрисов|Кычкин Николай|ПИОНЕР|Шохрух|Жилевич|ТОКУСАРОВ"),
        ("koi8-u", "ИВАНОВ|Сальников Ренат|ИДРИСОВ|Гуляев|Лежнёв|Очилов|Кубок Мира|ЯЩУК"),
        ("iso-8859-5", "Цветков|Бусыгин|АЙДЫН|Фёдоров|Атрахимович|НИКИФОРОВ"),
        ("x-mac-cyrillic", "Давыдов А.|Эрдни|Батхуяг|НИКИФОРОВ|Гринюк|Саввинов"),
        (
            "windows-1252",
            "Étienne Léopold|Koné|Hübner|Peñalver|Väisänen|Häußler|Curaçao|KÖNIG|Moïse|Simão|Mané|JOSÉ|Niccolò",
        ),
        ("macintosh", "Léonard|Hübner|Peñalver|Väisänen|Curaçao|Amélie"),
        ("windows-1250", "Sławomir|Wąsik|ŻÓŁKIEWSKI|Pražák|Křížek|Szőlősi|Bartůněk|Żmuda|Cieślak|Žižka"),
        ("iso-8859-2", "Sławomir|Księżyc|Zdeňka|Ćwiertnia|Šťastná|Ágoston|Doležel"),
        ("windows-1257", "Ilmārs|Žeļvis|Zālītis|Žebrauskas|Mačiūnaitė|Kadiķis|Kõrvits|ŽUKAS"),
        ("iso-8859-13", "Račkauskas|Pūķis|Vaškevičius|Tauriņš|Ēvalds"),
        ("windows-1254", "Çağdaş|Tuncay Yazıcı|Güngör|Nasıroğlu|ŞENTÜRK|Dağlı|Oğulcan"),
        ("iso-8859-15", "Bœuf|Lecœur|Œuvrard|Sacré-Cœur|BŒUF|Nœtinger"),
        ("windows-1253", "Παπαδόπουλος|Νίκος Ιωάννου|Ελένη|ΓΕΩΡΓΙΟΥ|Βενιζέλος|Άννα"),
        ("iso-8859-7", "Παπαδόπουλος|Αλεξίου Γιώργος|ΠΑΠΑΣ|Θεοδωρίδης|Χαραλάμπους"),
        ("windows-1255", "כהן|לוי משה|נתניהו|דוד מזרחי|גולדברג|רות"),
        ("windows-1256", "محمد|كريم بنعلي|سامي|العتيبي|لطيفة"),
        ("windows-874", "สมชาย|ประเสริฐ ใจดี|วิชัย|ธีระ|ณัฐพล|อนุชา ทองคำ|หนุ่ม"),
        ("gbk", "张少|王海峰|李 伟|赵汗青|许斌|司徒浩|陈晓东（北京）"),
        ("big5", "陳志明|林美玲|柯文哲|李 俊|馬英九|許家豪"),
        ("shift_jis", "佐藤 健|ヤマダ|さくら|高橋 博|三島由紀夫|ソ表一郎"),
        ("euc-jp", "鈴木一郎|ハナコ|渡辺 誠|たなか|大山康晴"),
        ("euc-kr", "김철수|조훈현|최 성민|이민호|박지영"),
    ] {
        for name in names.split('|') {
            let game_type = match label {
                "windows-1254" => "30",
                "windows-874" => "31",
                "gbk" | "big5" | "shift_jis" | "euc-jp" | "euc-kr" => "20",
                _ => "25",
            };
            assert_eq!(whites(&named(&in_encoding(label, name), game_type)), [name], "{label}");
        }
    }
}

#[cfg(feature = "encodings")]
#[test]
fn words_of_other_languages_leave_a_name_its_encoding() {
    let names = [
        ("gbk", "张少", "20"),
        ("big5", "林志偉", "20"),
        ("shift_jis", "山田", "20"),
        ("euc-kr", "김철수", "20"),
        ("windows-1251", "Иванов", "25"),
        ("koi8-r", "Иванов", "25"),
        ("windows-874", "สมชาย", "31"),
        ("windows-1253", "Παππάς", "20"),
        ("windows-1254", "Yıldız", "30"),
        ("windows-1250", "Świątek", "20"),
        ("windows-1257", "Bērziņš", "25"),
        ("iso-8859-15", "Lecœur", "20"),
    ];
    let shapes = [
        "[White \"@ (China)\"]\n[Black \"Smith, John\"]\n\n1. 11-15 *\n",
        "[Event \"World Championship 2019, Group A\"]\n[White \"@\"]\n[Black \"Smith\"]\n\n1. 11-15 *\n",
        "[Event \"@ Cup Open Tournament\"]\n\n1. 11-15 *\n",
        "[White \"@ 2150\"]\n[Black \"@, A.\"]\n\n1. 11-15 *\n",
        "[White \"Smith\"]\n\n1. 11-15 {here the player @ thinks about the best move} *\n",
        "[White \"Smith\"]\n\n1. 11-15 {@ won with a combination which is known as the stroke of the old masters} *\n",
        "{@ - Smith} 1. 11-15 *\n",
    ];
    for ((label, name, game_type), shape) in names.iter().flat_map(|name| shapes.iter().map(move |shape| (name, shape)))
    {
        for tag in [String::new(), format!("[GameType \"{game_type}\"]\n")] {
            let text = tag + &shape.replace('@', name);
            assert_eq!(crownhead_rules::notation::decoded(&in_encoding(label, &text)), text, "{label}");
        }
    }
    // Only one game of many has such a name.
    for (label, name, game_type) in names {
        let ascii = named(b"Smith", game_type).repeat(200);
        let file = [&ascii[..], &named(&in_encoding(label, name), game_type), &ascii].concat();
        assert_eq!(whites(&file)[200], name, "{label}");
    }
}

#[cfg(feature = "encodings")]
#[test]
fn the_game_tells_the_language_of_a_name() {
    let read = |bytes: &[u8], tag: &str| {
        let text = [b"[White \"", bytes, b"\"]\n", tag.as_bytes(), b"\n\n1. c3-d4 *\n"].concat();
        whites(&text).remove(0)
    };
    for (label, name, tags, others) in [
        ("windows-1251", "Ё", ["[GameType \"25,W,8,8,A0,0\"]", "[Variant \"russian\"]"], "[GameType \"31\"]"),
        ("windows-874", "จ", ["[GameType \"31\"]", "[Variant \"Thai checkers\"]"], "[GameType \"25\"]"),
        ("koi8-r", "ЛИ", ["[GameType \"25\"]", "[Variant \"Russian draughts\"]"], "[GameType \"20\"]"),
        ("windows-1250", "Kůs", ["[GameType \"29\"]", "[Variant \"czech\"]"], "[GameType \"20\"]"),
        ("windows-1257", "Kūgis", ["[GameType \"25\"]", "[Variant \"Russian\"]"], "[GameType \"21\"]"),
    ] {
        let bytes = in_encoding(label, name);
        for tag in tags {
            assert_eq!(read(&bytes, tag), name, "{label}, {tag}");
        }
        assert_ne!(read(&bytes, others), name, "{label}, {others}");
    }
}

/// The languages of players, the number of a game that they play, the encodings in which they keep games, and names.
#[cfg(feature = "encodings")]
const PLAYERS: [(&str, &str, &str, &str); 29] = [
    (
        "Russian",
        "25",
        "windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic",
        "Гантварг|Алексей Чижов|Кузьмин Артём|Наталья|Бобков|Щукина Л.|Ёжиков|Рустам|Эдвард Бужинский|\
         Мильшин Егор|Цой|Шмульян Григорий|Белошеев С.|Трофимов|Эм|Хэ|Лю|Ли|Мясин Виталий|Макеенко|\
         Погребной|Колодиев|Соков|Катя|Юшкевич|Нырков|Гетманский|Бакуменко|Ильичёв|Цыганова|Хацкевич|Брауде|\
         Щедрин|Яша|Жестков|Ойунский|Ыйбыс",
    ),
    (
        "Ukrainian",
        "25",
        "windows-1251 koi8-u",
        "Аникєєв|Юрій Їжак|Ґонта|Галашов Олексій|Мотрічко|Артем Іванюк|Ніколаєнко|Їрина|Зубков Євген|\
         Лілія Бабій|Ганджа|Яценюк Володимир|Кісіль",
    ),
    ("Belarusian", "25", "windows-1251", "Ватуцін Яўген|Шаўцоў|Дзмітрый Крук|Фядоровіч|Сіўко"),
    ("Bulgarian", "20", "windows-1251 ibm866", "Събев|Диян Костов|Желязкова|Хубчев|Цветелина"),
    (
        "Dutch",
        "20",
        "windows-1252 ibm850 ibm437 macintosh",
        "Sijbrands André|Daniël Boer|Noëlle|van Büren|Renée|Boëtius|Loïs de Vries|Piët|Désiré|Joël Blöm|Zoë|\
         Ruël",
    ),
    (
        "German",
        "21",
        "windows-1252 iso-8859-15 ibm850 ibm437 macintosh",
        "Jürgen Böse|Grünfeld|Weiß Lothar|Däumling|König|Günter Thöns|Strauß|Möbius|Schäfer|Öhlenschläger|\
         Götze|Frühling|Röder|Blümel|Ägidius|Fußmann|Würth|Böll",
    ),
    (
        "French",
        "27",
        "windows-1252 iso-8859-15 ibm850 ibm437 macintosh",
        "Bélanger|Hélène Côté|Benoît Dubé|François|Noël Lefèvre|Gaétan|Thérèse|Hervé Désiré|Ghestem|\
         Raphaël Mészáros|Léandre Côté|Dédé|Benoit Pâris|Noé|Crépeau|Théberge|Jérémie|Gagné|Sébastien Blais|\
         Légaré|Maïwenn",
    ),
    (
        "French with ligatures",
        "20",
        "windows-1252 iso-8859-15 macintosh",
        "Bœuf|Lecœur|Œuvrard|Sacré-Cœur|Vœgtlin|Œil|Cœurdacier|Bœglin|Le Fœll|Schœlcher|Nœtinger",
    ),
    (
        "Spanish",
        "24",
        "windows-1252 ibm850 macintosh",
        "Muñoz|José Peña|Ramón García|Óscar Ibáñez|Nuñez|Iñigo Sáez|Cañas|Ángel Ruíz|Rubén|Añón|Sáenz|\
         Güemes|Pérez|Begoña",
    ),
    (
        "Portuguese",
        "26",
        "windows-1252 ibm850 macintosh",
        "João Simões|Conceição|Araújo|Lélio Falcão|Magalhães|Brandão|Sebastião|Gonçalves|Antônio Leitão|\
         Moçambique|Assis Brandão|Veríssimo|Moisés|Tonhão|Éder",
    ),
    (
        "Italian",
        "22",
        "windows-1252 ibm850 macintosh",
        "Niccolò|Salvatò|Scirè|Marietà Donà|Nicolò Alì|Borghetti Noè|Cantarutti Mosè|Paganò|Faè|Colò|\
         Scaggiantè|Dibenedettù|Cirò",
    ),
    (
        "Nordic",
        "20",
        "windows-1252 ibm850 macintosh",
        "Håkan Sjöberg|Bjørn|Mäkelä|Jørgensen|Väinö Hämäläinen|Ångström|Åström|Sören|Pettersson Åke|Nyström|\
         Kjærgaard|Ærø|Töyrylä|Räsänen|Bjørk|Møller",
    ),
    (
        "Polish",
        "20",
        "windows-1250 iso-8859-2 ibm852",
        "Łukasz|Paweł Wąsik|Jagodziński|Świątek|Ścibor Żuk|Stanisław Róg|Gołębiowski|Chmiel Damian|\
         Błaszczak|Sęk|Łoś|Wiśnia|Mądry|Grzesiak Paweł|Głód|Ślązak|Frączek|Żyła|Kasprzyk Zdzisław|\
         Dłużniewski|Reszka Łucja|Stańczyk",
    ),
    (
        "Czech",
        "29",
        "windows-1250 iso-8859-2 ibm852",
        "Jiří Dvořák|Tomáš Bláha|Zeman Luboš|Čejka|Vaněček|Příhoda|Ondřej Štěpánek|Hýbl|Škoda|Řehák|Matějka|\
         Šebestián|Kubíček Miloš|Žák|Bohumír|Čech|Ježek|Vlček|Kuře|Tučná|Ďáblík|Kůs",
    ),
    (
        "Hungarian",
        "20",
        "windows-1250 iso-8859-2 ibm852",
        "László Fűzesi|Győrffy|Kovács Ödön|Szabó|Lőrincz Gergő|Fehér|Kőrösi|Hegedűs|Pálfi|Sütő|Bőjte|Zsófi|\
         Gyöngyösi",
    ),
    ("Croatian", "20", "windows-1250 iso-8859-2 ibm852", "Žarko Perić|Đurđević|Šimić|Marković|Čović"),
    (
        "Latvian",
        "25",
        "windows-1257 iso-8859-13 ibm775",
        "Zālītis|Guntis Bērziņš|Kļaviņš|Jānis|Ērglis|Žanis Šķiņķis|Ģirts Ķēniņš|Bergs Kārlis|Šaltenis|\
         Līdumnieks|Rubenis Ēriks|Vītiņš|Dzenis Mārcis|Cīrulis|Zvirbulis Ģederts|Ūbelis",
    ),
    (
        "Lithuanian",
        "25",
        "windows-1257 iso-8859-13 ibm775",
        "Kačiuškas|Šarūnas|Žemaitytė|Petrušėlis|Vaičiūnas|Gintarė Mažulė|Bernotas Ąžuolas|Žilevičius|\
         Mikučionis|Ruzgienė|Šepetys|Kęsgaila|Kūgis|Ūdraitė|Čeponis|Narvaišas",
    ),
    (
        "Estonian",
        "20",
        "windows-1257 windows-1252 ibm775",
        "Tõnu Kõrv|Ülo Mägi|Jüri Põld|Väino Käär|Õnne|Pärtel|Küünarpuu|Mõttus|Tõnisson|Äripäev|Pööre",
    ),
    (
        "Turkish",
        "30",
        "windows-1254 ibm857",
        "Çağlar|Yıldırım Şen|Gökçe Uğur|Işıl|Öztürk|İbrahim Akın|Tanrıverdi|Bağcı|Karabağ|Işın|Gündoğdu|\
         Şahinöz|Demirtaş|Çınar|İnce|Yiğit|Süer|Kırmızı",
    ),
    (
        "Greek",
        "20",
        "windows-1253 iso-8859-7",
        "Παπαδόπουλος|Νίκος Ιωάννου|Ελένη|Κωνσταντίνος|Αλεξίου Γιώργος|Θεοδωρίδης|Άννα|ΜΑΡΙΑ|Ζήκος|Παύλος|\
         Βενιζέλος|Χαραλάμπους|Λάμπρος Καλλέργης|Ρουμελιώτης|ΠΑΠΑΣ|Αντρέας|Ιώ|ΓΕΩΡΓΙΟΥ|Έφη",
    ),
    (
        "Hebrew",
        "20",
        "windows-1255",
        "כהן|לוי משה|אברהם בר|יעקב פרידמן|שרה|דוד מזרחי|רות|צבי גולדברג|נתניהו|עוז|דוד|טלי ברק|חזן|\
         אלון סטרוגו|זילברמן|גיא|שטרן|פולק",
    ),
    (
        "Thai",
        "31",
        "windows-874",
        "สมชาย|ประเสริฐ ใจดี|วิชัย|ศรีสุข|อนุชา ทองคำ|ณัฐพล|สุรศักดิ์|กิตติ|ชัย|ธีระ|สมพร|นิคม บุญชู|ปรีชา|\
         วัชระ|เดชา|พิมพ์|จักรี|ไชยา|เอ|โอภาส|หนุ่ม|แดง",
    ),
    (
        "Simplified Chinese",
        "20",
        "gbk",
        "张少|王海峰|李 伟|刘沛|陈晓东|周建国|黄丽|赵学文|张伟|孙国荣|姚明|许斌|赵汗青|倪晓|覃业|万维民|曾倩|司徒浩|闫岩|杜 涛|贝贝|柴小虎|邢丹",
    ),
    (
        "Traditional Chinese",
        "20",
        "big5",
        "陳志明|林美玲|黃文雄|張國榮|許家豪|李 俊|吳淑芬|陳水扁|馬英九|蔡依林|柯文哲|湯德章|龔志遠|賴清|邱毅|徐若瑄",
    ),
    (
        "Japanese",
        "20",
        "shift_jis euc-jp",
        "佐藤 健|鈴木一郎|たなか|高橋 博|ヤマダ|山本洋子|中村|渡辺 誠|羽生善治|加藤一二三|さくら|トヨタ|三島由紀夫|黒澤 明|宮崎駿|大山康晴|ハナコ|木村太郎|久保|イチロー",
    ),
    (
        "Korean",
        "20",
        "euc-kr",
        "김철수|이민호|박지영|최 성민|정우진|강동현|윤서연|조훈현|이창호|박정환|신진서|최정|유창혁|서봉수|김 구|한상훈|목진석",
    ),
    ("Romanian", "20", "windows-1250 iso-8859-2", "Ţăran|Bădescu|Ştefania|Ciocârlie|Răzvan|Niţă"),
    ("Arabic", "20", "windows-1256", "عمار|سامي|كريم بنعلي|طلال|حمد|رامي|لطيفة"),
];

#[cfg(feature = "encodings")]
#[test]
fn names_of_players_are_read() {
    /// How many cannot be told from other names in other encodings, of those as they are here and in capitals.
    const AMBIGUOUS: [usize; 2] = [35, 32];
    let count = PLAYERS.iter().map(|(.., names)| names.split('|').count()).sum::<usize>();
    assert!(count >= 400, "{count}");
    for (is_capital, most) in [false, true].into_iter().zip(AMBIGUOUS) {
        let (mut all, mut wrong) = (0, Vec::new());
        for (language, game_type, labels, names) in PLAYERS {
            for (name, label) in names.split('|').flat_map(|name| labels.split(' ').map(move |label| (name, label))) {
                let name = if is_capital { name.to_uppercase() } else { name.to_owned() };
                // Some names have no capitals in an encoding, or are valid UTF-8 in it by accident.
                let Some(bytes) = encoded(label, &name).filter(|bytes| std::str::from_utf8(bytes).is_err()) else {
                    continue;
                };
                let read = whites(&named(&bytes, game_type)).remove(0);
                all += 1;
                if read != name {
                    wrong.push(format!("{language}, {label}: {name} is read as {read}"));
                }
            }
        }
        assert!(wrong.len() <= most, "{} of {all}:\n{}", wrong.len(), wrong.join("\n"));
    }
}

#[test]
fn a_name_in_a_code_page_of_dos_is_read() {
    for (bytes, name) in [
        (&b"Andr\x82"[..], "André"),
        (b"H\x81bner", "Hübner"),
        (b"Pe\xa4alver", "Peñalver"),
        (b"Fran\x87ois", "François"),
        (b"G\x94teborg", "Göteborg"),
        (b"MU\xa5OZ", "MUÑOZ"),
        (b"H\x84u\xe1ler", "Häußler"),
        // Code pages 852 and 857.
        (b"S\x88awomir", "Sławomir"),
        (b"Ksi\xa9\xbeyc", "Księżyc"),
        (b"Szil\xa0gyi Gy\x8bz\x8b", "Szilágyi Győző"),
        (b"Do\xa7an", "Doğan"),
        (b"Y\x8dld\x8dz", "Yıldız"),
    ] {
        let game_type = if name.contains(['ğ', 'ı']) { "30" } else { "20" };
        assert_eq!(whites(&named(bytes, game_type)), [name]);
    }
}

#[cfg(feature = "encodings")]
#[test]
fn each_game_of_joined_files_has_its_encoding() {
    let game =
        |label: &str, name: &str| in_encoding(label, &String::from_utf8(named(name.as_bytes(), "25")).expect("text"));
    for games in [
        [("windows-1251", "Абациев"), ("utf-8", "Чижов")],
        [("utf-8", "Абациев"), ("windows-1251", "Чижов")],
        [("windows-1251", "Шварцман"), ("koi8-u", "Шварцман")],
        [("ibm866", "КАПЛАН"), ("windows-1251", "КАПЛАН")],
        [("windows-1250", "Świątek"), ("windows-1251", "Михальченко")],
        [("utf-8", "Zālītis"), ("windows-1252", "André")],
        [("windows-1252", "ANDRÉ"), ("utf-8", "Ķirsis")],
        [("iso-8859-2", "Wójcik"), ("utf-8", "林")],
        [("gbk", "王海峰"), ("windows-1251", "Чижов")],
        [("windows-1251", "Абациев"), ("gbk", "陈晓东")],
        [("shift_jis", "佐藤"), ("utf-8", "Абациев")],
        [("euc-kr", "김철수"), ("windows-1253", "Παπαδόπουλος")],
        [("windows-1255", "כהן"), ("big5", "陳志明")],
    ] {
        let bytes: Vec<u8> = games.iter().flat_map(|(label, name)| game(label, name)).collect();
        assert_eq!(whites(&bytes), games.map(|(_, name)| name), "{games:?}");
        // Without tags, moves that count from one again are another game.
        let comments = games.map(|(label, name)| in_encoding(label, &format!("1. c3-d4 {{{name}}} d6-c5 *\n\n")));
        let read: Vec<_> = read(comments.concat()).iter().map(|game| game.moves[0].comments()[0].to_owned()).collect();
        assert_eq!(read, games.map(|(_, name)| name), "{games:?}");
    }
    // UTF-16 before and after other encodings.
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let utf_16 = wide(&format!("\u{feff}{}", String::from_utf8(named("Абациев".as_bytes(), "25")).expect("text")));
    for others in ["utf-8", "windows-1251"] {
        let other = game(others, "Чижов");
        assert_eq!(whites(&[&utf_16[..], &other[..]].concat()), ["Абациев", "Чижов"], "{others}");
        assert_eq!(whites(&[&other[..], &utf_16[..]].concat()), ["Чижов", "Абациев"], "{others}");
    }
    // Words of one line.
    let mixed =
        [named("Абациев / ".as_bytes(), "25")[..25].to_vec(), in_encoding("windows-1251", "Чижов\"]\n1. c3-d4 *\n")];
    assert_eq!(whites(&mixed.concat()), ["Абациев / Чижов"]);
}

#[test]
fn a_character_of_utf_8_that_was_cut_spoils_nothing_else() {
    for (whole, kept) in [
        ("Иванов", "Ивано\u{fffd}"),
        ("Иванов П", "Иванов \u{fffd}"),
        ("Zoë Müller Bâ", "Zoë Müller B\u{fffd}"),
        ("Bérénice Café", "Bérénice Caf\u{fffd}"),
        ("José Pérez…", "José Pérez\u{fffd}"),
        ("Łódź Wrocł", "Łódź Wroc\u{fffd}"),
    ] {
        let bytes = &whole.as_bytes()[..whole.len() - 1];
        let mut games = Reader::new(&named(bytes, "25")[..]).map(|game| game.expect("in memory")).collect::<Vec<_>>();
        assert_eq!(games.remove(0).tags.get("White"), Some(kept));
    }
    // Only other lines are in UTF-8, or the file ends within a character.
    let file = [named("Жуков".as_bytes(), "25"), named(b"Caf\xc3", "25"), named("Ян".as_bytes(), "25")].concat();
    assert_eq!(whites(&file), ["Жуков", "Caf\u{fffd}", "Ян"]);
    let text = "[White \"Жуков\"]\n\n1. c3-d4 {так было луч".as_bytes();
    let written = read(&text[..text.len() - 1])[0].to_string();
    assert!(written.split_whitespace().any(|word| word.starts_with("лу\u{fffd}")), "{written}");
}

#[cfg(feature = "encodings")]
#[test]
fn the_encoding_can_be_chosen() {
    let name = |bytes: &[u8], label: &str| {
        let mut reader = Reader::in_encoding(bytes, Some(label.parse().expect("a label")));
        let game = reader.next().expect("a game").expect("it is in memory");
        assert!(reader.encodings().is_empty());
        game.tags.get("White").map(str::to_owned)
    };
    for (label, own) in [
        ("windows-1253", "Γεωργίου"),
        ("gbk", "林海峰"),
        ("shift_jis", "ソ表"),
        ("windows-1255", "לוי"),
        ("iso-2022-jp", "高橋"),
        ("windows-1251", "ИВАНОВ"),
        ("big5", "陳功"),
    ] {
        assert_eq!(name(&named(&in_encoding(label, own), "25"), label).as_deref(), Some(own), "{label}");
        // What is in UTF-8 stays so.
        if label != "iso-2022-jp" {
            assert_eq!(name(&named(own.as_bytes(), "25"), label).as_deref(), Some(own), "{label}");
        }
    }
    assert_eq!(name(&named(b"Andr\x82", "20"), "cp850").as_deref(), Some("André"));
    assert_eq!(name(&named(b"Andr\xe9", "20"), "utf-8").as_deref(), Some("Andr\u{fffd}"));
    let wide: Vec<u8> =
        String::from_utf8(named(b"Ann", "20")).expect("text").encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(name(&wide, "utf-16be").as_deref(), Some("Ann"));
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
fn odd_characters_of_positions_and_moves_are_read() {
    for text in [
        "W:W31,\u{200b}32:B1,2",
        "\u{feff}W:W31,32:\u{200d}B1,2\u{200e}",
        "W:W3\u{200d}1,3\u{2060}2:B1,2",
        "W:W31,\u{a0}32:\u{202f}B1,\u{3000}2",
        "\u{200f}W:W\u{200c}31,32\u{feff}:B1,2",
        "Ｗ：Ｗ３１，３２：Ｂ１，２",
        "W:W³¹,³²:B¹,₂",
        "W:W31\u{2013}32:B1\u{2014}2",
        "W:W31\u{ad}32:B1\u{2796}2",
        "W∶W31‚32∶B1、2",
        "“W:W31,32:B1,2”",
        "'W:W31,32:B1,2'",
        "［FEN “W:W31,32:B1,2”］",
        "W:W31,\u{ad}32:B\u{fe0f}1,2。",
    ] {
        let position = fen::parse(Variant::INTERNATIONAL, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(fen::write(&position), "W:W31,32:B1,2", "{text:?}");
    }
    assert_eq!(
        fen::parse(Variant::RUSSIAN, "Ｗ：ＷＫｄ４，ａ¹：Ｂｂ６"),
        fen::parse(Variant::RUSSIAN, "W:WKd4,a1:Bb6")
    );
    assert_eq!(fen::parse(Variant::RUSSIAN, "W:WКd4:Bb6"), fen::parse(Variant::RUSSIAN, "W:WKd4:Bb6"));
    let start = Variant::INTERNATIONAL.start();
    for text in [
        "32\u{200d}-28",
        "3\u{200b}2-28",
        "32\u{2011}28",
        "３２－２８",
        "³²⁻²⁸",
        "32\u{ad}28",
        "32\u{a0}–\u{a0}28",
        "32⸺28",
        "32ー28",
        "\u{202a}32-28\u{202c}",
        "32−28",
        "٣٢-٢٨",
        "32⁃28",
    ] {
        let mv = parse_move(&start, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(SpelledMove::new(&start, &mv).pdn(), "32-28", "{text:?}");
    }
    let text = fen::parse(Variant::INTERNATIONAL, "W:W28:B22").expect("a position");
    for cross in "x X × ✕ ✖ ⨯ х Х χ ｘ Ｘ ✗ ✘ ╳ ❌ ˣ : ∶ ： ⨉ ☓".split(' ') {
        assert!(parse_move(&text, &format!("28{cross}17")).is_ok(), "{cross}");
        let game = &read(format!("[FEN \"W:W28:B22\"]\n\n1. 28 {cross} 17 *"))[0];
        assert_eq!(game.replay(Variant::INTERNATIONAL).map(|game| game.moves().len()), Ok(1), "{cross}");
    }
    let hub = |text: &str| crownhead_rules::notation::hub::parse(Variant::ENGLISH, text);
    let plain = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    for text in [
        format!("\u{feff}{plain}"),
        plain.replacen("be", "b\u{200b}e", 1),
        plain.replace('w', "ｗ"),
        format!("{plain}\u{200f}"),
    ] {
        assert_eq!(hub(&text), hub(plain), "{text:?}");
    }
}

#[test]
fn odd_characters_among_moves_are_read() {
    for text in [
        "1. 11\u{200d}-15 23-19 *",
        "1. 1\u{200d}1-15 2\u{2060}3-19 *",
        "１．１１－１５　２３－１９　＊",
        "1. 11‑15 23⁃19 *",
        "1. ¹¹-¹⁵ ²³-¹⁹ *",
        "1.\u{202f}11—15\u{3000}23―19 *",
        "1. 11-15\u{fe0f} 23-19\u{200e}\u{200f} *",
        "1. 11-\u{ad}15 23\u{ad}-19 *",
        "1. 11-15 {11\u{200d}15} 23-19 *",
        "[White \"a\u{200c}b\"]\n\u{2066}1. 11-15 23-19\u{2069} *",
        "[White \"a\"] １．１１－１５ {１} ２３－１９ ; ２\n*",
    ] {
        let games = read(text);
        assert_eq!((games.len(), games[0].fault()), (1, None), "{text:?}");
        assert_eq!(moves(Variant::ENGLISH, &games[0]), "11-15 23-19", "{text:?}");
    }
    // A small digit behind a square is the number of a note, and texts stay as they are.
    let text = "[White \"Ａ²\u{200d}\"]\n\n1. 11-15¹ {№ ２ \u{200c}x} 23-19 *\n\n";
    let game = &read(text)[0];
    assert_eq!(moves(Variant::ENGLISH, game), "11-15 23-19");
    assert_eq!((game.tags.get("White"), game.moves[0].comments()), (Some("Ａ²\u{200d}"), vec!["№ ２ \u{200c}x"]));
    assert!(
        game.to_string().contains("[White \"Ａ²\u{200d}\"]") && game.to_string().contains("11-15 ¹ {№ ２ \u{200c}x}")
    );
    let letters = &read("1. ｃ３－ｄ４ ｂ６－ｃ５ 2. d⁴×b⁶ a⁷:c⁵ *")[0];
    assert_eq!(moves(Variant::RUSSIAN, letters), EXCHANGE);
}

#[test]
fn tags_that_are_not_as_they_should_be_are_read() {
    for tag in [
        "[FEN “W:W31:B1”]",
        "[FEN „W:W31:B1“]",
        "[FEN 'W:W31:B1']",
        "[FEN ‘W:W31:B1’]",
        "[FEN «W:W31:B1»]",
        "[FEN ''W:W31:B1'']",
        "[FEN &quot;W:W31:B1&quot;]",
        "[FEN W:W31:B1]",
        "[FEN=\"W:W31:B1\"]",
        "[FEN = W:W31:B1]",
        "[FEN: \"W:W31:B1\"]",
        "[FEN:W:W31:B1]",
        "[FEN \"W:W31:B1\"",
        "[FEN W:W31:B1",
        "[FEN \"W:W31:B1]",
        "[FEN W:W31:B1\"]",
        "[FEN “W:W31:B1\"]",
        "[fen “W:W31:B1”]",
        "[ Fen 'W:W31:B1' ]",
        "[White \"a\"] [FEN “W:W31:B1”] [Black 'b']",
        "[White \"a\" [FEN \"W:W31:B1\"]",
        "[SetUp \"1\"] [FEN W:W31:B1]",
        "［FEN ＂W:W31:B1＂］",
        "[FEN \"[FEN “W:W31:B1”]\"]",
    ] {
        let text = format!("{tag}\n\n1. 31-27 1-7 *\n");
        let games = read(&text);
        assert_eq!((games.len(), games[0].fault()), (1, None), "{tag}");
        assert_eq!(moves(Variant::INTERNATIONAL, &games[0]), "31-27 1-7", "{tag}");
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(squeezed(&games[0].to_string()), squeezed(&text), "{tag}");
        assert_eq!(read(games[0].to_string())[0].to_string(), games[0].to_string(), "{tag}");
    }
    for (tag, variant) in [
        ("[GAMETYPE “25”]", Variant::RUSSIAN),
        ("[gametype: 26,W,8,8,A0,0]", Variant::BRAZILIAN),
        ("[GameType=22]", Variant::ITALIAN),
        ("[Variant 'Frysk!']", Variant::FRYSK),
        ("[Variant \"Frysk damjen\"]", Variant::FRISIAN),
        ("[Variant \"Internationaal dammen\"]", Variant::INTERNATIONAL),
        ("[Variant \"Warcaby rosyjskie\"]", Variant::RUSSIAN),
        ("[Variant \"Dames brésiliennes\"]", Variant::BRAZILIAN),
        ("[variant «thai»", Variant::THAI),
    ] {
        assert_eq!(read(format!("{tag}\n*"))[0].variant(), Ok(Some(variant)), "{tag}");
    }
    for (tag, value) in
        [("[Event Cup [2019]]", "Cup [2019]"), ("[Event 'Tom's cup']", "Tom's cup"), ("[Site \"C:\\\" ]", "C:\\")]
    {
        let game = &read(format!("{tag}\n\n1. 31-27 *"))[0];
        assert!(game.tags.iter().any(|(_, own)| own == value), "{tag}: {game}");
    }
}

#[test]
fn a_tag_that_cannot_be_read_is_the_fault() {
    for tag in ["[FEN]", "[FEN", "[FEN =]", "[the position]", "[%eval 1]", "[\"FEN\" W:W31:B1]", "[SetUp]", "[1]"] {
        let game = &read(format!("{tag}\n\n1. 31-27 1-7 *\n"))[0];
        let errors = [
            game.start(Variant::INTERNATIONAL).expect_err(tag).to_string(),
            game.replay(Variant::INTERNATIONAL).expect_err(tag).to_string(),
            game.replay_to_fault(Variant::INTERNATIONAL).expect_err(tag).to_string(),
        ];
        let expected = format!("game 1, line 1: {tag:?} is not a tag: expected [Name \"value\"]");
        assert_eq!(errors, [&expected[..]; 3]);
        assert!(game.to_string().contains(tag), "{game}");
    }
    // Among moves, words in brackets are no tag.
    for text in ["1. 32-28 [Black resigned] *", "1. 32-28 19-23 [White: lost]"] {
        let games = read(text);
        assert!(games.len() == 1 && games[0].fault().is_some(), "{text}");
    }
}

#[test]
fn positions_without_an_empty_line_between_are_as_many_problems() {
    let (one, two) = ("[FEN \"W:W31:B1\"]", "[FEN \"B:W32:B2\"]");
    for (text, count) in [
        (format!("{one}\n{two}\n"), 2),
        (format!("{one} {two}"), 2),
        (format!("{one}\n{two}\n{one}\n"), 3),
        (format!("[Event \"a\"]\n{one}\n[Event \"b\"]\n{two}\n"), 2),
        (format!("{one}\n[White \"a\"]\n{two}\n[White \"b\"]\n"), 2),
        ("[FEN W:W31:B1]\n[FEN B:W32:B2]\n".to_owned(), 2),
        (format!("[White \"a\"]\n{one}\n[White \"a\"]\n{one}\n"), 2),
        (format!("{one}\n{one}\n1. 31-27 *"), 1),
        (format!("{one}\n1. 31-27 *\n{two}\n1... 2-7 *"), 2),
        ("[Event \"a\"]\n[Event \"b\"]\n1. 32-28 *".to_owned(), 1),
    ] {
        let games = read(&text);
        assert_eq!(games.len(), count, "{text}");
        let written: String = games.iter().map(PdnGame::to_string).collect();
        assert_eq!(read(&written).len(), count, "{written}");
        assert_eq!(written.split_whitespace().collect::<String>(), text.split_whitespace().collect::<String>());
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
        ("1.0-0.0", Some(PdnResult::FirstWins)),
        ("2.0 - 0.0", Some(PdnResult::FirstWins)),
        ("0,0-1,0", Some(PdnResult::SecondWins)),
        ("1.0-1.0", Some(PdnResult::Draw)),
        ("0.50-0.50", Some(PdnResult::Draw)),
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
        ("1. 32-28 -- *", 1),
    ] {
        let games = read(text);
        let Replay { game, fault } = games[0].replay_to_fault(Variant::INTERNATIONAL).expect("the start is right");
        assert_eq!((game.moves().len(), games[0].fault()), (plies, None), "{text}");
        // Moves behind a null move are told.
        let is_cut = games[0].moves[plies..].iter().any(|mv| !mv.is_null());
        assert_eq!(fault.is_some_and(|fault| fault.to_string().contains("is not a move")), is_cut, "{text}");
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
        let Replay { game, fault } = game.replay_to_fault(Variant::INTERNATIONAL).expect("the start is right");
        assert!(fault.is_some() && game.moves().len() == 1 + usize::from(text.contains("19-23")), "{text}");
    }
    // The position that there is, or one after the last move, is a diagram.
    for text in
        ["[FEN \"W:W31:B1\"] 1. 31-27 /FEN \"B:W27:B1\"/ 1-7 *", "[FEN \"W:W31:B1\"] 1. 31-27 1-7 /FEN \"W:W40:B2\"/ *"]
    {
        let replayed = only(text).replay(Variant::INTERNATIONAL).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(replayed.moves().len(), 2, "{text}");
    }
    let error = read("1. 32-28 /FEN \"W:W31:B1\"/ 32-27 *")[0].stretches(Variant::INTERNATIONAL).expect_err("none");
    assert_eq!(
        error.to_string(),
        "game 1, line 1: ply 2: 32-27 is not a legal move of White in international: expected 31-27"
    );
}

#[test]
fn a_position_stands_in_the_text() {
    for text in [
        "[SetUp \"W:W31,32:B1,2\"]\n\n1. 31-27 1-6 *",
        "[SetUp \"1\"]\nW:W31,32:B1,2\n\n1. 31-27 1-6 *",
        "[SetUp \"FEN\"]\nW:W31,32:B1,2\n\n1. 31-27 1-6 *",
        "[Event \"x\"]\n[SetUp \"1\"]\n\nFEN: W:W31,32:B1,2\n1. 31-27 1-6 *",
        "W:W31,32:B1,2\n1. 31-27 1-6 *",
        "W:W31,32:B1,2\n\n31-27 1-6",
        "Position: W:W31,32:B1,2\n1. 31-27 1-6 *",
        "Stand: W:W31,32:B1,2. 1. 31-27 1-6 *",
        "Stelling 12 W:W31,32:B1,2 Wit wint.\n1. 31-27 1-6 *",
        "[White \"a\"]\n\n?:W31,32:B1,2 1. 31-27 1-6 2-0",
        "White: 31, 32; Black: 1, 2; White to move\n1. 31-27 1-6 *",
        "White: 31, 32\nBlack: 1, 2\nWhite to move\n\n1. 31-27 1-6 *",
        "Wit: 31, 32\nZwart: 1, 2\n1. 31-27 1-6 *",
        "Opgave 3. Wit: 31, 32; zwart: 1, 2.\n\n1. 31-27 1-6 *",
        "Белые: 31, 32.\nЧёрные: 1, 2.\nХод белых.\n1. 31-27 1-6 *",
        "[FEN \"Wit 31, 32; zwart 1, 2; wit speelt en wint\"]\n\n1. 31-27 1-6 *",
        "[FEN \"W%3AW31%2C32%3AB1%2C2\"]\n\n1. 31-27 1-6 *",
        "{[FEN \"W:W31,32:B1,2\"]} 1. 31-27 1-6 *",
        "[White \"a\"]\n\n{[SetUp \"1\"] [FEN \"W:W31,32:B1,2\"]} 1. 31-27 1-6 *",
        "; FEN: W:W31,32:B1,2\n1. 31-27 1-6 *",
        "{Stelling uit een partij: wit 31, 32; zwart 1, 2} 1. 31-27 1-6 *",
        "{Белые: 31, 32. Чёрные: 1, 2. Ход белых} 31-27 1-6",
        "2 x 2: Wit: 31, 32 Zwart: 1, 2\n1. 31-27 1-6 *",
        "2x2:\nWit: 31, 32\nZwart: 1, 2\n1. 31-27 1-6 *",
        "Opgave 3. 2 tegen 2: Wit: 31, 32; zwart: 1, 2.\n1. 31-27 1-6 *",
        "(2 × 2) W: 31, 32 Z: 1, 2. 1. 31-27 1-6 *",
        "2 на 2: Белые: 31, 32; Чёрные: 1, 2. 1. 31-27 1-6 *",
        "Stand na 40 zetten: W: 31, 32 Z: 1, 2\n1. 31-27 1-6 *",
        "Stellung nach dem 40. Zug: W: 31, 32 S: 1, 2\n1. 31-27 1-6 *",
        "Posición tras 40 jugadas: B: 31, 32 N: 1, 2\n1. 31-27 1-6 *",
        "Pozice: B: 31, 32 Č: 1, 2\n1. 31-27 1-6 *",
        "Б: 31, 32 Ч: 1, 2\n1. 31-27 1-6 *",
        "W: 31, 32\nZ: 1, 2\n1. 31-27 1-6 *",
        "Diagram 1\nB: 31, 32\nN: 1, 2\n\n1. 31-27 1-6 *",
        "Б: 31, 32\nЧ: 1, 2\n1. 31-27 1-6 *",
    ] {
        let game = only(text);
        let replayed = game.replay(Variant::INTERNATIONAL).unwrap_or_else(|error| panic!("{text}: {error}"));
        let start = replayed.positions().next().map(fen::write);
        assert_eq!((start.as_deref(), replayed.moves().len()), (Some("W:W31,32:B1,2"), 2), "{text}");
    }
    for (text, positions) in [
        ("W:W31:B1\n\nW:W32:B1\n\nW:W33:B1", 3),
        ("W:W31:B1\nW:W32:B1\n", 2),
        ("Problem 1\nW:W31:B1\n1. 31-27 1-1\n\nProblem 2\nB:W32:B1\n1. ... 1-6 *", 2),
        ("Wit: 31, 32\nZwart: 1\n1. 31-27\n\nWit: 31, 33\nZwart: 1\n1. 31-27", 2),
        ("1. 32-28 19-23\n\nProblem 2: W:W31:B1\n1. 31-27 *", 2),
        ("White: Jansen\nBlack: De Vries\n1. 32-28 19-23 *", 1),
        ("1. 32-28 19-23 W:W31:B1 2. 31-27 *", 1),
        // What a comment tells of another position changes nothing.
        ("{Later W:W31:B1 came} 1. 32-28 19-23 *", 1),
    ] {
        let games = read(text);
        assert_eq!(games.len(), positions, "{text}");
        assert!(games.iter().all(|game| game.stretches(Variant::INTERNATIONAL).is_ok()), "{text}");
    }
    let error = read("W:W31,99x:B1,2\n1. 31-27 *")[0].replay(Variant::INTERNATIONAL).expect_err("99x is none");
    assert!(error.to_string().contains("\"99x\" is not a square"), "{error}");
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
fn a_position_has_letters_of_the_sides_in_russian() {
    for text in ["Б:Бc3,e3:Чa5", "б:бc3,e3:чa5", "Б:Бc3,Бe3:Чa5", "Белые: c3, e3; чёрные: a5. Ход белых"]
    {
        let position = fen::parse(Variant::RUSSIAN, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen::write(&position), "W:W22,23:B13", "{text}");
    }
    // A piece of each side is a position, if it is no score.
    for text in ["Белые: c3; чёрные: a5", "White c3, Black a5", "Wit: dam c3; Zwart: a5"] {
        assert!(fen::parse(Variant::RUSSIAN, text).is_ok(), "{text}");
    }
    assert!(fen::parse(Variant::RUSSIAN, "White 12, Black 8").is_err());
    assert_eq!(games_of(Variant::RUSSIAN, "Белые c3-d4, чёрные b6-c5"), ["22-18 9-14"]);
}

#[test]
fn a_fault_of_a_position_is_named_as_it_is_written() {
    for (text, token) in [
        ("Городская", "\"Городская\" is not a side to move"),
        ("Хорда:W22:B1", "\"Хорда\" is not a side to move"),
        ("W:W22:Корова", "\"Корова\" is not a list of pieces"),
        ("W:W２２，хвост:B1", "\"хвост\" is not a square"),
        ("W:W“22”:B1", "\"“22”\" is not a square"),
        ("W:W９９:B1", "square ９９ is not on the board"),
        ("W:W30—22:B1", "the range 30—22 runs backward"),
        ("W:W21，2２:B22", "square 22 is listed twice"),
        ("κ\u{200b}χ:W22:B1", "\"κ\\u{200b}χ\" is not a side to move"),
        ("ход белых ".repeat(9).trim(), "\"ход белых ход белых ход белых ход белых ...\" is not a side to move"),
    ] {
        let error = fen::parse(Variant::RUSSIAN, text).expect_err(text).to_string();
        assert!(error.starts_with(token), "{text}: {error}");
    }
}

#[test]
fn a_position_string_of_hub_is_a_position() {
    let kings = format!("Wb{}B{}wW{} W32-2 B20-1", "e".repeat(18), "e".repeat(10), "e".repeat(18));
    for (variant, text, fen) in [
        (Variant::INTERNATIONAL, "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww", "W:W31-50:B1-20"),
        (Variant::ENGLISH, "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "B:W21-32:B1-12"),
        (Variant::RUSSIAN, " Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\n", "W:W21-32:B1-12"),
        (Variant::ENGLISH, &format!("\"WB{}W\"", "e".repeat(30)), "W:WK32:BK1"),
        (Variant::FRISIAN, &kings, "W:W31,K32:B1,K20:+2+1"),
    ] {
        let expected = fen::parse(variant, fen).map(|position| fen::write(&position));
        assert_eq!(fen::parse(variant, text).map(|position| fen::write(&position)), expected, "{text}");
    }
    let short =
        fen::parse(Variant::INTERNATIONAL, "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww").expect_err("it is of 32 squares");
    assert_eq!(short.to_string(), "a position string of 33 characters: expected 51, the side to move and every square");
}

#[test]
fn a_position_is_found_in_a_line() {
    let place = |line: &str| fen::find(line, |text| fen::parse(Variant::INTERNATIONAL, text).is_ok());
    for (line, found) in [
        ("W:W28,29:B1", Some("W:W28,29:B1")),
        ("12. W:W28,29:B1", Some("W:W28,29:B1")),
        ("x,W:W28,29:B1,2,y", Some("W:W28,29:B1,2")),
        ("a z : W : W 28, 29 : B 1 to win", Some("W : W 28, 29 : B 1")),
        ("no: ?:W28:BK1 id \"x\";", Some("?:W28:BK1")),
        ("Ending B: W:W28:B1", Some("W:W28:B1")),
        ("x W:W28:B99 y; z", Some("W:W28:B99 y")),
        ("32-28 19-23", None),
        ("", None),
    ] {
        assert_eq!(place(line).map(|place| &line[place]), found, "{line}");
    }
    let long = "W:".repeat(1 << 16);
    assert_eq!(place(&long), Some(0..long.len()));
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
        ("Brancas: Silva\nPretas: Souza\n\n1. c3-d4 f6-e5", Variant::BRAZILIAN),
        ("1. c3-d4 f6-e5 As pretas abandonam", Variant::BRAZILIAN),
        ("1. c3-d4 f6-e5 {o melhor lance}", Variant::BRAZILIAN),
        ("1. c3-d4 f6-e5 {die beste Chance}", Variant::RUSSIAN),
        ("Blancas: Silva\nNegras: Souza\n\n1. c3-d4 f6-e5", Variant::RUSSIAN),
        ("[FEN \"W:W43-72:B1-30\"] *", Variant::CANADIAN),
        ("[FEN \"W:W31-50:B1-20\"] *", Variant::INTERNATIONAL),
        ("[FEN \"W:Wa1,c1,e1:Bb8,d8\"] *", Variant::RUSSIAN),
        ("[FEN \"W:WK4,30:B1,9\"] *", Variant::ENGLISH),
        ("[FEN \"W:W46,47,48,49,50:B1,2,3,4,5\"] 1. 46-41 *", Variant::FRYSK),
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
    assert!(!guess.fits && guess.to_string().starts_with("no game fits"), "{guess}");
}

#[test]
fn an_event_tells_its_game() {
    for (event, moves, variant) in [
        ("Russian draughts championship", "1. c3-d4 d6-c5", Variant::RUSSIAN),
        ("Чемпионат по русским шашкам", "1. c3-d4 d6-c5", Variant::RUSSIAN),
        ("Чемпионат мира по бразильским шашкам", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        ("Brazilian draughts open", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        ("Pool checkers association", "1. 11-15 23-19", Variant::POOL),
        ("NK Fries dammen", "1. 32-28 19-23", Variant::FRISIAN),
        ("Killer", "1. 32-28 19-23", Variant::KILLER),
        ("Killerdammen 2019", "1. 32-28 19-23", Variant::KILLER),
        ("Breakthrough", "1. 32-28 19-23", Variant::BREAKTHROUGH),
        ("Frisian draughts world championship 2018", "1. 32-28 19-23", Variant::FRISIAN),
        ("Бразильские шашки. Чемпионат мира 1989.", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        // A country is no game, and neither is a game in which the moves cannot be played.
        ("Brazilian open", "1. c3-d4 d6-c5", Variant::RUSSIAN),
        ("Russian draughts championship", "1. 32-28 19-23 2. 28x19 14x23 3. 37-32", Variant::INTERNATIONAL),
        ("MČR v české dámě", "1. c3-d4 d6-c5", Variant::CZECH),
        ("Mistrovství republiky, česká dáma", "1. c3-d4 d6-c5", Variant::CZECH),
        ("Liga české dámy 2024", "1. c3-d4 d6-c5", Variant::CZECH),
        ("NK Frysk dammen", "1. 48-43 3-8", Variant::FRYSK),
        ("Frysk! 2024", "1. 48-43 3-8", Variant::FRYSK),
        ("Toernooi Frysk! Ljouwert", "1. 48-43 3-8", Variant::FRYSK),
        ("Fries dammen", "1. 32-28 19-23", Variant::FRISIAN),
        ("NK Friese dammen", "1. 32-28 19-23", Variant::FRISIAN),
        ("Mistrzostwa: warcaby rosyjskie", "1. c3-d4 d6-c5", Variant::RUSSIAN),
        ("Campeonato Brasileiro de Damas 64", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        ("Copa do Brasil de damas", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        ("Чемпионат Бразилии по шашкам-64", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        ("Чемпионат России по бразильским шашкам", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        ("Чемпионат мира, Бразилия, шашки-64", "1. c3-d4 d6-c5", Variant::RUSSIAN),
        ("Mistrovství ČR v dámě", "1. c3-d4 d6-c5", Variant::CZECH),
        ("Čechy: liga v dámě", "1. c3-d4 d6-c5", Variant::CZECH),
        ("Giveaway club night", "1. 11-15 23-19", Variant::GIVEAWAY),
        ("Jamaica Pool Checkers", "1. c3-d4 d6-c5", Variant::JAMAICAN),
        ("Zimbabwe Pool Checkers Championship", "1. c3-d4 d6-c5", Variant::UNIFIED),
    ] {
        assert_eq!(guessed(&format!("[Event \"{event}\"]\n\n{moves} *")).0, variant, "{event}");
        assert_eq!(guessed(&format!("[Site \"{event}\"]\n\n{moves} *")).0, variant, "{event}");
    }
}

/// So does what stands above the moves.
#[test]
fn a_heading_tells_its_game() {
    for (heading, moves, variant) in [
        ("Fries dammen, Franeker 2014", "1. 32-28 19-23", Variant::FRISIAN),
        ("Бразильские шашки. Чемпионат мира 1989.", "1. c3-d4 d6-c5", Variant::BRAZILIAN),
        ("Killer checkers at the club\nJansen - Bakker", "1. 32-28 19-23", Variant::KILLER),
        ("A killer move by Jansen", "1. 32-28 19-23", Variant::INTERNATIONAL),
        ("Clubavond Fries Leeuwarden", "1. 32-28 19-23", Variant::INTERNATIONAL),
    ] {
        assert_eq!(guessed(&format!("{heading}\n\n{moves}\n")).0, variant, "{heading}");
    }
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

fn guessed_position(fen: &str) -> (Variant, bool) {
    let guess = Guesser::preferring(Some(Variant::ENGLISH)).guess_position(Some(fen), &[]);
    (guess.variant, guess.fits)
}

#[test]
fn what_follows_the_pieces_is_not_a_square() {
    for tail in ["", ":H0", ":F1", ":H0:F1", ":H0:F12", ":H12:F34", ":h3:f7", ":F2:H1", " :H0 : F1", ":H0:F1."] {
        for (fen, variant) in [
            ("W:W28,31:B12,19", Variant::ENGLISH),
            ("B:W24,K2:BK31,7", Variant::ENGLISH),
            ("W:W31-50:B1-20", Variant::INTERNATIONAL),
            ("B:W46:BK6,7", Variant::INTERNATIONAL),
            ("W:W43-72:B1-30", Variant::CANADIAN),
            ("W:Wa1,c3:Bb8,Kd8", Variant::RUSSIAN),
        ] {
            assert_eq!(guessed_position(&format!("{fen}{tail}")), (variant, true), "{fen}{tail}");
        }
    }
    for (fen, variant) in [
        ("W:W31-50:B1-20:H0:F1:+0+0", Variant::FRISIAN),
        ("W:W28,31:B12,19:H0:F1:+1+0", Variant::FRISIAN),
        ("B:WK28,31:BK12,19:H4:F40:+2+0", Variant::FRISIAN),
        ("W:WK46,K47,31:BK5:+246+3", Variant::FRISIAN),
        ("W:W46-50:B1-5:H0:F1:+0+0", Variant::FRYSK),
    ] {
        assert_eq!(guessed_position(fen), (variant, true), "{fen}");
        let (variant_of_game, fits, _) = guessed(&format!("[FEN \"{fen}\"] *"));
        assert_eq!((variant_of_game, fits), (variant, true), "{fen}");
    }
}

#[test]
fn the_letters_of_a_position_tell_its_game() {
    for (fen, variant) in [
        // `b`, `g` and `k` stand for other things too.
        ("W:Wb2:Bg7", Variant::RUSSIAN),
        ("W:WB2:BG7", Variant::RUSSIAN),
        ("W:WKb2:BKg7", Variant::RUSSIAN),
        ("B:Wb4:Bb6,g5", Variant::RUSSIAN),
        ("W:Wg3:B", Variant::RUSSIAN),
        ("b:wb2:bg7", Variant::RUSSIAN),
        ("W:Wb2-d2:Bg7", Variant::RUSSIAN),
        ("W:WG3:BB6", Variant::RUSSIAN),
        // Only on a mirrored board.
        ("W:Wb1,d1:Bg8", Variant::ITALIAN),
        ("W:Wb3:Bg6", Variant::ITALIAN),
        ("W:Wb1,b2:Bg8,g7", Variant::TURKISH),
        ("W:Wa3-h2:Ba7-h6", Variant::TURKISH),
        // Numbers, with a side in lower case, or a ghost.
        ("b:w21,22:b1,2", Variant::ENGLISH),
        ("b:wk32,31:b2,k1", Variant::ENGLISH),
        ("W:W31,G22:B1,2", Variant::ENGLISH),
        ("W:W31,WG22:B1,2", Variant::ENGLISH),
        ("W:WGc3,e3:Bd6,Pb8", Variant::RUSSIAN),
        ("W:Wd4:Bd8", Variant::RUSSIAN),
        ("W:WD4:BD8", Variant::RUSSIAN),
        ("W:WDh8,d4:Bd6,Df2", Variant::RUSSIAN),
        ("W:WD45,31:B1,D2", Variant::INTERNATIONAL),
        ("W:W31,33:B1,BG2", Variant::INTERNATIONAL),
    ] {
        assert_eq!(guessed_position(fen), (variant, true), "{fen}");
    }
    // On twelve columns, `k` is one of them.
    let position = fen::parse(Variant::CANADIAN, "W:Wk1,Kc1:Bb12").map(|position| fen::write(&position));
    assert_eq!(position.as_deref(), Ok("W:WK68,72:B1"));
}

#[test]
fn a_start_position_tells_its_game() {
    for (fen, variant) in [
        ("W:W41-56:B9-24", Variant::TURKISH),
        ("B:W41-56:B9-24", Variant::TURKISH),
        (
            "W:W41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56:B9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24:H0:F1",
            Variant::TURKISH,
        ),
        ("B:W33,42-56:B9-24", Variant::TURKISH),
        ("W:W33,42-48,50-56:B9-16,18-24,25", Variant::TURKISH),
        ("W:W43-72:B1-30", Variant::CANADIAN),
        ("W:W46-50:B1-5", Variant::FRYSK),
        ("B:W25-32:B1-8", Variant::THAI),
        ("B:W21-32:B1-12", Variant::ENGLISH),
        ("B:W28,31,33-50:B1-20", Variant::INTERNATIONAL),
        ("W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6", Variant::RUSSIAN),
    ] {
        assert_eq!(guessed_position(fen), (variant, true), "{fen}");
    }
    // Even after positions of another game.
    let mut guesser = Guesser::preferring(Some(Variant::ENGLISH));
    guesser.learn_position("W:W43-72:B1-30");
    assert_eq!(guesser.guess_position(Some("W:W41-56:B9-24"), &[]).variant, Variant::TURKISH);
}

#[test]
fn men_keep_their_side_whoever_moves_first() {
    for (text, variant, first, side) in [
        ("[GameType \"21\"] 1. 11-15 22-18", Variant::ENGLISH, "11-15", Side::Black),
        ("[GameType \"21,W\"] 1. 11-15 22-18", Variant::ENGLISH, "11-15", Side::Black),
        ("[GameType \"21\"] 1. 22-18 11-15", Variant::ENGLISH, "22-18", Side::White),
        ("[GameType \"21,W\"] 1. 22-18 11-15", Variant::ENGLISH, "22-18", Side::White),
        ("[GameType \"21,W,8,8,N2,0\"] 1. 22-18 11-15", Variant::ENGLISH, "22-18", Side::White),
        ("[GameType \"21,W,8,8,N1,0\"] 1. 24-19 11-15 2. 28-24", Variant::ENGLISH, "24-19", Side::White),
        ("[GameType \"21,W,8,8,A0,0\"] 1. c3-d4 f6-g5", Variant::ENGLISH, "22-18", Side::White),
        ("[Variant \"giveaway\"] 1. 21-17 9-13", Variant::GIVEAWAY, "21-17", Side::White),
        ("[Variant \"American checkers\"] [GameType \"23\"] 1. 22-18 11-15", Variant::ENGLISH, "22-18", Side::White),
        ("[Variant \"American Pool\"] 1. 22-18 11-15", Variant::POOL, "22-18", Side::White),
        // Black begins, so the numbers are those of the other end.
        ("[GameType \"21,B\"] 1. 22-18 11-15", Variant::ENGLISH, "11-15", Side::Black),
        ("[GameType \"21,B,8,8,N2,0\"] 1. 22-18 11-15", Variant::ENGLISH, "11-15", Side::Black),
        ("[GameType \"20,B\"] 1. 19-23 32-28", Variant::INTERNATIONAL, "19-23", Side::Black),
        ("[GameType \"20\"] 1. 19-23 32-28", Variant::INTERNATIONAL, "32-28", Side::White),
        ("[GameType \"31\"] 1. 8-12 25-21", Variant::THAI, "8-12", Side::Black),
    ] {
        let game = only(text);
        assert_eq!(game.variant(), Ok(Some(variant)), "{text}");
        let played = game.replay(variant).unwrap_or_else(|error| panic!("{text}: {error}"));
        let begins = played.positions().next().expect("a position").side();
        assert_eq!((moves(variant, &game).split(' ').next(), begins), (Some(first), side), "{text}");
        assert_eq!(game.first_side(variant), side, "{text}");
        assert_eq!(game.start(variant).map(|start| start.side()), Ok(side), "{text}");
    }
    let oddities = |text: &str, variant| {
        let oddities = only(text).oddities(variant);
        oddities.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    for (text, variant, expected) in [
        ("[GameType \"21\"] 1. 11-15 22-18", Variant::ENGLISH, ""),
        ("[GameType \"21\"] 1. 22-18 11-15", Variant::ENGLISH, "White moves first, though Black does in english"),
        ("[GameType \"21,W\"] 1. 22-18 11-15", Variant::ENGLISH, "White moves first, though Black does in english"),
        ("[GameType \"21,W\"] 1. 11-15 22-18", Variant::ENGLISH, "Black moves first, though its GameType says W"),
        (
            "[GameType \"21,B\"] 1. 22-18 11-15",
            Variant::ENGLISH,
            "read with square 1 at the lower right of White, since only so its moves are legal",
        ),
        ("[GameType \"21,B,8,8,N2,0\"] 1. 22-18 11-15", Variant::ENGLISH, ""),
        (
            "[GameType \"25\"] 1. 10-14 21-18",
            Variant::RUSSIAN,
            "read with square 1 at the lower left of White, since only so its moves are legal",
        ),
        ("[GameType \"25\"] 1. 22-18 9-14", Variant::RUSSIAN, ""),
        (
            "[Variant \"Standard\"] [GameType \"25\"] 1. c3-d4 f6-e5",
            Variant::RUSSIAN,
            "Variant \"Standard\" and GameType \"25\" name different games: read as russian",
        ),
    ] {
        assert_eq!(oddities(text, variant), expected, "{text}");
    }
    // `1-0` is a win of the side that moves first.
    for (text, winner) in [
        ("[GameType \"21\"] 1. 11-15 22-18 1-0", Side::Black),
        ("[GameType \"21\"] 1. 22-18 11-15 1-0", Side::White),
        ("[GameType \"21,W\"] 1. 22-18 11-15 0-1", Side::Black),
        ("[GameType \"21,B\"] 1. 22-18 11-15 1-0", Side::Black),
        ("[GameType \"21\"] [FEN \"W:W22:B11\"] 1. 22-18 11-15 0-1", Side::White),
    ] {
        assert_eq!(only(text).winner(Variant::ENGLISH), Some(winner), "{text}");
    }
}

#[test]
fn the_moves_decide_between_tags() {
    let of = |text: &str| only(text).variant().unwrap_or_else(|error| panic!("{text}: {error}"));
    for (text, variant) in [
        ("[GameType \"23\"] 1. 21-17 12-16", Variant::UNIFIED),
        ("[GameType \"23\"] 1. 11-15 22-18", Variant::POOL),
        ("[GameType \"23,W\"] 1. 22-18 9-14", Variant::UNIFIED),
        ("[GameType \"23\"] 1. c3-b4 h6-g5", Variant::UNIFIED),
        ("[Variant \"Pool checkers\"] [GameType \"23\"] 1. 21-17 12-16", Variant::POOL),
        ("[Variant \"Standard\"] [GameType \"25\"] 1. c3-d4 f6-e5", Variant::RUSSIAN),
        ("[Variant \"Standard\"] [GameType \"25\"] 1. 32-28 19-23", Variant::INTERNATIONAL),
        ("[Variant \"Russian\"] [GameType \"20\"] 1. 32-28 19-23", Variant::INTERNATIONAL),
        ("[Variant \"English\"] [GameType \"20\"] 1. 11-15 23-19", Variant::ENGLISH),
        ("[Variant \"English\"] [GameType \"27\"] 1. 43-37 30-36", Variant::CANADIAN),
        ("[Variant \"Italian\"] [GameType \"30\"] 1. a3-a4 a6-a5", Variant::TURKISH),
        ("[Variant \"International\"] [GameType \"25\"] [FEN \"W:W21:B12\"] 1. a3-b4", Variant::RUSSIAN),
        ("[Variant \"Draughts\"] [GameType \"26\"] 1. c3-d4", Variant::BRAZILIAN),
    ] {
        assert_eq!(of(text), Some(variant), "{text}");
    }
    assert_eq!(of("[Variant \"Draughts\"] 1. 32-28 19-23"), None);
    // No name of a game.
    assert!(only("[Variant \"chess\"] 1. 32-28").variant().is_err());
}

#[test]
fn games_have_many_names() {
    for (variant, names) in [
        (
            Variant::ENGLISH,
            "English|english draughts|American Checkers|American/English|Checkers|Anglo-American|STRAIGHT CHECKERS",
        ),
        (
            Variant::GIVEAWAY,
            "Giveaway|give-away checkers|Suicide checkers|Losing checkers|Anti-checkers|Misère checkers|anti-english",
        ),
        (
            Variant::INTERNATIONAL,
            "Standard|From Position|International Draughts|international_draughts|Polish draughts|International 10x10|Draughts-International|Standard (international) checkers|Dames internationales|Международные шашки",
        ),
        (Variant::LOSING, "Antidraughts|Anti-draughts|anti draughts|Losing draughts"),
        (Variant::FRISIAN, "Frisian|Frisian Draughts|FRISIAN-DRAUGHTS|Fries dammen|Frisian 10x10"),
        (Variant::FRYSK, "Frysk!|Frysk|frysk draughts"),
        (Variant::KILLER, "Killer|Killer draughts|killer-draughts"),
        (Variant::BREAKTHROUGH, "Breakthrough|break-through draughts|BT"),
        (Variant::RUSSIAN, "Russian|Russian checkers|Russian (64)|Shashki|Russian shashki|Русские шашки|РУССКИЕ"),
        (
            Variant::ANTIRUSSIAN,
            "Poddavki|Anti-Russian|Russian giveaway|Giveaway (Russian)|поддавки|Losing Russian draughts",
        ),
        (Variant::BRAZILIAN, "Brazilian|Brazilian draughts 8x8|Damas brasileiras|brasilian|Бразильские шашки"),
        (
            Variant::POOL,
            "Pool|Pool checkers|American Pool|american-pool checkers|AMERICAN POOL CHECKERS|Pool (American)",
        ),
        (
            Variant::UNIFIED,
            "Unified Pool|unified_pool|Pool checkers (unified)|Zimbabwean pool checkers|Zimbabwean|Unified pool checkers",
        ),
        (Variant::JAMAICAN, "Jamaican|Jamaican draughts|Jamaican pool|Jamaica|Jamaican Pool Checkers"),
        (Variant::ITALIAN, "Italian|Italian draughts|Dama|Dama italiana|italian checkers"),
        (
            Variant::SPANISH,
            "Spanish|Portuguese|Spanish pool draughts|Damas españolas|Damas clásicas|Spanish/Portuguese|Portuguese checkers",
        ),
        (Variant::CZECH, "Czech|Czech draughts|Česká dáma|ceska dama|czech checkers"),
        (Variant::THAI, "Thai|Makhos|Mak-hos|Thai checkers|หมากฮอส"),
        (Variant::TURKISH, "Turkish|Turkish draughts|Turkish dama|Türk daması|TURKISH CHECKERS"),
        (Variant::CANADIAN, "Canadian|Canadian draughts|Canadian 12x12|Canadian checkers|dames canadiennes"),
    ] {
        for name in names.split('|') {
            for name in [name.to_owned(), name.to_lowercase(), name.to_uppercase(), name.replace(' ', "-")] {
                let game = &read(format!("[Variant \"{name}\"]\n\n*\n"))[0];
                assert_eq!(game.variant(), Ok(Some(variant)), "{name}");
                let game = &read(format!("[GameType \"{name}\"]\n\n*\n"))[0];
                assert_eq!(game.variant(), Ok(Some(variant)), "GameType {name}");
            }
        }
    }
    for name in ["chess", "Sri Lankan", "International Russian", "Spantsiretti", "33"] {
        assert!(read(format!("[Variant \"{name}\"]\n\n*\n"))[0].variant().is_err(), "{name}");
    }
}

/// The moves of each game of a text, which are written as they were but for blanks, and read as that again.
fn games_of(variant: Variant, text: &str) -> Vec<String> {
    let games = read(text);
    let squeezed = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let written: String = games.iter().map(PdnGame::to_string).collect();
    assert_eq!(squeezed(&written), squeezed(text), "{text}");
    assert_eq!(read(&written).iter().map(PdnGame::to_string).collect::<String>(), written, "{text}");
    // Each game is the same alone.
    assert!(games.iter().all(|game| read(game.to_string())[..1][0].to_string() == game.to_string()), "{text}");
    games.iter().map(|game| moves(variant, game)).collect()
}

#[test]
fn games_without_tags_and_results_are_parted() {
    for (variant, text, expected) in [
        (Variant::ENGLISH, "9-13 22-17\n9-13 23-18\n9-13 24-19", vec!["9-13 22-17", "9-13 23-18", "9-13 24-19"]),
        // Only the third line shows that each is one.
        (Variant::ENGLISH, "11-15 23-19\n9-14 22-18\n10-14 24-19", vec!["11-15 23-19", "9-14 22-18", "10-14 24-19"]),
        (Variant::ENGLISH, "11-15 22-17 ; 5 board Dreaded\n11-15 23-19 ; 6 mail", vec!["11-15 22-17", "11-15 23-19"]),
        (
            Variant::ENGLISH,
            "# a list\n11-15 22-17 # one\n// more\n11-15 23-19 // two",
            vec!["11-15 22-17", "11-15 23-19"],
        ),
        (Variant::RUSSIAN, "c3-b4 b6-a5\nc3-b4 d6-c5", vec!["22-17 9-13", "22-17 10-14"]),
        (Variant::RUSSIAN, "с3-d4 д6-с5\nс3-д4 б6-а5", vec!["22-18 10-14", "22-18 9-13"]),
        (Variant::RUSSIAN, "cd4 dc5\ncd4 ba5", vec!["22-18 10-14", "22-18 9-13"]),
        (Variant::ENGLISH, "1. 11-15 23-19 2. 8-11\n1. 11-15 22-17", vec!["11-15 23-19 8-11", "11-15 22-17"]),
        (Variant::ENGLISH, "1. 11-15 23-19 2. 8-11\n\n1. 11-15 22-17", vec!["11-15 23-19 8-11", "11-15 22-17"]),
        (Variant::ENGLISH, "1) 11-15 23-19 2) 8-11\n\n1) 11-15 22-17", vec!["11-15 23-19 8-11", "11-15 22-17"]),
        (Variant::ENGLISH, "11-15 23-19\n\n9-14 22-18", vec!["11-15 23-19", "9-14 22-18"]),
        (Variant::ENGLISH, "11-15 23-19 8-11\n\n11-15 22-17", vec!["11-15 23-19 8-11", "11-15 22-17"]),
        // The numbers are those of the games.
        (
            Variant::ENGLISH,
            "1. 9-13 21-17 5-9\n2. 9-13 21-17 6-9\n3. 9-13 22-17",
            vec!["9-13 21-17 5-9", "9-13 21-17 6-9", "9-13 22-17"],
        ),
        // Jumps do not go on in another game.
        (Variant::ENGLISH, "11-15 22-18 15x22x18\n22-18", vec![]),
        // One game.
        (
            Variant::INTERNATIONAL,
            "32-28 19-23\n28x19 14x23\n37-32 10-14",
            vec!["32-28 19-23 28x19x23 14x23x19 37-32 10-14"],
        ),
        (
            Variant::INTERNATIONAL,
            "1. 32-28 19-23\n\n2. 28x19 14x23\n\n3. 37-32",
            vec!["32-28 19-23 28x19x23 14x23x19 37-32"],
        ),
        (
            Variant::INTERNATIONAL,
            "[Event \"x\"]\n\n1. 32-28 19-23\n\n2. 28x19 14x23",
            vec!["32-28 19-23 28x19x23 14x23x19"],
        ),
        (
            Variant::INTERNATIONAL,
            "[Event \"x\"]\n\n1. 32-28 19-23 2. 28x19\n\n1. 31-27",
            vec!["32-28 19-23 28x19x23", "31-27"],
        ),
    ] {
        if expected.is_empty() {
            assert_eq!(read(text).len(), 2, "{text}");
        } else {
            assert_eq!(games_of(variant, text), expected, "{text}");
        }
    }
    // Where openings are expected, a line that can be one is one.
    let lines = "11-15 23-19\n9-14 22-18";
    assert_eq!(read(lines).len(), 1);
    assert_eq!(Reader::new(lines.as_bytes()).with_lines().count(), 2);
}

#[test]
fn numbers_and_separators_of_books_are_read() {
    for text in [
        "1.- 11-15 23-19 2.- 8-11",
        "1.-11-15 23-19 2.-8-11",
        "1.– 11–15 23–19 2.– 8–11",
        "1.- 11-15 1...- 23-19 2.- 8-11",
        "1- 11-15 23-19 2- 8-11",
        "1 - 11-15 23-19 2 - 8-11",
        "1. – 11-15 23-19 2. 8-11",
        "1: 11-15 23-19 2: 8-11",
        "1) 11-15 23-19 2) 8-11",
        "1.) 11-15 23-19 2.) 8-11",
        "1° 11-15 23-19 2° 8-11",
        "1º 11-15 23-19 2º 8-11",
        "11..15 23..19 8..11",
        "1. 11..15 23..19 2. 8..11",
        "11.15 23.19 8.11",
        "1. 11.15 23.19 2. 8.11",
        "1.11.15 23.19 2.8.11",
        "1. 11…15 23…19 2. 8…11",
        "1. 11/15 23/19 2. 8/11",
        "1. 11_15 23_19 2. 8_11",
        "1. 11>15 23>19 2. 8>11",
        "1. 11->15 23->19 2. 8->11",
        "1. 11→15 23→19 2. 8→11",
        "1. 11--15 23--19 2. 8--11",
        "1. 11*15 23*19 2. 8*11",
        "1. 11-15 - 23-19 - 2. 8-11",
        "1. 11-15 – 23-19 – 2. 8-11",
        "1. 11-15 23-19 — 2. 8-11",
        "1. 11-15 -23-19 2. 8-11",
        "1. 11-15, 23-19; 2. 8-11",
        "1. 11-15,23-19 | 2. 8-11",
        "1. 11-15; 23-19; 2. 8-11;",
        "1. 11-15 ; 23-19 2. 8-11",
        "1) 11-15 ; 23-19\n2) 8-11",
        "11-15; 23-19; 8-11",
        "1. 11-15; 23-19 {the best}\n2. 8-11",
        "1. 11-15 (23-19) 2. 8-11",
        "11-15 (23-19) 8-11",
        "1. 11-15 (23-19!) 2. 8-11",
        "1. 11-15 [!] 23-19 [1] 2. 8-11 [?!]",
        "1. 11-15¹ 23-19² 2. 8-11³",
        "1. 11-15 <1> 23-19 N. 2. 8-11 TN!",
        "1115 2319 811",
        "1. 1115 2319 2. 811",
        "1 1115 2319 2 811",
    ] {
        assert_eq!(games_of(Variant::ENGLISH, text), ["11-15 23-19 8-11"], "{text}");
    }
    for (text, expected) in [
        ("1. 1115 2319 2. 811 2217 3. 48", "11-15 23-19 8-11 22-17 4-8"),
        ("1115 2319 811 2217 48", "11-15 23-19 8-11 22-17 4-8"),
        ("1. 913 2117 2. 59", "9-13 21-17 5-9"),
        ("913 2117 59 2521 15", "9-13 21-17 5-9 25-21 1-5"),
        ("1. 1014 2218 2. 610", "10-14 22-18 6-10"),
        ("1. 1014 2420 2. 710", "10-14 24-20 7-10"),
        ("[FEN \"B:W29:B1,5\"] 1. 59 2925 2. 15", "5-9 29-25 1-5"),
    ] {
        assert_eq!(games_of(Variant::ENGLISH, text), [expected], "{text}");
    }
    let jumps = "[GameType \"25\"] [FEN \"W:Wc3,a1:Bd4,f6,h8\"]";
    for text in ["1. c3xe5, e5xg7 h8xf6", "1. c3:e5,e5:g7 h8:f6", "1. c3xe5 e5xg7 h8xf6", "c3*e5*g7 h8*f6"] {
        assert_eq!(games_of(Variant::RUSSIAN, &format!("{jumps} {text}")), ["22x8x11x18 4x11x8"], "{text}");
    }
    // A comment, a variation, a null move and a clock stay what they are; a reply in parentheses is no variation.
    for (text, plies) in [
        ("1. 11-15 (23-19)", 2),
        ("11-15 (23-19!) *", 2),
        ("1. 11-15 23-19 2. 8-11 (22-17)", 4),
        ("1. 11-15 {good} (23-19) {better}", 2),
        ("1. 11-15 (9-14)", 1),
        ("1. 11-15 23-19 (24-19)", 2),
        ("Single Corner\n11-15 22-18", 2),
        ("Single Corner\n11-15! {good} 22-18", 2),
        ("Black: Wyllie\nWhite: Martins\n11-15 23-19 8-11 22-17", 4),
        ("GAME 14\nPlayed in 1887\n\n11-15 23-19\n8-11 22-17 Drawn.", 4),
        ("1. 11-15 ; 23-19 is better\n22-17 ; 8-11 next", 2),
        ("1. 11-15 ; 31-27\n22-17", 2),
        ("1. 11-15 ; 9-14 2. 8-11\n22-17", 2),
        ("1. 11-15 22-17 ; 8-11\n2. 9-14", 3),
        ("1. 11-15 ; 22-17 2. 1-0 8-11 1-0\n1... 23-19", 2),
        ("1. 11-15 ; c3-d4 2.\n1... 23-19", 2),
        ("1. 11-15 22-17; 2. 8-11 17-13 ; 3. 9-14", 5),
        ("1. 11-15 (9-14) 22-17 2. 8-11", 3),
        ("1. 11-15 -", 1),
        ("1. 11-15 23-19 2. -", 2),
        ("1. 11-15 23-19 12 2. 8-11 45", 3),
    ] {
        let game = only(text);
        assert_eq!(game.replay(Variant::ENGLISH).map(|game| game.moves().len()), Ok(plies), "{text}");
    }
    let fault = |text: &str| read(text)[0].replay(Variant::ENGLISH).expect_err("a fault").to_string();
    assert_eq!(fault("1. 1115 2319 2. 37 811"), "game 1, line 1: ply 3: 37 is not a legal move of Black in english");
    assert!(fault("1. 11-15 [Event] 23-19").contains("\"[Event] 23-19\" is not a tag"));
}

#[test]
fn what_is_said_at_the_end_is_kept() {
    for (end, result) in [
        ("Drawn. 1-1", PdnResult::Draw),
        ("Black resigned 2-0", PdnResult::FirstWins),
        ("resigns 0-2", PdnResult::SecondWins),
        ("White wins 1-0", PdnResult::FirstWins),
        ("Zwart geeft op! 2-0", PdnResult::FirstWins),
        ("les noirs abandonnent. 2-0", PdnResult::FirstWins),
        ("Чёрные сдались 2-0", PdnResult::FirstWins),
        ("Remise 1-1", PdnResult::Draw),
        ("Black resigned on move 40 2-0", PdnResult::FirstWins),
        ("2-0-", PdnResult::FirstWins),
        ("2-0 -", PdnResult::FirstWins),
        ("2-0.", PdnResult::FirstWins),
        ("2-0,", PdnResult::FirstWins),
        ("½", PdnResult::Draw),
        ("7-5", PdnResult::Unknown),
        ("8-4", PdnResult::Unknown),
        ("6 - 6", PdnResult::Unknown),
        ("7:5", PdnResult::Unknown),
        ("5-7", PdnResult::Unknown),
        ("12-0", PdnResult::Other("12-0".to_owned())),
        ("20-0", PdnResult::Other("20-0".to_owned())),
        ("12-8", PdnResult::Unknown),
        ("14:6.", PdnResult::Unknown),
        ("5 - 7 {rapid}", PdnResult::Unknown),
        ("+ -", PdnResult::Other("+ -".to_owned())),
        ("- +", PdnResult::Other("- +".to_owned())),
        ("+-", PdnResult::Other("+-".to_owned())),
        ("-", PdnResult::Unknown),
        ("--", PdnResult::Unknown),
        ("– +", PdnResult::Unknown),
    ] {
        let text = format!("1. 32-28 19-23 {end}");
        let game = only(&text);
        assert_eq!(game.plies(), 2, "{text}");
        let plies = game.replay(Variant::INTERNATIONAL).map(|game| game.moves().len());
        assert_eq!((plies, &game.result), (Ok(2), &result), "{text}");
        assert_eq!(read(format!("{text}\n\n1. 31-27 *")).len(), 2, "{text}");
    }
    // Where the last move has ended on the square with which the score begins.
    let game = only("1. 32-28 17-22 2. 28x17 11x22 3. 31-27 22x31 4. 36x27 1-7 7-5");
    assert!(game.replay(Variant::INTERNATIONAL).is_err(), "7 is not free");
    let game = only("[FEN \"B:W50:B2,11\"] 2-7 7-5");
    assert_eq!(game.replay(Variant::INTERNATIONAL).map(|game| game.moves().len()), Ok(1));
    for text in [
        "1. 32-28 19-23 * 2. 28x19 14x23 *",
        "1. 32-28 * 19-23 2. 28x19 14x23 *",
        "1. 32-28 19-23 ½ 2. 28x19 14x23 1-1",
        "1. 32-28 ½ 19-23 2. 28x19 14x23 1-1",
        "1. 32-28 19-23 1/2 2. 28x19 14x23 1-1",
        "1. 32-28 * 1... 19-23 2. 28x19 14x23",
    ] {
        assert_eq!(games_of(Variant::INTERNATIONAL, text), ["32-28 19-23 28x19x23 14x23x19"], "{text}");
    }
    assert_eq!(read("1. 32-28 19-23 * 1. 31-27 *").len(), 2);
    for text in ["1. 32-28 hello 2. 37-31 2-0", "1. 32-28 l9-23 2-0", "1. 32-28 l9-23 18-23 *", "1. 32-28 hello *"] {
        assert!(
            read(text)[0].fault().is_some_and(|fault| fault.to_string().contains("is not part of a game")),
            "{text}"
        );
    }
}

/// What looks like a score, but has a number or another result behind it, is a move, whose fault is named.
#[test]
fn a_last_move_is_no_score() {
    for text in [
        "1. 32-28 19-23 2. 8-2 *",
        "1. 32-28 19-23 2. 8-2",
        "1. 32-28 8-2 *",
        "1. 1-2 *",
        "1. 32-28 19-23 2. 28x19 7-5 *",
        "1. 32-28 19-23 2. 7-5 2-0",
    ] {
        let fault = read(text)[0].stretches(Variant::INTERNATIONAL).err().map(|error| error.to_string());
        assert!(fault.as_ref().is_some_and(|fault| fault.contains("is not a legal move")), "{text}: {fault:?}");
    }
}

#[test]
fn carriage_returns_end_lines() {
    for end in ["\r", "\r\n", "\r\r\n"] {
        let text = "[Event \"x\"]\n[Site \"y\"]\n\n1. 11-15 ; good\n23-19 *\n\n[Event \"z\"]\n\n1. 9-14 *\n";
        let games = read(text.replace('\n', end));
        assert_eq!(games.len(), 2, "{end:?}");
        assert_eq!(moves(Variant::ENGLISH, &games[0]), "11-15 23-19", "{end:?}");
        assert_eq!((games[1].tags.get("Event"), games[1].line), (Some("z"), 7), "{end:?}");
    }
}

#[test]
fn words_mean_a_result() {
    use PdnResult::{Draw, FirstWins, Other, SecondWins, Unknown};
    let outcome = |tag: &str, words: &str| {
        let tag = if tag.is_empty() { String::new() } else { format!("[Result \"{tag}\"]\n\n") };
        let text = format!("{tag}1. 32-28 19-23 2. 28x19 14x23 {words}");
        let game = only(&text);
        assert_eq!(moves(Variant::INTERNATIONAL, &game).split(' ').count(), 4, "{text}");
        assert_eq!(read(format!("{text}\n\n[Event \"b\"]\n\n1. 31-27 *")).len(), 2, "{text}");
        assert!(game.moves[3].notes.is_empty(), "{text}");
        game.outcome(Variant::INTERNATIONAL)
    };
    for (result, words) in [
        (
            Draw,
            "Remise door drie keer dezelfde stelling|met gelijk spel|remise gegeven|i na wniosek białych remis|Drawn. R. Jordan v. J. Ferrie, Glasgow 1896|Remise. Gespeeld te Utrecht in 1952|draw agreed|remis durch Vereinbarung|tablas de mutuo acuerdo|remise|Remise.|unentschieden|tablas|patta|nulle|Drawn.|ничья|empate|remis|Ничья по соглашению|partie nulle|=",
        ),
        (
            FirstWins,
            "W+|wit +|W wins|W: wint|Б выиграли|gewonnen voor wit|White won|White wins|Zwart geeft op.|les Noirs abandonnent|il Bianco vince|Schwarz gibt auf|победа белых|ganan blancas",
        ),
        (
            SecondWins,
            "wit overschrijdt de tijd|B wins|Z wint|W resigns|White gives up|White resigns|wit geeft op|победа чёрных|gain noir|Weiß verliert|Vittoria del Nero|brancas desistem",
        ),
        (Unknown, "wint|gewonnen|afgebroken|hello|adjourned|не доиграна|to be continued|White thinks"),
    ] {
        for words in words.split('|') {
            assert_eq!(outcome("", words), result, "{words}");
            assert_eq!(outcome(words, "*"), result, "tag {words}");
            assert_eq!(outcome(words, words), result, "both {words}");
            // A tag that is plain is not changed by words.
            for (tag, stated) in
                [("1-1", Draw), ("2-0", FirstWins), ("0-1", SecondWins), ("12-8", Other("12-8".to_owned()))]
            {
                assert_eq!(outcome(tag, words), stated, "{tag} {words}");
            }
        }
    }
    for (tag, result) in [
        ("White", FirstWins),
        ("zwart", SecondWins),
        ("2-0 (tijd)", FirstWins),
        ("0-1, time", SecondWins),
        ("½-½ by perpetual", Draw),
        ("Remise op de 40e zet", Draw),
        ("2-0 in 12 games", Other("2-0 in 12 games".to_owned())),
    ] {
        assert_eq!(outcome(tag, "*"), result, "{tag}");
    }
    for words in ["remise *", "White wins *", "ничья *", "tablas. *", "Zwart geeft op *"] {
        assert_ne!(outcome("", words), Unknown, "{words}");
    }
    // What is known stands against what is not, and the last number counts.
    assert_eq!(outcome("Remise", "afgebroken"), Draw);
    assert_eq!(outcome("afgebroken", "remise"), Draw);
    assert_eq!(outcome("2-0", "0-2"), SecondWins);
    // In a game that White begins by the rules of English draughts.
    for (text, winner) in [
        ("[GameType \"21\"] 1. 11-15 23-19 White wins", Side::White),
        ("[GameType \"21\"] 1. 22-18 11-15 White wins", Side::White),
        ("[GameType \"21\"] 1. 22-18 11-15 White resigns", Side::Black),
        ("[GameType \"21\"] [Result \"Black wins\"] 1. 11-15 23-19", Side::Black),
        ("[GameType \"21\"] [Result \"0-1\"] 1. 11-15 23-19 draw", Side::White),
    ] {
        let game = only(text);
        assert_eq!(game.winner(Variant::ENGLISH), Some(winner), "{text}");
        let is_first = game.first_side(Variant::ENGLISH) == winner;
        assert_eq!(game.outcome(Variant::ENGLISH), if is_first { FirstWins } else { SecondWins }, "{text}");
    }
}

#[test]
fn a_full_stop_behind_a_move_is_no_result() {
    for text in [
        "11-15 23-19.\n\n9-13 22-18.\n",
        "11-15 23-19 .\n\n9-13 22-18 .\n",
        "11-15 23-19.\r\n\r\n9-13 22-18.",
        "11-15, 23-19.\n\n9-13, 22-18.\n",
        "1. 11-15 23-19.\n1. 9-13 22-18.\n",
        "1. 11-15 23-19...\n1. 9-13 22-18…\n",
        "{a} 11-15 23-19.\n\n9-13. 22-18. {b}\n",
    ] {
        assert_eq!(games_of(Variant::ENGLISH, text), ["11-15 23-19", "9-13 22-18"], "{text}");
        assert!(read(text).iter().all(|game| game.result == PdnResult::Unknown), "{text}");
    }
    for text in [
        "32-28 19-23.\n28x19 14x23.\n37-32.",
        "32-28. 19-23. 28x19.\n14x23. 37-32.",
        "1. 32-28. 19-23. 2. 28x19. 14x23. 3. 37-32.",
        "1. 32-28 19-23.\n2. 28x19 14x23.\n3. 37-32.",
        "32-28 19-23 .\n28x19 14x23 .\n37-32 .",
    ] {
        let played = only(text).replay(Variant::INTERNATIONAL).map(|game| game.moves().len());
        assert_eq!((played, only(text).result), (Ok(5), PdnResult::Unknown), "{text}");
    }
}

#[test]
fn letters_and_stars_of_books_are_marks() {
    for text in [
        "1. 11-15 23-19-A 2. 8-11 22-17",
        "1. 11-15 23-19A 2. 8-11 22-17",
        "1. 11-15 23-19a 2. 8-11 22-17",
        "1. 11-15 23-19-a 2. 8-11-B 22-17-C",
        "1. 11-15 23-19 A 2. 8-11 22-17 b",
        "1. 11-15-A 23-19-B 2. 8-11!-C 22-17",
        "11-15A 23-19 8-11B 22-17C",
        "1. 11-15a 23-19! B 2. 8-11 22-17(D)",
        "1. 11-15 *23-19 2. 8-11 22-17 1/2-1/2",
        "1. *11-15 *23-19 2. *8-11 *22-17",
        "*11-15 23-19 *8-11 22-17",
        "1. 11-15 *23-19! 2. 8-11* *22-17 *",
        "1. 11-15 *2319 2. 8-11 22-17",
        "1. 11-15 *23-19-A 2. 8-11 22-17",
    ] {
        assert_eq!(games_of(Variant::ENGLISH, text), ["11-15 23-19 8-11 22-17"], "{text}");
    }
    for text in [
        "1. c3-d4 b6-c5 2. d4xb6 a7xc5X",
        "1. cd4 bc5 2. d:b6 a:c5X",
        "1. cd4 bc5 2. d:b6 a:c5Х",
        "1. c3-d4X b6-c5 2. d4:b6X a7:c5",
        "1. c3d4 b6c5x 2. d4b6 a7c5+",
        "1. *c3-d4 *b6-c5 2. d4xb6 *a7xc5",
        "1. *cd4 bc5 2. *d:b6 a:c5X",
    ] {
        assert_eq!(games_of(Variant::RUSSIAN, text), [EXCHANGE], "{text}");
    }
    let crowning = "[FEN \"W:W6,31:B50,40\"] 1. 6-1";
    for text in ["", "=K", "=D", "=Q", "K", "D", "=дамка", "(K)", " (D)", " K", "=dam!"] {
        for king in ["1-18", "K1-18", "D1-18", "d1-18", "Q1x18", "Д1-18"] {
            let text = format!("{crowning}{text} 40-45 2. {king} 45-50");
            let text = text.replace("B50,40", "B40");
            assert_eq!(games_of(Variant::INTERNATIONAL, &text), ["6-1 40-45 1-18 45-50"], "{text}");
        }
    }
    for text in ["Kd8-f6", "Dd8-f6", "Дd8-f6", "dd8-f6", "d8-f6", "d8f6", "Kd8:f6"] {
        let text = format!("[FEN \"W:WKd8:Ba5\"] 1. {text}");
        assert_eq!(games_of(Variant::RUSSIAN, &text), ["2-11"], "{text}");
    }
    // What does not go on with the game is a result, or none.
    assert_eq!(only("1. 32-28 19-23 12-8F").result, PdnResult::Other("12-8F".to_owned()));
    assert!(read("1. 32-28 19-23 14-8F *")[0].fault().is_some());
}

#[test]
fn words_among_the_moves_are_notes() {
    let exchange = "32-28 19-23 28x19x23 14x23x19 37-32";
    for text in [
        "1. 32-28 19-23 2. 28x19 14x23 Wit staat beter! 3. 37-32 *",
        "1. 32-28 19-23 2. 28x19 14x23 White is better, after 38-32 (or 31-27) too. 3. 37-32 1-1",
        "1. 32-28 Zwart dacht 12 minuten na 1... 19-23 2. 28x19 14x23 3. 37-32",
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 enz. *",
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 и т. д. *",
        "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 etc. 1-1",
        "Een mooie partij uit 1962 1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *",
        "[Event \"x\"]\n\nДебют Рооценбурга:\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *",
        "Wit Zwart\n1. 32-28 19-23\n2. 28x19 14x23\n3. 37-32",
        "White\tBlack\n32-28\t19-23\n28x19\t14x23\n37-32",
        "[Event \"x\"]\n\nБелые Чёрные\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32",
        "1. 32-28 19-23 2. 28x19 14x23 \"He said: 'no'\" #1 3. 37-32 *",
        "1. 32-28 19-23 eerste zet 2. 28x19 14x23 {x} tweede {y} zet 3. 37-32 laatste zet 2-0",
        "1. 32-28 19-23 2. 28x19 14x23 Wit (zie 2. 28x17?) staat beter 3. 37-32 *",
        "1. 32-28 good move 19-23 2. 28x19 14x23 3. 37-32",
        "32-28 good move! 19-23 28x19 and so 14x23 the best 37-32",
        "1. 32-28 – de beste zet – 19-23 2. 28x19 en nu 14x23 3. 37-32",
        "1. 32-28 (threatening) 19-23 2. 28x19 (forced) 14x23 3. 37-32",
        "1. 32-28 хороший ход 19-23 2. 28x19 14x23 3. 37-32",
        "32-28 # 19-23 # 28x19 14x23 37-32",
        "1. 32-28 # mate 19-23 2. 28x19 14x23 #2 3. 37-32",
        "1. 32-28 %time 19-23 2. 28x19 14x23 % 3. 37-32",
        "1. 32-28 % better was 31-27\n19-23 2. 28x19 14x23 # a draw\n3. 37-32",
        "1. 32-28 /* good */ 19-23 2. 28x19 /**/ 14x23 /* or 18x29 */ 3. 37-32",
        "l. 32-28 19-23 2. 28x19 14x23 3. 37-32",
        "1\t32-28\t19-23\t0:10\t0:12\n2\t28x19\t14x23\t0:13\t1:14\n3\t37-32",
        "1. 32-28 19-23 2. 28x19 14x23 1O. 37-32",
        "1. 32-28 19-23 2. 28x19 14x23 1l.37-32",
        "1. 32-28 (0.05) 19-23 (-0.10) 2. 28x19 0.15 14x23 (12.05) 3. 37-32",
        "/* a game\nof two\nlines */ 1. 32-28 19-23 2. 28x19 14x23 3. 37-32",
    ] {
        assert_eq!(moves(Variant::INTERNATIONAL, &only(text)), exchange, "{text}");
    }
    // The name of the next game is its own.
    for (text, expected) in [
        ("1. 32-28 19-23 2. 28x19\n\nPartij 2\n1. 31-27 *", vec!["32-28 19-23 28x19x23", "31-27"]),
        ("1. 32-28 19-23\n\nTweede partij\n\n1. 31-27\n\nDerde\n1. 33-28", vec!["32-28 19-23", "31-27", "33-28"]),
        ("1. 32-28 19-23 2. 28x19\nничья\n\nИванов - Петров 2-0\n1. 31-27 *", vec!["32-28 19-23 28x19x23", "31-27"]),
        ("1. 32-28 19-23 2. 28x19. Drawn by agreement. {good}\n\n1. 31-27 *", vec!["32-28 19-23 28x19x23", "31-27"]),
        ("1. 32-28 19-23 2. 28x19 White resigned.\n\nGame 2\n1. 31-27 *", vec!["32-28 19-23 28x19x23", "31-27"]),
        (
            "[Event \"a\"]\n1. 32-28 19-23 2. 28x19 *\n\nTweede partij:\n1. 31-27 *",
            vec!["32-28 19-23 28x19x23", "31-27"],
        ),
    ] {
        assert_eq!(games_of(Variant::INTERNATIONAL, text), expected, "{text}");
    }
    let games = read("32-28 19-23 28x19 remise\n\nPartij 2\n31-27 17-21 wit wint");
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [3, 2], "{games:?}");
    // Words behind which the moves do not go on are none of a game.
    for text in [
        "1. 32-28 19-23 hello 28x19 *",
        "1. 32-28 19-23 hello 3. 28x19 *",
        "1. 32-28 19-23 hello 2. 28x20 *",
        "1. 32-28 but 28-22 18-23 *",
        "1. 32-28 hello 2. 37-32 *",
        "Take 2 eggs and 1. stir 2. bake for 20-30 minutes",
        "We met on 10-11 and 1. talked",
        "Wit Zwart Wit\n32-28 19-23",
    ] {
        assert!(read(text)[0].fault().is_some(), "{text}");
    }
}

#[test]
fn results_stand_in_brackets_and_end_in_stops() {
    use PdnResult::{BothLose, Draw, FirstWins, SecondWins, Unknown};
    let exchange = "1. 32-28 19-23 2. 28x19 14x23";
    for (result, tails) in [
        (
            FirstWins,
            "(2-0)|(2-0).|[2-0]|<2-0>|\"2-0\"|«2-0»|(2 : 0)|2-0.|2-0!|2-0;|– 2-0|(1-0)|1x0|2 x 0|(White wins)|White wins!|\
             Result: 2-0|Result: White wins|Uitslag 2-0.|en zwart gaf het op.|Чёрные сдают|Zwart gaf op na 35...|Black resigned after the 40th move|2-0 (tijd)|and Black resigned|Wyt wint|Schwarz hat \
             aufgegeben|Weiß hat gewonnen.|Les Noirs abandonnent.|As pretas abandonaram.|Il Nero abbandona.|\
             Чёрные сдали партию|Чёрные просрочили время|2-0, чёрные сдались.|Swart jout op|2-0\nBlack resigned.|\
             White won in 45 moves",
        ),
        (SecondWins, "(0-2)|0:2.|[0-1]|Black wins!|Les Noirs ont gagné|Red wins.|Белые сдались!|0 x 2"),
        (
            Draw,
            "½.|½-½.|1/2.|1/2-1/2.|(½-½)|(1/2)|'1-1'|(remise)|(ничья)|(patta)|Remise!|=.|1-1, ничья|Result 1-1.|\
             Результат: ничья|The game was drawn.|Draw by threefold repetition.|Remise par accord mutuel|remys|\
             Remise, overeengekomen|½ x ½|Итог: 1-1|Remise op de 40e zet|1-1 (rust)|½-½ by perpetual|Remis im 40. Zug",
        ),
        (BothLose, "(0-0)|0-0.|[0-0]"),
        (Unknown, "1-?|(?)|[goed]|(een fraaie partij)|\"mooi\""),
    ] {
        for (tail, apart) in tails.split('|').flat_map(|tail| [" ", "\n"].map(|apart| (tail, apart))) {
            let is_other = result == Unknown && apart == "\n";
            let text = format!("{exchange}{apart}{tail}");
            if is_other {
                continue;
            }
            let game = only(&text);
            assert_eq!(game.outcome(Variant::INTERNATIONAL), result, "{text}");
            assert_eq!(moves(Variant::INTERNATIONAL, &game).split(' ').count(), 4, "{text}");
            assert_eq!(read(format!("{text}\n\n1. 31-27 17-21 *")).len(), 2, "{text}");
        }
    }
    // In mid-game it is a note.
    for note in ["(1-1)", "[1-1]", "(remise)", "\"2-0\"", "(=)", "(0-0)"] {
        for text in
            [format!("1. 32-28 {note} 19-23 2. 28x19 14x23"), format!("1. 32-28 19-23 {note} 2. 28x19 14x23 2-0")]
        {
            assert_eq!(moves(Variant::INTERNATIONAL, &only(&text)).split(' ').count(), 4, "{text}");
        }
    }
}

#[test]
fn what_stands_in_brackets_or_quotes_among_moves_is_a_note() {
    let exchange = "32-28 19-23 28x19x23 14x23x19";
    for text in [
        "1. 32-28 [0:12] 19-23 [0:15] 2. 28x19 [1:01] 14x23 [0:59]",
        "1. 32-28 0:15 19-23 0:20 2. 28x19 1:05 14x23 0:03",
        "1. 32-28 0:00:15 19-23 0:00:20 2. 28x19 0:01:05 14x23 0:01:30",
        "1. 32-28 12:01 19-23 12:03 2. 28x19 14x23",
        "32-28 12:01 19-23 12:43 28x19 14x23",
        "1. 32-28 1:20:00 19-23 1:19:58 2. 28x19 1:19:30 14x23",
        "1. 32-28 5s 19-23 7s 2. 28x19 3s 14x23 8s",
        "1. 32-28 (5s) 19-23 (0:05) 2. 28x19 (12:01) 14x23",
        "1. 32-28 5 s 19-23 12 min 2. 28x19 1m30s 14x23 2h",
        "1. 32-28 5\" 19-23 3' 2. 28x19 5'12\" 14x23 12.5s",
        "1º) 32-28 19-23 2º) 28x19 14x23",
        "1°) 32-28 19-23 2°) 28x19 14x23",
        "I. 32-28 19-23 II. 28x19 14x23",
        "I) 32-28 19-23 II) 28x19 14x23",
        "Ⅰ. 32-28 19-23 Ⅱ. 28x19 14x23",
        "I 32-28 19-23 II 28x19 14x23",
        "1. 32-28 ✓ 19-23 ✗ 2. 28x19 14x23",
        "1. 32-28 ✗ 19-23 ✓ 2. 28x19 ✔ 14x23",
        "1. 32-28✓ 19-23✗ 2. 28x19 ✘ 14x23",
        "1. 32-28 [%clk 0:12:03] 19-23 [%eval 0.12] 2. 28x19 14x23",
        "1. 32-28 <0:15> 19-23 <of 18-23> 2. 28x19 14x23",
        "1. 32-28 [#] 19-23 [diagram] 2. 28x19 [Diagram 1] 14x23",
        "1. 32-28 [de beste zet] 19-23 [goed!] 2. 28x19 14x23",
        "1. 32-28 19-23 [18-23] 2. 28x19 [of 28x17 22x31] 14x23",
        "1. 32-28 \"de beste zet\" 19-23 «хорошо» 2. 28x19 14x23",
        "1. 32-28¹) 19-23²) 2. 28x19 a) 14x23 b)",
        "1. 32-28/5 19-23/3 2. 28x19/7 14x23/9",
        "1. 32-28 /5 19-23 / 2. 28x19 \\ 14x23",
        "1. 32-28 +0.15 19-23 -0.20 2. 28x19 +0.15/12 14x23",
        "1. 32-28 19-23 2. 28x19 14x23 (1.45 - 1.58)",
        "32-28 19-23\n- 17 -\n28x19 14x23",
        "32-28 19-23\n28x19 * 14x23",
        "=== 10x10 ===\n32-28 19-23 28x19 14x23",
        "**1.** 32-28 19-23 **2.** 28x19 14x23",
        "1. 32-28 =0 19-23 =0.5 2. 28x19 d12 14x23 D=14",
        "1. 32-28N 19-23TN 2. 28x19RR 14x23",
        "1.32-28/19-23 2.28x19/14x23",
        "32-28/19-23/28x19/14x23",
        "1. 32-28[b] 19-23 [i] 2. 28x19 14x23",
        "1. 32-28 19-23 *(boek)* 2. 28x19 *(31)* 14x23 (*)",
        "# Partij 1\n\n* 1. 32-28 19-23\n* 2. 28x19 14x23",
        "- 1. 32-28 19-23\n- 2. 28x19 14x23",
        "— 32-28\n— 19-23\n— 28x19\n— 14x23",
        "„Jansen” – „Bakker”\n\n1. 32-28 19-23 2. 28x19 14x23",
        "1. 32-28 19-23; 2. 28x19 ; 14x23",
        "**1. 32-28** 19-23 **2. 28x19** 14x23",
        "1. **32-28** 19-23 2. **28x19** 14x23",
        "`1. 32-28 19-23 2. 28x19 14x23`",
        "“1. 32-28 19-23 2. 28x19 14x23”",
        "\"1. 32-28 19-23 2. 28x19 14x23\"",
        "1. '32-28' '19-23' 2. '28x19' '14x23'",
        "1. (32-28) 19-23 2. (28x19) 14x23",
        "(32-28) 19-23 (28x19) 14x23",
        "1. 32 → 28 19 → 23 2. 28 -> 19 14 -> 23",
        "1. 32–28, 19–23; 2. 28×19, 14×23.",
        "1) 32-28, 19-23; 2) 28x19, 14x23",
        "1 - 32-28 19-23\n2 - 28x19 14x23",
        "[1] 32-28 19-23 [2] 28x19 14x23",
        "1] 32-28 19-23 2] 28x19 14x23",
        "1, 32-28 19-23 2, 28x19 14x23",
        "1e 32-28 19-23 2e 28x19 14x23",
        "1./ 32-28 19-23 2./ 28x19 14x23",
        "1| 32-28 | 19-23\n2| 28x19 | 14x23",
        "1;32-28;19-23\n2;28x19;14x23",
        "1,32-28,19-23\n2,28x19,14x23",
        "Nr;Zet 1;Zet 2\n1;32-28;19-23\n2;28x19;14x23",
        "Nr;Wit;Zwart\r\n1;32-28;19-23\r\n2;28x19;14x23",
        "No,White,Black\n1,32-28,19-23\n2,28x19,14x23",
        "| Nr | Wit | Zwart |\n|----|-----|-------|\n| 1 | 32-28 | 19-23 |\n| 2 | 28x19 | 14x23 |",
        "1. 32-28 19-23 2. 28x(23)x19 14x(19)x23",
        "1. 32-28 19-23 2. 28x(23)19 14(x19)x23",
        "1. 32-28 19-23 2. 28:(23):19 14x[19]x23",
        "1. 32-28 19-23 2. 28x19(23) 14x23(19)",
        "1. _32-28_ 19-23 2. __28x19__ **14x23!**",
        "_32-28_ 19-23 ~~28x19~~ ***14x23***",
        "Zet 1 wit 32-28 zwart 19-23 Zet 2 wit 28x19 zwart 14x23",
        "Zet 1: wit 32-28, zwart 19-23. Zet 2: wit 28x19, zwart 14x23.",
        "Move 1: 32-28 19-23\nMove 2: 28x19 14x23",
        "1. wit: 32-28 zwart: 19-23 2. wit: 28x19 zwart: 14x23",
        "1e zet: 32-28 19-23 2e zet: 28x19 14x23",
        "1-й ход 32-28 19-23 2-й ход 28x19 14x23",
        "Coup 1 : Blancs 32-28 Noirs 19-23 Coup 2 : Blancs 28x19 Noirs 14x23",
        "1. 32-28 /хороший ход/ 19-23 2. 28x19 /forced, of course/ 14x23",
        "/de beste zet/ 1. 32-28 19-23 /of 18-23/ 2. 28x19 14x23",
        "Wit: 32-28 Zwart: 19-23 Wit: 28x19 Zwart: 14x23",
        "white 32-28 black 19-23 white 28x19 black 14x23",
        "W: 32-28 B: 19-23 W: 28x19 B: 14x23",
        "Zetten: 32-28 19-23 28x19 14x23",
        "position startpos moves 32-28 19-23 28x19 14x23",
        "Gespeeld van 12.30-14.30 uur\n1. 32-28 19-23 2. 28x19 14x23",
        "1. 32-28 Tijd: 12.30-14.30 1... 19-23 2. 28x19 14x23",
        "Jansen – De Vries 2-0\n1. 32-28 19-23 2. 28x19 14x23",
        "J. Jansen - P. de Vries, 1-1\n\n1. 32-28 19-23 2. 28x19 14x23",
    ] {
        assert_eq!(moves(Variant::INTERNATIONAL, &only(text)), exchange, "{text}");
    }
    // Marks of HTML and of forums are none of the text.
    for text in [
        "1. <b>32-28</b> 19-23 2. <b>28x19</b> 14x23<br/>",
        "<tr><td>1.</td><td>32-28</td><td>19-23</td></tr>\n<tr><td>2</td><td>28x19</td><td>14x23</td></tr></table>",
        "<html><body><h1>Partij 1</h1>\n<p class=\"x\">1.&nbsp;32-28 19-23; 2.&nbsp;28x19 14x23</p></body></html>",
        "[quote=\"Jan\"][b]1. 32-28[/b] 19-23\n2. 28x19 14x23[/quote]",
        "[pdn]\n[Event \"<b>\"]\n\n1. 32-28 19-23 2. 28x19 14x23\n[/pdn]",
    ] {
        let games = read(text);
        let [game] = &games[..] else { panic!("{text}: {} games", games.len()) };
        assert_eq!((moves(Variant::INTERNATIONAL, game).as_str(), game.fault()), (exchange, None), "{text}");
        let written = game.to_string();
        assert!(
            !written.replace("\"<b>\"", "").contains(['<', '/']) && read(&written)[0].to_string() == written,
            "{text}: {written}"
        );
    }
    for mv in ["**28x19**", "_28x19_", "~~28x19~~", "**28x19!**", "28x(23)x19", "28x[23]x19"] {
        let written = only(&format!("1. 32-28 19-23 2. {mv} 14x23")).to_string();
        assert!(written.split_whitespace().any(|word| word == mv), "{written}");
    }
    assert!(read("1. 32-28 19-23 2. 28x(22)x19 *")[0].stretches(Variant::INTERNATIONAL).is_err());
    for text in ["1.&nbsp;32-28&nbsp;19-23 2.&nbsp;28x19 14x23", "1. 32&ndash;28 19&#8211;23 2. 28&times;19 14&#xd7;23"]
    {
        assert_eq!(moves(Variant::INTERNATIONAL, &read(text)[0]), exchange, "{text}");
    }
    for (variant, text, expected) in [
        (Variant::ENGLISH, "Black: 11-15 White: 23-19", "11-15 23-19"),
        (Variant::ENGLISH, "(11-15) 23-19 (8-11) 22-17", "11-15 23-19 8-11 22-17"),
        (Variant::ENGLISH, "Red 11-15 White 23-19 [0:12]", "11-15 23-19"),
        (Variant::RUSSIAN, "Белые: c3-d4 Чёрные: b6-c5", "22-18 9-14"),
        (Variant::RUSSIAN, "Ход 1. Белые c3-d4, чёрные b6-c5. Ход 2. Белые d4:(c5):b6, чёрные a7:(b6):c5.", EXCHANGE),
        (Variant::RUSSIAN, "№;Белые;Черные\n1;c3-d4;b6-c5", "22-18 9-14"),
        (Variant::RUSSIAN, "1.cd4 [0:12] bc5 [0:15]", "22-18 9-14"),
        (Variant::RUSSIAN, "1. c3-d4 b6-c5 [1... d6-c5] 2. d4:b6 a7:c5", EXCHANGE),
        (Variant::BRAZILIAN, "Lance;Brancas;Pretas\n1;c3-d4;b6-c5", "22-18 9-14"),
        (Variant::TURKISH, "1. a3 → a4 [iyi] a6 → a5", "41-33 17-25"),
        (Variant::TURKISH, "Beyaz: a3-a4 Siyah: a6-a5", "41-33 17-25"),
        (Variant::ITALIAN, "Mossa;Bianco;Nero\n1;21-18;12-16", "21-18 12-16"),
        (Variant::FRISIAN, "Nr;Wyt;Swart\n1;31-27;20-25", "31-27 20-25"),
    ] {
        assert_eq!(games_of(variant, text), [expected], "{text}");
    }
    assert!(read("1. 32-28 [White: lost] 19-23")[0].fault().is_some());
}

#[test]
fn what_surrounds_a_position_is_no_harm() {
    let expected = "W:W28,32,K45:B1,12,K50";
    let located = |text: &str| {
        let position = fen::parse(Variant::INTERNATIONAL, fen::located(text));
        position.map(|position| fen::write(&position)).map_err(|error| error.to_string())
    };
    for text in [
        "[FEN = \"W:W28,32,K45:B1,12,K50\"]",
        "[FEN \"W:W28,32,K45:B1,12,K50\"],",
        "[FEN \"W:W28,32,K45:B1,12,K50\"",
        "[FEN &quot;W:W28,32,K45:B1,12,K50&quot;]",
        "[FEN \\\"W:W28,32,K45:B1,12,K50\\\"]",
        "fen = 'W:W28,32,K45:B1,12,K50'",
        "\"fen\": \"W:W28,32,K45:B1,12,K50\",",
        "{\"fen\": \"W:W28,32,K45:B1,12,K50\"}",
        "\"W:W28,32,K45:B1,12,K50\",",
        "\"W:W28,32,K45:B1,12,K50",
        "W:W28,32,K45:B1,12,K50\"",
        "(W:W28,32,K45:B1,12,K50).",
        "<W:W28,32,K45:B1,12,K50>",
        "W:W28,32,K45:B1,12,K50…",
        "W:W28,32,K45:B1,12,K50:0:1",
        "W:W28,32,K45:B1,12,K50 0 1",
        "W:W28,32,K45:B1,12,K50 H0 F1",
        "W:W28,32,K45:B1,12,K50 1-1",
        ":W::W28,32,K45::B1,12,K50:",
        "W:W28;32;K45:B1/12/K50",
        "W:W28,W32,WK45:B1,12,K50",
        "W:W28,32,K-45:B1,12,Q50",
        "W:W[28,32,K45]:B(1,12,K50)",
        "White:White 28,32,K45:Black 1,12,K50",
        "W:W28,&nbsp;32,K45:B1,12,K50",
        "W:W28|32|K45:B1|12|K50",
        "W:W28.32.K45:B1.12.K50",
        "W;W28,32,K45;B1,12,K50",
        "W|W28,32,K45|B1,12,K50",
        "W.W28.32.K45.B1.12.K50",
        "W/W28/32/K45/B1/12/K50",
        "W%3AW28%2C32%2CK45%3AB1%2C12%2CK50",
        "W%3aW28,32,K45%3aB1,12,K50",
        "W:W28,32,D45:B1,12,D50",
        "W:W28,32,45D:B1,12,d50",
        "W:W28,32,Д45:B1,12,Д50",
        "White: 28, 32, K45; Black: 1, 12, K50; White to move",
        "White: 28, 32, king 45. Black: men 1, 12, king 50. White to play and win.",
        "White to move. White: 28, 32, K45. Black: 1, 12, K50",
        "Wit: 28, 32, dam 45; zwart: 1, 12, dam 50; wit aan zet",
        "Wit schijven op 28, 32 en dam op 45, zwart schijven op 1, 12 en dam op 50",
        "Weiß: 28, 32, Dame 45 – Schwarz: 1, 12, Dame 50 – Weiß am Zug",
        "Les blancs jouent et gagnent. Blancs: pions 28, 32, dame 45. Noirs: pions 1, 12, dame 50",
        "Białe: 28, 32, damka 45; czarne: 1, 12, damka 50; białe zaczynają",
        "Белые: 28, 32, дамка 45. Черные: 1, 12, дамка 50. Ход белых.",
        "Белые: дамки 45; простые 28, 32. Чёрные: дамка 50, простые 1, 12",
        "Blancas: peones 28, 32, dama 45. Negras: 1, 12, dama 50. Juegan las blancas y ganan",
        "Bianchi: pedine 28, 32; dame 45. Neri: pedine 1, 12; dame 50. Muove il bianco",
        "W: 28 32 K45 B: 1 12 K50",
        "wit 28 32 d45 zwart 1 12 d50",
        // The numbers of pieces, and of moves.
        "Wit (3): 28, 32, dam 45; zwart (3): 1, 12, dam 50; wit aan zet",
        "Wit: 28, 32, K45 (3); zwart: 1, 12, K50 (3); wit aan zet",
        "White 3 men: 28, 32, K45; Black 3 men: 1, 12, K50. White to move",
        "Wit 3: 28, 32, K45 zwart 3: 1, 12, K50 wit aan zet",
        "Zwart 3 stukken (3 schijven): 1, 12, K50; Wit 2 schijven op: 28, 32, dam 45. Wit aan zet",
        "White: 28, 32, K45. Black: 1, 12, K50. (White to move, move 23)",
        "Blancs (3 pions): 28, 32, dame 45. Noirs: 1, 12, dame 50 (3). Trait aux blancs, coup 31",
        "Białe (3): 28, 32, damka (45); czarne (3): 1, 12, damka (50); ruch 12, białe zaczynają",
    ] {
        let position = fen::parse(Variant::INTERNATIONAL, text).map(|position| fen::write(&position));
        assert_eq!(position.as_deref(), Ok(expected), "{text}");
        assert_eq!(located(text).as_deref(), Ok(expected), "{text}");
    }
    for (text, written) in [
        ("W:W31..33:B1…3", "W:W31,32,33:B1,2,3"),
        ("W:W31~33:B1...3", "W:W31,32,33:B1,2,3"),
        ("W:WK31 - 33:B1", "W:WK31,K32,K33:B1"),
        ("White: 31-33, kings 41, 42; Black: 1 – 3; Black to move", "B:W31,32,33,K41,K42:B1,2,3"),
        ("Black: 1, 2. White: 31 and king 45. Black moves.", "B:W31,K45:B1,2"),
        ("Ход черных. Белые: 31, 32. Черные: 1", "B:W31,32:B1"),
        ("W:W31.33:B1..3", "W:W31,33:B1,2,3"),
        ("W:W31/33:B1/3", "W:W31,32,33:B1,2,3"),
        ("W:W26,31/33,K40:B1, 2/3", "W:W26,31,32,33,K40:B1,2,3"),
        ("Wit 31/33, 38; zwart 1/3, 12; wit aan zet", "W:W31,32,33,38:B1,2,3,12"),
        ("Wit: 31, 36/38. Zwart: 8, 12/14. Wit speelt", "W:W31,36,37,38:B8,12,13,14"),
        ("W: 31/33, 38 Z: 7/9, 19", "W:W31,32,33,38:B7,8,9,19"),
        ("W:W31/32/33:B1/3", "W:W31,32,33:B1,3"),
    ] {
        assert_eq!(located(text).as_deref(), Ok(written), "{text}");
    }
    for text in [
        "[SetUp \"1\"] [FEN \"W:W28,32,K45:B1,12,K50\"]",
        "[GameType \"20\"]\n[FEN \"W:W28,32,K45:B1,12,K50\"]\n\n1. 28-22",
        "W:W28,32,K45:B1,12,K50 1. 28-22 1-7 2-0",
        "W:W28,32,K45:B1,12,K50. 1. 28-22",
        "W:W28,32,K45:B1,12,K50 28-22 1-7 *",
        "W:W28,32,K45:B1,12,K50 1-0",
        "W:W28,32,K45:B1,12,K50 1/2-1/2 draw",
        "W:W28,32,K45:B1,12,K50, wit wint",
        "W:W28,32,K45:B1,12,K50 // Wit wint",
        "12. W:W28,32,K45:B1,12,K50 – wit wint",
        "Stand: W:W28,32,K45:B1,12,K50 (Sijbrands)",
        "position fen W:W28,32,K45:B1,12,K50 moves 28-22",
        "https://lidraughts.org/analysis/standard/W:W28,32,K45:B1,12,K50",
        "<fen>W:W28,32,K45:B1,12,K50</fen>",
        "https://example.org/board?fen=W%3AW28%2C32%2CK45%3AB1%2C12%2CK50&flip=1",
        "Problem 7: White: 28, 32, K45; Black: 1, 12, K50. A fine ending!",
        "W:W28,32,K45;B1,12,K50",
        "W:W28,32,K45;B1,12,K50;",
        "Stand: Wit 28, 32, dam 45; zwart 1, 12, dam 50 (Sijbrands)",
    ] {
        assert_eq!(located(text).as_deref(), Ok(expected), "{text}");
    }
    // A mistyped square is named, rather than a position without it read.
    for (text, token) in [
        ("W:W28,32:B1,12,5O,7", "5O"),
        ("W:W28,32:B1,2 3x 4", "3x"),
        ("W:W28,3a2:B1,12", "3a2"),
        ("W:W28:B1,B12", "B12"),
        ("W:W28:B1-", "1-"),
        ("W:W28:B1--5", "-5"),
        ("White: 28, 32; Black: 1, x", "x"),
    ] {
        let error = located(text).expect_err(text);
        assert!(error.starts_with(&format!("{token:?} is not a square")), "{text}: {error}");
    }
    for (text, error) in [
        ("W:W28:B1:W5", "two lists of White's pieces, the second in \"W5\": expected one"),
        ("W:W28:B1:B5", "two lists of Black's pieces, the second in \"B5\": expected one"),
        ("W:W28:B1:K5", "\"K5\" is not a list of pieces: expected W or B, then squares"),
        ("W:W28:B1,12:B5", "two lists of Black's pieces, the second in \"B5\": expected one"),
        ("W:W28:B1,12:W5", "two lists of White's pieces, the second in \"W5\": expected one"),
        ("W:W28:B1,12:K5", "\"K5\" is not a list of pieces: expected W or B, then squares"),
        ("W:W28:B1,12:a7", "\"a7\" is not a list of pieces: expected W or B, then squares"),
    ] {
        assert_eq!(located(text), Err(error.to_owned()), "{text}");
    }
    // What names sides and squares need not be a position.
    for text in ["White Dyke 11-15 22-17", "White 12, Black 8", "Wit: 32-28 Zwart: 19-23", "Wit Zwart"] {
        assert!(located(text).is_err(), "{text}");
    }
    // `h8` and `f6` are squares, and no counts.
    let position = fen::parse(Variant::RUSSIAN, "W:Wc3 Ka1:Bb6 h8 f6").map(|position| fen::write(&position));
    assert_eq!(position.as_deref(), Ok("W:W22,K29:B4,9,11"));
    for (text, fault) in [("W:Wдамка a1,c3:Bb6,d6", "дамка"), ("W:Wc3,e3:Bb6,d6:a7", "a7")] {
        let error = located(text).expect_err(text);
        assert!(error.starts_with(&format!("{fault:?} is not")), "{text}: {error}");
    }
}

#[test]
fn a_tag_that_was_cut_is_joined() {
    for tag in [
        "[FEN \"W:W27,28,\n32:B8,9,13\"]",
        "[FEN \"W:W27,\n28,\n32:B8,\n9,13\"]",
        "[FEN \"W:W27,28,32:\r\n   B8,9,13\"]",
        "[FEN\n\"W:W27,28,32:B8,9,13\"]",
        "[FEN \"W:W27,28,3\n2:B8,9,13\"]",
        "[FEN “W:W27,28,\n32:B8,9,13”]",
        "[FEN \"W:W27,28,32:B8,9,13\n\"]",
        "[White \"Ann\"] [FEN \"W:W27,28,\n32:B8,9,13\"] [Black \"Bob\"]",
    ] {
        let text = format!("[GameType \"20\"]\n{tag}\n\n1. 27-22 9-14 *");
        assert_eq!(moves(Variant::INTERNATIONAL, &only(&text)), "27-22 9-14", "{tag}");
        let written = only(&text).to_string();
        assert!(written.contains("W:W27,28,32:B8,9,13"), "{written}");
        let two = format!("{text}\n\n[Event \"b\"]\n1. 32-27 *\n");
        let games = read(&two);
        assert_eq!(
            (games.len(), games[1].line),
            (2, two.lines().position(|line| line.contains("\"b\"")).map_or(0, |line| line as u64 + 1)),
            "{tag}"
        );
    }
    for (tag, value) in [
        ("[Event \"World Championship,\nsemifinal\"]", "World Championship, semifinal"),
        ("[Event \"World\nChampionship\n1962\"]", "World Championship 1962"),
        ("[Event\n\"World Cup\"]", "World Cup"),
    ] {
        assert_eq!(only(&format!("{tag}\n\n1. 32-28 *")).tags.get("Event"), Some(value), "{tag}");
    }
    // What ends in no other line stays as it was.
    for text in ["[FEN \"W:W31:B1\n\n1. 31-27 *", "[Event \"a\n[Site \"b\"]\n\n1. 32-28 *", "[Event \"a\n1. 32-28 *"] {
        let games = read(text);
        assert_eq!((games.len(), games[0].moves.len()), (1, 1), "{text}");
    }
}

#[test]
fn what_tags_leave_open_is_said() {
    let said = |text: &str| {
        let game = only(text);
        let variant = game.variant().expect("it is known").expect("it is stated");
        let oddities = game.oddities(variant);
        (variant, oddities.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    let ignored = |name: &str, code: &str, variant| {
        format!("unknown Variant {name:?}: read as {variant} by its GameType {code:?}")
    };
    for (name, code, line, variant) in [
        ("Bashni", "25", "1. c3-d4 d6-c5 *", Variant::RUSSIAN),
        ("Столбовые шашки", "25", "1. c3-d4 d6-c5 *", Variant::RUSSIAN),
        ("Kilerdammen", "20", "1. 32-28 19-23 *", Variant::INTERNATIONAL),
        ("Armenian", "30", "1. a3-a4 a6-a5 *", Variant::TURKISH),
        ("Filipino", "24", "1. 23-19 *", Variant::SPANISH),
        ("Hawaiian", "21,B,8,8,N1,0", "1. 11-15 *", Variant::ENGLISH),
    ] {
        let text = format!("[Variant \"{name}\"] [GameType \"{code}\"] {line}");
        assert_eq!(said(&text), (variant, ignored(name, code, variant)), "{text}");
    }
    for text in [
        "[Variant \"From Position\"] [GameType \"20\"] [FEN \"W:W31:B1\"] 1. 31-27 *",
        "[Variant \"From Position\"] [GameType \"99\"] [FEN \"W:W31:B1\"] 1. 31-27 *",
        "[Variant \"From position\"] [GameType \"25\"] [FEN \"W:Wa1:Bh8\"] 1. a1-b2 *",
        "[Variant \"Russian draughts\"] [GameType \"25\"] 1. c3-d4 *",
        "[Variant \"Draughts\"] [GameType \"26\"] 1. c3-d4 *",
        "[GameType \"23\"] 1. 11-15 23-19 *",
        "[GameType \"23,B,8,8,A1,1\"] 1. c3-d4 *",
        "[GameType \"20\"] 1. 32-28 *",
        "[GameType \"25\"] 1. c3-d4 *",
        "[Result \"2-0\"] [GameType \"20\"] 1. 32-28 1-0",
        "[Result \"2-0\"] [GameType \"20\"] 1. 32-28 *",
    ] {
        assert_eq!(said(text).1, "", "{text}");
    }
    let open = "GameType \"23\" is of several games: read as unified; jamaican fits too";
    for line in ["1. c3-d4 d6-c5 *", "1. cd4 fe5 *", "1. c3-b4 h6-g5 *", "1. g3-h4 b6-a5 *", "1. a3-b4 f6-e5 *"] {
        let (variant, words) = said(&format!("[GameType \"23\"] {line}"));
        assert!(variant == Variant::UNIFIED && words == open, "{line}: {variant}: {words}");
    }
    // Black begins, with the letters of White.
    for line in ["1. d6-e5 g3-h4 *", "1. f6-g5 c3-d4 *", "1. b6-a5 c3-b4 *"] {
        assert_eq!(said(&format!("[GameType \"23\"] {line}")).0, Variant::POOL, "{line}");
    }
    for (tag, word) in [("2-0", "0-2"), ("1-1", "2-0"), ("0-1", "1/2-1/2"), ("1/2-1/2", "0-1"), ("1-0", "0-0")] {
        let text = format!("[GameType \"20\"] [Result \"{tag}\"] 1. 32-28 {word}");
        assert_eq!(said(&text).1, format!("Result {tag:?}, but {word:?} behind the moves, which counts"), "{text}");
    }
}

/// Words between games are of the game behind them, and begin none.
#[test]
fn remarks_before_the_tags_of_a_game_are_no_game() {
    const NEXT: &str = "[Event \"x\"]\n\n1. 31-27 1-1\n";
    for remark in [
        "A nice win.",
        "Games of the club, 2024",
        "Round 3 - board 2",
        "Partie 12 (zie diagram): wit staat beter;\nzwart ook.",
        "Партия первого тура",
        "Annotated by N. N. {for the club}",
        "Group A\n=======",
        "Dam 2.2 export",
        "Date: Mon, 3 Jan 2005 20:11:05\nSubject: Partij",
        "A nice win, 2-0.",
        "White won 2-0 after a long game",
        "In 1950 the match ended 1-1.",
        "Partie 12: 1-1, goed gespeeld",
        "Ничья, 1-1.",
        "Score: 1/2-1/2 {by agreement}",
    ] {
        let game = only(&format!("{remark}\n\n{NEXT}"));
        assert_eq!(moves(Variant::INTERNATIONAL, &game), "31-27", "{remark}");
        let games = read(format!("1. 32-28 19-23 2-0\n\n{remark}\n\n{NEXT}"));
        let [first, second] = &games[..] else { panic!("{remark}: {} games", games.len()) };
        assert_eq!((first.fault(), second.fault()), (None, None), "{remark}");
        assert_eq!((&first.result, second.tags.get("Event")), (&PdnResult::FirstWins, Some("x")), "{remark}");
    }
    // Moves that cannot be played are of a game.
    let text = "hello 1. 12-16 1-x\n\n[Event \"x\"]\n\n1. 31-27 1-1";
    assert_eq!(read(text).iter().filter(|game| game.fault().is_some()).count(), 1, "{text}");
}

/// Words behind the last result belong to its game, with the numbers and moves among them.
#[test]
fn words_behind_the_last_result_begin_no_game() {
    for (words, apart) in [
        "A nice win.",
        "Groeten, Jan",
        "(1) beter is 33-28",
        "(1) beter is 33-28\n(2) of 34-29 18-22",
        "1) 33-28 was beter.\n2) Ook 34-29 kwam in aanmerking.",
        "1. 33-28 was beter. 2. 34-29 ook",
        "33-28 was beter.",
        "-- \nJ. Smith, 12-3 High Street",
        "Analysis by N.N., 12-10-1987",
        "The score of the match: 5-3",
        "Zie ook partij 14.",
        "Elo 1420-1380",
        "Stand:\n1. Jansen 5\n2. Pietersen 4",
        "1. Jansen 5 pnt\n2. Pietersen 4 pnt",
        "1. 12-8 Jansen\n2. 10-10 Pietersen",
        "14",
        "33-28!",
        "Variant: 32-28 18-23",
        "(A) 34-29 18-23 29x18",
        "- 14 -",
        "Copyright 1998",
        "© 1998 KNDB",
        "Met vriendelijke groet,\n\nPiet\ntel. 030-2345678",
        "С уважением, Иван\nт. 8-912-345-67-89",
        "Uitslagen: Jansen - Bakker 2-0, De Vries - Smit 1-1, Smit - Mulder 0-2",
        "a) 33-28 is ook speelbaar\nb) na 18-22 27x18 staat zwart slecht :)",
        "On 12/10/1998, Jan wrote:\n> 3. 37-32 is beter dan 3. 38-32",
        "=====\nEinde\n=====",
        "- - -",
        "Na 14. 33-28 19-23 34-29 staat wit beter.\n\n5-3",
        "1. 33-28 18-22 is ook mogelijk.",
        "1. 33-28 18-22! en zwart staat goed",
        "Var. 1.\n33-28 18-22 38-33",
        "Variant 2: 33-28 18-22 38-33",
        "Analyse\n33-28 18-22 38-33",
    ]
    .into_iter()
    .flat_map(|words| ["\n\n", "\n", " "].map(|apart| (words, apart)))
    {
        let text = format!("1. 32-28 19-23 2. 28x19 14x23 2-0{apart}{words}\n");
        let game = only(&text);
        assert_eq!((game.moves.len(), &game.result), (4, &PdnResult::FirstWins), "{text}");
        assert_eq!(game.to_string().split("2-0").count(), text.split("2-0").count(), "{text}");
        // Between two games as well.
        for next in ["1. 31-27 17-21 1-1", "[Event \"x\"]\n\n1. 31-27 17-21 1-1", "31-27 17-21 36-31 1-1"] {
            let two = format!("{text}\n{next}\n");
            let played = games_of(Variant::INTERNATIONAL, &two);
            assert_eq!(played.len(), 2, "{two}");
            assert!(played[1].starts_with("31-27 17-21"), "{two}");
        }
    }
    // Games that cannot be played are no words.
    for text in [
        "1. 32-28 2-0\n\n1. 32-29 19-23 2. 28x19 14x23",
        "1. 32-28 2-0\n\nPartij 2\n1. 32-29 19-23 2. 28x19 14x23",
        "1. 32-28 2-0\n\n1. 32-28 l9-23 2. 28x19",
        "1. 32-28 2-0\n\n1. 32-28 De beste zet.\n1... 19-23 Zo hoort het.\n2. 27x19",
    ] {
        let games = read(text);
        assert_eq!(games.len(), 2, "{text}");
        assert!(games[1].stretches(Variant::INTERNATIONAL).is_err(), "{text}");
    }
}

/// A paragraph that tells of other moves than the next ones of its game stands beside it, and becomes a comment.
#[test]
fn what_stands_beside_a_game_is_a_comment() {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    for aside in [
        "(a) 33-28 is weaker here.",
        "a) 33-28, 18-22.",
        "[1] 2. 37-31 is forced.",
        "¹ 33-28 was better\n² 34-29 too",
        "1) 33-28 was beter.\n2) Ook 34-29 kwam in aanmerking.\n3) 37-32 is goed.",
        "2. 28x17 is slechter.",
        "Analyse: 3. 37-32 10-14 4. 41-37 is gelijk.",
        "Вариант: 3. 37-32 10-14",
        "(b) 3. 37-32 10-14 4. 41-37 wint voor wit",
        "Commentary:\n3. 37-32 was played by Wiersma in 1976.",
        "After 2...14x23 White has 3. 37-32 or 3. 33-28.",
        "Hier had 33-28 18-22 27x18 gewonnen.",
        "> 33-28 18-23 39-33 was beter",
        "NOTES\n\n1. The Roozenburg attack starts with 3. 33-28.\n2. Black could also play 2... 13x24.",
        "Signed: J. Ferrie, Glasgow 12-10-1899",
        "Smith v. Jones, 1901.",
    ] {
        for tags in ["", "[Event \"x\"]\n\n"] {
            let text = format!("{tags}1. 32-28 19-23 2. 28x19 14x23\n\n{aside}\n");
            for next in ["", "\n[White \"x\"]\n\n1. 31-27 *", "\n1. 31-27 17-21"] {
                let games = read(format!("{text}{next}"));
                assert_eq!(games.len(), if next.is_empty() { 1 } else { 2 }, "{text}{next}");
                assert_eq!(moves(Variant::INTERNATIONAL, &games[0]), "32-28 19-23 28x19x23 14x23x19", "{text}{next}");
                // Words alone can be the heading of the next game.
                let comment = games[0].moves.last().map(|mv| mv.comments().concat()).unwrap_or_default();
                let is_heading = next.starts_with("\n1.") && comment.is_empty();
                assert!(is_heading || squeezed(&comment) == squeezed(aside), "{text}{next}: {comment}");
                assert_eq!(read(games[0].to_string())[0].to_string(), games[0].to_string(), "{text}{next}");
            }
        }
    }
    // Notes on lines of their own among the moves.
    for text in [
        "1. 32-28 19-23\n(a) 18-23 is ook goed\n2. 28x19 14x23",
        "1. 32-28 19-23\na) 18-23 is ook goed.\n2. 28x19 14x23",
        "1. 32-28 (a) 19-23 2. 28x19 14x23\n(a) 33-28 is beter",
        "1. 32-28 19-23 2. 28x19\n[1] 2. 34-30 verliest\n2... 14x23",
        "1. 32-28 19-23 2. 28x19 14x23\na) 3. 33-28 is beter\nb) 13x24 ook\n",
        "1. 32-28 19-23\n(1) of 18-23\n(2) of 17-22 28x17\n2. 28x19 14x23",
        "1. 32-28 19-23 2. 28x19\na) 14x23",
        "1. 32-28 19-23\na) 2. 28x19\nb) 14x23",
        "1. 32-28¹ 19-23 2. 28x19 14x23²\n¹ Het Raphaël-begin? Nee.\n² Beter 13x24.",
        "1. 32-28a 19-23b 2. 28x19 14x23\na - De beste.\nb - Ook 18-22.",
    ] {
        let games = read(text);
        assert_eq!((games.len(), games[0].fault()), (1, None), "{text}");
        assert_eq!(moves(Variant::INTERNATIONAL, &games[0]), "32-28 19-23 28x19x23 14x23x19", "{text}");
        assert_eq!(read(games[0].to_string())[0].to_string(), games[0].to_string(), "{text}");
    }
    // With the move that is due, the game goes on.
    for (text, plies) in [
        ("(Wit heeft nog tien minuten)\n\n3. 37-32 10-14", 6),
        ("Zwart denkt heel lang na\n\n3. 37-32", 5),
        ("De partij ging verder met 3. 37-32 10-14 4. 41-37 enz.", 7),
        ("Wit: 3. 37-32\nZwart: 3... 10-14", 6),
        ("Diagram 1\n3. 37-32 10-14", 6),
        ("37-32 10-14", 6),
        ("4. 37-32 Een zet met een verkeerd nummer. 10-14 5. 41-37", 7),
        ("3. 37-32! De beste zet.\n3... 10-14 4. 41-37", 7),
    ] {
        let game = only(&format!("1. 32-28 19-23 2. 28x19 14x23\n\n{text}"));
        assert_eq!(game.moves.len(), plies, "{text}");
    }
    // What begins like a game is none that stands beside one.
    let text = "1. 32-28 19-23 2. 28x19 14x23\n\nTweede partij\n31-27 17-21 36-31";
    assert!(read(text)[0].fault().is_some(), "{text}");
}

/// What stands above the moves says who played and how it ended.
#[test]
fn a_heading_says_who_played_and_the_result() {
    use PdnResult::{Draw, FirstWins, SecondWins, Unknown};
    for (heading, players, result) in [
        ("Jansen - Bakker 2-0\n", "Jansen/Bakker", FirstWins),
        ("Partij 3: A. Jansen (Utrecht) - B. de Vries 1-1\n", "A. Jansen/B. de Vries", Draw),
        ("WK 1972 ronde 4 Sijbrands-Andreiko 2-0\n", "Sijbrands/Andreiko", FirstWins),
        ("White: Ann  Black: Bob  Result: 0-2\n", "Ann/Bob", SecondWins),
        ("White: Ann\nBlack: Bob\nResult: 2-0\n\n", "Ann/Bob", FirstWins),
        ("Blancs: Dupont; Noirs: Durand. Remise.\n", "Dupont/Durand", Draw),
        ("1e ronde, 12 oktober 1987\nJansen – Bakker 2-0\n\n", "Jansen/Bakker", FirstWins),
        ("Round 2, Board 3: Smith v Jones, 2-0\n\n", "Smith/Jones", FirstWins),
        ("[Event \"Club\"]\n\nJansen - Bakker 2-0\n\n", "Jansen/Bakker", FirstWins),
        ("Een mooie partij 1-1\n", "/", Draw),
        ("Jansen 2-0 Bakker\n\n", "Jansen/Bakker", FirstWins),
        ("Silva 0 x 1 Souza\n\n", "Silva/Souza", SecondWins),
        ("Ronde 3, bord 2: A. Jansen 1-1 B. de Vries\n\n", "A. Jansen/B. de Vries", Draw),
        ("1. Jansen - Bakker 2-0\n\n", "Jansen/Bakker", FirstWins),
        ("Wit: Jansen, Zwart: Pietersen. Uitslag: 0-2.\n", "Jansen/Pietersen", SecondWins),
        ("Ronde 5: Van Dijk - Krajenbrink 2-0 (36 zetten)\n", "Van Dijk/Krajenbrink", FirstWins),
        ("Bakker 1 - 1 Smit\n", "Bakker/Smit", Draw),
        ("Jansen - Smit 2-0 (arbitrair, telefoon ging af)\n", "Jansen/Smit", FirstWins),
        ("Blancs : A. Cordier – Noirs : L. Nicault 0-2\n", "A. Cordier/L. Nicault", SecondWins),
        ("№2. Миротин - Коврижкин 2:0\n", "Миротин/Коврижкин", FirstWins),
    ] {
        // Without numbers, only a score shows where the words end.
        let kinds = if heading.contains(|c: char| "0½1".contains(c)) { 2 } else { 1 };
        let moves = ["1. 32-28 19-23 2. 28x19 14x23", "32-28 19-23 28x19 14x23"].into_iter().take(kinds);
        for (moves, before) in
            moves.into_iter().flat_map(|moves| ["", "1. 31-27 17-21 1-1\n\n"].map(|text| (moves, text)))
        {
            let text = format!("{before}{heading}{moves}\n");
            assert_eq!(games_of(Variant::INTERNATIONAL, &text).len(), 1 + usize::from(!before.is_empty()), "{text}");
            let games = read(&text);
            let game = games.last().expect("a game");
            let players_of = ["White", "Black"].map(|name| game.tags.get(name).unwrap_or_default()).join("/");
            assert_eq!(
                (players_of.as_str(), game.outcome(Variant::INTERNATIONAL)),
                (players, result.clone()),
                "{text}"
            );
        }
        // What stands at the end counts, and so do tags.
        let text = format!("[White \"x\"]\n[Black \"y\"]\n{heading}1. 32-28 19-23 2. 28x19 14x23 0-0\n");
        let game = only(&text);
        assert_eq!((game.tags.get("White"), &game.result), (Some("x"), &PdnResult::BothLose), "{text}");
    }
    for (text, players, result) in [
        ("Partij 1\nJansen tegen De Vries\n32-28, 19-23, 28x19, 14x23 ... Remise.", "Jansen/De Vries", Draw),
        ("Jansen - De Vries\n\n32-28 19-23 28x19 14x23. Wit wint!", "Jansen/De Vries", FirstWins),
        ("Board 2: Smith against Jones\n32-28, 19-23, 28x19, 14x23, Black wins", "Smith/Jones", SecondWins),
        ("Партия 1\n\nИванов против Петрова\n32-28, 19-23, 28x19, 14x23. Ничья.", "Иванов/Петрова", Draw),
        ("{club} Round 3\nJansen vs. Bakker\n32-28 19-23 28x19 14x23 1-1", "Jansen/Bakker", Draw),
        ("[Event \"x\"]\n\nJansen - Bakker\n32-28 19-23 28x19 14x23 0-2", "Jansen/Bakker", SecondWins),
    ] {
        let game = only(text);
        let players_of = ["White", "Black"].map(|name| game.tags.get(name).unwrap_or_default()).join("/");
        assert_eq!((players_of.as_str(), game.outcome(Variant::INTERNATIONAL)), (players, result), "{text}");
        assert_eq!(moves(Variant::INTERNATIONAL, &game).split(' ').count(), 4, "{text}");
    }
    let text = "Game 1\nTinsley v. Hellman\n11-15, 23-19, 8-11, 22-17 ... Drawn.";
    assert_eq!(games_of(Variant::ENGLISH, text), ["11-15 23-19 8-11 22-17"]);
    assert_eq!(only(text).outcome(Variant::ENGLISH), Draw);
    // The heading of the next game is no end of this one.
    let text = "Jansen - Bakker 2-0\n1. 32-28 19-23\n\nSmit - De Vries 1-1\n1. 31-27 17-21";
    assert_eq!(games_of(Variant::INTERNATIONAL, text), ["32-28 19-23", "31-27 17-21"]);
    assert_eq!(read(text).iter().map(|game| game.result.clone()).collect::<Vec<_>>(), [FirstWins, Draw]);
    // Also where no empty line is before it.
    let text = "Jansen - Bakker 2-0\n1. 32-28 19-23\nSmit - De Vries 1-1\n1. 31-27 17-21";
    assert_eq!(read(text).iter().map(|game| game.result.clone()).collect::<Vec<_>>(), [FirstWins, Draw]);
    let text = "1. 32-28 19-23\nWit gaf op 0-2\n1. 31-27 17-21";
    assert_eq!(read(text).iter().map(|game| game.result.clone()).next(), Some(SecondWins));
    // Results among the words above a game are no end of another one.
    for heading in [
        "Jansen - Bakker 2-0\nDe Vries - Smit 1-1",
        "1. Jansen - Bakker 2-0\n2. De Vries - Smit 1-1",
        "Hoi Jan, gisteren won ik met 2-0 van Piet.",
        "Na de 2-0 van vorige week\neen zware partij.",
        "Ronde 3: Wiersma-Clerc 2-0, Sijbrands-Gantwarg 1-1.",
        "GAME No. 112 -- 10x10",
        // Days of a month are no move of that number.
        "Ronde 4, 3.-7. oktober 2001",
        "Ronde 4, 3-7 oktober 2001",
        "Praha 12.-14. 3. 2005, kolo 2",
        "Berlin, 28. 9. - 3. 10. 1998",
        "Ronde 3: 18-22 juli, Hoogeveen",
    ] {
        let game = only(&format!("{heading}\n\n1. 32-28 19-23 2. 28x19 14x23"));
        assert_eq!((game.moves.len(), game.result, game.tags.get("White")), (4, Unknown, None), "{heading}");
    }
    let text = "1. 32-28 19-23\n\nSmit 1-1 De Wit\n\n1. 31-27 17-21";
    assert_eq!(read(text).iter().map(|game| game.result.clone()).collect::<Vec<_>>(), [Unknown, Draw]);
    // Comments and marks among the first moves, also over several lines.
    for moves in ["1. 32-28 {a} 19-23! {b}", "1. 32-28! {a comment\nover lines} 19-23", "32-28 {a} 19-23"] {
        let game = only(&format!("{{a note}} Jansen - Smit 2-0 (arbitrair)\n{moves}"));
        assert_eq!((game.moves.len(), game.result, game.tags.get("White")), (2, FirstWins, Some("Jansen")), "{moves}");
    }
    // Words that say nothing of the result leave it to the heading.
    for words in ["Een mooie partij!", "met groeten van Jan", "*"] {
        let bare = only(&format!("1. 32-28 19-23 2. 28x19 14x23 {words}"));
        assert_eq!(bare.written_result(), "", "{words}");
        let game = only(&format!("Jansen - Smit 2-0\n1. 32-28 19-23 2. 28x19 14x23 {words}"));
        assert_eq!((game.moves.len(), game.result), (4, FirstWins), "{words}");
    }
    // With the number of a list, right behind the game before.
    let text = "№1. Орлов - Миротин 1:1\n1. c3-d4 d6-c5\n№2. Миротин - Орлов 2:0\n1. c3-d4 b6-a5";
    assert_eq!(read(text).iter().map(|game| game.result.clone()).collect::<Vec<_>>(), [Draw, FirstWins]);
    // A board without a game has a result of its own.
    let boards =
        "Bord 1: Jansen - Smit 2-0\n1. 32-28 19-23\nBord 2: De Boer - Vos 0-2 (forfait)\nBord 3: Mol - Kat 1-1\n";
    assert_ne!(read(format!("{boards}1. 31-27 17-21"))[0].result, SecondWins);
    // The number of a title is none of a move.
    for between in ["", " {a note}"] {
        let text =
            format!("GAME No. 112\n\n9-13 24-20 Drawn.{between}\n\nGAME No. 113\n\n11-15 23-19 8-11. White won.");
        let games = read(&text);
        let outcomes: Vec<_> = games.iter().map(|game| (game.moves.len(), game.outcome(Variant::ENGLISH))).collect();
        assert_eq!(outcomes, [(2, Draw), (3, SecondWins)], "{text}");
    }
    let points = only("Bord 1: Jansen 0, Bakker 2\n\n1. 32-28 19-23 2. 28x19 14x23");
    assert_eq!((points.tags.get("White"), points.result), (Some("Jansen"), SecondWins));
    // In English draughts the first of two players is Black, or not.
    assert_eq!(only("Smith - Jones 1-0\n1. 11-15 23-19").tags.get("White"), None);
    assert_eq!(only("Black: Smith White: Jones\n1. 11-15 23-19").tags.get("White"), Some("Jones"));
}

#[test]
fn moves_in_columns_get_the_order_of_their_numbers() {
    let expected = "32-28 19-23 28x19x23 14x23x19 37-32 10-14 41-37 5-10";
    for tags in ["", "[White \"a\"]\n\n"] {
        let text = format!("{tags}1. 32-28 19-23   3. 37-32 10-14\n2. 28x19 14x23   4. 41-37 5-10\n1-1\n");
        let games = read(&text);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!((moves(Variant::INTERNATIONAL, &games[0]).as_str(), &games[0].result), (expected, &PdnResult::Draw));
        assert_eq!(games_of(Variant::INTERNATIONAL, &games[0].to_string()), [expected]);
    }
    // A number that was mistyped changes nothing.
    let text = "1. 32-28 19-23 12. 28x19 14x23 3. 37-32 10-14 4. 41-37 5-10 1-1";
    assert_eq!(games_of(Variant::INTERNATIONAL, text), [expected]);
}

/// A picture of the board, or the position, is among the moves where these go on behind it.
#[test]
fn diagrams_and_positions_among_the_moves_part_no_game() {
    for diagram in [
        ". m . m\nm . m .\n. M . M",
        "m . m .\n. m . m",
        "b . b . b\n. w . w .",
        "| |b| |b|\n|b| |b| |",
        "w . w\n. w .\nw . w",
        "_ x _ x\no _ o _",
        "W:W28,31-50:B1-18,20,23",
        "W:W28,31,32:B14,19,23.",
        "Wit: 28,31,33-50\nZwart: 1-18,20,23",
        "Stand: wit 28, 31, 33/50; zwart 1/18, 20, 23.",
        "Diagram: wit 28, 31, 33-50, zwart 1-18, 20, 23. Wit speelt nu:",
        "Положение: белые 28, 31, 33-50; чёрные 1-18, 20, 23",
    ] {
        for tags in ["", "[Event \"x\"]\n\n"] {
            let text = format!("{tags}1. 32-28 19-23\n\n{diagram}\n\n2. 28x19 14x23 1-1\n");
            let game = only(&text);
            assert_eq!((game.moves.len(), &game.result), (4, &PdnResult::Draw), "{text}");
        }
    }
    // Lines of signs are not among the moves, and part games.
    for sign in ["=====", "* * *", "-----", "~~~", "___", "- - -", "— — —", "#####", "***"] {
        for result in ["", " 1-1"] {
            let text = format!("1. 32-28 19-23{result}\n\n{sign}\n\n1. 31-27 17-21\n");
            assert_eq!(games_of(Variant::INTERNATIONAL, &text), ["32-28 19-23", "31-27 17-21"], "{text}");
        }
    }
    // One that other moves follow is that of the next game.
    assert_eq!(read("1. 32-28 19-23\n\nW:W28,31:B1,2\n\n1. 28-23 *").len(), 2);
}

#[test]
fn the_last_of_two_positions_in_the_tags_of_a_game_counts() {
    for tags in [
        "[Event \"x\"]\n[FEN \"W:W31:B1\"]\n[FEN \"W:W32:B1\"]",
        "[GameType \"20\"]\n[FEN \"W:W31:B1\"]\n[FEN \"W:W32:B1\"]",
        "[White \"a\"]\n[Fen \"B:W31:B1\"] [FEN \"W:W32:B1\"]",
        "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"W:W32:B2\"]\n[FEN \"W:W32:B1\"]",
        "[Event \"x\"]\n[Position \"W:W32:B1\"]",
        "[Event \"x\"]\n[Position \"start\"]\n[FEN \"W:W32:B1\"]",
    ] {
        assert_eq!(moves(Variant::INTERNATIONAL, &only(&format!("{tags}\n\n1. 32-28 *"))), "32-28", "{tags}");
    }
    assert_eq!(read("[Event \"x\"]\n[FEN \"W:W31:B1\"]\n[FEN \"W:W32:B1\"]\n[FEN \"W:W33:B1\"]\n").len(), 3);
}

/// In the languages of those who play, wherever a game is named.
#[test]
fn a_game_is_named_in_many_languages() {
    for (variant, names) in [
        (Variant::GIVEAWAY, "Anticheckers|Suicide checkers|Anti Checkers|SUICIDE|Misere"),
        (
            Variant::LOSING,
            "Weggeefdammen|Qui perd gagne|Jeu de dames à qui perd gagne|Стоклеточные поддавки|Antidraughts",
        ),
        (
            Variant::INTERNATIONAL,
            "Стоклеточные шашки|Шашки-100|100-клеточные шашки|Damas internacionales|Warcaby stupolowe",
        ),
        (Variant::INTERNATIONAL, "Mezinárodní dáma|Міжнародні шашки|Draughts-100|Rahvusvaheline kabe|Dames polonaises"),
        (Variant::FRISIAN, "Fries dammen|Frysk dammen|Frysk damjen|Dames frisonnes|Friesische Dame"),
        (Variant::RUSSIAN, "Шашки-64|Русские шашки|Російські шашки|Dames russes|Vene kabe|Ruská dáma"),
        (Variant::ANTIRUSSIAN, "Поддавки|Обратные шашки|Русские поддавки|Giveaway Russian|Піддавки"),
        (Variant::BRAZILIAN, "Damas brasileiras|Dames bresiliennes|DAMAS BRASILEÑAS|Бразильские шашки"),
        (Variant::POOL, "Pool (American)|Американский пул"),
        (Variant::ENGLISH, "Straight checkers|Dama inglese|Damas inglesas|Checkers"),
        (Variant::ITALIAN, "Dama italiana|Dames italiennes|Damas italianas"),
        (Variant::SPANISH, "Damas españolas|damas espanolas|Damas clasicas"),
        (Variant::TURKISH, "Türk Daması|TURK DAMASI|Türk daması"),
        (Variant::CZECH, "Česká dáma|ceska dama"),
        (Variant::THAI, "Makhos|หมากฮอส"),
        (Variant::CANADIAN, "Jeu de dames canadien|Dames québécoises|Dames canadiennes|Damas canadienses"),
    ] {
        for name in names.split('|') {
            assert_eq!(name.parse(), Ok(variant), "{name}");
            for tag in ["Variant", "GameType"] {
                let game = &read(format!("[{tag} \"{name}\"]\n\n*\n"))[0];
                assert_eq!(game.variant(), Ok(Some(variant)), "{tag} {name}");
            }
        }
    }
    // Other words and endings are read in games alone, where the moves say whether it can be.
    for (variant, name) in [
        (Variant::POOL, "American Pool Checkers Association"),
        (Variant::CZECH, "České dámy"),
        (Variant::SPANISH, "Dama española"),
    ] {
        assert_eq!(read(format!("[Variant \"{name}\"]\n\n*\n"))[0].variant(), Ok(Some(variant)), "{name}");
    }
    for name in [
        "American Pool Checkers Association",
        "České dámy",
        "russian chess",
        "turkic",
        "english now",
        "losing = chess",
        "Mistrovství ČR v dámě",
        "Campeonato Brasileiro de Damas 64",
        "Giveaway club night",
        "Россия",
    ] {
        assert!(name.parse::<Variant>().is_err(), "{name}");
    }
    for name in
        ["Fresbie", "Dambuster", "Brazilian suicide", "Anti-Brazilian", "Dammen", "Damas", "", "!", "Thai Russian"]
    {
        assert!(name.parse::<Variant>().is_err_and(|unknown| unknown.candidates().is_empty()), "{name}");
    }
    for (event, moves, variant) in [
        ("Чемпионат города по поддавкам", "1. c3-d4 d6-c5", Variant::ANTIRUSSIAN),
        ("Kampioenschap weggeefdammen", "1. 32-28 19-23", Variant::LOSING),
        ("Championnat de jeu de dames, qui perd gagne", "1. 32-28 19-23", Variant::LOSING),
        ("American Pool Checkers Association", "1. 11-15 23-19", Variant::POOL),
        ("Suicide checkers open", "1. 11-15 23-19", Variant::GIVEAWAY),
    ] {
        assert_eq!(guessed(&format!("[Event \"{event}\"]\n\n{moves} *")).0, variant, "{event}");
    }
}

#[test]
fn a_name_of_several_games_asks_which() {
    let error = "Draughts-64".parse::<Variant>().expect_err("there are two").to_string();
    assert_eq!(error, "ambiguous variant \"Draughts-64\": expected russian or brazilian");
    let game = &read("[Variant \"Draughts-64\"]\n\n1. c3-d4 d6-c5 *")[0];
    assert_eq!(game.variant(), Ok(Some(Variant::RUSSIAN)));
    let said = game.oddities(Variant::RUSSIAN).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(said, ["Variant \"Draughts-64\" is of several games: read as russian; brazilian fits too"]);
    let game = &read("[Variant \"Draughts-64\"]\n[GameType \"26\"]\n\n1. c3-d4 d6-c5 *")[0];
    assert_eq!(game.variant(), Ok(Some(Variant::BRAZILIAN)));
}

/// Lines and shades are signs of every code page of DOS, and letters of others.
#[cfg(feature = "encodings")]
#[test]
fn frames_leave_a_text_its_encoding() {
    const FRAMES: [&str; 6] = [
        "┌───┬───┐\n│ N │ x │\n├───┼───┤\n│ x │ N │\n└───┴───┘",
        "╔═══════╗\n║ N ║\n╠═══╦═══╣\n║ 1 ║ 0 ║\n╚═══╩═══╝",
        "░░▒▒▓▓██ N ██▓▓▒▒░░",
        "────────────\nN\n════════════",
        "┌──┬───────┬─┬─┐\n│ 1│N│1│2│\n├──┼───────┼─┼─┤\n│ 2│N│x│2│\n└──┴───────┴─┴─┘",
        "│N│\n│ N │\n■ N",
    ];
    for (label, name) in [
        ("ibm866", "Иванов"),
        ("ibm866", "Чижов Алексей"),
        ("cp437", "Müller Jörg"),
        ("cp850", "André Hélène"),
        ("cp852", "Łukasz Świątek"),
        ("cp775", "Jānis Bērziņš"),
        ("cp857", "Şahin Yıldız"),
    ] {
        for frame in FRAMES {
            let frame = frame.replace('N', name);
            let text = format!("[White \"{name}\"]\n\n{{{frame}}} 1. 11-15 {{{frame}}} 23-19 *\n");
            let game = &read(in_encoding(label, &text))[0];
            assert_eq!(game.tags.get("White"), Some(name), "{label}: {frame}");
            let squeezed = frame.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(game.moves[0].comments(), [squeezed], "{label}");
        }
    }
    // Words in capitals and signs are no frames.
    for (label, name) in
        [("windows-1251", "ИВАНОВ"), ("windows-1251", "ООО ТВ"), ("windows-1252", "MÄÄÄTTÄ ÜÜ"), ("koi8-u", "иванов")]
    {
        assert_eq!(whites(&named(&in_encoding(label, name), "25")), [name], "{label}");
    }
}

#[test]
fn letters_of_a_cyrillic_keyboard_name_squares() {
    let start = Variant::RUSSIAN.start();
    for (text, expected) in [
        ("с3-д4", "22-18"),
        ("цд4", "22-18"),
        ("Ц3-Д4", "22-18"),
        ("г3-х4", "24-20"),
        ("гх4", "24-20"),
        ("г3х4", "24-20"),
        ("е3-ф4", "23-19"),
        ("а3-б4", "21-17"),
    ] {
        let mv = parse_move(&start, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(SpelledMove::new(&start, &mv).hub(), expected, "{text}");
    }
    for (text, expected) in [
        ("1. г3-х4 ф6-г5 2. х4:ф6 г7:е5", "24-20 11-16 20x11x16 8x15x11"),
        ("1. г3-х4 ф6-г5 2. х:ф6 г:е5", "24-20 11-16 20x11x16 8x15x11"),
        ("1. ц3-д4 д6-ц5 2. б2-ц3", "22-18 10-14 25-22"),
    ] {
        assert_eq!(moves(Variant::RUSSIAN, &only(text)), expected, "{text}");
    }
    let takes = fen::parse(Variant::INTERNATIONAL, "W:W28,K45:B22").expect("it is well formed");
    for text in ["28х17", "28 х 17", "28 х17"] {
        assert!(parse_move(&takes, text).is_ok(), "{text}");
    }
    for text in [
        "W:Wа1,ц3:Bх8,Kh2",
        "Белые: а1, ц3; чёрные: х8, дамка h2",
        "Б.: а1, с3. Ч.: х8, д. h2",
        "Бел. а1, с3; черн. h8, дамка х2",
        "Белые: простые a1, c3; чёрные: простая h8, дамка h2",
    ] {
        let position = fen::parse(Variant::RUSSIAN, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen::write(&position), "W:W22,29:B4,K28", "{text}");
    }
}

#[test]
fn the_side_can_stand_before_each_piece() {
    for text in
        ["W:WK5,WK10,W31:BK46,B11", "W:WWK5,WK10,W31:BBK46,B11", "W:WK5,K10,W31:BB11,BK46", "W:W31,5K,10K:B11,46K"]
    {
        let position = fen::parse(Variant::INTERNATIONAL, text).map(|position| fen::write(&position));
        assert_eq!(position.as_deref(), Ok("W:WK5,K10,31:B11,K46"), "{text}");
    }
    for text in ["W:WKa1,Wc3:BBh8,BKh2", "W:WWKa1,Wc3:BBh8,Kh2"] {
        let position = fen::parse(Variant::RUSSIAN, text).map(|position| fen::write(&position));
        assert_eq!(position.as_deref(), Ok("W:W22,K29:B4,K28"), "{text}");
    }
}

#[test]
fn a_picture_of_the_board_is_a_position() {
    let rows = [
        ". . . . . . . b",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . w . . . . .",
        ". . . W . . . .",
        ". . . . . . . .",
    ];
    let boxed = |row: &&str| format!("| {} |", row.replace(' ', " | ").replace('.', " "));
    let edge = format!("\n+{}\n", "---+".repeat(8));
    let numbered = |(place, row): (usize, &&str)| format!("{} {row}", 8 - place);
    for text in [
        rows.join("\n"),
        rows.join("\n").replace(' ', ""),
        rows.join("\n").replace('.', "-"),
        rows.map(|row| format!("|{}|", row.replace(' ', "|").replace('.', " "))).join("\n"),
        format!("{edge}{}{edge}", rows.iter().map(boxed).collect::<Vec<_>>().join(&edge)),
        format!("{}\n  a b c d e f g h\n", rows.iter().enumerate().map(numbered).collect::<Vec<_>>().join("\n")),
        format!("{}\n\nWhite to move", rows.join("\n")),
    ] {
        let position = fen::parse(Variant::RUSSIAN, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fen::write(&position), "W:W22,K26:B4", "{text}");
    }
    let black = format!("{}\nХод чёрных", rows.join("\n"));
    assert_eq!(fen::parse(Variant::RUSSIAN, &black).map(|position| position.side()), Ok(Side::Black));
    // A piece on a square that is not played on, a row that is missing, and capitals of which none is known to be a king.
    for text in [
        rows.join("\n").replace(". . w", ". w ."),
        rows[1..].join("\n"),
        rows.join("\n").to_uppercase(),
        rows.join("\n").replace('w', "o"),
    ] {
        assert!(fen::parse(Variant::RUSSIAN, &text).is_err(), "{text}");
    }
}

#[test]
fn a_picture_before_the_moves_is_where_the_game_begins() {
    let row = |row: &str| format!("| {} |\n", row.split("").skip(1).take(8).collect::<Vec<_>>().join(" | "));
    let rows = ["       b", "        ", "        ", "        ", "        ", "  w     ", "        ", "        "];
    let edge = format!("+{}\n", "---+".repeat(8));
    let boxed = format!("{edge}{}", rows.map(|text| row(text) + &edge).concat());
    let plain = rows.map(|text| text.replace(' ', ".") + "\n").concat();
    for picture in [boxed, plain] {
        for (tags, side, played) in [
            ("", "", "1. c3-d4"),
            ("[Event \"x\"]\n[GameType \"25\"]\n\n", "", "1. c3-d4"),
            ("[GameType \"25\"]\n\n", "White to move\n", "1. c3-d4"),
            ("[GameType \"25\"]\n\n", "Ход чёрных\n", "1. ... h8-g7"),
        ] {
            let text = format!("{tags}{picture}{side}\n{played} *\n");
            let game = only(&text);
            let replayed = game.replay(Variant::RUSSIAN).unwrap_or_else(|error| panic!("{text}: {error}"));
            let start = replayed.positions().next().map(|position| fen::write(position)[1..].to_owned());
            assert_eq!((start.as_deref(), replayed.moves().len()), (Some(":W22:B4"), 1), "{text}");
        }
    }
}

/// Each of a list of problems, also without an empty line between them.
#[test]
fn problems_in_a_list_are_as_many_games() {
    let text = "Wit 34, 39, 43; zwart 8, 19, 23.\n34-29 (23x34) 39x30\nWit 28, 37; zwart 9, 19.\n28-23 (19x28)\n";
    assert_eq!(read(text).iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [3, 2]);
    for apart in ["\n", "\n\n"] {
        let text = format!(
            "Nr. 1  Wit 27, 28, 32, 37. Zwart 8, 12, 18, 19. Wit speelt.\n27-22 (18x38) 28-23 (19x28).{apart}\
             Nr. 2  Wit 28, 32, 37. Zwart 8, 9, 17. Wit speelt.\n28-22 (17x28) 32x23.\n"
        );
        let games = read(&text);
        let plies: Vec<_> = games.iter().map(|game| game.moves.len()).collect();
        assert_eq!(plies, [4, 3], "{text}");
        assert!(games.iter().all(|game| game.replay(Variant::INTERNATIONAL).is_ok()), "{text}");
    }
}

/// Scores and times beside the last move.
#[test]
fn what_stands_beside_a_result_leaves_it() {
    for (end, result) in [
        ("[2-0] (1.45 - 1.58)", PdnResult::FirstWins),
        ("2-0 (1.45 - 1.58)", PdnResult::FirstWins),
        ("(1.45-1.58)", PdnResult::Unknown),
        ("0:15", PdnResult::Unknown),
        ("(2-0) (tijd)", PdnResult::FirstWins),
    ] {
        let text = format!("1. 32-28 0:01 19-23 0:02 2. 28x19 0:03 14x23 {end}");
        let game = only(&text);
        assert_eq!((game.moves.len(), game.outcome(Variant::INTERNATIONAL)), (4, result), "{text}");
        assert!(game.to_string().contains(end), "{game}");
    }
}
