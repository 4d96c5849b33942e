//! The tables of a game, computed once from what its text says.

use super::cells::{CellSet, CellTable, cell_set};
use super::contradictions::add_contradictions;
use super::info::{INCOMPLETE, game_info, kinds_that_never_return, notations};
use super::lookup::{KnownLookups, Lookup, Reached};
use super::outline::{Features, LeapForm, LookupForm};
use super::runs::{Runs, RunsFrom, runners};
use super::shifts::Shifts;
use super::spec::{
    CastlingSpec, EventResult, GameError, GameSpec, GameText, Mode, MoveRule, Problems, Progress,
    Vector,
};
use crate::geometry::Place;
use crate::moves::{PieceType, Side};
use crate::rules::GameInfo;
use crate::rules::zobrist::splitmix64;
use std::sync::Arc;

/// The largest number of moves of a position. A FEN with pieces for more is an error.
const MAX_MOVES: usize = 4096;
/// Stands for no direction.
const NO_DIRECTION: u8 = u8::MAX;
/// The largest number of directions of slides, with their opposites.
const MAX_DIRECTIONS: usize = 128;

/// A game: what its text says, and what follows for a board of `W` words.
pub struct GameTables<const W: usize> {
    /// What the text says.
    pub spec: GameSpec,
    /// What the positions share.
    pub info: &'static GameInfo,
    /// The existing cells.
    pub(super) all: CellSet<W>,
    /// The tables of each side.
    pub(super) sides: [SideTables<W>; 2],
    /// The places of the kinds in ascending order of value.
    pub(super) value_ranks: [u8; PieceType::MAX_COUNT],
    /// By kind: the largest number of moves that a piece of it can have on any cell, or any piece
    /// that it promotes to.
    pub(super) most_moves: [usize; PieceType::MAX_COUNT],
    /// The kinds none of whose moves can be undone.
    pub(super) never_return: u16,
    /// The index of the king.
    pub(super) king: u8,
    pub(super) features: Features,
    pub(super) lines: Lines<W>,
    pub(super) castlings: Vec<Castling<W>>,
    /// The rights that a move from or to a cell leaves.
    pub(super) rights_kept: CellTable<u16, W>,
    /// The castlings that rest on a right, as bits.
    pub(super) rights: u16,
    /// Where a piece that lands on a cell goes after its move, and where one that stands on a cell
    /// has landed.
    pub(super) transfer: Option<[CellTable<Place, W>; 2]>,
    pub(super) keys: Keys<W>,
}

/// The Zobrist number of Black to move.
pub(super) const BLACK_KEY: u64 = 0x9c15_f73e_62a7_6ae2;

/// The numbers of a piece of a kind and side on each cell. A length that is a power of two would
/// map all rows to the same few cache sets.
struct KeyRow<const W: usize> {
    cells: [[u64; 64]; W],
    _padding: [u64; 3],
}

/// The numbers that make up a key.
pub(super) struct Keys<const W: usize> {
    pieces: Box<[KeyRow<W>; 2 * PieceType::MAX_COUNT]>,
    pub(super) fresh: Box<[u64]>,
    pub(super) ep_pawn: Box<[u64]>,
    pub(super) ep_cell: Box<[u64]>,
    pub(super) castling: Box<[u64]>,
}

impl<const W: usize> Keys<W> {
    fn new(cells: usize) -> Self {
        let mut state = 0x6669_7865_645f_6b79;
        let mut next = || {
            let number;
            (state, number) = splitmix64(state);
            number
        };
        let rows: Vec<KeyRow<W>> = (0..2 * PieceType::MAX_COUNT)
            .map(|_| KeyRow {
                cells: std::array::from_fn(|_| std::array::from_fn(|_| next())),
                _padding: [0; 3],
            })
            .collect();
        let mut fill = |length: usize| std::iter::repeat_with(&mut next).take(length).collect();
        Keys {
            pieces: rows
                .into_boxed_slice()
                .try_into()
                .unwrap_or_else(|_| unreachable!("a row for each kind of each side")),
            fresh: fill(cells),
            ep_pawn: fill(cells),
            ep_cell: fill(cells),
            castling: fill(16),
        }
    }

