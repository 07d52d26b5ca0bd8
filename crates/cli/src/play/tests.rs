//! What a person sees on terminals of several sizes, and what their keys do.

use super::view::{Deed, View};
use engine::play::Adviser;
use engine::{Level, Task, Unwatched};
use games::find_game;
use games::levels::Levels;
use host::playing::{Keeper, LevelQueue, Playing, Question};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Modifier;

/// A person at a terminal of some size.
struct Person {
    playing: Playing,
    view: View,
    terminal: Terminal<TestBackend>,
}

impl Person {
    fn with(queue: LevelQueue, (columns, lines): (u16, u16)) -> Person {
        let keeper = Keeper::in_folder(None, false);
        let playing = Playing::new(queue, keeper, Adviser::default(), false, false);
        let mut person = Person {
            playing: playing.expect("a level"),
            view: View::default(),
            terminal: Terminal::new(TestBackend::new(columns, lines)).expect("a terminal"),
        };
        person.view.begin(&mut person.playing);
        person
    }

    fn at(id: &str, size: (u16, u16)) -> Person {
        Person::with(LevelQueue::listed(Levels::of_ids(id).expect("ids")), size)
    }

    fn of_text(game: &str, text: String, size: (u16, u16)) -> Person {
        let task = Task {
            game: find_game(game).expect("a game"),
            level: Level::Written {
                name: "board.txt".into(),
                variant: String::new(),
                text,
            },
            place: String::new(),
        };
        Person::with(LevelQueue::one(task), size)
    }

    /// Presses a key, and does what the terminal would do.
    fn press_with(&mut self, code: KeyCode, modifiers: KeyModifiers) -> bool {
        let key = KeyEvent::new(code, modifiers);
        match self.view.press(&mut self.playing, key) {
            Deed::Done => {}
            Deed::Leave => return false,
            Deed::Ask(question) => {
                let (current, adviser) = (&self.playing.current, &self.playing.adviser);
                self.view.note = current
                    .ask(question, adviser, &Unwatched)
                    .expect("an answer");
            }
            Deed::Next => match self.playing.next_level().expect("a level") {
                true => self.view.begin(&mut self.playing),
                false => self.view.note = "that was the last level".into(),
            },
        }
        // The window knows its size only from drawing.
        self.buffer();
        true
    }

    fn press(&mut self, codes: impl IntoIterator<Item = KeyCode>) -> bool {
        let mut codes = codes.into_iter();
        codes.all(|code| self.press_with(code, KeyModifiers::NONE))
    }

    fn control(&mut self, letter: char) -> bool {
        self.press_with(KeyCode::Char(letter), KeyModifiers::CONTROL)
    }

    fn buffer(&mut self) -> &Buffer {
        let picture = self.view.picture(&self.playing);
        let window = &mut self.view.window;
        let drawn = self.terminal.draw(|frame| window.render(&picture, frame));
        drawn.expect("a frame");
        self.terminal.backend().buffer()
    }

    fn lines(&mut self) -> Vec<String> {
        let columns = self.buffer().area.width.into();
        let cells: Vec<&str> = self.buffer().content.iter().map(|c| c.symbol()).collect();
        let line = |cells: &[&str]| cells.concat().trim_end().to_string();
        cells.chunks(columns).map(line).collect()
    }

    fn sees(&mut self, text: &str) -> bool {
        self.lines().join("\n").contains(text)
    }

    fn sees_cursor(&mut self) -> bool {
        let mut cells = self.buffer().content.iter();
        cells.any(|cell| cell.modifier.contains(Modifier::REVERSED))
    }
}

fn typed(text: &str) -> impl Iterator<Item = KeyCode> {
    text.chars().map(KeyCode::Char).chain([KeyCode::Enter])
}

const USUAL: (u16, u16) = (80, 24);
const GAMES: [(&str, &str); 7] = [
    ("freecell:ms#1", "q quit"),
    ("klondike:draw3#1", "q quit"),
    ("sliding:4x4#1", "q quit"),
    ("flow:5x5#1", "q quit"),
    ("lazors:4x4,mirrors=3#1", "q quit"),
    ("shift:thesis#2", "q quit"),
    ("template:row#22", "save, help"),
];

