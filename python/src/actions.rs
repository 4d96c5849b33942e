//! Actions: the numbers of the moves of a game, the same in every position.
//!
//! An action is a text in UCI notation. The actions of a game are all pairs of places between which
//! some move of the game can lead, in each form that it can have there: without a letter, with the
//! letters of promotions, as a capture from afar, as a ride. They are sorted by origin, destination
//! and form, so that the same rules always give the same numbers. There may be actions that no
//! position allows.
//!
//! In a game with a symmetry between the colors an action is seen from the side that moves: Black's
//! moves are mirrored, so that both sides have the same actions for the same moves.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use triskelion::geometry::{Place, Point};
use triskelion::moves::{Move, MoveType, PieceType, Side};
use triskelion::registry::Variant;
use triskelion::rules::fixed::GameSpec;
use triskelion::rules::fixed::spec::{KindSpec, Mode};
use triskelion::rules::{BoardText, GameInfo};

/// Adds what this file has to the module.
pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<ActionSpace>()
}

/// Returns the rule set of a text: a name, or the path of a file.
pub(crate) fn variant_from_text(text: &str) -> PyResult<Variant> {
    text.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// The form of a move besides its places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Form {
    /// Whether the piece captures without moving.
    is_from_afar: bool,
    /// Whether the king goes on after it has reached the cell where its ride begins.
    is_ride: bool,
    /// The promotions in the order of their letters.
    first: Option<PieceType>,
    second: Option<PieceType>,
}

impl Form {
    /// A move without promotion from place to place.
    const PLAIN: Form = Form { is_from_afar: false, is_ride: false, first: None, second: None };
    const FROM_AFAR: Form = Form { is_from_afar: true, ..Form::PLAIN };
    const RIDE: Form = Form { is_ride: true, ..Form::PLAIN };

    fn promotion(first: PieceType, second: Option<PieceType>) -> Form {
        Form { first: Some(first), second, ..Form::PLAIN }
    }
}

/// What distinguishes an action from the others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Key {
    from: Place,
    to: Place,
    form: Form,
}

impl Key {
    /// Returns the key of a move of this board.
    #[inline]
    fn of<B: BoardText>(board: &B, mv: Move) -> Key {
        let key = Key {
            from: mv.from(),
            to: mv.to(),
            form: Form { first: mv.promotion(), second: mv.second_promotion(), ..Form::PLAIN },
        };
        match mv.kind() {
            // Castling is written by other places than those of the move in some games.
            MoveType::Castling | MoveType::Special => {
                let places = board.uci_places(mv);
                let is_from_afar = places.captures_from_afar;
                let is_ride = places.via.is_some();
                Key { to: places.to, form: Form { is_from_afar, is_ride, ..key.form }, ..key }
            }
            _ => key,
        }
    }
}

/// Stands for no action.
const NONE: u32 = u32::MAX;

/// The actions of a rule set.
pub(crate) struct Actions {
    pub(crate) variant: Variant,
    game: &'static GameInfo,
    keys: Vec<Key>,
    /// The actions without letters, by origin and destination.
    plain: Vec<u32>,
    others: HashMap<Key, u32>,
    view: View,
    texts: [OnceLock<HashMap<String, u32>>; 2],
}

/// How the sides see the places of a game.
pub(crate) struct View {
    /// The mirrored place of every place, if Black sees the board mirrored.
    mirror: Option<Vec<Place>>,
    /// Whether the files are mirrored, too.
    files_reversed: bool,
}

impl View {
    /// Returns the view of a game: mirrored for Black if the game has a symmetry between the
    /// colors.
    pub(crate) fn new(game: &GameInfo) -> View {
        let symmetry = game.color_symmetry;
        View {
            mirror: symmetry.map(|symmetry| symmetry.places(game)),
            files_reversed: symmetry.is_some_and(|symmetry| symmetry.files),
        }
    }

    /// Returns the place that a side sees where White sees this one. The same call leads back.
    #[inline]
    pub(crate) fn place(&self, side: Side, place: Place) -> Place {
        match (&self.mirror, side) {
            (Some(mirror), Side::Black) => mirror.get(usize::from(place)).copied().unwrap_or(place),
            _ => place,
        }
    }

