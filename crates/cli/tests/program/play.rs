//! Playing: transcripts of commands, what is kept between calls, and the
//! program on a pseudo terminal.

use super::{Run, file, folder, run_on, stumper};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// Plays with a folder to keep games in.
fn play_in(state: &Path, args: &str, input: &str) -> Run {
    let mut child = stumper()
        .arg("play")
        .args(args.split_whitespace())
        .env("STUMPER_STATE", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it has a standard input");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Run {
        out: String::from_utf8(output.stdout).expect("standard output is text"),
        err: String::from_utf8(output.stderr).expect("standard error is text"),
        code: output.status.code().unwrap_or(-1),
    }
}

const NEXT: &str = "next: play the next level; quit: leave\n";

#[test]
fn transcripts_of_commands() {
    for (args, input, output, code) in [
        (
            "template:row#22",
            "moves 9 1 undo undo hint 1 can 2 restart 1 2 3 4",
            &*format!(
                "template:row#22\n.**.\n1 2 3 4\n\
                 move 1: found lamp 9, of 4; expected a legal move; help lists the commands\n\
                 *.*.\n.**.\nnothing to take back\n1 (4 moves to go)\n*.*.\n\
                 it can still be won\n.*..\n.**.\n*.*.\n.*..\n..**\n....\nwon in 4 moves\n{NEXT}"
            ),
            0,
        ),
        (
            "template:row#22",
            "1 2 undo undo redo redo redo 3 quit 4",
            "template:row#22\n.**.\n*.*.\n.*..\n*.*.\n.**.\n*.*.\n.*..\n\
             nothing to make again\n..**\n",
            0,
        ),
        (
            "template:row#22",
            "1 2 restart redo 2 redo",
            "template:row#22\n.**.\n*.*.\n.*..\n.**.\n*.*.\n.*..\nnothing to make again\n",
            0,
        ),
        (
            "template:row#5",
            "can hint",
            "template:row#5\n.*\nit cannot be won\nit cannot be won\n",
            0,
        ),
        (
            "template:row#4",
            "hint",
            &*format!("template:row#4\n..\nit is solved already\n{NEXT}it is solved\n"),
            0,
        ),
        (
            "template:row#22,27",
            "next next",
            "template:row#22\n.**.\ntemplate:row#27\n*.**\nthat was the last level\n",
            0,
        ),
        // The level after a single one is the next that is worth playing.
        (
            "template:row#3",
            "1 next",
            &*format!(
                "template:row#3\n*\n.\nwon in 1 move\n{NEXT}\
                 template:row#7\ntemplate:row#4 and 2 more are skipped: \
                 solved already, or proved unsolvable\n**\n"
            ),
            0,
        ),
    ] {
        let played = run_on(&format!("play {args}"), input.replace(' ', "\n").as_bytes());
        assert_eq!(played.out, output, "{args}: {input}");
        assert_eq!(played.code, code, "{args}: {input}");
        assert_eq!(played.err, "", "{args}: {input}");
    }
}

#[test]
fn a_game_that_is_lost_at_the_end_of_the_input_is_told() {
    let folder = folder("play-lost");
    // The ball is walled in.
    let stuck = file(&folder, "stuck.shift", "A  @  a\n");
    let lost = run_on(&format!("play {stuck}"), b"moves\n");
    assert!(lost.out.contains("no move is possible"), "{}", lost.out);
    assert!(lost.out.contains("no move can be made"), "{}", lost.out);
    assert!(!lost.out.contains("undo"), "{}", lost.out);
    assert_eq!(lost.code, 1, "{}", lost.err);
    assert_eq!(run_on(&format!("play {stuck}"), b"quit\n").code, 0);
}

