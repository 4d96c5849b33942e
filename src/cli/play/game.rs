//! The game that is played: its moves, those taken back, and an end that the players declare.

use crate::game::{Game, SetPositionError, new_game, result_of};
use crate::moves::Side;
use crate::registry::Variant;
use crate::rules::{CastlingMode, Notation, ParseError};
use crate::tournament::GameEnd;
use triskelion_protocol::GameResult;
use triskelion_protocol::json::Move;

/// An end that the rules do not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DeclaredEnd {
    /// The side that won; `None` for a draw.
    pub winner: Option<Side>,
    /// What happened, such as `White resigns`.
    pub text: String,
}

/// A game with its history.
pub(super) struct PlayedGame {
    castling_mode: CastlingMode,
    start_fen: Option<String>,
    /// The moves in UCI notation.
    moves: Vec<String>,
    /// The moves taken back in UCI notation, the last one to play again first.
    undone: Vec<String>,
    declared_end: Option<DeclaredEnd>,
    /// The position after the moves.
    position: Box<dyn Game>,
    /// The description of the last move.
    last_move: Option<Move>,
}

/// What describes a game besides its moves.
pub(super) struct GameStart<'a> {
    pub variant: Variant,
    pub castling_mode: CastlingMode,
    pub fen: Option<&'a str>,
}

impl GameStart<'_> {
    /// Returns the start position of a rule set.
    pub(super) fn of(variant: Variant) -> Self {
        GameStart { variant, castling_mode: CastlingMode::Standard, fen: None }
    }
}

impl PlayedGame {
    /// Starts a game and plays these moves.
    pub(super) fn new(start: GameStart<'_>, moves: Vec<String>) -> Result<Self, SetPositionError> {
        let mut position = new_game(start.variant);
        position.set_castling_mode(start.castling_mode);
        let mut game = PlayedGame {
            castling_mode: start.castling_mode,
            start_fen: start.fen.map(str::to_owned),
            moves,
            undone: Vec::new(),
            declared_end: None,
            position,
            last_move: None,
        };
        game.replay()?;
        Ok(game)
    }

    /// Sets the position after the moves, and the description of the last one.
    fn replay(&mut self) -> Result<(), SetPositionError> {
        let mut moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let last = moves.pop();
        self.position.set_position(self.start_fen.as_deref(), &moves)?;
        self.last_move = None;
        if let Some(last) = last {
            self.last_move = find_move(&*self.position, last);
            moves.push(last);
            self.position.set_position(self.start_fen.as_deref(), &moves)?;
        }
        Ok(())
    }

    /// Returns the position with its history.
    pub(super) fn position(&self) -> &dyn Game {
        &*self.position
    }

    /// Returns the last move.
    pub(super) fn last_move(&self) -> Option<&Move> {
        self.last_move.as_ref()
    }

    /// Returns how castling is written.
    pub(super) fn castling_mode(&self) -> CastlingMode {
        self.castling_mode
    }

    /// Returns the FEN of the first position; `None` for the start position.
    pub(super) fn start_fen(&self) -> Option<&str> {
        self.start_fen.as_deref()
    }

    /// Returns the moves in UCI notation.
    pub(super) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the side that moves after this number of moves.
    fn side_after(&self, plies: usize) -> Side {
        let side = self.position.side_to_move();
        if (self.moves.len() - plies).is_multiple_of(2) { side } else { side.other() }
    }

    /// Returns the number of the move that comes next.
    pub(super) fn move_number(&self) -> u32 {
        self.position.fullmove_number()
    }

    /// Plays a move in any notation of the rule set. On an error nothing changes.
    pub(super) fn play(&mut self, text: &str) -> Result<(), ParseError> {
        let uci = self.position.to_uci(text)?;
        let info = find_move(&*self.position, &uci);
        self.position.play(&uci)?;
        self.last_move = info;
        self.moves.push(uci);
        self.undone.clear();
        Ok(())
    }

