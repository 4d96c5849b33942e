//! The legal move generator: checks and pins first, then the moves of each piece and those of the
//! platforms.
//!
//! Each king move is tested for attacks. Any other piece opens a line only by leaving it, which
//! pins cover.
//!
//! A leaving platform makes four cells missing, which opens no line. An arriving platform may
//! complete a line that only its missing cells had blocked. It cannot block an open line, since all
//! cells of that line exist already. It never carries a king or an enemy piece.

use super::board::{EARLY_PAWN, Sixfold};
use super::cell_set::{
    CELL_OF_WING, CellSet, FIXED_BOARDS, LEFT, ON_POSTS, RIGHT, SINGLE_CELL, WINGS, cell_on_wing,
    posts_of,
};
use super::legality::{CheckInfo, Legality};
use super::lines::{
    DOUBLE_STEPS, KING_ATTACKS, KNIGHT_ATTACKS, PAWN_ATTACKS, PAWN_STEPS, PROMOTION_CELLS,
    PieceReach, SAME_RANKS, START_BIT, bishop_attacks, rook_attacks, rook_attacks_from_board,
    rook_attacks_from_platform, start_cell, wing_of,
};
use crate::geometry::bits::{BitIter, places};
use crate::geometry::staircase::{CELL_COUNT, PLACE_COUNT, POST_COUNT, post_number, post_place};
use crate::geometry::{Place, byte_index};
use crate::moves::{Move, MoveList, MoveType, PieceType, Side};
use crate::rules::Checks;
use crate::rules::generate::{GenFilter, MoveGenerator};
use crate::rules::quad_bitboards::PIECE_TYPE_OF_CODE;
use crate::rules::sinks::{MoveCollector, MoveCounter, MoveSet, MoveSink};

/// The destinations that checks and the filter allow.
struct Targets {
    /// For pieces other than pawns.
    all: CellSet,
    /// For captures by pawns.
    enemy: CellSet,
    /// For steps of pawns.
    empty: CellSet,
    /// Every empty cell, for double steps to pass over.
    vacant: CellSet,
}

/// The moves of a piece to the cells that it reaches; `wing` is the word of its wing.
struct ReachMoves {
    from: Place,
    to: PieceReach,
    wing: usize,
}

impl MoveSet for ReachMoves {
    type Cells = CellSet;

    /// Each cell is in one word only.
    #[inline(always)]
    fn targets(&self) -> CellSet {
        let mut cells = CellSet::EMPTY;
        self.to.add_to(&mut cells, self.wing);
        cells
    }
    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Place, Place)) {
        for cell in places(self.to.fixed) {
            visit(self.from, cell);
        }
        debug_assert_ne!(self.wing, FIXED_BOARDS);
        let cells = &CELL_OF_WING[(self.wing - 1) % 2];
        for bit in BitIter(self.to.wing) {
            visit(self.from, cells[usize::from(bit) % 64]);
        }
    }
    #[inline(always)]
    fn count(&self) -> u64 {
        self.to.count().into()
    }
}

impl Sixfold {
    #[inline(always)]
    pub(super) fn generate_into<S: MoveSink<CellSet>>(
        &self,
        CheckInfo { blockers, legality }: &CheckInfo,
        filter: GenFilter<()>,
        sink: &mut S,
    ) {
        if self.has_bare_king() {
            return;
        }
        if filter.noisy || filter.quiet {
            let enemy = self.pieces(self.side.other());
            let vacant = !*blockers;
            let all = filter.targets(enemy, vacant);
            self.king_moves(&all, blockers, sink);
            let evasions = legality.evasions;
            let targets = Targets {
                all: all & evasions,
                enemy: if filter.noisy { enemy & evasions } else { CellSet::EMPTY },
                empty: vacant & evasions,
                vacant,
            };
            self.piece_moves(&targets, blockers, !legality.pinned, filter, sink);
            if !legality.pinned.is_empty() {
                self.pinned_moves(&targets, blockers, legality.pinned, filter, sink);
            }
        }
        self.platform_moves(legality, filter, sink);
    }

    #[inline(always)]
    fn king_moves<S: MoveSink<CellSet>>(
        &self,
        targets: &CellSet,
        blockers: &CellSet,
        sink: &mut S,
    ) {
        let king = self.king_cell(self.side);
        let wing = wing_of(king);
        let mut to = KING_ATTACKS[byte_index(king)].intersection(targets, wing);
        // The king does not shield the cells behind it.
        let blockers = *blockers & !SINGLE_CELL[byte_index(king)];
        let enemy = self.side.other();
        for cell in places(to.fixed) {
            if self.is_attacked(cell, enemy, &blockers) {
                to.fixed &= !(1 << cell);
            }
        }
        for bit in BitIter(to.wing) {
            let cell = CELL_OF_WING[(wing - 1) % 2][usize::from(bit) % 64];
            if self.is_attacked(cell, enemy, &blockers) {
                to.wing &= !(1 << bit);
            }
        }
        sink.moves(ReachMoves { from: king, to, wing });
    }

