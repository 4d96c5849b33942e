//! `triskelion match`: plays a match between engines, or goes on with one.

use super::interrupts;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use triskelion::registry::Variant;
use triskelion::rules::Notation;
use triskelion::session::Output;
use triskelion::tournament::check_players;
use triskelion::tournament::config::{
    DrawRule, MatchConfig, OpeningSource, PlayerConfig, ResignRule, Schedule, Shard,
};
use triskelion::tournament::journal::Journal;
use triskelion::tournament::merge::count_games;
use triskelion::tournament::opening_suite::OpeningSuite;
use triskelion::tournament::report::{GameLabel, SEPARATOR, Standings};
use triskelion::tournament::run::{Match, MatchEvent, MatchSummary, StopReason};
use triskelion::tournament::scoreboard::Scoreboard;
use triskelion::tournament::statistics::Sprt;
use triskelion::tournament::statistics::sprt::{EloModel, SprtParameters};

/// Plays a match between engines.
///
/// A player is told in pairs: name=A cmd=./engine arg=--quick dir=. tc=10+0.1 option.Hash=16. The
/// keys are name, cmd, arg, dir, tc, st, nodes, depth, jitter, ponder and option.NAME. Without
/// cmd it is this very engine, in this process. tc is [MOVES/]SECONDS[+SECONDS], st seconds for
/// each move, jitter the per cent by which nodes vary.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct MatchArgs {
    /// A player; give two or more.
    #[arg(long = "player", value_name = "PAIRS")]
    players: Vec<String>,

    /// What holds for every player that does not say otherwise.
    #[arg(long, value_name = "PAIRS")]
    each: Option<String>,

    /// Takes the plan from a TOML file; what else is given goes before it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// How many games each two players play, an even number.
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Who plays whom: round-robin, or gauntlet (the first against each other).
    #[arg(long, value_name = "NAME", value_parser = parse_schedule)]
    schedule: Option<Schedule>,

    /// Where games begin: book (the small book of the rule set), start, or a file with a position
    /// string on each line.
    #[arg(long, value_name = "WHERE")]
    openings: Option<OpeningSource>,

    /// Decides the order of the openings and the jitter.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Ends the match by a sequential test: "elo0=0 elo1=10 alpha=0.05 beta=0.05
    /// model=normalized"; what is left out is as here.
    #[arg(long, value_name = "PAIRS", value_parser = parse_sprt)]
    sprt: Option<Sprt>,

    /// Takes a game for won when both players' scores say so: "score=1000 moves=4".
    #[arg(long, value_name = "PAIRS", value_parser = parse_resign)]
    resign: Option<ResignRule>,

    /// Takes a game for drawn when both players' scores are small: "after=40 score=10 moves=8".
    #[arg(long, value_name = "PAIRS", value_parser = parse_draw)]
    draw: Option<DrawRule>,

    /// Draws games that are longer, in moves of both sides [400 if no plan says otherwise].
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,

    /// Milliseconds by which a player may overstep its time [50].
    #[arg(long, value_name = "MS")]
    time_margin: Option<u64>,

    /// Seconds that a player may be silent where no clock runs [10].
    #[arg(long, value_name = "S")]
    stall_timeout: Option<f64>,

    /// How moves are written in the records: wire, or roth, smith, san as the rule set has it.
    #[arg(long, value_name = "NAME")]
    notation: Option<Notation>,

    /// What the match is called in its records.
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,

    /// Plays a part of the match only: K/N is the Kth of N parts; merge adds them up.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// The file that keeps the match.
    #[arg(long, value_name = "FILE", default_value = "match.pgn")]
    out: PathBuf,

    /// Goes on with the match that this file keeps; nothing else of the plan may be given.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = [
            "players", "each", "config", "games", "schedule", "openings", "seed", "sprt", "resign",
            "draw", "max_moves", "time_margin", "stall_timeout", "notation", "event", "shard", "out",
        ]
    )]
    resume: Option<PathBuf>,

    /// How many games are played at a time [as many as the cores allow].
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,

    /// Plays more games at a time than there are cores for.
    #[arg(long)]
    force_concurrency: bool,

    /// Prints results after so many games; 0 for the end only.
    #[arg(long, value_name = "N", default_value_t = 10)]
    rating_interval: u64,

    /// Prints no games, but results and what goes wrong.
    #[arg(long)]
    quiet: bool,

    /// Prints lines of JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// The pairs of key and value in a text, quoted as a shell has it.
