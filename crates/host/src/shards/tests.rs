//! What is in a folder after any number of processes, stopped anywhere.

use super::*;
use crate::resume::Out;

#[derive(Debug, PartialEq, serde::Deserialize, Serialize)]
struct Row {
    id: u64,
}

const START: &str = "{\"id\":";

fn new_folder(test: &str) -> PathBuf {
    let name = format!("stumper-{test}-{}", std::process::id());
    std::env::temp_dir().join(name)
}

fn fresh() -> Out {
    Out::default()
}

fn resume() -> Out {
    Out {
        resume: true,
        ..Out::default()
    }
}

fn cut(block: u64, shard: &str) -> Cut {
    let shard = (!shard.is_empty()).then(|| shard.parse().expect("a shard"));
    Cut::new(block, shard).expect("a cut")
}

/// Does what is missing of a process's share of these rows, `most` of them at
/// most; gives the rows that were there.
fn write(folder: &Path, out: &Out, cut: Cut, rows: u64, most: usize) -> Vec<u64> {
    let (mut shards, past) = Shards::open::<Row>(folder, out, cut, START).expect("a folder");
    assert!(past.iter().all(|(&at, row)| at == row.id));
    let left = (0..rows).filter(|at| cut.has(*at) && !past.contains_key(at));
    let left: Vec<u64> = left.collect();
    for &id in left.iter().take(most) {
        shards.add(id, &Row { id }).expect("a row");
    }
    if most >= left.len() {
        shards.finish().expect("an end");
    }
    past.into_keys().collect()
}

const ALL: usize = usize::MAX;

fn bytes(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut all: Vec<_> = entries
        .map(|entry| entry.expect("a file").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("a file"))
        })
        .collect();
    all.sort();
    all
}

/// A line that a killed process did not end.
fn tear(path: &Path) {
    let mut text = fs::read(path).unwrap_or_default();
    text.extend(b"{\"id\":99");
    fs::write(path, text).expect("a torn line");
}

#[test]
fn a_run_that_was_stopped_anywhere_ends_with_the_same_bytes() {
    let base = new_folder("blocks");
    let cut = Cut::default();
    let one = base.join("one");
    write(&one, &fresh(), cut, 2500, ALL);
    let whole = bytes(&one);
    let names: Vec<_> = whole.iter().map(|(name, _)| name.as_str()).collect();
    let blocks = ["rows-00001.jsonl", "rows-00002.jsonl", "rows-00003.jsonl"];
    assert_eq!(names[0], "manifest.json");
    assert_eq!(names[1..], blocks);
    for stop in [0, 1, 999, 1000, 1001, 2000, 2499] {
        let two = base.join(format!("stopped-{stop}"));
        write(&two, &fresh(), cut, 2500, stop as usize);
        tear(&block(&two, stop / BLOCK + 1, "part"));
        let past = write(&two, &resume(), cut, 2500, ALL);
        assert!(past.into_iter().eq(0..stop), "{stop}");
        assert!(bytes(&two) == whole, "{stop}");
    }
    // A whole run can grow.
    assert_eq!(write(&one, &resume(), cut, 3100, ALL).len(), 2500);
    assert_eq!(bytes(&one).len(), 5);
    let refused = Shards::open::<Row>(&one, &fresh(), cut, START).err();
    let refused = refused.expect("a fault").to_string();
    assert!(refused.contains("--resume goes on"), "{refused}");
    let force = Out {
        force: true,
        ..Out::default()
    };
    assert!(write(&one, &force, cut, 5, ALL).is_empty());
    assert_eq!(bytes(&one).len(), 2);
    fs::remove_dir_all(&base).expect("no folder left");
}

