//! How a game of a match ended: by the rules, by a fault of a player, or by agreement of both
//! players' scores.

use crate::moves::Side;
use crate::rules::{EndReason, Outcome};
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The game is over by its rules.
    Rules(EndReason),
    /// A player sent a move that is none, or not legal.
    IllegalMove,
    /// A player overstepped its time by more than the margin.
    TimeForfeit,
    /// A player's process ended, or closed its output.
    Disconnect,
    /// A player did not answer.
    Stall,
    /// Both players agreed on the winner for long enough.
    WinAdjudication,
    /// Both players saw nothing for long enough.
    DrawAdjudication,
    /// The game was as long as a game may be: a draw.
    MaximumLength,
}

impl Termination {
    /// All causes.
    pub const ALL: [Termination; 13] = [
        Termination::Rules(EndReason::Checkmate),
        Termination::Rules(EndReason::Stalemate),
        Termination::Rules(EndReason::DeadPosition),
        Termination::Rules(EndReason::Repetition),
        Termination::Rules(EndReason::FiftyMoves),
        Termination::Rules(EndReason::BareKing),
        Termination::IllegalMove,
        Termination::TimeForfeit,
        Termination::Disconnect,
        Termination::Stall,
        Termination::WinAdjudication,
        Termination::DrawAdjudication,
        Termination::MaximumLength,
    ];

    /// Its name in records and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Rules(reason) => reason.name(),
            Termination::IllegalMove => "illegal-move",
            Termination::TimeForfeit => "time-forfeit",
            Termination::Disconnect => "disconnect",
            Termination::Stall => "stall",
            Termination::WinAdjudication => "win-adjudication",
            Termination::DrawAdjudication => "draw-adjudication",
            Termination::MaximumLength => "maximum-length",
        }
    }

    /// The cause of that name.
    pub fn from_name(name: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|cause| cause.name() == name)
    }

    /// What the PGN tag `Termination` has for it, in the words of cutechess.
    pub const fn pgn_termination(self) -> &'static str {
        match self {
            Termination::IllegalMove => "illegal move",
            Termination::TimeForfeit => "time forfeit",
            Termination::Disconnect => "abandoned",
            Termination::Stall => "stalled connection",
            Termination::WinAdjudication
            | Termination::DrawAdjudication
            | Termination::MaximumLength => "adjudication",
            Termination::Rules(_) => "normal",
        }
    }

    /// Is it the fault of a player, rather than the outcome of a game?
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Termination::IllegalMove
                | Termination::TimeForfeit
                | Termination::Disconnect
                | Termination::Stall
        )
    }

    /// Is it an end by the rules of the game?
    pub const fn is_by_rules(self) -> bool {
        matches!(self, Termination::Rules(_))
    }
}

/// The end of a game: who won, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub termination: Termination,
}

impl GameEnd {
    /// The side at fault loses.
    pub fn by_fault(termination: Termination, loser: Side) -> GameEnd {
        GameEnd { winner: Some(loser.other()), termination }
    }

    /// The result as PGN writes it.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl From<Outcome> for GameEnd {
    fn from(ending: Outcome) -> GameEnd {
        GameEnd { winner: ending.winner, termination: Termination::Rules(ending.reason) }
    }
}

/// In the words of fastchess where it has them: `White mates`, `Draw by 3-fold repetition`.
impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: Side| match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        let Some(winner) = self.winner else {
            return f.write_str(match self.termination {
                Termination::Rules(EndReason::Stalemate) => "Draw by stalemate",
                Termination::Rules(EndReason::DeadPosition) => {
                    "Draw by insufficient mating material"
                }
                Termination::Rules(EndReason::Repetition) => "Draw by 3-fold repetition",
                Termination::Rules(EndReason::FiftyMoves) => "Draw by fifty moves rule",
                Termination::MaximumLength => "Draw by maximum length",
                _ => "Draw by adjudication",
            });
        };
        let (winner, loser) = (name(winner), name(winner.other()));
        match self.termination {
            Termination::IllegalMove => write!(f, "{loser} makes an illegal move"),
            Termination::TimeForfeit => write!(f, "{loser} loses on time"),
            Termination::Disconnect => write!(f, "{loser} disconnects"),
            Termination::Stall => write!(f, "{loser}'s connection stalls"),
            Termination::WinAdjudication => write!(f, "{winner} wins by adjudication"),
            Termination::Rules(EndReason::BareKing) => write!(f, "{winner} bares the king"),
            _ => write!(f, "{winner} mates"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_name_inverts_name() {
        for cause in Termination::ALL {
            assert_eq!(Termination::from_name(cause.name()), Some(cause));
        }
    }

    /// The protocol prints `EndReason`; game records and match results use the same words.
    #[test]
    fn end_reasons_of_the_protocol_are_termination_names() {
        for reason in EndReason::ALL {
            let termination = Termination::from_name(&reason.to_string());
            assert_eq!(termination, Some(Termination::Rules(reason)));
        }
    }

    #[test]
    fn every_game_end_has_a_description() {
        for termination in Termination::ALL {
            for winner in [None, Some(Side::White), Some(Side::Black)] {
                assert!(!GameEnd { winner, termination }.to_string().is_empty());
            }
        }
        let forfeit = GameEnd::by_fault(Termination::TimeForfeit, Side::White);
        assert_eq!(
            (forfeit.to_string().as_str(), forfeit.result()),
            ("White loses on time", "0-1")
        );
    }
}
