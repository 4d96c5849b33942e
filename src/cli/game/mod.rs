//! `triskelion game`: checks, shows and lists the files of games, and surveys what the games are
//! like.

mod show;

use super::result::{CliResult, ExitCode, in_file};
use super::survey::{self, SurveyArgs};
use crate::game::new_game;
use crate::registry::{Variant, VariantError};
use crate::rules::fixed::spec::GameSpec;
use crate::session::Output;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

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
    /// Print the board, the pieces with their moves, the FEN of the start position, and the
    /// checksum of the rules; or the rules as JSON
    Show {
        /// The file of the game, or its name
        // Not the identifier of the option `--variant`, which would have the value of this one.
        #[arg(id = "game", value_name = "FILE")]
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

/// Runs a subcommand, none of which takes `--variant`. The exit code is 1 if a file has errors.
pub(crate) fn run(variant: Option<Variant>, args: &GameArgs, output: &mut Output) -> CliResult {
    if variant.is_some() {
        let (name, what) = match &args.command {
            GameCommand::Check { .. } => ("check", "files"),
            GameCommand::Show { .. } => ("show", "a file or a name"),
            GameCommand::Survey(_) => ("survey", "a file or a name"),
            GameCommand::List { .. } => ("list", "a folder"),
        };
        return Err(format!("--variant: not expected; `game {name}` takes {what} instead").into());
    }
    match &args.command {
        GameCommand::Check { files } => check(files, output),
        GameCommand::Show { variant, json } => {
            let spec = variant.spec();
            let spec = spec.ok_or_else(|| format!("{variant} is no game from a file"))?;
            match json {
                true => output.line(&spec.to_json(variant.game()).to_string())?,
                false => show::run(*variant, spec, output)?,
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
                for note in notes(variant) {
                    output.line(&format!("{}: note: {note}", file.display()))?;
                }
            }
            Err(VariantError::Invalid(errors)) => {
                code = ExitCode::FAILURE;
                errors.iter().try_for_each(|error| output.line(&error.to_string()))?;
            }
            Err(error) => {
                code = ExitCode::FAILURE;
                output.line(&error.to_string())?;
            }
        }
    }
    Ok(code)
}

/// Returns what is no error in a game but seldom meant.
fn notes(variant: Variant) -> Vec<String> {
    let mut notes = variant.spec().map(GameSpec::notes).unwrap_or_default();
    if variant.has_name_of_other() {
        notes.push(format!(
            "the program has another `{variant}`, and takes records of this one for records of that"
        ));
    }
    if let Some(outcome) = new_game(variant).outcome() {
        notes.push(format!("the game is over in the start position: {outcome}"));
    }
    notes
}

/// Prints a line for each file, sorted by name.
fn list(folder: &Path, output: &mut Output) -> CliResult {
    for (file, game) in Variant::from_folder(folder).map_err(|error| in_file(folder, error))? {
        let line = match game.map(Variant::spec) {
            Ok(Some(GameSpec { name, title, files, ranks, levels, .. })) => {
                format!("{name:<20} {:<8} {title}", format!("{files}×{ranks}×{levels}"))
            }
            Err(error @ VariantError::SameName { .. }) => error.to_string(),
            _ => format!("{}: errors; see `triskelion game check`", file.display()),
        };
        output.line(&line)?;
    }
    Ok(ExitCode::SUCCESS)
}