    /// Generates the moves of all pieces of a set except the king.
    #[inline(always)]
    fn piece_moves<S: MoveSink<CellSet>>(
        &self,
        targets: &Targets,
        blockers: &CellSet,
        movers: CellSet,
        filter: GenFilter<()>,
        sink: &mut S,
    ) {
        let movers = self.pieces(self.side) & movers;
        if S::COUNTS {
            self.pawn_moves(self.pawns() & movers, 0, targets, filter, sink);
        } else {
            let early = self.early_pawns() & movers;
            self.pawn_moves(self.pawns() & movers & !early, 0, targets, filter, sink);
            self.pawn_moves(early, 1, targets, filter, sink);
        }
        if filter.quiet {
            self.double_steps(movers, targets, sink);
        }
        self.knight_moves(self.knights() & movers, &targets.all, sink);
        let (lines, diagonals) =
            (self.rooks_and_queens() & movers, self.bishops_and_queens() & movers);
        for from in places(diagonals.0[FIXED_BOARDS]) {
            let wing = wing_of(from);
            let to = bishop_attacks(from, blockers).intersection(&targets.all, wing);
            sink.moves(ReachMoves { from, to, wing });
        }
        for from in places(lines.0[FIXED_BOARDS]) {
            let wing = wing_of(from);
            let to = rook_attacks_from_board(from, blockers).intersection(&targets.all, wing);
            sink.moves(ReachMoves { from, to, wing });
        }
        for wing in WINGS {
            for bit in BitIter(diagonals.0[wing] & ON_POSTS) {
                let from = cell_on_wing(wing, bit);
                let to = bishop_attacks(from, blockers).intersection(&targets.all, wing);
                sink.moves(ReachMoves { from, to, wing });
            }
            for bit in BitIter(lines.0[wing] & ON_POSTS) {
                let from = cell_on_wing(wing, bit);
                let reach = rook_attacks_from_platform(from, wing, blockers);
                let to = reach.intersection(&targets.all, wing);
                sink.moves(ReachMoves { from, to, wing });
            }
        }
    }

    #[inline(always)]
    fn knight_moves<S: MoveSink<CellSet>>(
        &self,
        knights: CellSet,
        targets: &CellSet,
        sink: &mut S,
    ) {
        for from in knights.iter() {
            let [fixed, left, right] = (KNIGHT_ATTACKS[byte_index(from)] & *targets).0;
            sink.moves(ReachMoves { from, to: PieceReach { fixed, wing: left }, wing: LEFT });
            sink.moves(ReachMoves { from, to: PieceReach { fixed: 0, wing: right }, wing: RIGHT });
        }
    }

    /// Generates captures and single steps of pawns: late ones (0) or early ones (1).
    #[inline(always)]
    fn pawn_moves<S: MoveSink<CellSet>>(
        &self,
        pawns: CellSet,
        early: usize,
        targets: &Targets,
        filter: GenFilter<()>,
        sink: &mut S,
    ) {
        let side = self.side.index();
        let promotion_cells = &PROMOTION_CELLS[side][early];
        let mut empty = targets.empty;
        if !filter.quiet {
            empty = empty & *promotion_cells;
        }
        if !filter.noisy {
            empty = empty & !*promotion_cells;
        }
        let mut visit = |from: Place, wing: usize| {
            let steps = PAWN_STEPS[side][byte_index(from)].intersection(&empty, wing);
            let captures = PAWN_ATTACKS[side][byte_index(from)].intersection(&targets.enemy, wing);
            // The two sets are disjoint, since a cell is either empty or not.
            let to = PieceReach {
                fixed: steps.fixed | captures.fixed,
                wing: steps.wing | captures.wing,
            };
            if S::COUNTS {
                // A pawn promotes to a queen only, so there is one move to each cell.
                return sink.moves(ReachMoves { from, to, wing });
            }
            let promoting = to.intersection(promotion_cells, wing);
            let to =
                PieceReach { fixed: to.fixed ^ promoting.fixed, wing: to.wing ^ promoting.wing };
            sink.moves(ReachMoves { from, to, wing });
            sink.promotions(ReachMoves { from, to: promoting, wing }, &[PieceType::QUEEN]);
        };
        for from in places(pawns.0[FIXED_BOARDS]) {
            visit(from, wing_of(from));
        }
        for wing in WINGS {
            for bit in BitIter(pawns.0[wing] & ON_POSTS) {
                visit(cell_on_wing(wing, bit), wing);
            }
        }
    }

