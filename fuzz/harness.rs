//! Runs one harness of `tests/fuzz/` with the inputs of libFuzzer. The environment variable
//! `TRISKELION_FUZZ_TARGET` names it. One program for all harnesses: the engine is linked once.

#![no_main]

#[path = "../tests/fuzz/harness/mod.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod harness;
#[path = "../tests/support"]
#[expect(dead_code, reason = "the tests use more of it")]
mod support {
    pub(crate) mod networks;
    pub(crate) mod random_files;
    pub(crate) mod replies;
}

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

/// Returns the harness that the environment names. Without a valid name the program ends.
fn check() -> fn(&[u8]) {
    let name = std::env::var("TRISKELION_FUZZ_TARGET").unwrap_or_default();
    match harness::TARGETS.iter().find(|target| target.name == name) {
        Some(target) => target.check,
        None => {
            let names = harness::TARGETS.map(|target| target.name).join(", ");
            eprintln!("TRISKELION_FUZZ_TARGET: read {name:?}, expected one of {names}");
            std::process::exit(2);
        }
    }
}

fuzz_target!(|data: &[u8]| {
    static CHECK: OnceLock<fn(&[u8])> = OnceLock::new();
    CHECK.get_or_init(check)(data);
});
