//! fc-solve beside our solvers, where it is installed (Debian's package
//! freecell-solver-bin). What it prints is replayed under our rules and
//! measured as our own solutions are.

use engine::{Budget, Fault, Game, Level};
use lab::contest::{Measured, Outsider};
use std::io::Write;
use std::process::{Command, Stdio};

/// The program.
const PROGRAM: &str = "fc-solve";

/// One way to call it.
#[derive(Clone)]
pub(crate) struct Peer {
    /// As it stands in tables.
    pub(crate) label: &'static str,
    arguments: &'static [&'static str],
}

/// The two that Atkinson and Holstege compared with: best-first with meta-moves,
/// and depth-first whose solution is shortened afterwards.
pub(crate) const PEERS: [Peer; 2] = [
    Peer {
        label: "fc-solve a-star",
        arguments: &["--method", "a-star"],
    },
    Peer {
        label: "fc-solve df-opt",
        arguments: &["-opt"],
    },
];

/// Refuses to go on where the program does not start.
pub(crate) fn check() -> Result<(), Fault> {
    let started = Command::new(PROGRAM)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match started {
        Ok(status) if status.success() => Ok(()),
        other => {
            let why = other.map_or_else(|why| why.to_string(), |status| status.to_string());
            Err(Fault::new(
                "--peer",
                format!("{PROGRAM}: {why}"),
                "fc-solve on the path",
            )
            .hint("Debian's package is freecell-solver-bin"))
        }
    }
}

impl Outsider for Peer {
    fn label(&self) -> &str {
        self.label
    }

    fn measure(&self, game: &dyn Game, level: &Level, budget: &Budget) -> Result<Measured, Fault> {
        let failed = |why: std::io::Error| {
            Fault::new(level.name(), format!("{PROGRAM}: {why}"), "an answer of it")
        };
        let states = budget.states.map_or("-1".to_string(), |n| n.to_string());
        let mut child = Command::new(PROGRAM)
            .args(self.arguments)
            .args(["-m", "-snx", "-mi", &states, "-"])
            .env("FREECELL_SOLVER_QUIET", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let board = game.level(level)?.level;
        // A board fits in a pipe, so that this cannot wait for its reader; one
        // that does not read it says so by what it prints.
        let _ = child
            .stdin
            .take()
            .map(|mut input| input.write_all(board.as_bytes()));
        let output = child.wait_with_output().map_err(failed)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut measured = Measured {
            checked: number_after(&text, "Total number of states checked is"),
            generated: number_after(&text, "This scan generated"),
            ..Measured::default()
        };
        if text.contains("This game is solveable") {
            let verdict = game.verify(level, &text)?;
            if let Some(fault) = verdict.fault {
                let found = format!("what {PROGRAM} prints, which does not replay: {fault}");
                return Err(Fault::new(verdict.id, found, "a solution"));
            }
            measured.lengths = Some(verdict.lengths);
        }
        Ok(measured)
    }
}

/// The number that follows these words.
fn number_after(text: &str, words: &str) -> u64 {
    let rest = text.split(words).nth(1).unwrap_or_default().trim_start();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::number_after;

    #[test]
    fn numbers_are_read_from_its_sentences() {
        let text = "Total number of states checked is 165.\nThis scan generated 1205 states.\n";
        assert_eq!(number_after(text, "Total number of states checked is"), 165);
        assert_eq!(number_after(text, "This scan generated"), 1205);
        assert_eq!(number_after(text, "This scan lost"), 0);
    }
}