fn parse_pairs(text: &str) -> Result<Vec<(String, String)>, String> {
    let words = shlex::split(text).ok_or("a quotation mark is not closed")?;
    let pair = |word: String| match word.split_once('=') {
        Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
        None => Err(format!("read \"{word}\", expected KEY=VALUE")),
    };
    words.into_iter().map(pair).collect()
}

/// Reads numbers by key; those that are not given keep their default, `None` has to be given.
fn parse_numbers<const N: usize>(
    text: &str,
    keys: [(&str, Option<u32>); N],
) -> Result<[u32; N], String> {
    let mut values = keys.map(|(_, default)| default);
    for (key, value) in parse_pairs(text)? {
        let place = keys.iter().position(|(name, _)| *name == key);
        let place = place.ok_or_else(|| {
            format!(
                "no key is called \"{key}\"; expected {}",
                keys.map(|(name, _)| name).join(", ")
            )
        })?;
        let number = value.parse();
        values[place] =
            Some(number.map_err(|_| format!("{key}: read \"{value}\", expected a number"))?);
    }
    let mut read = [0; N];
    for ((slot, value), (key, _)) in read.iter_mut().zip(values).zip(keys) {
        *slot = value.ok_or_else(|| format!("{key} is missing"))?;
    }
    Ok(read)
}

fn parse_resign(text: &str) -> Result<ResignRule, String> {
    let [score, moves] =
        parse_numbers(text, [("score", None), ("moves", Some(ResignRule::default_moves()))])?;
    Ok(ResignRule { score, movecount: moves })
}

fn parse_draw(text: &str) -> Result<DrawRule, String> {
    let (after, moves) = (Some(DrawRule::default_movenumber()), Some(DrawRule::default_moves()));
    let keys = [("after", after), ("score", None), ("moves", moves)];
    let [after, score, moves] = parse_numbers(text, keys)?;
    Ok(DrawRule { movenumber: after, score, movecount: moves })
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let model = EloModel::Normalized;
    let mut test = SprtParameters { model, elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    for (key, value) in parse_pairs(text)? {
        let slot = match key.as_str() {
            "elo0" => &mut test.elo0,
            "elo1" => &mut test.elo1,
            "alpha" => &mut test.alpha,
            "beta" => &mut test.beta,
            "model" => {
                test.model = match value.as_str() {
                    "normalized" => EloModel::Normalized,
                    "logistic" => EloModel::Logistic,
                    _ => return Err("model: expected normalized or logistic".to_owned()),
                };
                continue;
            }
            _ => {
                return Err(format!(
                    "no key is called \"{key}\"; expected elo0, elo1, alpha, beta, model"
                ));
            }
        };
        *slot = value.parse().map_err(|_| format!("{key}: read \"{value}\", expected a number"))?;
    }
    test.try_into()
        .map_err(|error: triskelion::tournament::statistics::sprt::SprtError| error.to_string())
}

fn parse_schedule(text: &str) -> Result<Schedule, String> {
    match text {
        "round-robin" => Ok(Schedule::RoundRobin),
        "gauntlet" => Ok(Schedule::Gauntlet),
        _ => Err("expected round-robin or gauntlet".to_owned()),
    }
}

fn parse_player(text: &str) -> Result<PlayerConfig, String> {
    let words = shlex::split(text).ok_or("player: a quotation mark is not closed")?;
    PlayerConfig::from_pairs(words.iter().map(String::as_str)).map_err(|error| error.to_string())
}

impl MatchArgs {
    /// The plan that the arguments and the file that they name make.
    fn to_config(&self, variant: Option<Variant>) -> Result<MatchConfig, String> {
        let mut plan = match &self.config {
            None => MatchConfig::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| format!("{}: {error}", path.display()))?;
                MatchConfig::from_toml(&text)
                    .map_err(|error| format!("{}: {error}", path.display()))?
            }
        };
        fn put<T: Clone>(slot: &mut T, given: &Option<T>) {
            if let Some(given) = given {
                slot.clone_from(given);
            }
        }
        fn put_some<T: Copy>(slot: &mut Option<T>, given: Option<T>) {
            *slot = given.or(*slot);
        }
        put(&mut plan.variant, &variant);
        put(&mut plan.schedule, &self.schedule);
        put(&mut plan.openings, &self.openings);
        put(&mut plan.seed, &self.seed);
        put(&mut plan.time_margin, &self.time_margin);
        put(&mut plan.stall_timeout, &self.stall_timeout);
        put(&mut plan.notation, &self.notation);
        put(&mut plan.event, &self.event);
        put_some(&mut plan.games, self.games);
        put_some(&mut plan.sprt, self.sprt);
        put_some(&mut plan.resign, self.resign);
        put_some(&mut plan.draw, self.draw);
        put_some(&mut plan.max_moves, self.max_moves);
        put_some(&mut plan.shard, self.shard);
        if let Some(each) = &self.each {
            let mut given = parse_player(each)?;
            given.inherit_from(&plan.each);
            plan.each = given;
        }
        for player in &self.players {
            plan.players.push(parse_player(player)?);
        }
        plan.with_defaults().map_err(|error| error.to_string())
    }

    /// How many games are played at a time.
    fn concurrency(&self, plan: &MatchConfig) -> Result<usize, String> {
        let cores = available_parallelism().map_or(1, |cores| cores.get());
        let mut threads: Vec<usize> = plan.players.iter().map(PlayerConfig::threads).collect();
        threads.sort_unstable_by(|one, other| other.cmp(one));
        let ponders = plan.players.iter().any(|player| player.ponder == Some(true));
        // Who ponders thinks while the other thinks.
        let each: usize = threads.iter().take(if ponders { 2 } else { 1 }).sum::<usize>().max(1);
        let wanted = self.concurrency.unwrap_or((cores / each).max(1)).max(1);
        if wanted * each > cores && !self.force_concurrency {
            return Err(format!(
                "{wanted} games at a time of {each} threads each are more than the {cores} cores of \
                 this machine; expected a smaller --concurrency, or --oversubscribe"
            ));
        }
        Ok(wanted)
    }
}

