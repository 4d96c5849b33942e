//! A match is its plan: the same games however many are played at a time, and in whatever parts.

use super::{TempDir, match_config, play, timeless_games};
use triskelion::registry::Variant;
use triskelion::tournament::config::{MatchConfig, Shard};
use triskelion::tournament::merge::{MergeError, merge};
use triskelion::tournament::report::Standings;
use triskelion::tournament::scoreboard::Scoreboard;

/// Two players whose nodes vary.
fn jittered_config(variant: Variant) -> MatchConfig {
    let players = ["name=A nodes=120 jitter=20", "name=B nodes=100 jitter=20"];
    MatchConfig { max_moves: Some(40), seed: 5, ..match_config(variant, 12, &players) }
}

fn format_standings(plan: &MatchConfig, scoreboard: &Scoreboard) -> String {
    let standing = Standings { config: plan, scoreboard };
    format!("{standing}\n{}\n{}", standing.termination_counts(), standing.to_json())
}

fn assert_concurrency_does_not_matter(variant: Variant) {
    let folder = TempDir::new(&format!("concurrency-{}", variant.name()));
    let plan = jittered_config(variant);
    let one = play(&plan, 1, &folder.file("1.pgn"));
    let two = play(&plan, 2, &folder.file("2.pgn"));
    assert_eq!(timeless_games(&one.contents), timeless_games(&two.contents));
    assert_eq!(format_standings(&plan, &one.scoreboard), format_standings(&plan, &two.scoreboard));
    // The seed decides, too.
    let other = play(&MatchConfig { seed: 6, ..plan }, 2, &folder.file("3.pgn"));
    assert_ne!(timeless_games(&one.contents), timeless_games(&other.contents));
}

#[test]
fn merged_shards_equal_whole_match() {
    let folder = TempDir::new("shards");
    let whole_plan = jittered_config(Variant::Chess);
    let whole = play(&whole_plan, 2, &folder.file("whole.pgn"));
    let shards = [1, 2, 3].map(|number| {
        let plan =
            MatchConfig { shard: Some(Shard { index: number, count: 3 }), ..whole_plan.clone() };
        let path = folder.file(&format!("{number}.pgn"));
        assert_eq!(play(&plan, 1, &path).games.len(), 4);
        path
    });
    let merged = merge(&shards).expect("a match");
    assert_eq!(merged.config, whole_plan);
    assert_eq!(
        format_standings(&merged.config, &merged.scoreboard),
        format_standings(&whole_plan, &whole.scoreboard)
    );
    let written = folder.file("merged.pgn");
    merged.write(&written).expect("a new file");
    let contents = triskelion::tournament::journal::read(&written).expect("its own file");
    assert_eq!(timeless_games(&contents), timeless_games(&whole.contents));

    let [one, two, _] = &shards;
    let twice = merge(&[one.clone(), two.clone(), one.clone()]).expect_err("counted twice");
    assert!(twice.to_string().contains("stands there twice, or in two of the files"), "{twice}");
    let overlapping = merge(&[one.clone(), folder.file("whole.pgn")]).expect_err("counted twice");
    assert!(overlapping.to_string().contains("twice"), "{overlapping}");
    let stranger = MatchConfig { shard: Some(Shard { index: 1, count: 3 }), seed: 6, ..whole_plan };
    let path = folder.file("stranger.pgn");
    play(&stranger, 1, &path);
    let strangers = merge(&[two.clone(), path]).expect_err("two matches");
    assert!(matches!(strangers, MergeError::DifferentMatches(..)), "{strangers}");
    assert!(matches!(merge(&[]), Err(MergeError::NoFiles)));
}

macro_rules! reproducibility_tests {
    ($rules:ident: $board:ty) => {
        #[test]
        fn $rules() {
            use triskelion::rules::Geometry;
            assert_concurrency_does_not_matter(<$board>::NAME.parse().expect("a rule set"));
        }
    };
}

for_every_rule_set!(reproducibility_tests);
