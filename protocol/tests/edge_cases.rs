//! Edge cases of the grammar.

use triskelion_protocol::*;

fn command(line: &str) -> (Command, Vec<String>) {
    match parse(line) {
        ParsedLine::Command(command, notes) => {
            (command, notes.iter().map(ToString::to_string).collect())
        }
        other => panic!("{line}: {other:?}"),
    }
}

fn rejection(line: &str) -> (Option<&'static str>, String) {
    match parse(line) {
        ParsedLine::Rejected { word, error } => (word, error.to_string()),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn parse_skips_empty_lines_and_unknown_words() {
    for line in ["", "   ", "\t\r", "# go depth 5", "#"] {
        assert_eq!(parse(line), ParsedLine::Empty, "{line:?}");
    }
    assert_eq!(command("joho debug on").0, Command::Debug(true));
    let (word, error) = rejection("jo\u{0}ho");
    assert_eq!(word, None);
    assert!(
        error.starts_with("unknown command 'jo\\u{0}ho'; expected one of help, uci, "),
        "{error}"
    );
    assert_eq!(rejection("debug perhaps").1, "debug: read 'perhaps', expected 'on' or 'off'");
}

#[test]
fn go_ignores_invalid_parameters() {
    let (go, notes) = command("go depth x wtime 5");
    assert_eq!(go, Command::Go(Limits { wtime: Some(5), ..Limits::default() }));
    assert_eq!(notes, ["go depth: read 'x', expected a whole number; ignored"]);

    let (go, notes) = command("go depth wtime 5 nodes");
    assert_eq!(go, Command::Go(Limits { wtime: Some(5), ..Limits::default() }));
    assert_eq!(notes.len(), 2);
    assert!(notes[1].contains("the end of the line"), "{notes:?}");

    let (go, notes) = command("go bogus infinite 1.5");
    assert_eq!(go, Command::Go(Limits { infinite: true, ..Limits::default() }));
    assert_eq!(notes.len(), 2);
}

#[test]
fn go_clamps_numbers_to_range() {
    let (go, notes) = command("go wtime -250 binc -1 depth 0 movetime 99999999999999999999999");
    let expected = Limits {
        wtime: Some(1),
        binc: Some(0),
        depth: Some(1),
        movetime: Some(4_294_967_295),
        ..Limits::default()
    };
    assert_eq!(go, Command::Go(expected));
    assert_eq!(notes.len(), 4);
    assert_eq!(notes[0], "go wtime: read '-250', out of range, used 1");
    let (_, notes) = command("go nodes 18446744073709551616");
    let used = u64::MAX;
    assert_eq!(
        notes[0].to_string(),
        format!("go nodes: read '18446744073709551616', out of range, used {used}")
    );
    // `movestogo 0` means that there is no further time control.
    assert_eq!(command("go movestogo 0 winc +7").0.to_string(), "go winc 7");
    assert!(command("go movestogo 0").1.is_empty());
}

#[test]
fn searchmoves_stop_at_next_keyword() {
    let (go, notes) = command("go searchmoves b22b23 b22b24 depth 3 ponder");
    assert_eq!(go.to_string(), "go ponder depth 3 searchmoves b22b23 b22b24");
    assert!(notes.is_empty());
    assert_eq!(command("go searchmoves depth 3").1.len(), 1);
}

#[test]
fn go_without_limits_is_unlimited() {
    for (line, is_unlimited) in [
        ("go", true),
        ("go infinite depth 3", true),
        ("go ponder", true),
        ("go ponder wtime 5", false),
        ("go winc 5", false),
        ("go movestogo 3", false),
        ("go depth 3", false),
        ("go btime 5", false),
    ] {
        let Command::Go(go) = command(line).0 else { panic!() };
        assert_eq!(go.is_unlimited(), is_unlimited, "{line}");
    }
}

#[test]
fn parse_rejects_incomplete_position() {
    for line in [
        "position",
        "position moves b22b23",
        "position fen",
        "position fen moves b22b23",
        "position startpos b22b23",
        "position bogus startpos",
    ] {
        assert_eq!(rejection(line).0, Some("position"), "{line}");
    }
    let line = "position \tfen a  b c\tmoves  x   y ";
    assert_eq!(command(line).0.to_string(), "position fen a b c moves x y");
    assert_eq!(command("position startpos moves").0.to_string(), "position startpos");
}

#[test]
fn setoption_accepts_spaces_in_name_and_value() {
    let expected = Command::SetOption {
        name: "Debug Log File".into(),
        value: Some("/a  folder/value of it".into()),
    };
    let line = "setoption name Debug \t Log File value  /a  folder/value of it \r";
    assert_eq!(command(line).0, expected);
    let button = Command::SetOption { name: "Clear Hash".into(), value: None };
    assert_eq!(command("setoption name Clear Hash").0, button);
    assert_eq!(rejection("setoption Hash 5").1, "setoption: read 'Hash', expected 'name'");
    assert_eq!(rejection("setoption name value 5").0, Some("setoption"));
}

#[test]
fn parse_value_checks_option_type_and_range() {
    let spin = OptionType::Spin { default: 1, min: 1, max: 8 };
    let threads = OptionDeclaration { name: "Threads".into(), kind: spin };
    assert!(threads.is_named("tHREADS"));
    assert_eq!(threads.parse_value(Some("8")), Ok(OptionValue::Spin(8)));
    for invalid in [None, Some("9"), Some("x"), Some(""), Some("99999999999999999999")] {
        let error = threads.parse_value(invalid).unwrap_err().to_string();
        assert!(error.ends_with("expected a whole number from 1 to 8"), "{error}");
    }
    let choices = vec!["federation".into(), "chess".into()];
    let combo = OptionType::Combo { default: "federation".into(), choices };
    let variant = OptionDeclaration { name: "UCI_Variant".into(), kind: combo };
    assert_eq!(variant.parse_value(Some("CHESS")), Ok(OptionValue::Combo("chess".into())));
    assert!(variant.parse_value(Some("checkers")).is_err());
    let file = OptionDeclaration {
        name: "Debug Log File".into(),
        kind: OptionType::String { default: String::new() },
    };
    assert_eq!(file.parse_value(Some("<empty>")), Ok(OptionValue::String(String::new())));
    assert_eq!(file.to_string(), "option name Debug Log File type string default <empty>");
}

#[test]
fn parse_accepts_output_of_other_engines() {
    let line = "info depth 5 seldepth 7 score cp -3 upperbound tbhits 0 nodes 10 pv e2e4 e7e5";
    let Ok(EngineMessage::Info(info)) = line.parse() else { panic!() };
    assert_eq!(info.score, Some((Score::Centipawns(-3), Bound::Upper)));
    assert_eq!(info.pv, ["e2e4", "e7e5"]);
    let none = EngineMessage::BestMove { best: None, ponder: None };
    assert_eq!("bestmove 0000 ponder (none)".parse(), Ok(none.clone()));
    assert_eq!(none.to_string(), "bestmove (none)");
}

#[test]
fn quote_clipped_escapes_and_truncates() {
    assert_eq!(quote_clipped("a\tb"), "'a\\tb'");
    assert_eq!(quote_clipped(&"é".repeat(1000)).chars().count(), 63);
}

#[test]
fn readme_json_examples_deserialize() {
    let text = include_str!("../README.md");
    let blocks: Vec<&str> = text.split("```").filter_map(|b| b.strip_prefix("json\n")).collect();
    let [geometry, rules, game, reach, board, moves, evaluation, endings] = blocks[..] else {
        panic!("{} blocks", blocks.len())
    };
    serde_json::from_str::<json::Geometry>(geometry).unwrap();
    serde_json::from_str::<serde_json::Value>(rules).unwrap();
    serde_json::from_str::<json::GameCheck>(game).unwrap();
    serde_json::from_str::<json::Reach>(reach).unwrap();
    serde_json::from_str::<json::Board>(board).unwrap();
    serde_json::from_str::<Vec<json::Move>>(moves).unwrap();
    serde_json::from_str::<json::Evaluation>(evaluation).unwrap();
    serde_json::from_str::<json::Endings>(endings).unwrap();
}

#[test]
fn parse_joins_two_word_moves() {
    let (position, notes) = command("position startpos moves QL b3(4) Pb4(2)xPc5(4) e.p.  KL");
    let moves = ["QLb3(4)", "Pb4(2)xPc5(4)e.p.", "KL"].map(str::to_owned).to_vec();
    assert_eq!(
        position,
        Command::Position(PositionCommand { base: BasePosition::StartPos, moves })
    );
    assert_eq!(notes, [""; 0]);

    let (go, _) = command("go searchmoves KL e6(4)i QL depth 3");
    let searchmoves = ["KLe6(4)i", "QL"].map(str::to_owned).to_vec();
    assert_eq!(go, Command::Go(Limits { searchmoves, depth: Some(3), ..Limits::default() }));

    // A second list continues the first.
    let (go, _) = command("go searchmoves b22b23 KL depth 3 searchmoves e6(4)i");
    assert_eq!(go.to_string(), "go depth 3 searchmoves b22b23 KLe6(4)i");
}

#[test]
fn listed_commands_are_parsed_and_specified() {
    let specification = include_str!("../README.md");
    for command in COMMANDS {
        let word = command.word;
        if let ParsedLine::Rejected { error: ProtocolError::UnknownCommand(read), .. } = parse(word)
        {
            panic!("no command {read}");
        }
        let rows = [format!("\n| `{word}`"), format!("\n| `{word} ")];
        assert!(rows.iter().any(|row| specification.contains(row)), "no row for {word}");
    }
}

#[test]
fn errors_of_perft_counts_quote_the_move() {
    let line = format!("\0{}: x", "long".repeat(1000));
    let error = line.parse::<EngineMessage>().unwrap_err().to_string();
    assert!(error.len() < 200 && !error.contains('\0'), "{error}");
}
