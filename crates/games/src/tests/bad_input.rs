//! What FreeCell says to text that it cannot take: each row names the place,
//! what was found there and what was expected.

use super::common::{chen, id};
use crate::freecell::{FreeCell, moves, notation, variant};
use engine::{Bridge, Fault, Game, Level, Rules};

/// Deal 1.
const GOOD: &str = "\
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC
";

fn check(what: &str, fault: Fault, place: &str, found: &str, expected: &str) {
    assert_eq!(fault.place, place, "place of {what}");
    assert_eq!(fault.found, found, "found in {what}");
    assert!(
        fault.expected.contains(expected),
        "{what}: expected {}",
        fault.expected
    );
}

/// Boards of a variant, empty for FreeCell.
#[test]
#[rustfmt::skip]
fn bad_boards() {
    let once = "each card once";
    let card = "a card such as";
    let with = |line: &str| format!("{line}\n{GOOD}");
    let long = format!("\"{}…\"", "x".repeat(40));
    let penguin = "5S 2C\nKD\n";
    let rows: Vec<(&str, &str, String, &str, &str, &str)> = vec![
        ("nothing", "", String::new(), "board", "no cards at all", "a line of cards"),
        ("blank lines", "", "\n \n\t\n\n".into(), "board", "no cards at all", "a line of cards"),
        ("comments only", "", "# deal\n#\n".into(), "board", "no cards at all", "a line of cards"),
        ("a card short", "", GOOD.replace(" 6S", ""), "board", "no 6S", once),
        ("51 cards", "", GOOD.replace("JD ", ""), "board", "no JD", once),
        ("one line", "", "AS 2S".into(), "board", "no AC and 49 more missing", once),
        ("53 cards", "", GOOD.replace(" 6S", " 6S JD"), "line 1, card 8", "JD, which stands at line 1, card 1 already", once),
        ("a card for another", "", GOOD.replace("TC", "8c"), "line 8, card 6", "8C, which stands at line 7, card 6 already", once),
        ("no such rank", "", GOOD.replace("TC", "11C"), "line 8, card 6", "\"11C\"", card),
        ("no such suit", "", GOOD.replace("TC", "TX"), "line 8, card 6", "\"TX\"", card),
        ("a joker", "", GOOD.replace("9S", "Joker"), "line 3, card 2", "\"Joker\"", card),
        ("a letter beyond ASCII", "", GOOD.replace("9S", "9♠"), "line 3, card 2", "\"9♠\"", card),
        ("binary junk", "", "\u{0}\u{1}\u{7f}\u{fffd}ELF".into(), "line 1, card 1", "\"\\0\\u{1}\\u{7f}�ELF\"", card),
        ("another game's text", "", "010110".into(), "line 1, card 1", "\"010110\"", card),
        ("a long word", "", "x".repeat(1000), "line 1, card 1", &long, card),
        ("nine columns", "", format!("{}TC\n", GOOD.replace(" TC", "")), "line 9", "column 9", "at most 8 columns"),
        ("a column too many for Penguin", "penguin", GOOD.into(), "line 8", "column 8", "at most 7 columns"),
        ("home and in a column", "", with("Foundations: H-0 C-0 D-0 S-A"), "line 7, card 3", "AS, which the foundations have already", once),
        ("home told twice", "", with("Foundations: H-0\nFounds: C-0"), "line 2", "the foundations a second time", "one such line"),
        ("a suit twice", "", with("Foundations: H-0 H-2"), "line 1, foundation \"H-2\"", "the same suit again", "a suit and a rank"),
        ("no suit", "", with("Foundations: X-2"), "line 1, foundation \"X-2\"", "no suit", "a suit and a rank"),
        ("no rank", "", with("Foundations: H-14"), "line 1, foundation \"H-14\"", "no rank", "a suit and a rank"),
        ("no dash", "", with("Foundations: H3"), "line 1, foundation \"H3\"", "no dash", "a suit and a rank"),
        ("no suit but a letter beyond ASCII", "", with("Foundations: é-2"), "line 1, foundation \"é-2\"", "no suit", "a suit and a rank"),
        ("too many cells", "", with("Freecells: - - - - -"), "line 1, cell 5", "\"-\"", "at most 4 cells"),
        ("too many cells, padded", "2-cells", format!("Freecells:          TC\n{}", GOOD.replace(" TC", "")), "line 1, cell 3", "\"TC\"", "at most 2 cells"),
        ("cells told twice", "", format!("Freecells: TC\nFreecells: 7D\n{}", GOOD.replace(" 7D TC", "")), "line 2", "the cells a second time", "one such line"),
        ("in a cell and a column", "", with("Freecells: TC"), "line 9, card 6", "TC, which stands at line 1, cell 1 already", once),
        ("no card in a cell", "", with("Freecells: none"), "line 1, cell 1", "\"none\"", card),
        ("Penguin with few cards", "penguin", penguin.into(), "board", "no AC and 45 more missing", once),
        ("Penguin with no card at home", "penguin", GOOD.replace("TC", "").replace("7H", "TC 7H").replace("5H 3H 3C 7S 7D", "").replace("JD", "5H 3H 3C 7S 7D JD"), "board", "no card at home", "begun by three cards"),
    ];
    for (what, rules, text, place, found, expected) in rows {
        match FreeCell.read(rules, &text) {
            Ok(position) => panic!("{what} is taken: {}", notation::write(&position)),
            Err(fault) => check(what, fault, place, found, expected),
        }
    }
}

