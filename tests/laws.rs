//! One suite of laws for every rule set: what must hold of any game that the search can play.
//!
//! The boards are those of the data and of random games from there. Where a law needs a judge of
//! the rules it asks the slow generator.

use crate::data;
use crate::engine::{self, legal, men, part};
use crate::reference::Game;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use triskelion::eval::Evaluate;
use triskelion::moves::{Kind, Man, Manner, Move, Place, Side};
use triskelion::position::Position;
use triskelion::rules::{Observer, Part, Play, Text};

/// Boards for a law: all of the data, and of random games.
fn boards<B: Text>(games: usize, plies: usize, seed: u64) -> Vec<B> {
    let positions = data::positions(B::NAME);
    let mut boards: Vec<B> = positions.iter().map(|text| engine::board(text)).collect();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    boards.extend(engine::walks::<B, _>(&positions, games, plies, &mut random));
    boards
}

/// Platforms by post, with their owners.
type Platforms = Vec<(Place, Option<Side>)>;

/// What is compared of a board: its string, its key, its platforms, its men.
fn whole<B: Text>(board: &B) -> (String, u64, Platforms, BTreeMap<Place, Man>) {
    (board.write(), board.key(), board.platforms(), men(board))
}

/// Make leaves the board before it alone, and unmake brings it back.
pub fn make_and_unmake<B: Text>() {
    for board in boards::<B>(20, 60, 1) {
        let before = whole(&board);
        let mut position = Position::new(board);
        for mv in legal(&board) {
            position.make(mv, &mut ());
            assert_eq!(position.last_move(), Some(mv));
            assert_ne!(position.board().write(), before.0);
            position.unmake();
            assert_eq!(whole(position.board()), before, "{} {mv:?}", before.0);
        }
        if !board.in_check() {
            position.make_null();
            assert_eq!(position.side(), board.side().other());
            position.unmake();
            assert_eq!(whole(position.board()), before);
        }
    }
}

/// The key kept from move to move is the key computed afresh, after a null move too.
pub fn keys_are_kept<B: Text>() {
    for board in boards::<B>(60, 80, 2) {
        assert_eq!(board.key(), board.key_afresh(), "{}", board.write());
        for mv in legal(&board) {
            let after = board.make(mv, &mut ());
            assert_eq!(after.key(), after.key_afresh(), "{} {mv:?}", board.write());
        }
        if !board.in_check() {
            let after = board.make_null();
            assert_eq!(after.key(), after.key_afresh(), "{} after a null move", board.write());
            assert_ne!(after.key(), board.key());
        }
    }
}

