//! The replies that a session owes for its commands.

use triskelion_protocol::{Command, EngineMessage, InfoString, ParsedLine, QueryResponse, parse};

/// The number of replies of each kind.
#[derive(Default, PartialEq, Eq, Debug)]
pub(crate) struct ReplyCounts {
    gos: usize,
    ready: usize,
    uci: usize,
    waits: usize,
    queries: usize,
    geometries: usize,
    rules: usize,
    games: usize,
    reaches: usize,
    boards: usize,
    evaluations: usize,
    endings: usize,
    moves: usize,
}

impl ReplyCounts {
    /// Counts the reply that a line asks for.
    pub(crate) fn count_command(&mut self, line: &str) {
        let count = match parse(line) {
            ParsedLine::Command(Command::Go(_), _) => &mut self.gos,
            ParsedLine::Command(Command::IsReady, _) => &mut self.ready,
            ParsedLine::Command(Command::Uci, _) => &mut self.uci,
            ParsedLine::Command(Command::Wait, _) => &mut self.waits,
            ParsedLine::Command(Command::Query(_), _)
            | ParsedLine::Rejected { word: Some("query"), .. } => &mut self.queries,
            ParsedLine::Command(Command::Geometry, _) => &mut self.geometries,
            ParsedLine::Command(Command::Rules, _) => &mut self.rules,
            ParsedLine::Command(Command::Game(_), _)
            | ParsedLine::Rejected { word: Some("game"), .. } => &mut self.games,
            ParsedLine::Command(Command::Reach(_), _)
            | ParsedLine::Rejected { word: Some("reach"), .. } => &mut self.reaches,
            ParsedLine::Command(Command::Board, _) => &mut self.boards,
            ParsedLine::Command(Command::Eval { json: true }, _) => &mut self.evaluations,
            ParsedLine::Command(Command::Endings, _) => &mut self.endings,
            ParsedLine::Command(Command::Moves { .. }, _) => &mut self.moves,
            _ => return,
        };
        *count += 1;
    }

    /// Counts a line of output, if it is a reply.
    pub(crate) fn count_reply(&mut self, line: &str) {
        // The lines of diagrams do not parse.
        let Ok(message) = line.parse() else { return };
        let count = match message {
            EngineMessage::BestMove { .. } => &mut self.gos,
            // A `go` during a search gets an error instead of a best move.
            EngineMessage::InfoString(InfoString::Error(error))
                if error == "go: a search is running; ignored" =>
            {
                &mut self.gos
            }
            EngineMessage::ReadyOk => &mut self.ready,
            EngineMessage::UciOk => &mut self.uci,
            EngineMessage::Wait => &mut self.waits,
            EngineMessage::Response(
                QueryResponse::Bool(_) | QueryResponse::Result(_) | QueryResponse::Reason(_),
            ) => &mut self.queries,
            EngineMessage::Geometry(_) => &mut self.geometries,
            EngineMessage::Rules(_) => &mut self.rules,
            EngineMessage::Game(_) => &mut self.games,
            EngineMessage::Reach(_) => &mut self.reaches,
            EngineMessage::Board(_) => &mut self.boards,
            EngineMessage::Evaluation(_) => &mut self.evaluations,
            EngineMessage::Endings(_) => &mut self.endings,
            EngineMessage::Moves(_) | EngineMessage::MovesJson(_) => &mut self.moves,
            _ => return,
        };
        *count += 1;
    }
}