    /// Takes back moves up to the last position with one of these sides to move. A declared end is
    /// taken back first, alone. Returns whether there was anything to take back.
    pub(super) fn undo(&mut self, is_wanted: impl Fn(Side) -> bool) -> bool {
        if self.declared_end.take().is_some() {
            return true;
        }
        let target = (0..self.moves.len()).rev().find(|&plies| is_wanted(self.side_after(plies)));
        let Some(target) = target else { return false };
        self.undone.extend(self.moves.drain(target..).rev());
        self.replay_known_moves();
        true
    }

    /// Plays moves that were taken back, up to the next position with one of these sides to move.
    /// Returns whether there was one.
    pub(super) fn redo(&mut self, is_wanted: impl Fn(Side) -> bool) -> bool {
        let mut side = self.position.side_to_move();
        let count = self.moves.len();
        while let Some(mv) = self.undone.pop() {
            self.moves.push(mv);
            side = side.other();
            if is_wanted(side) {
                break;
            }
        }
        if self.moves.len() == count {
            return false;
        }
        self.replay_known_moves();
        true
    }

    /// Replays moves that have been played before.
    fn replay_known_moves(&mut self) {
        let result = self.replay();
        debug_assert!(result.is_ok(), "{result:?}");
    }

    /// Declares the end of the game.
    pub(super) fn declare_end(&mut self, winner: Option<Side>, text: String) {
        self.declared_end = Some(DeclaredEnd { winner, text });
    }

    /// Returns the end of the game by its rules; `None` if they have not ended it.
    pub(super) fn end_by_rules(&self) -> Option<GameEnd> {
        self.position.outcome().map(GameEnd::from)
    }

    /// Describes the end of the game with its result; `None` if it is not over.
    pub(super) fn end(&self) -> Option<(String, GameResult)> {
        let (text, winner) = match (self.end_by_rules(), &self.declared_end) {
            (Some(end), _) => (end.to_string(), end.winner),
            (None, Some(end)) => (end.text.clone(), end.winner),
            (None, None) => return None,
        };
        Some((text, result_of(winner)))
    }
}

/// Returns the description of a legal move.
fn find_move(position: &dyn Game, uci: &str) -> Option<Move> {
    position.legal_moves(Notation::Uci).into_iter().find(|mv| mv.uci == uci)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess(moves: &[&str]) -> PlayedGame {
        let mut game = PlayedGame::new(GameStart::of(Variant::Chess), Vec::new()).expect("a game");
        for text in moves {
            game.play(text).expect("a legal move");
        }
        game
    }

    fn last(game: &PlayedGame) -> Option<&str> {
        game.last_move().map(|mv| mv.uci.as_str())
    }

    #[test]
    fn undo_stops_where_a_person_moves() {
        let mut game = chess(&["e4", "e5", "Nf3", "Nc6"]);
        assert!(game.undo(|side| side == Side::White));
        assert_eq!(
            (game.moves(), last(&game)),
            (&["e2e4", "e7e5"].map(String::from)[..], Some("e7e5"))
        );
        assert!(game.undo(|_| true));
        assert_eq!(last(&game), Some("e2e4"));
        assert!(!game.undo(|side| side == Side::Black), "Black has not moved");
        assert!(game.redo(|side| side == Side::White));
        assert!(game.redo(|side| side == Side::White));
        assert_eq!(last(&game), Some("b8c6"));
        assert!(!game.redo(|_| true));
        assert!(game.undo(|_| true));
        game.play("Nf6").expect("a legal move");
        assert!(!game.redo(|_| true), "another move was played");
    }

    #[test]
    fn declared_end_is_taken_back_alone() {
        let mut game = chess(&["e4"]);
        game.declare_end(Some(Side::White), "Black resigns".into());
        assert_eq!(game.end(), Some(("Black resigns".into(), GameResult::FirstWins)));
        assert!(game.undo(|_| true));
        assert_eq!((game.end(), last(&game)), (None, Some("e2e4")));
    }

    #[test]
    fn rules_end_the_game() {
        let game = chess(&["f3", "e5", "g4", "Qh4"]);
        assert_eq!(game.end(), Some(("Black mates".into(), GameResult::SecondWins)));
        assert_eq!(game.move_number(), 3);
    }
}
