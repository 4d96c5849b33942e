//! Lists the games in `games/`, their openings and their networks, so that a new file there is part
//! of the program, and describes the build.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    describe_build();
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

/// Passes on what `src/builds.rs` has as constants.
fn describe_build() {
    // `tools/release` names its builds; any other build is named by the processor that it is for.
    const NAME: &str = "TRISKELION_BUILD_NAME";
    println!("cargo::rerun-if-env-changed={NAME}");
    let of_cargo = |name: &str| env::var(name).unwrap_or_default();
    let flags = of_cargo("CARGO_ENCODED_RUSTFLAGS");
    let processor = flags.rsplit('\x1f').find_map(|flag| flag.split_once("target-cpu="));
    let processor = processor.map(|(_, processor)| processor.to_owned());
    let architecture = of_cargo("CARGO_CFG_TARGET_ARCH").replace("x86_64", "x86-64");
    let name = env::var(NAME).ok().or(processor).unwrap_or(architecture);
    println!("cargo::rustc-env={NAME}={name}");

    let rustc = env::var_os("RUSTC").expect("set by cargo");
    let version = Command::new(rustc).arg("--version").output().expect("the version of rustc");
    println!(
        "cargo::rustc-env=TRISKELION_RUSTC={}",
        String::from_utf8_lossy(&version.stdout).trim()
    );
    println!("cargo::rustc-env=TRISKELION_TARGET={}", of_cargo("TARGET"));
    let instructions = of_cargo("CARGO_CFG_TARGET_FEATURE").replace(',', " ");
    println!("cargo::rustc-env=TRISKELION_INSTRUCTIONS={instructions}");
}
