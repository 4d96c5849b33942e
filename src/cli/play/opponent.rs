//! The engine as a player: it searches the position of the game, and an interrupt ends the search.

use super::game::PlayedGame;
use crate::cli::result::ExitCode;
use crate::engine::{Engine, EngineMessage, EngineSetting, Limits, Score, Skill, Strength};
use crate::registry::Variant;
use crossbeam_channel::{Receiver, Sender, select, unbounded};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Interrupts from the keyboard and termination signals. They end a search; while the program waits
/// for a line, they end the program.
pub(super) struct Interrupts {
    received: Receiver<()>,
    is_waiting_for_line: Arc<AtomicBool>,
}

impl Interrupts {
    /// Installs the signal handler.
    pub(super) fn listen() -> Result<Interrupts, ctrlc::Error> {
        let (sender, received): (Sender<()>, _) = unbounded();
        let is_waiting_for_line = Arc::new(AtomicBool::new(false));
        let is_waiting = is_waiting_for_line.clone();
        let terminal = TerminalSettings::save();
        ctrlc::set_handler(move || {
            if is_waiting.load(Ordering::SeqCst) {
                terminal.restore();
                std::process::exit(ExitCode::INTERRUPTED.0.into());
            }
            let _ = sender.send(());
        })?;
        Ok(Interrupts { received, is_waiting_for_line })
    }

    /// Waits for a line by calling `read`. Forgets interrupts that came before.
    pub(super) fn wait_for_line<T>(&self, read: impl FnOnce() -> T) -> T {
        self.is_waiting_for_line.store(true, Ordering::SeqCst);
        let line = read();
        self.is_waiting_for_line.store(false, Ordering::SeqCst);
        self.received.try_iter().for_each(drop);
        line
    }
}

/// The settings of the terminal as they were at the start. The editor of lines changes them while
/// it waits, and a signal that ends the program gives it no chance to restore them.
struct TerminalSettings {
    #[cfg(unix)]
    saved: Option<nix::sys::termios::Termios>,
}

impl TerminalSettings {
    /// Saves the settings, if the standard input is a terminal.
    fn save() -> TerminalSettings {
        TerminalSettings {
            #[cfg(unix)]
            saved: nix::sys::termios::tcgetattr(std::io::stdin()).ok(),
        }
    }

    /// Restores the settings.
    fn restore(&self) {
        #[cfg(unix)]
        if let Some(saved) = &self.saved {
            use nix::sys::termios::{SetArg, tcsetattr};
            // The program ends here, with or without success.
            let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, saved);
        }
    }
}

/// The result of a search.
pub(super) struct Thought {
    /// The best move in UCI notation; `None` if the game is over.
    pub best: Option<String>,
    /// The score of the best move from the side to move, and the depth.
    pub evaluation: Option<(Score, u64)>,
    /// Whether an interrupt ended the search.
    pub was_interrupted: bool,
}

/// The engine and its settings.
pub(super) struct Opponent {
    engine: Engine,
    events: Receiver<EngineMessage>,
    interrupts: Interrupts,
    /// The strength at which it plays.
    pub strength: Strength,
    /// The time for a move in milliseconds.
    pub move_time: u64,
    /// Its last score from its own point of view, in centipawns.
    last_score: Option<i64>,
}

impl Opponent {
    /// Starts an engine.
    pub(super) fn new(interrupts: Interrupts, strength: Strength, move_time: u64) -> Opponent {
        let (sender, events) = unbounded();
        let mut engine = Engine::new(Variant::default(), move |message| drop(sender.send(message)));
        // Setting this cannot fail.
        let _ = engine.set(EngineSetting::Endgames(true));
        Opponent { engine, events, interrupts, strength, move_time, last_score: None }
    }

    /// Returns the interrupts.
    pub(super) fn interrupts(&self) -> &Interrupts {
        &self.interrupts
    }

    /// Forgets the last game.
    pub(super) fn new_game(&mut self) {
        self.engine.new_game();
        self.last_score = None;
    }

    /// Searches for the move that the engine plays.
    pub(super) fn choose_move(&mut self, game: &PlayedGame) -> Result<Thought, String> {
        let thought = self.think(game, self.strength)?;
        self.last_score = thought.evaluation.map(|(score, _)| centipawns(score));
        Ok(thought)
    }

    /// Searches for the best move, at full strength.
    pub(super) fn advise(&mut self, game: &PlayedGame) -> Result<Thought, String> {
        self.think(game, Strength::Level(Skill::FULL))
    }

    /// Returns whether the engine agrees to a draw: the game has gone on for a while, and the
    /// engine is not better.
    pub(super) fn accepts_draw(&self, game: &PlayedGame) -> bool {
        const MIN_PLIES: usize = 20;
        const MAX_SCORE: i64 = 20;
        game.moves().len() >= MIN_PLIES && self.last_score.is_some_and(|score| score <= MAX_SCORE)
    }

    fn think(&mut self, game: &PlayedGame, strength: Strength) -> Result<Thought, String> {
        let variant = game.position().variant();
        if self.engine.variant() != variant {
            self.engine.set_variant(variant);
        }
        let castling_mode = EngineSetting::CastlingMode(game.castling_mode());
        self.engine.set(castling_mode).map_err(|error| error.to_string())?;
        self.engine.set_strength(strength);
        let moves: Vec<&str> = game.moves().iter().map(String::as_str).collect();
        self.engine.set_position(game.start_fen(), &moves).map_err(|error| error.to_string())?;
        self.engine.go(Limits { movetime: Some(self.move_time), ..Limits::default() });
        let mut thought = Thought { best: None, evaluation: None, was_interrupted: false };
        loop {
            select! {
                recv(self.interrupts.received) -> _ => {
                    thought.was_interrupted = true;
                    self.engine.stop();
                }
                recv(self.events) -> event => match event {
                    Ok(EngineMessage::Info(info)) => {
                        let score = info.score.map(|(score, _)| score);
                        thought.evaluation = score.zip(info.depth).or(thought.evaluation);
                    }
                    Ok(EngineMessage::BestMove { best, .. }) => {
                        thought.best = best;
                        return Ok(thought);
                    }
                    Ok(_) => {}
                    Err(_) => return Err("the engine has ended".to_owned()),
                },
            }
        }
    }
}

/// Returns a score in centipawns; a mate is more than any evaluation.
fn centipawns(score: Score) -> i64 {
    match score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) if moves > 0 => i64::MAX,
        Score::Mate(_) => -i64::MAX,
    }
}

/// Formats a score for people, from the side to move.
pub(super) fn describe_score(score: Score) -> String {
    match score {
        Score::Centipawns(score) => format!("{:+.2}", score as f64 / 100.0),
        Score::Mate(moves) if moves > 0 => format!("mate in {moves}"),
        Score::Mate(moves) => format!("mated in {}", moves.unsigned_abs()),
    }
}
