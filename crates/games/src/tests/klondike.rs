//! Klondike's deals, boards and moves as text: what is read, what is refused,
//! and that other programs' texts mean here what they mean there.

use super::common::{golden, id, public};
use crate::cards::{Card, greenfelt, lonelybot, shootme, solvitaire};
use crate::klondike::rules::Position;
use crate::klondike::variant::{DRAW_ONE, DRAW_THREE, NAMED, Variant};
use crate::klondike::{Klondike, moves, notation};
use engine::{Fault, LevelId, Plain, Puzzle, Rules};
use proptest::prelude::*;

/// Solvitaire's deal 1 as lonelybot prints it (`lonecli print solvitaire 1`).
const JSON: &str = r#"{"tableau piles": [
["9D"],
["4c","AS"],
["Qd","10d","JC"],
["9s","Js","8s","6D"],
["6s","8h","5h","8d","JH"],
["3d","3c","8c","7h","9h","AH"],
["2h","5d","Kd","7s","2c","Kh","JD"]
],"stock": ["6H","KS","10C","QH","AC","2S","4H","QC","QS","3S","AD","5C","2D","4D","KC","7C","4S","9C","5S","7D","10H","3H","6C","10S"],"waste": [],
"foundation": [[],[],[],[]]}
"#;

/// The same deal in our own form.
const BOARD: &str = "\
Stock: TS 6C 3H TH 7D 5S 9C 4S 7C KC 4D 2D 5C AD 3S QS QC 4H 2S AC QH TC KS 6H
| 9D
4C | AS
QD TD | JC
9S JS 8S | 6D
6S 8H 5H 8D | JH
3D 3C 8C 7H 9H | AH
2H 5D KD 7S 2C KH | JD
";

/// A position in mid-game.
const MIDDLE: &str = "\
Home: C-0 D-0 H-0 S-A
Turned over: 2
Stock: 9C 4S 7C KC 4D 2D 5C AD 3S QS QC 4H 2S AC QH TC KS 6H
Waste: TS 6C 3H TH 7D 5S
| 9D
| 4C
QD TD | JC
9S JS 8S | 6D
6S 8H 5H 8D | JH
3D 3C 8C 7H 9H | AH
2H 5D KD 7S 2C KH | JD
";

fn read(text: &str) -> Result<Position, Fault> {
    notation::read(DRAW_THREE, text)
}

fn text_of(deck: &[Card; 52]) -> String {
    deck.iter().map(Card::to_string).collect()
}

/// Decks that lonelybot 0.2.3 prints for these numbers (`lonecli print`), in
/// the order of dealing.
#[test]
#[rustfmt::skip]
fn numbered_shuffles_are_those_of_other_programs() {
    let rows = [
        ("solvitaire", 1, "9D4CQD9S6S3D2HASTDJS8H3C5DJC8S5H8CKD6D8D7H7SJH9H2CAHKHJDTS6C3HTH7D5S9C4S7CKC4D2D5CAD3SQSQC4H2SACQHTCKS6H"),
        ("solvitaire", 4294967295, "9H3C8C2D2C8H3HADQCTD5D5H3SQSASJH4HTS7S4S4D2SJD8SKHAH5C3D6SJSTC8D6H5SQD9C7HKSKC6D6CJC4CAC9S9D7CTH7DQHKD2H"),
        ("shootme", 0, "3DADQSJH9C6D2H8H9D2CAS6HKS8C3CTSQHJSACQC4D2S4S6S5D8D6C4HKHKD2DTC7S5C7H3H9S7CAHTD5H4CJC9HJDKC7D8S5S3STHQD"),
        ("shootme", 2147483647, "5S6C9C6DQS5DTCJC4D3S9SQC8S7HADKC2CJD6STHJS9D2H2D3D9HTDKDASKH8C3H7DKS8HAH5C4S4CQH4H7S5H8D6H3CTSJH2SAC7CQD"),
        ("greenfelt", 1, "6S9H6D2D7S7H5S5CJD8CTHKSQH4C5D3S2H6HASKDJC4DKC2SQS8DTC3DQDACKH3H8S2CTD5HJS3CJHAH9S4H7C6C8H9CTSAD4SQC9D7D"),
        ("greenfelt", 2147483646, "5S6DACKS8H4D7DQH3S2DKH4H7SAS4CTH6SKCJD9S2HQD8D7H9D2S3C9C5HAH4SAD7C9H8SJHKD3D6HTDTSQC8CJCQS3H5C2CTCJS5D6C"),
        ("lonelybot", 0, "8SAH5S4C8D7SQD2D5DJH8C4HAS4S7H9S2CQH7DADTDTC6D3SKH9C8HQC9HTSTH6CKSAC7CKCJC6S6H2HQS3HJD9D2SJS4DKD3C5C5H3D"),
        ("lonelybot", 18446744073709551615, "3C5DKHKSTHTD3S2H9D9C4C6SKC4S2C4H5C7DQHAH2DAC9S3D5HJC4D3H8H6C8C7C2SQD5SJHJS7SJDADQS9H8S8DTS6DQC6HKD7HTCAS"),
    ];
    for (source, number, want) in rows {
        let deck = match source {
            "solvitaire" => solvitaire::deck(number),
            "shootme" => shootme::deck(number),
            "greenfelt" => greenfelt::deck(number),
            _ => Some(lonelybot::deck(number)),
        };
        assert_eq!(text_of(&deck.expect("a deck")), want, "{source} {number}");
        let id = LevelId { number, ..id(&format!("klondike:{source}#1")) };
        assert_eq!(Klondike.deal(&id), read(want), "{id}");
    }
}