#[test]
fn games_are_started_by_name_and_from_the_menu() {
    for (args, input, told) in [
        ("play flow", "", "flow:9x9#1\n"),
        ("play flow:5x5", "", "flow:5x5#1\n"),
        ("play template", "", "template:row#3\n"),
        ("play", "", "\n6 shift: "),
        ("play", "99\nno\n4\n", "a name, or quit\nflow:9x9#1\n"),
        ("play", "shift\n", "\nshift:thesis#"),
        ("play", "quit\n4\n", "(number or name)\n"),
        (
            "play freecell:ms#1",
            "help\n",
            "  redo     make a move again",
        ),
        (
            "play freecell:ms#1",
            "?\n",
            "  hint     say what to do next",
        ),
        ("play klondike:draw1#1 --open", "hint\nquit\n", " to go)\n"),
        ("play klondike:draw3#1", "hint\n", "monte-carlo: "),
    ] {
        let played = run_on(args, input.as_bytes());
        assert!(played.out.contains(told), "{args}: {}", played.out);
        assert_eq!((played.code, &*played.err), (0, ""), "{args}");
    }
    for (args, told) in [
        ("play nosuch", "no such file"),
        ("play flow:0x0", "width x height"),
        ("play flow --hints x --continue", "cannot be used with"),
        ("play klondike:draw3#1 --hints x", "\"x\""),
        ("play template:row#22 --budget x", "states (100000)"),
    ] {
        let refused = run_on(args, b"");
        assert_eq!(refused.code, 2, "{args}: {}", refused.err);
        assert!(refused.err.contains(told), "{args}: {}", refused.err);
    }
}

#[test]
fn a_game_that_was_left_goes_on() {
    let state = folder("play-goes-on");
    let level = "template:row#22";
    let nothing = play_in(&state, "--continue", "");
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("no game under way"), "{}", nothing.err);
    let left = play_in(&state, level, "1\nquit\n");
    assert!(left.err.contains("kept after 1 move"), "{}", left.err);
    let going_on = "going on after 1 move; restart starts over\n*.*.\n";
    for args in [level, "--continue"] {
        let again = play_in(&state, args, "");
        assert!(again.out.contains(going_on), "{args}: {}", again.out);
    }
    let fresh = play_in(&state, &format!("{level} --fresh"), "");
    assert_eq!(fresh.out, format!("{level}\n.**.\n"));
    let menu = play_in(&state, "", "1\n");
    assert!(
        menu.out.contains("1 continue: left after 1 move\n"),
        "{}",
        menu.out
    );
    assert!(menu.out.contains(going_on), "{}", menu.out);
    let won = play_in(&state, level, "2\n3\n4\n");
    assert!(won.out.contains("won in 4 moves"), "{}", won.out);
    assert_eq!(play_in(&state, "--continue", "").code, 2);
    // Without a folder that is named, a script does the same each time.
    for _ in 0..2 {
        let played = run_on(&format!("play {level}"), b"1\n");
        assert_eq!(played.out, format!("{level}\n.**.\n*.*.\n"));
        assert_eq!(played.err, "");
    }
}

#[test]
fn a_game_by_name_is_the_first_level_not_won() {
    let state = folder("play-not-won");
    let first = play_in(&state, "template", "1\nnext\n");
    assert!(first.out.starts_with("template:row#3\n"), "{}", first.out);
    let second = play_in(&state, "template", "");
    assert!(second.out.starts_with("template:row#7\n"), "{}", second.out);
}

#[test]
fn what_cannot_be_read_is_kept_aside() {
    let state = folder("play-bad");
    fs::write(state.join("play.json"), "junk").expect("a file");
    let played = play_in(&state, "template:row#22", "1\n");
    assert!(played.out.contains("kept as"), "{}", played.out);
    assert_eq!(played.code, 0, "{}", played.err);
    let aside = fs::read_to_string(state.join("play.bad-1"));
    assert_eq!(aside.expect("the old file"), "junk");
    // Moves that do not fit the level.
    let kept = fs::read_to_string(state.join("play.json")).expect("a new file");
    fs::write(state.join("play.json"), kept.replace("\"1\"", "\"9\"")).expect("a file");
    let played = play_in(&state, "template:row#22", "");
    assert!(
        played.out.contains("the saved moves do not fit"),
        "{}",
        played.out
    );
    assert!(played.out.ends_with("\n.**.\n"), "{}", played.out);
    let aside = fs::read_to_string(state.join("play.bad-2"));
    assert!(aside.expect("the old file").contains("\"9\""));
    // A folder that cannot be written to is told once, and the game goes on.
    let blocked = file(&state, "blocked", "");
    let played = play_in(Path::new(&blocked), "template:row#22", "1\n2\n");
    assert_eq!(
        played.out.matches("is not kept").count(),
        1,
        "{}",
        played.out
    );
    assert!(played.out.ends_with("\n.*..\n"), "{}", played.out);
}

