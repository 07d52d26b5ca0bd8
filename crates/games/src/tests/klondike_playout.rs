//! The packed playouts of Klondike against the plain rules.

use crate::cards::seeded::Seeded;
use crate::klondike::playout::{Board, Determinizer, FastRandom, PlayoutPolicy, play_out_many};
use crate::klondike::rules::Position;
use crate::klondike::variant::{DRAW_ONE, DRAW_THREE, Runs, THESIS, Variant};
use engine::chance::Chance;
use engine::play::{FaceDown, Random, play};
use engine::{Budget, Hidden, Meter, Puzzle, Unwatched, View};

const VARIANTS: [Variant; 6] = [
    THESIS,
    DRAW_THREE,
    DRAW_ONE,
    Variant { draw: 1, ..THESIS },
    Variant {
        runs: Runs::Whole,
        passes: 3,
        ..DRAW_ONE
    },
    Variant { draw: 5, ..THESIS },
];

fn deal(variant: Variant, number: u64) -> Position {
    Position::deal(variant, &Seeded::new("test", number).deck())
}

fn sorted(moves: &[impl std::fmt::Debug]) -> Vec<String> {
    let mut texts: Vec<_> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    texts.sort();
    texts
}

#[test]
fn packed_moves_are_the_plain_ones() {
    for variant in VARIANTS {
        for number in 0..60 {
            let mut chance = Chance::new("walk", number, 0);
            let mut plain = deal(variant, number);
            let mut packed = Board::new(&plain);
            for _ in 0..300 {
                let (mut moves, mut fast) = (Vec::new(), Vec::new());
                plain.moves(&mut moves);
                packed.moves(&mut fast);
                assert_eq!(sorted(&moves), sorted(&fast), "{plain:?}");
                if moves.is_empty() {
                    break;
                }
                let mv = moves[chance.below(moves.len())];
                plain.apply(mv);
                packed.apply(mv);
                assert_eq!(packed.fitness(), plain.fitness());
                assert_eq!(packed.is_won(), plain.is_solved());
            }
        }
    }
}

