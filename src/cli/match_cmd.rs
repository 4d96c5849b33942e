//! `triskelion match`: plays a match between engines, or resumes one.

use super::interrupts;
use super::progress::progress_style;
use super::result::{CliResult, ExitCode, in_file, shell_word, variant_option, warn_of_network};
use crate::cores::cores;
use crate::plural::counted;
use crate::registry::Variant;
use crate::rules::Notation;
use crate::session::Output;
use crate::tournament::config::{
    DrawRule, MatchConfig, OpeningSource, PlayerConfig, ResignRule, Schedule, Shard,
};
use crate::tournament::journal::{Journal, JournalErrorKind};
use crate::tournament::merge::count_games;
use crate::tournament::opening_suite::OpeningSuite;
use crate::tournament::run::{Match, MatchEvent, MatchSummary, StopReason};
use crate::tournament::scoreboard::Scoreboard;
use crate::tournament::standings::{GameLabel, SEPARATOR, Standings};
use crate::tournament::statistics::Sprt;
use crate::tournament::statistics::sprt::{EloModel, SprtError, SprtParameters};
use crate::tournament::{PlayerFault, check_players};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use fxhash::FxHashSet;
use indicatif::ProgressBar;
use serde_json::json;
use std::error::Error;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// What to do if the file of a new match exists.
const EXISTS_HINT: &str = "resume its match with --resume, or name another file with --out";

/// Play a match between engines
///
/// Define a player as key=value pairs: name=A cmd=./engine args="--quick" dir=. tc=10+0.1
/// option.Hash=16. The keys are name, cmd, args, dir, tc, st, nodes, depth, jitter, ponder and
/// option.NAME. Without cmd, the player is this engine, run in the same process. tc is
/// [MOVES/]SECONDS[+SECONDS], st the time per move in seconds, nodes and depth limit each move, and
/// jitter=N randomizes the node limit by ±N %.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct MatchArgs {
    /// Add a player; give two or more
    #[arg(long = "player", value_name = "PAIRS")]
    players: Vec<String>,

    /// Set defaults for all players
    #[arg(long, value_name = "PAIRS")]
    each: Option<String>,

    /// Read the match configuration from a TOML file; other arguments override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Play N games per pairing, an even number; not per round as in fastchess
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Select the pairings: round-robin, or gauntlet (first player against the others) [default:
    /// round-robin]
    #[arg(long, value_name = "NAME", value_parser = parse_schedule)]
    schedule: Option<Schedule>,

    /// Select the openings: book (the built-in book), start (the start position), or a file with
    /// one FEN per line [default: book]
    #[arg(long, value_name = "SOURCE")]
    openings: Option<OpeningSource>,

    /// Set the seed of the opening order and of the jitter [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// End the match by a sequential test: "elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized";
    /// these values are the defaults of omitted keys
    #[arg(long, value_name = "PAIRS", value_parser = parse_sprt)]
    sprt: Option<Sprt>,

    /// Adjudicate a win when both engines report it: "score=1000 movecount=4"
    #[arg(long, value_name = "PAIRS", value_parser = parse_resign)]
    resign: Option<ResignRule>,

    /// Adjudicate a draw when both engines report it: "movenumber=40 score=10 movecount=8"
    #[arg(long, value_name = "PAIRS", value_parser = parse_draw)]
    draw: Option<DrawRule>,

    /// Adjudicate by tables of endings when at most N pieces are on the board, from 3 to 5 with the
    /// kings
    #[arg(long, value_name = "N")]
    endgames: Option<u32>,

    /// Draw games after N moves of both sides [default: 400]
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,

    /// Allow players to exceed their time by this many milliseconds [default: 50]
    #[arg(long, value_name = "MS")]
    time_margin: Option<u64>,

    /// Wait this many seconds for a reply when no clock runs, and as long again after `stop`
    /// [default: 10]
    #[arg(long, value_name = "S")]
    stall_timeout: Option<f64>,

    /// Check the lines that players report: an illegal move, or a mate score that is not the length
    /// of its line, loses the game
    #[arg(long)]
    check_lines: bool,

    /// Write moves in this notation: uci, roth, smith, meder, maack or san, as the rule set
    /// supports [default: san where the rule set has it, else uci]
    #[arg(long, value_name = "NAME")]
    notation: Option<Notation>,

    /// Set the PGN tag Event
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,

    /// Play the Kth of N parts of the match; `triskelion merge` combines the parts
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// Write the match to this PGN file
    #[arg(long, value_name = "FILE", default_value = "match.pgn")]
    out: PathBuf,

    /// Resume the match of this file; its configuration cannot be changed
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "players", "each", "config", "games", "schedule", "openings", "seed", "sprt", "resign",
            "draw", "endgames", "max_moves", "time_margin", "stall_timeout", "check_lines", "notation", "event", "shard", "out",
        ]
    )]
    resume: Option<PathBuf>,

    /// Start no more games once this file exists, which `triskelion merge --watch` writes when the
    /// SPRT of all parts together is decided
    #[arg(long, value_name = "FILE")]
    stop_file: Option<PathBuf>,

    /// Play N games at the same time [default: as many as the cores allow]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    concurrency: Option<usize>,

    /// Allow more games at the same time than the cores support
    #[arg(long)]
    force_concurrency: bool,

    /// Print the results after every N games; 0 for the end only
    #[arg(long, value_name = "N", default_value_t = 10)]
    rating_interval: u64,

    /// Print results and faults only, not every game
    #[arg(long)]
    quiet: bool,

    /// Print lines of JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Parses `KEY=VALUE` pairs with the quoting rules of a shell. Each key may occur once.