    /// Returns the action of a side as White sees it, and back.
    #[inline]
    fn key(&self, side: Side, Key { from, to, form }: Key) -> Key {
        let mut key = Key { from: self.place(side, from), to: self.place(side, to), form };
        // Two letters stand in the order of the files.
        if side == Side::Black && self.files_reversed && form.second.is_some() {
            (key.form.first, key.form.second) = (form.second, form.first);
        }
        key
    }
}

impl Actions {
    /// Returns the actions of a rule set. They are computed once.
    pub(crate) fn of(variant: Variant) -> Arc<Actions> {
        static KNOWN: Mutex<Vec<Arc<Actions>>> = Mutex::new(Vec::new());
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let find = |list: &[Arc<Actions>]| list.iter().find(|it| it.variant == variant).cloned();
        if let Some(actions) = find(&known()) {
            return actions;
        }
        let actions = Arc::new(Actions::new(variant));
        let mut list = known();
        find(&list).unwrap_or_else(|| {
            list.push(Arc::clone(&actions));
            actions
        })
    }

    fn new(variant: Variant) -> Actions {
        let game = variant.game();
        let mut collector = Collector { game, view: View::new(game), keys: BTreeSet::new() };
        match (variant, variant.spec()) {
            (_, Some(spec)) => collector.add_spec(spec),
            (Variant::Chess, _) => collector.add_chess(),
            (Variant::Kobayashi, _) => collector.add_kobayashi(),
            (Variant::Meder, _) => collector.add_meder(),
            (Variant::Sixfold, _) => collector.add_sixfold(),
            _ => collector.add_federation(),
        }
        let keys: Vec<Key> = collector.keys.into_iter().collect();
        let places = game.place_count();
        let mut plain = vec![NONE; places * places];
        let mut others = HashMap::new();
        for (action, &key) in (0..).zip(&keys) {
            if key.form == Form::PLAIN {
                plain[usize::from(key.from) * places + usize::from(key.to)] = action;
            } else {
                others.insert(key, action);
            }
        }
        let (view, texts) = (collector.view, Default::default());
        Actions { variant, game, keys, plain, others, view, texts }
    }

    /// The number of actions.
    pub(crate) fn count(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether Black's moves are mirrored.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.view.mirror.is_some()
    }

    /// Returns the action of a legal move.
    #[inline]
    pub(crate) fn action<B: BoardText>(&self, board: &B, mv: Move) -> Option<u32> {
        let side = board.side_to_move();
        let is_special = matches!(mv.kind(), MoveType::Castling | MoveType::Special);
        let action = if mv.is_promotion() || is_special {
            self.find(self.view.key(side, Key::of(board, mv)))
        } else {
            self.find_plain(self.view.place(side, mv.from()), self.view.place(side, mv.to()))
        };
        debug_assert!(action.is_some(), "{} has no action", board.move_to_uci(mv));
        action
    }

    #[inline]
    fn find_plain(&self, from: Place, to: Place) -> Option<u32> {
        let index = usize::from(from) * self.game.place_count() + usize::from(to);
        self.plain.get(index).copied().filter(|&action| action != NONE)
    }

    fn find(&self, key: Key) -> Option<u32> {
        if key.form == Form::PLAIN {
            return self.find_plain(key.from, key.to);
        }
        self.others.get(&key).copied()
    }

    /// Returns the index of the move in a list of legal moves that an action means.
    #[inline]
    pub(crate) fn index_of_move<B: BoardText>(
        &self,
        board: &B,
        moves: &[Move],
        action: i64,
    ) -> Option<usize> {
        let key = *self.keys.get(usize::try_from(action).ok()?)?;
        let key = self.view.key(board.side_to_move(), key);
        // The origin settles most cases.
        let is_meant = |&mv: &Move| mv.from() == key.from && Key::of(board, mv) == key;
        moves.iter().position(is_meant)
    }

    /// Returns the text of an action of a side.
    pub(crate) fn text(&self, side: Side, action: usize) -> Option<String> {
        self.keys.get(action).map(|&key| self.text_of_key(side, self.view.key(side, key)))
    }

