//! Random messages, for round trips.

use rand::prelude::*;
use rand_chacha::ChaCha8Rng;
use triskelion_protocol::*;

type Rng = ChaCha8Rng;

fn word(rng: &mut Rng) -> String {
    let words = ["b22b44", "b12+b34-", "c76c86q", "e03f03", "Hash", "Überzug", "x=1", "0000"];
    words.choose(rng).unwrap().to_string()
}

fn words(rng: &mut Rng, least: usize) -> Vec<String> {
    (0..rng.random_range(least..least + 4)).map(|_| word(rng)).collect()
}

fn maybe<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    rng.random::<bool>().then(|| make(rng))
}

fn number(rng: &mut Rng) -> u64 {
    rng.random_range(1..=u64::from(u32::MAX)) >> rng.random_range(0..32u32).min(31) | 1
}

fn go(rng: &mut Rng) -> Go {
    Go {
        searchmoves: words(rng, 0),
        ponder: rng.random(),
        infinite: rng.random(),
        wtime: maybe(rng, number),
        btime: maybe(rng, number),
        winc: maybe(rng, number),
        binc: maybe(rng, number),
        movestogo: maybe(rng, number),
        depth: maybe(rng, number),
        nodes: maybe(rng, number),
        mate: maybe(rng, number),
        movetime: maybe(rng, number),
    }
}

pub fn command(rng: &mut Rng) -> Command {
    match rng.random_range(0..19) {
        0 => Command::Uci,
        1 => Command::Debug(rng.random()),
        2 => Command::IsReady,
        3 => Command::SetOption {
            name: words(rng, 1).join(" "),
            value: maybe(rng, |rng| words(rng, 0).join("  ")),
        },
        4 => Command::Register(words(rng, 0).join(" ")),
        5 => Command::UciNewGame,
        6 | 7 => Command::Position(PositionCommand {
            base: match rng.random() {
                true => Base::StartPos,
                false => Base::Fen(words(rng, 1).join(" ")),
            },
            moves: words(rng, 0),
        }),
        8 => Command::Go(go(rng)),
        9 => Command::Perft(rng.random()),
        10 => Command::Stop,
        11 => Command::PonderHit,
        12 => Command::Quit,
        13 => Command::Display,
        14 => Command::Eval,
        15 => Command::Query(
            *[Question::GameOver, Question::P1Turn, Question::Result, Question::Reason]
                .choose(rng)
                .unwrap(),
        ),
        16 => Command::Moves { json: rng.random(), from: maybe(rng, word) },
        17 => Command::Geometry,
        _ => [Command::Bench, Command::Wait, Command::Board].choose(rng).unwrap().clone(),
    }
}

fn info(rng: &mut Rng) -> Info {
    let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
    Info {
        depth: maybe(rng, number),
        seldepth: maybe(rng, number),
        multipv: maybe(rng, number),
        score: maybe(rng, |rng| {
            let value = i64::from(rng.random::<i32>());
            let score = if rng.random() { Score::Mate(value) } else { Score::Centipawns(value) };
            (score, *bounds.choose(rng).unwrap())
        }),
        wdl: maybe(rng, |rng| rng.random::<[u8; 3]>().map(u64::from)),
        nodes: maybe(rng, number),
        nps: maybe(rng, number),
        hashfull: maybe(rng, number),
        time: maybe(rng, number),
        currmove: maybe(rng, word),
        currmovenumber: maybe(rng, number),
        pv: words(rng, 0),
    }
}

fn declaration(rng: &mut Rng) -> Declaration {
    let kind = match rng.random_range(0..5) {
        0 => OptionKind::Check { default: rng.random() },
        1 => OptionKind::Spin { default: rng.random(), min: rng.random(), max: rng.random() },
        2 => OptionKind::Combo { default: word(rng), choices: words(rng, 0) },
        3 => OptionKind::Button,
        _ => OptionKind::String { default: words(rng, 0).join(" ") },
    };
    Declaration { name: words(rng, 1).join(" "), kind }
}

