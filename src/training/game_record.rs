//! One game of training data, and its binary form.
//!
//! All integers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | number of the game, from 0 |
//! | 1 | result: 0 Black won, 1 draw, 2 White won |
//! | 1 | index of the termination in [`Termination::ALL`] |
//! | 2 | number of plies |
//! | 6 for each ply | move (3, [`Move::to_bits`]), score (2), flags (1) |
//!
//! Every game begins at the start position of its rule set. The score is in centipawns from the
//! side to move, before the move, and −32,768 for a random move, which was not searched.
//! Bit 0 of the flags is set in quiet positions: the side to move is not in check, and the move is
//! neither a capture nor a promotion.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::moves::{Move, Side};
use crate::tournament::{GameEnd, Termination};

/// The score of a random move.
const RANDOM_PLY: i16 = i16::MIN;

/// The flag of a quiet position.
const QUIET: u8 = 1;

/// One ply of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// The move played.
    pub mv: Move,
    /// The score of the search in centipawns, from the side to move; `None` for a random move.
    pub score: Option<i16>,
    /// The position before the move is quiet.
    pub is_quiet: bool,
}

/// A whole game from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The number of the game in its run, from 0.
    pub index: u64,
    /// How it ended.
    pub end: GameEnd,
    /// Its plies.
    pub plies: Vec<RecordedPly>,
}

/// Why bytes are no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DecodeError {
    /// The block ends before the game does, or goes on after it.
    #[error("a block of {0} bytes does not hold a game of that size")]
    Length(usize),
    /// A byte of the head has no meaning.
    #[error("{field}: read {value}")]
    Head {
        /// The field.
        field: &'static str,
        /// Its value.
        value: u8,
    },
    /// Three bytes are no move.
    #[error("ply {ply}: {bits:#08x} is no packed move")]
    Move {
        /// The ply, from 0.
        ply: usize,
        /// What was read.
        bits: u32,
    },
}

impl GameRecord {
    /// Appends the binary form to `bytes`.
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.index.to_le_bytes());
        bytes.push(match self.end.winner {
            Some(Side::Black) => 0,
            None => 1,
            Some(Side::White) => 2,
        });
        let termination = Termination::ALL.iter().position(|&other| other == self.end.termination);
        bytes.push(termination.unwrap_or(0) as u8);
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            let [a, b, c, _] = ply.mv.to_bits().to_le_bytes();
            let [low, high] = ply.score.unwrap_or(RANDOM_PLY).to_le_bytes();
            bytes.extend([a, b, c, low, high, if ply.is_quiet { QUIET } else { 0 }]);
        }
    }

    /// Reads the binary form.
    pub fn decode(bytes: &[u8]) -> Result<GameRecord, DecodeError> {
        let length = DecodeError::Length(bytes.len());
        let (&index, rest) = bytes.split_first_chunk::<8>().ok_or(length)?;
        let (&[result, termination], rest) = rest.split_first_chunk().ok_or(length)?;
        let (&count, rest) = rest.split_first_chunk::<2>().ok_or(length)?;
        let (plies, remainder) = rest.as_chunks::<6>();
        if plies.len() != usize::from(u16::from_le_bytes(count)) || !remainder.is_empty() {
            return Err(length);
        }
        let winner = match result {
            0 => Some(Side::Black),
            1 => None,
            2 => Some(Side::White),
            value => return Err(DecodeError::Head { field: "result", value }),
        };
        let termination = *Termination::ALL
            .get(usize::from(termination))
            .ok_or(DecodeError::Head { field: "termination", value: termination })?;
        let decode_ply = |(ply, &[a, b, c, low, high, flags]): (usize, &[u8; 6])| {
            let bits = u32::from_le_bytes([a, b, c, 0]);
            let score = i16::from_le_bytes([low, high]);
            Ok(RecordedPly {
                mv: Move::from_bits(bits).ok_or(DecodeError::Move { ply, bits })?,
                score: (score != RANDOM_PLY).then_some(score),
                is_quiet: flags & QUIET != 0,
            })
        };
        Ok(GameRecord {
            index: u64::from_le_bytes(index),
            end: GameEnd { winner, termination },
            plies: plies.iter().enumerate().map(decode_ply).collect::<Result<_, _>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveType;

    fn game() -> GameRecord {
        let ply = |to, score, is_quiet| RecordedPly {
            mv: Move::new(3, to, MoveType::Normal),
            score,
            is_quiet,
        };
        GameRecord {
            index: 1 << 40,
            end: GameEnd { winner: Some(Side::Black), termination: Termination::WinAdjudication },
            plies: vec![ply(9, None, false), ply(200, Some(-31_000), true), ply(1, Some(7), false)],
        }
    }

    #[test]
    fn encoding_round_trips() {
        let mut bytes = Vec::new();
        game().encode(&mut bytes);
        assert_eq!(bytes.len(), 12 + 3 * 6);
        assert_eq!(GameRecord::decode(&bytes), Ok(game()));
    }

    #[test]
    fn damaged_games_are_rejected() {
        let mut bytes = Vec::new();
        game().encode(&mut bytes);
        for length in 0..bytes.len() {
            assert!(GameRecord::decode(&bytes[..length]).is_err(), "{length} bytes");
        }
        for (index, value) in [(8, 3), (9, 200), (12 + 2, 0xff)] {
            let mut damaged = bytes.clone();
            damaged[index] = value;
            assert!(GameRecord::decode(&damaged).is_err(), "byte {index}");
        }
    }
}