    fn text_of_key(&self, side: Side, Key { from, to, form }: Key) -> String {
        let name = |place| self.game.space.place_name(place);
        let mut text = name(from);
        if form.is_from_afar {
            text.push('x');
        }
        if form.is_ride {
            let rides = self.variant.spec().map_or(&[][..], |spec| &spec.rides);
            let fits = |ride: &&triskelion::rules::fixed::spec::RideSpec| ride.ends.contains(&to);
            let own = rides.iter().filter(fits).find(|ride| ride.side == side);
            let ride = own.or_else(|| rides.iter().find(fits));
            text.extend(ride.map(|ride| name(ride.stop)));
        }
        text += &name(to);
        let promotions = form.first.into_iter().chain(form.second);
        text.extend(promotions.map(|kind| self.game.pieces.letter(kind)));
        text
    }

    /// Returns the action of a side with this text.
    pub(crate) fn action_of_text(&self, side: Side, text: &str) -> Option<u32> {
        let texts = self.texts.get(side.index())?.get_or_init(|| {
            let all = 0..self.count();
            all.filter_map(|action| Some((self.text(side, action)?, action as u32))).collect()
        });
        texts.get(text).copied()
    }
}

/// Collects the actions of a game.
struct Collector {
    game: &'static GameInfo,
    view: View,
    keys: BTreeSet<Key>,
}

/// The difference between two cells: files, ranks and levels.
type Offset = [i32; 3];

/// Returns whether an offset along files and ranks lies on a line of a queen.
fn is_line(files: i32, ranks: i32) -> bool {
    (files != 0 || ranks != 0) && (files == 0 || ranks == 0 || files.abs() == ranks.abs())
}

/// Returns whether the distances are those of a knight's leap in space.
fn is_knight_leap(offset: Offset) -> bool {
    let mut distances = offset.map(i32::abs);
    distances.sort_unstable();
    distances == [0, 1, 2]
}

/// Returns the direction ahead.
fn ahead(side: Side) -> i32 {
    if side == Side::White { 1 } else { -1 }
}

impl Collector {
    /// Adds a move of a side.
    fn add(&mut self, side: Side, from: Place, to: Place, form: Form) {
        self.keys.insert(self.view.key(side, Key { from, to, form }));
    }

    /// Adds a move of a side that promotes one piece.
    fn add_promotions(&mut self, side: Side, from: Place, to: Place) {
        for &kind in self.game.promotions {
            self.add(side, from, to, Form::promotion(kind, None));
        }
    }

    /// Adds a move of a side that promotes two pieces.
    fn add_double_promotions(&mut self, side: Side, from: Place, to: Place) {
        for &first in self.game.promotions {
            for &second in self.game.promotions {
                self.add(side, from, to, Form::promotion(first, Some(second)));
            }
        }
    }