fn text(rng: &mut Rng) -> Text {
    match rng.random_range(0..3) {
        0 => Text::Error(words(rng, 1).join(" ")),
        1 => Text::Note(words(rng, 1).join(" ")),
        _ => Text::Variant(VariantLine {
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
    let cell = |rng: &mut Rng| json::Cell { name: word(rng), x: 1, y: rng.random(), z: 3 };
    json::Geometry {
        variant: word(rng),
        files: 6,
        ranks: 10,
        levels: 7,
        cells: (0..rng.random_range(0..4)).map(|_| cell(rng)).collect(),
        posts: vec![json::Post { name: word(rng), covers: words(rng, 0) }],
        startpos: words(rng, 1).join(" "),
    }
}

fn board(rng: &mut Rng) -> json::Board {
    json::Board {
        variant: word(rng),
        position: words(rng, 1).join(" "),
        men: words(rng, 0).into_iter().map(|cell| (cell, 'K')).collect(),
        platforms: words(rng, 0).into_iter().map(|post| (post, maybe(rng, side))).collect(),
        side: side(rng),
        check: rng.random(),
        checkers: words(rng, 0),
        lastmove: maybe(rng, word),
        lastnotation: maybe(rng, word),
        result: word(rng),
        reason: maybe(rng, word),
    }
}

fn legal_move(rng: &mut Rng) -> json::Move {
    json::Move {
        text: word(rng),
        notation: words(rng, 1).join(" "),
        from: word(rng),
        to: word(rng),
        captured: maybe(rng, word),
        promotion: ["", "q", "qn"].choose(rng).unwrap().to_string(),
        platform: rng.random(),
    }
}

pub fn answer(rng: &mut Rng) -> Answer {
    let outcomes = [Outcome::None, Outcome::FirstWins, Outcome::SecondWins, Outcome::Draw];
    match rng.random_range(0..20) {
        0 => Answer::Name(words(rng, 1).join(" ")),
        1 => Answer::Author(words(rng, 1).join(" ")),
        2 => Answer::Option(declaration(rng)),
        3 => Answer::UciOk,
        4 => Answer::ReadyOk,
        5 => Answer::Info(info(rng)),
        6 => Answer::Text(text(rng)),
        7 => {
            let best = maybe(rng, |_| "b22b23".to_owned());
            Answer::BestMove { best, ponder: maybe(rng, |_| "c76c66".to_owned()) }
        }
        8 => Answer::Response(Response::Truth(rng.random())),
        9 => Answer::Response(Response::Outcome(*outcomes.choose(rng).unwrap())),
        10 => Answer::Response(Response::Reason(words(rng, 1).join(" "))),
        11 => Answer::Wait,
        12 => Answer::Geometry(geometry(rng)),
        13 => Answer::Board(board(rng)),
        14 => Answer::Moves(words(rng, 0)),
        15 => Answer::MovesJson((0..rng.random_range(0..4)).map(|_| legal_move(rng)).collect()),
        16 => Answer::Count(word(rng), rng.random()),
        17 => Answer::NodesSearched(rng.random()),
        18 => match rng.random_range(0..3) {
            0 if rng.random() => Answer::LastMove(word(rng)),
            0 => Answer::Position(words(rng, 1).join(" ")),
            1 => Answer::Key(rng.random()),
            _ => Answer::Checkers(words(rng, 0)),
        },
        _ => Answer::Bench { nodes: rng.random(), nps: rng.random() },
    }
}

/// Bytes that look a little like the protocol, or not at all.
pub fn nonsense(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = match rng.random_range(0..3) {
        0 => Vec::new(),
        1 => command(rng).to_string().into_bytes(),
        _ => answer(rng).to_string().into_bytes(),
    };
    let scraps = ["go", "depth", "-1", "99999999999999999999999", "value", "name", "fen", "moves"];
    for _ in 0..rng.random_range(0..6) {
        let at = rng.random_range(0..=bytes.len());
        match rng.random_range(0..4) {
            0 => bytes.insert(at, rng.random()),
            1 => bytes.truncate(at),
            2 => {
                let scrap = format!(" {} ", scraps.choose(rng).unwrap());
                bytes.splice(at..at, scrap.bytes());
            }
            _ => {
                let noise: Vec<u8> = (0..rng.random_range(0..9)).map(|_| rng.random()).collect();
                bytes.splice(at..at, noise);
            }
        }
    }
    bytes
}
