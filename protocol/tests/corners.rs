//! Corners of the grammar, one by one.

use triskelion_protocol::*;

fn command(line: &str) -> (Command, Vec<String>) {
    match parse(line) {
        Parsed::Command(command, notes) => {
            (command, notes.iter().map(ToString::to_string).collect())
        }
        other => panic!("{line}: {other:?}"),
    }
}

fn refused(line: &str) -> (Option<&'static str>, String) {
    match parse(line) {
        Parsed::Refused { word, fault } => (word, fault.to_string()),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn nothing_and_unknown_words() {
    for line in ["", "   ", "\t\r", "# go depth 5", "#"] {
        assert_eq!(parse(line), Parsed::Nothing, "{line:?}");
    }
    assert_eq!(command("joho debug on").0, Command::Debug(true));
    let (word, fault) = refused("jo\u{0}ho");
    assert_eq!(word, None);
    assert!(fault.starts_with("unknown command 'jo\\u{0}ho'; expected one of uci, "), "{fault}");
    assert_eq!(refused("debug perhaps").1, "debug: read 'perhaps', expected 'on' or 'off'");
}

#[test]
fn go_pairs_that_cannot_be_read_are_ignored() {
    let (go, notes) = command("go depth x wtime 5");
    assert_eq!(go, Command::Go(Go { wtime: Some(5), ..Go::default() }));
    assert_eq!(notes, ["go depth: read 'x', expected a whole number; ignored"]);

    let (go, notes) = command("go depth wtime 5 nodes");
    assert_eq!(go, Command::Go(Go { wtime: Some(5), ..Go::default() }));
    assert_eq!(notes.len(), 2);
    assert!(notes[1].contains("the end of the line"), "{notes:?}");

    let (go, notes) = command("go bogus infinite 1.5");
    assert_eq!(go, Command::Go(Go { infinite: true, ..Go::default() }));
    assert_eq!(notes.len(), 2);
}

#[test]
fn go_numbers_are_brought_into_range() {
    let (go, notes) = command("go wtime -250 binc -1 depth 0 movetime 99999999999999999999999");
    let expected = Go {
        wtime: Some(1),
        binc: Some(0),
        depth: Some(1),
        movetime: Some(4_294_967_295),
        ..Go::default()
    };
    assert_eq!(go, Command::Go(expected));
    assert_eq!(notes.len(), 4);
    assert_eq!(notes[0], "go wtime: read '-250', out of range, taken as 1");
    // Nothing to the next control: there is none.
    assert_eq!(command("go movestogo 0 winc +7").0.to_string(), "go winc 7");
    assert!(command("go movestogo 0").1.is_empty());
}

#[test]
fn searchmoves_end_at_the_next_word() {
    let (go, notes) = command("go searchmoves b22b23 b22b24 depth 3 ponder");
    assert_eq!(go.to_string(), "go ponder depth 3 searchmoves b22b23 b22b24");
    assert!(notes.is_empty());
    assert_eq!(command("go searchmoves depth 3").1.len(), 1);
}

#[test]
fn endless_searches() {
    for (line, endless) in [
        ("go", true),
        ("go infinite depth 3", true),
        ("go ponder", true),
        ("go ponder wtime 5", false),
        ("go winc 5 movestogo 3", true),
        ("go depth 3", false),
        ("go btime 5", false),
    ] {
        let Command::Go(go) = command(line).0 else { panic!() };
        assert_eq!(go.is_endless(), endless, "{line}");
    }
}

#[test]
fn half_a_position_is_none() {
    for line in [
        "position",
        "position moves b22b23",
        "position fen",
        "position fen moves b22b23",
        "position startpos b22b23",
        "position bogus startpos",
    ] {
        assert_eq!(refused(line).0, Some("position"), "{line}");
    }
    let line = "position \tfen a  b c\tmoves  x   y ";
    assert_eq!(command(line).0.to_string(), "position fen a b c moves x y");
    assert_eq!(command("position startpos moves").0.to_string(), "position startpos");
}

#[test]
fn options_have_names_and_values_with_spaces() {
    let expected = Command::SetOption {
        name: "Debug Log File".into(),
        value: Some("/a  folder/value of it".into()),
    };
    let line = "setoption name Debug \t Log File value  /a  folder/value of it \r";
    assert_eq!(command(line).0, expected);
    let button = Command::SetOption { name: "Clear Hash".into(), value: None };
    assert_eq!(command("setoption name Clear Hash").0, button);
    assert_eq!(refused("setoption Hash 5").1, "setoption: read 'Hash', expected 'name'");
    assert_eq!(refused("setoption name value 5").0, Some("setoption"));
}

#[test]
fn settings_fit_their_declarations() {
    let spin = OptionKind::Spin { default: 1, min: 1, max: 8 };
    let threads = Declaration { name: "Threads".into(), kind: spin };
    assert!(threads.is_named("tHREADS"));
    assert_eq!(threads.setting(Some("8")), Ok(Setting::Spin(8)));
    for bad in [None, Some("9"), Some("x"), Some(""), Some("99999999999999999999")] {
        let fault = threads.setting(bad).unwrap_err().to_string();
        assert!(fault.ends_with("expected a whole number from 1 to 8"), "{fault}");
    }
    let choices = vec!["federation".into(), "chess".into()];
    let combo = OptionKind::Combo { default: "federation".into(), choices };
    let variant = Declaration { name: "UCI_Variant".into(), kind: combo };
    assert_eq!(variant.setting(Some("CHESS")), Ok(Setting::Combo("chess".into())));
    assert!(variant.setting(Some("checkers")).is_err());
    let file = Declaration {
        name: "Debug Log File".into(),
        kind: OptionKind::String { default: String::new() },
    };
    assert_eq!(file.setting(Some("<empty>")), Ok(Setting::String(String::new())));
    assert_eq!(file.to_string(), "option name Debug Log File type string default <empty>");
}

#[test]
fn other_engines_are_understood() {
    let line = "info depth 5 seldepth 7 score cp -3 upperbound tbhits 0 nodes 10 pv e2e4 e7e5";
    let Ok(Answer::Info(info)) = line.parse() else { panic!() };
    assert_eq!(info.score, Some((Score::Centipawns(-3), Bound::Upper)));
    assert_eq!(info.pv, ["e2e4", "e7e5"]);
    let none = Answer::BestMove { best: None, ponder: None };
    assert_eq!("bestmove 0000 ponder (none)".parse(), Ok(none.clone()));
    assert_eq!(none.to_string(), "bestmove (none)");
}

#[test]
fn foreign_text_is_clipped() {
    assert_eq!(clip("a\tb"), "'a\\tb'");
    assert_eq!(clip(&"é".repeat(1000)).chars().count(), 63);
}

#[test]
fn the_json_of_the_specification_is_read() {
    let text = include_str!("../README.md");
    let blocks: Vec<&str> = text.split("```").filter_map(|b| b.strip_prefix("json\n")).collect();
    let [geometry, board, moves] = blocks[..] else { panic!("{} blocks", blocks.len()) };
    serde_json::from_str::<json::Geometry>(geometry).unwrap();
    serde_json::from_str::<json::Board>(board).unwrap();
    serde_json::from_str::<Vec<json::Move>>(moves).unwrap();
}

#[test]
fn moves_of_two_words() {
    let (position, notes) = command("position startpos moves QL b3(4) Pb4(2)xPc5(4) e.p.  KL");
    let moves = ["QLb3(4)", "Pb4(2)xPc5(4)e.p.", "KL"].map(str::to_owned).to_vec();
    assert_eq!(position, Command::Position(PositionCommand { base: Base::StartPos, moves }));
    assert_eq!(notes, [""; 0]);

    let (go, _) = command("go searchmoves KL e6(4)i QL depth 3");
    let searchmoves = ["KLe6(4)i", "QL"].map(str::to_owned).to_vec();
    assert_eq!(go, Command::Go(Go { searchmoves, depth: Some(3), ..Go::default() }));
}
