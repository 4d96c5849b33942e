//! What games of the engine against itself say of a rule set: how long games are and how they end,
//! who wins, how many moves there are, and what the kinds of pieces are worth.
//!
//! All errors are half the width of a 95 % interval. They come from the spread between games, since
//! the positions of a game depend on each other.

use super::config::DatagenConfig;
use super::datagen::DatagenError;
use super::game_record::{RecordedPly, TrainingGame};
use super::piece_endings::PieceEnding;
use super::self_play::play_game;
use super::verify::{VerifyError, replay};
use crate::moves::{PieceType, Side};
use crate::plural::counted;
use crate::profiles::{EvalSource, RuleSet, load_network};
use crate::registry::{Variant, Visitor};
use crate::rules::{AnyBoard, GameInfo, RulesChecksum};
use crate::search::threads::SearchPool;
use crate::tournament::Termination;
use crate::tournament::openings::PlyRange;
use crate::tournament::statistics::elo::{Z_95, elo, score};
use crate::tournament::statistics::ratings::ELO_PER_LOGIT;
use crate::tournament::statistics::{Estimate, Observation, Regression, Tally};
use fxhash::FxHashMap;
use serde::Serialize;
use serde_json::Value;
use std::fmt;

/// The most positions of a game with the same balance that count, so that a long game that nobody
/// can win does not outweigh the others.
const MAX_POSITIONS: u32 = 8;

/// Returns the settings of the games of a survey: after a few random plies every game is played to
/// its end. Without a limit on the score of the opening, a game that the first player wins shows
/// this.
pub fn survey_config(variant: Variant, games: u64, seed: u64, nodes: u64) -> DatagenConfig {
    DatagenConfig {
        soft_nodes: nodes,
        hard_nodes: nodes.saturating_mul(8),
        random_plies: PlyRange::new(2, 6),
        platform_share: 0.0,
        max_opening_score: i32::MAX,
        win_score: i32::MAX,
        draw_score: -1,
        eval_file: EvalSource::Default,
        ..DatagenConfig::new(variant, games, seed)
    }
}

/// The pieces that White has more than Black, by kind.
type Balance = [i8; PieceType::MAX_COUNT];

/// What is counted of a game.
struct GameCounts {
    index: u64,
    plies: u64,
    /// The winner, and how the game ended.
    winner: Option<Side>,
    termination: Termination,
    /// The numbers of legal moves before each move that was searched.
    moves: Vec<u32>,
    /// The number of random plies before these.
    first_ply: usize,
    /// The moves of these that captured and those that gave check.
    captures: u64,
    checks: u64,
    /// The number of quiet positions by the balance of the pieces.
    balances: FxHashMap<Balance, u32>,
}

impl GameCounts {
    /// Returns the length and the end of a game, without counts of its positions.
    fn of_end(game: &TrainingGame) -> GameCounts {
        let is_random = |ply: &&RecordedPly| ply.score.is_none();
        GameCounts {
            index: game.index,
            plies: game.plies.len() as u64,
            winner: game.end.winner,
            termination: game.end.termination,
            moves: Vec::with_capacity(game.plies.len()),
            first_ply: game.plies.iter().take_while(is_random).count(),
            captures: 0,
            checks: 0,
            balances: FxHashMap::default(),
        }
    }
}

/// Counts of the games of a rule set.
pub struct Survey {
    variant: Variant,
    games: Vec<GameCounts>,
}

impl Survey {
    /// Creates a survey without games.
    pub fn new(variant: Variant) -> Survey {
        Survey { variant, games: Vec::new() }
    }

    /// Replays a game of the rule set and counts it.
    ///
    /// # Errors
    /// If the game is not valid. It is not counted.
    pub fn add(&mut self, game: &TrainingGame) -> Result<(), VerifyError> {
        struct Count<'a>(&'a TrainingGame);
        impl Visitor for Count<'_> {
            type Output = Result<GameCounts, VerifyError>;

            fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output {
                count::<B>(game, self.0)
            }
        }
        self.games.push(self.variant.visit(Count(game))?);
        Ok(())
    }

    /// Returns what the games say; `None` if there are none. The order in which they were added
    /// does not matter.
    pub fn report(&mut self) -> Option<SurveyReport> {
        let games = &mut self.games;
        games.sort_by_key(|game| game.index);
        let count = games.len() as u64;
        if count == 0 {
            return None;
        }
        let number_of = |condition: &dyn Fn(&GameCounts) -> bool| {
            games.iter().filter(|game| condition(game)).count() as u64
        };
        let results = [Some(Side::White), None, Some(Side::Black)]
            .map(|winner| Share::new(number_of(&|game| game.winner == winner), count));
        let tally = Tally::from_games(results[0].count, results[1].count, results[2].count);
        let moves = |game: &GameCounts| game.moves.len() as f64;
        let mean = |value: &dyn Fn(&GameCounts) -> f64, of: &dyn Fn(&GameCounts) -> f64| {
            mean(games.iter().map(|game| (value(game), of(game))))
        };
        let mut lengths: Vec<u64> = games.iter().map(|game| game.plies).collect();
        let ends = Termination::ALL
            .into_iter()
            .map(|end| (end.name(), Share::new(number_of(&|game| game.termination == end), count)));
        let ends = ends.filter(|(_, share)| share.count > 0).collect();
        let sum = |game: &GameCounts| game.moves.iter().map(|&count| f64::from(count)).sum();
        let report = SurveyReport {
            variant: self.variant.name(),
            rules: self.variant.game().rules,
            games: count,
            plies: mean(&|game| game.plies as f64, &|_| 1.0),
            moves: mean(&sum, &moves),
            most_moves: games.iter().flat_map(|game| &game.moves).copied().max().unwrap_or(0),
            captures: mean(&|game| game.captures as f64, &moves),
            checks: mean(&|game| game.checks as f64, &moves),
            white_wins: results[0],
            draws: results[1],
            black_wins: results[2],
            white_score: score(&tally),
            white_elo: elo(&tally),
            ends,
            pieces: pieces(self.variant.game(), games),
            endings: Vec::new(),
            moves_by_ply: moves_by_ply(games),
            lengths: {
                lengths.sort_unstable();
                lengths
            },
        };
        Some(report)
    }
}

/// Plays the games of a survey one after the other, each by its number alone, as
/// `training::datagen` does.
pub struct SurveyRun {
    config: DatagenConfig,
    player: Box<dyn GamePlayer>,
    survey: Survey,
    /// The number of games played.
    played: u64,
    is_canceled: bool,
}

/// Plays games of some rule set.
trait GamePlayer: Send {
    fn play(
        &mut self,
        config: &DatagenConfig,
        index: u64,
        is_canceled: &dyn Fn() -> bool,
    ) -> Option<TrainingGame>;
}

impl<B: RuleSet> GamePlayer for SearchPool<B> {
    fn play(
        &mut self,
        config: &DatagenConfig,
        index: u64,
        is_canceled: &dyn Fn() -> bool,
    ) -> Option<TrainingGame> {
        play_game(config, index, self, is_canceled)
    }
}

impl SurveyRun {
    /// Starts a survey. `network` is the file of the default network where the program has none.
    ///
    /// # Errors
    /// If there is no memory for a transposition table or the network cannot be used.
    pub fn new(config: DatagenConfig, network: Option<&[u8]>) -> Result<SurveyRun, DatagenError> {
        struct Start<'a>(&'a DatagenConfig, Option<&'a [u8]>);
        impl Visitor for Start<'_> {
            type Output = Result<Box<dyn GamePlayer>, DatagenError>;

            fn visit<B: RuleSet>(self, game: &'static GameInfo) -> Self::Output {
                let Start(config, network) = self;
                let mut pool = SearchPool::<B>::new(game, config.hash_mib)?;
                pool.set_network(load_network(game, &config.eval_file, network)?);
                Ok(Box::new(pool))
            }
        }
        let player = config.variant.visit(Start(&config, network))?;
        let survey = Survey::new(config.variant);
        Ok(SurveyRun { config, player, survey, played: 0, is_canceled: false })
    }

    /// Plays the next game, unless `is_canceled` returns true before its end. Returns whether there
    /// is another one to play.
    pub fn play_game(&mut self, is_canceled: &dyn Fn() -> bool) -> bool {
        let game = self.player.play(&self.config, self.played, is_canceled);
        // A game that was just played is valid.
        match game.map(|game| self.survey.add(&game)) {
            Some(Ok(())) => self.played += 1,
            _ => self.is_canceled = true,
        }
        !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.is_canceled || self.played >= self.config.games
    }

    /// Returns the report of the games so far with two more keys: `of`, the number of games that
    /// were asked for, and `complete`, whether no other game follows. Null if there is no game.
    pub fn report_json(&mut self) -> Value {
        let report = self.survey.report().and_then(|report| serde_json::to_value(report).ok());
        let mut report = report.unwrap_or_default();
        if let Some(keys) = report.as_object_mut() {
            keys.insert("of".into(), self.config.games.into());
            keys.insert("complete".into(), self.is_over().into());
        }
        report
    }
}