/// The decks of Solvitaire's first 500 deals, as other people's files have
/// them.
#[test]
fn solvitaires_deals_are_those_of_the_public_list() {
    let Some(list) = public("klondike/verdicts_1_500.csv") else {
        return;
    };
    let mut count = 0;
    for line in list.lines().skip(1) {
        let values: Vec<_> = line.split(',').collect();
        let id = id(&format!("klondike:solvitaire#{}", values[0]));
        assert_eq!(Klondike.deal(&id), read(values[1]), "{id}");
        count += 1;
    }
    assert_eq!(count, 500);
}

#[test]
fn levels_stay_what_they_are() {
    let mut text = String::new();
    for (name, rules) in NAMED {
        text.push_str(&format!("# {rules:?}\n# klondike:{name}\n"));
    }
    for source in ["seed", "solvitaire", "shootme", "greenfelt", "lonelybot"] {
        for number in [1, 617] {
            let level = format!("klondike:{source}#{number}");
            let position = Klondike.deal(&id(&level)).expect("a deal");
            text.push_str(&format!("\n{level}\n{}", Klondike.write(&position)));
        }
    }
    golden("klondike/levels.txt", &text);
}

/// Each row is another text of Solvitaire's deal 1.
#[test]
fn a_deal_is_read_in_every_form() {
    let deck = text_of(&solvitaire::deck(1).unwrap());
    let spaced: String = (0..52)
        .map(|i| format!("{} ", &deck[2 * i..2 * i + 2]))
        .collect();
    let shootme = "092041122094064032023014102114083031052111084053081132062082073074113093021013133112104061033103072054091044071131042022051012034124121043024011123101134063";
    let brackets = BOARD
        .replace("Stock:", "Talon:")
        .lines()
        .map(|line| {
            let Some((hidden, open)) = line.split_once('|') else {
                return format!("{line}\n");
            };
            let down: String = hidden
                .split_whitespace()
                .map(|c| format!("<{c}> "))
                .collect();
            format!("{down}{}\n", open.trim())
        })
        .collect::<String>();
    let rows = [
        ("our board", BOARD.to_string()),
        ("small letters", BOARD.to_lowercase()),
        ("tens", BOARD.replace('T', "10")),
        ("no blanks at the bar", BOARD.replace(" | ", "|")),
        ("comments", format!("# deal 1\n{BOARD}# end\n")),
        ("line ends of Windows", BOARD.replace('\n', "\r\n")),
        ("a byte order mark", format!("\u{feff}{BOARD}")),
        (
            "stock last",
            format!(
                "{1}\n{0}\n",
                BOARD.split_once('\n').unwrap().0,
                BOARD.split_once('\n').unwrap().1
            ),
        ),
        ("PySol's board", brackets),
        ("a deck", deck.clone()),
        ("a deck with tens", deck.replace('T', "10")),
        ("a deck with blanks", spaced.clone()),
        ("a deck in rows", spaced.replacen("2H ", "2H\n", 1)),
        ("ShootMe's digits", shootme.to_string()),
        (
            "ShootMe's digits in lines",
            format!("{}\n{}\n", &shootme[..84], &shootme[84..]),
        ),
        (
            "lonelybot's exact number",
            "78695583720853875673216245016881855627056703838409803142636006832377\n".into(),
        ),
        ("Solvitaire's JSON", JSON.to_string()),
        (
            "JSON without what is empty",
            JSON.replace(",\"waste\": [],\n\"foundation\": [[],[],[],[]]", ""),
        ),
    ];
    let want = Klondike.deal(&id("klondike:solvitaire#1")).unwrap();
    for (what, text) in rows {
        let position = read(&text).unwrap_or_else(|fault| panic!("{what}: {fault}"));
        assert_eq!(position, want, "{what}");
        assert_eq!(notation::write(&position), BOARD, "{what}");
    }
}

