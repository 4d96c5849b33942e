//! Position strings of the staircase games, as far as they are alike.

use crate::geometry::staircase::{CELLS, FIXED, Staircase, cell_of_post};
use crate::moves::{Kind, Man, Place, Side};
use crate::rules::Fault;
use std::fmt::Write;

/// What a position string says, checked as text but not against the rules.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The man on each cell.
    pub men: [Option<Man>; CELLS],
    /// The platforms in post order: post number (0–23) and owner, where owners are written.
    pub platforms: Vec<(u8, Option<Side>)>,
    /// The side to move.
    pub side: Side,
    /// Castling rights, bits in the order `KQkq`.
    pub castling: u8,
    /// Field 5 as it stands: `*`, `-` or cells.
    pub fresh: String,
    /// Field 6 as it stands.
    pub special: String,
    /// Half-moves since the last capture, pawn move or promotion.
    pub clock: u16,
    /// The number of the move, from 1.
    pub move_number: u16,
}

/// The names of the fields, for messages.
const FIELDS: [&str; 8] = [
    "boards",
    "platforms",
    "side",
    "castling",
    "fresh",
    "en passant",
    "halfmove clock",
    "move number",
];

fn fault(field: usize, text: String) -> Fault {
    Fault { field: FIELDS.get(field).copied().unwrap_or("position"), fault: text }
}

impl Setup {
    /// An empty board of that shape, White to move.
    pub fn empty(platforms: Vec<(u8, Option<Side>)>) -> Setup {
        Setup {
            men: [None; CELLS],
            platforms,
            side: Side::White,
            castling: 0,
            fresh: "-".into(),
            special: "-".into(),
            clock: 0,
            move_number: 1,
        }
    }

