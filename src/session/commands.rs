//! The effect of each command.

use super::background::BackgroundJob;
use super::output::OutputError;
use super::{Flow, PendingSearch, Session, messages};
use crate::builds;
use crate::engine::Limits;
use crate::engine::options::UCI_VARIANT;
use crate::game::new_game;
use crate::position::perft::MAX_DEPTH;
use crate::registry::Variant;
#[cfg(feature = "tournament")]
use crate::training::survey::{SurveyRun, survey_config};
use serde_json::Value;
use std::ops::ControlFlow;
use triskelion_protocol::{
    BasePosition, COMMANDS, Command, EngineMessage, InfoString, PositionCommand, Reach, Survey,
    quote_clipped,
};

impl Session {
    /// Executes a command.
    pub(super) fn execute(&mut self, command: Command) -> Flow {
        match command {
            Command::Help => self.help()?,
            Command::Uci => self.send_id_and_options()?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.output.send(&EngineMessage::ReadyOk)?,
            Command::SetOption { name, value } => {
                self.finish_search()?;
                self.change_option(&name, value.as_deref())?;
            }
            Command::Register(_) => {}
            Command::UciNewGame => {
                self.finish_search()?;
                self.engine.new_game();
            }
            Command::Position(position) => {
                self.finish_search()?;
                self.set_position(&position)?;
            }
            Command::Go(limits) => self.go(limits)?,
            Command::Perft(depth) => self.perft(depth)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.finish_search()?;
                return Ok(ControlFlow::Break(()));
            }
            Command::Display => self.display()?,
            Command::Eval { json: true } => {
                let evaluation = messages::evaluation(&self.engine);
                self.output.send(&EngineMessage::Evaluation(evaluation))?;
            }
            Command::Eval { json: false } => {
                let text = messages::evaluation_text(&self.engine);
                self.output.multiline(&text)?;
            }
            Command::Bench => self.bench()?,
            Command::Compiler => self.output.multiline(builds::COMPILER)?,
            Command::Endings => {
                let endings = messages::endings(&self.engine);
                self.output.send(&EngineMessage::Endings(endings))?;
            }
            Command::Query(query) => {
                let response = messages::query_response(self.engine.game(), query);
                self.output.send(&EngineMessage::Response(response))?;
            }
            Command::Wait => self.wait()?,
            Command::Geometry => {
                let geometry = self.engine.game().geometry();
                self.output.send(&EngineMessage::Geometry(geometry))?;
            }
            Command::Rules => self.rules()?,
            Command::Game(text) => {
                let check = self.drafts.check(&text);
                self.output.send(&EngineMessage::Game(check))?;
            }
            Command::Reach(reach) => self.reach(&reach)?,
            Command::Survey(survey) => self.survey(survey)?,
            Command::Board => {
                let board = messages::board(self.engine.game(), self.notation());
                self.output.send(&EngineMessage::Board(board))?;
            }
            Command::Moves { json, from } => self.moves(json, from.as_deref())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn help(&mut self) -> Result<(), OutputError> {
        COMMANDS.iter().try_for_each(|command| self.output.line(&command.to_string()))?;
        self.output.line("")
    }

    fn send_id_and_options(&mut self) -> Result<(), OutputError> {
        let name = concat!("Triskelion ", env!("CARGO_PKG_VERSION"));
        self.output.send(&EngineMessage::Name(name.to_owned()))?;
        self.output.send(&EngineMessage::Author(env!("CARGO_PKG_AUTHORS").to_owned()))?;
        for option in &self.options {
            self.output.send(&EngineMessage::Option(option.declaration.clone()))?;
        }
        self.output.send(&EngineMessage::UciOk)
    }

    fn change_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OutputError> {
        match self.set_option(name, value) {
            Err(error) => error.lines().try_for_each(|line| self.output.error(line)),
            Ok(()) if name.eq_ignore_ascii_case(UCI_VARIANT) => {
                let info = messages::variant_info(self.engine.game());
                self.output.send(&EngineMessage::InfoString(InfoString::Variant(info)))
            }
            Ok(()) if self.debug => {
                let value = quote_clipped(value.unwrap_or_default());
                self.output.info_string(format!("{name} set to {value}"))
            }
            Ok(()) => Ok(()),
        }
    }

    fn set_position(&mut self, position: &PositionCommand) -> Result<(), OutputError> {
        let moves: Vec<&str> = position.moves.iter().map(String::as_str).collect();
        let base = match &position.base {
            BasePosition::StartPos => None,
            BasePosition::Fen(fen) => Some(fen.as_str()),
        };
        match self.engine.set_position(base, &moves) {
            Ok(()) => {
                self.position_error = None;
                Ok(())
            }
            Err(error) => {
                self.reject(Some("position"), format!("position: {error}"))?;
                match self.is_for_chess(base, &moves) {
                    true => self.output.info_string(
                        "for ordinary chess set the option UCI_Variant to chess, or start the program with \
                         --variant chess",
                    ),
                    false => Ok(()),
                }
            }
        }
    }

    /// Returns whether a position that was rejected is one of ordinary chess: a GUI for chess does
    /// not set the rule set.
    fn is_for_chess(&self, fen: Option<&str>, moves: &[&str]) -> bool {
        self.engine.variant() != Variant::Chess
            && new_game(Variant::Chess).set_position(fen, moves).is_ok()
    }

    fn go(&mut self, limits: Limits) -> Result<(), OutputError> {
        if self.search.is_some_and(|search| search.stopped) {
            self.finish_search()?;
        }
        if self.search.is_some() {
            return self.output.error("go: a search is running; ignored");
        }
        if let Some(error) = &self.position_error {
            let error = format!("go: the last position was rejected ({error})");
            self.output.error(error)?;
            return self.output.send(&EngineMessage::BestMove { best: None, ponder: None });
        }
        self.search = Some(PendingSearch {
            pondering: limits.ponder,
            unlimited: limits.is_unlimited(),
            stopped: false,
        });
        self.engine.go(limits);
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stopped = true;
        }
        self.engine.stop();
    }