    /// Returns the numbers of a piece by cell.
    #[inline(always)]
    pub(super) fn pieces(&self, side: Side, kind: u8) -> &[u64] {
        let row = side.index() * PieceType::MAX_COUNT + usize::from(kind) % PieceType::MAX_COUNT;
        self.pieces[row].cells.as_flattened()
    }

    /// Returns the number of a piece on a cell.
    #[inline(always)]
    pub(super) fn piece(&self, side: Side, kind: u8, cell: Place) -> u64 {
        self.pieces(side, kind)[usize::from(cell)]
    }
}

/// The cells that leaps lead to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Leaps<const W: usize> {
    /// Those without a capture.
    pub(super) steps: CellSet<W>,
    /// Those by capture.
    pub(super) captures: CellSet<W>,
}

/// The leaps of a kind of piece.
pub(super) struct LeapPlan<const W: usize> {
    pub(super) form: LeapForm,
    pub(super) table: CellTable<Leaps<W>, W>,
}

/// The moves over empty cells of some kinds of pieces.
pub(super) struct LookupPlan<const W: usize> {
    pub(super) form: LookupForm,
    /// Both sides have the same one where they move in the same way.
    pub(super) lookup: Arc<Lookup<W>>,
}

/// How some pieces move.
pub(super) struct Plans<const W: usize> {
    pub(super) shifts: Vec<Shifts<W>>,
    pub(super) leaps: Vec<LeapPlan<W>>,
    pub(super) lookups: Vec<LookupPlan<W>>,
}

/// A table by cell for a kind of piece.
pub(super) struct KindTable<const W: usize> {
    pub(super) kind: u8,
    pub(super) table: CellTable<CellSet<W>, W>,
}

/// The cells from which some kinds of pieces capture on a cell over empty cells that are not on a
/// straight line.
pub(super) struct BentClass<const W: usize> {
    /// As bits.
    pub(super) kinds: u16,
    /// The cells from which they do if nothing stands in the way.
    pub(super) reach: CellTable<CellSet<W>, W>,
    /// The cells that may stand in the way of one of them.
    pub(super) over: CellTable<CellSet<W>, W>,
    /// The cells from which they do, by what stands in the way.
    pub(super) lookups: Vec<Lookup<W>>,
}

/// The number of kinds of an [`AttackRow`].
pub(super) const ROW: usize = 8;

/// The cells from which pieces of eight kinds capture on a cell if nothing stands in the way.
#[derive(Clone, Copy)]
pub(super) struct AttackRow<const W: usize> {
    pub(super) leaps: [CellSet<W>; ROW],
    /// Over empty cells on a straight line.
    pub(super) lines: [CellSet<W>; ROW],
}

/// What captures on a cell, of any kind.
#[derive(Clone, Copy)]
pub(super) struct Near<const W: usize> {
    /// The cells from which it captures if nothing stands in the way.
    pub(super) from: CellSet<W>,
    /// The cells that may stand in the way.
    pub(super) over: CellSet<W>,
}

/// What captures on each cell: by kind in rows, and of any kind.
pub(super) struct AttackRows<const W: usize> {
    rows: Box<[AttackRow<W>]>,
    near: CellTable<Near<W>, W>,
    /// The number of rows of a cell.
    count: usize,
}

impl<const W: usize> AttackRows<W> {
    /// Returns rows of a number of kinds without attacks.
    pub(super) fn new(kinds: usize, cells: usize) -> Self {
        let none = AttackRow { leaps: [CellSet::EMPTY; ROW], lines: [CellSet::EMPTY; ROW] };
        let count = kinds.div_ceil(ROW);
        let near = CellTable::new(Near { from: CellSet::EMPTY, over: CellSet::EMPTY });
        AttackRows { rows: vec![none; count * cells].into(), near, count }
    }

    /// Returns the rows of a cell, those of the first kinds first, for the number of kinds.
    #[inline(always)]
    pub(super) fn of_cell(&self, cell: Place, kinds: u8) -> &[AttackRow<W>] {
        let count = usize::from(kinds).div_ceil(ROW);
        &self.rows[usize::from(cell) * count..][..count]
    }

