//! Players without any difference: nothing varies, and nothing is divided by that.

use super::{TempDir, match_config, play, timeless_games, with_startpos};
use triskelion::registry::Variant;
use triskelion::tournament::config::MatchConfig;
use triskelion::tournament::report::Standings;
use triskelion::tournament::statistics::Sprt;
use triskelion::tournament::statistics::sprt::{EloModel, SprtParameters};

fn new_sprt(model: EloModel) -> Sprt {
    SprtParameters { model, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }
        .try_into()
        .expect("a test")
}

#[test]
fn identical_players_have_finite_statistics() {
    let folder = TempDir::new("sameness");
    for (model, name) in [(EloModel::Normalized, "normalized"), (EloModel::Logistic, "logistic")] {
        let plan = with_startpos(match_config(
            Variant::Federation,
            8,
            &["name=A nodes=60", "name=B nodes=60"],
        ));
        let plan = MatchConfig { sprt: Some(new_sprt(model)), max_moves: Some(60), ..plan };
        let played = play(&plan, 2, &folder.file(name));
        let games = timeless_games(&played.contents);
        assert_eq!(games.len(), 8);
        assert!(games.iter().all(|(_, game)| game.plies == games[0].1.plies));
        let standing = Standings { config: &plan, scoreboard: &played.scoreboard };
        let tally = played.scoreboard.head_to_head();
        assert_eq!(tally.pairs(), [0, 0, 4, 0, 0]);
        let text = format!("{standing}\n{}", standing.termination_counts());
        assert!(!text.contains("NaN") && text.contains("Elo: 0.00 +/- 0.00"), "{text}");
        assert!(text.contains("LLR: 0.00") || text.contains("LLR: -0."), "{text}");
        let json = standing.to_json();
        assert_eq!(json["duels"][0]["elo"]["value"], 0.0, "{json}");
        assert!(json["sprt"]["llr"].is_number(), "{json}");
        assert!(standing.sprt_conclusion().is_some());
    }
}