#[test]
#[rustfmt::skip]
fn bad_ids() {
    let rows = [
        ("freecell:ms#0", "freecell:ms#0", "deal 0", "1 to 8589934591"),
        ("freecell:ms#8589934592", "freecell:ms#8589934592", "deal 8589934592", "1 to 8589934591"),
        ("freecell:eight-off#0", "freecell:eight-off#0", "deal 0", "1 to 8589934591"),
        ("freecell:nosuch#1", "variant or source", "\"nosuch\"", "a variant of freecell (eight-off) or a source of deals"),
        ("freecell:nosuch.ms#1", "variant", "\"nosuch\"", "a variant of freecell"),
        ("freecell:eight-off.nosuch#1", "source of \"eight-off.nosuch\"", "\"nosuch\"", "ms, seed or a kind"),
        ("freecell:aces-7#1", "variant or source", "\"aces-7\"", "or a source of deals (ms, seed, aces-0)"),
        ("freecell:nosuch,cells=2#1", "variant", "\"nosuch\"", "a variant of freecell"),
        ("freecell:cells=9#1", "rule \"cells\"", "\"9\"", "0 to 8"),
        ("freecell:dealt=5#1", "variant \"dealt=5\"", "5 cards dealt into 4 cells", "a cell for each"),
        ("freecell:eight-off.aces-0#1", "freecell:eight-off.aces-0#1", "eight-off, which fills cells", "for aces-0 a variant of eight columns"),
        ("freecell:penguin.kings-6#2", "freecell:penguin.kings-6#2", "penguin, which starts at its beak", "for kings-6 a variant"),
        ("freecell:columns=9.colour-sorted#2", "freecell:columns=9.colour-sorted#2", "columns=9, which has 9 columns", "for colour-sorted a variant"),
    ];
    for (text, place, found, expected) in rows {
        match FreeCell.deal(&id(text)) {
            Ok(_) => panic!("{text} is dealt"),
            Err(fault) => check(text, fault, place, found, expected),
        }
    }
}