    /// Returns what captures on a cell.
    #[inline(always)]
    pub(super) fn near(&self, cell: Place) -> &Near<W> {
        self.near.get(cell)
    }

    #[inline(always)]
    fn row(&self, kind: u8, cell: Place) -> &AttackRow<W> {
        &self.rows[usize::from(cell) * self.count + usize::from(kind) / ROW]
    }

    fn row_mut(&mut self, kind: u8, cell: Place) -> &mut AttackRow<W> {
        &mut self.rows[usize::from(cell) * self.count + usize::from(kind) / ROW]
    }

    /// Adds the captures of a kind from a cell by leaps.
    pub(super) fn add_leaps(&mut self, kind: u8, from: Place, to: CellSet<W>) {
        to.for_each(|to| {
            self.row_mut(kind, to).leaps[usize::from(kind) % ROW].insert(from);
            self.near.get_mut(to).from.insert(from);
        });
    }

    /// Adds a capture over empty cells.
    pub(super) fn add_over(&mut self, from: Place, reached: &Reached<W>) {
        let near = self.near.get_mut(reached.cell);
        near.from.insert(from);
        near.over |= reached.over;
    }

    /// Adds a capture of a kind over empty cells on a straight line.
    pub(super) fn add_line(&mut self, kind: u8, from: Place, to: Place) {
        self.row_mut(kind, to).lines[usize::from(kind) % ROW].insert(from);
    }

    /// Returns the cells from which a kind captures on a cell by leaps.
    #[inline(always)]
    pub(super) fn leaps(&self, kind: u8, cell: Place) -> CellSet<W> {
        self.row(kind, cell).leaps[usize::from(kind) % ROW]
    }

    /// Returns the cells from which a kind captures on a cell over empty cells on a straight line.
    #[inline(always)]
    pub(super) fn lines(&self, kind: u8, cell: Place) -> CellSet<W> {
        self.row(kind, cell).lines[usize::from(kind) % ROW]
    }
}

/// Where and to what a kind of piece promotes.
pub(super) struct Promotion<const W: usize> {
    pub(super) must: CellSet<W>,
    /// The cells on which it may promote or must.
    pub(super) zone: CellSet<W>,
    /// A piece on any other cell cannot promote by its next move.
    pub(super) near: CellSet<W>,
    pub(super) to: Vec<PieceType>,
}

/// The tables of a side.
pub(super) struct SideTables<const W: usize> {
    /// All pieces but the king.
    pub(super) pieces: Plans<W>,
    /// The king.
    pub(super) king: Plans<W>,
    /// Captures of pieces from where they stand, by kind.
    pub(super) from_afar: Vec<KindTable<W>>,
    /// The captures of all kinds, by target.
    pub(super) attacks: AttackRows<W>,
    pub(super) bent_classes: Vec<BentClass<W>>,
    pub(super) promotions: Vec<Option<Promotion<W>>>,
    /// By kind and origin.
    pub(super) runs: Vec<Vec<Option<Runs<W>>>>,
    /// By origin.
    pub(super) runs_from: CellTable<RunsFrom<W>, W>,
    /// The enemy cells that a kind freezes, by its cell.
    pub(super) freezers: Vec<KindTable<W>>,
    /// The cells on which pieces of each kind can be unmoved.
    pub(super) unmoved_starts: Vec<CellSet<W>>,
    /// The cells on which each kind can stand.
    pub(super) stands_on: Vec<CellSet<W>>,
    pub(super) ride: Option<Ride<W>>,
}

/// A ride.
pub(super) struct Ride<const W: usize> {
    pub(super) stop: Place,
    pub(super) ends: CellSet<W>,
}

/// A way of castling.
pub(super) struct Castling<const W: usize> {
    pub(super) side: Side,
    pub(super) has_right: bool,
    pub(super) king: [Place; 2],
    pub(super) rook: [Place; 2],
    pub(super) empty: CellSet<W>,
    pub(super) safe: Vec<Place>,
    pub(super) written: Place,
}

/// The lines between cells.
pub(super) struct Lines<const W: usize> {
    /// By cell and cell: the direction of the slide from the one to the other.
    direction: Box<[u8]>,
    /// By cell and direction: the cells of the ray.
    rays: Box<[CellSet<W>]>,
    directions: usize,
}

