//! Legal moves: checks and pins first, then each man's squares.
//!
//! A check along a path allows the other men only what stops every open path at once: to stand on
//! a cell of the path, or to take the checker. A man pinned on a path (the only one on it) may move
//! along its cells or take the pinner; several pins meet. The king tries each of its squares.
//! Platform moves change the lines themselves and are tried out wherever a line to the king could
//! touch them. En passant takes two men off the lines and is tried out too.

use super::scene::Scene;
use super::tables::{
    BISHOP_LINE_SQUARES, CASTLINGS, COLUMN_SQUARES, KING, KNIGHT, OUTERMOST, PLATFORM_STEPS, POST,
    PROMOTION_SQUARES, ROOK_LINE_SQUARES, inward, promotes_on_post,
};
use super::{Board, NONE};
use crate::geometry::bits::Bits;
use crate::geometry::columns::BETWEEN;
use crate::geometry::staircase::{FIXED, post_place};
use crate::moves::{Kind, Manner, Move, MoveList, Side};
use crate::rules::Part;

/// What takes the moves that are found.
trait Sink {
    /// A man on a square may go to these squares.
    fn men(&mut self, from: u8, targets: u64);
    /// A pawn on a square may go to these squares and promotes there.
    fn promotions(&mut self, from: u8, targets: u64);
    /// A single move.
    fn single(&mut self, mv: Move);
}

/// Counts.
struct Counter(u64);

impl Sink for Counter {
    #[inline(always)]
    fn men(&mut self, _: u8, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn promotions(&mut self, _: u8, targets: u64) {
        self.0 += 4 * u64::from(targets.count_ones());
    }
    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// What a pawn can become, the likeliest first.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

/// Lists.
struct Lister<'a, const ROOK_PAWNS: bool> {
    board: &'a Board<ROOK_PAWNS>,
    list: &'a mut MoveList,
}

impl<const ROOK_PAWNS: bool> Sink for Lister<'_, ROOK_PAWNS> {
    #[inline(always)]
    fn men(&mut self, from: u8, targets: u64) {
        let from = self.board.cell(from);
        for to in Bits(targets) {
            self.list.push(Move::new(from, self.board.cell(to), Manner::Plain));
        }
    }
    #[inline(always)]
    fn promotions(&mut self, from: u8, targets: u64) {
        let from = self.board.cell(from);
        for to in Bits(targets) {
            let mv = Move::new(from, self.board.cell(to), Manner::Plain);
            for kind in PROMOTIONS {
                self.list.push(mv.promoting(kind, None));
            }
        }
    }
    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.list.push(mv);
    }
}

/// Looks for one move.
struct Finder<'a, const ROOK_PAWNS: bool> {
    board: &'a Board<ROOK_PAWNS>,
    mv: Move,
    found: bool,
}

impl<const ROOK_PAWNS: bool> Finder<'_, ROOK_PAWNS> {
    fn goes(&self, from: u8, targets: u64) -> bool {
        let to = self.board.live_square(self.mv.to());
        self.mv.manner() == Manner::Plain
            && self.mv.second_promotion().is_none()
            && self.mv.from() == self.board.cell(from)
            && to.is_some_and(|to| targets >> to & 1 != 0)
    }
}

impl<const ROOK_PAWNS: bool> Sink for Finder<'_, ROOK_PAWNS> {
    fn men(&mut self, from: u8, targets: u64) {
        self.found |= !self.mv.promotes() && self.goes(from, targets);
    }
    fn promotions(&mut self, from: u8, targets: u64) {
        self.found |= self.mv.promotes() && self.goes(from, targets);
    }
    fn single(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }
}

/// Which moves are wanted.
#[derive(Clone, Copy)]
struct Wanted {
    noisy: bool,
    quiet: bool,
    platforms: bool,
    /// The squares of the men whose moves are wanted.
    sources: u64,
    /// Only legal moves; else the king may be left attacked.
    legal: bool,
}

