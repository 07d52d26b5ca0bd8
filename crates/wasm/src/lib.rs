//! Stumper in a browser. The page has two workers; each makes one object of
//! this crate and hands it calls as JSON: [`Rules`] answers within a frame,
//! [`Search`] may take seconds and is ended with its worker. There is no game
//! logic here: calls are handed on to the library, and answers are put into
//! the words that `web/src/lib/types.ts` has for them.

mod levels;
mod search;
mod table;
mod watch;

use serde::Serialize;
use stumper::Fault;
use wasm_bindgen::prelude::wasm_bindgen;

/// What is answered: the value, what is wrong with the call, or why a move is
/// refused.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum Reply<T: Serialize> {
    Value(T),
    Fault(FaultWords),
    Refused(String),
}

#[derive(Serialize)]
struct FaultWords {
    message: String,
    place: String,
    found: String,
    expected: String,
    hint: Option<String>,
}

impl From<Fault> for FaultWords {
    fn from(mut fault: Fault) -> FaultWords {
        // What to type on a terminal is of no use in a page.
        if fault.hint.contains("`stumper ") {
            fault.hint.clear();
        }
        FaultWords {
            message: fault.to_string(),
            hint: (!fault.hint.is_empty()).then_some(fault.hint),
            place: fault.place,
            found: fault.found,
            expected: fault.expected,
        }
    }
}

fn text(reply: &Reply<impl Serialize>) -> String {
    serde_json::to_string(reply).expect("replies have text and numbers only")
}

fn fault(fault: Fault) -> String {
    text(&Reply::<()>::Fault(fault.into()))
}

fn value(value: Result<impl Serialize, Fault>) -> String {
    match value {
        Ok(value) => text(&Reply::Value(value)),
        Err(why) => fault(why),
    }
}

/// A call that cannot be read is a defect of the page.
fn unread(why: serde_json::Error) -> String {
    fault(Fault::defect("call", why.to_string()))
}

/// Levels, and the game under way.
#[wasm_bindgen]
#[derive(Default)]
pub struct Rules(table::Desk);

#[wasm_bindgen]
impl Rules {
    /// A worker without a game.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Rules {
        Rules::default()
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str) -> String {
        match serde_json::from_str(call) {
            Ok(call) => self.0.answer(call),
            Err(why) => unread(why),
        }
    }
}

/// What takes a while: hints, verdicts, solutions, ratings, levels to order.
#[wasm_bindgen]
#[derive(Default)]
pub struct Search(search::Searcher);

#[wasm_bindgen]
impl Search {
    /// A worker without tables.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Search {
        Search::default()
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str) -> String {
        match serde_json::from_str(call) {
            Ok(call) => self.0.answer(call),
            Err(why) => unread(why),
        }
    }
}