    /// Generates double steps.
    #[inline(always)]
    fn double_steps<S: MoveSink<CellSet>>(&self, movers: CellSet, targets: &Targets, sink: &mut S) {
        let own = if self.side == Side::White { 0x00ff } else { 0xff00 };
        for index in BitIter(u64::from(self.unmoved_pawns & own)) {
            let from = start_cell(index);
            if !movers.contains(from) {
                continue;
            }
            for double in &DOUBLE_STEPS[usize::from(index) % 16] {
                let both = double.both;
                if both != 0
                    && targets.vacant.0[double.word] & both == both
                    && targets.empty.contains(double.to)
                {
                    sink.one_move(Move::new(from, double.to, MoveType::Normal));
                }
            }
        }
    }

    /// Generates the moves of the pinned pieces along their lines.
    #[inline(never)]
    fn pinned_moves<S: MoveSink<CellSet>>(
        &self,
        targets: &Targets,
        blockers: &CellSet,
        pinned: CellSet,
        filter: GenFilter<()>,
        sink: &mut S,
    ) {
        for piece in pinned.iter() {
            let mask = self.pin_mask(piece, blockers);
            let targets = Targets {
                all: targets.all & mask,
                enemy: targets.enemy & mask,
                empty: targets.empty & mask,
                vacant: targets.vacant,
            };
            self.piece_moves(&targets, blockers, SINGLE_CELL[byte_index(piece)], filter, sink);
        }
    }

    fn is_piece_move_generated(
        &self,
        CheckInfo { blockers, legality }: &CheckInfo,
        mv: Move,
        legal: bool,
    ) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if usize::from(from.max(to)) >= CELL_COUNT || self.has_bare_king() {
            return false;
        }
        let (own, enemy) = (self.pieces(self.side), self.pieces(self.side.other()));
        if !own.contains(from) || !(enemy | !*blockers).contains(to) {
            return false;
        }
        let code = self.code(from);
        let kind = PIECE_TYPE_OF_CODE[code];
        let promotes = kind == Some(PieceType::PAWN)
            && PROMOTION_CELLS[self.side.index()][usize::from(code == EARLY_PAWN)].contains(to);
        let letter_fits = mv.second_promotion().is_none()
            && mv.promotion() == promotes.then_some(PieceType::QUEEN);
        if !letter_fits || !self.pseudo_legal_targets(from, kind, blockers).contains(to) {
            return false;
        }
        if !legal {
            return true;
        }
        if kind == Some(PieceType::KING) {
            let blockers = *blockers & !SINGLE_CELL[byte_index(from)];
            return !self.is_attacked(to, self.side.other(), &blockers);
        }
        legality.evasions.contains(to)
            && (!legality.pinned.contains(from) || self.pin_mask(from, blockers).contains(to))
    }

    /// Returns the pseudo-legal destinations of a piece of the side to move; cells of its own side
    /// may be among them.
    fn pseudo_legal_targets(
        &self,
        from: Place,
        kind: Option<PieceType>,
        blockers: &CellSet,
    ) -> CellSet {
        let (cell, wing, side) = (byte_index(from), wing_of(from), self.side.index());
        let reach = match kind {
            Some(PieceType::KNIGHT) => {
                let to = KNIGHT_ATTACKS[cell];
                return to | CellSet::from_word(FIXED_BOARDS, to.0[FIXED_BOARDS]);
            }
            Some(PieceType::KING) => KING_ATTACKS[cell],
            Some(PieceType::BISHOP) => bishop_attacks(from, blockers),
            Some(PieceType::ROOK) => rook_attacks(from, blockers),
            Some(PieceType::QUEEN) => {
                let (lines, diagonals) =
                    (rook_attacks(from, blockers), bishop_attacks(from, blockers));
                return lines.to_set(wing) | diagonals.to_set(wing);
            }
            Some(PieceType::PAWN) => {
                let steps = PAWN_STEPS[side][cell].to_set(wing) & !*blockers;
                let captures = PAWN_ATTACKS[side][cell].to_set(wing) & *blockers;
                return steps | captures | self.double_steps_from(from, !*blockers);
            }
            _ => return CellSet::EMPTY,
        };
        reach.to_set(wing)
    }

    /// Returns the destinations of an unmoved pawn's double step.
    fn double_steps_from(&self, from: Place, vacant: CellSet) -> CellSet {
        let start = START_BIT[byte_index(from)] & self.unmoved_pawns;
        let mut to = CellSet::EMPTY;
        if start != 0 {
            for double in &DOUBLE_STEPS[start.trailing_zeros() as usize % 16] {
                if double.both != 0 && vacant.0[double.word] & double.both == double.both {
                    to = to | SINGLE_CELL[byte_index(double.to)];
                }
            }
        }
        to
    }

    fn is_platform_move_generated(&self, mv: Move, legal: bool) -> bool {
        let posts = CELL_COUNT as Place..PLACE_COUNT as Place;
        if mv.is_promotion() || !posts.contains(&mv.from()) || !posts.contains(&mv.to()) {
            return false;
        }
        let (from, to) = (post_number(mv.from()), post_number(mv.to()));
        let possible = !self.has_bare_king()
            && self.has_platform(from)
            && self.movable_platforms() >> from & 1 != 0
            && self.platform_targets(from, self.platforms_with_pawns()) >> to & 1 != 0;
        possible && (!legal || !self.exposes_king(from, to))
    }
}

