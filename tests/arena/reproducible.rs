//! A match is its plan: the same games however many are played at a time, and in whatever parts.

use super::{Folder, games, plan, play};
use triskelion::arena::merge::{MergeError, merge};
use triskelion::arena::plan::{Plan, Shard};
use triskelion::arena::report::Standing;
use triskelion::arena::scoreboard::Scoreboard;
use triskelion::rules::registry::Variant;

/// Two players whose nodes vary.
fn jittered(variant: Variant) -> Plan {
    let players = ["name=A nodes=120 jitter=20", "name=B nodes=100 jitter=20"];
    Plan { max_moves: Some(40), seed: 5, ..plan(variant, 12, &players) }
}

fn text(plan: &Plan, scoreboard: &Scoreboard) -> String {
    let standing = Standing { plan, scoreboard };
    format!("{standing}\n{}\n{}", standing.ends(), standing.to_json())
}

fn same_games_at_any_concurrency(variant: Variant) {
    let folder = Folder::new(&format!("concurrency-{}", variant.name()));
    let plan = jittered(variant);
    let one = play(&plan, 1, &folder.file("1.pgn"));
    let two = play(&plan, 2, &folder.file("2.pgn"));
    assert_eq!(games(&one.contents), games(&two.contents));
    assert_eq!(text(&plan, &one.scoreboard), text(&plan, &two.scoreboard));
    // The seed decides, too.
    let other = play(&Plan { seed: 6, ..plan }, 2, &folder.file("3.pgn"));
    assert_ne!(games(&one.contents), games(&other.contents));
}

#[test]
fn shards_add_up_to_the_whole() {
    let folder = Folder::new("shards");
    let whole_plan = jittered(Variant::Chess);
    let whole = play(&whole_plan, 2, &folder.file("whole.pgn"));
    let shards = [1, 2, 3].map(|number| {
        let plan = Plan { shard: Some(Shard { number, of: 3 }), ..whole_plan.clone() };
        let path = folder.file(&format!("{number}.pgn"));
        assert_eq!(play(&plan, 1, &path).games.len(), 4);
        path
    });
    let merged = merge(&shards).expect("a match");
    assert_eq!(merged.plan, whole_plan);
    assert_eq!(text(&merged.plan, &merged.scoreboard), text(&whole_plan, &whole.scoreboard));
    let written = folder.file("merged.pgn");
    merged.write(&written).expect("a new file");
    let contents = triskelion::arena::journal::read(&written).expect("its own file");
    assert_eq!(games(&contents), games(&whole.contents));

    let [one, two, _] = &shards;
    let twice = merge(&[one.clone(), two.clone(), one.clone()]).expect_err("counted twice");
    assert!(twice.to_string().contains("stands there twice, or in two of the files"), "{twice}");
    let overlapping = merge(&[one.clone(), folder.file("whole.pgn")]).expect_err("counted twice");
    assert!(overlapping.to_string().contains("twice"), "{overlapping}");
    let stranger = Plan { shard: Some(Shard { number: 1, of: 3 }), seed: 6, ..whole_plan };
    let path = folder.file("stranger.pgn");
    play(&stranger, 1, &path);
    let strangers = merge(&[two.clone(), path]).expect_err("two matches");
    assert!(matches!(strangers, MergeError::Strangers(..)), "{strangers}");
    assert!(matches!(merge(&[]), Err(MergeError::Nothing)));
}

macro_rules! reproducible {
    ($rules:ident: $board:ty) => {
        #[test]
        fn $rules() {
            use triskelion::rules::Geometry;
            same_games_at_any_concurrency(<$board>::NAME.parse().expect("a rule set"));
        }
    };
}

for_every_rule_set!(reproducible);
