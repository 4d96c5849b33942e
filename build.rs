//! Lists the games in `games/` and their openings, so that a new file there is part of the program.

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
        let book = folder.join("openings").join(format!("{name}.txt"));
        let book = match book.exists() {
            true => format!(
                "if cfg!(feature = \"tournament\") {{ include_str!({:?}) }} else {{ \"\" }}",
                book.display().to_string()
            ),
            false => "\"\"".to_owned(),
        };
        let text = file.display().to_string();
        format!(
            "    ProgramGame {{ name: {name:?}, text: include_str!({text:?}), book: {book} }},\n"
        )
    };
    let text = format!("&[\n{}]\n", files.iter().map(entry).collect::<String>());
    let out = Path::new(&env::var_os("OUT_DIR").expect("set by cargo")).join("games.rs");
    fs::write(out, text).expect("a writable folder");
}
