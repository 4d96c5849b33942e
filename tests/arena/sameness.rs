//! Players without any difference: nothing varies, and nothing is divided by that.

use super::{Folder, from_start, games, plan, play};
use triskelion::arena::plan::Plan;
use triskelion::arena::report::Standing;
use triskelion::arena::statistics::Sprt;
use triskelion::arena::statistics::sprt::{Model, Parameters};
use triskelion::rules::registry::Variant;

fn test(model: Model) -> Sprt {
    Parameters { model, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }.try_into().expect("a test")
}

#[test]
fn pairs_are_alike_and_nothing_is_divided_by_zero() {
    let folder = Folder::new("sameness");
    for (model, name) in [(Model::Normalized, "normalized"), (Model::Logistic, "logistic")] {
        let plan =
            from_start(plan(Variant::Federation, 8, &["name=A nodes=60", "name=B nodes=60"]));
        let plan = Plan { sprt: Some(test(model)), max_moves: Some(60), ..plan };
        let played = play(&plan, 2, &folder.file(name));
        let games = games(&played.contents);
        assert_eq!(games.len(), 8);
        assert!(games.iter().all(|(_, game)| game.plies == games[0].1.plies));
        let standing = Standing { plan: &plan, scoreboard: &played.scoreboard };
        let tally = played.scoreboard.duel();
        assert_eq!(tally.pairs(), [0, 0, 4, 0, 0]);
        let text = format!("{standing}\n{}", standing.ends());
        assert!(!text.contains("NaN") && text.contains("Elo: 0.00 +/- 0.00"), "{text}");
        assert!(text.contains("LLR: 0.00") || text.contains("LLR: -0."), "{text}");
        let json = standing.to_json();
        assert_eq!(json["duels"][0]["elo"]["value"], 0.0, "{json}");
        assert!(json["sprt"]["llr"].is_number(), "{json}");
        assert!(standing.conclusion().is_some());
    }
}