impl Wanted {
    const ALL: Wanted =
        Wanted { noisy: true, quiet: true, platforms: true, sources: u64::MAX, legal: true };
}

/// The men that are pinned, and the squares that each may still go to.
struct Pins {
    men: u64,
    masks: [(u8, u64); 8],
    count: usize,
}

impl Pins {
    fn add(&mut self, square: u8, mask: u64) {
        if self.men >> square & 1 == 0 {
            self.men |= 1 << square;
            self.masks[self.count] = (square, mask);
            self.count += 1;
        } else {
            for entry in &mut self.masks[..self.count] {
                if entry.0 == square {
                    entry.1 &= mask;
                }
            }
        }
    }

    /// The squares that a man may go to as far as pins are concerned.
    #[inline(always)]
    fn mask(&self, square: u8) -> u64 {
        if self.men >> square & 1 == 0 {
            return u64::MAX;
        }
        let pinned = self.masks[..self.count].iter().find(|entry| entry.0 == square);
        pinned.map_or(u64::MAX, |entry| entry.1)
    }
}

/// What decides legality for the side to move.
struct Legality {
    pins: Pins,
    /// The squares to which a man other than the king may go, as far as checks are concerned.
    evasions: u64,
    in_check: bool,
    /// A knight or pawn gives check, which no platform move can parry.
    leaper_check: bool,
    /// The columns that lie between the king and the sliders in line with it.
    king_lines: u64,
}

impl Legality {
    /// Nothing stands in the way.
    const NONE: Legality = Legality {
        pins: Pins { men: 0, masks: [(0, 0); 8], count: 0 },
        evasions: u64::MAX,
        in_check: false,
        leaper_check: false,
        king_lines: 0,
    };
}

impl<const ROOK_PAWNS: bool> Board<ROOK_PAWNS> {
    /// The men of both sides that attack a place, lines seen in this scene, of those on `men`.
    #[inline(always)]
    pub(super) fn attackers(&self, scene: &Scene, at: (usize, usize), men: u64) -> u64 {
        let pairs = scene.shape().pairs();
        let mut attackers = KNIGHT.at(at.0, pairs) & self.knights();
        attackers |= KING.at(at.0, pairs) & self.kings();
        for side in Side::ALL {
            let pawns = self.pawns() & self.men(side);
            attackers |= Self::pawn_tables(side).taken_from.at(at.0, pairs) & pawns;
        }
        let sliders = ROOK_LINE_SQUARES.at(at.0, pairs) & self.on_lines()
            | BISHOP_LINE_SQUARES.at(at.0, pairs) & self.on_diagonals();
        for square in Bits(sliders & men) {
            if scene.is_free(at, self.place(square)) {
                attackers |= 1 << square;
            }
        }
        attackers & men
    }

    /// Does a man of that side attack a place? A man's own column is never attacked by it.
    #[inline(always)]
    fn is_attacked(&self, scene: &Scene, at: (usize, usize), by: Side) -> bool {
        let pairs = scene.shape().pairs();
        let men = self.men(by);
        let leapers = KNIGHT.at(at.0, pairs) & self.knights()
            | KING.at(at.0, pairs) & self.kings()
            | Self::pawn_tables(by).taken_from.at(at.0, pairs) & self.pawns();
        if leapers & men != 0 {
            return true;
        }
        let sliders = ROOK_LINE_SQUARES.at(at.0, pairs) & self.on_lines()
            | BISHOP_LINE_SQUARES.at(at.0, pairs) & self.on_diagonals();
        Bits(sliders & men).any(|square| scene.is_free(at, self.place(square)))
    }

    /// Does the king of that side stand attacked?
    #[inline]
    pub(super) fn is_king_attacked(&self, side: Side) -> bool {
        self.is_attacked(&self.scene(), self.place(self.king_square(side)), side.other())
    }

