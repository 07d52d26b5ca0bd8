//! Card games on screens and as pictures.

use crate::cards::Card;
use crate::cards::solution::{Entry, Piece, Told, entries};
use crate::freecell::FreeCell;
use crate::klondike::Klondike;
use engine::chance::Chance;
use engine::play::HiddenRules;
use engine::{Hidden, LevelId, Puzzle, Rules, screen};

fn id(text: &str) -> LevelId {
    text.parse().expect("a level id")
}

fn card(text: &str) -> Card {
    Card::parse(text).expect("a card")
}

/// The names of all groups of the class `card`, in their order.
fn cards_in(svg: &str) -> Vec<&str> {
    let parts = svg.split("<g class=\"card\" data-name=\"").skip(1);
    parts
        .map(|part| part.split('"').next().unwrap_or(""))
        .collect()
}

/// Every group is closed, and no element has an `id` that a second picture on
/// the same page could have as well.
fn check_svg(svg: &str) {
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    assert!(!svg.contains(" id="), "{svg}");
}

#[test]
fn freecell_is_shown_upright() {
    let text = "Foundations: H-0 C-0 D-0 S-2\nFreecells: KC - - -\n\
        9H 8S 7D\n6H 9D\nTC\n\
        2C 4S 3C AD KS TH 6C 8D TS 6D 4H 3D\n\
        QH JC JH QS 5H 5S 3H 8C AH 7C 4D 6S\n\
        QC KH 2H JD 8H 9S 7H JS 7S 9C 5C\n\
        KD QD AC TD 2D\n3S 5D 4C\n";
    let position = FreeCell.read("", text).expect("a board");
    let seen = screen::text(&FreeCell.show(&position));
    let lines: Vec<&str> = seen.lines().collect();
    assert_eq!(lines[0], "  K♣   b    c    d         ♣-   ♦-   ♥-   2♠");
    assert_eq!(lines[1], "  1    2    3    4    5    6    7    8");
    assert_eq!(lines[2], "  9♥   6♥  10♣   2♣   Q♥   Q♣   K♦   3♠");
    assert_eq!(lines.len(), 2 + 12);
}

#[test]
fn klondike_is_shown_as_it_lies() {
    let mut position = Klondike
        .deal(&id("klondike:three-passes#1"))
        .expect("a deal");
    position.apply(crate::klondike::rules::TURN);
    let seen = screen::text(&Klondike.show_view(&position.view()));
    let waste = |index: usize| crate::cards::show::card_name(position.waste[index]);
    let lines: Vec<&str> = seen.lines().collect();
    let top = format!(" ▒▒ {}{}{}", waste(0), waste(1), waste(2));
    assert_eq!(lines[0].replace(' ', ""), top.replace(' ', "") + "♣-♦-♥-♠-");
    assert_eq!(lines[1], "(21)  (3)");
    assert_eq!(lines[2], "  1    2    3    4    5    6    7");
    assert_eq!(seen.matches("▒▒").count(), 1 + 21);
    assert!(seen.contains("stock: 21 cards, pass 1 of 3\n"), "{seen}");
    assert!(!seen.contains("next:"), "{seen}");
    // With all cards known there is nothing that is not told.
    let open = screen::text(&Klondike.show(&position));
    assert!(!open.contains('▒') && open.contains("next:"), "{open}");
}

/// However long a game lasts, a screen has at most 80 columns and a picture
/// shows nothing that is hidden.
#[test]
fn views_fit_and_hide() {
    for number in 1..=20 {
        let mut position = Klondike
            .deal(&id(&format!("klondike:draw3#{number}")))
            .expect("a deal");
        let mut chance = Chance::new("walk", number, 0);
        for _ in 0..80 {
            let view = position.view();
            for shown in [Klondike.show_view(&view), Klondike.show(&position)] {
                let text = screen::text(&shown);
                assert!(
                    text.lines().all(|line| line.chars().count() <= 80),
                    "{text}"
                );
            }
            let svg = Klondike.draw_view(&view).to_svg();
            check_svg(&svg);
            let drawn = cards_in(&svg);
            for unseen in view.unseen_cards() {
                assert!(!drawn.contains(&unseen.to_string().as_str()), "{unseen}");
            }
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.apply(moves[chance.below(moves.len())]);
        }
    }
}

#[test]
fn a_deal_is_drawn_with_every_card_once() {
    let position = FreeCell.deal(&id("freecell:ms#617")).expect("a deal");
    let svg = FreeCell.draw(&position, &[]).to_svg();
    check_svg(&svg);
    let mut names = cards_in(&svg);
    names.sort_unstable();
    let mut all: Vec<String> = (0..52).map(|i| Card::from_index(i).to_string()).collect();
    all.sort_unstable();
    assert_eq!(names, all);
    assert_eq!(svg.matches("class=\"pile\"").count(), 4 + 4 + 8);
    // Klondike with all cards known: 28 in columns, and the top of the stock.
    let position = Klondike.deal(&id("klondike:draw3#1")).expect("a deal");
    let svg = Klondike.draw(&position, &[]).to_svg();
    assert_eq!(cards_in(&svg).len(), 29);
    assert!(!cards_in(&svg).contains(&""));
}

/// Moves that do not win are drawn with the board that they lead to.
#[test]
fn moves_are_drawn_beneath_their_deal() {
    let position = FreeCell.deal(&id("freecell:ms#617")).expect("a deal");
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let whole = FreeCell.draw(&position, &moves[..1]);
    check_svg(&whole.to_svg());
    assert_eq!(cards_in(&whole.to_svg()).len(), 2 * 52);
    assert!(whole.height > 2.0 * FreeCell.draw(&position, &[]).height);
}

#[test]
fn turns_and_cards_that_go_home_share_lines() {
    let words = || Told::Words(vec![Piece::Card(card("9C")), " on ".into()]);
    let home = |text| Told::Home(card(text));
    let turn = |text| Told::Turn(card(text));
    let moves = [
        turn("2H"),
        turn("3H"),
        words(),
        words(),
        home("AS"),
        home("2S"),
        home("3S"),
        home("4S"),
        home("5S"),
        turn("KD"),
    ];
    let list = entries(&moves);
    let spans: Vec<_> = list.iter().map(|e: &Entry| (e.first, e.last)).collect();
    assert_eq!(spans, [(1, 2), (3, 3), (4, 4), (5, 8), (9, 9), (10, 10)]);
    let turned = vec!["turn 2 times: ".into(), Piece::Card(card("3H"))];
    assert_eq!(list[0].pieces, turned);
    let last_home = vec![Piece::Card(card("5S")), " ".into(), "home".into()];
    assert_eq!(list[4].pieces, last_home);
    assert_eq!(list[5].pieces[0], "turn: ".into());
}
