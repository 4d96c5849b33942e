//! Lists the games in `games/`, their openings and their networks, so that a new file there is part of the
//! program.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=games");
    let folder = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("games");
    let files = folder.read_dir().expect("the folder games/");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let entry = |file: &PathBuf| {
        let name = file.file_stem().expect("a name").display().to_string();
        let text = file.display().to_string();
        // What a program without a feature does without.
        let with = |feature: &str, value: String, otherwise: &str| {
            format!("if cfg!(feature = {feature:?}) {{ {value} }} else {{ {otherwise} }}")
        };
        let book = folder.join("openings").join(format!("{name}.txt"));
        let book = match book.exists() {
            true => with("tournament", format!("include_str!({book:?})"), "\"\""),
            false => "\"\"".to_owned(),
        };
        let network = file.with_extension("net");
        let network = match network.exists() {
            true => with("networks", format!("Some(include_bytes!({network:?}))"), "None"),
            false => "None".to_owned(),
        };
        format!(
            "ProgramGame {{ name: {name:?}, text: include_str!({text:?}), book: {book}, network: {network} }},\n"
        )
    };
    let text = format!("&[\n{}]\n", files.iter().map(entry).collect::<String>());
    let out = Path::new(&env::var_os("OUT_DIR").expect("set by cargo")).join("games.rs");
    fs::write(out, text).expect("a writable folder");
}