    #[inline(always)]
    fn legality(&self, scene: &Scene) -> Legality {
        let side = self.side;
        let pairs = scene.shape().pairs();
        let king = self.place(self.king_square(side));
        let (own, enemy) = (self.men(side), self.men(side.other()));
        let leapers = enemy
            & (KNIGHT.at(king.0, pairs) & self.knights()
                | Self::pawn_tables(side.other()).taken_from.at(king.0, pairs) & self.pawns());
        let check = leapers != 0;
        let mut legality = Legality { in_check: check, leaper_check: check, ..Legality::NONE };
        if leapers != 0 {
            // Two leapers leave nothing but a king move.
            legality.evasions = if leapers & (leapers - 1) == 0 { leapers } else { 0 };
        }
        let sliders = ROOK_LINE_SQUARES.at(king.0, pairs) & self.on_lines()
            | BISHOP_LINE_SQUARES.at(king.0, pairs) & self.on_diagonals();
        for square in Bits(sliders & enemy) {
            let slider = self.place(square);
            let between = BETWEEN[king.0][slider.0];
            legality.king_lines |= between;
            let ceiling = king.1.max(slider.1);
            let paths = [scene.blockers(ceiling), scene.blockers(ceiling | 1)];
            let count = 1 + usize::from(scene.has_path_b(ceiling));
            for (path, blockers) in paths[..count].iter().enumerate() {
                let blocking = between & blockers;
                if blocking & blocking.wrapping_sub(1) != 0 {
                    continue;
                }
                let Some(cells) = scene.path(between, ceiling | path) else { continue };
                let mask = cells | 1 << square;
                if blocking == 0 {
                    legality.in_check = true;
                    legality.evasions &= mask;
                } else if let Some(man) = Bits(cells & own & self.occupied()).next() {
                    legality.pins.add(man, mask);
                }
            }
        }
        legality
    }