    /// Reads a position string of a game on this staircase with so many platforms, with or
    /// without owners. Tells every fault of the text.
    pub fn parse<const UPSIDE_DOWN: bool>(
        text: &str,
        platforms: usize,
        owned: bool,
    ) -> Result<Setup, Vec<Fault>> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[boards, posts, side, castling, fresh, special, clock, number] = fields.as_slice()
        else {
            let read = fields.len();
            let fault = format!("{read} fields read, 8 expected ({})", FIELDS.join(", "));
            return Err(vec![Fault { field: "field count", fault }]);
        };
        let mut setup = Setup::empty(Vec::new());
        let mut faults = Vec::new();
        setup.read_boards::<UPSIDE_DOWN>(boards, &mut faults);
        setup.read_platforms::<UPSIDE_DOWN>(posts, platforms, owned, &mut faults);
        setup.side = match side {
            "w" => Side::White,
            "b" => Side::Black,
            _ => {
                faults.push(fault(2, format!("`{side}` read, `w` or `b` expected")));
                Side::White
            }
        };
        setup.read_castling(castling, &mut faults);
        setup.fresh = fresh.into();
        setup.special = special.into();
        match clock.parse() {
            Ok(clock) => setup.clock = clock,
            Err(_) => faults.push(fault(6, format!("`{clock}` read, 0 to 65535 expected"))),
        }
        match number.parse() {
            Ok(number) if number > 0 => setup.move_number = number,
            _ => faults.push(fault(7, format!("`{number}` read, 1 to 65535 expected"))),
        }
        if faults.is_empty() { Ok(setup) } else { Err(faults) }
    }

    fn read_boards<const UPSIDE_DOWN: bool>(&mut self, text: &str, faults: &mut Vec<Fault>) {
        let boards: Vec<&str> = text.split('|').collect();
        if boards.len() != 3 {
            let fault_text = format!("{} boards read, 3 parted by `|` expected", boards.len());
            return faults.push(fault(0, fault_text));
        }
        for (board, level) in boards.iter().zip([6u8, 4, 2]) {
            let Some(index) =
                Staircase::<UPSIDE_DOWN>::BOARD_LEVELS.iter().position(|&at| at == level)
            else {
                continue;
            };
            let ranks: Vec<&str> = board.split('/').collect();
            if ranks.len() != 4 {
                let read = ranks.len();
                let text = format!("level {level}: {read} ranks read in `{board}`, 4 expected");
                faults.push(fault(0, text));
                continue;
            }
            for (row, text) in ranks.iter().enumerate() {
                let name = format!("level {level}, row {} from the top", row + 1);
                let men = read_row(text, 4, 0, &name, faults);
                for (file, man) in men.into_iter().enumerate() {
                    let cell = index * 16 + file * 4 + (3 - row);
                    if let Some(place) = self.men[..FIXED].get_mut(cell) {
                        *place = man;
                    }
                }
            }
        }
    }

    fn read_platforms<const UPSIDE_DOWN: bool>(
        &mut self,
        text: &str,
        expected: usize,
        owned: bool,
        faults: &mut Vec<Fault>,
    ) {
        let texts: Vec<&str> = text.split(',').collect();
        if texts.len() != expected {
            let read = texts.len();
            faults.push(fault(1, format!("{read} platforms read, {expected} expected")));
        }
        for text in texts {
            let form = if owned {
                "post, owner, `:`, rank, `/`, rank"
            } else {
                "post, `:`, rank, `/`, rank"
            };
            let read = || fault(1, format!("`{text}` read, {form} expected"));
            let Some((head, ranks)) = text.split_once(':') else {
                faults.push(read());
                continue;
            };
            let (name, owner) = match (owned, head.char_indices().nth(4)) {
                (true, Some((at, letter))) => {
                    let (name, rest) = head.split_at(at);
                    let owner = match (letter, rest.len()) {
                        ('w', 1) => Side::White,
                        ('b', 1) => Side::Black,
                        _ => {
                            faults.push(fault(1, format!("`{head}`: owner `w` or `b` expected")));
                            continue;
                        }
                    };
                    (name, Some(owner))
                }
                (true, None) => {
                    faults.push(fault(1, format!("`{head}`: owner `w` or `b` expected")));
                    continue;
                }
                (false, _) => (head, None),
            };
            let post = Staircase::<UPSIDE_DOWN>::named(name);
            let Some(post) = post.and_then(|place| place.checked_sub(CELLS as Place)) else {
                faults.push(fault(1, format!("there is no post `{name}`")));
                continue;
            };
            match self.platforms.last() {
                _ if self.platforms.iter().any(|&(other, _)| other == post) => {
                    faults.push(fault(1, format!("two platforms on `{name}`")));
                    continue;
                }
                Some(&(before, _)) if before > post => {
                    let text = format!("`{name}` is out of order: by file, corner rank, `+` first");
                    faults.push(fault(1, text));
                }
                _ => {}
            }
            let Some((far, near)) = ranks.split_once('/') else {
                faults.push(read());
                continue;
            };
            self.platforms.push((post, owner));
            for (row, text) in [(1u8, far), (0, near)] {
                let side = if row == 1 { "far" } else { "near" };
                let men = read_row(text, 2, 1, &format!("platform {name}, {side} rank"), faults);
                for (file, man) in (0u8..).zip(men) {
                    let cell = usize::from(cell_of_post(post, file * 2 + row));
                    if let Some(place) = self.men.get_mut(cell) {
                        *place = man;
                    }
                }
            }
        }
        self.platforms.sort_unstable_by_key(|&(post, _)| post);
    }

    fn read_castling(&mut self, text: &str, faults: &mut Vec<Fault>) {
        if text == "-" {
            return;
        }
        let mut last = None;
        for letter in text.chars() {
            let Some(right) = "KQkq".find(letter) else {
                faults
                    .push(fault(3, format!("`{letter}` read, letters of `KQkq` or `-` expected")));
                continue;
            };
            if last.is_some_and(|last| last >= right) {
                let fault_text =
                    format!("`{text}` read, each letter once in the order `KQkq` expected");
                return faults.push(fault(3, fault_text));
            }
            last = Some(right);
            self.castling |= 1 << right;
        }
    }

    /// The canonical text.
    pub fn write<const UPSIDE_DOWN: bool>(&self) -> String {
        let mut out = String::with_capacity(160);
        for level in [6u8, 4, 2] {
            if level != 6 {
                out.push('|');
            }
            let index = Staircase::<UPSIDE_DOWN>::BOARD_LEVELS
                .iter()
                .position(|&at| at == level)
                .unwrap_or(0);
            for row in (0..4).rev() {
                if row != 3 {
                    out.push('/');
                }
                write_row(&mut out, (0..4).map(|file| self.man(index * 16 + file * 4 + row)));
            }
        }
        for (number, &(post, owner)) in self.platforms.iter().enumerate() {
            out.push(if number == 0 { ' ' } else { ',' });
            out.push_str(&Staircase::<UPSIDE_DOWN>::name(CELLS as Place + post));
            match owner {
                Some(Side::White) => out.push('w'),
                Some(Side::Black) => out.push('b'),
                None => {}
            }
            let cell = |within| usize::from(cell_of_post(post, within));
            out.push(':');
            write_row(&mut out, [1, 3].into_iter().map(|within| self.man(cell(within))));
            out.push('/');
            write_row(&mut out, [0, 2].into_iter().map(|within| self.man(cell(within))));
        }
        out.push_str(if self.side == Side::White { " w " } else { " b " });
        for (right, letter) in "KQkq".chars().enumerate() {
            if self.castling >> right & 1 != 0 {
                out.push(letter);
            }
        }
        if self.castling == 0 {
            out.push('-');
        }
        let (fresh, special, clock, number) =
            (&self.fresh, &self.special, self.clock, self.move_number);
        // Writing to a string cannot fail.
        let _ = write!(out, " {fresh} {special} {clock} {number}");
        out
    }

    fn man(&self, cell: usize) -> Option<Man> {
        self.men.get(cell).copied().flatten()
    }

    /// The faults that every game has in common: not one king a side, a pawn where it must have
    /// promoted.
    pub fn common_faults<const UPSIDE_DOWN: bool>(
        &self,
        must_promote: impl Fn(Side, Place) -> bool,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        for side in Side::ALL {
            let king = Man { kind: Kind::King, side };
            let kings = self.men.iter().filter(|&&man| man == Some(king)).count();
            if kings != 1 {
                let text = format!("{kings} kings of {side:?} read, exactly 1 expected");
                faults.push(Fault { field: "kings", fault: text });
            }
        }
        for (cell, man) in (0..).zip(self.men) {
            if let Some(Man { kind: Kind::Pawn, side }) = man
                && must_promote(side, cell)
            {
                let name = Staircase::<UPSIDE_DOWN>::name(cell);
                let text = format!("a pawn of {side:?} on {name}, where it must have promoted");
                faults.push(Fault { field: "pawns", fault: text });
            }
        }
        faults
    }
}