impl MoveGenerator for Sixfold {
    const HAS_PLATFORMS: bool = true;

    type Cells = ();
    const ALL_CELLS: () = ();

    #[inline(always)]
    fn list_moves(&self, info: &CheckInfo, filter: GenFilter<()>, list: &mut MoveList) {
        self.generate_into(info, filter, &mut MoveCollector(list));
    }

    #[inline(always)]
    fn count_moves(&self, filter: GenFilter<()>) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_into(&self.check_info(), filter, &mut counter);
        counter.0
    }

    fn is_generated(&self, info: &CheckInfo, mv: Move, legal: bool) -> bool {
        match mv.kind() {
            MoveType::Normal => self.is_piece_move_generated(info, mv, legal),
            MoveType::Platform => self.is_platform_move_generated(mv, legal),
            MoveType::EnPassant | MoveType::Castling | MoveType::Special => false,
        }
    }
}

/// All posts, as a bit set.
const ALL_POSTS: u32 = (1 << POST_COUNT) - 1;

/// Returns the posts whose cells a set contains.
#[inline(always)]
fn posts_with(set: CellSet) -> u32 {
    posts_of(LEFT, set.0[LEFT]) | posts_of(RIGHT, set.0[RIGHT])
}

impl Sixfold {
    /// Returns the posts of the platforms that the side to move may move: those with a piece of its
    /// own, without enemy pieces and kings.
    #[inline(always)]
    pub(super) fn movable_platforms(&self) -> u32 {
        let own = self.pieces(self.side);
        let others = self.pieces(self.side.other()) | self.kings();
        posts_with(own) & !posts_with(others)
    }

    /// Returns the posts that the platform on a post may move to: the vacant ones; with a pawn on
    /// it, only those that cover the same ranks.
    #[inline(always)]
    pub(super) fn platform_targets(&self, from: u8, with_pawns: u32) -> u32 {
        let vacant = !self.posts & ALL_POSTS;
        if with_pawns >> from & 1 != 0 { vacant & SAME_RANKS[usize::from(from)] } else { vacant }
    }

    /// Returns the posts of the platforms with pawns.
    #[inline(always)]
    pub(super) fn platforms_with_pawns(&self) -> u32 {
        posts_with(self.pawns())
    }

    /// Generates the platform moves.
    #[inline(always)]
    pub(super) fn platform_moves<S: MoveSink<CellSet>>(
        &self,
        legality: &Legality,
        filter: GenFilter<()>,
        sink: &mut S,
    ) {
        if !filter.platforms {
            return;
        }
        let movable = self.movable_platforms() & legality.departure_posts;
        if movable == 0 {
            return;
        }
        let with_pawns = self.platforms_with_pawns();
        for from in BitIter(u64::from(movable)) {
            let mut to = self.platform_targets(from, with_pawns);
            for post in BitIter(u64::from(to & legality.completing_posts)) {
                if self.exposes_king(from, post) {
                    to &= !(1 << post);
                }
            }
            sink.platform_moves(from, to, 0);
        }
    }

    /// Returns whether a platform move leaves the king of the side to move attacked.
    #[inline(never)]
    pub(super) fn exposes_king(&self, from: u8, to: u8) -> bool {
        let mv = Move::new(post_place(from), post_place(to), MoveType::Platform);
        let mut after = *self;
        after.apply_move(mv, &mut ());
        after.is_king_attacked(self.side)
    }
}
