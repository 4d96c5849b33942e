//! `triskelion game`: checks, shows and lists the files of games, and surveys what the games are like.

use super::result::{CliResult, in_file};
use super::survey::{self, SurveyArgs};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use triskelion::game::new_game;
use triskelion::geometry::Place;
use triskelion::moves::Side;
use triskelion::registry::{Variant, VariantError};
use triskelion::rules::fixed::spec::{
    EnPassant, First, GameSpec, KindSpec, Mode, MoveRule, Progress, Reach,
};
use triskelion::session::{Output, OutputError};

/// Check, show, list and survey the files of games
#[derive(Args)]
pub(crate) struct GameArgs {
    #[command(subcommand)]
    command: GameCommand,
}

#[derive(Subcommand)]
enum GameCommand {
    /// Print the errors of files, or ok
    Check {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print the board, the pieces with their moves, the FEN of the start position, and the checksum of
    /// the rules; or the rules as JSON
    Show {
        /// The file of the game, or its name
        #[arg(value_name = "FILE")]
        variant: Variant,
        /// Print the rules as one line of JSON
        #[arg(long)]
        json: bool,
    },
    Survey(SurveyArgs),
    /// Print name, size and title of the games of a folder
    List {
        /// The folder
        #[arg(value_name = "FOLDER", default_value = "games")]
        folder: PathBuf,
    },
}

/// Runs a subcommand. The exit code is 1 if a file has errors.
pub(crate) fn run(args: &GameArgs, output: &mut Output) -> CliResult {
    match &args.command {
        GameCommand::Check { files } => check(files, output),
        GameCommand::Show { variant, json } => {
            let spec = variant.spec();
            let spec = spec.ok_or_else(|| format!("{variant} is no game from a file"))?;
            match json {
                true => output.line(&spec.to_json(variant.game()).to_string())?,
                false => show(*variant, spec, output)?,
            }
            Ok(ExitCode::SUCCESS)
        }
        GameCommand::Survey(args) => survey::run(args, output),
        GameCommand::List { folder } => list(folder, output),
    }
}

fn check(files: &[PathBuf], output: &mut Output) -> CliResult {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match Variant::from_file(file) {
            Ok(variant) => {
                output.line(&format!("{}: ok", file.display()))?;
                for note in variant.spec().map(GameSpec::notes).unwrap_or_default() {
                    output.line(&format!("{}: note: {note}", file.display()))?;
                }
            }
            Err(VariantError::Invalid(errors)) => {
                code = ExitCode::from(1);
                errors.iter().try_for_each(|error| output.line(&error.to_string()))?;
            }
            Err(error) => {
                code = ExitCode::from(1);
                output.line(&error.to_string())?;
            }
        }
    }
    Ok(code)
}

