//! Random files of games: boards with and without missing cells, kinds of pieces of every sort,
//! pawns, promotions, castling, rides, transfer. Most are valid; the program refuses the others.

use std::fmt::Write;

/// File, rank and level, from 0.
type Cell = [usize; 3];

/// Makes one file. `draw` returns a number below the given one.
pub(crate) fn random_file(draw: &mut dyn FnMut(usize) -> usize) -> String {
    let mut dice = Dice(draw);
    let board = loop {
        let board = Board::new(&mut dice);
        if board.own_half().len() > 1 {
            break board;
        }
    };
    let mut maker =
        Maker { dice, board, letters: Vec::new(), pawns: 0, transfers: false, text: String::new() };
    maker.make();
    maker.text
}

/// The vectors of one class reach no cell of another class, repeated or not.
const CLASSES: [&[&str]; 7] = [
    &["orthogonal", "face", "straight", "sideways", "vertical", "ahead", "back", "(1, 0, 0)"],
    &["diagonal", "edge", "ahead sideways", "orthogonal up", "orthogonal vertical", "back left"],
    &["corner", "diagonal up", "diagonal vertical", "ahead sideways down"],
    &["2-1", "knight", "(±1, 2, 0)", "2 ahead left", "ahead then ahead right"],
    &["3-1", "3-1-0", "(3, ±1, 0)", "3-2", "3-2-1", "ahead then 3 right"],
    &["up then 2-1", "down then 2-1", "vertical then 2-1", "up then up then 2-1"],
    &[
        "repeated (2, 2, 1) then (2, 2, 1)",
        "repeated (-2, 2, 1) then (-2, 2, 1)",
        "repeated (2, -2, 1) then (2, -2, 1)",
        "repeated vertical then (4, 1, 0)",
    ],
];

/// Draws numbers.
struct Dice<'a>(&'a mut dyn FnMut(usize) -> usize);

impl Dice<'_> {
    fn below(&mut self, end: usize) -> usize {
        (self.0)(end.max(1))
    }

    /// Returns true with a probability of one in the given number.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn choose<'b, T: ?Sized>(&mut self, items: &[&'b T]) -> &'b T {
        items[self.below(items.len())]
    }

    /// Removes one of the items.
    fn take<T>(&mut self, items: &mut Vec<T>) -> Option<T> {
        match items.len() {
            0 => None,
            length => Some(items.swap_remove(self.below(length))),
        }
    }
}

/// The board: sizes, what Black sees in reverse, and the missing cells.
struct Board {
    sizes: [usize; 3],
    reverses: [bool; 3],
    missing: Vec<Cell>,
}

impl Board {
    fn new(dice: &mut Dice<'_>) -> Board {
        let sizes = loop {
            let largest = match dice.below(8) {
                0 => [16, 9, 9],
                1 | 2 => [8, 8, 3],
                _ => [6, 6, 4],
            };
            let least = if dice.one_in(8) { 1 } else { 2 };
            let [files, ranks] = [0, 1].map(|axis| least + dice.below(largest[axis] + 1 - least));
            let sizes = [files, ranks, 1 + dice.below(largest[2])];
            if (2..=512).contains(&sizes.iter().product::<usize>()) {
                break sizes;
            }
        };
        // An axis of one cell that is reversed leaves both sides on the same cells.
        let usual = [[false, true, false], [false, true, true], [true, true, true]];
        let reverses = match dice.below(4) {
            3 => [true, true, true].map(|_| dice.one_in(2)),
            index => usual[index],
        };
        let mut board = Board { sizes, reverses, missing: Vec::new() };
        if dice.one_in(4) {
            for _ in 0..=dice.below(3) {
                let cell = sizes.map(|size| dice.below(size));
                board.missing.extend([cell, board.seen_by_black(cell)]);
            }
        }
        board
    }

    fn seen_by_black(&self, cell: Cell) -> Cell {
        [0, 1, 2].map(|axis| match self.reverses[axis] {
            true => self.sizes[axis] - 1 - cell[axis],
            false => cell[axis],
        })
    }

    /// Returns the cells that exist and that are on White's half.
    fn own_half(&self) -> Vec<Cell> {
        let is_own = |cell: &Cell| {
            let far = (0..3).all(|axis| !self.reverses[axis] || 2 * cell[axis] < self.sizes[axis]);
            far && self.seen_by_black(*cell) != *cell
        };
        self.cells().into_iter().filter(is_own).collect()
    }