/// Replays a game and counts it.
fn count<B: RuleSet>(
    info: &'static GameInfo,
    game: &TrainingGame,
) -> Result<GameCounts, VerifyError> {
    let mut counts = GameCounts::of_end(game);
    replay::<B>(info, game, &mut |ply, position| {
        let (board, ply) = (position.board(), &game.plies[ply]);
        if ply.score.is_none() {
            return;
        }
        let child = board.make(ply.mv, &mut ());
        let ([pieces, after], balance) = ([board, &child].map(B::piece_count), balance(board));
        counts.moves.push(board.count_legal_moves() as u32);
        counts.captures += u64::from(after < pieces);
        counts.checks += u64::from(child.in_check());
        if ply.is_quiet {
            *counts.balances.entry(balance).or_default() += 1;
        }
    })?;
    Ok(counts)
}

fn balance(board: &dyn AnyBoard) -> Balance {
    let mut balance = [0; PieceType::MAX_COUNT];
    for piece in board.game().cells().filter_map(|cell| board.piece_at(cell)) {
        balance[piece.kind.index()] += if piece.side == Side::White { 1 } else { -1 };
    }
    balance
}

/// Returns the mean of values over what they are counted of, both by game. One game says nothing
/// about the error.
fn mean(games: impl Iterator<Item = (f64, f64)> + Clone) -> Estimate {
    let count = games.clone().count() as f64;
    let (sum, all) = games.clone().fold((0.0, 0.0), |sums, it| (sums.0 + it.0, sums.1 + it.1));
    if count < 2.0 || all == 0.0 {
        let value = if all > 0.0 { sum / all } else { 0.0 };
        return Estimate { value, error: f64::INFINITY };
    }
    let value = sum / all;
    let scatter: f64 = games.map(|(sum, all)| (sum - value * all).powi(2)).sum();
    Estimate { value, error: Z_95 * (scatter * count / (count - 1.0)).sqrt() / all }
}

/// Returns the middle of numbers in ascending order, or the mean of both middle ones.
fn median(numbers: &[u64]) -> f64 {
    let (below, above) = numbers.split_at(numbers.len() / 2);
    match (below.last(), above.first()) {
        (Some(below), Some(above)) if numbers.len().is_multiple_of(2) => {
            (below + above) as f64 / 2.0
        }
        (_, middle) => middle.copied().unwrap_or(0) as f64,
    }
}

/// Returns the mean number of legal moves at each ply that a tenth of the games reach.
fn moves_by_ply(games: &[GameCounts]) -> Vec<(usize, f64)> {
    let mut sums: Vec<(u64, u64)> = Vec::new();
    for game in games {
        for (ply, &moves) in (game.first_ply..).zip(&game.moves) {
            if sums.len() <= ply {
                sums.resize(ply + 1, (0, 0));
            }
            sums[ply].0 += 1;
            sums[ply].1 += u64::from(moves);
        }
    }
    let is_reached = |&(_, (count, _)): &(usize, (u64, u64))| count * 10 >= games.len() as u64;
    let means = sums.into_iter().enumerate().filter(is_reached);
    means
        .filter(|&(_, (count, _))| count > 0)
        .map(|(ply, (count, sum))| (ply, sum as f64 / count as f64))
        .collect()
}

