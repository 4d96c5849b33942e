//! Random commands and messages.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use triskelion_protocol::*;

type Rng = ChaCha8Rng;

fn word(rng: &mut Rng) -> String {
    let words = ["b22b44", "b12+b34-", "c76c86q", "e03f03", "Hash", "Überzug", "x=1", "0000"];
    words.choose(rng).unwrap().to_string()
}

fn words(rng: &mut Rng, min: usize) -> Vec<String> {
    (0..rng.random_range(min..min + 4)).map(|_| word(rng)).collect()
}

fn optional<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    rng.random::<bool>().then(|| make(rng))
}

fn number(rng: &mut Rng) -> u64 {
    rng.random_range(1..=u64::from(u32::MAX)) >> rng.random_range(0..32u32).min(31) | 1
}

fn go(rng: &mut Rng) -> Limits {
    Limits {
        searchmoves: words(rng, 0),
        ponder: rng.random(),
        infinite: rng.random(),
        wtime: optional(rng, number),
        btime: optional(rng, number),
        winc: optional(rng, number),
        binc: optional(rng, number),
        movestogo: optional(rng, number),
        depth: optional(rng, number),
        nodes: optional(rng, number),
        mate: optional(rng, number),
        movetime: optional(rng, number),
    }
}

pub(crate) fn command(rng: &mut Rng) -> Command {
    match rng.random_range(0..23) {
        0 => Command::Uci,
        1 => Command::Debug(rng.random()),
        2 => Command::IsReady,
        3 => Command::SetOption {
            name: words(rng, 1).join(" "),
            value: optional(rng, |rng| words(rng, 0).join("  ")),
        },
        4 => Command::Register(words(rng, 0).join(" ")),
        5 => Command::UciNewGame,
        6 | 7 => Command::Position(PositionCommand {
            base: match rng.random() {
                true => BasePosition::StartPos,
                false => BasePosition::Fen(words(rng, 1).join(" ")),
            },
            moves: words(rng, 0),
        }),
        8 => Command::Go(go(rng)),
        9 => Command::Perft(rng.random()),
        10 => Command::Stop,
        11 => Command::PonderHit,
        12 => Command::Quit,
        13 => Command::Display,
        14 => Command::Eval { json: rng.random() },
        15 => Command::Query(
            *[Query::GameOver, Query::P1Turn, Query::Result, Query::Reason].choose(rng).unwrap(),
        ),
        16 => Command::Moves { json: rng.random(), from: optional(rng, word) },
        17 => [Command::Geometry, Command::Rules, Command::Compiler].choose(rng).unwrap().clone(),
        18 => Command::Help,
        19 => Command::Game(words(rng, 0).join("\n\"")),
        20 => Command::Reach(Reach {
            letter: char::from(rng.random_range(b'A'..=b'Z')),
            cell: word(rng),
            own: words(rng, 0),
            enemy: words(rng, 0),
        }),
        21 => Command::Survey(Survey {
            games: rng.random_range(1..=10_000),
            nodes: rng.random_range(1..=1_000_000),
            seed: rng.random(),
        }),
        _ => [Command::Bench, Command::Wait, Command::Board, Command::Endings]
            .choose(rng)
            .unwrap()
            .clone(),
    }
}

fn info(rng: &mut Rng) -> Info {
    let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
    Info {
        depth: optional(rng, number),
        seldepth: optional(rng, number),
        multipv: optional(rng, number),
        score: optional(rng, |rng| {
            let value = i64::from(rng.random::<i32>());
            let score = if rng.random() { Score::Mate(value) } else { Score::Centipawns(value) };
            (score, *bounds.choose(rng).unwrap())
        }),
        wdl: optional(rng, |rng| rng.random::<[u8; 3]>().map(u64::from)),
        nodes: optional(rng, number),
        nps: optional(rng, number),
        hashfull: optional(rng, number),
        tbhits: optional(rng, number),
        time: optional(rng, number),
        currmove: optional(rng, word),
        currmovenumber: optional(rng, number),
        pv: words(rng, 0),
    }
}

fn declaration(rng: &mut Rng) -> OptionDeclaration {
    let kind = match rng.random_range(0..5) {
        0 => OptionType::Check { default: rng.random() },
        1 => OptionType::Spin { default: rng.random(), min: rng.random(), max: rng.random() },
        2 => OptionType::Combo { default: word(rng), choices: words(rng, 0) },
        3 => OptionType::Button,
        _ => OptionType::String { default: words(rng, 0).join(" ") },
    };
    OptionDeclaration { name: words(rng, 1).join(" "), kind }
}

fn info_string(rng: &mut Rng) -> InfoString {
    match rng.random_range(0..3) {
        0 => InfoString::Error(words(rng, 1).join(" ")),
        1 => InfoString::Message(words(rng, 1).join(" ")),
        _ => InfoString::Variant(VariantInfo {
            variant: word(rng),
            files: rng.random_range(1..20),
            ranks: rng.random_range(1..20),
            levels: rng.random_range(1..20),
            startpos: words(rng, 1).join(" "),
        }),
    }
}

fn side(rng: &mut Rng) -> json::Side {
    if rng.random() { json::Side::White } else { json::Side::Black }
}

