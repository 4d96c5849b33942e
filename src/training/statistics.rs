//! What a file of games contains.

use super::game_record::TrainingGame;
use super::verify::{VerifyError, replay};
use crate::moves::{MoveType, Side};
use crate::profiles::RuleSet;
use crate::registry::{Variant, Visitor};
use crate::rules::GameInfo;
use crate::tournament::Termination;
use std::fmt;

/// Counts over the games of a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameStatistics {
    /// The number of games.
    pub games: u64,
    /// Games that White won, that were drawn, that Black won.
    pub results: [u64; 3],
    /// The number of games by termination, in the order of [`Termination::ALL`].
    pub terminations: [u64; Termination::ALL.len()],
    /// The number of plies, random ones included.
    pub plies: u64,
    /// Positions with a score.
    pub scored: u64,
    /// Quiet positions.
    pub quiet: u64,
    /// Moves of platforms.
    pub platform_moves: u64,
    /// Games in which a platform moved.
    pub games_with_platform_moves: u64,
    /// The sum over scored positions of the number of pieces on the board.
    pieces: u64,
    /// The keys of the first scored positions.
    openings: fxhash::FxHashSet<u64>,
}

impl GameStatistics {
    /// Replays a game of this rule set and counts it. An invalid game is not counted.
    pub fn add(&mut self, variant: Variant, game: &TrainingGame) -> Result<(), VerifyError> {
        let (pieces, opening) = variant.visit(Count(game))?;
        self.games += 1;
        self.results[match game.end.winner {
            Some(Side::White) => 0,
            None => 1,
            Some(Side::Black) => 2,
        }] += 1;
        if let Some(index) = Termination::ALL.iter().position(|&t| t == game.end.termination) {
            self.terminations[index] += 1;
        }
        let platform_moves =
            game.plies.iter().filter(|ply| ply.mv.kind() == MoveType::Platform).count() as u64;
        self.plies += game.plies.len() as u64;
        self.scored += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        self.quiet += game.plies.iter().filter(|ply| ply.is_quiet).count() as u64;
        self.platform_moves += platform_moves;
        self.games_with_platform_moves += u64::from(platform_moves > 0);
        self.pieces += pieces;
        self.openings.extend(opening);
        Ok(())
    }
}

/// Counts the pieces of the scored positions of a game, and finds the key of the first of them.
struct Count<'a>(&'a TrainingGame);

impl Visitor for Count<'_> {
    type Output = Result<(u64, Option<u64>), VerifyError>;

    fn visit<B: RuleSet>(self, rules: &'static GameInfo) -> Self::Output {
        let (mut pieces, mut opening) = (0, None);
        replay::<B>(rules, self.0, &mut |ply, position| {
            if self.0.plies[ply].score.is_some() {
                let board = position.board();
                opening.get_or_insert(board.key());
                pieces += board.piece_count() as u64;
            }
        })?;
        Ok((pieces, opening))
    }
}

impl fmt::Display for GameStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u64, all: u64| 100.0 * count as f64 / all.max(1) as f64;
        let [white, draws, black] = self.results;
        writeln!(f, "Games:          {}", self.games)?;
        writeln!(
            f,
            "Results:        White {white} ({:.1} %), drawn {draws} ({:.1} %), Black {black} ({:.1} %)",
            percent(white, self.games),
            percent(draws, self.games),
            percent(black, self.games)
        )?;
        let terminations = Termination::ALL.iter().zip(self.terminations);
        let terminations: Vec<String> = terminations
            .filter(|&(_, count)| count > 0)
            .map(|(termination, count)| format!("{} {count}", termination.name()))
            .collect();
        writeln!(f, "Terminations:   {}", terminations.join(", "))?;
        writeln!(
            f,
            "Openings:       {} distinct ({:.1} %)",
            self.openings.len(),
            percent(self.openings.len() as u64, self.games)
        )?;
        writeln!(
            f,
            "Plies:          {} ({:.1} a game)",
            self.plies,
            self.plies as f64 / self.games.max(1) as f64
        )?;
        writeln!(
            f,
            "Positions:      {} scored, {} quiet ({:.1} %), {:.1} pieces on average",
            self.scored,
            self.quiet,
            percent(self.quiet, self.scored),
            self.pieces as f64 / self.scored.max(1) as f64
        )?;
        write!(
            f,
            "Platform moves: {} ({:.2} % of plies), in {:.1} % of games",
            self.platform_moves,
            percent(self.platform_moves, self.plies),
            percent(self.games_with_platform_moves, self.games)
        )
    }
}