impl<const W: usize> Lines<W> {
    /// Returns the cells strictly between two cells on a common line; the empty set for others.
    #[inline(always)]
    pub(super) fn between(&self, a: Place, b: Place) -> CellSet<W> {
        let [there, back] = [(a, b), (b, a)].map(|(a, b)| self.direction[Self::index(a, b)]);
        if there == NO_DIRECTION || back == NO_DIRECTION {
            return CellSet::EMPTY;
        }
        let ray = |cell: Place, direction: u8| {
            &self.rays[usize::from(cell) * self.directions + usize::from(direction)]
        };
        *ray(a, there) & *ray(b, back)
    }

    fn index(a: Place, b: Place) -> usize {
        usize::from(a) * W * 64 + usize::from(b)
    }

    /// Returns the lines of these directions, and whether two of them lead from one cell to the
    /// same.
    fn new(spec: &GameSpec, directions: &[Vector]) -> (Self, bool) {
        let cells = spec.cells();
        let mut lines = Lines {
            direction: vec![NO_DIRECTION; cells * W * 64].into(),
            rays: vec![CellSet::EMPTY; cells * directions.len()].into(),
            directions: directions.len(),
        };
        let mut is_ambiguous = false;
        for from in (0..cells as Place).filter(|&cell| spec.exists[usize::from(cell)]) {
            for (index, &vector) in directions.iter().enumerate() {
                let mut at = from;
                while let Some(next) = spec.step(Side::White, at, vector) {
                    lines.rays[usize::from(from) * directions.len() + index].insert(next);
                    let entry = &mut lines.direction[Self::index(from, next)];
                    is_ambiguous |= *entry != NO_DIRECTION;
                    *entry = index as u8;
                    at = next;
                }
            }
        }
        (lines, is_ambiguous)
    }
}

impl<const W: usize> GameTables<W> {
    /// Computes the tables of a game.
    ///
    /// # Errors
    /// Every contradiction of its rules.
    pub fn new(text: GameText) -> Result<Self, Vec<GameError>> {
        let mut problems = Problems::default();
        if text.spec.cells() > W * 64 {
            problems.add("board", format!("a board of at most {} cells expected", W * 64));
            return Err(text.locate(problems));
        }
        let (mut game, values) = Self::from_spec(text.spec.clone(), &mut problems);
        if !problems.is_empty() {
            return Err(text.locate(problems));
        }
        let info = game_info(&game.spec, &values, game.max_moves());
        game.info = Box::leak(Box::new(info));
        Ok(game)
    }

