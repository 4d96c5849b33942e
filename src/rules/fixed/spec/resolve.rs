//! Reads the tree of a document as a game.

use super::context::Context;
use super::document::{
    Entry, Errors, LocatedValue, TableReader, Value, has_control, has_control_message, shorten,
    unknown,
};
use super::extras::read_measured;
use super::game::{
    EnPassant, EventResult, First, GameSpec, KindSpec, MAX_CELLS, MAX_KINDS, MAX_PATHS, MAX_RULES,
    Measured, Mode, MoveRule, Progress, PromotionSpec, Region, UNLIMITED,
};
use super::vectors::{Path, Vector, parse_paths, sum_of};
use crate::geometry::Place;
use crate::moves::{Piece, PieceInfo, PieceType, Side};
use crate::plural::counted;
use crate::rules::Notation;

/// The names of the kinds of ordinary chess in the order of their numbers.
const CHESS_NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The words of `stalemate` and `bare_king`.
const EVENT_RESULTS: [(&str, EventResult); 4] = [
    ("none", EventResult::None),
    ("draw", EventResult::Draw),
    ("win", EventResult::Win),
    ("loss", EventResult::Loss),
];

/// Reads a game. Returns `None` after an error without which nothing else can be read.
pub(super) fn resolve(root: &LocatedValue, errors: &mut Errors) -> Option<GameSpec> {
    let mut reader = TableReader::new(root, "", errors);
    reader.get("inherits");
    let mut spec = read_board(&mut reader, errors)?;
    let letters = read_letters(&mut reader, errors);
    let order = read_start_and_order(&mut reader, &mut spec, &letters, errors);
    let regions = read_regions(&mut reader, &spec, errors);
    let context = Context {
        spec: &spec,
        letters: &order.letters,
        king: order.king,
        regions: &regions,
        has_start: order.has_start,
    };
    let kinds: Vec<KindSpec> = order
        .nodes
        .iter()
        .zip(&order.letters)
        .enumerate()
        .map(|(index, (node, &letter))| context.read_kind(node, index, letter, errors))
        .collect();
    let paths: usize = kinds.iter().flat_map(|kind| &kind.rules).map(|rule| rule.paths.len()).sum();
    if paths > MAX_PATHS {
        let at = reader.get("pieces").map_or(reader.at, |node| node.at);
        errors.add(
            at,
            "pieces",
            format!("{paths} vectors and paths read, at most {MAX_PATHS} expected"),
        );
        return None;
    }
    let (castlings, rides) =
        (context.read_castlings(&mut reader, errors), context.read_rides(&mut reader, errors));
    let dead_material = context.read_dead_material(&mut reader, errors);
    spec.kinds = kinds;
    spec.castlings = castlings;
    spec.rides = rides;
    spec.dead_material = dead_material;
    spec.transfer = read_transfer(&mut reader, &spec, errors);
    spec.stalemate =
        reader.word("stalemate", &EVENT_RESULTS[1..], errors).unwrap_or(EventResult::Draw);
    spec.bare_king = reader.word("bare_king", &EVENT_RESULTS, errors).unwrap_or(EventResult::None);
    let repetition = reader.number("repetition", (0, 100), errors);
    if repetition == Some(1) {
        let at = reader.get("repetition").map_or(reader.at, |node| node.at);
        errors.add(at, "repetition", "`1` read, 0 or a number from 2 to 100 expected");
    }
    let move_limit = reader.number("move_limit", (0, 10_000), errors);
    spec.repetition = repetition.map_or(3, |number| number as u32);
    spec.move_limit = move_limit.map_or(100, |number| number as u32);
    spec.measured = read_measured(&mut reader, errors);
    reader.finish(errors);
    Some(spec)
}

/// Reads the name.
fn read_name(reader: &mut TableReader<'_>, errors: &mut Errors) -> String {
    let name = reader.text("name", errors);
    let is_name = |name: &str| {
        let is_inner =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        (1..=32).contains(&name.len())
            && name.starts_with(|letter: char| letter.is_ascii_lowercase())
            && name.chars().all(is_inner)
    };
    match name {
        Some((name, at)) if !is_name(name) => {
            let message = format!(
                "`{}` read, a small letter and at most 31 small letters, digits and `-` expected",
                shorten(name)
            );
            errors.add(at, "name", message);
        }
        Some(_) => {}
        None if reader.get("name").is_none() => {
            errors.add(reader.at, "name", "a name is missing");
        }
        None => {}
    }
    name.map_or(String::new(), |(name, _)| name.into())
}

