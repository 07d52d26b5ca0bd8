//! Board and move text that must be understood: what peers print, what people
//! type, and the layouts that peers give to the same deals.

use super::common::{chen, id};
use crate::freecell::rules::Position;
use crate::freecell::{FreeCell, moves, notation};
use engine::Rules;

fn read(variant: &str, text: &str) -> Position {
    FreeCell
        .read(variant, text)
        .unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn deal(text: &str) -> Position {
    FreeCell.deal(&id(text)).expect("a deal")
}

/// The same board in other hands.
#[test]
fn boards_in_many_hands() {
    let tens = chen("figure_7.deal").replace('T', "10");
    let rows = [
        ("tens spelled out", tens),
        ("small letters", chen("figure_7.deal").to_lowercase()),
        (
            "line ends of Windows",
            chen("figure_7.deal").replace('\n', "\r\n"),
        ),
        (
            "a byte order mark",
            format!("\u{feff}{}", chen("figure_7.deal")),
        ),
        (
            "wide gaps and tabs",
            chen("figure_7.deal").replace(' ', " \t  "),
        ),
        (
            "a comment in front",
            format!("# Figure 7\n{}", chen("figure_7.deal")),
        ),
        (
            "comments behind",
            chen("figure_7.deal").replace('\n', " # row\n"),
        ),
        (
            "blank lines around",
            format!("\n\n\n{}\n\n", chen("figure_7.deal")),
        ),
        (
            "blank lines between",
            chen("figure_7.deal").replace('\n', "\n\n"),
        ),
        (
            "blank cells",
            format!("Freecells:\n{}", chen("figure_7.deal")),
        ),
        (
            "empty cells",
            format!("Freecells: - * - -\n{}", chen("figure_7.deal")),
        ),
        (
            "foundations",
            format!("{}Foundations: H-0 S-0", chen("figure_7.deal")),
        ),
    ];
    let want = read("", &chen("figure_7.deal"));
    assert_eq!(want.columns[0].len(), 7);
    let columns = notation::write(&want);
    let by_column = [
        ("columns", columns.clone()),
        (
            "columns with colons",
            columns.lines().map(|l| format!(": {l}\n")).collect(),
        ),
        ("columns after a blank line", format!("\n{columns}")),
        ("columns, spaced out", columns.replace('\n', "\n\n")),
        (
            "columns with small tens",
            columns.replace('T', "10").to_lowercase(),
        ),
    ];
    for (what, text) in rows.into_iter().chain(by_column) {
        assert_eq!(read("", &text), want, "{what}");
    }
}

/// Boards between moves as fc-solve prints them with `-p -t -sam`: each cell
/// four characters wide, blanks for an empty one.
#[test]
fn padded_cells_keep_their_places() {
    let rest = notation::write(&deal("freecell:ms#1")).replace(" 4H 8H 6C", "");
    for (cells, want) in [
        ("Freecells:  6C  8H  4H    ", ["6C", "8H", "4H", "-"]),
        ("Freecells:      6C  8H  4H", ["-", "6C", "8H", "4H"]),
        ("Freecells:  6C      8H  4H", ["6C", "-", "8H", "4H"]),
        ("Freecells: 6C 8H 4H", ["6C", "8H", "4H", "-"]),
        ("Freecells: 6C - 8H 4H", ["6C", "-", "8H", "4H"]),
        ("fc: * 6C 8H 4H", ["-", "6C", "8H", "4H"]),
        ("FREECELLS:6C 8H 4H", ["6C", "8H", "4H", "-"]),
    ] {
        let position = read("", &format!("{cells}\n{rest}"));
        let held = position.cells.iter();
        let held: Vec<_> = held
            .map(|c| c.map_or("-".into(), |c| c.to_string()))
            .collect();
        assert_eq!(held, want, "{cells}");
    }
}

/// Ends of games: empty columns are `:`, a blank line, or left out at the end.
#[test]
fn empty_columns() {
    let want = read(
        "",
        "Foundations: H-Q C-K D-J S-K\n:\nKH\n:\nKD QD\n:\n:\n:\n:\n",
    );
    assert_eq!(want.columns.iter().filter(|c| c.is_empty()).count(), 6);
    for text in [
        "Foundations: H-Q C-K D-J S-K\n:\nKH\n:\nKD QD",
        "Foundations: H-Q C-K D-J S-K \nFreecells:                \n: \n: KH\n: \n: KD QD\n: \n: \n: \n: \n\n",
        "Founds: s-k d-j c-k h-q\n\nkh\n\nkd qd\n\n\n\n\n\n\n\n",
    ] {
        assert_eq!(read("", text), want, "{text}");
    }
    let solved = "Foundations: H-K C-K D-K S-K\n:\n:\n:\n:\n:\n:\n:\n:\n";
    assert_eq!(notation::write(&read("", solved)), solved);
    assert_eq!(
        notation::write(&read("", "Foundations: H-K C-K D-K S-K")),
        solved
    );
}

/// Penguin's foundations start with the beak's rank, which a board need not
/// say: what is at home tells it.
#[test]
fn penguin_knows_its_beak() {
    let fresh = deal("freecell:penguin#1");
    let text = notation::write(&fresh);
    let (foundations, columns) = text.split_once('\n').expect("two lines");
    assert_eq!(foundations, "Foundations: H-J C-J D-0 S-J");
    assert_eq!(read("penguin", columns), fresh, "told by the first card");
    let all = ":\n".repeat(7);
    for (board, first) in [
        (format!("Foundations: H-4 C-4 D-4 S-4\n{all}"), 5),
        (format!("Foundations: H-4 C-4 D-4 S-3\n4S\n{all}"), 5),
        (
            format!("Foundations: H-4 C-4 D-4 S-K\n4S 3S 2S AS\n{all}"),
            5,
        ),
        (
            format!("Foundations: H-Q C-Q D-Q S-Q\nKS KH KC KD\n{all}"),
            1,
        ),
    ] {
        let board = board.trim_end().trim_end_matches("\n:");
        let position = read("penguin", board);
        assert_eq!(position.first_rank, first, "{board}");
    }
}

/// Layouts of Microsoft's deal 24 as the package `pysol_cards` (its
/// `deal_game.Game` with `DEALS_MS`) prints them for these games; Seahaven's
/// fourth cell, which it leaves out, is empty.
#[test]
fn layouts_are_those_of_peers() {
    let freecell = "4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\nQC 9S 6H 9H 3S KS 3D\n5D 2S JC 5C JH 6D AS\n2D KD TH TC TD 8D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD\n7S 6C 7D 4D 8S 9D\n";
    let six = "4C 2C 9C 8C QS 4S\n5H QH 3C AC 3H 4H\nQC 9S 6H 9H 3S KS\n5D 2S JC 5C JH 6D\n2D KD TH TC TD 8D\n7H JS KH TS KC 7C\nAH 5S 6S AD 8H JD\n7S 6C 7D 4D 8S 9D\n";
    let ten = "4C 9S TH AD 4S\n5H 2S KH 4D 4H\nQC KD 6S QS KS\n5D JS 7D 3H 6D\n2D 5S 8C 3S 8D\n7H 6C AC JH 7C\nAH 9C 9H TD JD\n7S 3C 5C KC 9D\n2C 6H TC 8H 2H\nQH JC TS 8S QD\n";
    for (variant, want) in [
        ("freecell", freecell.to_string()),
        ("relaxed", freecell.to_string()),
        ("bakers-game", freecell.to_string()),
        ("kings-only-bakers-game", freecell.to_string()),
        (
            "eight-off",
            format!("Freecells: 2H - QD - 3D - AS -\n{six}"),
        ),
        ("forecell", format!("Freecells: 2H QD 3D AS\n{six}")),
        ("seahaven", format!("Freecells: - 3D AS\n{ten}")),
    ] {
        let dealt = deal(&format!("freecell:{variant}#24"));
        assert_eq!(dealt, read(variant, &want), "{variant}");
    }
}

/// Rows across the columns in variants that deal into cells.
#[test]
fn rows_across_the_columns() {
    for variant in ["freecell", "eight-off", "forecell", "seahaven"] {
        let dealt = deal(&format!("freecell:{variant}#24"));
        let text = notation::write(&dealt);
        let cells: String = text
            .lines()
            .filter(|l| l.contains(':'))
            .map(|l| format!("{l}\n"))
            .collect();
        let row = |i: usize| {
            let cards = dealt.columns.iter().filter_map(move |c| c.get(i));
            cards.map(|c| format!("{c} ")).collect::<String>() + "\n"
        };
        let rows: String = (0..7).map(row).collect();
        for text in [
            format!("{cells}{rows}"),
            format!("{rows}{cells}"),
            format!("\n{cells}\n{rows}"),
        ] {
            assert_eq!(read(variant, &text), dealt, "{text}");
        }
    }
}

/// The same moves in other hands.
#[test]
fn moves_in_many_hands() {
    let start = deal("freecell:ms#1");
    let want = moves::read_all(&start, "5a 5b 5c 5d 5h b2 8b").expect("moves");
    for text in [
        "5A 5B 5C 5D 5H B2 8B",
        "5a\n5b\r\n5c   5d\t5h # an ace\n# the rest\nb2 8b\n",
        "\u{feff}5a 5b 5c 5d 5h b2 8b",
        "5a:1 5b 5c 5dv1 5h b2 8b",
        "Move a card from stack 4 to freecell 0\n\n====================\n\nMove a card from stack 4 to freecell 1\n5c\nMove 1 cards from stack 4 to freecell 3\nMove a card from stack 4 to the foundations\nMove a card from freecell 1 to stack 1\n8b",
        "-=-=-=-=-=-=-\n\n5a 5b 5c 5d 5h b2 8b \n\nThis game is solveable.\nTotal number of states checked is 96.\nThis scan generated 161 states.\n",
    ] {
        assert_eq!(moves::read_all(&start, text).as_ref(), Ok(&want), "{text}");
    }
}

/// Into an empty column an uncounted run goes as a whole, as the standard
/// notation has it; between fc-solve's lines it is one card with `-snx` and
/// any number with `-sn`.
#[test]
fn uncounted_runs_depend_on_who_wrote_them() {
    let start = read(
        "",
        "Foundations: H-T C-K D-K S-J\nKH QS JH\n:\nKS QH\n:\n:\n:\n:\n:\n",
    );
    let counts = |text: &str| {
        let moves = moves::read_all(&start, text).map_err(|fault| fault.place)?;
        Ok(moves.iter().map(|mv| mv.count).next().unwrap_or(0))
    };
    let second = |text: &str| Err(format!("line 1, move 2 \"{text}\""));
    for (text, want) in [
        ("12 2h 2h 3h 2h 3h", Ok(3)),
        ("12 1h", second("1h")),
        ("12:2 2h 2h 3h 1h 3h", Ok(2)),
        ("12:1 1h 2h 3h 1h 3h", Ok(1)),
        ("-=-\n12 1h 2h 3h 1h 3h", Ok(1)),
        ("-=-\n12 2h 2h 3h 1h 3h", Ok(2)),
        ("-=-\n12 2h 2h 3h 2h 3h", Ok(3)),
        ("-=-\n12v2 2h 2h 3h 1h 3h", Ok(2)),
        (
            "-=-\n14 41v1 12 2h 2h",
            Err("line 2, move 5 \"2h\"".to_string()),
        ),
    ] {
        assert_eq!(counts(text), want, "{text}");
    }
}