    fn from_spec(spec: GameSpec, problems: &mut Problems) -> (Self, [i32; PieceType::MAX_COUNT]) {
        let directions = slide_directions(&spec, problems);
        let (lines, is_ambiguous) = Lines::new(&spec, &directions);
        let tests_moves = is_ambiguous || must_test_moves(&spec);
        let all = cell_set(&spec.exists);
        let mut known = KnownLookups::default();
        let mut sides = Side::ALL.map(|side| {
            SideTables::new(&spec, side, !is_ambiguous, tests_moves, &mut known, problems)
        });
        let [white, black] = &mut sides;
        white.add_capturers_of_runs(&black.attacks);
        black.add_capturers_of_runs(&white.attacks);
        let king = spec.king() as u8;
        let values = values(&spec, &|kind, cell| sides[0].attacks.leaps(kind, cell).count());
        let value_ranks = value_ranks(&values, spec.kinds.len(), king);
        let pawns = (0..).zip(&spec.kinds).filter(|(_, kind)| kind.promotion.is_some());
        let castlings: Vec<Castling<W>> = spec.castlings.iter().map(Castling::new).collect();
        let mut rights_kept = CellTable::new(u16::MAX);
        let mut rights = 0;
        for (index, castling) in
            castlings.iter().enumerate().filter(|(_, castling)| castling.has_right)
        {
            rights |= 1 << index;
            for cell in [castling.king[0], castling.rook[0]] {
                *rights_kept.get_mut(cell) &= !(1 << index);
            }
        }
        let transfer = transfer_tables(&spec);
        let max_dead = spec.dead_material.iter().map(|kinds| kinds.len() as u32 + 2).max();
        let max_dead =
            if spec.bare_king == EventResult::None { max_dead.unwrap_or(0) } else { u32::MAX };
        let keys = Keys::new(spec.cells());
        let kinds_where = |part: &dyn Fn(&AttackRow<W>) -> [CellSet<W>; ROW]| {
            let rows = sides.iter().flat_map(|side| side.attacks.rows.chunks(side.attacks.count));
            rows.flat_map(|rows| {
                (0..).zip(rows.iter().flat_map(part)).filter(|(_, cells)| !cells.is_empty())
            })
            .fold(0, |set, (kind, _)| set | 1u16 << kind)
        };
        let kinds_with = |progress: Progress| {
            let kinds = (0..).zip(&spec.kinds).filter(|(_, kind)| kind.progress == progress);
            kinds.fold(0, |set, (kind, _)| set | 1u16 << kind)
        };
        let classes = sides.iter().flat_map(|side| &side.bent_classes);
        let bent = classes.fold(0, |kinds, class| kinds | class.kinds);
        let [leapers, sliders] = [kinds_where(&|row| row.leaps), kinds_where(&|row| row.lines)];
        let rank = |kind: usize| value_ranks[kind];
        let is_in = |kinds: u16| move |kind: &usize| kinds >> kind & 1 != 0;
        let least = (0..spec.kinds.len()).filter(is_in(sliders | bent)).map(rank).min();
        let is_light = |kind: &usize| least.is_none_or(|least| rank(*kind) < least);
        let light = (0..spec.kinds.len()).filter(is_in(leapers)).filter(is_light);
        let [runners, first_runners] = runners(&spec);
        let features = Features {
            kinds: spec.kinds.len() as u8,
            king,
            tests_moves,
            has_castling: !castlings.is_empty(),
            has_rides: !spec.rides.is_empty(),
            has_en_passant: runners != 0,
            runners,
            first_runners,
            has_unmoved: (0..spec.kinds.len()).any(|kind| spec.tracks_unmoved(kind)),
            has_transfer: transfer.is_some(),
            freezes: sides.iter().any(|side| !side.freezers.is_empty()),
            max_dead,
            progress: kinds_with(Progress::Always),
            progress_by_rank: kinds_with(Progress::ChangeOfRank),
            pawns: pawns.fold(0, |set, (kind, _)| set | 1 << kind),
            leapers,
            sliders,
            bent,
            light: light.fold(0, |set, kind| set | 1 << kind),
        };
        add_useless_kinds(&spec, &sides, problems);
        add_contradictions(&spec, problems);
        if spec.notation.is_some_and(|notation| !notations(&spec).contains(&notation)) {
            let message = "the notation cannot write every move of the game, another one expected";
            problems.add("notation", message);
        }
        let most_moves = most_moves(&spec, &sides);
        let never_return = kinds_that_never_return(&spec);
        let game = GameTables {
            spec,
            info: &INCOMPLETE,
            all,
            sides,
            value_ranks,
            most_moves,
            never_return,
            king,
            features,
            lines,
            castlings,
            rights_kept,
            rights,
            transfer,
            keys,
        };
        game.check_start(problems);
        (game, values)
    }