/// Reads what Black sees in reverse: files, ranks, levels.
fn read_reverses(reader: &mut TableReader<'_>, errors: &mut Errors) -> [bool; 3] {
    let at = reader.at;
    let mut reverses = [false; 3];
    let axes = reader.texts("black_reverses", errors);
    for (axis, at) in axes.unwrap_or_else(|| vec![("ranks", at), ("levels", at)]) {
        match ["files", "ranks", "levels"].iter().position(|known| *known == axis) {
            Some(index) => reverses[index] = true,
            None => errors.add(at, "black_reverses", unknown(axis, &["files", "ranks", "levels"])),
        }
    }
    reverses
}

/// Reads names and sizes.
fn read_board(reader: &mut TableReader<'_>, errors: &mut Errors) -> Option<GameSpec> {
    let name = read_name(reader, errors);
    let title = reader.printed_text("title", errors).unwrap_or_default();
    let notations = [("roth", Notation::Roth), ("maack", Notation::Maack)];
    let notation = reader.word("notation", &notations, errors);
    let about = reader.texts("about", errors).unwrap_or_default();
    // A text may have several lines.
    for &(text, at) in about.iter().filter(|(text, _)| text.lines().any(has_control)) {
        errors.add(at, "about", has_control_message(text));
    }
    let Some(board) = reader.get("board") else {
        let expected = "`{ files = 8, ranks = 8, levels = 3 }` or the like";
        reader.add_missing("board", expected, errors);
        return None;
    };
    let mut sizes = TableReader::new(board, "board", errors);
    let mut size = |key, max| sizes.required(key, (1, max), errors).map(|size| size as usize);
    let sizes_read = (size("files", 16), size("ranks", 9), size("levels", 9));
    let missing = sizes.texts("missing", errors).unwrap_or_default();
    sizes.finish(errors);
    let (Some(files), Some(ranks), Some(levels)) = sizes_read else { return None };
    let cells = files * ranks * levels;
    if !(2..=MAX_CELLS).contains(&cells) {
        let message = format!(
            "{files} × {ranks} × {levels} = {} read, from 2 to {MAX_CELLS} expected",
            counted(cells, "cell")
        );
        errors.add(board.at, "board", message);
        return None;
    }
    let black_reverses = read_reverses(reader, errors);
    let mut spec = GameSpec {
        name,
        title: title.into(),
        about: about.into_iter().map(|(text, _)| text.into()).collect(),
        notation,
        files,
        ranks,
        levels,
        exists: vec![true; cells],
        black_reverses,
        kinds: Vec::new(),
        start: vec![None; cells],
        castlings: Vec::new(),
        rides: Vec::new(),
        transfer: None,
        dead_material: Vec::new(),
        stalemate: EventResult::Draw,
        bare_king: EventResult::None,
        repetition: 3,
        move_limit: 100,
        measured: Measured::default(),
    };
    let context = Context { spec: &spec, letters: &[], king: 0, regions: &[], has_start: false };
    let mut gone = vec![false; cells];
    for (text, at) in missing {
        match context.parse_region(text, None) {
            Ok(region) => gone.iter_mut().zip(region).for_each(|(gone, is)| *gone |= is),
            Err(message) => errors.add(at, "board.missing", message),
        }
    }
    spec.exists = gone.iter().map(|gone| !gone).collect();
    // An error in a key of the board may be the reason. The pieces depend on the cells.
    let other = |cell| spec.as_seen_by(Side::Black, cell);
    let exists = |cell| spec.exists[usize::from(cell)];
    let is_one_sided = |&cell: &Place| exists(cell) != exists(other(cell));
    if errors.is_empty()
        && let Some(cell) = (0..cells as Place).find(is_one_sided)
    {
        let [name, other] = [cell, other(cell)].map(|cell| spec.cell_name(cell));
        let message = format!("{name} exists for one side only: Black sees it as {other}");
        errors.add(board.at, "board.missing", message);
    }
    Some(spec)
}