    /// Returns how near a cell is to Black's half.
    fn nearness(&self, cell: Cell) -> usize {
        (0..3).filter(|&axis| self.reverses[axis]).map(|axis| cell[axis]).sum()
    }

    fn cells(&self) -> Vec<Cell> {
        let [files, ranks, levels] = self.sizes;
        let mut cells = Vec::new();
        for level in 0..levels {
            for rank in 0..ranks {
                cells.extend((0..files).map(|file| [file, rank, level]));
            }
        }
        cells.retain(|cell| !self.missing.contains(cell));
        cells
    }

    fn name(&self, [file, rank, level]: Cell) -> String {
        let file = (b'a' + file as u8) as char;
        match self.sizes[2] {
            1 => format!("{file}{}", rank + 1),
            _ => format!("{file}{}{}", rank + 1, level + 1),
        }
    }

    fn names(&self, cells: &[Cell]) -> String {
        cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }
}

/// Writes a file.
struct Maker<'a> {
    dice: Dice<'a>,
    board: Board,
    /// The letters of the kinds: the king, the pawns, the others.
    letters: Vec<char>,
    pawns: usize,
    transfers: bool,
    text: String,
}

impl Maker<'_> {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn make(&mut self) {
        let most = if self.dice.one_in(8) { 16 } else { 7 };
        let count = 2 + self.dice.below(most - 1);
        let mut pool: Vec<char> = ('A'..='Z').collect();
        for _ in 0..count {
            self.letters.extend(self.dice.take(&mut pool));
        }
        self.pawns = self.dice.below(3.min(count));
        self.line("name = \"random\"");
        self.head();
        let placed = self.start();
        self.ends();
        if self.dice.one_in(3) {
            let region = self.region().replace("start", "rank 1");
            self.line(&format!("[regions]\n\"zone\" = {region}"));
        }
        self.king();
        for index in 1..self.letters.len() {
            match index <= self.pawns {
                true => self.pawn(index),
                false => self.piece(index),
            }
        }
        if self.dice.one_in(3) {
            for index in 0..=self.dice.below(2) {
                self.castling(&placed, index);
            }
        }
        if self.dice.one_in(6) && !self.transfers {
            let king = self.letters[0];
            let [stop, end, other] = [0; 3].map(|_| self.any_cell());
            self.line(&format!(
                "[rides]\npiece = \"{king}\"\nstop = \"{stop}\"\nend = \"{end} {other}\""
            ));
        }
    }

    fn head(&mut self) {
        let [files, ranks, levels] = self.board.sizes;
        let missing = match self.board.missing.as_slice() {
            [] => String::new(),
            cells => format!(", missing = \"{}\"", self.board.names(cells)),
        };
        self.line(&format!(
            "board = {{ files = {files}, ranks = {ranks}, levels = {levels}{missing} }}"
        ));
        let axes = ["files", "ranks", "levels"];
        let reversed = axes.iter().zip(self.board.reverses).filter(|(_, is)| *is);
        let reversed: Vec<String> = reversed.map(|(axis, _)| format!("\"{axis}\"")).collect();
        self.line(&format!("black_reverses = [{}]", reversed.join(", ")));
    }

    /// Writes the start position. Returns White's pieces, the king first.
    fn start(&mut self) -> Vec<Cell> {
        let mut free = self.board.own_half();
        let most = free.len().min(14);
        let mut placed: Vec<(Cell, char)> = Vec::new();
        for index in 0..1 + self.dice.below(most) {
            let kind = match index {
                0 => self.letters[0],
                // Every kind stands on the board if there is room.
                _ if index < self.letters.len() => self.letters[index],
                _ => self.letters[1 + self.dice.below(self.letters.len() - 1)],
            };
            // Armies that are far apart give no check at the start.
            let draws = if index == 0 { 4 } else { 2 };
            let mut at = self.dice.below(free.len());
            for _ in 1..draws {
                let other = self.dice.below(free.len());
                if self.board.nearness(free[other]) < self.board.nearness(free[at]) {
                    at = other;
                }
            }
            placed.push((free.swap_remove(at), kind));
        }
        let [files, ranks, levels] = self.board.sizes;
        let mut rows = Vec::new();
        for level in (0..levels).rev() {
            let mut level_rows = Vec::new();
            for rank in (0..ranks).rev() {
                let mut row = String::new();
                let mut empty = 0;
                for file in 0..files {
                    let cell = [file, rank, level];
                    let other = self.board.seen_by_black(cell);
                    let white = placed.iter().find(|(at, _)| *at == cell);
                    let black = placed.iter().find(|(at, _)| *at == other);
                    let letter = white
                        .map(|&(_, kind)| kind)
                        .or(black.map(|&(_, kind)| kind.to_ascii_lowercase()));
                    match letter {
                        None => empty += 1,
                        Some(letter) => {
                            if empty > 0 {
                                row += &std::mem::take(&mut empty).to_string();
                            }
                            row.push(letter);
                        }
                    }
                }
                if empty > 0 {
                    row += &empty.to_string();
                }
                level_rows.push(row);
            }
            rows.push(format!("\"{}\"", level_rows.join("/")));
        }
        self.line(&format!("start = [{}]", rows.join(", ")));
        placed.into_iter().map(|(cell, _)| cell).collect()
    }

    /// Writes what ends the game, and the transfer.
    fn ends(&mut self) {
        for (key, words) in [
            ("stalemate", &["\"draw\"", "\"win\"", "\"loss\""][..]),
            ("bare_king", &["\"none\"", "\"draw\"", "\"win\"", "\"loss\""]),
            ("repetition", &["0", "2", "3", "4"]),
            ("move_limit", &["0", "10", "30", "100"]),
        ] {
            if self.dice.one_in(3) {
                let word = self.dice.choose(words);
                self.line(&format!("{key} = {word}"));
            }
        }
        if self.dice.one_in(4) {
            let king = self.letters[0];
            let other = self.letters[self.letters.len() - 1];
            let material = self.dice.choose(&["[]", "[\"K\"]", "[\"K\", \"KX\"]", "\"KXX\""]);
            let material =
                material.replace('K', &king.to_string()).replace('X', &other.to_string());
            self.line(&format!("dead_material = {material}"));
        }
        let is_whole = self.board.missing.is_empty();
        self.transfers = self.board.sizes[2] > 1 && is_whole && self.dice.one_in(8);
        if self.transfers {
            let mut levels: Vec<usize> = (1..=self.board.sizes[2]).collect();
            let mut order = Vec::new();
            while let Some(level) = self.dice.take(&mut levels) {
                order.push(level.to_string());
            }
            self.line(&format!("transfer = [{}]", order.join(", ")));
        }
    }

    fn any_cell(&mut self) -> String {
        let cells = self.board.cells();
        self.board.name(cells[self.dice.below(cells.len())])
    }

    /// Returns a region, with quotes.
    fn region(&mut self) -> String {
        let [files, ranks, levels] = self.board.sizes;
        let file = (b'a' + self.dice.below(files) as u8) as char;
        let (rank, level) = (1 + self.dice.below(ranks), 1 + self.dice.below(levels));
        match self.dice.below(7) {
            0 => format!("\"{} {}\"", self.any_cell(), self.any_cell()),
            1 => format!("\"rank {rank}\""),
            2 => format!("\"ranks {rank}-{ranks}\""),
            3 => format!("[\"file {file}\", \"rank 1 of level {level}\"]"),
            4 => format!("\"level {level}\""),
            5 => "\"start\"".into(),
            _ => "\"anywhere\"".into(),
        }
    }

    fn vectors(&mut self, class: usize) -> String {
        let known = CLASSES[class];
        // The first two texts of a class lead somewhere on most boards.
        let common = self.dice.choose(&known[..2]);
        match self.dice.below(3) {
            0 => format!("\"{common}\""),
            1 => format!("[\"{common}\", \"{}\"]", self.dice.choose(&known[..4])),
            _ => format!("\"{}\"", self.dice.choose(known)),
        }
    }

    /// Returns the keys of rules on the vectors of these classes. At most one rule steps and at
    /// most one captures on the cells of each class.
    fn rules(&mut self, classes: &[usize], is_quiet: bool) -> String {
        let mut keys: Vec<(&str, String)> = Vec::new();
        let mut used: Vec<&str> = Vec::new();
        for &class in classes {
            let (both, steps, captures): (&[&str], &[&str], &[&str]) = match class {
                0..=2 => (
                    &["leaps", "slides"],
                    &["steps", "slides_without_capture"],
                    &["captures", "slides_to_capture"],
                ),
                _ => (&["leaps"], &["steps"], &["captures"]),
            };
            let chosen = match self.dice.below(4) {
                _ if is_quiet => vec![self.dice.choose(steps)],
                0 => vec![self.dice.choose(steps), self.dice.choose(captures)],
                1 => vec![self.dice.choose(steps)],
                _ => vec![self.dice.choose(both)],
            };
            for key in chosen {
                if !used.contains(&key) {
                    used.push(key);
                    keys.push((key, self.vectors(class)));
                }
            }
        }
        let slides = keys.iter().any(|(key, _)| key.starts_with("slides"));
        let mut text = String::new();
        for (key, value) in keys {
            let _ = writeln!(text, "{key} = {value}");
        }
        if slides && self.dice.one_in(3) {
            let _ = writeln!(text, "at_most = {}", 2 + self.dice.below(3));
        }
        text
    }

    /// Returns the classes of a kind in random order.
    fn classes(&mut self) -> Vec<usize> {
        // Within one level there are no corners, and no path leads up.
        let mut left: Vec<usize> = match self.board.sizes[2] {
            1 => vec![0, 1, 3, 4],
            _ => (0..CLASSES.len()).collect(),
        };
        let mut order = Vec::new();
        while let Some(class) = self.dice.take(&mut left) {
            order.push(class);
        }
        order
    }

    /// Writes conditions of a table, of those that its rules allow.
    fn conditions(&mut self, is_quiet: bool) {
        if self.dice.one_in(3) {
            let region = self.region();
            self.line(&format!("on = {region}"));
        }
        if self.dice.one_in(6) {
            let region = self.region();
            self.line(&format!("onto = {region}"));
        }
        if self.dice.one_in(2) {
            let words: &[&str] = match is_quiet {
                true => &["only", "not", "only in check", "in check", "captures checker"],
                false => &["in check", "captures checker"],
            };
            let word = self.dice.choose(words);
            self.line(&format!("first = \"{word}\""));
        }
    }

    fn king(&mut self) {
        let king = self.letters[0];
        self.line(&format!("[pieces.{king}]\nname = \"king\"\nroyal = true"));
        let moves = self.dice.choose(&[
            "leaps = \"neighbor\"",
            "leaps = [\"orthogonal\", \"diagonal\", \"vertical\"]",
            "leaps = [\"orthogonal\", \"diagonal\", \"vertical\"]",
            "leaps = \"neighbor\"\nslides_without_capture = \"2-1\"\nat_most = 2",
            "steps = \"face\"\ncaptures = [\"face\", \"edge\"]",
            "slides = \"face\"\nat_most = 2",
            "leaps = [\"face\", \"2-1\"]\ncaptures_from_afar = \"2 ahead\"",
        ]);
        self.line(moves);
        self.extras(0);
        if self.dice.one_in(4) {
            self.line(&format!("[[pieces.{king}.moves]]"));
            self.conditions(true);
            self.line("steps = [\"3-1\", \"(±2, ±2, 0)\"]");
        }
    }

    /// Writes keys that any kind may have.
    fn extras(&mut self, index: usize) {
        if self.dice.one_in(8) {
            let word = self.dice.choose(&["always", "never", "change of rank"]);
            self.line(&format!("progress = \"{word}\""));
        }
        if self.dice.one_in(12) {
            let class = self.dice.below(3);
            let vectors = self.vectors(class);
            self.line(&format!("freezes = {vectors}"));
        }
        if index > 0 && self.dice.one_in(12) {
            let class = self.dice.below(3);
            let vectors = self.vectors(class);
            self.line(&format!("captures_from_afar = {vectors}"));
        }
        if self.dice.one_in(10) {
            let value = 50 * self.dice.below(30);
            self.line(&format!("value = {value}"));
        }
        if self.dice.one_in(16) {
            let levels = self.board.sizes[2];
            let level = 1 + self.dice.below(levels);
            self.line(&format!("levels = \"levels {level}-{levels}\""));
        }
    }

    fn piece(&mut self, index: usize) {
        let letter = self.letters[index];
        self.line(&format!("[pieces.{letter}]\nname = \"piece {letter}\""));
        let classes = self.classes();
        let count = 1 + self.dice.below(2);
        let rules = self.rules(&classes[..count], false);
        self.line(&rules);
        self.extras(index);
        if self.dice.one_in(20) {
            let region = self.region();
            self.line(&format!("steps_anywhere_on = {region}"));
        }
        let mut rest = &classes[count..];
        for _ in 0..self.dice.below(3) {
            let Some((&class, others)) = rest.split_first() else { break };
            rest = others;
            let is_quiet = self.dice.one_in(2);
            self.line(&format!("[[pieces.{letter}.moves]]"));
            self.conditions(is_quiet);
            let rules = self.rules(&[class], is_quiet);
            self.line(&rules);
        }
    }

    fn pawn(&mut self, index: usize) {
        let letter = self.letters[index];
        let [_, ranks, levels] = self.board.sizes;
        self.line(&format!("[pieces.{letter}]\nname = \"pawn {letter}\""));
        let captures = self.dice.choose(&[
            "\"ahead sideways\"",
            "[\"ahead sideways\", \"ahead up\"]",
            "[\"ahead sideways\", \"up sideways\", \"ahead up\"]",
            "\"ahead\"",
        ]);
        self.line(&format!("captures = {captures}"));
        let mut en_passant =
            self.dice.choose(&["", ", en_passant = \"all\"", ", en_passant = \"last\""]);
        // A step to a cell on which such a pawn also captures is refused.
        let variation = self.dice.below(5);
        let meets = variation == 1 && captures.contains("ahead up") || captures == "\"ahead\"";
        if self.transfers || variation == 2 || meets {
            en_passant = "";
        }
        let (steps, first) = match variation {
            0 => ("", "slides_without_capture = \"ahead\", at_most = 3"),
            1 => ("steps = [\"ahead\", \"up\"]", "walks = [\"ahead\", \"up\"], at_most = 3"),
            2 => ("steps = \"ahead\"", "walks = [\"ahead\", \"sideways\"]"),
            3 => ("steps = [\"ahead\", \"up\"]", "steps = [\"ahead then ahead\", \"up then up\"]"),
            _ => ("steps = \"ahead\"", "steps = \"ahead then ahead\""),
        };
        self.line(steps);
        let moves = match self.dice.below(4) {
            _ if steps.is_empty() => format!(
                "[{{ first = \"not\", steps = \"ahead\" }}, {{ first = \"only\", {first}{en_passant} }}]"
            ),
            0 => format!("{{ on = \"start\", {first}{en_passant} }}"),
            1 => format!("{{ first = \"not\", {first}{en_passant} }}"),
            _ => format!("{{ first = \"only\", {first}{en_passant} }}"),
        };
        if steps.is_empty() || !self.dice.one_in(4) {
            self.line(&format!("moves = {moves}"));
        }
        self.extras(index);
        // The program numbers the kinds that promote first, and none becomes the first of them.
        let least = if self.dice.one_in(12) { 1 } else { 1 + self.pawns };
        let mut kinds: Vec<char> = self.letters[least..].to_vec();
        kinds.retain(|&kind| kind != letter);
        let mut to = String::new();
        for _ in 0..=self.dice.below(3) {
            to.extend(self.dice.take(&mut kinds));
        }
        let zone = match self.dice.below(3) {
            0 if levels > 1 => format!("on = \"rank {ranks} of level {levels}\""),
            1 => format!("on = \"rank {ranks}\", may_on = \"ranks 2-{ranks}\""),
            _ => format!("on = \"rank {ranks}\""),
        };
        if !to.is_empty() && !self.dice.one_in(6) {
            self.line(&format!("[pieces.{letter}.promotes]\n{}", zone.replace(", ", "\n")));
            self.line(&format!("to = \"{to}\""));
        }
    }

    fn castling(&mut self, placed: &[Cell], index: usize) {
        let Some((&king, others)) = placed.split_first().filter(|(_, others)| !others.is_empty())
        else {
            return;
        };
        let rook = others[index % others.len()];
        // Along a rank as in chess, or anywhere.
        let distance = rook[0].abs_diff(king[0]);
        let is_usual = rook[1..] == king[1..] && distance > 2;
        let at = |steps: usize| match rook[0] > king[0] {
            true => [king[0] + steps, king[1], king[2]],
            false => [king[0] - steps, king[1], king[2]],
        };
        let names = |cells: &[Cell]| self.board.names(cells);
        let (goes, comes, empty) = match is_usual {
            true => {
                let between: Vec<Cell> = (1..distance).map(at).collect();
                (names(&[at(2)]), names(&[at(1)]), names(&between))
            }
            false => (self.any_cell(), self.any_cell(), String::new()),
        };
        let [king, rook] = [king, rook].map(|cell| self.board.name(cell));
        self.line("[[castling]]");
        if !self.dice.one_in(3) {
            self.line(&format!("right = \"{}\"", ["K", "Q", "A"][index]));
        }
        self.line(&format!("king = \"{king} {goes}\"\nrook = \"{rook} {comes}\""));
        if !empty.is_empty() || self.dice.one_in(2) {
            self.line(&format!("empty = \"{empty}\""));
        }
        if self.dice.one_in(2) {
            self.line(&format!("safe = \"{comes} {goes}\""));
        }
        if self.dice.one_in(5) {
            self.line(&format!("written = \"{goes}\""));
        }
    }
}