    fn ponder_hit(&mut self) {
        if let Some(search) = self.search.as_mut().filter(|search| search.pondering) {
            search.pondering = false;
            self.engine.ponder_hit();
        }
    }

    fn wait(&mut self) -> Result<(), OutputError> {
        match self.search {
            None => self.output.send(&EngineMessage::Wait),
            // Commands are deferred while waiting, so only a search that ends by itself can be
            // waited for.
            Some(
                PendingSearch { pondering: false, unlimited: false, .. }
                | PendingSearch { stopped: true, .. },
            ) => {
                self.waiting = true;
                Ok(())
            }
            Some(_) => {
                self.output.error("wait: only stop or ponderhit ends this search; not waiting")?;
                self.output.send(&EngineMessage::Wait)
            }
        }
    }

    fn perft(&mut self, depth: u32) -> Result<(), OutputError> {
        if self.search.is_some() {
            return self.output.error("go perft: a search is running; ignored");
        }
        if depth > MAX_DEPTH {
            let error = format!("go perft: depth {depth} read, at most {MAX_DEPTH} expected");
            return self.output.error(error);
        }
        if let Some(error) = &self.position_error {
            let error = format!("go perft: the last position was rejected ({error})");
            return self.output.error(error);
        }
        let game = self.engine.game().box_clone();
        // An engine without threads says that it has one.
        self.job = BackgroundJob::perft(game, depth, self.engine.threads(), self.sliced);
        self.check_started("go perft")
    }

    #[cfg(feature = "tournament")]
    fn survey(&mut self, survey: Survey) -> Result<(), OutputError> {
        if self.search.is_some() {
            self.output.error("survey: a search is running; ignored")?;
            return self.output.send(&EngineMessage::Survey(Value::Null));
        }
        let Survey { games, nodes, seed } = survey;
        let config = survey_config(
            self.engine.variant(),
            u64::from(games),
            u64::from(seed),
            u64::from(nodes),
        );
        match SurveyRun::new(config, self.engine.default_network()) {
            Ok(run) => self.job = BackgroundJob::survey(run, self.sliced),
            Err(error) => {
                self.output.error(format!("survey: {error}"))?;
                return self.output.send(&EngineMessage::Survey(Value::Null));
            }
        }
        self.check_started("survey")
    }

    #[cfg(not(feature = "tournament"))]
    fn survey(&mut self, _: Survey) -> Result<(), OutputError> {
        self.output.error("survey: this program was built without it")?;
        self.output.send(&EngineMessage::Survey(Value::Null))
    }

    fn bench(&mut self) -> Result<(), OutputError> {
        if self.search.is_some() {
            return self.output.error("bench: a search is running; ignored");
        }
        self.job = BackgroundJob::bench();
        self.check_started("bench")
    }

    fn check_started(&mut self, command: &str) -> Result<(), OutputError> {
        match self.job {
            Some(_) => Ok(()),
            None => self.output.error(format!("{command}: could not start a thread")),
        }
    }

    fn display(&mut self) -> Result<(), OutputError> {
        let game = self.engine.game();
        let mut text = game.diagram();
        let last_move = game.last_move(self.notation()).map(EngineMessage::LastMove);
        for message in last_move.into_iter().chain([
            EngineMessage::Fen(game.fen()),
            EngineMessage::Key(game.key()),
            EngineMessage::Checkers(game.checkers()),
        ]) {
            text.push_str(&message.to_string());
            text.push('\n');
        }
        self.output.multiline(&text)
    }

    fn rules(&mut self) -> Result<(), OutputError> {
        let variant = self.engine.game().variant();
        let rules = variant.spec().map(|spec| spec.to_json(variant.game()));
        if rules.is_none() {
            self.output.error(format!("rules: {variant} is no game on fixed boards"))?;
        }
        self.output.send(&EngineMessage::Rules(rules.unwrap_or_default()))
    }

    fn reach(&mut self, reach: &Reach) -> Result<(), OutputError> {
        let reached = self.drafts.reach(reach);
        if let Err(error) = &reached {
            self.output.error(format!("reach: {error}"))?;
        }
        self.output.send(&EngineMessage::Reach(reached.unwrap_or_default()))
    }

    fn moves(&mut self, json: bool, from: Option<&str>) -> Result<(), OutputError> {
        let moves = self.engine.game().sorted_moves(self.notation(), from);
        if moves.is_none() {
            let read = quote_clipped(from.unwrap_or_default());
            let expected = if json { "a cell or a post" } else { "'json', a cell or a post" };
            self.output.error(format!("moves: read {read}, expected {expected}"))?;
        }
        let moves = moves.unwrap_or_default();
        self.output.send(&match json {
            true => EngineMessage::MovesJson(moves),
            false => EngineMessage::Moves(moves.into_iter().map(|mv| mv.uci).collect()),
        })
    }
}