/// Equal keys mean equal positions in the sense of the repetition rule, and the other way round;
/// a position read afresh has the key that the moves led to.
pub fn keys_are_positions<B: Text>() {
    let game = Game::named(B::NAME);
    let mut by_key: HashMap<u64, String> = HashMap::new();
    let mut by_identity: HashMap<String, u64> = HashMap::new();
    let mut met = |board: &B| {
        let text = board.write();
        let identity = game.identity(&(game.read)(&text));
        let key = board.key();
        assert_eq!(key, engine::board::<B>(&text).key(), "{text} read afresh");
        let known = by_key.entry(key).or_insert_with(|| identity.clone());
        assert_eq!(*known, identity, "two positions with one key: {text}");
        let known = by_identity.entry(identity).or_insert(key);
        assert_eq!(*known, key, "one position with two keys: {text}");
    };
    // Trees are full of transpositions.
    let positions = data::positions(B::NAME);
    for text in positions.iter().step_by(60) {
        let board: B = engine::board(text);
        met(&board);
        for mv in legal(&board).iter().take(12) {
            let one = board.make(*mv, &mut ());
            met(&one);
            for mv in legal(&one).iter().take(12) {
                let two = one.make(*mv, &mut ());
                met(&two);
                for mv in legal(&two).iter().take(12) {
                    met(&two.make(*mv, &mut ()));
                }
            }
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for board in engine::walks::<B, _>(&positions, 60, 80, &mut random) {
        met(&board);
    }
}

/// Two like platforms exchanged are the same position: platforms are walked about while the other
/// side passes, and boards with the same identity have the same key.
pub fn like_platforms_are_one<B: Text>() {
    let game = Game::named(B::NAME);
    let mut routes = 0;
    for text in data::positions(B::NAME).iter().step_by(29) {
        let mut keys: HashMap<String, u64> = HashMap::new();
        let mut layer = vec![engine::board::<B>(text)];
        for _ in 0..3 {
            let mut next = Vec::new();
            for board in layer.iter().take(60) {
                for mv in legal(board).into_iter().filter(|mv| mv.is_platform()) {
                    let moved = board.make(mv, &mut ());
                    if moved.in_check() {
                        continue;
                    }
                    let after = moved.make_null();
                    assert_eq!(after.key(), after.key_afresh());
                    let identity = game.identity(&(game.read)(&after.write()));
                    match keys.insert(identity, after.key()) {
                        None => next.push(after),
                        Some(known) => {
                            assert_eq!(known, after.key(), "two ways to {}", after.write());
                            routes += 1;
                        }
                    }
                }
            }
            layer = next;
        }
    }
    assert!(B::POSTS == 0 || routes > 100, "only {routes} positions were reached twice");
}

/// Move to text and back; texts are distinct; a text that is legal elsewhere only is refused.
pub fn moves_have_texts<B: Text>() {
    let boards = boards::<B>(10, 60, 4);
    let mut elsewhere: Vec<String> = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        let here = board.write();
        let mut texts = BTreeSet::new();
        for mv in legal(board) {
            let text = board.move_text(mv);
            assert_eq!(board.parse_move(&text), Ok(mv), "{text} in {here}");
            assert!(texts.insert(text), "two moves of one text in {here}");
        }
        for text in elsewhere.iter().filter(|text| !texts.contains(*text)) {
            let fault = board.parse_move(text).expect_err("it is not legal here");
            assert!(!fault.fault.is_empty());
        }
        if at % 50 == 0 {
            elsewhere = texts.into_iter().collect();
        }
    }
}

/// Position to string and back, whole.
pub fn positions_have_strings<B: Text>() {
    for text in data::positions(B::NAME) {
        // Ordinary chess suites write en-passant squares in more than one way.
        if B::NAME != "chess" {
            assert_eq!(engine::board::<B>(&text).write(), text);
        }
    }
    for board in boards::<B>(20, 80, 5) {
        let again = engine::board::<B>(&board.write());
        assert_eq!(whole(&again), whole(&board));
        assert_eq!(legal(&again), legal(&board));
        assert_eq!(again.clock(), board.clock());
        assert_eq!(again.move_number(), board.move_number());
        assert_eq!((again.side(), again.in_check()), (board.side(), board.in_check()));
    }
    assert_eq!(B::start().write(), Game::named(B::NAME).start);
}

/// Live cells, men, kings, check and its givers are those of the slow generator, and no legal
/// move leaves the king attacked.
pub fn kings_are_safe<B: Text>() {
    let game = Game::named(B::NAME);
    for board in boards::<B>(15, 60, 6) {
        let here = board.write();
        let slow = (game.read)(&here);
        let cells: BTreeSet<Place> = slow.cells().iter().map(|cell| place::<B>(*cell)).collect();
        for cell in 0..B::CELLS as Place {
            assert_eq!(board.is_live(cell), cells.contains(&cell), "{cell} in {here}");
        }
        let standing: BTreeMap<Place, char> =
            slow.men.iter().map(|(cell, man)| (place::<B>(*cell), man.letter())).collect();
        let found = men(&board).into_iter().map(|(cell, man)| (cell, man.letter()));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), standing, "{here}");
        assert_eq!(board.king(board.side()), place::<B>(slow.king(slow.side)));
        assert_eq!(board.king(board.side().other()), place::<B>(slow.king(slow.side.other())));
        let king = slow.king(slow.side);
        let givers: BTreeSet<Place> = slow
            .of(slow.side.other())
            .filter(|(from, _)| (game.attacks)(&slow, *from, king))
            .map(|(from, _)| place::<B>(from))
            .collect();
        assert_eq!(board.checkers().into_iter().collect::<BTreeSet<_>>(), givers, "{here}");
        assert_eq!(board.in_check(), !givers.is_empty(), "{here}");
        let over = (game.over)(&slow);
        assert!(board.dead().is_some() == over || B::NAME == "chess", "{here}");
        for mv in legal(&board) {
            let after = (game.read)(&board.make(mv, &mut ()).write());
            assert!(!game.in_check(&after, slow.side), "{mv:?} in {here}");
        }
    }
}

/// The engine's number of a cell of the slow generator.
fn place<B: Text>(cell: crate::reference::space::Cell) -> Place {
    let name = cell.to_string();
    let name = if B::NAME == "chess" { &name[..2] } else { &name };
    B::place_named(name).unwrap_or_else(|| panic!("{name} is no cell"))
}