fn parse_pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let words = shlex::split(text).ok_or("a quotation mark is not closed")?;
    let parse_pair = |word: String| match word.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(format!("read \"{word}\", expected KEY=VALUE")),
    };
    let pairs: Vec<(String, String)> =
        words.into_iter().map(parse_pair).collect::<Result<_, _>>()?;
    let mut keys = FxHashSet::default();
    match pairs.iter().find(|(key, _)| !keys.insert(key)) {
        Some((key, _)) => Err(format!("{key}: read twice, expected once")),
        None => Ok(pairs),
    }
}

/// Parses the numbers of these keys. Each key has its default; a key with `None` is required.
fn parse_numbers<const N: usize>(
    text: &str,
    keys: [(&str, Option<u32>); N],
) -> Result<[u32; N], String> {
    let mut values = keys.map(|(_, default)| default);
    for (key, value) in parse_pairs(text)? {
        let index = keys.iter().position(|(name, _)| *name == key);
        let index = index.ok_or_else(|| {
            let names = keys.map(|(name, _)| name).join(", ");
            format!("unknown key \"{key}\"; expected one of {names}")
        })?;
        let number = value.parse();
        values[index] = Some(number.map_err(|_| {
            format!("{key}: read \"{value}\", expected a whole number of at least 0")
        })?);
    }
    let mut numbers = [0; N];
    for ((number, value), (key, _)) in numbers.iter_mut().zip(values).zip(keys) {
        *number = value.ok_or_else(|| format!("missing key {key}"))?;
    }
    Ok(numbers)
}

fn parse_resign(text: &str) -> Result<ResignRule, String> {
    let keys = [("score", None), ("movecount", Some(ResignRule::default_moves()))];
    let [score, movecount] = parse_numbers(text, keys)?;
    Ok(ResignRule { score, movecount })
}