    /// Adds a problem if a side may have too many moves, or if the side that is not to move is in
    /// check at the start.
    fn check_start(&self, problems: &mut Problems) {
        let stands = |side: Side, kind: u8| self.spec.start_cells(kind.into(), side).collect();
        let occupied: CellSet<W> = (0..)
            .zip(&self.spec.start)
            .filter(|(_, piece)| piece.is_some())
            .map(|(cell, _)| cell)
            .collect();
        for side in Side::ALL {
            let count = |kind| self.spec.start_cells(kind, side).count();
            let too_many = self.too_many_moves(side, std::array::from_fn(count));
            too_many.into_iter().for_each(|message| problems.add("start", message));
        }
        let Some(king) = self.spec.start_cells(self.king.into(), Side::Black).next() else {
            return;
        };
        let [white, black] = &self.sides;
        let mut frozen: CellSet<W> = CellSet::EMPTY;
        for freezer in &black.freezers {
            let freezers: CellSet<W> = stands(Side::Black, freezer.kind);
            freezers.for_each(|cell| frozen |= *freezer.table.get(cell));
        }
        let attacks = |kind: u8, from: Place| {
            let mut plans = white.pieces.lookups.iter().chain(&white.king.lookups);
            white.attacks.leaps(kind, king).contains(from)
                || plans.any(|plan| {
                    plan.form.captures
                        && plan.form.moves(kind)
                        && plan.lookup.get(from, &occupied).contains(king)
                })
        };
        for kind in 0..self.spec.kinds.len() as u8 {
            let pieces: CellSet<W> = stands(Side::White, kind);
            if let Some(from) = pieces.without(frozen).iter().find(|&from| attacks(kind, from)) {
                let (from, king) = (self.spec.cell_name(from), self.spec.cell_name(king));
                let message = format!(
                    "the piece on {from} attacks the king on {king}, no check by the side to move expected"
                );
                problems.add("start", message);
                return;
            }
        }
    }

    /// Returns an error if a side that has this many pieces of each kind may have too many moves,
    /// now or in a position that follows.
    pub(super) fn too_many_moves(
        &self,
        side: Side,
        counts: [usize; PieceType::MAX_COUNT],
    ) -> Option<String> {
        let moves = counts.iter().zip(&self.most_moves).map(|(count, most)| count * most);
        let bound = moves.sum::<usize>() + self.castlings.len();
        (bound > MAX_MOVES).then(|| {
            format!("pieces of {side} for up to {bound} moves read, at most {MAX_MOVES} expected")
        })
    }

    /// Returns an upper bound on the number of legal moves of any position.
    fn max_moves(&self) -> usize {
        let pieces = self.spec.exists.iter().filter(|&&exists| exists).count();
        let most = self.most_moves.iter().copied().max().unwrap_or(0);
        (pieces * most + self.castlings.len()).min(MAX_MOVES)
    }
}

/// Returns whether a piece can move in a way in which checks and pins do not tell what is legal.
fn must_test_moves(spec: &GameSpec) -> bool {
    let bends = |rule: &MoveRule| rule.paths.iter().any(|path| path.len() > 1);
    let needs_test = |rule: &MoveRule| match rule.mode {
        Mode::Both | Mode::Capture => bends(rule),
        Mode::Step => false,
        Mode::FromAfar => true,
    };
    let mut kinds = spec.kinds.iter();
    spec.transfer.is_some()
        || kinds.any(|kind| !kind.freezes.is_empty() || kind.rules.iter().any(needs_test))
}

/// Returns where a piece that lands on a cell goes after its move, and where one that stands on a
/// cell has landed.
fn transfer_tables<const W: usize>(spec: &GameSpec) -> Option<[CellTable<Place, W>; 2]> {
    let levels = spec.transfer.as_ref()?;
    let mut tables = [CellTable::new(0), CellTable::new(0)];
    for from in 0..spec.cells() as Place {
        let [file, rank, level] = spec.coordinates(from);
        if let Some(to) = spec.cell([file, rank, levels[level as usize] as i32]) {
            *tables[0].get_mut(from) = to;
            *tables[1].get_mut(to) = from;
        }
    }
    Some(tables)
}

impl<const W: usize> Castling<W> {
    fn new(spec: &CastlingSpec) -> Self {
        // King and rook may arrive on each other's cells, and only on cells that are empty
        // otherwise.
        let own = [spec.king[0], spec.rook[0]];
        let arrivals = [spec.king[1], spec.rook[1]].into_iter().filter(|cell| !own.contains(cell));
        Castling {
            side: spec.side,
            has_right: spec.right.is_some(),
            king: spec.king,
            rook: spec.rook,
            empty: spec.empty.iter().copied().chain(arrivals).collect(),
            safe: spec.safe.clone(),
            written: spec.written,
        }
    }
}