/// Noisy moves, quiet moves and platform moves are disjoint and make up all legal moves, and
/// belong where they are listed; the count is that of the list.
pub fn parts_make_up_all<B: Text>() {
    for board in boards::<B>(80, 100, 7) {
        let here = board.write();
        let all = legal(&board);
        let set: BTreeSet<Move> = all.iter().copied().collect();
        assert_eq!(set.len(), all.len(), "a move is listed twice in {here}");
        assert_eq!(board.count(), all.len() as u64, "the count in {here}");
        let mut together = BTreeSet::new();
        for one in [Part::Noisy, Part::Quiet, Part::Platforms] {
            for mv in part(&board, one) {
                assert!(together.insert(mv), "{mv:?} is listed twice in {here}");
                let noisy = mv.promotes() || board.captured(mv).is_some();
                let belongs = match one {
                    Part::Noisy => noisy,
                    Part::Quiet => !noisy && !mv.is_platform(),
                    _ => !noisy && mv.is_platform(),
                };
                assert!(belongs, "{mv:?} is no move of {one:?} in {here}");
                assert_eq!(board.is_noisy(mv), noisy);
            }
        }
        assert_eq!(together, set, "the parts in {here}");
    }
}

/// What is said of a move beforehand is what making it shows.
pub fn moves_do_what_they_say<B: Text>() {
    for board in boards::<B>(40, 80, 8) {
        let here = board.write();
        let before = men(&board);
        for mv in legal(&board) {
            let after = board.make(mv, &mut ());
            assert_eq!(board.gives_check(mv), after.in_check(), "{mv:?} gives check in {here}");
            let standing = men(&after);
            let enemies = |men: &BTreeMap<Place, Man>| -> BTreeSet<(Place, Kind)> {
                men.iter()
                    .filter(|(_, man)| man.side != board.side())
                    .map(|(cell, man)| (*cell, man.kind))
                    .collect()
            };
            let gone: Vec<(Place, Kind)> =
                enemies(&before).difference(&enemies(&standing)).copied().collect();
            let captured = board.captured(mv).map(|(kind, cell)| (cell, kind));
            assert_eq!(gone, captured.into_iter().collect::<Vec<_>>(), "{mv:?} in {here}");
            let kind = match mv.is_platform() {
                true => Kind::Platform,
                false => before[&mv.from()].kind,
            };
            assert_eq!(board.moved(mv), kind, "{mv:?} in {here}");
            if mv.manner() == Manner::EnPassant {
                assert_ne!(captured.map(|(cell, _)| cell), Some(mv.to()), "{mv:?} in {here}");
            }
            assert_eq!(after.side(), board.side().other());
        }
    }
}

/// Adds up what an observer hears.
#[derive(Default, PartialEq, Debug)]
struct Ledger {
    men: BTreeMap<(Place, char), i32>,
    platforms: BTreeMap<(Place, Option<Side>), i32>,
}

impl Ledger {
    fn of<B: Play>(board: &B) -> Ledger {
        let mut ledger = Ledger::default();
        for (cell, man) in men(board) {
            ledger.place(man, cell);
        }
        for (post, owner) in board.platforms() {
            ledger.place_platform(owner, post);
        }
        ledger
    }

    /// The ledger without the entries that came to nothing.
    fn closed(mut self) -> Ledger {
        self.men.retain(|_, sum| *sum != 0);
        self.platforms.retain(|_, sum| *sum != 0);
        self
    }
}

impl Observer for Ledger {
    fn lift(&mut self, man: Man, cell: Place) {
        *self.men.entry((cell, man.letter())).or_default() -= 1;
    }

    fn place(&mut self, man: Man, cell: Place) {
        *self.men.entry((cell, man.letter())).or_default() += 1;
    }

    fn lift_platform(&mut self, owner: Option<Side>, post: Place) {
        *self.platforms.entry((post, owner)).or_default() -= 1;
    }

    fn place_platform(&mut self, owner: Option<Side>, post: Place) {
        *self.platforms.entry((post, owner)).or_default() += 1;
    }
}

/// An observer hears all that changes and nothing else.
pub fn observers_hear_all<B: Text>() {
    for board in boards::<B>(20, 80, 9) {
        for mv in legal(&board) {
            let mut ledger = Ledger::of(&board);
            let after = board.make(mv, &mut ledger);
            assert_eq!(ledger.closed(), Ledger::of(&after), "{mv:?} in {}", board.write());
        }
    }
}