#[cfg(unix)]
mod terminal {
    use super::*;
    use pty_process::Size;
    use pty_process::blocking::{Command, Pty, open};
    use std::io::Read;
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    /// The program on a pseudo terminal.
    struct Sitting {
        pty: Arc<Pty>,
        child: std::process::Child,
        written: Receiver<Vec<u8>>,
        seen: String,
    }

    impl Sitting {
        fn start(state: &Path, args: &str) -> Sitting {
            let (pty, pts) = open().expect("a pseudo terminal");
            pty.resize(Size::new(24, 80)).expect("a size");
            let child = Command::new(env!("CARGO_BIN_EXE_stumper"))
                .arg("play")
                .args(args.split_whitespace())
                .env("STUMPER_STATE", state)
                .env("TERM", "xterm")
                .spawn(pts)
                .expect("the program starts");
            let (pty, (sender, written)) = (Arc::new(pty), channel());
            let reader = pty.clone();
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(read @ 1..) = (&*reader).read(&mut bytes) {
                    if sender.send(bytes[..read].to_vec()).is_err() {
                        break;
                    }
                }
            });
            Sitting {
                pty,
                child,
                written,
                seen: String::new(),
            }
        }

        /// Waits until the program writes something after what was waited for
        /// before. Cells that do not change are not written again, blanks
        /// among them, so this is a word at most.
        fn wait_for(&mut self, word: &str) {
            loop {
                if let Some(at) = self.seen.find(word) {
                    self.seen.drain(..at + word.len());
                    return;
                }
                let bytes = self.written.recv_timeout(Duration::from_secs(120));
                let bytes = bytes.unwrap_or_else(|_| panic!("no {word} in {}", self.seen));
                self.seen.push_str(&String::from_utf8_lossy(&bytes));
            }
        }

        fn press(&mut self, keys: &str) {
            (&*self.pty).write_all(keys.as_bytes()).expect("keys");
        }

        fn code(mut self) -> Option<i32> {
            self.child.wait().expect("the program ends").code()
        }
    }

    #[test]
    fn a_level_is_left_gone_on_with_and_won() {
        let state = folder("play-terminal");
        let mut first = Sitting::start(&state, "template:row#22");
        first.wait_for(".**.");
        first.press("1\r");
        first.wait_for("*.");
        // Ctrl-C leaves, and the game is kept.
        first.press("\x03");
        first.wait_for("kept after 1 move");
        assert_eq!(first.code(), Some(0));
        let mut second = Sitting::start(&state, "--continue");
        second.wait_for("*.*.");
        second.press("2\r3\r4\r");
        second.wait_for("Enter:");
        second.press("\r");
        second.wait_for("***");
        second.press("\x1b");
        assert_eq!(second.code(), Some(0));
        let kept = fs::read_to_string(state.join("play.json")).expect("a file");
        assert!(
            kept.contains("\"games\": []") && kept.contains("22"),
            "{kept}"
        );
    }

    #[test]
    fn a_hint_is_stopped_and_the_game_is_not() {
        let state = folder("play-stopped-hint");
        let hints = "--hints monte-carlo --set k=10000000 --budget 10h";
        let mut sitting = Sitting::start(&state, &format!("klondike:draw3#2 {hints}"));
        for stop in ["\x1b", "\x03"] {
            sitting.wait_for("help");
            sitting.press("\t");
            sitting.wait_for("thinking");
            sitting.press(stop);
            sitting.wait_for("monte-carlo:");
            sitting.press("??");
        }
        sitting.press("q");
        assert_eq!(sitting.code(), Some(0));
        // The same without a screen, where Ctrl-C is a signal.
        let lines = format!("klondike:draw3#2 --lines --fresh {hints}");
        let mut sitting = Sitting::start(&state, &lines);
        sitting.wait_for("stock:");
        sitting.press("hint\n");
        sitting.wait_for("thinking");
        sitting.press("\x03");
        sitting.wait_for("monte-carlo:");
        sitting.press("moves\n");
        sitting.wait_for("t 54");
        sitting.press("\x03");
        assert_eq!(sitting.code(), Some(130));
    }
}