/// Returns the tables of the kinds by letter, in the order of the file.
fn read_letters<'a>(
    reader: &mut TableReader<'a>,
    errors: &mut Errors,
) -> Vec<(char, &'a LocatedValue)> {
    let at = reader.at;
    let Some(node) = reader.get("pieces") else {
        errors.add(at, "pieces", "missing; a table for each kind of piece expected");
        return Vec::new();
    };
    let pieces = TableReader::new(node, "pieces", errors);
    let mut letters = Vec::new();
    for Entry { key, node } in pieces.entries() {
        let mut chars = key.chars();
        match (chars.next(), chars.next()) {
            (Some(letter @ 'A'..='Z'), None) => letters.push((letter, node)),
            _ => {
                let message = format!("`{}` read, a capital letter expected", shorten(key));
                errors.add(node.at, "pieces", message);
            }
        }
    }
    if letters.len() > MAX_KINDS {
        let message =
            format!("{} kinds of pieces read, at most {MAX_KINDS} expected", letters.len());
        errors.add(node.at, "pieces", message);
        letters.truncate(MAX_KINDS);
    }
    letters
}

/// The kinds in the order of their numbers.
struct Order<'a> {
    letters: Vec<char>,
    king: usize,
    nodes: Vec<&'a LocatedValue>,
    /// Whether the start position was read without errors.
    has_start: bool,
}

/// Orders the kinds and reads the start position.
fn read_start_and_order<'a>(
    reader: &mut TableReader<'a>,
    spec: &mut GameSpec,
    letters: &[(char, &'a LocatedValue)],
    errors: &mut Errors,
) -> Order<'a> {
    // The first kind is never the result of a promotion, since 0 in a move stands for no
    // promotion. The kinds of ordinary chess have their usual numbers if all are there.
    let entry = |node: &'a LocatedValue, key: &str| match &node.value {
        Value::Table(entries) => {
            entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
        }
        _ => None,
    };
    let is_royal =
        |node| entry(node, "royal").is_some_and(|node| matches!(node.value, Value::Flag(true)));
    let promotes = |node| entry(node, "promotes").is_some();
    let chess_rank = |node| match entry(node, "name").map(|node| &node.value) {
        Some(Value::Text(name)) => CHESS_NAMES.iter().position(|known| known == name),
        _ => None,
    };
    let mut sorted = letters.to_vec();
    // The order of the keys must not matter, but an author can choose which kind that promotes
    // comes first.
    sorted.sort_by_key(|&(letter, node)| {
        let rank = chess_rank(node).unwrap_or(CHESS_NAMES.len());
        (!promotes(node), rank, if promotes(node) { '\0' } else { letter })
    });
    let mut order = Order {
        letters: sorted.iter().map(|&(letter, _)| letter).collect(),
        king: sorted.iter().position(|&(_, node)| is_royal(node)).unwrap_or(0),
        nodes: sorted.iter().map(|&(_, node)| node).collect(),
        has_start: false,
    };
    let royals = order.nodes.iter().filter(|node| is_royal(node)).count();
    if royals != 1 {
        let at = reader.get("pieces").map_or(reader.at, |node| node.at);
        let message = format!("{royals} kinds with `royal = true` read, exactly 1 expected");
        errors.add_secondary(at, "pieces", message);
    }
    order.has_start = read_start(reader, spec, &order.letters, errors);
    if order.has_start && royals == 1 {
        let at = reader.get("start").map_or(reader.at, |node| node.at);
        for side in Side::ALL {
            let king = Piece { kind: PieceType::new(order.king), side };
            let kings = spec.start.iter().flatten().filter(|&&piece| piece == king).count();
            if kings != 1 {
                let message = format!("{kings} kings of {side} read, exactly 1 expected");
                errors.add_secondary(at, "start", message);
            }
        }
    }
    order
}

/// Reads the start position. Returns whether it has no errors.
fn read_start(
    reader: &mut TableReader<'_>,
    spec: &mut GameSpec,
    letters: &[char],
    errors: &mut Errors,
) -> bool {
    let at = reader.at;
    let Some(rows) = reader.texts("start", errors) else {
        if reader.get("start").is_none() {
            errors.add(at, "start", "missing; a text for each level, the highest first, expected");
        }
        return false;
    };
    if rows.len() != spec.levels {
        let read = counted(rows.len(), "level");
        let message = format!("{read} read, {} expected, the highest first", spec.levels);
        errors.add(rows.first().map_or(at, |&(_, at)| at), "start", message);
        return false;
    }
    // Without kinds no letter would be known.
    let mut is_read = !letters.is_empty();
    for (level, &(text, at)) in (0..spec.levels).rev().zip(&rows).filter(|_| !letters.is_empty()) {
        match read_level(text, level, spec, letters) {
            Ok(()) => continue,
            Err(LevelError::Letter(message)) => errors.add_secondary(at, "start", message),
            Err(LevelError::Shape(message)) => errors.add(at, "start", message),
        }
        is_read = false;
    }
    is_read
}