fn geometry(rng: &mut Rng) -> json::Geometry {
    let cell =
        |rng: &mut Rng| json::Cell { name: word(rng), file: 1, rank: rng.random(), level: 3 };
    json::Geometry {
        variant: word(rng),
        files: 6,
        ranks: 10,
        levels: 7,
        cells: (0..rng.random_range(0..4)).map(|_| cell(rng)).collect(),
        posts: vec![json::Post { name: word(rng), covers: words(rng, 0) }],
        title: words(rng, 1).join(" "),
        pieces: vec![json::PieceKind { letter: 'k', name: word(rng), royal: rng.random() }],
        startpos: words(rng, 1).join(" "),
    }
}

fn board(rng: &mut Rng) -> json::Board {
    json::Board {
        variant: word(rng),
        fen: words(rng, 1).join(" "),
        pieces: words(rng, 0).into_iter().map(|cell| (cell, 'K')).collect(),
        platforms: words(rng, 0).into_iter().map(|post| (post, optional(rng, side))).collect(),
        side_to_move: side(rng),
        in_check: rng.random(),
        checkers: words(rng, 0),
        last_move: optional(rng, word),
        last_move_display: optional(rng, word),
        result: word(rng),
        reason: optional(rng, word),
    }
}

fn json_move(rng: &mut Rng) -> json::Move {
    json::Move {
        uci: word(rng),
        display: words(rng, 1).join(" "),
        from: word(rng),
        to: word(rng),
        captured_cell: optional(rng, word),
        promotion: ["", "q", "qn"].choose(rng).unwrap().to_string(),
        is_platform_move: rng.random(),
    }
}

fn evaluation(rng: &mut Rng) -> json::Evaluation {
    let names = words(rng, 1);
    json::Evaluation {
        score: rng.random(),
        terms: names.into_iter().map(|name| json::Term { name, score: rng.random() }).collect(),
        pieces: words(rng, 0).into_iter().map(|cell| (cell, rng.random())).collect(),
    }
}

fn endings(rng: &mut Rng) -> json::Endings {
    let results = [json::EndingResult::Win, json::EndingResult::Draw, json::EndingResult::Loss];
    let ending_move = |rng: &mut Rng| json::EndingMove {
        uci: word(rng),
        result: *results.choose(rng).unwrap(),
        plies: optional(rng, |rng| rng.random()),
    };
    json::Endings {
        moves: optional(rng, |rng| (0..rng.random_range(0..4)).map(|_| ending_move(rng)).collect()),
    }
}

pub(crate) fn engine_message(rng: &mut Rng) -> EngineMessage {
    let results =
        [GameResult::Ongoing, GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw];
    match rng.random_range(0..20) {
        0 => EngineMessage::Name(words(rng, 1).join(" ")),
        1 => EngineMessage::Author(words(rng, 1).join(" ")),
        2 => EngineMessage::Option(declaration(rng)),
        3 => EngineMessage::UciOk,
        4 => EngineMessage::ReadyOk,
        5 => EngineMessage::Info(info(rng)),
        6 => EngineMessage::InfoString(info_string(rng)),
        7 => {
            let best = optional(rng, |_| "b22b23".to_owned());
            EngineMessage::BestMove { best, ponder: optional(rng, |_| "c76c66".to_owned()) }
        }
        8 => EngineMessage::Response(QueryResponse::Bool(rng.random())),
        9 => EngineMessage::Response(QueryResponse::Result(*results.choose(rng).unwrap())),
        10 => EngineMessage::Response(QueryResponse::Reason(words(rng, 1).join(" "))),
        11 => EngineMessage::Wait,
        12 => EngineMessage::Geometry(geometry(rng)),
        13 if rng.random() => EngineMessage::Evaluation(evaluation(rng)),
        13 if rng.random() => EngineMessage::Rules(
            serde_json::json!({ "name": word(rng), "files": rng.random::<u8>() }),
        ),
        13 if rng.random() => EngineMessage::Endings(endings(rng)),
        13 => EngineMessage::Board(board(rng)),
        14 => EngineMessage::Moves(words(rng, 0)),
        15 => {
            EngineMessage::MovesJson((0..rng.random_range(0..4)).map(|_| json_move(rng)).collect())
        }
        16 => EngineMessage::PerftCount(word(rng), rng.random()),
        17 => EngineMessage::NodesSearched(rng.random()),
        18 => match rng.random_range(0..3) {
            0 if rng.random() => EngineMessage::LastMove(word(rng)),
            0 => EngineMessage::Fen(words(rng, 1).join(" ")),
            1 => EngineMessage::Key(rng.random()),
            _ => EngineMessage::Checkers(words(rng, 0)),
        },
        _ => EngineMessage::Bench { nodes: rng.random(), nps: rng.random() },
    }
}

/// Returns a random line, with random bytes and words inserted.
pub(crate) fn corrupted_line(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = match rng.random_range(0..3) {
        0 => Vec::new(),
        1 => command(rng).to_string().into_bytes(),
        _ => engine_message(rng).to_string().into_bytes(),
    };
    let fragments =
        ["go", "depth", "-1", "99999999999999999999999", "value", "name", "fen", "moves"];
    for _ in 0..rng.random_range(0..6) {
        let at = rng.random_range(0..=bytes.len());
        match rng.random_range(0..4) {
            0 => bytes.insert(at, rng.random()),
            1 => bytes.truncate(at),
            2 => {
                let fragment = format!(" {} ", fragments.choose(rng).unwrap());
                bytes.splice(at..at, fragment.bytes());
            }
            _ => {
                let noise: Vec<u8> = (0..rng.random_range(0..9)).map(|_| rng.random()).collect();
                bytes.splice(at..at, noise);
            }
        }
    }
    bytes
}
