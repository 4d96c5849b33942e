//! The configuration determines the games of a match, with any concurrency and any shards.

use super::{TempDir, match_config, play, timeless_games};
use triskelion::registry::Variant;
use triskelion::tournament::config::{MatchConfig, Shard};
use triskelion::tournament::merge::{MergeError, merge};
use triskelion::tournament::scoreboard::Scoreboard;
use triskelion::tournament::standings::Standings;

/// Returns a match of two players with jitter.
fn jittered_config(variant: Variant) -> MatchConfig {
    let players = ["name=A nodes=120 jitter=20", "name=B nodes=100 jitter=20"];
    MatchConfig { max_moves: Some(40), seed: 5, ..match_config(variant, 12, &players) }
}

fn format_standings(config: &MatchConfig, scoreboard: &Scoreboard) -> String {
    let standings = Standings { config, scoreboard };
    format!("{standings}\n{}\n{}", standings.termination_counts(), standings.to_json())
}

fn assert_concurrency_does_not_matter(variant: Variant) {
    let dir = TempDir::new(&format!("concurrency-{}", variant.name()));
    let config = jittered_config(variant);
    let first = play(&config, 1, &dir.file("1.pgn"));
    let second = play(&config, 2, &dir.file("2.pgn"));
    assert_eq!(timeless_games(&first.contents), timeless_games(&second.contents));
    assert_eq!(
        format_standings(&config, &first.scoreboard),
        format_standings(&config, &second.scoreboard)
    );
    // Another seed gives other games.
    let other = play(&MatchConfig { seed: 6, ..config }, 2, &dir.file("3.pgn"));
    assert_ne!(timeless_games(&first.contents), timeless_games(&other.contents));
}

#[test]
fn merged_shards_equal_whole_match() {
    let dir = TempDir::new("shards");
    let whole_config = jittered_config(Variant::Chess);
    let whole = play(&whole_config, 2, &dir.file("whole.pgn"));
    let shards = [1, 2, 3].map(|index| {
        let config = MatchConfig { shard: Some(Shard { index, count: 3 }), ..whole_config.clone() };
        let path = dir.file(&format!("{index}.pgn"));
        assert_eq!(play(&config, 1, &path).games.len(), 4);
        path
    });
    let merged = merge(&shards).expect("a match");
    assert_eq!(merged.config, whole_config);
    assert_eq!(
        format_standings(&merged.config, &merged.scoreboard),
        format_standings(&whole_config, &whole.scoreboard)
    );
    let written = dir.file("merged.pgn");
    merged.write(&written).expect("a new file");
    let contents = triskelion::tournament::journal::read(&written).expect("its own file");
    assert_eq!(timeless_games(&contents), timeless_games(&whole.contents));

    let [one, two, _] = &shards;
    let twice = merge(&[one.clone(), two.clone(), one.clone()]).expect_err("a duplicate game");
    assert!(
        twice.to_string().contains("occurs twice in this file or in two of the files"),
        "{twice}"
    );
    let overlapping = merge(&[one.clone(), dir.file("whole.pgn")]).expect_err("a duplicate game");
    assert!(overlapping.to_string().contains("twice"), "{overlapping}");
    let different =
        MatchConfig { shard: Some(Shard { index: 1, count: 3 }), seed: 6, ..whole_config };
    let path = dir.file("different.pgn");
    play(&different, 1, &path);
    let error = merge(&[two.clone(), path]).expect_err("two matches");
    assert!(matches!(error, MergeError::DifferentMatches(..)), "{error}");
    assert!(matches!(merge(&[]), Err(MergeError::NoFiles)));
}

macro_rules! reproducibility_tests {
    ($rules:ident: $board:ty) => {
        #[test]
        fn $rules() {
            use triskelion::rules::BuiltIn;
            assert_concurrency_does_not_matter(
                <$board>::game_info().name.parse().expect("a rule set"),
            );
        }
    };
}

for_every_rule_set!(reproducibility_tests);