#[test]
fn moves_are_typed_taken_back_made_again_and_refused() {
    let mut person = Person::at("template:row#22", USUAL);
    assert!(person.sees(".**.") && person.sees("0 moves · 0:0"));
    assert!(person.press(typed("1")));
    assert!(person.sees("*.*.") && person.sees("· 1 move ·"));
    assert!(person.press(typed("9")));
    assert!(person.sees("lamp 9, of 4"));
    assert!(person.control('z') && person.sees(".**."));
    assert!(person.control('z') && person.sees("nothing to take back"));
    assert!(person.control('y') && person.sees("*.*."));
    assert!(person.control('y') && person.sees("nothing to make again"));
    assert!(person.press(typed("2").chain(typed("restart"))) && person.sees(".**."));
    assert!(person.press(typed("redo").chain(typed("redo"))) && person.sees(".*.."));
    assert!(person.control('z') && person.press(typed("3")));
    assert!(person.control('y') && person.sees("nothing to make again"));
    assert!(!person.press([KeyCode::Esc]));
}

#[test]
fn following_hints_wins_and_enter_turns_to_the_next_level() {
    let mut person = Person::at("template:row#22", USUAL);
    for _ in 0..4 {
        assert!(person.press([KeyCode::Tab]));
        let hint = person
            .view
            .note
            .split(' ')
            .next()
            .expect("a move")
            .to_string();
        assert!(person.press(typed(&hint)));
    }
    assert!(person.sees("won in 4 moves · Enter: next level"));
    assert!(person.press([KeyCode::Enter]));
    assert!(person.sees("template:row#23 · 0 moves"));
    let mut listed = Person::at("template:row#22,27", USUAL);
    assert!(listed.press(typed("next")) && listed.sees("template:row#27"));
    assert!(listed.press(typed("next")) && listed.sees("that was the last level"));
}

/// All blocks are down, the wrong way: no move is listed, but blocks can
/// be taken away again.
#[test]
fn a_game_in_which_things_can_be_taken_away_is_not_over() {
    let mut person = Person::at("lazors:4x4,mirrors=3#1", USUAL);
    for block in 0..3 {
        assert!(person.press([KeyCode::Char(':')].into_iter().chain(typed("moves"))));
        let moves = person.view.note.clone();
        let wrong = moves
            .split(' ')
            .next()
            .unwrap_or_else(|| panic!("block {block}"));
        assert!(person.press([KeyCode::Char('/')].into_iter().chain(typed(wrong))));
    }
    assert!(person.sees("· 3 moves ·"));
    assert!(person.press([KeyCode::Char(':')].into_iter().chain(typed("moves"))));
    assert!(person.sees("no move can be made"));
    assert_eq!(person.playing.current.over(), None);
}

#[test]
fn every_game_tells_its_level_and_keys_on_a_usual_terminal() {
    for (id, keys) in GAMES {
        let mut person = Person::at(id, USUAL);
        let lines = person.lines();
        assert!(
            lines[0].starts_with(&format!("{id} · 0 moves · 0:0")),
            "{id}"
        );
        assert!(lines[23].contains(keys), "{id}: {lines:#?}");
        let head = lines[0].trim_end_matches(['↓', '→', '↑', '←']);
        assert_eq!(head, lines[0], "{id} fits");
        let help = match person.playing.current.keys() {
            Some(_) => vec![KeyCode::Char('?')],
            None => typed("help").collect(),
        };
        assert!(person.press(help), "{id}");
        for command in "moves undo redo restart hint can board next save quit help".split(' ') {
            assert!(person.sees(&format!("\n  {command} ")), "{id} {command}");
        }
        assert!(
            person.press([KeyCode::Char('x')]) && person.sees(id),
            "{id}"
        );
    }
}