/// One row of men: letters, and digits for runs of empty cells, `width` cells in all.
fn read_row(
    text: &str,
    width: usize,
    field: usize,
    name: &str,
    faults: &mut Vec<Fault>,
) -> Vec<Option<Man>> {
    let mut row = Vec::new();
    let mut after_digit = false;
    for letter in text.chars() {
        if let Some(man) = Man::from_letter(letter) {
            row.push(Some(man));
            after_digit = false;
        } else if let Some(run @ 1..=9) = letter.to_digit(10) {
            if after_digit {
                faults.push(fault(field, format!("{name}: two digits side by side in `{text}`")));
            }
            row.resize(row.len() + run as usize, None);
            after_digit = true;
        } else {
            faults.push(fault(field, format!("{name}: unknown letter `{letter}` in `{text}`")));
            return Vec::new();
        }
    }
    if row.len() != width {
        let fault_text = format!("{name}: {} cells read in `{text}`, {width} expected", row.len());
        faults.push(fault(field, fault_text));
        row.clear();
    }
    row
}

fn write_row(out: &mut String, men: impl Iterator<Item = Option<Man>>) {
    let mut empty = 0;
    for man in men {
        match man {
            None => empty += 1,
            Some(man) => {
                if empty > 0 {
                    let _ = write!(out, "{empty}");
                    empty = 0;
                }
                out.push(man.letter());
            }
        }
    }
    if empty > 0 {
        let _ = write!(out, "{empty}");
    }
}

/// Reads a field that lists pawns: `*` for all those of `starts`, `-` for none, else their cells,
/// each of them fit as `is_fit` says (the reason why not otherwise).
pub fn parse_marks<const UPSIDE_DOWN: bool>(
    text: &str,
    field: &'static str,
    starts: &[Place],
    is_fit: impl Fn(Place) -> Result<(), String>,
) -> Result<Vec<Place>, Vec<Fault>> {
    match text {
        "*" => return Ok(starts.to_vec()),
        "-" => return Ok(Vec::new()),
        _ => {}
    }
    let (mut cells, mut faults) = (Vec::new(), Vec::new());
    let letters: Vec<char> = text.chars().collect();
    for name in letters.chunks(3) {
        let name: String = name.iter().collect();
        let cell = Staircase::<UPSIDE_DOWN>::named(&name).filter(|&cell| usize::from(cell) < CELLS);
        let fault = match cell {
            None => format!("`{name}` in `{text}` is no cell"),
            Some(cell) if cells.contains(&cell) => format!("`{name}` stands twice in `{text}`"),
            Some(cell) => match is_fit(cell) {
                Ok(()) => {
                    cells.push(cell);
                    continue;
                }
                Err(why) => format!("`{name}` {why}"),
            },
        };
        faults.push(Fault { field, fault });
    }
    if faults.is_empty() { Ok(cells) } else { Err(faults) }
}

/// The canonical text of such a field.
pub fn write_marks<const UPSIDE_DOWN: bool>(cells: &[Place], starts: &[Place]) -> String {
    let ordered = |cells: &[Place]| {
        let mut points: Vec<_> = cells
            .iter()
            .map(|&cell| {
                let point = Staircase::<UPSIDE_DOWN>::CELLS[usize::from(cell)];
                (point.file, point.rank, point.level, cell)
            })
            .collect();
        points.sort_unstable();
        points
    };
    match ordered(cells) {
        cells if cells.is_empty() => "-".into(),
        cells if cells == ordered(starts) => "*".into(),
        cells => cells.iter().map(|&(.., cell)| Staircase::<UPSIDE_DOWN>::name(cell)).collect(),
    }
}
