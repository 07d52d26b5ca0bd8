//! Open-card Klondike: how many deals are decided at a list of limits, and how
//! long that takes. Run by hand:
//!
//! `cargo bench -p stumper-games --bench klondike_open -- DECKS DRAW LIMIT...`
//!
//! `DECKS` is a file of decks as in `verdicts_1_500.csv`; with `each` as the
//! last word, every deal gets a line of its own.

use games::internals::cards::Card;
use games::internals::klondike::Layout;
use games::internals::klondike::Position;
use games::internals::klondike::{DRAW_THREE, Variant};
use games::internals::klondike::{Judge, Verdict};
use std::time::Instant;

/// A deck of 52 times three digits: the rank, and 1 to 4 for clubs, diamonds,
/// hearts and spades.
fn deck(text: &str) -> [Card; 52] {
    const SUITS: [&str; 4] = ["C", "D", "H", "S"];
    std::array::from_fn(|i| {
        let card = &text[3 * i..3 * i + 3];
        let rank: u8 = card[..2].parse().expect("a rank");
        let suit: usize = card[2..].parse().expect("a suit");
        let name = [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
        ];
        let text = format!("{}{}", name[rank as usize - 1], SUITS[suit - 1]);
        Card::parse(&text).expect("a card")
    })
}

fn main() {
    let mut words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|w| w != "--bench")
        .collect();
    let each = words.last().is_some_and(|word| word == "each");
    if each {
        words.pop();
    }
    let [decks, draw, limits @ ..] = &words[..] else {
        eprintln!("DECKS DRAW LIMIT... [each]");
        return;
    };
    let text = std::fs::read_to_string(decks).expect("a file of decks");
    let variant = Variant {
        draw: draw.parse().expect("cards to turn"),
        ..DRAW_THREE
    };
    let rows: Vec<Vec<&str>> = text
        .lines()
        .skip(1)
        .map(|l| l.split(',').collect())
        .collect();
    let mut judge = Judge::new();
    for limit in limits {
        let limit: u64 = limit.parse().expect("a limit of states");
        let (mut counts, mut states, mut times) = ([0; 3], 0, Vec::new());
        for row in &rows {
            let position = Position::deal(variant, &deck(row[1]));
            let begun = Instant::now();
            let (layout, table) = Layout::new(&position).expect("rules that can be packed");
            let verdict = judge.decide(&layout, &table, limit);
            let micros = begun.elapsed().as_nanos() as f64 / 1e3;
            states += judge.checked;
            counts[verdict as usize] += 1;
            times.push(micros);
            if each {
                let word = match verdict {
                    Verdict::Won => "won",
                    Verdict::Lost => "lost",
                    Verdict::Unknown => "unknown",
                };
                println!("{},{word},{},{micros:.1}", row[0], judge.checked);
            }
        }

        let (n, total) = (rows.len() as f64, times.iter().sum::<f64>());
        times.sort_by(f64::total_cmp);
        eprintln!(
            "draw {draw} limit {limit}: won {} lost {} undecided {} ({:.2} %), states/deal {:.0}, \
             mean {:.1} us, median {:.1}, worst {:.0}, decided/s {:.1}",
            counts[0],
            counts[1],
            counts[2],
            100.0 * f64::from(counts[2]) / n,
            states as f64 / n,
            total / n,
            times[rows.len() / 2],
            times[rows.len() - 1],
            f64::from(counts[0] + counts[1]) / total * 1e6,
        );
    }
}