/// Fits the values of the kinds of pieces: the result of a game by the balance of its positions.
fn pieces(info: &GameInfo, games: &[GameCounts]) -> Vec<PieceValue> {
    let differs = |kind: PieceType| {
        let mut balances = games.iter().flat_map(|game| game.balances.keys());
        kind != info.king && balances.any(|balance| balance[kind.index()] != 0)
    };
    let kinds: Vec<PieceType> = info.pieces.kinds().filter(|&kind| differs(kind)).collect();
    let observations = |game: &GameCounts| {
        let result = match game.winner {
            Some(Side::White) => 1.0,
            None => 0.5,
            Some(Side::Black) => 0.0,
        };
        // Sorted, so that the sums are the same on every run.
        let mut balances: Vec<_> = game.balances.iter().collect();
        balances.sort();
        let observation = |(balance, &count): (&Balance, &u32)| Observation {
            count: f64::from(count.min(MAX_POSITIONS)),
            inputs: [1.0]
                .into_iter()
                .chain(kinds.iter().map(|kind| f64::from(balance[kind.index()])))
                .collect(),
            result,
        };
        balances.into_iter().map(observation).collect()
    };
    let groups: Vec<Vec<Observation>> = games.iter().map(observations).collect();
    let fit = Regression::fit(kinds.len() + 1, &groups);
    let input = |kind| kinds.iter().position(|&other| other == kind).map(|index| index + 1);
    let pawn = info.pawns.first().and_then(|&pawn| input(pawn)).filter(|&pawn| {
        let Estimate { value, error } = fit.coefficient(pawn);
        value > error
    });
    let value = |kind| {
        let elo = input(kind).map(|input| {
            let Estimate { value, error } = fit.coefficient(input);
            Estimate { value: ELO_PER_LOGIT * value, error: ELO_PER_LOGIT * error }
        });
        PieceValue {
            letter: info.pieces.capital(kind),
            name: info.pieces.name(kind),
            assumed: f64::from(info.pieces.value(kind)) / 100.0,
            elo,
            pawns: input(kind).zip(pawn).map(|(input, pawn)| fit.ratio(input, pawn)),
        }
    };
    info.pieces.kinds().filter(|&kind| kind != info.king).map(value).collect()
}

/// What the games of a survey say.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SurveyReport {
    /// The name of the rule set.
    pub variant: &'static str,
    /// The checksum of its rules, if it comes from a file.
    pub rules: Option<RulesChecksum>,
    /// The number of games.
    pub games: u64,
    /// The length of a game in plies.
    pub plies: Estimate,
    /// The number of legal moves of a position.
    pub moves: Estimate,
    /// The largest number of legal moves.
    pub most_moves: u32,
    /// The share of moves that capture, 0 to 1.
    pub captures: Estimate,
    /// The share of moves that give check, 0 to 1.
    pub checks: Estimate,
    /// The games that White won.
    pub white_wins: Share,
    /// The drawn games.
    pub draws: Share,
    /// The games that Black won.
    pub black_wins: Share,
    /// The mean score of White, 0 to 1.
    pub white_score: Estimate,
    /// The advantage of the first move in Elo.
    pub white_elo: Estimate,
    /// How the games ended.
    pub ends: Vec<(&'static str, Share)>,
    /// The kinds of pieces but the king.
    pub pieces: Vec<PieceValue>,
    /// What the pieces can do against a bare king; empty if the caller has not asked for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<PieceEnding>,
    /// The mean number of legal moves by ply, from 0.
    pub moves_by_ply: Vec<(usize, f64)>,
    /// The length of each game in plies, in ascending order.
    pub lengths: Vec<u64>,
}

/// What a kind of piece is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PieceValue {
    /// The letter, a capital.
    pub letter: char,
    /// The name.
    pub name: &'static str,
    /// The value in the evaluation, in pawns.
    pub assumed: f64,
    /// What one more is worth, in Elo; `None` if both sides always had as many.
    pub elo: Option<Estimate>,
    /// The same in pawns; `None` if the games do not say what a pawn is worth.
    pub pawns: Option<Estimate>,
}

/// A share of all games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The number of games.
    pub count: u64,
    /// The share, 0 to 1.
    pub share: f64,
    /// The ends of the 95 % interval (E. B. Wilson, 1927).
    pub interval: [f64; 2],
}

