//! Every route of the server: its handler, and what is said of it to other
//! programs.

use super::openapi::{Shape, shape};
use super::{Shared, admin, health, player, reports};
use crate::study::api::{
    Consent, Erased, Finish, Finished, Mine, Next, OfGame, PlayerView, Plays, Rate, Rated, Replay,
    StudyView,
};
use crate::study::store::Code;
use axum::routing::{MethodRouter, delete, get, post};
use std::sync::Arc;

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Anybody.
    Anybody,
    /// A player with a key.
    Player,
    /// Who runs the study.
    Admin,
    /// Who runs the study, or somebody on the same machine.
    Watcher,
}

/// What is answered when all is well.
#[derive(Clone, Copy)]
pub(crate) enum Answer {
    /// JSON of this shape.
    Json(fn() -> Shape),
    /// JSON of any shape.
    AnyJson,
    /// Text of this type.
    Text(&'static str),
}

/// A part of a path or a query.
pub(crate) struct Place {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) in_path: bool,
    pub(crate) pattern: Option<&'static str>,
    /// Of a number.
    pub(crate) range: Option<(i32, i32)>,
}

/// A path, and what is done there.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    /// Its name for programs.
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) who: Who,
    pub(crate) places: &'static [Place],
    pub(crate) body: Option<fn() -> Shape>,
    pub(crate) answer: Answer,
    /// Beside those that the rest tells.
    pub(crate) refusals: &'static [Code],
    pub(crate) handler: MethodRouter<Arc<Shared>>,
}

const PLAY: Place = Place {
    name: "play",
    summary: "The id of a play.",
    in_path: true,
    pattern: Some("^[0-9a-f]{16}$"),
    range: None,
};

const fn filter(name: &'static str, summary: &'static str, pattern: &'static str) -> Place {
    Place {
        name,
        summary,
        in_path: false,
        pattern: Some(pattern),
        range: None,
    }
}

const FILTERS: &[Place] = &[
    filter("game", "Only of this game.", "^[a-z0-9-]{1,40}$"),
    filter("level", "Only of the level with this id.", "^.{1,200}$"),
    filter("player", "Only of this player.", "^[0-9a-f]{12}$"),
    filter("after", "Only those after this play.", "^[0-9a-f]{16}$"),
    Place {
        name: "limit",
        summary: "At most so many.",
        in_path: false,
        pattern: None,
        range: Some((1, admin::MOST_PLAYS as i32)),
    },
];

/// A route that is read.
fn read(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    who: Who,
    answer: Answer,
    handler: MethodRouter<Arc<Shared>>,
) -> Route {
    Route {
        method: "GET",
        path,
        name,
        summary,
        who,
        places: &[],
        body: None,
        answer,
        refusals: &[],
        handler,
    }
}

/// A route that a player sends something to.
fn send(
    path: &'static str,
    name: &'static str,
    summary: &'static str,
    body: fn() -> Shape,
    answer: fn() -> Shape,
    handler: MethodRouter<Arc<Shared>>,
) -> Route {
    Route {
        method: "POST",
        body: Some(body),
        ..read(
            path,
            name,
            summary,
            Who::Player,
            Answer::Json(answer),
            handler,
        )
    }
}

/// All routes.
pub(crate) fn all() -> Vec<Route> {
    let mut routes = of_players();
    routes.extend(of_admins());
    routes.extend([
        read(
            "/healthz",
            "healthz",
            "Whether the server lives",
            Who::Anybody,
            Answer::Text("text/plain"),
            get(health::lives),
        ),
        Route {
            refusals: &[Code::Busy],
            ..read(
                "/readyz",
                "readyz",
                "Whether the database answers",
                Who::Anybody,
                Answer::Text("text/plain"),
                get(health::ready),
            )
        },
        read(
            "/metrics",
            "metrics",
            "Numbers about the server, for Prometheus",
            Who::Watcher,
            Answer::Text("text/plain"),
            get(health::metrics),
        ),
        read(
            "/api/openapi.json",
            "openapi",
            "This description",
            Who::Anybody,
            Answer::AnyJson,
            get(health::openapi),
        ),
    ]);
    routes
}