#[test]
fn tiny_windows_keep_what_matters() {
    let sizes = [(20, 8), (20, 4), (7, 3), (1, 1)];
    let keys = [
        KeyCode::Down,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Char('?'),
        KeyCode::PageDown,
        KeyCode::Char(' '),
        KeyCode::PageUp,
        KeyCode::Char('1'),
    ];
    for ((id, _), size) in GAMES.into_iter().flat_map(|g| sizes.map(|s| (g, s))) {
        let mut person = Person::at(id, size);
        assert!(person.press(keys), "{id} {size:?}");
        assert_eq!(person.lines().len(), usize::from(size.1));
        let mut person = Person::at(id, size);
        person.view.note = "a note".into();
        if size == (20, 8) {
            let lines = person.lines();
            assert!(lines[0].starts_with(&id[..10]), "{id}: {lines:#?}");
            assert!(lines.contains(&"a note".to_string()), "{id}: {lines:#?}");
            assert!(lines[7].contains("help"), "{id}: {lines:#?}");
        }
    }
}

#[test]
fn a_large_board_follows_the_cursor() {
    let (mut rows, empty) = (vec![".".repeat(40); 20], ".".repeat(39));
    rows[0] = format!("A{empty}");
    rows[19] = format!("{empty}A");
    let mut person = Person::of_text("flow", rows.join("\n") + "\n", (40, 16));
    let ways = [KeyCode::Right, KeyCode::Down, KeyCode::Left, KeyCode::Up];
    for (way, steps) in ways.into_iter().zip([39, 19, 39, 19]) {
        for step in 0..steps {
            assert!(
                person.press([way]) && person.sees_cursor(),
                "{way:?} {step}"
            );
        }
        let head = person.lines().remove(0);
        let more = match way {
            KeyCode::Right => "←↓",
            KeyCode::Down => "←↑",
            KeyCode::Left => "↑→",
            _ => "↓→",
        };
        assert!(head.ends_with(more), "{way:?}: {head}");
    }
    assert!(person.press([KeyCode::PageDown]) && !person.sees_cursor());
    assert!(person.press([KeyCode::Right]) && person.sees_cursor());
}

#[test]
fn a_board_without_a_cursor_is_scrolled() {
    let mut person = Person::at("sliding:10x10#1", (30, 9));
    assert!(person.lines()[0].ends_with("↓→"));
    assert!(person.press([KeyCode::PageDown; 4]));
    assert!(person.lines()[0].ends_with("↑→"));
    assert!(person.press_with(KeyCode::Right, KeyModifiers::SHIFT));
    assert!(person.lines()[0].ends_with("←↑→"));
    assert!(person.sees("0 moves"));
    assert!(person.press([KeyCode::PageUp; 4]));
    assert!(person.lines()[0].ends_with("←↓→"));
}

#[test]
fn a_column_of_nineteen_cards_fits_or_scrolls() {
    let suits = ["C", "D", "H", "S"];
    let ranks = [
        "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
    ];
    let mut cards = ranks
        .iter()
        .flat_map(|rank| suits.map(|suit| format!("{rank}{suit}")));
    let mut column = |length| cards.by_ref().take(length).collect::<Vec<_>>().join(" ");
    let columns = [19, 5, 5, 5, 5, 5, 4, 4].map(|length| column(length) + "\n");
    let mut person = Person::of_text("freecell", columns.concat(), USUAL);
    assert!(
        person.sees_cursor() && person.sees("5♥"),
        "{:#?}",
        person.lines()
    );
    assert!(person.sees("board.txt") && person.sees("q quit"));
    assert!(person.press([KeyCode::Up]) && person.sees_cursor());
    assert!(person.sees("A♣"), "{:#?}", person.lines());
    assert!(person.press([KeyCode::Down]) && person.sees_cursor());
}

#[test]
fn questions_are_left_to_the_terminal() {
    let mut person = Person::at("flow:5x5#1", USUAL);
    for (code, question) in [
        (KeyCode::Tab, Question::Hint),
        (KeyCode::Char('c'), Question::CanWin),
    ] {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        let deed = person.view.press(&mut person.playing, key);
        assert_eq!(deed, Deed::Ask(question));
    }
    assert!(person.press([KeyCode::Char('c')]) && person.sees("it can be won"));
    assert!(person.press([KeyCode::Char(':'), KeyCode::Char('x'), KeyCode::Esc]));
    assert!(!person.sees("> "));
    assert!(!person.control('c'));
}
