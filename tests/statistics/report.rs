//! The output format of fastchess.

use super::sprt::new_sprt;
use super::tallies_without_spread;
use triskelion::tournament::statistics::summary::{Ranking, SprtConclusion, SprtProgress, Summary};
use triskelion::tournament::statistics::{Crosstable, EloModel, Ratings, Tally, Verdict};

#[test]
fn pair_summary_has_four_lines() {
    let tally = Tally::from_pairs([332, 433, 498, 333, 334], 457).expect("a valid tally");
    assert_eq!(
        Summary(tally).to_string(),
        "Elo: -8.64 +/- 10.33, nElo: -9.17 +/- 10.96\n\
         LOS: 5.05 %, DrawRatio: 25.80 %, PairsRatio: 0.87\n\
         Games: 3860, Wins: 1458, Losses: 1554, Draws: 848, Points: 1882.0 (48.76 %)\n\
         Ptnml(0-2): [332, 433, 498, 333, 334], WL/DD Ratio: 11.15"
    );
}

#[test]
fn game_summary_has_three_lines() {
    assert_eq!(
        Summary(Tally::from_games(136, 111, 96)).to_string(),
        "Elo: 40.70 +/- 30.43, nElo: 49.77 +/- 36.77\n\
         LOS: 99.60 %, DrawRatio: 32.36 %\n\
         Games: 343, Wins: 136, Losses: 96, Draws: 111, Points: 191.5 (55.83 %)"
    );
}

#[test]
fn sprt_reports_progress_and_conclusion() {
    let test = new_sprt(EloModel::Normalized, 0.0, 5.0, 0.05, 0.05);
    let line = |ratio| SprtProgress { test, ratio }.to_string();
    assert_eq!(line(1.47), "LLR: 1.47 (49.9%) (-2.94, 2.94) [0.00, 5.00]");
    assert_eq!(line(-2.95), "LLR: -2.95 (-100.2%) (-2.94, 2.94) [0.00, 5.00]");
    let end = |verdict| SprtConclusion { test, verdict }.to_string();
    assert_eq!(end(Verdict::H1), "SPRT ([0.00, 5.00]) completed - H1 was accepted");
    assert_eq!(end(Verdict::H0), "SPRT ([0.00, 5.00]) completed - H0 was accepted");
    assert_eq!(end(Verdict::Continue), "SPRT ([0.00, 5.00]) not completed");
}

#[test]
fn ranking_is_sorted_by_rating() {
    let names = ["old", "new"].map(String::from);
    let mut table = Crosstable::new(2);
    table.add(0, 1, Tally::from_pairs([3, 4, 6, 2, 1], 2).expect("a valid tally"));
    let ratings = Ratings::fit(&table, 0.0);
    // 400·log₁₀(19/13) = 65.93, half of it on each side of the mean.
    let text = Ranking { names: &names, table: &table, ratings: &ratings }.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "Rank Name                             Elo        +/-       nElo        +/-      Games      \
         Score       Draw           Ptnml(0-2)"
    );
    assert!(lines[1].starts_with("   1 new                            32.96"), "{}", lines[1]);
    assert!(lines[1].ends_with("         32      59.4%      37.5%      [1, 2, 6, 4, 3]"));
    assert!(lines[2].starts_with("   2 old                           -32.96"), "{}", lines[2]);
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
}

#[test]
fn summaries_contain_no_nan() {
    for tally in tallies_without_spread() {
        let text = Summary(tally).to_string();
        assert!(!text.contains("NaN"), "{text}");
    }
}