impl Share {
    fn new(count: u64, all: u64) -> Share {
        let (n, share) = (all as f64, count as f64 / all as f64);
        let z = Z_95 * Z_95 / n;
        let center = (share + z / 2.0) / (1.0 + z);
        let half = Z_95 * (share * (1.0 - share) / n + z / (4.0 * n)).sqrt() / (1.0 + z);
        Share {
            count,
            share,
            interval: [center - half, center + half].map(|end| end.clamp(0.0, 1.0)),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.interval.map(|end| 100.0 * end);
        let games = counted(self.count, "game");
        write!(f, "{:5.1} % ({low:.1} to {high:.1}; {games})", 100.0 * self.share)
    }
}

impl fmt::Display for SurveyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |Estimate { value, error }: Estimate, digits: usize| match error.is_finite() {
            true => format!("{value:.digits$} ± {error:.digits$}"),
            false => format!("{value:.digits$} ± unknown"),
        };
        let percent = |Estimate { value, error }| {
            text(Estimate { value: 100.0 * value, error: 100.0 * error }, 1) + " %"
        };
        let plain = |estimate| text(estimate, 1);
        let games = counted(self.games, "game");
        writeln!(f, "{}: {games}; all errors are 95 % intervals", self.variant)?;
        writeln!(f, "Length:    {} plies, median {}", plain(self.plies), median(&self.lengths))?;
        writeln!(f, "Moves:     {} a position, at most {}", plain(self.moves), self.most_moves)?;
        writeln!(f, "Captures:  {} of the moves", percent(self.captures))?;
        writeln!(f, "Checks:    {} of the moves", percent(self.checks))?;
        writeln!(f, "White won: {}", self.white_wins)?;
        writeln!(f, "Drawn:     {}", self.draws)?;
        writeln!(f, "Black won: {}", self.black_wins)?;
        let (score, elo) = (percent(self.white_score), plain(self.white_elo));
        writeln!(f, "First move: White scores {score}, {elo} Elo")?;
        writeln!(f, "Ends:")?;
        for (name, share) in &self.ends {
            writeln!(f, "  {name:<20} {share}")?;
        }
        write!(f, "Pieces:                  in the games            in Elo     assumed")?;
        for PieceValue { letter, name, assumed, elo, pawns } in &self.pieces {
            let text = |estimate: &Option<Estimate>, digits| {
                estimate.map_or("unknown".to_owned(), |estimate| text(estimate, digits))
            };
            let (pawns, elo) = (text(pawns, 2), text(elo, 0));
            write!(f, "\n  {letter} {name:<16} {pawns:>16} {elo:>17} {assumed:>11.2}")?;
        }
        if !self.endings.is_empty() {
            write!(f, "\nAgainst a bare king:")?;
        }
        for PieceEnding { letter, name, won, moves } in &self.endings {
            let won = 100.0 * won;
            match moves {
                None => write!(f, "\n  {letter} {name:<16} never wins")?,
                Some(moves) => {
                    write!(f, "\n  {letter} {name:<16} wins {won:.1} % in at most {moves} moves")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_of_a_share_contains_it() {
        let share = Share::new(0, 20);
        assert!(share.interval[0] == 0.0 && (share.interval[1] - 0.161).abs() < 1e-3, "{share:?}");
        let share = Share::new(50, 100);
        assert!((share.interval[0] - 0.404).abs() < 1e-3, "{share:?}");
        assert!((share.interval[1] - 0.596).abs() < 1e-3, "{share:?}");
    }

    #[test]
    fn mean_has_the_error_of_the_spread_between_games() {
        // The variance of 10 and 20 is 50, that of their mean 25.
        let Estimate { value, error } = mean([(10.0, 1.0), (20.0, 1.0)].into_iter());
        assert!((value - 15.0).abs() < 1e-9 && (error - 1.96 * 5.0).abs() < 1e-3, "{error}");
        let Estimate { value, error } = mean([(10.0, 1.0)].into_iter());
        assert!(value == 10.0 && error.is_infinite());
    }

    #[test]
    fn median_of_an_even_number_is_between_the_middle_ones() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[1, 5, 9]), 5.0);
        assert_eq!(median(&[1, 5, 10, 12]), 7.5);
    }
}
