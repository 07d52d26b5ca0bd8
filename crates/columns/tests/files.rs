//! Rows go into Parquet files and come out again.

use columns::{Row, Shape, WithParquet, Writer};
use engine::record::{LevelRow, SolutionRow};
use engine::{Budget, Detail, Settings, Unwatched};
use games::levels::{Defaults, Levels};
use host::Call;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::{self, File};
use std::path::PathBuf;

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("stumper-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn solved(ids: &str) -> Vec<SolutionRow> {
    let levels = Levels::of_ids(ids).unwrap();
    let game = levels.one_game().unwrap();
    let mut solver = game.solver("", &Settings::default()).unwrap();
    let detail = Detail::default();
    levels
        .map(|task| solver.solve(&task.unwrap().level, &Budget::default(), &Unwatched, detail))
        .collect::<Result<_, _>>()
        .unwrap()
}

fn write<R: Row>(path: &std::path::Path, rows: &[R], shape: &Shape) {
    let call = Call {
        verb: R::KIND.into(),
        ..Call::default()
    };
    let mut writer = Writer::create(path, shape, &call).unwrap();
    rows.iter().for_each(|row| writer.add(row).unwrap());
    assert!(!path.exists(), "it has its name before it is whole");
    writer.finish().unwrap();
}

#[test]
fn solutions_are_columns_of_one_game() {
    let folder = Folder::new("columns");
    let path = folder.0.join("rows.parquet");
    let rows = solved("freecell#1-20,11982");
    let shape = Shape::of(games::find_game("freecell").unwrap());
    write(&path, &rows, &shape);
    let first = fs::read(&path).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
    let pairs = builder.metadata().file_metadata().key_value_metadata();
    let value = |key: &str| {
        let mut pairs = pairs.unwrap().iter();
        pairs.find(|pair| pair.key == key).unwrap().value.clone()
    };
    assert_eq!(value("stumper.schema").as_deref(), Some("1"));
    assert_eq!(value("stumper.rows").as_deref(), Some("solve"));
    assert!(
        value("stumper.call")
            .unwrap()
            .contains("\"verb\":\"solve\"")
    );
    let batch = builder.build().unwrap().next().unwrap().unwrap();
    assert_eq!(batch.num_rows(), 21);
    let moves = batch.column_by_name("moves").unwrap();
    assert_eq!(moves.null_count(), 1, "what has no solution has no moves");
    let lengths = batch.column_by_name("length_standard").unwrap();
    let lengths = lengths.as_any().downcast_ref::<arrow_array::Int64Array>();
    assert_eq!(
        lengths.unwrap().value(0) as u64,
        rows[0].lengths["standard"]
    );
    fs::remove_file(&path).unwrap();
    write(&path, &rows, &shape);
    assert_eq!(
        fs::read(&path).unwrap(),
        first,
        "the same rows, the same bytes"
    );
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn levels_are_read_from_such_files() {
    let folder = Folder::new("columns-levels");
    let path = folder.0.join("levels.parquet");
    let game = games::find_game("shift").unwrap();
    let rows: Vec<LevelRow> = Levels::of_ids("shift:5x5#1-9")
        .unwrap()
        .map(|task| game.level(&task.unwrap().level).unwrap())
        .collect();
    write(&path, &rows, &Shape::of(game));
    let open = || {
        let defaults = Defaults::new(None, "").unwrap();
        Levels::open([path.clone().into_os_string()], defaults, WithParquet)
    };
    let names: Vec<_> = open()
        .unwrap()
        .map(|task| task.unwrap().level.name())
        .collect();
    assert_eq!(names[8], "shift:5x5#9");
    assert_eq!(names.len(), 9);
    // Half a file is refused.
    let bytes = fs::read(&path).unwrap();
    for length in [4, 8, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        let fault = open().unwrap().next().unwrap().err().unwrap();
        assert_eq!(fault.expected, "a whole Parquet file", "{length}");
    }
}

#[test]
fn a_table_without_ids_is_refused() {
    let folder = Folder::new("columns-no-ids");
    let path = folder.0.join("other.parquet");
    let field = arrow_schema::Field::new("name", arrow_schema::DataType::Int64, false);
    let schema = std::sync::Arc::new(arrow_schema::Schema::new(vec![field]));
    let file = File::create(&path).unwrap();
    let writer = parquet::arrow::ArrowWriter::try_new(file, schema, None).unwrap();
    writer.close().unwrap();
    let defaults = Defaults::new(None, "").unwrap();
    let mut levels = Levels::open([path.into_os_string()], defaults, WithParquet).unwrap();
    let fault = levels.next().unwrap().err().unwrap();
    assert_eq!(fault.expected, "a column `id`");
    assert!(fault.found.contains("name"), "{}", fault.found);
}

#[test]
fn levels_are_passed_over_without_being_counted() {
    let first = |count: u64| {
        let mut levels = Levels::of_ids("freecell#1-5,10-12,7000000000").unwrap();
        levels.pass(count).unwrap();
        levels.next().map(|task| task.unwrap().level.name())
    };
    for (count, number) in [(0, 1), (4, 5), (5, 10), (7, 12), (8, 7_000_000_000u64)] {
        assert_eq!(
            first(count),
            Some(format!("freecell:ms#{number}")),
            "{count}"
        );
    }
    assert_eq!(first(9), None);
    let mut all = Levels::of_ids("sliding:3x3#0-18446744073709551615").unwrap();
    all.pass(u64::MAX).unwrap();
    let last = all.next().unwrap().unwrap().level.name();
    assert_eq!(last, "sliding:3x3#18446744073709551615");
}

#[test]
fn columns_of_a_wrong_kind_are_refused() {
    let folder = Folder::new("columns-kinds");
    let path = folder.0.join("other.parquet");
    let kinds = [
        ("id", arrow_schema::DataType::Int64, "texts"),
        ("moves", arrow_schema::DataType::Utf8, "lists of texts"),
        (
            "length_standard",
            arrow_schema::DataType::Float64,
            "whole numbers of 64 bits (int64)",
        ),
    ];
    for (name, kind, expected) in kinds {
        let id = arrow_schema::Field::new("id", arrow_schema::DataType::Utf8, true);
        let field = arrow_schema::Field::new(name, kind, true);
        let fields = if name == "id" {
            vec![field]
        } else {
            vec![id, field]
        };
        let schema = std::sync::Arc::new(arrow_schema::Schema::new(fields));
        let file = File::create(&path).unwrap();
        let writer = parquet::arrow::ArrowWriter::try_new(file, schema, None).unwrap();
        writer.close().unwrap();
        let name = path.clone().into_os_string();
        let defaults = Defaults::new(None, "").unwrap();
        let mut levels = Levels::open([name], defaults, WithParquet).unwrap();
        let fault = levels.next().unwrap().err().unwrap();
        assert_eq!(fault.expected, expected);
    }
}