/// What is wrong with the text of a level.
enum LevelError {
    /// A letter that no kind of piece has. An error in `pieces` may be the reason.
    Letter(String),
    /// Anything else.
    Shape(String),
}

/// Reads the pieces of a level.
fn read_level(
    text: &str,
    level: usize,
    spec: &mut GameSpec,
    letters: &[char],
) -> Result<(), LevelError> {
    let name = level + 1;
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != spec.ranks {
        let read = counted(rows.len(), "rank");
        let message = format!("level {name}: {read} read, {} expected", spec.ranks);
        return Err(LevelError::Shape(message));
    }
    for (index, row) in rows.into_iter().enumerate() {
        let rank = spec.ranks - 1 - index;
        let mut file = 0;
        let mut rest = row.trim();
        while let Some(letter) = rest.chars().next() {
            if letter.is_ascii_digit() {
                let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
                let (digits, after) = rest.split_at(end);
                let run = digits.parse::<usize>().ok().filter(|run| (1..=16).contains(run));
                file += run.ok_or_else(|| {
                    LevelError::Shape(format!(
                        "level {name}, rank {}: `{}` read, a number of empty cells expected",
                        rank + 1,
                        shorten(digits)
                    ))
                })?;
                rest = after;
                continue;
            }
            let kind = letters.iter().position(|&known| known == letter.to_ascii_uppercase());
            let Some(kind) = kind else {
                return Err(LevelError::Letter(format!(
                    "level {name}, rank {}: `{letter}` read, the letter of a piece expected",
                    rank + 1
                )));
            };
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let cell = spec.cell([file as i32, rank as i32, level as i32]);
            let Some(at) = cell.and_then(|cell| spec.start.get_mut(usize::from(cell))) else {
                return Err(LevelError::Shape(format!(
                    "level {name}, rank {}: `{letter}` stands on no cell",
                    rank + 1
                )));
            };
            *at = Some(Piece { kind: PieceType::new(kind), side });
            file += 1;
            rest = rest.get(letter.len_utf8()..).unwrap_or_default();
        }
        if file != spec.files {
            return Err(LevelError::Shape(format!(
                "level {name}, rank {}: {} read, {} expected",
                rank + 1,
                counted(file, "cell"),
                spec.files
            )));
        }
    }
    Ok(())
}

/// Reads the named regions.
fn read_regions<'a>(
    reader: &mut TableReader<'a>,
    spec: &GameSpec,
    errors: &mut Errors,
) -> Vec<(&'a str, Region)> {
    let Some(node) = reader.get("regions") else { return Vec::new() };
    let table = TableReader::new(node, "regions", errors);
    let mut regions: Vec<(&str, Region)> = Vec::new();
    for Entry { key, node } in table.entries() {
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let unnamed = Context { spec, letters: &[], king: 0, regions: &[], has_start: false };
        let problem = match key.trim() {
            "" => Some("a name expected"),
            name if name != key => Some("a name without spaces at its ends expected"),
            name if unnamed.is_built_in(name) => {
                Some("a name that is no cell and no word of regions expected")
            }
            _ => None,
        };
        if let Some(expected) = problem {
            errors.add(node.at, "regions", format!("`{}` read, {expected}", shorten(key)));
        }
        let mut region = vec![false; spec.cells()];
        for item in items {
            let Value::Text(text) = &item.value else {
                errors.add(item.at, &table.path_of(key), "a text or a list of texts expected");
                continue;
            };
            let context =
                Context { spec, letters: &[], king: 0, regions: &regions, has_start: false };
            match context.parse_region(text, None) {
                Ok(cells) => region.iter_mut().zip(cells).for_each(|(is, new)| *is |= new),
                Err(message) => errors.add(item.at, &table.path_of(key), message),
            }
        }
        regions.push((key.trim(), region));
    }
    regions
}