    /// The sides whose moves differ: White alone if Black's are mirrored.
    fn sides(&self) -> &'static [Side] {
        if self.view.mirror.is_some() { &[Side::White] } else { &Side::ALL }
    }

    /// Returns the pairs of different cells that a position can have, and the offsets between them.
    fn cell_pairs(&self) -> Vec<(Place, Place, Offset)> {
        let space = self.game.space;
        let cells: Vec<(Place, Point)> = self
            .game
            .cells()
            .filter(|&cell| space.exists(cell))
            .map(|cell| (cell, space.point(cell)))
            .collect();
        let mut pairs = Vec::new();
        for &(from, a) in &cells {
            for &(to, b) in cells.iter().filter(|&&(to, _)| to != from) {
                let by = |a: u8, b: u8| i32::from(b) - i32::from(a);
                pairs.push((
                    from,
                    to,
                    [by(a.file, b.file), by(a.rank, b.rank), by(a.level, b.level)],
                ));
            }
        }
        pairs
    }

    /// Returns the pairs of different posts, each with the corner of its name: file and rank.
    fn post_pairs(&self) -> Vec<(Place, Place, [Point; 2])> {
        let space = self.game.space;
        // The corner is part of the name of a post.
        let corner = |post: Place| -> Option<Point> {
            let name = space.place_name(post);
            space.place_from_name(name.get(..3)?).map(|cell| space.point(cell))
        };
        let posts: Vec<(Place, Point)> = self
            .game
            .posts()
            .filter(|&post| space.exists(post))
            .filter_map(|post| Some((post, corner(post)?)))
            .collect();
        let mut pairs = Vec::new();
        for &(from, a) in &posts {
            for &(to, b) in posts.iter().filter(|&&(to, _)| to != from) {
                pairs.push((from, to, [a, b]));
            }
        }
        pairs
    }

    /// Adds moves between two places, given by their names.
    fn add_named(&mut self, side: Side, from: &str, to: &str) {
        let space = self.game.space;
        if let (Some(from), Some(to)) = (space.place_from_name(from), space.place_from_name(to)) {
            self.add(side, from, to, Form::PLAIN);
        }
    }

    fn point(&self, cell: Place) -> Point {
        self.game.space.point(cell)
    }

    /// Adds the moves of `chess`, and those of the pieces of `federation`: lines change the column
    /// and may end on any level, and a pawn has promoted before it could leave the last rank.
    /// Castling in `chess` is a move of the king by two files.
    fn add_chess(&mut self) {
        for (from, to, [files, ranks, _]) in self.cell_pairs() {
            if !is_line(files, ranks) && !is_knight_leap([files, ranks, 0]) {
                continue;
            }
            for &side in self.sides() {
                self.add(side, from, to, Form::PLAIN);
                let last = if side == Side::White { 8 } else { 1 };
                let is_step = ranks == ahead(side) && files.abs() <= 1;
                if is_step && self.point(to).rank == last {
                    self.add_promotions(side, from, to);
                }
            }
        }
    }

    /// Adds the moves of `federation`, rules F2 to F5: those of the pieces, and those of the
    /// platforms.
    fn add_federation(&mut self) {
        self.add_chess();
        for (from, to, [a, b]) in self.post_pairs() {
            if a.file != b.file || a.rank.abs_diff(b.rank) > 2 {
                continue;
            }
            for &side in self.sides() {
                self.add(side, from, to, Form::PLAIN);
                let last = if side == Side::White { 8 } else { 1 };
                if b.rank == last && a.rank != last {
                    self.add_promotions(side, from, to);
                }
            }
        }
    }

    /// Adds the moves of `meder`, rules M3 to M8. Every move may end with the letter of a pawn that
    /// waited.
    fn add_meder(&mut self) {
        for (from, to, [files, ranks, _]) in self.cell_pairs() {
            if !is_line(files, ranks) && !is_knight_leap([files, ranks, 0]) {
                continue;
            }
            for &side in self.sides() {
                self.add(side, from, to, Form::PLAIN);
                self.add_promotions(side, from, to);
                let Point { file, rank, .. } = self.point(to);
                let rank = if side == Side::White { rank } else { 9 - rank };
                let promotes = match file {
                    0 | 5 => rank == 9,
                    1 | 4 => rank >= 8,
                    _ => rank == 8,
                };
                if promotes && ranks == ahead(side) && files.abs() <= 1 {
                    self.add_double_promotions(side, from, to);
                }
            }
        }
        // The numbers of the pins on one side of the board.
        let pin = |corner: Point| [1, 4, 3, 6, 5, 8].iter().position(|&rank| rank == corner.rank);
        for (from, to, [a, b]) in self.post_pairs() {
            let (Some(first), Some(second)) = (pin(a), pin(b)) else {
                continue;
            };
            let is_step = a.file == b.file && first.abs_diff(second) <= 2;
            if !is_step && (a.file == b.file || first != second) {
                continue;
            }
            for &side in self.sides() {
                self.add(side, from, to, Form::PLAIN);
                self.add_promotions(side, from, to);
                self.add_double_promotions(side, from, to);
            }
        }
    }

    /// Adds the moves of `kobayashi`, rules K2 to K6.
    fn add_kobayashi(&mut self) {
        for (from, to, [files, ranks, levels]) in self.cell_pairs() {
            let is_slide = levels == 0 && is_line(files, ranks) || files == 0 && ranks == 0;
            let is_corner = [files, ranks, levels].iter().all(|by| by.abs() == 1);
            let is_move = is_slide || is_corner || is_knight_leap([files, ranks, levels]);
            for &side in self.sides() {
                let up = ahead(side);
                // Captures lead sideways, steps do not.
                let is_capture = files.abs() == 1 && ranks == up && (levels == 0 || levels == up);
                let is_step = files == 0 && [(up, 0), (0, up)].contains(&(ranks, levels));
                if is_move {
                    self.add(side, from, to, Form::PLAIN);
                }
                let Point { rank, level, .. } = self.point(to);
                let end = if side == Side::White { (rank, level) } else { (9 - rank, 8 - level) };
                if (is_capture || is_step) && [(8, 6), (9, 7)].contains(&end) {
                    self.add_promotions(side, from, to);
                }
            }
        }
        self.add_named(Side::White, "d12", "f01");
        self.add_named(Side::White, "d12", "a01");
        for (from, to, [a, b]) in self.post_pairs() {
            if a.file != b.file {
                continue;
            }
            for &side in self.sides() {
                self.add(side, from, to, Form::PLAIN);
                // The posts `b86+` and `e86+`.
                let covered = self.game.space.covered_cells(to);
                if covered
                    .iter()
                    .any(|&cell| (self.point(cell).rank, self.point(cell).level) == (9, 7))
                {
                    self.add_promotions(side, from, to);
                    self.add_double_promotions(side, from, to);
                }
            }
        }
    }

    /// Adds the moves of `sixfold`, rules X2 to X4.
    fn add_sixfold(&mut self) {
        for (from, to, offset) in self.cell_pairs() {
            let [files, ranks, levels] = offset;
            let mut distances = offset.map(i32::abs).to_vec();
            distances.retain(|&by| by != 0);
            let is_slide = distances.windows(2).all(|pair| pair[0] == pair[1]);
            for &side in self.sides() {
                let ahead = ahead(side);
                // White's board is the highest.
                let further = -levels * ahead;
                let is_capture = files.abs() == 1 && ranks == ahead && further >= 0;
                let is_step = files == 0 && ranks == ahead && (0..=1).contains(&further);
                if is_slide || is_knight_leap(offset) || is_capture {
                    self.add(side, from, to, Form::PLAIN);
                }
                let rank = self.point(to).rank;
                let rank = if side == Side::White { rank } else { 9 - rank };
                if (is_capture || is_step) && (7..=8).contains(&rank) {
                    self.add_promotions(side, from, to);
                }
            }
        }
        for (from, to, _) in self.post_pairs() {
            for &side in self.sides() {
                self.add(side, from, to, Form::PLAIN);
            }
        }
    }

    /// Adds the moves of a game from a file.
    fn add_spec(&mut self, spec: &GameSpec) {
        for side in Side::ALL {
            for kind in &spec.kinds {
                self.add_kind(spec, side, kind);
            }
        }
        for castling in &spec.castlings {
            self.add(castling.side, castling.king[0], castling.written, Form::PLAIN);
        }
        for ride in &spec.rides {
            let Some(kind) = spec.kinds.get(usize::from(ride.kind)) else {
                continue;
            };
            for from in origins_of(spec, ride.side, kind, ride.stop) {
                for &end in ride.ends.iter().filter(|&&end| end != from) {
                    self.add(ride.side, from, end, Form::RIDE);
                }
            }
        }
    }

    /// Adds the moves of a kind of piece of a game from a file.
    fn add_kind(&mut self, spec: &GameSpec, side: Side, kind: &KindSpec) {
        for (from, to, mode) in ends_of(spec, side, kind) {
            if mode == Mode::FromAfar {
                self.add(side, from, to, Form::FROM_AFAR);
                continue;
            }
            let end = after_transfer(spec, to);
            let seen = usize::from(spec.as_seen_by(side, to));
            let is_in = |region: &[bool]| region.get(seen).copied().unwrap_or(false);
            let promotion = kind.promotion.as_ref();
            let must = promotion.is_some_and(|promotion| is_in(&promotion.must));
            if !must {
                self.add(side, from, end, Form::PLAIN);
            }
            if let Some(promotion) = promotion.filter(|it| must || is_in(&it.may)) {
                for &kind in &promotion.to {
                    let kind = PieceType::new(usize::from(kind));
                    self.add(side, from, end, Form::promotion(kind, None));
                }
            }
        }
    }
}

