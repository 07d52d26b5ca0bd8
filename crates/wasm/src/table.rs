//! The game under way: moves, gestures, taking back and making again.

use crate::levels::{self, task};
use crate::{Reply, fault, text, value};
use serde::{Deserialize, Serialize};
use stumper::play::PlaySession;
use stumper::tabletop::{Choice, Gesture, Scene};
use stumper::{Fault, Game, Level};

/// What the page asks of rules and drawing.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "camelCase")]
pub enum Call {
    Games,
    Start {
        level: String,
        #[serde(default)]
        game: String,
        #[serde(default)]
        variant: String,
        #[serde(default)]
        open: bool,
        #[serde(default)]
        moves: Vec<String>,
    },
    Make {
        text: String,
    },
    Drag {
        from: String,
        count: usize,
        to: String,
        /// Whether the finger goes on from the drag before, so that both are
        /// taken back together.
        #[serde(default)]
        onwards: bool,
    },
    Tap {
        place: String,
        count: usize,
    },
    Send {
        place: String,
    },
    Automatic,
    Undo,
    Redo,
    Restart,
    Preview {
        from: String,
        count: usize,
        to: String,
    },
    Read {
        text: String,
        game: String,
    },
    Today {
        kind: String,
        date: String,
    },
    Draw {
        level: String,
        game: String,
        variant: String,
    },
}

/// All that the page knows of the game under way.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    id: String,
    dealt: bool,
    game: &'static str,
    variant: String,
    board: String,
    open: bool,
    scene: Option<Scene>,
    picture: Option<String>,
    choices: Vec<Choice>,
    moves: Vec<String>,
    count: usize,
    can_undo: bool,
    can_redo: bool,
    ending: Option<&'static str>,
    made: Vec<Choice>,
    back: Vec<Choice>,
}

/// A game that is played.
struct Table {
    game: &'static dyn Game,
    id: String,
    dealt: bool,
    open: bool,
    variant: String,
    board: String,
    session: Box<dyn PlaySession>,
    /// How many moves each gesture made.
    gestures: Vec<usize>,
    /// Gestures that were taken back, the last one first to be made again.
    undone: Vec<String>,
}

/// What a call changed.
#[derive(Default)]
struct Change {
    made: Vec<Choice>,
    back: Vec<Choice>,
}

impl Table {
    fn start(
        level: &str,
        game: &str,
        variant: &str,
        open: bool,
        moves: &[String],
    ) -> Result<Table, Fault> {
        let task = task(level, game, variant)?;
        let game = task.game;
        let dealt = matches!(task.level, Level::Dealt(_));
        let row = game.level(&task.level).map_err(|why| task.locate(why))?;
        // What was dealt or made is read from now on, and never made again.
        let variant = match &task.level {
            Level::Dealt(id) => game.variant_of(id)?,
            Level::Written { .. } => row.variant.clone(),
        };
        let level = Level::Written {
            name: row.id.clone(),
            variant: variant.clone(),
            text: row.level.clone(),
        };
        let open = open || game.hidden().is_none();
        let session = match open {
            true => game.play_open(&level)?,
            false => game.play(&level)?,
        };
        let mut table = Table {
            game,
            id: row.id,
            dealt,
            open,
            variant: session.whole().0,
            board: row.level,
            session,
            gestures: Vec::new(),
            undone: Vec::new(),
        };
        for text in moves {
            table.make(text)?;
        }
        Ok(table)
    }

    /// Makes moves as one gesture.
    fn make(&mut self, text: &str) -> Result<Change, Fault> {
        let made = self.session.along(text)?;
        self.session.make(text)?;
        if !made.is_empty() {
            self.gestures.push(made.len());
            self.undone.clear();
        }
        Ok(Change {
            made,
            ..Change::default()
        })
    }

    fn take_back(&mut self, moves: usize) {
        for _ in 0..moves {
            self.session.undo();
        }
    }

    fn undo(&mut self) -> Result<Change, Fault> {
        let Some(count) = self.gestures.pop() else {
            return Ok(Change::default());
        };
        let made = self.session.made();
        let text = made[made.len() - count..].join(" ");
        self.take_back(count);
        let mut back = self.session.along(&text)?;
        back.reverse();
        for choice in &mut back {
            for (from, to) in &mut choice.motions {
                std::mem::swap(from, to);
            }
        }
        self.undone.push(text);
        Ok(Change {
            back,
            ..Change::default()
        })
    }

    fn redo(&mut self) -> Result<Change, Fault> {
        let Some(text) = self.undone.pop() else {
            return Ok(Change::default());
        };
        let rest = std::mem::take(&mut self.undone);
        let change = self.make(&text)?;
        self.undone = rest;
        Ok(change)
    }

