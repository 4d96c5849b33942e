//! A match between identical players: the spread is zero, and nothing divides by it.

use super::{TempDir, match_config, play, timeless_games, with_startpos};
use triskelion::registry::Variant;
use triskelion::tournament::config::MatchConfig;
use triskelion::tournament::standings::Standings;
use triskelion::tournament::statistics::Sprt;
use triskelion::tournament::statistics::sprt::{EloModel, SprtParameters};

fn new_sprt(model: EloModel) -> Sprt {
    SprtParameters { model, ..SprtParameters::default() }.try_into().expect("valid parameters")
}

#[test]
fn identical_players_have_finite_statistics() {
    let dir = TempDir::new("identical-players");
    for (model, name) in [(EloModel::Normalized, "normalized"), (EloModel::Logistic, "logistic")] {
        let config = with_startpos(match_config(
            Variant::Federation,
            8,
            &["name=A nodes=60", "name=B nodes=60"],
        ));
        let config = MatchConfig { sprt: Some(new_sprt(model)), max_moves: Some(60), ..config };
        let finished = play(&config, 2, &dir.file(name));
        let games = timeless_games(&finished.contents);
        assert_eq!(games.len(), 8);
        assert!(games.iter().all(|(_, game)| game.plies == games[0].1.plies));
        let standings = Standings { config: &config, scoreboard: &finished.scoreboard };
        let tally = finished.scoreboard.head_to_head();
        assert_eq!(tally.pairs(), [0, 0, 4, 0, 0]);
        let text = format!("{standings}\n{}", standings.termination_counts());
        assert!(!text.contains("NaN") && text.contains("Elo: 0.00 +/- 0.00"), "{text}");
        assert!(text.contains("LLR: 0.00") || text.contains("LLR: -0."), "{text}");
        let json = standings.to_json();
        assert_eq!(json["pairings"][0]["elo"]["value"], 0.0, "{json}");
        assert!(json["sprt"]["llr"].is_number(), "{json}");
        assert!(standings.sprt_conclusion().is_some());
    }
}
