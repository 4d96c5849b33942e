//! Sets the size of the module's stack.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // The search recurses once for each ply; the linker's default is 1 MiB.
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    }
}