/// Prints a line for each file, sorted by name.
fn list(folder: &Path, output: &mut Output) -> CliResult {
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(|error| in_file(folder, error))? {
        let file = entry.map_err(|error| in_file(folder, error))?.path();
        if file.extension().is_some_and(|extension| extension == "toml") {
            files.push(file);
        }
    }
    files.sort();
    for file in files {
        let line = match Variant::from_file(&file).map(Variant::spec) {
            Ok(Some(GameSpec { name, title, files, ranks, levels, .. })) => {
                format!("{name:<20} {:<8} {title}", format!("{files}×{ranks}×{levels}"))
            }
            _ => format!("{}: errors; see `triskelion game check`", file.display()),
        };
        output.line(&line)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(variant: Variant, spec: &GameSpec, output: &mut Output) -> Result<(), OutputError> {
    let (info, game) = (variant.game(), new_game(variant));
    let (files, ranks, levels) = (spec.files, spec.ranks, spec.levels);
    output.line(&format!("{} ({}), {files}×{ranks}×{levels} cells", spec.title, spec.name))?;
    spec.about.iter().try_for_each(|text| output.line(text))?;
    output.line("")?;
    for line in game.diagram().lines() {
        output.line(line)?;
    }
    output.line("")?;
    for (kind, piece) in spec.kinds.iter().zip(info.pieces.kinds()) {
        let value = match info.pieces.value(piece) {
            0 => String::new(),
            value => format!(", {:.2} pawns", f64::from(value) / 100.0),
        };
        output.line(&format!("{} {}{value}", kind.letter, kind.name))?;
        for line in kind_lines(spec, kind).into_iter().chain(reach_diagram(spec, kind)) {
            output.line(format!("    {line}").trim_end())?;
        }
    }
    output.line("")?;
    output.line("o: may step there, x: may capture there, *: both, on an empty board")?;
    output.line(&format!("Fen: {}", info.start_fen))?;
    output.line(&format!("Rules: checksum {}", spec.rules_checksum()))
}

/// Returns what a kind of piece can do, in words.
fn kind_lines(spec: &GameSpec, kind: &KindSpec) -> Vec<String> {
    let mut lines: Vec<String> = kind.rules.iter().map(|rule| rule_line(spec, rule)).collect();
    if let Some(promotion) = &kind.promotion {
        let letters: String = promotion
            .to
            .iter()
            .filter_map(|&to| Some(spec.kinds.get(usize::from(to))?.letter))
            .collect();
        for (word, region) in [("must", &promotion.must), ("may", &promotion.may)] {
            if region.contains(&true) {
                let cells = region_text(spec, region).unwrap_or_else(|| "every cell".into());
                lines.push(format!("{word} become one of {letters} on {cells}"));
            }
        }
    }
    if !kind.freezes.is_empty() {
        let vectors = kind.freezes.iter().map(|vector| vector_text(*vector));
        lines.push(format!("holds fast enemies at {}", vectors.collect::<Vec<_>>().join(" ")));
    }
    lines.extend(match kind.progress {
        Progress::Never => None,
        Progress::Always => Some("every move resets the clock".to_owned()),
        Progress::ChangeOfRank => Some("a move to another rank resets the clock".to_owned()),
    });
    lines
}

/// Returns a diagram of the cells that a kind of piece of White reaches on an empty board, from the
/// cell from which they are most, the nearest to the middle: the levels with such cells, the lowest first.
fn reach_diagram(spec: &GameSpec, kind: &KindSpec) -> Vec<String> {
    let existing = |cell: &Place| spec.exists.get(usize::from(*cell)) == Some(&true);
    let cells = (0..spec.exists.len() as Place).filter(existing);
    let from_middle = |cell: Place| {
        let [file, rank, level] = spec.coordinates(cell);
        let off = |at: i32, count: usize| (2 * at + 1 - count as i32).pow(2);
        off(file, spec.files) + off(rank, spec.ranks) + off(level, spec.levels)
    };
    let reaches = cells.map(|from| {
        let Reach { moves, threats, .. } = spec.reach(Side::White, kind, from, &[], &[]);
        (from, &moves | &threats, moves, threats)
    });
    let best = reaches.max_by_key(|(from, reached, ..)| (reached.len(), -from_middle(*from)));
    let Some((origin, reached, moves, threats)) = best else {
        return Vec::new();
    };
    let symbol = |cell: Place| match (moves.contains(&cell), threats.contains(&cell)) {
        _ if cell == origin => kind.letter,
        (true, true) => '*',
        (true, false) => 'o',
        (false, true) => 'x',
        _ if existing(&cell) => '.',
        _ => ' ',
    };
    let (files, size) = (spec.files, spec.files * spec.ranks);
    let level_of = |cell: Place| usize::from(cell) / size;
    let mut levels: Vec<usize> = reached.iter().copied().chain([origin]).map(level_of).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut lines = Vec::new();
    // As many panels side by side as a terminal has room for.
    for levels in levels.chunks((96 / (2 * files + 3)).max(1)) {
        for rank in (0..spec.ranks).rev() {
            let panel = |level: &usize| -> String {
                let first = level * size + rank * files;
                (first..first + files).flat_map(|cell| [symbol(cell as Place), ' ']).collect()
            };
            lines.push(levels.iter().map(panel).collect::<Vec<_>>().join("| "));
        }
        let name = |level: &usize| {
            format!("{:<width$}", format!("level {}", level + 1), width = 2 * files)
        };
        lines.push(levels.iter().map(name).collect::<Vec<_>>().join("| "));
    }
    lines
}

/// Returns a rule in words: what it does, how often, by which vectors, where and when.
fn rule_line(spec: &GameSpec, rule: &MoveRule) -> String {
    let mode = match rule.mode {
        Mode::Both => "moves or captures",
        Mode::Step => "moves without capture",
        Mode::Capture => "captures",
        Mode::FromAfar => "captures without moving",
    };
    let mut text = mode.to_owned();
    if rule.jumps {
        text += " to any cell";
    }
    if rule.at_most > 1 {
        text += &match rule.at_most as usize {
            count if count >= spec.files.max(spec.ranks).max(spec.levels) - 1 => {
                " any distance".to_owned()
            }
            count => format!(" up to {count} times"),
        };
    }
    let path = |path: &Vec<[i8; 3]>| {
        path.iter().map(|vector| vector_text(*vector)).collect::<Vec<_>>().join("→")
    };
    let paths: Vec<String> = rule.paths.iter().map(path).collect();
    if !paths.is_empty() {
        text += &format!(" by {}", paths.join(" "));
    }
    for (word, region) in [("from", &rule.from), ("onto", &rule.onto)] {
        if let Some(cells) = region_text(spec, region) {
            text += &format!(", {word} {cells}");
        }
    }
    text += match rule.first {
        First::Any => "",
        First::Only => ", as its first move",
        First::Not => ", after its first move",
        First::OnlyInCheck => ", as its first move and in check",
        First::InCheck => ", as its first move only in check",
        First::CapturesChecker => ", as its first move only to capture a piece that gives check",
    };
    text += match rule.en_passant {
        EnPassant::None => "",
        EnPassant::All => "; it can be captured on every cell that it passes",
        EnPassant::Last => "; it can be captured on the last cell that it passes",
    };
    text
}

/// Returns a vector as White sees it: files to the right, ranks ahead, levels up.
fn vector_text([file, rank, level]: [i8; 3]) -> String {
    format!("({file},{rank},{level})")
}

/// Returns the cells of a region; `None` if it has every cell of the board.
fn region_text(spec: &GameSpec, region: &[bool]) -> Option<String> {
    let exists = |cell: &usize| spec.exists.get(*cell) == Some(&true);
    let cells: Vec<usize> = (0..region.len()).filter(exists).collect();
    let within: Vec<usize> = cells.iter().copied().filter(|&cell| region[cell]).collect();
    if within == cells {
        return None;
    }
    let names: Vec<String> = within.iter().map(|&cell| spec.cell_name(cell as Place)).collect();
    Some(match names.len() {
        0..=16 => names.join(" "),
        count => format!("{} … {} ({count} cells)", names[0], names[count - 1]),
    })
}
