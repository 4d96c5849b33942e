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
//! | 7 for each ply | move (4, [`Move::to_bits`]), score (2), flags (1) |
//!
//! In files whose header has no `move-format` a ply has 6 bytes, with a move of 3 bytes; see
//! [`MoveFormat::Bits24`].
//!
//! Every game begins at the start position of its rule set. The score is in centipawns from the
//! side to move, before the move, and −32,768 for a random move, which was not searched.
//! Bit 0 of the flags is set in quiet positions: the side to move is not in check, and the move is
//! neither a capture nor a promotion.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

use crate::geometry::Place;
use crate::moves::{Move, MoveType, PieceType, Side};
use crate::tournament::{GameEnd, Termination};
use serde::{Deserialize, Serialize};

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
pub struct TrainingGame {
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
    /// The bytes of a move are none.
    #[error("ply {ply}: {bits:#08x} is no packed move")]
    Move {
        /// The ply, from 0.
        ply: usize,
        /// What was read.
        bits: u32,
    },
}

/// How the moves of a file are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum MoveFormat {
    /// Three bytes, in files whose header names no format: from (8), to (8), type (3), promotions
    /// (5). The promotions are 0 for none, 1 for the piece after the king, 2 to 5 for knight,
    /// bishop, rook and queen, and from 6 on the pairs of these four.
    #[default]
    #[serde(rename = "24-bit")]
    Bits24,
    /// Four bytes as by [`Move::to_bits`].
    #[serde(rename = "29-bit")]
    Bits29,
}

impl MoveFormat {
    /// Returns the number of bytes of a ply.
    const fn ply_bytes(self) -> usize {
        match self {
            MoveFormat::Bits24 => 6,
            MoveFormat::Bits29 => 7,
        }
    }

    /// Unpacks a move.
    fn unpack(self, bits: u32) -> Option<Move> {
        if self == MoveFormat::Bits29 {
            return Move::from_bits(bits);
        }
        const FIRST_PAIR: usize = 6;
        let &kind = MoveType::ALL.get((bits >> 16 & 7) as usize)?;
        let mv = Move::new(bits as u8 as Place, (bits >> 8) as u8 as Place, kind);
        let promotion = |code: usize| PieceType::new(PieceType::KNIGHT.index() + code);
        Some(match (bits >> 19) as usize {
            0 if bits == 0 => return None,
            0 => mv,
            1 => mv.with_promotions(PieceType::new(PieceType::KING.index() + 1), None),
            code @ 2..FIRST_PAIR => mv.with_promotions(promotion(code - 2), None),
            code @ FIRST_PAIR..22 => {
                let pair = code - FIRST_PAIR;
                mv.with_promotions(promotion(pair % 4), Some(promotion(pair / 4)))
            }
            _ => return None,
        })
    }
}

impl TrainingGame {
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
            bytes.extend(ply.mv.to_bits().to_le_bytes());
            bytes.extend(ply.score.unwrap_or(RANDOM_PLY).to_le_bytes());
            bytes.push(if ply.is_quiet { QUIET } else { 0 });
        }
    }

    /// Reads the binary form.
    pub fn decode(bytes: &[u8], format: MoveFormat) -> Result<TrainingGame, DecodeError> {
        let length = DecodeError::Length(bytes.len());
        let (&index, rest) = bytes.split_first_chunk::<8>().ok_or(length)?;
        let (&[result, termination], rest) = rest.split_first_chunk().ok_or(length)?;
        let (&count, rest) = rest.split_first_chunk::<2>().ok_or(length)?;
        if rest.len() != usize::from(u16::from_le_bytes(count)) * format.ply_bytes() {
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
        let decode_ply = |(ply, bytes): (usize, &[u8])| {
            let (bits, &[low, high, flags]) = bytes.split_last_chunk().ok_or(length)?;
            let bits = bits.iter().rfold(0, |bits, &byte| bits << 8 | u32::from(byte));
            let score = i16::from_le_bytes([low, high]);
            Ok(RecordedPly {
                mv: format.unpack(bits).ok_or(DecodeError::Move { ply, bits })?,
                score: (score != RANDOM_PLY).then_some(score),
                is_quiet: flags & QUIET != 0,
            })
        };
        Ok(TrainingGame {
            index: u64::from_le_bytes(index),
            end: GameEnd { winner, termination },
            plies: rest
                .chunks(format.ply_bytes())
                .enumerate()
                .map(decode_ply)
                .collect::<Result<_, _>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveType;

    fn game() -> TrainingGame {
        let ply = |to, score, is_quiet| RecordedPly {
            mv: Move::new(3, to, MoveType::Normal),
            score,
            is_quiet,
        };
        TrainingGame {
            index: 1 << 40,
            end: GameEnd { winner: Some(Side::Black), termination: Termination::WinAdjudication },
            plies: vec![ply(9, None, false), ply(200, Some(-31_000), true), ply(1, Some(7), false)],
        }
    }

    #[test]
    fn encoding_round_trips() {
        let mut bytes = Vec::new();
        game().encode(&mut bytes);
        assert_eq!(bytes.len(), 12 + 3 * 7);
        assert_eq!(TrainingGame::decode(&bytes, MoveFormat::Bits29), Ok(game()));
    }

    #[test]
    fn old_moves_are_read() {
        let old = |promotions: u32| 12 | 200 << 8 | 3 << 16 | promotions << 19;
        let plain = Move::new(12, 200, MoveType::Platform);
        let (queen, knight) = (PieceType::QUEEN, PieceType::KNIGHT);
        for (promotions, expected) in [
            (0, Some(plain)),
            (1, Some(plain.with_promotions(PieceType::new(6), None))),
            (5, Some(plain.with_promotions(queen, None))),
            (6 + 3, Some(plain.with_promotions(queen, Some(knight)))),
            (22, None),
        ] {
            assert_eq!(MoveFormat::Bits24.unpack(old(promotions)), expected, "{promotions}");
        }
        assert_eq!(MoveFormat::Bits24.unpack(7 << 16), None);
    }

    #[test]
    fn damaged_games_are_rejected() {
        let mut bytes = Vec::new();
        game().encode(&mut bytes);
        for length in 0..bytes.len() {
            assert!(
                TrainingGame::decode(&bytes[..length], MoveFormat::Bits29).is_err(),
                "{length} bytes"
            );
        }
        for (index, value) in [(8, 3), (9, 200), (12 + 2, 0xff)] {
            let mut damaged = bytes.clone();
            damaged[index] = value;
            assert!(TrainingGame::decode(&damaged, MoveFormat::Bits29).is_err(), "byte {index}");
        }
    }
}