/// The accumulator kept is as good as one computed afresh; the evaluation keeps its bounds, does
/// not depend on the way to the position, and its terms add up.
pub fn evaluations_are_kept<B: Text + Evaluate>() {
    let positions = data::positions(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(10);
    for text in positions.iter().step_by(5) {
        let mut board: B = engine::board(text);
        let mut kept = board.accumulate();
        for _ in 0..40 {
            let here = board.write();
            let value = board.evaluate(&kept);
            assert_eq!(value, board.evaluate(&board.accumulate()), "{here}");
            assert!(value.abs() < 20_000, "{value} in {here}");
            let terms = board.terms();
            let sum: i32 = terms.iter().map(|term| term.1).sum();
            let white = if board.side() == Side::White { value } else { -value };
            assert!((sum - white).abs() <= 2 + terms.len() as i32, "{terms:?}, {white} in {here}");
            let Some(mv) = engine::random_move(&board, &mut random) else { break };
            board = board.make(mv, &mut kept);
        }
    }
}

/// `is_legal` over every encodable move is the list of legal moves.
pub fn legality_is_generation<B: Text>() {
    let places = (B::CELLS + B::POSTS) as u32;
    let positions = data::positions(B::NAME);
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let mut boards: Vec<B> =
        positions.iter().step_by(100).map(|text| engine::board(text)).collect();
    boards.push(B::start());
    let walked = engine::walks::<B, _>(&positions, 10, 60, &mut random);
    boards.extend(walked.into_iter().step_by(61));
    for board in boards {
        let all: BTreeSet<Move> = legal(&board).into_iter().collect();
        let mut found = BTreeSet::new();
        for high in 0..1 << 8 {
            for to in 0..places {
                for from in 0..places {
                    let mv = Move::unpack(from | to << 8 | high << 16);
                    found.extend(mv.filter(|mv| board.is_legal(*mv)));
                }
            }
        }
        assert_eq!(found, all, "{}", board.write());
        // Bits beyond the places must not be taken for moves, nor upset anything.
        for _ in 0..10_000 {
            let mv = Move::unpack(random.random_range(1..1 << 24));
            if let Some(mv) = mv.filter(|mv| board.is_legal(*mv)) {
                assert!(all.contains(&mv), "{mv:?} in {}", board.write());
            }
        }
    }
}

/// A move that was legal on one board and is tried on another, as out of the transposition table:
/// `is_legal` says what the list says.
pub fn foreign_moves_are_judged<B: Text>() {
    let boards = boards::<B>(60, 80, 12);
    let mut foreign: Vec<Move> = Vec::new();
    for board in &boards {
        let all: BTreeSet<Move> = legal(board).into_iter().collect();
        for mv in &foreign {
            assert_eq!(board.is_legal(*mv), all.contains(mv), "{mv:?} in {}", board.write());
        }
        foreign.extend(all);
        foreign.dedup();
        let surplus = foreign.len().saturating_sub(300);
        foreign.drain(..surplus);
    }
}

/// Exchanges: a move that wins so much wins less too.
pub fn exchanges_are_monotone<B: Text>() {
    for board in boards::<B>(20, 60, 13) {
        for mv in legal(&board) {
            let mut held = true;
            for threshold in (-2000..=2000).step_by(50) {
                let holds = board.exchange_at_least(mv, threshold);
                assert!(held || !holds, "{mv:?} at {threshold} in {}", board.write());
                held = holds;
            }
            if mv.is_platform() {
                assert!(board.exchange_at_least(mv, 0) && !board.exchange_at_least(mv, 1));
            }
        }
    }
}

/// The places have names, lie where they lie, and posts cover four cells each that no other does.
pub fn places_have_names<B: Text>() {
    let mut points = BTreeSet::new();
    for cell in 0..B::CELLS as Place {
        let point = B::point(cell);
        assert!(points.insert((point.file, point.rank, point.level)));
        assert!((point.file as usize) < B::FILES && (1..=B::LEVELS as u8).contains(&point.level));
        assert_eq!(B::cell_at(point), Some(cell));
        assert_eq!(B::place_named(&B::place_name(cell)), Some(cell));
    }
    let mut covered = BTreeSet::new();
    for post in B::CELLS as Place..(B::CELLS + B::POSTS) as Place {
        assert_eq!(B::place_named(&B::place_name(post)), Some(post));
        let cells = B::covered(post);
        assert_eq!(cells.len(), 4);
        assert!(cells.into_iter().all(|cell| covered.insert(cell)), "two posts share a cell");
    }
    for name in ["", "a", "z99", "a1", "b12*", "b12++", "b99+", "é12", "b1é", "a131"] {
        let place = B::place_named(name);
        assert!(place.is_none_or(|place| B::place_name(place) == name), "{name}");
    }
}

macro_rules! laws {
    ($name:ident: $board:ty) => {
        mod $name {
            laws! { @each $board:
                make_and_unmake keys_are_kept keys_are_positions like_platforms_are_one
                moves_have_texts positions_have_strings kings_are_safe parts_make_up_all
                moves_do_what_they_say observers_hear_all evaluations_are_kept
                legality_is_generation foreign_moves_are_judged exchanges_are_monotone
                places_have_names
            }
        }
    };
    (@each $board:ty: $($law:ident)*) => {$(
        #[test]
        fn $law() {
            super::$law::<$board>();
        }
    )*};
}

for_every_rule_set!(laws);