/// Prints what is heard of a match.
struct Reporter<'a> {
    config: &'a MatchConfig,
    output: &'a mut Output,
    bar: ProgressBar,
    rating_interval: u64,
    quiet: bool,
    json: bool,
}

impl Reporter<'_> {
    /// Nobody reading is no reason to stop: the file keeps the match.
    fn line(&mut self, text: &str) {
        let output = &mut *self.output;
        self.bar.suspend(|| {
            let _ = output.line(text);
        });
    }

    fn handle_event(&mut self, news: &MatchEvent<'_>) {
        match news {
            MatchEvent::Started(fixture) if !self.quiet => {
                let game = GameLabel { config: self.config, scheduled_game: *fixture, show_total: true };
                match self.json {
                    true => self.line(&json!({ "event": "started", "game": fixture.game + 1 }).to_string()),
                    false => self.line(&format!("Started {game}")),
                }
            }
            MatchEvent::Started(_) => {}
            MatchEvent::Finished { scheduled_game: fixture, end, fault: trouble, scoreboard } => {
                let game = GameLabel { config: self.config, scheduled_game: *fixture, show_total: false };
                if self.json {
                    let line = json!({
                        "event": "finished",
                        "game": fixture.game + 1,
                        "players": fixture.players.map(|player| &self.config.players[player].name),
                        "result": end.result(),
                        "cause": end.termination.name(),
                        "trouble": trouble.map(|trouble| json!({
                            "player": trouble.player,
                            "what": trouble.message,
                            "position": trouble.position,
                            "go": trouble.go,
                        })),
                    });
                    self.line(&line.to_string());
                } else {
                    if !self.quiet {
                        self.line(&format!("Finished {game}: {} {{{end}}}", end.result()));
                    }
                    if let Some(trouble) = trouble {
                        self.line(&format!("Trouble in {game}: {trouble}"));
                    }
                }
                self.bar.set_position(scoreboard.games());
                if self.rating_interval > 0 && scoreboard.games().is_multiple_of(self.rating_interval) {
                    self.print_results(scoreboard, "results");
                }
            }
            MatchEvent::Draining => self.text_line(
                "Interrupted: the games under way are played to their ends; interrupt again to stop now",
            ),
        }
    }

    fn text_line(&mut self, text: &str) {
        if !self.json {
            self.line(text);
        }
    }

    fn print_results(&mut self, scoreboard: &Scoreboard, event: &str) {
        let standing = Standings { config: self.config, scoreboard };
        if self.json {
            let mut value = standing.to_json();
            value["event"] = event.into();
            self.line(&value.to_string());
        } else {
            self.line(&format!("{SEPARATOR}\n{standing}\n{SEPARATOR}"));
        }
    }

    /// The last words.
    fn print_summary(&mut self, finish: &MatchSummary, scoreboard: &Scoreboard, path: &Path) {
        self.bar.finish_and_clear();
        self.print_results(scoreboard, "end");
        let standing = Standings { config: self.config, scoreboard };
        self.text_line(&standing.termination_counts());
        let (playing, thinking) =
            (finish.playing_time.as_secs_f64(), finish.thinking_time.as_secs_f64());
        if playing > 0.0 {
            let share = 100.0 * thinking / playing;
            self.text_line(&format!(
                "Time: {playing:.1} s of play, {share:.1} % of it in the players"
            ));
        }
        if let Some(conclusion) = standing.sprt_conclusion() {
            self.text_line(&conclusion.to_string());
        }
        self.text_line(&format!("Records: {}", path.display()));
        if finish.stop_reason == StopReason::Interrupted {
            self.text_line(&format!("Go on with: {}", resume_command(path)));
        }
    }
}