#[test]
fn positions_in_mid_game_are_read() {
    let position = read(MIDDLE).unwrap();
    assert_eq!(notation::write(&position), MIDDLE);
    assert_eq!((position.turned_over, position.home), (2, [0, 0, 0, 1]));
    assert_eq!(position.waste.last(), Card::parse("5S").as_ref());
    assert_eq!(position.stock.last(), Card::parse("9C").as_ref());
    assert_eq!(position.seen.count_ones(), 24);
    let json = JSON
        .replace(r#"["4c","AS"]"#, r#"["4C"]"#)
        .replace(r#"[[],[],[],[]]"#, r#"[[],["AS"],[],[]]"#);
    let position = read(&json).unwrap();
    let first_pass = MIDDLE.replace("Turned over: 2\n", "");
    let first_pass = read(&first_pass).unwrap();
    assert_eq!(first_pass.seen.count_ones(), 6);
    assert_eq!(position.columns, first_pass.columns);
    assert_eq!(position.home, first_pass.home);
    let won = "Home: C-K D-K H-K S-K\n|\n|\n|\n|\n|\n|\n|\n";
    let position = read(won).unwrap();
    assert!(position.is_solved());
    assert_eq!(notation::write(&position), won);
}

fn check(what: &str, fault: Fault, place: &str, found: &str, expected: &str) {
    assert_eq!(fault.place, place, "place of {what}");
    assert_eq!(fault.found, found, "found in {what}");
    assert!(
        fault.expected.contains(expected),
        "{what}: expected {}",
        fault.expected
    );
}

#[test]
#[rustfmt::skip]
fn bad_boards() {
    let once = "each card once";
    let card = "a card such as";
    let with = |from: &str, to: &str| BOARD.replacen(from, to, 1);
    let middle = |from: &str, to: &str| MIDDLE.replacen(from, to, 1);
    let json = |from: &str, to: &str| JSON.replacen(from, to, 1);
    let digits = |cards: &str| format!("{cards}{}", "9".repeat(156 - cards.len()));
    let long = format!("\"{}…\"", "x".repeat(40));
    let accents = format!("\"{}…\"", "é".repeat(40));
    let rows: Vec<(&str, String, &str, &str, &str)> = vec![
        ("nothing", String::new(), "board", "no cards at all", "a line of cards"),
        ("comments", "# deal\n \n".into(), "board", "no cards at all", "a line of cards"),
        ("bars alone", "|\n|\n".into(), "board", "no cards at all", "a line of cards"),
        ("a card short", with(" 6H", ""), "board", "no 6H", once),
        ("cut short", BOARD.lines().take(4).map(|line| format!("{line}\n")).collect(), "board", "no AH and 21 more missing", once),
        ("a card twice", with("6H", "KS"), "line 1, card 24", "KS, which stands at line 1, card 23 already", once),
        ("53 cards", with("6H", "6H 9D"), "line 2, card 1", "9D, which stands at line 1, card 25 already", once),
        ("no such rank", with("TD", "11D"), "line 4, card 2", "\"11D\"", card),
        ("a joker", with("TD", "Joker"), "line 4, card 2", "\"Joker\"", card),
        ("a letter beyond ASCII", with("TD", "T♦"), "line 4, card 2", "\"T♦\"", card),
        ("junk", "\u{0}|\u{1}".into(), "line 1, card 1", "\"\\0\"", card),
        ("a long word", format!("|{}", "x".repeat(100_000)), "line 1, card 1", &long, card),
        ("no bar where cards lie face down", with("QD TD | JC", "QD TD JC"), "line 4, card 2", "TD on QD", "go down by alternate colour"),
        ("open cards of one colour", middle(" 5S\n", "\n").replace("| 4C", "| 5S 4C"), "line 6, card 2", "4C on 5S", "go down by alternate colour"),
        ("two bars", with("QD TD | JC", "QD | TD | JC"), "line 4", "a second |", "one |"),
        ("no open card", with("QD TD | JC", "QD TD JC |"), "line 4", "face-down cards alone", "an open card on them"),
        ("brackets on an open card", with("QD TD | JC", "<QD> TD <JC>"), "line 4, card 3", "\"<JC>\" on an open card", "face-down cards first"),
        ("brackets after a bar", with("QD TD | JC", "QD | <TD> JC"), "line 4, card 2", "\"<TD>\" on an open card", "face-down cards first"),
        ("eight columns", with("4C | AS", "| 4C\n| AS"), "line 9", "column 8", "at most 7 columns"),
        ("too many face down", with("| 9D\n4C |", "4C | 9D\n|").replace("4C | 9D\n| AS", "4C AS | 9D"), "board", "columns with 0, 2, 2, 3, 4, 5, 6 face-down cards", "no more of them than a deal has"),
        ("a stock of 25", "Stock: 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 2H\nHome: C-A D-A H-A S-K\n".into(), "board", "no 3H and 10 more missing", once),
        ("stock and waste of 25", "Stock: 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC\nWaste: 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD KH\nHome: C-A D-A H-Q S-K\n".into(), "board", "25 cards in stock and waste", "at most 24"),
        ("home and in a column", format!("Home: S-A\n{BOARD}"), "line 4, card 2", "AS, which the foundations have already", once),
        ("home twice", format!("Home: S-0\nFounds: S-0\n{BOARD}"), "line 2", "Home: a second time", "one such line"),
        ("stock twice", format!("Stock:\n{BOARD}"), "line 2", "Stock: a second time", "one such line"),
        ("no rank at home", format!("Home: S-14\n{BOARD}"), "line 1, foundation \"S-14\"", "no rank", "a suit and a rank"),
        ("turned over no number", middle("over: 2", "over: two"), "line 2", "\"two\"", "how often the waste was turned over"),
        ("turned over too often for a number", middle("over: 2", "over: 4294967296"), "line 2", "\"4294967296\"", "below 2^32"),
        ("a deck of 51", text_of(&solvitaire::deck(1).unwrap())[..102].into(), "board", "no 6H", once),
        ("a deck of 53", text_of(&solvitaire::deck(1).unwrap()) + "6H", "line 1, card 53", "6H, which stands at line 1, card 52 already", once),
        ("a deck with junk", "9D4CQX".into(), "line 1, card 3", "\"QX\"", card),
        ("a deck of other letters", "é".repeat(60), "line 1, card 1", &accents, card),
        ("155 digits", "0".repeat(155), "deck", "155 digits", "156, three a card"),
        ("a million digits", "1".repeat(1_000_000), "deck", "1000000 digits", "156, three a card"),
        ("no such rank in digits", digits("141"), "card 1 of the deck", "\"141\"", "a rank from 01 to 13"),
        ("no such suit in digits", digits("015"), "card 1 of the deck", "\"015\"", "a rank from 01 to 13"),
        ("a card twice in digits", digits("011011"), "card 2 of the deck", "AC, which stands at card 1 of the deck already", once),
        ("52! itself", "80658175170943878571660636856403766975289505440883277824000000000000".into(), "deck", "\"8065817517094387857166063685640376697528…\"", "below 52!"),
        ("JSON cut short", JSON[..100].into(), "JSON", "EOF while parsing a string at line 6 column 17", "as Solvitaire has them"),
        ("JSON of something else", r#"{"id":"klondike:draw3#1"}"#.into(), "JSON", "\"id\"", "keys among tableau piles, stock"),
        ("JSON without piles", r#"{"stock":[]}"#.into(), "JSON", "no \"tableau piles\"", "as Solvitaire has them"),
        ("piles that are none", r#"{"tableau piles":7}"#.into(), "tableau piles", "\"7\"", "a list"),
        ("cards that are none", json("\"9D\"", "9"), "pile 1, card 1", "\"9\"", "a card as text"),
        ("no such card in JSON", json("\"9D\"", "\"9X\""), "pile 1, card 1", "\"9X\"", card),
        ("a card twice in JSON", json("\"9D\"", "\"AS\""), "pile 2, card 2", "AS, which stands at pile 1, card 1 already", once),
        ("face down on an open card", json("\"Qd\"", "\"QD\""), "pile 3, card 2", "\"10d\" on an open card", "face-down cards first"),
        ("open cards in no order", json("\"10d\"", "\"10D\""), "pile 3, card 3", "JC on TD", "go down by alternate colour"),
        ("foundation without an ace", json("[[],[]", "[[\"2S\"],[]"), "foundation 1, card 1", "\"2S\"", "AS, once"),
        ("foundation of two suits", json("[[],[]", "[[\"AS\",\"2H\"],[]"), "foundation 1, card 2", "\"2H\"", "2S, once"),
        ("foundation twice", json("[[],[]", "[[\"AS\"],[\"AS\"]"), "foundation 2, card 1", "\"AS\"", "AS, once"),
    ];
    for (what, text, place, found, expected) in rows {
        match read(&text) {
            Ok(position) => panic!("{what} is taken: {}", notation::write(&position)),
            Err(fault) => check(what, fault, place, found, expected),
        }
    }
    let limited = Variant { passes: 2, ..DRAW_THREE };
    let fault = notation::read(limited, MIDDLE).unwrap_err();
    check("too many passes", fault, "board", "the waste turned over 2 times", "less than the 2 passes");
}

#[test]
#[rustfmt::skip]
fn bad_ids() {
    for (text, place, found, expected) in [
        ("klondike:nosuch#1", "variant or source", "\"nosuch\"", "a variant of klondike (draw1) or a source of deals"),
        ("klondike:draw1.nosuch#1", "source of \"draw1.nosuch\"", "\"nosuch\"", "one of seed, solvitaire"),
        ("klondike:nosuch.seed#1", "variant", "\"nosuch\"", "a variant of klondike"),
        ("klondike:draw=25#1", "rule \"draw\"", "\"25\"", "from 1 to 24"),
        ("klondike:solvitaire#4294967296", "klondike:solvitaire#4294967296", "deal 4294967296", "0 to 4294967295"),
        ("klondike:shootme#2147483648", "klondike:shootme#2147483648", "deal 2147483648", "0 to 2147483647"),
        ("klondike:greenfelt#0", "klondike:greenfelt#0", "deal 0", "1 to 2147483646"),
    ] {
        match Klondike.deal(&id(text)) {
            Ok(_) => panic!("{text} is dealt"),
            Err(fault) => check(text, fault, place, found, expected),
        }
    }
}

#[test]
#[rustfmt::skip]
fn bad_moves() {
    let shape = "t, or two places such as";
    let legal = "a legal move";
    let count = "a number of cards from 1 to 13";
    let turns = "a number of turns from 1 to 999";
    let rows = [
        ("2h 6h\n\nt 1h", "line 3, move 4 \"1h\"", "9D is not the next of its suit", legal),
        ("12", "line 1, move 1 \"12\"", "9D does not fit there", legal),
        ("11", "line 1, move 1 \"11\"", "no such column to go to", legal),
        ("13:2", "line 1, move 1 \"13:2\"", "no such cards there", legal),
        ("wh", "line 1, move 1 \"wh\"", "no such cards there", legal),
        ("S1", "line 1, move 1 \"S1\"", "no such cards there", legal),
        ("2h S1", "line 1, move 2 \"S1\"", "AS does not fit there", legal),
        ("2C", "line 1, move 1 \"2C\"", "AS does not belong there", legal),
        ("2h Sh", "line 1, move 2 \"Sh\"", "AS does not belong there", legal),
        ("", "", "", ""),
        ("5", "line 1, move 1 \"5\"", "\"5\"", shape),
        ("81", "line 1, move 1 \"81\"", "\"81\"", shape),
        ("18", "line 1, move 1 \"18\"", "\"18\"", shape),
        ("01", "line 1, move 1 \"01\"", "\"01\"", shape),
        ("1w", "line 1, move 1 \"1w\"", "\"1w\"", shape),
        ("123", "line 1, move 1 \"123\"", "\"123\"", shape),
        ("ää", "line 1, move 1 \"ää\"", "\"ää\"", shape),
        ("12:0", "line 1, move 1 \"12:0\"", "count \"0\"", count),
        ("12-14", "line 1, move 1 \"12-14\"", "count \"14\"", count),
        ("12:", "line 1, move 1 \"12:\"", "count \"\"", count),
        ("12:+1", "line 1, move 1 \"12:+1\"", "count \"+1\"", count),
        ("t*0", "line 1, move 1 \"t*0\"", "\"t*0\"", turns),
        ("t*99999999999999999999", "line 1, move 1 \"t*99999999999999999999\"", "\"t*99999999999999999999\"", turns),
        ("DRx", "line 1, move 1 \"DRx\"", "\"DRx\"", turns),
        ("NEW", "line 1, move 1 \"NEW\"", "\"NEW\"", "an empty stock"),
        ("F8", "line 1, move 1 \"F8\"", "\"F8\"", "a column from 1 to 7"),
        ("A♠:3▸♠", "line 1, move 1 \"A♠:3▸♠\"", "\"A♠:3▸♠\"", "a card that is there"),
        ("A♠:2▸♠▸", "line 1, move 1 \"A♠:2▸♠▸\"", "\"A♠:2▸♠▸\"", "a card that is there"),
        (":▸", "line 1, move 1 \":▸\"", "\":▸\"", "a card that is there"),
    ];
    let start = read(BOARD).unwrap();
    for (text, place, found, expected) in rows {
        match moves::read_all(&start, text) {
            Ok(moves) => assert!(moves.is_empty() && text.is_empty(), "{text} is taken"),
            Err(fault) => check(text, fault, place, found, expected),
        }
    }
}

/// Each row is a list in its own form and the same list in ours.
#[test]
fn moves_are_read_in_every_form() {
    let nine_turns = "t t t t t t t t t";
    for (text, ours) in [
        ("2h 6H # two aces", "2h 6h"),
        ("t*9", nine_turns),
        ("T*8 t", nine_turns),
        ("DR8 NEW DR1", nine_turns),
        ("= = = = = = = = = =", nine_turns),
        ("2S F2 6H F6", "2h 6h"),
        ("A♠:2▸♠ A♥:6▸♥", "2h 6h"),
        ("2h t*3 6h", "2h t t t 6h"),
    ] {
        let start = read(BOARD).unwrap();
        let moves = moves::read_all(&start, text).unwrap_or_else(|fault| panic!("{fault}"));
        let mut position = start;
        let mut words = Vec::new();
        for mv in moves {
            position.check(mv).unwrap();
            words.push(moves::write(&position, mv));
            position.apply(mv);
        }
        assert_eq!(words.join(" "), ours, "{text}");
    }
}

/// Peers turn the waste over and draw by two words, also where that only lays
/// the same cards out again.
#[test]
fn draws_that_change_nothing_are_no_moves() {
    let text = "Home: C-J D-K H-K S-K\nStock: KC QC\n";
    let start = read(text).unwrap();
    for (list, count) in [
        ("t wh wh", 3),
        ("DR1 NEW DR1 WC WC", 3),
        ("= = = Q♣:D▸♣ K♣:D▸♣", 3),
    ] {
        let moves = moves::read_all(&start, list).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(moves.len(), count, "{list}");
    }
    assert!(moves::read_all(&start, "t t").is_err());
}

/// A solution that ShootMe's Klondike-Solver prints for its game 1, one card
/// at a time (`/DC 1 /G 1 /MVS`), with the length that it tells: 142 moves,
/// counting cards turned up.
#[test]
fn shootmes_solution_counts_as_it_says() {
    let list = "5S F5 DR3 WS W4 W4 DR3 W3 13 W1 W1 DR2 WC DR3 W4 DR3 W5 DR2 W7 47-4 F4 4C F4 DR1 W5 \
        34-3 F3 35 F3 DR5 W7 DR1 W3 43-4 F4 4H 74-7 F7 75 F7 71 F7 51-5 F5 5H F5 27 F2 2C 7C 6C F6 1C \
        W2 51 F5 5D 71 F7 7S F7 7S F7 7H DR1 W6 NEW DR3 W2 DR2 WC 62-2 F6 65 F6 6D F6 DR4 WD 3D 3S 1D \
        1S NEW DR3 WD 1D 1C 36-2 3D 63-3 F6 6H DR2 WH 3H 3S 4H 3H 4S 1H 3S 4D DR1 WD 2H 1S WS 1H WH \
        WC 4C 2C 4D 1C 2D 4S 1H 2C 4D 5S";
    let mut start = Klondike.deal(&id("klondike:draw1.shootme#1")).unwrap();
    assert_eq!(start.variant, DRAW_ONE);
    let moves = moves::read_all(&start, list).unwrap_or_else(|fault| panic!("{fault}"));
    let lengths = Klondike.lengths(&start, &moves);
    moves.iter().for_each(|&mv| start.apply(mv));
    assert!(start.is_solved());
    assert_eq!(lengths, [121, 142, 39]);
}

/// What damage puts in: letters that mean something, and some that do not.
const LETTERS: &[&str] = &[
    "A",
    "2",
    "9",
    "T",
    "10",
    "K",
    "C",
    "d",
    "H",
    "s",
    " ",
    "\n",
    "|",
    ":",
    "#",
    "0",
    "1",
    "*",
    "t",
    "w",
    "h",
    "é",
    "▸",
    "♠",
    "\0",
    "\r\n",
    "Home: ",
    "Stock:",
    "Waste:",
    "Turned over: ",
    "<",
    ">",
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    "NEW ",
    "DR3 ",
    "F1 ",
    "t*5 ",
    "255",
    "\u{feff}",
    "= ",
];

proptest! {
    #[test]
    fn reading_survives_any_text(text in "\\PC{0,200}") {
        let start = read(BOARD).unwrap();
        let _ = read(&text);
        let _ = moves::read_all(&start, &text);
    }

    #[test]
    fn reading_survives_damage(
        which in 0..4usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0..4usize, 0..LETTERS.len()), 0..6),
    ) {
        let good = [BOARD, MIDDLE, JSON, "2h 6h t*3 w4 35:2 H3 DR2 = A♠:2▸♠"][which];
        let mut text: Vec<char> = good.chars().collect();
        for (at, cut, put) in damage {
            let start = at.index(text.len() + 1);
            let end = text.len().min(start + cut);
            text.splice(start..end, LETTERS[put].chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = read(&text) {
            let printed = notation::write(&position);
            let back = read(&printed).unwrap();
            prop_assert_eq!(&back.key(), &position.key());
            prop_assert_eq!(notation::write(&back), printed);
        }
        let _ = moves::read_all(&read(BOARD).unwrap(), &text);
    }
}