fn parse_draw(text: &str) -> Result<DrawRule, String> {
    let keys = [
        ("movenumber", Some(DrawRule::default_movenumber())),
        ("score", None),
        ("movecount", Some(DrawRule::default_moves())),
    ];
    let [movenumber, score, movecount] = parse_numbers(text, keys)?;
    Ok(DrawRule { movenumber, score, movecount })
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let mut parameters = SprtParameters::default();
    for (key, value) in parse_pairs(text)? {
        let parameter = match key.as_str() {
            "elo0" => &mut parameters.elo0,
            "elo1" => &mut parameters.elo1,
            "alpha" => &mut parameters.alpha,
            "beta" => &mut parameters.beta,
            "model" => {
                parameters.model = match value.as_str() {
                    "normalized" => EloModel::Normalized,
                    "logistic" => EloModel::Logistic,
                    _ => {
                        let expected = "expected normalized or logistic";
                        return Err(format!("model: read \"{value}\", {expected}"));
                    }
                };
                continue;
            }
            _ => {
                return Err(format!(
                    "unknown key \"{key}\"; expected one of elo0, elo1, alpha, beta, model"
                ));
            }
        };
        *parameter =
            value.parse().map_err(|_| format!("{key}: read \"{value}\", expected a number"))?;
    }
    parameters.try_into().map_err(|error: SprtError| error.to_string())
}

fn parse_schedule(text: &str) -> Result<Schedule, String> {
    match text {
        "round-robin" => Ok(Schedule::RoundRobin),
        "gauntlet" => Ok(Schedule::Gauntlet),
        _ => Err("expected round-robin or gauntlet".to_owned()),
    }
}

fn parse_player(text: &str) -> Result<PlayerConfig, Box<dyn Error>> {
    let words = shlex::split(text).ok_or("player: a quotation mark is not closed")?;
    Ok(PlayerConfig::from_pairs(words.iter().map(String::as_str))?)
}

impl MatchArgs {
    /// Returns the configuration of a new match: the file, overridden by the other arguments.
    fn to_config(&self, variant: Option<Variant>) -> Result<MatchConfig, Box<dyn Error>> {
        let mut config = match &self.config {
            None => MatchConfig::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path).map_err(|error| in_file(path, error))?;
                MatchConfig::from_toml(&text).map_err(|error| in_file(path, error))?
            }
        };
        fn set_if_given<T: Clone>(field: &mut T, given: &Option<T>) {
            if let Some(given) = given {
                field.clone_from(given);
            }
        }
        fn set_option_if_given<T: Copy>(field: &mut Option<T>, given: Option<T>) {
            *field = given.or(*field);
        }
        set_if_given(&mut config.variant, &variant);
        set_if_given(&mut config.schedule, &self.schedule);
        set_if_given(&mut config.openings, &self.openings);
        set_if_given(&mut config.seed, &self.seed);
        set_if_given(&mut config.time_margin, &self.time_margin);
        set_if_given(&mut config.stall_timeout, &self.stall_timeout);
        config.check_lines |= self.check_lines;
        set_option_if_given(&mut config.notation, self.notation);
        set_if_given(&mut config.event, &self.event);
        set_option_if_given(&mut config.games, self.games);
        set_option_if_given(&mut config.sprt, self.sprt);
        set_option_if_given(&mut config.resign, self.resign);
        set_option_if_given(&mut config.draw, self.draw);
        set_option_if_given(&mut config.endgames, self.endgames);
        set_option_if_given(&mut config.max_moves, self.max_moves);
        set_option_if_given(&mut config.shard, self.shard);
        if let Some(each) = &self.each {
            let mut each = parse_player(each)?;
            each.inherit_from(&config.each);
            config.each = each;
        }
        for player in &self.players {
            config.players.push(parse_player(player)?);
        }
        Ok(config.with_defaults()?)
    }

    /// Returns the number of games to play at the same time.
    fn concurrency(&self, config: &MatchConfig) -> Result<usize, String> {
        let mut threads: Vec<usize> = config.players.iter().map(PlayerConfig::threads).collect();
        threads.sort_unstable_by(|a, b| b.cmp(a));
        // With pondering both players of a game search at the same time.
        let ponders = config.players.iter().any(|player| player.ponder == Some(true));
        let searching_players = if ponders { 2 } else { 1 };
        let per_game: usize = threads.iter().take(searching_players).sum::<usize>().max(1);
        let cores = cores();
        let games = self.concurrency.unwrap_or((cores / per_game).max(1));
        if games * per_game > cores && !self.force_concurrency {
            return Err(format!(
                "{} at the same time with {} each: more than the {} that the program may use; \
                 expected a smaller --concurrency, or --force-concurrency",
                counted(games, "game"),
                counted(per_game, "thread"),
                counted(cores, "core")
            ));
        }
        Ok(games)
    }
}