#[test]
#[rustfmt::skip]
fn bad_moves() {
    let shape = "two places such as";
    let sentence = "a sentence such as";
    let legal = "a legal move";
    let count = "a number of cards from 1 to 52";
    let rows = [
        ("5a 5b\n\n5c 5h", "line 3, move 4 \"5h\"", "JS, whose turn on the foundation has not come", legal),
        ("5a 5a", "line 1, move 2 \"5a\"", "8H into cell 1, which is full", legal),
        ("5a a5", "line 1, move 2 \"a5\"", "6C on 8H, where it does not fit", legal),
        ("b5", "line 1, move 1 \"b5\"", "cell 2, which is empty", legal),
        ("12", "line 1, move 1 \"12\"", "6S on 9C, where it does not fit", legal),
        ("11", "line 1, move 1 \"11\"", "a move to where it starts", legal),
        ("92", "line 1, move 1 \"92\"", "no column 9", legal),
        ("29", "line 1, move 1 \"29\"", "no column 9", legal),
        ("10h", "line 1, move 1 \"10h\"", "no column 10", legal),
        ("1e", "line 1, move 1 \"1e\"", "no cell 5", legal),
        ("k1", "line 1, move 1 \"k1\"", "no cell 8", legal),
        ("h1", "line 1, move 1 \"h1\"", "a card taken from a foundation", legal),
        ("5a ab", "line 1, move 2 \"ab\"", "a move from cell to cell", legal),
        ("12:2", "line 1, move 1 \"12:2\"", "2 cards of column 1, of which 1 is in sequence", legal),
        ("12:8", "line 1, move 1 \"12:8\"", "8 cards of column 1, which has 7", legal),
        ("5a:2", "line 1, move 1 \"5a:2\"", "several cards where one can move", legal),
        ("5", "line 1, move 1 \"5\"", "\"5\"", shape),
        ("5a 5", "line 1, move 2 \"5\"", "\"5\"", shape),
        ("5a5", "line 1, move 1 \"5a5\"", "\"5a5\"", shape),
        ("05", "line 1, move 1 \"05\"", "\"05\"", shape),
        ("xy", "line 1, move 1 \"xy\"", "\"xy\"", shape),
        ("5ä", "line 1, move 1 \"5ä\"", "\"5ä\"", shape),
        ("äa", "line 1, move 1 \"äa\"", "\"äa\"", shape),
        ("\u{0}\u{1}", "line 1, move 1 \"\\0\\u{1}\"", "\"\\0\\u{1}\"", shape),
        ("52:999", "line 1, move 1 \"52:999\"", "count \"999\"", count),
        ("52:99999999999999999999", "line 1, move 1 \"52:99999999999999999999\"", "count \"99999999999999999999\"", count),
        ("52:0", "line 1, move 1 \"52:0\"", "count \"0\"", count),
        ("52:", "line 1, move 1 \"52:\"", "count \"\"", count),
        ("52:+2", "line 1, move 1 \"52:+2\"", "count \"+2\"", count),
        ("52v", "line 1, move 1 \"52v\"", "count \"\"", count),
        ("52vfff", "line 1, move 1 \"52vfff\"", "count \"fff\"", count),
        ("Move a card", "line 1, move 1 \"Move a card\"", "\"Move a card\"", sentence),
        ("Move a card from stack 255 to the moon", "line 1, move 1 \"Move a card from stack 255 to the moon\"", "\"Move a card from stack 255 to the moon\"", sentence),
        ("Move a card from stack 8 to stack 0", "line 1, move 1 \"Move a card from stack 8 to stack 0\"", "no column 9", legal),
        ("Move 0 cards from stack 1 to stack 0", "line 1, move 1 \"Move 0 cards from stack 1 to stack 0\"", "\"Move 0 cards from stack 1 to stack 0\"", sentence),
        ("Move a card from freecell 9 to stack 0", "line 1, move 1 \"Move a card from freecell 9 to stack 0\"", "no cell 10", legal),
    ];
    let start = notation::read(variant::FREECELL, GOOD).expect("a board");
    for (text, place, found, expected) in rows {
        match moves::read_all(&start, text) {
            Ok(_) => panic!("{text} is taken"),
            Err(fault) => check(text, fault, place, found, expected),
        }
    }
}

/// A solution cut short, and one that goes on after the end.
#[test]
fn solutions_that_do_not_end_where_they_should() {
    let level = Level::Written {
        name: "figure 7".into(),
        variant: String::new(),
        text: chen("figure_7.deal"),
    };
    let solution = chen("figure_8.moves");
    let words: Vec<_> = solution.split_whitespace().collect();
    let fault = |text: &str| {
        let verdict = Bridge(FreeCell).verify(&level, text).expect("a level");
        assert!(!verdict.valid && verdict.lengths.is_empty());
        verdict.fault.expect("a fault")
    };
    assert_eq!(
        fault(&words[..93].join(" ")),
        "after the last move (93): found an unsolved level; expected a solved one"
    );
    assert_eq!(
        fault(""),
        "after the last move (0): found an unsolved level; expected a solved one"
    );
    assert_eq!(
        fault(&format!("{solution} 1h")),
        "line 2, move 95 \"1h\": found 1 card of column 1, which has 0; expected a legal move"
    );
}