/// Mean and standard error.
fn estimate(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[test]
fn packed_playouts_end_as_plain_random_games_do() {
    for (variant, games, most) in [
        (THESIS, 2_000, 100_000),
        (Variant { draw: 1, ..THESIS }, 800, 100_000),
        (DRAW_THREE, 500, 300),
    ] {
        let (mut plain, mut packed) = (Vec::new(), Vec::new());
        let mut random = FastRandom::new(7);
        for number in 0..games {
            let start = deal(variant, number);
            let mut luck = [0, 1].map(|stream| Chance::new("play", number, stream));
            let [a, b] = &mut luck;
            let mut meter = Meter::new(&Budget::default(), &Unwatched);
            let played = play(
                &start,
                &mut Random,
                FaceDown::Fixed,
                most,
                [a, b],
                &mut meter,
            );
            plain.push(f64::from(played.fitness));
            // Another deal each time, so that both are independent samples.
            let mut determinizer = Determinizer::new(&deal(variant, 1_000_000 + number).view());
            for _ in 0..4 {
                let result = determinizer.sample(&mut random).play_out(
                    &mut random,
                    most as u32,
                    PlayoutPolicy::default(),
                );
                packed.push(f64::from(result.fitness));
            }
        }
        let wins = |all: &[f64]| -> Vec<f64> {
            all.iter()
                .map(|&f| f64::from(u8::from(f == 52.0)))
                .collect()
        };
        for (a, b) in [
            (estimate(&plain), estimate(&packed)),
            (estimate(&wins(&plain)), estimate(&wins(&packed))),
        ] {
            // Four playouts share their open cards, which makes them less
            // than independent; counting them as two is cautious enough.
            let error = (a.1 * a.1 + 2.0 * b.1 * b.1).sqrt();
            assert!((a.0 - b.0).abs() <= 5.0 * error, "{variant:?}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_deck_deals_what_looks_the_same() {
    let mut chance = Chance::new("test", 3, 0);
    for number in 0..50 {
        let mut position = deal(THESIS, number);
        for _ in 0..number {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            match moves.is_empty() {
                true => break,
                false => position.apply(moves[chance.below(moves.len())]),
            }
        }
        let view = position.view();
        let mut random = FastRandom::new(number);
        let mut determinizer = Determinizer::new(&view);
        let (board, plain) = (determinizer.sample(&mut random), view.resample(&mut chance));
        let (mut packed, mut moves) = (Vec::new(), Vec::new());
        board.moves(&mut packed);
        plain.moves(&mut moves);
        assert_eq!(sorted(&packed), sorted(&moves));
        let mut open = Determinizer::new(&position.open_view());
        assert_eq!(open.sample(&mut random), Board::new(&position));
    }
}

#[test]
fn a_won_game_is_over_even_if_cards_could_come_back() {
    for variant in VARIANTS {
        let mut position = Position::bare(variant);
        position.home = [13; 4];
        let mut board = Board::new(&position);
        let result = board.play_out(&mut FastRandom::new(1), 1000, PlayoutPolicy::default());
        assert_eq!((result.fitness, result.rounds), (52, 0), "{variant:?}");
    }
}

/// The results of many playouts, by a checksum of their fitness and rounds.
/// The sums are those of an older, slower packing of the same rules: with the
/// same random numbers it played the same games.
#[test]
fn playouts_are_what_they_were() {
    let any = PlayoutPolicy::default();
    let last = PlayoutPolicy {
        turns_last: true,
        ..any
    };
    let safe = PlayoutPolicy {
        safe_first: true,
        ..last
    };
    let thesis_draw_one = Variant { draw: 1, ..THESIS };
    for (variant, depth, sums) in [
        (
            THESIS,
            u32::MAX,
            [
                0x8c23_c525_6cf6_2635,
                0xcc17_76a4_5245_7670,
                0x90b5_8cd1_fc49_02e7,
            ],
        ),
        (
            thesis_draw_one,
            u32::MAX,
            [
                0x29c1_2c00_8bad_21e4,
                0x775f_25d0_a18b_8c70,
                0x99ef_e8b2_dd92_a1e3,
            ],
        ),
        (
            DRAW_THREE,
            200,
            [
                0xb5a2_d547_c32d_cc4e,
                0x7321_0c1b_cbfc_aa45,
                0xf3ec_f168_5200_d540,
            ],
        ),
        (
            DRAW_ONE,
            200,
            [
                0xb447_462e_1598_e814,
                0x6bfd_d555_3d3b_8080,
                0x1959_1071_3d3b_8080,
            ],
        ),
    ] {
        for (policy, expected) in [any, last, safe].into_iter().zip(sums) {
            let mut random = FastRandom::new(1);
            let mut sum: u64 = 0;
            for number in 0..3 {
                let deck = Seeded::new("bench", number).deck();
                let mut determinizer = Determinizer::new(&Position::deal(variant, &deck).view());
                for _ in 0..1000 {
                    let mut board = determinizer.sample(&mut random);
                    let result = board.play_out(&mut random, depth, policy);
                    let row = u64::from(result.fitness) << 32 | u64::from(result.rounds);
                    sum = sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ row;
                }
            }
            assert_eq!(sum, expected, "{variant:?} {policy:?}: {sum:#x}");
        }
    }
}

/// Games side by side end as they do one by one with the same random numbers,
/// for every policy, from fresh deals and from the midst of games, for more
/// games and fewer than are under way at once, and for other rules.
#[test]
fn playouts_side_by_side_are_those_one_by_one() {
    let cases = [
        (THESIS, 0, 3000),
        (THESIS, 25, 1500),
        (THESIS, 60, 700),
        (THESIS, 0, 5),
        (THESIS, 0, 0),
        (Variant { draw: 1, ..THESIS }, 0, 150),
    ];
    for (number, (variant, moves, games)) in (0..).zip(cases) {
        for (turns_last, safe_first) in [(false, false), (false, true), (true, false), (true, true)]
        {
            let policy = PlayoutPolicy {
                turns_last,
                safe_first,
            };
            let mut decks = (0..).map(|game| midst(variant, number * 10_000 + game, moves));
            let mut random = FastRandom::new(number);
            let mut together = vec![None; games as usize];
            let start = |random: &mut FastRandom| {
                let position = decks.next().expect("endless deals");
                Determinizer::new(&position.view()).sample(random)
            };
            play_out_many(games, &mut random, policy, start, |game, result| {
                assert_eq!(together[game as usize].replace(result), None);
            });
            let mut random = FastRandom::new(number);
            for (game, result) in (0..).zip(together) {
                let position = midst(variant, number * 10_000 + game, moves);
                let mut board = Determinizer::new(&position.view()).sample(&mut random);
                let mut luck = FastRandom::new(random.bits());
                let alone = board.play_out(&mut luck, u32::MAX, policy);
                assert_eq!(result, Some(alone), "{variant:?} {policy:?} {game}");
            }
        }
    }
}

/// A deal after up to so many random moves.
fn midst(variant: Variant, number: u64, moves: usize) -> Position {
    let mut chance = Chance::new("midst", number, 0);
    let mut position = deal(variant, number);
    for _ in 0..moves {
        let mut legal = Vec::new();
        position.moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        position.apply(legal[chance.below(legal.len())]);
    }
    position
}