/// Returns the cell to which a piece goes over after it has landed on a cell.
fn after_transfer(spec: &GameSpec, cell: Place) -> Place {
    let [file, rank, level] = spec.coordinates(cell);
    let levels = spec.transfer.as_deref().unwrap_or_default();
    let level = usize::try_from(level).ok().and_then(|level| levels.get(level));
    level.and_then(|&level| spec.cell([file, rank, level as i32])).unwrap_or(cell)
}

/// Returns the pairs of cells between which a kind of piece of a side can move or capture, whatever
/// stands on the board.
fn ends_of(spec: &GameSpec, side: Side, kind: &KindSpec) -> Vec<(Place, Place, Mode)> {
    let can_stand = |cell: Place| {
        let seen = spec.as_seen_by(side, cell);
        let level = usize::try_from(spec.coordinates(seen)[2]).unwrap_or_default();
        kind.levels.get(level).copied().unwrap_or(true)
    };
    let mut ends = Vec::new();
    for rule in &kind.rules {
        for from in spec.origins(side, rule).filter(|&from| can_stand(from)) {
            let targets: Vec<Place> = if rule.jumps {
                let cells = 0..spec.cells() as Place;
                cells.filter(|&to| spec.exists[usize::from(to)]).collect()
            } else {
                let paths = rule.all_paths();
                paths.filter_map(|path| spec.follow(side, from, &path)).map(|(to, _)| to).collect()
            };
            let leads =
                |&to: &Place| to != from && rule.onto[usize::from(spec.as_seen_by(side, to))];
            ends.extend(targets.into_iter().filter(leads).map(|to| (from, to, rule.mode)));
        }
    }
    ends
}