#[test]
fn shards_that_were_stopped_anywhere_end_with_the_same_bytes() {
    let base = new_folder("shards");
    let one = base.join("one");
    write(&one, &fresh(), cut(10, ""), 87, ALL);
    let whole = bytes(&one);
    for stop in [0, 1, 9, 10, 15, 20, 29, 30] {
        let folder = base.join(format!("stopped-{stop}"));
        write(&folder, &fresh(), cut(10, "2/3"), 87, stop);
        write(&folder, &fresh(), cut(10, "3/3"), 87, 5);
        write(&folder, &fresh(), cut(10, "1/3"), 87, ALL);
        let left = missing(&folder, &cut(10, ""), 87).expect("a list");
        let own = [2, 5, 8].into_iter().skip(stop / 10);
        let mut expected: Vec<u64> = own.chain([3, 6, 9]).collect();
        expected.sort_unstable();
        assert_eq!(left, expected, "{stop}");
        // One goes on by itself, the other is left to the run that ends it.
        let again = write(&folder, &fresh(), cut(10, "2/3"), 87, ALL);
        assert_eq!(again.len(), stop);
        tear(&block(&folder, 3, "shard-3-of-3.part"));
        let past = write(&folder, &resume(), cut(10, ""), 87, ALL);
        assert_eq!(past.len(), 30 + 30 + 5);
        assert!(bytes(&folder) == whole, "{stop}");
    }
    fs::remove_dir_all(&base).expect("no folder left");
}

/// Other cuts of the same run, and blocks that were begun twice.
#[test]
fn what_several_processes_began_is_done_once() {
    let base = new_folder("twice");
    let (one, two) = (base.join("one"), base.join("two"));
    write(&one, &fresh(), cut(4, ""), 20, ALL);
    write(&two, &fresh(), cut(4, "1/2"), 20, 2);
    write(&two, &fresh(), cut(4, "1/3"), 20, 3);
    assert_eq!(bytes(&two).len(), 3, "a manifest and two blocks in hand");
    let past = write(&two, &resume(), cut(4, ""), 20, ALL);
    assert_eq!(past, [0, 1]);
    assert!(bytes(&two) == bytes(&one));
    // A block in hand whose rows another process made meanwhile.
    tear(&block(&two, 1, "shard-1-of-7.part"));
    write(&two, &fresh(), cut(4, "1/7"), 20, ALL);
    assert!(bytes(&two) == bytes(&one));
    // A longer run goes on with the last block, whoever does it.
    write(&one, &resume(), cut(4, ""), 23, ALL);
    write(&two, &fresh(), cut(4, "6/6"), 23, ALL);
    assert!(bytes(&two) == bytes(&one));
    write(&one, &resume(), cut(4, ""), 31, ALL);
    write(&two, &fresh(), cut(4, "2/2"), 31, ALL);
    assert_eq!(missing(&two, &cut(4, ""), 31).expect("a list"), [7]);
    write(&two, &fresh(), cut(4, "1/2"), 31, ALL);
    assert!(bytes(&two) == bytes(&one));
    fs::remove_dir_all(&base).expect("no folder left");
}

#[test]
fn wrong_folders_are_refused() {
    let base = new_folder("refused");
    let call = |budget: &str| {
        let mut out = Out::default();
        let options = &mut out.call.options;
        options.insert("--budget".into(), vec![budget.into()]);
        out
    };
    let told = |out: &Out, cut| {
        let refused = Shards::open::<Row>(&base, out, cut, START).err();
        refused.expect("a fault").to_string()
    };
    write(&base, &call("5"), cut(3, "1/2"), 9, 4);
    let other = told(&call("6"), cut(3, "2/2"));
    assert!(
        other.starts_with("--shard: found --budget \"6\""),
        "{other}"
    );
    // A process at work holds its block in hand.
    let (mut at_work, _) =
        Shards::open::<Row>(&base, &call("5"), cut(3, "2/2"), START).expect("a folder");
    at_work.add(3, &Row { id: 3 }).expect("a row");
    let busy = told(&call("5"), cut(3, "2/2"));
    assert!(busy.contains("another run at work"), "{busy}");
    drop(at_work);
    let larger = told(&call("5"), cut(2, ""));
    assert!(larger.contains("the rows of a run"), "{larger}");
    let resumed = Out {
        resume: true,
        ..call("5")
    };
    let larger = told(&resumed, cut(2, ""));
    assert!(
        larger.contains("3 rows; expected a block of at most 2"),
        "{larger}"
    );
    fs::remove_dir_all(&base).expect("no folder left");
}
