//! Legal moves: checks and pins first, then each man's cells.

use super::legality::Legality;
use super::sinks::{Counter, Finder, Lister, Sink};
use super::{Board, NONE, pawns};
use crate::geometry::bits::Bits;
use crate::geometry::plane::{SQUARES, bishop, bishop_lines, king, knight, rook, rook_lines};
use crate::moves::{Manner, Move, MoveList, Place};
use crate::rules::Part;

/// Which moves are wanted.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Captures and promotions.
    pub noisy: bool,
    /// All others.
    pub quiet: bool,
    /// The cells of the men whose moves are wanted.
    pub sources: u64,
    /// Only legal moves; else the king may be left attacked.
    pub legal: bool,
}

impl Wanted {
    const ALL: Wanted = Wanted { noisy: true, quiet: true, sources: u64::MAX, legal: true };
}

impl Board {
    #[inline(always)]
    fn generate_into<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        let (own, occupied) = (self.men.of(self.side), self.men.occupied());
        let legality = if wanted.legal {
            self.legality()
        } else {
            let king = self.king_cell(self.side).into();
            Legality { king, checkers: 0, pinned: 0, evasions: u64::MAX }
        };
        let mut targets = 0;
        if wanted.noisy {
            targets |= occupied & !own;
        }
        if wanted.quiet {
            targets |= !occupied;
        }

        let from = legality.king;
        if wanted.sources >> from & 1 != 0 {
            let mut cells = king(from) & targets;
            if wanted.legal && cells != 0 {
                cells = self.safe_for_king(from, cells);
            }
            sink.man(from as Place, cells);
            if wanted.quiet && legality.checkers == 0 {
                self.castling_moves(wanted.legal, |mv| sink.single(mv));
            }
        }
        // Against two checkers only the king can help.
        if legality.evasions == 0 {
            return;
        }
        self.pawn_moves(&legality, wanted, sink);
        self.men_moves(own & wanted.sources, targets & legality.evasions, &legality, sink);
        if wanted.noisy && self.passed != NONE {
            self.en_passant_moves(wanted, sink);
        }
    }

    /// Knights and sliders; queens go as rooks and as bishops.
    #[inline(always)]
    fn men_moves<S: Sink>(&self, sources: u64, targets: u64, legality: &Legality, sink: &mut S) {
        let men = &self.men;
        let occupied = men.occupied();
        let free = sources & !legality.pinned;
        for from in Bits(men.knights() & free) {
            sink.man(from, knight(from.into()) & targets);
        }
        for from in Bits(men.on_diagonals() & free) {
            sink.man(from, bishop(from.into(), occupied) & targets);
        }
        for from in Bits(men.on_lines() & free) {
            sink.man(from, rook(from.into(), occupied) & targets);
        }
        let pinned = sources & legality.pinned;
        if pinned != 0 {
            // Two cells on a line have no other line of the same kind in common.
            let (straight, slanting) = (rook_lines(legality.king), bishop_lines(legality.king));
            for from in Bits(men.on_diagonals() & pinned & slanting) {
                sink.man(from, bishop(from.into(), occupied) & slanting & targets);
            }
            for from in Bits(men.on_lines() & pinned & straight) {
                sink.man(from, rook(from.into(), occupied) & straight & targets);
            }
        }
    }

    #[inline(never)]
    fn en_passant_moves<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        for mv in self.captors() {
            if wanted.sources >> mv.from() & 1 != 0 && (!wanted.legal || self.is_safe_capture(mv)) {
                sink.single(mv);
            }
        }
    }

    /// The captures en passant, legal or not.
    #[inline(always)]
    pub(super) fn captors(&self) -> impl Iterator<Item = Move> + '_ {
        let pawns = self.men.pawns() & self.men.of(self.side);
        let captors = pawns::attacks(self.side.other(), self.passed.into()) & pawns;
        Bits(captors).map(|from| Move::new(from, self.passed, Manner::EnPassant))
    }

    /// Does a capture en passant leave the king of the mover unattacked? It takes two men off
    /// their lines at once.
    pub(super) fn is_safe_capture(&self, mv: Move) -> bool {
        let king = self.king_cell(self.side).into();
        let enemy = self.men.of(self.side.other());
        let runner = 1 << self.runner();
        let blockers = self.men.occupied() & !(1 << mv.from()) & !runner | 1 << mv.to();
        let leapers = knight(king) & self.men.knights()
            | pawns::attacks(self.side, king) & self.men.pawns() & !runner;
        (leapers | self.sliders_attacking(king, blockers)) & enemy == 0
    }

    /// The number of legal moves.
    #[inline(never)]
    pub(super) fn count_legal(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate_into(Wanted::ALL, &mut counter);
        counter.0
    }

    /// Adds the legal moves of that part to the list. Each part has a copy of the generator of its
    /// own, without what it does not want.
    #[inline]
    pub(super) fn list(&self, part: Part, list: &mut MoveList) {
        match part {
            Part::All => self.list_all(list),
            Part::Noisy => self.list_noisy(list),
            Part::Quiet => self.list_quiet(list),
            Part::Platforms => {}
        }
    }

    #[inline(never)]
    fn list_all(&self, list: &mut MoveList) {
        self.generate_into(Wanted::ALL, &mut Lister(list));
    }

    #[inline(never)]
    fn list_noisy(&self, list: &mut MoveList) {
        self.generate_into(Wanted { quiet: false, ..Wanted::ALL }, &mut Lister(list));
    }

    #[inline(never)]
    fn list_quiet(&self, list: &mut MoveList) {
        self.generate_into(Wanted { noisy: false, ..Wanted::ALL }, &mut Lister(list));
    }

    /// Would [`Board::list`] give this move (if `legal` is false, but for a king left attacked)?
    /// Takes any move whatever.
    pub(super) fn would_list(&self, mv: Move, legal: bool) -> bool {
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        if from >= SQUARES || to >= SQUARES || self.men.of(self.side) >> from & 1 == 0 {
            return false;
        }
        let to = if mv.manner() == Manner::Plain { 1 << to } else { 0 };
        let mut finder = Finder { mv, to, found: false };
        self.generate_into(Wanted { sources: 1 << from, legal, ..Wanted::ALL }, &mut finder);
        finder.found
    }
}