fn of_players() -> Vec<Route> {
    vec![
        read(
            "/api/study",
            "study",
            "The study, as its players see it",
            Who::Anybody,
            Answer::Json(shape::<StudyView>),
            get(player::study),
        ),
        Route {
            refusals: &[Code::Conflict, Code::WrongValue, Code::Full],
            ..send(
                "/api/consent",
                "consent",
                "Take part",
                shape::<Consent>,
                shape::<PlayerView>,
                post(player::consent),
            )
        },
        Route {
            refusals: &[Code::NoPlayer],
            ..read(
                "/api/player",
                "player",
                "How far the player is",
                Who::Player,
                Answer::Json(shape::<PlayerView>),
                get(player::player),
            )
        },
        Route {
            refusals: &[Code::NoPlayer, Code::NotFound],
            ..send(
                "/api/next",
                "next",
                "The play under way in a game, or a new one",
                shape::<OfGame>,
                shape::<Next>,
                post(player::next),
            )
        },
        Route {
            refusals: &[Code::NoPlayer, Code::NotFound, Code::Conflict],
            ..send(
                "/api/tutorial",
                "tutorial",
                "Skip what is left of a tutorial",
                shape::<OfGame>,
                shape::<PlayerView>,
                post(player::tutorial),
            )
        },
        Route {
            places: &[PLAY],
            refusals: &[
                Code::NoPlayer,
                Code::NotFound,
                Code::Conflict,
                Code::TooEarly,
                Code::NotSolved,
                Code::IllegalMove,
                Code::WrongValue,
            ],
            ..send(
                "/api/plays/{play}",
                "finish",
                "End a play",
                shape::<Finish>,
                shape::<Finished>,
                post(player::finish),
            )
        },
        Route {
            places: &[PLAY],
            refusals: &[
                Code::NoPlayer,
                Code::NotFound,
                Code::Conflict,
                Code::WrongValue,
            ],
            ..send(
                "/api/plays/{play}/rating",
                "rate",
                "Rate a level that was solved",
                shape::<Rate>,
                shape::<Rated>,
                post(player::rate),
            )
        },
        Route {
            refusals: &[Code::NoPlayer],
            ..read(
                "/api/mine",
                "mine",
                "All that is kept of the player",
                Who::Player,
                Answer::Json(shape::<Mine>),
                get(player::mine),
            )
        },
        Route {
            method: "DELETE",
            ..read(
                "/api/mine",
                "erase",
                "Erase all that is kept of the player",
                Who::Player,
                Answer::Json(shape::<Erased>),
                delete(player::erase),
            )
        },
    ]
}

fn of_admins() -> Vec<Route> {
    vec![
        read(
            "/admin/",
            "report_page",
            "The report, as a page",
            Who::Admin,
            Answer::Text("text/html"),
            get(reports::page),
        ),
        read(
            "/admin/report.json",
            "report",
            "The report, as data",
            Who::Admin,
            Answer::AnyJson,
            get(reports::data),
        ),
        read(
            "/admin/export.csv",
            "export",
            "Plays with the measures of their levels",
            Who::Admin,
            Answer::Text("text/csv"),
            get(reports::export),
        ),
        Route {
            places: FILTERS,
            refusals: &[Code::WrongValue],
            ..read(
                "/api/admin/plays",
                "plays",
                "Plays, by their ids",
                Who::Admin,
                Answer::Json(shape::<Plays>),
                get(admin::plays),
            )
        },
        Route {
            places: &[PLAY],
            refusals: &[Code::NotFound],
            ..read(
                "/api/admin/plays/{play}",
                "replay",
                "A play with all that was done",
                Who::Admin,
                Answer::Json(shape::<Replay>),
                get(admin::replay),
            )
        },
    ]
}