/// Prints the events and the results of a match.
struct Reporter<'a> {
    config: &'a MatchConfig,
    output: &'a mut Output,
    bar: ProgressBar,
    rating_interval: u64,
    quiet: bool,
    json: bool,
}

impl Reporter<'_> {
    /// Prints a line. A closed output does not stop the match, since the file has all games.
    fn line(&mut self, text: &str) {
        let output = &mut *self.output;
        self.bar.suspend(|| {
            let _ = output.line(text);
        });
    }

    /// Prints a line unless the output is JSON.
    fn text_line(&mut self, text: &str) {
        if !self.json {
            self.line(text);
        }
    }

    fn handle_event(&mut self, event: &MatchEvent<'_>) {
        let config = self.config;
        match event {
            MatchEvent::Started(_) if self.quiet => {}
            MatchEvent::Started(game) if self.json => {
                self.line(&json!({ "event": "started", "game": game.game + 1 }).to_string());
            }
            &MatchEvent::Started(scheduled_game) => {
                let game = GameLabel { config, scheduled_game, show_total: true };
                self.line(&format!("Started {game}"));
            }
            &MatchEvent::Finished { scheduled_game, end, fault, scoreboard } => {
                if self.json {
                    let line = json!({
                        "event": "finished",
                        "game": scheduled_game.game + 1,
                        "players": scheduled_game.players.map(|player| &config.players[player].name),
                        "result": end.result(),
                        "termination": end.termination.name(),
                        "fault": fault.map(|PlayerFault { player, message, position, go }| json!({
                            "player": player,
                            "message": message,
                            "position": position,
                            "go": go,
                        })),
                    });
                    self.line(&line.to_string());
                } else {
                    let game = GameLabel { config, scheduled_game, show_total: false };
                    if !self.quiet {
                        self.line(&format!("Finished {game}: {} {{{end}}}", end.result()));
                    }
                    if let Some(fault) = fault {
                        self.line(&format!("Fault in {game}: {fault}"));
                    }
                }
                let games = scoreboard.games();
                self.bar.set_position(games);
                if self.rating_interval > 0 && games.is_multiple_of(self.rating_interval) {
                    self.print_results(scoreboard, "results");
                }
            }
            MatchEvent::Draining => self.text_line(
                "Interrupted: finishing the running games; interrupt again to stop at once",
            ),
        }
    }

    fn print_results(&mut self, scoreboard: &Scoreboard, event: &str) {
        let standings = Standings { config: self.config, scoreboard };
        if self.json {
            let mut value = standings.to_json();
            value["event"] = event.into();
            self.line(&value.to_string());
        } else {
            self.line(&format!("{SEPARATOR}\n{standings}\n{SEPARATOR}"));
        }
    }

    fn print_summary(&mut self, summary: &MatchSummary, scoreboard: &Scoreboard, path: &Path) {
        self.bar.finish_and_clear();
        self.print_results(scoreboard, "end");
        let standings = Standings { config: self.config, scoreboard };
        standings.termination_counts().lines().for_each(|line| self.text_line(line));
        let playing = summary.playing_time.as_secs_f64();
        if playing > 0.0 {
            let share = 100.0 * summary.thinking_time.as_secs_f64() / playing;
            self.text_line(&format!("Time: {playing:.1} s, {share:.1} % used by the players"));
        }
        if let Some(conclusion) = standings.sprt_conclusion() {
            self.text_line(&conclusion.to_string());
        }
        self.text_line(&format!("Saved to: {}", path.display()));
        match summary.stop_reason {
            StopReason::Interrupted => {
                self.text_line(&format!(
                    "Resume with: {}",
                    resume_command(path, self.config.variant)
                ));
            }
            StopReason::Stopped => self.text_line("Stopped by the file of --stop-file"),
            StopReason::Complete | StopReason::Decided(_) => {}
        }
    }
}