/// Returns by kind the largest number of moves of a piece on any cell of an empty board, or of any
/// piece that it can become by one or several promotions.
fn most_moves<const W: usize>(
    spec: &GameSpec,
    sides: &[SideTables<W>; 2],
) -> [usize; PieceType::MAX_COUNT] {
    let cells = || 0..spec.cells() as Place;
    let on_cell = |tables: &SideTables<W>, kind: u8, from: Place| {
        let mut reached = CellSet::EMPTY;
        for plans in [&tables.pieces, &tables.king] {
            for plan in plans.leaps.iter().filter(|plan| plan.form.kind == kind) {
                let leaps = plan.table.get(from);
                reached |= leaps.steps | leaps.captures;
            }
            for plan in plans.lookups.iter().filter(|plan| plan.form.moves(kind)) {
                reached |= plan.lookup.get(from, &CellSet::EMPTY);
            }
        }
        let afar = tables.from_afar.iter().filter(|plan| plan.kind == kind);
        let afar: u32 = afar.map(|plan| plan.table.get(from).count()).sum();
        let rides = tables.ride.as_ref().map_or(0, |ride| ride.ends.count());
        let promotion = tables.promotions[usize::from(kind)].as_ref();
        let texts = promotion.map_or(1, |promotion| promotion.to.len() as u32 + 1);
        (reached.count() * texts + afar + rides) as usize
    };
    let of_kind = |kind: u8| {
        let counts =
            sides.iter().flat_map(|side| cells().map(move |from| on_cell(side, kind, from)));
        counts.max().unwrap_or(0)
    };
    let kinds = spec.kinds.len();
    let of_number = |kind| if kind < kinds { of_kind(kind as u8) } else { 0 };
    let mut most: [usize; PieceType::MAX_COUNT] = std::array::from_fn(of_number);
    // A piece may promote again: each round follows one promotion more.
    for _ in 0..kinds {
        for (kind, kind_spec) in spec.kinds.iter().enumerate() {
            let to = kind_spec.promotion.iter().flat_map(|promotion| &promotion.to);
            let becomes = to.map(|&kind| most[usize::from(kind)]).max().unwrap_or(0);
            most[kind] = most[kind].max(becomes);
        }
    }
    most
}

/// Returns the set of a region as a side sees it.
pub(super) fn seen_set<const W: usize>(spec: &GameSpec, side: Side, region: &[bool]) -> CellSet<W> {
    let cells = (0..).zip(region).filter(|&(_, &is_in)| is_in);
    cells.map(|(cell, _)| spec.as_seen_by(side, cell)).collect()
}

/// Returns the directions of all slides of both sides and their opposites, as White sees them.
fn slide_directions(spec: &GameSpec, problems: &mut Problems) -> Vec<Vector> {
    let mut directions: Vec<Vector> = Vec::new();
    let opposite = |vector: Vector| vector.map(|by| -by);
    let of_black = |vector: Vector| {
        let axis =
            |axis: usize| if spec.black_reverses[axis] { -vector[axis] } else { vector[axis] };
        std::array::from_fn(axis)
    };
    for rule in spec.kinds.iter().flat_map(|kind| &kind.rules).filter(|rule| rule.at_most > 1) {
        for &vector in rule.paths.iter().filter_map(|path| path.first()) {
            let black = of_black(vector);
            for vector in [vector, opposite(vector), black, opposite(black)] {
                if !directions.contains(&vector) {
                    directions.push(vector);
                }
            }
        }
    }
    if directions.len() > MAX_DIRECTIONS {
        let read = directions.len();
        problems.add(
            "pieces",
            format!("{read} directions of slides read, at most {MAX_DIRECTIONS} expected"),
        );
        directions.truncate(MAX_DIRECTIONS);
    }
    directions
}