/// Reads where a piece goes after its move.
fn read_transfer(
    reader: &mut TableReader<'_>,
    spec: &GameSpec,
    errors: &mut Errors,
) -> Option<Vec<usize>> {
    let node = reader.get("transfer")?;
    let levels: Option<Vec<usize>> = match &node.value {
        Value::List(items) => items
            .iter()
            .map(|item| match item.value {
                Value::Number(number) => {
                    let level = usize::try_from(number).ok()?.checked_sub(1)?;
                    (level < spec.levels).then_some(level)
                }
                _ => None,
            })
            .collect(),
        _ => None,
    };
    let is_exchange = |levels: &Vec<usize>| {
        levels.len() == spec.levels
            && (0..spec.levels).all(|level| levels.iter().filter(|&&to| to == level).count() == 1)
    };
    let levels = levels.filter(is_exchange);
    if levels.is_none() {
        let message = format!(
            "{} read, the {} levels in another order expected, such as `[2, 1]`",
            node.describe(),
            spec.levels
        );
        errors.add(node.at, "transfer", message);
    }
    levels
}

impl Context<'_> {
    fn read_kind(
        &self,
        node: &LocatedValue,
        index: usize,
        letter: char,
        errors: &mut Errors,
    ) -> KindSpec {
        let mut reader = TableReader::new(node, &format!("pieces.{letter}"), errors);
        let name = reader.printed_text("name", errors);
        let name = name.map_or(letter.to_string(), String::from);
        let royal = reader.flag("royal", errors).unwrap_or(false);
        let values = (0, PieceInfo::MAX_VALUE.into());
        let value = reader.number("value", values, errors).map(|value| value as i32);
        let region = self.read_region(&mut reader, "levels", Some(index), errors);
        let on_level = |level: usize| {
            let is_on =
                |(cell, &is): (Place, &bool)| is && self.spec.coordinates(cell)[2] == level as i32;
            region.as_ref().is_none_or(|region| (0..).zip(region).any(is_on))
        };
        let levels: Vec<bool> = (0..self.spec.levels).map(on_level).collect();
        if let Some(region) = region
            && !self.is_of_levels(&region, &levels)
            && let Some(node) = reader.get("levels")
        {
            let read = node.describe();
            let message = format!("{read} read, whole levels such as `level 1` expected");
            errors.add_secondary(node.at, &reader.path_of("levels"), message);
        }
        let mut rules = self.read_rules(&mut reader, index, errors);
        for (node, path) in reader.tables("moves") {
            let mut inner = TableReader::new(node, &path, errors);
            rules.extend(self.read_rules(&mut inner, index, errors));
            inner.finish(errors);
        }
        if rules.len() > MAX_RULES {
            let message = format!("{} rules read, at most {MAX_RULES} expected", rules.len());
            errors.add(node.at, &reader.path, message);
            rules.truncate(MAX_RULES);
        }
        for rule in rules.iter_mut().filter(|rule| rule.mode != Mode::FromAfar) {
            for (cell, onto) in (0..).zip(&mut rule.onto) {
                *onto &= levels[self.spec.coordinates(cell)[2] as usize];
            }
        }
        let promotion = reader
            .get("promotes")
            .map(|node| self.read_promotion(node, &reader.path, index, errors));
        let promotion = promotion.flatten();
        let freezes = reader.texts("freezes", errors).unwrap_or_default();
        let mut frozen: Vec<Vector> = Vec::new();
        for (text, at) in freezes {
            match parse_paths(text) {
                Ok(paths) => frozen.extend(paths.iter().map(|path| sum_of(path))),
                Err(message) => errors.add(at, &reader.path_of("freezes"), message),
            }
        }
        let progress = [
            ("always", Progress::Always),
            ("never", Progress::Never),
            ("change of rank", Progress::ChangeOfRank),
        ];
        let progress = reader.word("progress", &progress, errors);
        let default = if promotion.is_some() { Progress::Always } else { Progress::Never };
        reader.finish(errors);
        KindSpec {
            letter,
            name,
            royal,
            value,
            rules,
            promotion,
            levels,
            freezes: frozen,
            progress: progress.unwrap_or(default),
        }
    }

    /// Returns whether a region has all existing cells of these levels.
    fn is_of_levels(&self, region: &Region, levels: &[bool]) -> bool {
        let is_whole = |(cell, (&is, &exists)): (Place, (&bool, &bool))| {
            is || !exists || !levels[self.spec.coordinates(cell)[2] as usize]
        };
        (0..).zip(region.iter().zip(&self.spec.exists)).all(is_whole)
    }

    /// Reads the rules that a table of a kind or of its moves gives.
    fn read_rules(
        &self,
        reader: &mut TableReader<'_>,
        kind: usize,
        errors: &mut Errors,
    ) -> Vec<MoveRule> {
        let everywhere = || self.spec.exists.clone();
        let from = self.read_region(reader, "on", Some(kind), errors).unwrap_or_else(everywhere);
        let target = self.read_region(reader, "onto", Some(kind), errors);
        let first = [
            ("only", First::Only),
            ("not", First::Not),
            ("only in check", First::OnlyInCheck),
            ("in check", First::InCheck),
            ("captures checker", First::CapturesChecker),
        ];
        let first = reader.word("first", &first, errors).unwrap_or(First::Any);
        let en_passant = [("all", EnPassant::All), ("last", EnPassant::Last)];
        let en_passant = reader.word("en_passant", &en_passant, errors).unwrap_or(EnPassant::None);
        let at_most =
            reader.number("at_most", (2, i64::from(UNLIMITED)), errors).map(|most| most as u32);
        let rule = |key, paths: Vec<Path>, at_most, mode, onto: Option<&Region>| MoveRule {
            key,
            jumps: paths.is_empty(),
            paths,
            at_most,
            mode,
            from: from.clone(),
            onto: onto.cloned().unwrap_or_else(everywhere),
            first,
            en_passant,
        };
        let mut rules = Vec::new();
        let keys = [
            ("slides", Mode::Both),
            ("slides_to_capture", Mode::Capture),
            ("slides_without_capture", Mode::Step),
            ("leaps", Mode::Both),
            ("steps", Mode::Step),
            ("captures", Mode::Capture),
            ("captures_from_afar", Mode::FromAfar),
            ("walks", Mode::Step),
        ];
        let mut has_paths = false;
        for (key, mode) in keys {
            has_paths |= reader.get(key).is_some();
            let paths = self.read_paths(reader, key, errors);
            if paths.is_empty() {
                continue;
            }
            let at = reader.get(key).map_or(reader.at, |node| node.at);
            if key.starts_with("slides") {
                if paths.iter().any(|path| path.len() > 1) {
                    errors.add(
                        at,
                        &reader.path_of(key),
                        "a path with `then` read, but a slide repeats one vector",
                    );
                }
                rules.push(rule(key, paths, at_most.unwrap_or(UNLIMITED), mode, target.as_ref()));
            } else if mode == Mode::FromAfar && paths.iter().any(|path| path.len() > 1) {
                errors.add(
                    at,
                    &reader.path_of(key),
                    "a path with `then` read, but a capture from afar takes a vector",
                );
            } else if key == "walks" {
                match walks(&paths, at_most.unwrap_or(2)) {
                    Ok(paths) => rules.push(rule(key, paths, 1, mode, target.as_ref())),
                    Err(message) => errors.add(at, &reader.path_of(key), message),
                }
            } else {
                rules.push(rule(key, paths, 1, mode, target.as_ref()));
            }
        }
        let key = "steps_anywhere_on";
        if let Some(region) = self.read_region(reader, key, Some(kind), errors) {
            rules.push(rule(key, Vec::new(), 1, Mode::Step, Some(&region)));
        }
        Self::check_rules(reader, &rules, has_paths, errors);
        rules
    }

    /// Adds the errors of rules that contradict themselves.
    fn check_rules(
        reader: &mut TableReader<'_>,
        rules: &[MoveRule],
        has_paths: bool,
        errors: &mut Errors,
    ) {
        let captures = rules.iter().any(|rule| rule.mode != Mode::Step);
        let is_conditional =
            |rule: &MoveRule| matches!(rule.first, First::Only | First::OnlyInCheck | First::Not);
        let passes = |rule: &MoveRule| rule.en_passant != EnPassant::None;
        let goes_on = rules.iter().any(|rule| rule.at_most > 1) || reader.get("walks").is_some();
        let mut problems: Vec<(&'static str, &str)> = Vec::new();
        if captures && rules.iter().any(is_conditional) {
            problems.push(("first", "a capture cannot depend on the first move alone"));
        }
        if captures && rules.iter().any(passes) {
            problems.push(("en_passant", "a move that may capture passes no cells"));
        }
        if !rules.is_empty() && !goes_on {
            problems.push(("at_most", "`slides` or `walks` expected beside it"));
        }
        if rules.is_empty() && !has_paths {
            let message = "`leaps`, `slides`, `steps` or the like expected beside it";
            let mut keys = ["on", "onto", "first", "en_passant", "at_most"].into_iter();
            problems.extend(keys.find(|&key| reader.get(key).is_some()).map(|key| (key, message)));
        }
        for (key, message) in problems {
            if let Some(node) = reader.get(key) {
                let message = format!("{} read, but {message}", node.describe());
                errors.add_secondary(node.at, &reader.path_of(key), message);
            }
        }
    }

    fn read_paths(
        &self,
        reader: &mut TableReader<'_>,
        key: &'static str,
        errors: &mut Errors,
    ) -> Vec<Path> {
        let mut paths = Vec::new();
        for (text, at) in reader.texts(key, errors).unwrap_or_default() {
            match parse_paths(text) {
                Ok(new) => {
                    for path in new {
                        if !paths.contains(&path) {
                            paths.push(path);
                        }
                    }
                }
                Err(message) => errors.add(at, &reader.path_of(key), message),
            }
        }
        paths
    }

    fn read_promotion(
        &self,
        node: &LocatedValue,
        path: &str,
        kind: usize,
        errors: &mut Errors,
    ) -> Option<PromotionSpec> {
        let mut reader = TableReader::new(node, &format!("{path}.promotes"), errors);
        let must = self.read_region(&mut reader, "on", Some(kind), errors);
        let may = self.read_region(&mut reader, "may_on", Some(kind), errors);
        let to = reader.text("to", errors);
        let at = reader.at;
        let is_table = reader.is_table;
        if is_table && must.is_none() && may.is_none() {
            errors.add(at, &reader.path_of("on"), "missing; the cells of the promotion expected");
        }
        let path = reader.path_of("to");
        let has_key = to.is_some() || reader.get("to").is_some();
        reader.finish(errors);
        if is_table && !has_key {
            errors.add(at, &path, "missing; the letters of the kinds to become expected");
        }
        let (text, at) = to?;
        let none = || vec![false; self.spec.cells()];
        match self.parse_kinds(text) {
            Ok(to) if to.is_empty() => {
                errors.add(at, &path, "the letters of the kinds to become expected")
            }
            Ok(to) if (1..to.len()).any(|at| to[..at].contains(&to[at])) => {
                errors.add(at, &path, format!("`{text}` read, each letter once expected"));
            }
            Ok(to) if to.contains(&0) => {
                let message = format!(
                    "`{text}` read, but the first kind with `promotes` is never the result of a promotion"
                );
                errors.add_secondary(at, &path, message);
            }
            Ok(to) => {
                return Some(PromotionSpec {
                    must: must.unwrap_or_else(none),
                    may: may.unwrap_or_else(none),
                    to,
                });
            }
            // An error in `pieces` may be the reason.
            Err(message) => errors.add_secondary(at, &path, message),
        }
        None
    }
}

/// Returns every sequence of two to `at_most` of these vectors.
fn walks(steps: &[Path], at_most: u32) -> Result<Vec<Path>, String> {
    if steps.iter().any(|path| path.len() > 1) {
        return Err("a path with `then` read, but a walk takes its vectors in any order".into());
    }
    if !(2..=4).contains(&at_most) || steps.len() > 6 {
        let vectors = counted(steps.len(), "vector");
        return Err(format!(
            "{at_most} steps of {vectors} read, 2 to 4 steps of at most 6 vectors expected"
        ));
    }
    let mut all = Vec::new();
    let mut longest: Vec<Path> = vec![Vec::new()];
    for length in 1..=at_most {
        longest = longest
            .iter()
            .flat_map(|path| {
                steps.iter().map(move |step| [path.as_slice(), step.as_slice()].concat())
            })
            .collect();
        if length > 1 {
            all.extend(longest.iter().filter(|path| sum_of(path) != [0; 3]).cloned());
        }
    }
    Ok(all)
}