/// Returns the command that resumes the match of this file.
fn resume_command(path: &Path, variant: Variant) -> String {
    format!("triskelion match --resume {}{}", shell_word(path), variant_option(variant))
}

/// Plays a new match or resumes one.
pub(crate) fn run(variant: Option<Variant>, args: &MatchArgs, output: &mut Output) -> CliResult {
    let (config, opening_suite, scoreboard, journal);
    if let Some(path) = &args.resume {
        let (resumed, contents) = Journal::resume(path)?;
        let mut finished = Scoreboard::new(&contents.config);
        count_games(&mut finished, path, &contents.games)?;
        opening_suite = OpeningSuite::from_config(&contents.config)?;
        if contents.config.book_hash != Some(opening_suite.hash()) {
            return Err(in_file(path, "the openings changed since the start of the match").into());
        }
        check_players(&contents.config)?;
        (config, scoreboard, journal) = (contents.config, finished, resumed);
    } else {
        let mut new_config = args.to_config(variant)?;
        if variant.is_none() {
            warn_of_network(new_config.variant);
        }
        if new_config.openings == OpeningSource::Book && new_config.variant.file().is_some() {
            eprintln!(
                "warning: {} has no book, so every game begins at the start position; \
                 `triskelion openings` makes openings",
                new_config.variant
            );
        }
        opening_suite = OpeningSuite::from_config(&new_config)?;
        new_config.book_hash = Some(opening_suite.hash());
        // Check everything before creating the file.
        args.concurrency(&new_config)?;
        check_players(&new_config)?;
        scoreboard = Scoreboard::new(&new_config);
        journal = Journal::create(&args.out, &new_config).map_err(|error| match error.cause {
            JournalErrorKind::Exists => format!("{error}; {EXISTS_HINT}").into(),
            _ => Box::<dyn Error>::from(error),
        })?;
        config = new_config;
    }
    play(&config, &opening_suite, scoreboard, journal, args, output)
}

fn play(
    config: &MatchConfig,
    opening_suite: &OpeningSuite,
    mut scoreboard: Scoreboard,
    mut journal: Journal,
    args: &MatchArgs,
    output: &mut Output,
) -> CliResult {
    let bar = match config.games {
        _ if args.json || !std::io::stderr().is_terminal() => ProgressBar::hidden(),
        None => ProgressBar::new_spinner(),
        Some(_) => ProgressBar::new(config.scheduled_games().count() as u64),
    };
    let template = "{bar:30} {pos}/{len} games, {elapsed} elapsed, {eta} left";
    bar.set_style(progress_style(template));
    bar.set_position(scoreboard.games());
    let &MatchArgs { rating_interval, quiet, json, .. } = args;
    let mut reporter = Reporter { config, output, bar, rating_interval, quiet, json };
    let concurrency = args.concurrency(config)?;
    let interrupts = interrupts::listen()?;
    let stop_file = args.stop_file.as_deref();
    let match_ = Match { config, opening_suite, concurrency, interrupts, stop_file };
    let mut on_event = |event: MatchEvent<'_>| reporter.handle_event(&event);
    match match_.play(&mut scoreboard, Some(&mut journal), &mut on_event) {
        Ok(summary) => {
            reporter.print_summary(&summary, &scoreboard, journal.path());
            Ok(match summary.stop_reason {
                StopReason::Interrupted => ExitCode::INTERRUPTED,
                StopReason::Complete | StopReason::Decided(_) | StopReason::Stopped => {
                    ExitCode::SUCCESS
                }
            })
        }
        Err(error) => {
            reporter.bar.finish_and_clear();
            let command = resume_command(journal.path(), config.variant);
            Err(format!("{error}\nThe match can be resumed with: {command}").into())
        }
    }
}