    fn restart(&mut self) -> Result<Change, Fault> {
        let mut all = Change::default();
        while !self.gestures.is_empty() {
            all.back.extend(self.undo()?.back);
        }
        Ok(all)
    }

    /// The moves that need no thought belong to the gesture before them.
    fn automatic(&mut self) -> Result<Change, Fault> {
        let moves = self.session.automatic();
        let Some(last) = self.gestures.last_mut().filter(|_| !moves.is_empty()) else {
            return Ok(Change::default());
        };
        let made = self.session.along(&moves.join(" "))?;
        self.session.make(&moves.join(" "))?;
        *last += made.len();
        Ok(Change {
            made,
            ..Change::default()
        })
    }

    /// The scene after a gesture that is not made.
    fn preview(&mut self, gesture: &Gesture) -> Option<Scene> {
        let moves = self.session.gesture(gesture).ok()?;
        self.session.make(&moves.join(" ")).ok()?;
        let scene = self.session.scene();
        self.take_back(moves.len());
        scene
    }

    fn view(&self, change: Change) -> View {
        let session = &self.session;
        let scene = session.scene();
        View {
            id: self.id.clone(),
            dealt: self.dealt,
            game: self.game.about().name,
            variant: self.variant.clone(),
            board: match self.open {
                true => self.board.clone(),
                false => String::new(),
            },
            open: self.open,
            picture: match scene {
                Some(_) => None,
                None => Some(session.picture().to_svg()),
            },
            scene,
            choices: session.choices(),
            moves: session.made(),
            count: self.gestures.len(),
            can_undo: !self.gestures.is_empty(),
            can_redo: !self.undone.is_empty(),
            ending: session.ending().map(|ending| ending.name()),
            made: change.made,
            back: change.back,
        }
    }
}

/// A worker's games: none at first.
#[derive(Default)]
pub struct Desk(Option<Table>);

impl Desk {
    /// Answers a call.
    pub fn answer(&mut self, call: Call) -> String {
        match call {
            Call::Games => value(levels::games()),
            Call::Read { text, game } => value(levels::read(&text, &game)),
            Call::Today { kind, date } => value(levels::today(&kind, &date)),
            Call::Draw {
                level,
                game,
                variant,
            } => value(levels::draw(&level, &game, &variant)),
            Call::Start {
                level,
                game,
                variant,
                open,
                moves,
            } => match Table::start(&level, &game, &variant, open, &moves) {
                Ok(table) => {
                    let table = self.0.insert(table);
                    text(&Reply::Value(table.view(Change::default())))
                }
                Err(why) => fault(why),
            },
            call => match &mut self.0 {
                Some(table) => play(table, call),
                None => fault(Fault::new(
                    "call",
                    "no game under way",
                    "one that was started",
                )),
            },
        }
    }
}

/// Answers a call about the game under way.
fn play(table: &mut Table, call: Call) -> String {
    let change = match &call {
        Call::Preview { from, count, to } => {
            let count = *count;
            return value(Ok(table.preview(&Gesture::Drag { from, count, to })));
        }
        Call::Drag {
            from,
            count,
            to,
            onwards,
        } => {
            let count = *count;
            return touch(table, &Gesture::Drag { from, count, to }, *onwards);
        }
        Call::Tap { place, count } => {
            let count = *count;
            return touch(table, &Gesture::Tap { place, count }, false);
        }
        Call::Send { place } => return touch(table, &Gesture::Send { place }, false),
        Call::Make { text } => match table.make(text) {
            Ok(change) => Ok(change),
            // A move that is against the rules is no fault of the page.
            Err(why) => return refused(format!("{}; expected {}", why.found, why.expected)),
        },
        Call::Undo => table.undo(),
        Call::Redo => table.redo(),
        Call::Restart => table.restart(),
        _ => table.automatic(),
    };
    value(change.map(|change| table.view(change)))
}

fn touch(table: &mut Table, gesture: &Gesture, onwards: bool) -> String {
    let moves = match table.session.gesture(gesture) {
        Ok(moves) => moves,
        Err(why) => return refused(why),
    };
    let gestures = table.gestures.len();
    let change = table.make(&moves.join(" "));
    if onwards && gestures > 0 && table.gestures.len() > gestures {
        let more = table.gestures.pop().unwrap_or_default();
        table.gestures[gestures - 1] += more;
    }
    value(change.map(|change| table.view(change)))
}

fn refused(why: String) -> String {
    text(&Reply::<()>::Refused(why))
}
