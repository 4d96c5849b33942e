//! The end of a game of a match: by the rules, by a fault of a player, or by adjudication.

use crate::game::result_of;
use crate::moves::Side;
use crate::rules::{EndReason, Outcome};
use std::fmt;
use triskelion_protocol::GameResult;

/// The reason why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The rules of the game end it.
    Rules(EndReason),
    /// A player sent a text that is not a legal move.
    IllegalMove,
    /// A player exceeded its time limit by more than the margin.
    TimeForfeit,
    /// The process of a player exited or closed its output.
    Disconnect,
    /// A player did not answer.
    Stall,
    /// The scores of both players agreed on the winner.
    WinAdjudication,
    /// The scores of both players were close to zero.
    DrawAdjudication,
    /// The game reached the maximum length and is a draw.
    MaximumLength,
    /// A player reported a principal variation with an illegal move, or with a mate score that is
    /// not its length.
    InvalidLine,
    /// A table of endings says how the game ends, both sides at their best.
    EndgameAdjudication,
}

impl Termination {
    /// All terminations.
    ///
    /// Files of training games store indices of this list, so append to it and keep its order.
    pub const ALL: [Termination; 15] = [
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
        Termination::InvalidLine,
        Termination::EndgameAdjudication,
    ];

    /// Returns the name in the PGN tag `Reason` and in JSON.
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
            Termination::InvalidLine => "invalid-line",
            Termination::EndgameAdjudication => "endgame-adjudication",
        }
    }

    /// Returns the termination with this name.
    pub fn from_name(name: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|termination| termination.name() == name)
    }

    /// Returns the value of the PGN tag `Termination`, as cutechess writes it.
    pub(crate) const fn pgn_termination(self) -> &'static str {
        match self {
            Termination::IllegalMove => "illegal move",
            Termination::InvalidLine => "rules infraction",
            Termination::TimeForfeit => "time forfeit",
            Termination::Disconnect => "abandoned",
            Termination::Stall => "stalled connection",
            Termination::WinAdjudication
            | Termination::DrawAdjudication
            | Termination::EndgameAdjudication
            | Termination::MaximumLength => "adjudication",
            Termination::Rules(_) => "normal",
        }
    }

    /// Returns whether a player's fault ended the game.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Termination::IllegalMove
                | Termination::InvalidLine
                | Termination::TimeForfeit
                | Termination::Disconnect
                | Termination::Stall
        )
    }

    /// Returns whether the rules of the game ended it.
    pub const fn is_by_rules(self) -> bool {
        matches!(self, Termination::Rules(_))
    }
}

/// The winner and the termination of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// The reason of the end.
    pub termination: Termination,
}

impl GameEnd {
    /// Returns the end of a game that `loser` lost by its fault.
    pub fn by_fault(termination: Termination, loser: Side) -> GameEnd {
        GameEnd { winner: Some(loser.other()), termination }
    }

    /// Returns the result in PGN.
    pub const fn result(self) -> &'static str {
        result_text(result_of(self.winner))
    }
}

/// Formats a result in PGN.
pub const fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Ongoing => "*",
    }
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> GameEnd {
        GameEnd { winner: outcome.winner, termination: Termination::Rules(outcome.reason) }
    }
}

/// Formats the end as fastchess does where possible: `White mates`, `Draw by 3-fold repetition`.
impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner else {
            return f.write_str(match self.termination {
                Termination::Rules(EndReason::Stalemate) => "Draw by stalemate",
                Termination::Rules(EndReason::DeadPosition) => {
                    "Draw by insufficient mating material"
                }
                Termination::Rules(EndReason::Repetition) => "Draw by 3-fold repetition",
                Termination::Rules(EndReason::FiftyMoves) => "Draw by fifty moves rule",
                Termination::MaximumLength => "Draw by maximum length",
                Termination::EndgameAdjudication => "Draw by adjudication: table of endings",
                _ => "Draw by adjudication",
            });
        };
        let loser = winner.other();
        match self.termination {
            Termination::IllegalMove => write!(f, "{loser} makes an illegal move"),
            Termination::InvalidLine => write!(f, "{loser} reports an invalid line"),
            Termination::TimeForfeit => write!(f, "{loser} loses on time"),
            Termination::Disconnect => write!(f, "{loser} disconnects"),
            Termination::Stall => write!(f, "{loser}'s connection stalls"),
            Termination::WinAdjudication => write!(f, "{winner} wins by adjudication"),
            Termination::EndgameAdjudication => {
                write!(f, "{winner} wins by adjudication: table of endings")
            }
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
        for termination in Termination::ALL {
            assert_eq!(Termination::from_name(termination.name()), Some(termination));
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