/// Adds the kinds that can never move, and the promotions that are out of reach.
fn add_useless_kinds<const W: usize>(
    spec: &GameSpec,
    sides: &[SideTables<W>; 2],
    problems: &mut Problems,
) {
    let cells = || 0..spec.cells() as Place;
    let moves = |plans: &Plans<W>, kind: u8| {
        let leaps = plans.leaps.iter().filter(|plan| plan.form.kind == kind);
        let mut leaps = leaps.flat_map(|plan| cells().map(|cell| plan.table.get(cell)));
        let mut lookups = plans.lookups.iter().filter(|plan| plan.form.moves(kind));
        leaps.any(|leaps| !(leaps.steps | leaps.captures).is_empty())
            || lookups
                .any(|plan| cells().any(|cell| !plan.lookup.get(cell, &CellSet::EMPTY).is_empty()))
    };
    for (kind, kind_spec) in (0..).zip(&spec.kinds) {
        let key = format!("pieces.{}", kind_spec.letter);
        if !sides.iter().all(|side| moves(&side.pieces, kind) || moves(&side.king, kind)) {
            problems.add(&key, format!("the {} can never move, a move expected", kind_spec.name));
            continue;
        }
        let promotions =
            sides.iter().filter_map(|side| side.promotions[usize::from(kind)].as_ref());
        if promotions.into_iter().any(|promotion| promotion.near.is_empty()) {
            let message =
                format!("no move of the {} leads to a cell of its promotion", kind_spec.name);
            problems.add(format!("{key}.promotes"), message);
        }
    }
}

/// Returns the values of the kinds in centipawns: those of the file, else from the mean number of
/// cells attacked, as if one cell in three were occupied. `leaps` returns the number of cells that
/// a kind attacks from a cell by leaps.
fn values(spec: &GameSpec, leaps: &dyn Fn(u8, Place) -> u32) -> [i32; PieceType::MAX_COUNT] {
    let cells = spec.exists.iter().filter(|&&exists| exists).count().max(1) as f64;
    let mut mobility = [0.0; PieceType::MAX_COUNT];
    for kind in 0..spec.kinds.len() as u8 {
        let attacks = (0..spec.cells() as Place).map(|cell| leaps(kind, cell));
        mobility[usize::from(kind)] += f64::from(attacks.sum::<u32>()) / cells;
    }
    for (mobility, kind_spec) in mobility.iter_mut().zip(&spec.kinds) {
        for rule in
            kind_spec.rules.iter().filter(|rule| !matches!(rule.mode, Mode::Step | Mode::FromAfar))
        {
            for path in &rule.paths {
                if rule.at_most == 1 && path.len() == 1 {
                    continue;
                }
                for from in spec.origins(Side::White, rule) {
                    if rule.at_most == 1 {
                        if spec.follow(Side::White, from, path).is_some() {
                            *mobility += (2.0f64 / 3.0).powi(path.len() as i32 - 1) / cells;
                        }
                        continue;
                    }
                    let (mut at, mut chance) = (from, 1.0);
                    for _ in 0..rule.at_most {
                        let Some(next) =
                            path.first().and_then(|&by| spec.step(Side::White, at, by))
                        else {
                            break;
                        };
                        *mobility += chance / cells;
                        (at, chance) = (next, chance * 2.0 / 3.0);
                    }
                }
            }
        }
    }
    let pawn = (0..spec.kinds.len()).filter(|&kind| spec.kinds[kind].promotion.is_some());
    let pawn = pawn.map(|kind| mobility[kind]).fold(f64::NAN, f64::min);
    // A pawn is worth more than its attacks, since it may promote.
    let unit = if pawn > 0.0 { pawn * 1.6 } else { 1.5 };
    let mut values = [0; PieceType::MAX_COUNT];
    for (kind, kind_spec) in spec.kinds.iter().enumerate() {
        let computed = if kind_spec.promotion.is_some() {
            100
        } else {
            (100.0 * mobility[kind] / unit) as i32
        };
        values[kind] =
            if kind_spec.royal { 0 } else { kind_spec.value.unwrap_or(computed.clamp(50, 3000)) };
    }
    values
}

/// Returns the ranks of the kinds in the order of their values, the king last.
fn value_ranks(
    values: &[i32; PieceType::MAX_COUNT],
    kinds: usize,
    king: u8,
) -> [u8; PieceType::MAX_COUNT] {
    let mut by_value: Vec<u8> = (0..kinds as u8).collect();
    by_value.sort_by_key(|&kind| (kind == king, values[usize::from(kind)]));
    let mut ranks = [0; PieceType::MAX_COUNT];
    for (rank, kind) in (0..).zip(by_value) {
        ranks[usize::from(kind)] = rank;
    }
    ranks
}
