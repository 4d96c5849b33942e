//! `chess`: the FIDE Laws of Chess on a single level, with Chess960 castling as an option.
//!
//! A [`Chess`] is one cache line: the pieces in four words, the rooks that may still castle as a
//! set of squares, and the other fields of a FEN. The key is the only redundant field. The number
//! of a square is rank × 8 + file.
//!
//! Castling is the move from the king's square to the rook's, whatever its text. Published perft
//! counts continue in dead positions, and so does the generator; only
//! [`Rules::variant_outcome`](crate::rules::Rules::variant_outcome) reports them.

mod board;
mod endings;
mod generate;
mod legality;
mod pawns;
mod replies;
mod rules;
mod syzygy;
mod text;

pub use board::Chess;