    #[inline(always)]
    fn generate_into<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        if self.only_kings() {
            return;
        }
        let scene = self.scene();
        let legality = if wanted.legal { self.legality(&scene) } else { Legality::NONE };
        let (own, occupied) = (self.men(self.side), self.occupied());
        let mut targets = 0;
        if wanted.noisy {
            targets |= occupied & !own;
        }
        if wanted.quiet {
            targets |= !occupied;
        }
        self.king_moves(&scene, targets, wanted, sink);
        let allowed = targets & legality.evasions;
        let sources = own & wanted.sources;
        if legality.evasions != 0 {
            let pairs = scene.shape().pairs();
            for from in Bits(self.knights() & sources) {
                let squares = KNIGHT.at(self.place(from).0, pairs);
                sink.men(from, squares & allowed & legality.pins.mask(from));
            }
            for from in Bits(self.on_lines() & !self.on_diagonals() & sources) {
                let (column, level) = self.place(from);
                let squares = scene.slide::<true, false>(column, level);
                sink.men(from, squares & allowed & legality.pins.mask(from));
            }
            for from in Bits(self.on_diagonals() & !self.on_lines() & sources) {
                let (column, level) = self.place(from);
                let squares = scene.slide::<false, true>(column, level);
                sink.men(from, squares & allowed & legality.pins.mask(from));
            }
            for from in Bits(self.on_diagonals() & self.on_lines() & sources) {
                let (column, level) = self.place(from);
                let squares = scene.slide::<true, true>(column, level);
                sink.men(from, squares & allowed & legality.pins.mask(from));
            }
            self.pawn_moves(&scene, &legality, wanted, sink);
        }
        if wanted.quiet && self.castling != 0 && !legality.in_check {
            self.castling_moves(wanted, sink);
        }
        if wanted.noisy && self.passed != NONE {
            self.en_passant_moves(wanted, sink);
        }
        self.platform_moves(&legality, wanted, sink);
    }

    #[inline(always)]
    fn king_moves<S: Sink>(&self, scene: &Scene, targets: u64, wanted: Wanted, sink: &mut S) {
        let from = self.king_square(self.side);
        if wanted.sources >> from & 1 == 0 {
            return;
        }
        let (column, _) = self.place(from);
        let mut candidates = KING.at(column, scene.shape().pairs()) & targets;
        if candidates == 0 {
            return;
        }
        if !wanted.legal {
            return sink.men(from, candidates);
        }
        // The king does not hide the cells behind it from a slider.
        let without = Scene::new(scene.shape(), self.occupied() & !(1 << from));
        for to in Bits(candidates) {
            if self.is_attacked(&without, self.place(to), self.side.other()) {
                candidates &= !(1 << to);
            }
        }
        sink.men(from, candidates);
    }

    #[inline(always)]
    fn pawn_moves<S: Sink>(
        &self,
        scene: &Scene,
        legality: &Legality,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let side = self.side;
        let pairs = scene.shape().pairs();
        let empty = !self.occupied();
        let enemy = self.men(side.other());
        let promoting = self.promotion_squares();
        let ahead = |column: usize| match side {
            Side::White => column + 1,
            Side::Black => column - 1,
        };
        let pawns = self.pawns() & self.men(side) & wanted.sources;
        for from in Bits(pawns) {
            let (column, level) = self.place(from);
            let fresh = self.fresh >> from & 1 != 0;
            let next = ahead(column);
            let mut steps = COLUMN_SQUARES.at(next, pairs);
            if fresh {
                steps |= self.double_step(scene, next, ahead(next), level);
            }
            if ROOK_PAWNS && OUTERMOST >> column & 1 != 0 {
                let next = inward(column);
                steps |= COLUMN_SQUARES.at(next, pairs);
                if fresh {
                    let after = next + next - column;
                    steps |= self.double_step(scene, next, after, level);
                }
            }
            steps &= empty;
            let takes = Self::pawn_tables(side).takes.at(column, pairs) & enemy;
            let legal = legality.evasions & legality.pins.mask(from);
            let mut plain = 0;
            if wanted.quiet {
                plain |= steps & !promoting;
            }
            if wanted.noisy {
                plain |= takes & !promoting;
                let promotions = (steps | takes) & promoting & legal;
                if promotions != 0 {
                    sink.promotions(from, promotions);
                }
            }
            sink.men(from, plain & legal);
        }
    }

    /// The squares of a column, occupied or not, that a pawn's first move of two reaches from a
    /// level over the column between.
    #[inline(always)]
    fn double_step(&self, scene: &Scene, over: usize, to: usize, level: usize) -> u64 {
        let mut reach = [0; super::scene::LEVELS];
        for (target, columns) in reach.iter_mut().enumerate().skip(1) {
            let ceiling = target.max(level);
            let blocked = scene.blockers(ceiling) & scene.blockers(ceiling | 1);
            *columns = (!blocked >> over & 1) << to;
        }
        scene.squares(&reach)
    }

    /// The squares on which a pawn of the side to move promotes.
    #[inline(always)]
    fn promotion_squares(&self) -> u64 {
        let mut squares = PROMOTION_SQUARES[self.side.index()];
        for (slot, &post) in self.posts.iter().enumerate() {
            if promotes_on_post(self.side, post) {
                squares |= 0b1111 << (FIXED + 4 * slot);
            }
        }
        squares
    }

    fn castling_moves<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        let ours = match self.side {
            Side::White => 0..2,
            Side::Black => 2..4,
        };
        for right in ours {
            let castling = &CASTLINGS[right];
            if self.castling >> right & 1 == 0
                || wanted.sources >> self.square(castling.king) & 1 == 0
                || castling.empty.is_some_and(|c| self.occupied() >> self.square(c) & 1 != 0)
            {
                continue;
            }
            let mv = Move::new(castling.king, castling.rook, Manner::Castling);
            if !wanted.legal || !self.child(mv, &mut ()).is_king_attacked(self.side) {
                sink.single(mv);
            }
        }
    }

    fn en_passant_moves<S: Sink>(&self, wanted: Wanted, sink: &mut S) {
        let promotes = self.promotion_squares() >> self.square(self.passed) & 1 != 0;
        for mv in self.runner_captors() {
            if wanted.sources >> self.square(mv.from()) & 1 == 0
                || wanted.legal && self.child_of_en_passant(mv).is_king_attacked(self.side)
            {
                continue;
            }
            if promotes {
                PROMOTIONS.into_iter().for_each(|kind| sink.single(mv.promoting(kind, None)));
            } else {
                sink.single(mv);
            }
        }
    }

    #[inline(always)]
    fn platform_moves<S: Sink>(&self, legality: &Legality, wanted: Wanted, sink: &mut S) {
        let side = self.side;
        let pawns = self.pawns() & self.men(side);
        if pawns == 0 || legality.leaper_check || !(wanted.platforms || wanted.noisy) {
            return;
        }
        for slot in 0..4 {
            let men = self.occupied() >> (FIXED + 4 * slot) & 0b1111;
            let own_pawns = pawns >> (FIXED + 4 * slot) & 0b1111;
            if self.owner(slot) != side || men != own_pawns || men & men.wrapping_sub(1) != 0 {
                continue;
            }
            self.moves_of_platform(slot, men != 0, legality, wanted, sink);
        }
    }

    fn moves_of_platform<S: Sink>(
        &self,
        slot: usize,
        piloted: bool,
        legality: &Legality,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let from = self.posts[slot];
        let held = self.posts.iter().fold(0u32, |held, &post| held | 1 << post);
        let here = POST[usize::from(from)].columns;
        for to in Bits(u64::from(PLATFORM_STEPS[usize::from(from)] & !held)) {
            let promotes = piloted && promotes_on_post(self.side, to);
            if !(if promotes { wanted.noisy } else { wanted.platforms }) {
                continue;
            }
            let mv = Move::new(post_place(from), post_place(to), Manner::Platform);
            // Where no line to the king runs over the columns left or taken, nothing changes.
            let touched = here | POST[usize::from(to)].columns;
            if (legality.in_check || touched & legality.king_lines != 0)
                && self.child(mv, &mut ()).is_king_attacked(self.side)
            {
                continue;
            }
            if promotes {
                PROMOTIONS.into_iter().for_each(|kind| sink.single(mv.promoting(kind, None)));
            } else {
                sink.single(mv);
            }
        }
    }

    /// The number of legal moves.
    #[inline]
    pub(super) fn count_legal(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate_into(Wanted::ALL, &mut counter);
        counter.0
    }

    /// Adds the legal moves of that part to the list.
    #[inline]
    pub(super) fn list(&self, part: Part, list: &mut MoveList) {
        let mut lister = Lister { board: self, list };
        let all = Wanted::ALL;
        match part {
            Part::All => self.generate_into(all, &mut lister),
            Part::Noisy => {
                self.generate_into(Wanted { quiet: false, platforms: false, ..all }, &mut lister);
            }
            Part::Quiet => {
                self.generate_into(Wanted { noisy: false, platforms: false, ..all }, &mut lister);
            }
            Part::Platforms => {
                if !self.only_kings() {
                    let legality = self.legality(&self.scene());
                    let wanted = Wanted { noisy: false, quiet: false, ..all };
                    self.platform_moves(&legality, wanted, &mut lister);
                }
            }
        }
    }

    /// Would [`Board::list`] give this move (if `legal` is false, but for a king left attacked)?
    /// Takes any move whatever.
    pub(super) fn would_list(&self, mv: Move, legal: bool) -> bool {
        let mut finder = Finder { board: self, mv, found: false };
        let sources = match self.live_square(mv.from()) {
            Some(from) => 1 << from,
            None if mv.is_platform() => 0,
            None => return false,
        };
        let wanted = Wanted { platforms: mv.is_platform(), sources, legal, ..Wanted::ALL };
        self.generate_into(wanted, &mut finder);
        finder.found
    }
}
