//! Files of ratings, sound and broken.

use super::*;

const PLAYS: &str = "\
player,level,rating,solved,seconds,note
ann,a#1,3,true,10.5,fine
ann,a#2,7,true,20,
bob,a#1,5,yes,30,long
bob,a#2,9,1,,
bob,a#3,,no,60,gave up
cy,a#3,6,true,15,
";

#[test]
fn plays_become_means_and_models() {
    let ratings = Ratings::read("plays.csv", PLAYS).unwrap();
    assert_eq!(ratings.targets, ["rating", "seconds"]);
    assert_eq!(ratings.target(None), Ok("rating"));
    let means = ratings.summary("rating", Players::Means).unwrap();
    assert_eq!(means.levels, ["a#1", "a#2", "a#3"]);
    assert_eq!(means.values, [4.0, 8.0, 6.0]);
    assert_eq!(means.weights, [2.0, 2.0, 1.0]);
    let seconds = ratings.summary("seconds", Players::Means).unwrap();
    assert_eq!(seconds.values, [20.25, 20.0, 15.0]);
    for players in [Players::Mixed, Players::Slopes] {
        let model = ratings.summary("rating", players).unwrap();
        assert!(model.values[0] < model.values[1], "{model:?}");
        assert!(model.words.contains("players"), "{}", model.words);
    }
}

#[test]
fn json_says_the_same() {
    let header: Vec<&str> = PLAYS.lines().next().unwrap().split(',').collect();
    let line = |line: &str| {
        let fields = header.iter().zip(line.split(','));
        let fields = fields
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| match value.parse::<f64>() {
                Ok(number) => format!("\"{name}\":{number}"),
                Err(_) => format!("\"{name}\":\"{value}\""),
            });
        format!("{{{}}}\n", fields.collect::<Vec<_>>().join(","))
    };
    let text: String = PLAYS.lines().skip(1).map(line).collect();
    let (csv, json) = (
        Ratings::read("a", PLAYS).unwrap(),
        Ratings::read("b", &text).unwrap(),
    );
    let summary = |ratings: &Ratings| ratings.summary("rating", Players::Mixed).unwrap();
    assert_eq!(summary(&csv), summary(&json));
}

#[test]
fn level_means_have_weights() {
    let text = "level,solved,difficulty,seconds\nx,3,2.5,10\ny,4,3.5,20\n";
    let ratings = Ratings::read("means.csv", text).unwrap();
    let target = ratings.target(None).unwrap();
    let summary = ratings.summary(target, Players::Means).unwrap();
    assert_eq!(
        (summary.values, summary.weights),
        (vec![2.5, 3.5], vec![3.0, 4.0])
    );
    assert!(ratings.summary(target, Players::Mixed).is_err());
}

#[test]
fn measures_are_joined_by_level() {
    let ratings = Ratings::read("r", "level,rating\nx,1\ny,2\n").unwrap();
    let summary = ratings.summary("rating", Players::Means).unwrap();
    let csv =
        "id,variant,outcome,limit,size,moves\nz,,solved,,1,1\ny,,solved,,8,\nx,,solved,,7,5\n";
    let (rows, incomplete) = MeasureTable::read("m", csv)
        .unwrap()
        .join(&summary)
        .unwrap();
    assert_eq!(
        (rows.measures, rows.values),
        (vec!["size".into()], vec![vec![7.0, 8.0]])
    );
    assert_eq!(incomplete, ["moves"]);
    let json = "{\"id\":\"x\",\"outcome\":\"solved\",\"measures\":{\"size\":7}}\n\
                {\"id\":\"y\",\"outcome\":\"solved\",\"measures\":{\"size\":8}}\n";
    let (rows, _) = MeasureTable::read("m", json)
        .unwrap()
        .join(&summary)
        .unwrap();
    assert_eq!(rows.values, [[7.0, 8.0]]);
}

#[test]
fn what_is_wrong_is_named() {
    for (text, parts) in [
        ("", vec!["no rows"]),
        ("level,rating\n", vec!["no rows"]),
        ("name,rating\nx,1\n", vec!["level or id", "name, rating"]),
        (
            "level,rating\nx,1\ny,many\n",
            vec!["file:3", "\"many\"", "a number"],
        ),
        ("level,rating\nx,1\nx,2\n", vec!["file:3", "x again"]),
        ("level,rating\nx,1\ny,2,3\n", vec!["file:3", "3 fields"]),
        ("level,rating,rating\nx,1,2\n", vec!["\"rating\" twice"]),
        ("level,rating\nx,inf\n", vec!["file:2", "\"inf\""]),
        ("level,weight,rating\nx,-1,2\n", vec!["a weight of -1"]),
        (
            "player,level,rating\na,x,1\na,x,2\n",
            vec!["file:3", "second play of x by a"],
        ),
        (
            "player,level,rating,solved\na,x,1,perhaps\n",
            vec!["\"perhaps\"", "true or false"],
        ),
        ("player,level,rating\n,x,1\n", vec!["file:2", "no player"]),
        (
            "{\"level\":\"x\",\"rating\":1}\n[1]\n",
            vec!["file:2", "a JSON object"],
        ),
    ] {
        let fault = match Ratings::read("file", text) {
            Err(fault) => fault.to_string(),
            Ok(_) => panic!("{text:?} was read"),
        };
        for part in parts {
            assert!(fault.contains(part), "{part} in {fault}");
        }
    }
    let ratings = Ratings::read("file", "level,rating\nx,1\n").unwrap();
    assert!(
        ratings
            .target(Some("fun"))
            .unwrap_err()
            .to_string()
            .contains("rating")
    );
    let summary = ratings.summary("rating", Players::Means).unwrap();
    let measures = MeasureTable::read("m", "id,size\ny,1\n").unwrap();
    assert!(
        measures
            .join(&summary)
            .unwrap_err()
            .to_string()
            .contains("\"x\"")
    );
}

#[test]
fn measures_may_stand_in_the_same_file() {
    let text = "\
play,player,game,level,rating,solved,answer_age,measure_moves,measure_lamps
12e4567890123456,ann,one,a,3,true,30,5,
0000000000000001,ann,one,b,7,true,30,9,
0000000000000002,bob,one,a,4,true,41+,5,
0000000000000003,bob,two,c,9,true,41+,,4
";
    let file = RatingsFile::read("plays.csv", text, Some("one")).unwrap();
    assert_eq!(file.ratings.targets, ["rating"]);
    assert_eq!(file.game.as_deref(), Some("one"));
    let summary = file.ratings.summary("rating", Players::Means).unwrap();
    let (rows, incomplete) = file.measures.unwrap().join(&summary).unwrap();
    assert_eq!((rows.measures, incomplete), (vec!["moves".into()], vec![]));
    assert_eq!(rows.values, [[5.0, 9.0]]);
    for (game, text, said) in [
        (None, text.to_string(), "--game"),
        (Some("three"), text.to_string(), "rows of three"),
        (Some("one"), text.replace("41+,5,", "41+,6,"), "plays.csv:4"),
    ] {
        let fault = RatingsFile::read("plays.csv", &text, game).err().unwrap();
        assert!(fault.to_string().contains(said), "{fault}");
    }
}
