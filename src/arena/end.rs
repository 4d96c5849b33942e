//! How a game of a match ended: by the rules, by a fault of a player, or by agreement of both
//! players' scores.

use crate::moves::Side;
use crate::rules::{Ending, Reason};
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// The game is over by its rules.
    Rules(Reason),
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

impl Cause {
    /// All causes.
    pub const ALL: [Cause; 13] = [
        Cause::Rules(Reason::Checkmate),
        Cause::Rules(Reason::Stalemate),
        Cause::Rules(Reason::DeadPosition),
        Cause::Rules(Reason::Repetition),
        Cause::Rules(Reason::FiftyMoves),
        Cause::Rules(Reason::BareKing),
        Cause::IllegalMove,
        Cause::TimeForfeit,
        Cause::Disconnect,
        Cause::Stall,
        Cause::WinAdjudication,
        Cause::DrawAdjudication,
        Cause::MaximumLength,
    ];

    /// Its name in records and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Rules(Reason::Checkmate) => "checkmate",
            Cause::Rules(Reason::Stalemate) => "stalemate",
            Cause::Rules(Reason::DeadPosition) => "dead-position",
            Cause::Rules(Reason::Repetition) => "repetition",
            Cause::Rules(Reason::FiftyMoves) => "fifty-moves",
            Cause::Rules(Reason::BareKing) => "bare-king",
            Cause::IllegalMove => "illegal-move",
            Cause::TimeForfeit => "time-forfeit",
            Cause::Disconnect => "disconnect",
            Cause::Stall => "stall",
            Cause::WinAdjudication => "win-adjudication",
            Cause::DrawAdjudication => "draw-adjudication",
            Cause::MaximumLength => "maximum-length",
        }
    }

    /// The cause of that name.
    pub fn named(name: &str) -> Option<Cause> {
        Cause::ALL.into_iter().find(|cause| cause.name() == name)
    }

    /// What the PGN tag `Termination` has for it, in the words of cutechess.
    pub const fn termination(self) -> &'static str {
        match self {
            Cause::IllegalMove => "illegal move",
            Cause::TimeForfeit => "time forfeit",
            Cause::Disconnect => "abandoned",
            Cause::Stall => "stalled connection",
            Cause::WinAdjudication | Cause::DrawAdjudication | Cause::MaximumLength => {
                "adjudication"
            }
            Cause::Rules(_) => "normal",
        }
    }

    /// Is it the fault of a player, rather than the outcome of a game?
    pub const fn is_fault(self) -> bool {
        matches!(self, Cause::IllegalMove | Cause::TimeForfeit | Cause::Disconnect | Cause::Stall)
    }

    /// Is it an end by the rules of the game?
    pub const fn is_by_rules(self) -> bool {
        matches!(self, Cause::Rules(_))
    }
}

/// The end of a game: who won, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub cause: Cause,
}

impl End {
    /// The side at fault loses.
    pub fn by_fault(cause: Cause, loser: Side) -> End {
        End { winner: Some(loser.other()), cause }
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

impl From<Ending> for End {
    fn from(ending: Ending) -> End {
        End { winner: ending.winner, cause: Cause::Rules(ending.reason) }
    }
}

/// In the words of fastchess where it has them: `White mates`, `Draw by 3-fold repetition`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: Side| match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        let Some(winner) = self.winner else {
            return f.write_str(match self.cause {
                Cause::Rules(Reason::Stalemate) => "Draw by stalemate",
                Cause::Rules(Reason::DeadPosition) => "Draw by insufficient mating material",
                Cause::Rules(Reason::Repetition) => "Draw by 3-fold repetition",
                Cause::Rules(Reason::FiftyMoves) => "Draw by fifty moves rule",
                Cause::MaximumLength => "Draw by maximum length",
                _ => "Draw by adjudication",
            });
        };
        let (winner, loser) = (name(winner), name(winner.other()));
        match self.cause {
            Cause::IllegalMove => write!(f, "{loser} makes an illegal move"),
            Cause::TimeForfeit => write!(f, "{loser} loses on time"),
            Cause::Disconnect => write!(f, "{loser} disconnects"),
            Cause::Stall => write!(f, "{loser}'s connection stalls"),
            Cause::WinAdjudication => write!(f, "{winner} wins by adjudication"),
            Cause::Rules(Reason::BareKing) => write!(f, "{winner} bares the king"),
            _ => write!(f, "{winner} mates"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for cause in Cause::ALL {
            assert_eq!(Cause::named(cause.name()), Some(cause));
        }
    }

    #[test]
    fn every_end_has_words_of_its_own() {
        for cause in Cause::ALL {
            for winner in [None, Some(Side::White), Some(Side::Black)] {
                assert!(!End { winner, cause }.to_string().is_empty());
            }
        }
        let forfeit = End::by_fault(Cause::TimeForfeit, Side::White);
        assert_eq!(
            (forfeit.to_string().as_str(), forfeit.result()),
            ("White loses on time", "0-1")
        );
    }
}