/// Returns the cells from which a kind of piece of a side can reach a cell.
fn origins_of(spec: &GameSpec, side: Side, kind: &KindSpec, cell: Place) -> Vec<Place> {
    let ends = ends_of(spec, side, kind).into_iter();
    ends.filter(|&(_, to, _)| to == cell).map(|(from, _, _)| from).collect()
}

/// The actions of a rule set: the numbers of its moves.
///
/// The moves of Black are mirrored if `mirrored` is true.
#[pyclass(frozen, module = "triskelion.envs")]
pub(crate) struct ActionSpace {
    actions: Arc<Actions>,
}

/// Returns the side of the argument `black`.
pub(crate) fn side(black: bool) -> Side {
    if black { Side::Black } else { Side::White }
}

#[pymethods]
impl ActionSpace {
    /// Returns the actions of a rule set, given by its name or the path of its file.
    #[new]
    #[pyo3(signature = (variant = "federation"))]
    fn new(py: Python<'_>, variant: &str) -> PyResult<ActionSpace> {
        let variant = variant_from_text(variant)?;
        Ok(ActionSpace { actions: py.detach(|| Actions::of(variant)) })
    }

    /// The name of the rule set.
    #[getter]
    fn variant(&self) -> &'static str {
        self.actions.variant.name()
    }

    /// Whether the moves of Black are mirrored.
    #[getter]
    fn mirrored(&self) -> bool {
        self.actions.is_mirrored()
    }

    /// The number of actions.
    fn __len__(&self) -> usize {
        self.actions.count()
    }

    fn __repr__(&self) -> String {
        format!("<ActionSpace {} of {} actions>", self.variant(), self.actions.count())
    }

    /// Returns the move of an action in UCI notation: of White, or of Black if `black` is true.
    #[pyo3(signature = (action, black = false))]
    fn action_to_move(&self, action: i64, black: bool) -> PyResult<String> {
        let text = usize::try_from(action).ok();
        let text = text.and_then(|action| self.actions.text(side(black), action));
        text.ok_or_else(|| {
            let count = self.actions.count();
            PyIndexError::new_err(format!(
                "action {action}, 0 to {} expected",
                count.saturating_sub(1)
            ))
        })
    }

    /// Returns the action of a move in UCI notation: of White, or of Black if `black` is true.
    #[pyo3(signature = (text, black = false))]
    fn move_to_action(&self, py: Python<'_>, text: &str, black: bool) -> PyResult<u32> {
        let action = py.detach(|| self.actions.action_of_text(side(black), text));
        action.ok_or_else(|| {
            let name = self.variant();
            PyValueError::new_err(format!("no move of {name} has the text `{text}`"))
        })
    }
}