/// The command that goes on with the match of this file.
fn resume_command(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = shlex::try_quote(&path).unwrap_or(path.as_ref().into());
    format!("triskelion match --resume {path}")
}

/// Plays; the error says what is wrong with the arguments or with the match.
pub fn run(
    variant: Option<Variant>,
    arguments: &MatchArgs,
    output: &mut Output,
) -> Result<ExitCode, String> {
    let told = |error: &dyn std::error::Error| error.to_string();
    let (plan, scoreboard, journal, beginnings);
    match &arguments.resume {
        Some(path) => {
            let (resumed, contents) = Journal::resume(path).map_err(|error| told(&error))?;
            let mut counted = Scoreboard::new(&contents.config);
            count_games(&mut counted, path, &contents.games).map_err(|error| told(&error))?;
            beginnings =
                OpeningSuite::from_config(&contents.config).map_err(|error| told(&error))?;
            if contents.config.book_hash != Some(beginnings.hash()) {
                return Err("the openings are no longer those that the match began with".to_owned());
            }
            check_players(&contents.config).map_err(|error| told(&error))?;
            (plan, scoreboard, journal) = (contents.config, counted, resumed);
        }
        None => {
            let mut made = arguments.to_config(variant)?;
            beginnings = OpeningSuite::from_config(&made).map_err(|error| told(&error))?;
            made.book_hash = Some(beginnings.hash());
            // What is wrong is found before there is a file.
            arguments.concurrency(&made)?;
            check_players(&made).map_err(|error| told(&error))?;
            scoreboard = Scoreboard::new(&made);
            journal = Journal::create(&arguments.out, &made).map_err(|error| told(&error))?;
            plan = made;
        }
    }
    let concurrency = arguments.concurrency(&plan)?;
    play(&plan, &beginnings, concurrency, scoreboard, journal, arguments, output)
}

fn play(
    plan: &MatchConfig,
    beginnings: &OpeningSuite,
    concurrency: usize,
    mut scoreboard: Scoreboard,
    mut journal: Journal,
    arguments: &MatchArgs,
    output: &mut Output,
) -> Result<ExitCode, String> {
    let hidden = arguments.json || !std::io::stderr().is_terminal();
    let bar = match plan.games {
        _ if hidden => ProgressBar::hidden(),
        None => ProgressBar::new_spinner(),
        Some(_) => ProgressBar::new(plan.scheduled_games().count() as u64),
    };
    bar.set_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} games, {elapsed} gone, {eta} to go")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.set_position(scoreboard.games());
    let (every, quiet, json) = (arguments.rating_interval, arguments.quiet, arguments.json);
    let mut reporter = Reporter { config: plan, output, bar, rating_interval: every, quiet, json };
    let interrupts = interrupts::listen().map_err(|error| error.to_string())?;
    let contest = Match { config: plan, opening_suite: beginnings, concurrency, interrupts };
    let finish =
        contest.play(&mut scoreboard, Some(&mut journal), &mut |news| reporter.handle_event(&news));
    match finish {
        Ok(finish) => {
            reporter.print_summary(&finish, &scoreboard, journal.path());
            Ok(match finish.stop_reason {
                StopReason::Interrupted => ExitCode::from(130),
                StopReason::Complete | StopReason::Decided(_) => ExitCode::SUCCESS,
            })
        }
        Err(error) => {
            reporter.bar.finish_and_clear();
            let command = resume_command(journal.path());
            Err(format!("{error}\ngo on, once that is mended, with: {command}"))
        }
    }
}
