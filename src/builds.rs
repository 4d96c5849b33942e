//! This build of the program, and the builds of a release.
//!
//! A release for x86-64 has one program that runs on every processor, and beside it the builds of
//! [`BUILDS`] for newer processors. A build is the whole program, not single functions: moves are
//! generated inline in the search, so nearly all of the code is hot.

/// The name of this build: of a release, else the value of `target-cpu`, such as `native`.
pub const NAME: &str = env!("TRISKELION_BUILD_NAME");

/// The version and the build, such as `0.1.0 (x86-64-v3)`.
pub const VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("TRISKELION_BUILD_NAME"), ")");

/// The compiler, the target and the instructions of this build, a line each.
pub const COMPILER: &str = concat!(
    "Compiled by ",
    env!("TRISKELION_RUSTC"),
    " for ",
    env!("TRISKELION_TARGET"),
    "\nBuild: ",
    env!("TRISKELION_BUILD_NAME"),
    "\nInstructions: ",
    env!("TRISKELION_INSTRUCTIONS"),
);

/// A build for newer processors.
pub struct Build {
    /// The name, which is that of the table in `tools/release`.
    pub name: &'static str,
    /// What the processor must have, in groups.
    required: &'static [&'static [&'static str]],
}

impl Build {
    /// Returns the features of the processor that the build requires.
    pub fn required(&self) -> impl Iterator<Item = &'static str> {
        self.required.iter().copied().flatten().copied()
    }
}

/// PEXT and PDEP as an instruction of the processor. AMD has them in microcode before Zen 3:
/// hundreds of cycles.
const FAST_PEXT: &str = "fast-pext";

const V2: &[&str] = &["cmpxchg16b", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2"];
const AVX2: &[&str] = &["avx", "avx2", "bmi1", "f16c", "fma", "lzcnt", "movbe", "xsave"];
const PEXT: &[&str] = &["bmi2", FAST_PEXT];
/// x86-64-v4 and what Ice Lake and Zen 4 have beyond it. The rays of all levels at once need
/// VPOPCNTDQ.
const AVX512_ICL: &[&str] = &[
    "avx512f",
    "avx512bw",
    "avx512cd",
    "avx512dq",
    "avx512vl",
    "avx512bitalg",
    "avx512ifma",
    "avx512vbmi",
    "avx512vbmi2",
    "avx512vnni",
    "avx512vpopcntdq",
];

/// The builds of a release for x86-64 beside the one for every processor, the fastest first.
pub const BUILDS: [Build; 4] = [
    Build { name: "x86-64-avx512icl", required: &[V2, AVX2, PEXT, AVX512_ICL] },
    Build { name: "x86-64-v3", required: &[V2, AVX2, PEXT] },
    Build { name: "x86-64-avx2", required: &[V2, AVX2] },
    Build { name: "x86-64-v2", required: &[V2] },
];

/// Returns the names of the builds that suit this processor, the fastest first.
pub fn suitable() -> impl Iterator<Item = &'static str> {
    suitable_for(|feature| has_feature(feature) == Some(true))
}

/// Returns the names of the builds that suit a processor, the fastest first.
fn suitable_for(has: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    let builds = BUILDS.iter().filter(move |build| build.required().all(&has));
    builds.map(|build| build.name)
}

/// Returns whether this processor and the system have a feature; `None` for a name that is not
/// asked for.
#[cfg(target_arch = "x86_64")]
fn has_feature(feature: &str) -> Option<bool> {
    macro_rules! detect {
        ($($name:tt)*) => {
            match feature {
                FAST_PEXT => Some(has_fast_pext()),
                $($name => Some(std::is_x86_feature_detected!($name)),)*
                _ => None,
            }
        };
    }
    detect! {
        "cmpxchg16b" "popcnt" "sse3" "ssse3" "sse4.1" "sse4.2"
        "avx" "avx2" "bmi1" "f16c" "fma" "lzcnt" "movbe" "xsave"
        "bmi2"
        "avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx512bitalg" "avx512ifma"
        "avx512vbmi" "avx512vbmi2" "avx512vnni" "avx512vpopcntdq"
    }
}

/// Other architectures have one build.
#[cfg(not(target_arch = "x86_64"))]
fn has_feature(_: &str) -> Option<bool> {
    None
}

/// Returns whether the processor is not one of AMD, or of Hygon by its license, before Zen 3.
#[cfg(target_arch = "x86_64")]
fn has_fast_pext() -> bool {
    let vendor = std::arch::x86_64::__cpuid(0);
    let vendor = [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat();
    !is_pext_slow(&vendor, std::arch::x86_64::__cpuid(1).eax)
}

/// Decides by the vendor and the signature of the processor, which contains its family.
#[cfg(target_arch = "x86_64")]
fn is_pext_slow(vendor: &[u8], signature: u32) -> bool {
    const ZEN_3: u32 = 0x19;
    let (base, extended) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    let family = if base == 0xf { base + extended } else { base };
    matches!(vendor, b"AuthenticAMD" | b"HygonGenuine") && family < ZEN_3
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn every_required_feature_can_be_detected() {
        for feature in BUILDS.iter().flat_map(Build::required) {
            assert!(has_feature(feature).is_some(), "{feature}");
        }
    }

    #[test]
    fn processors_get_the_fastest_build_that_they_run() {
        let best = |groups: &[&[&str]]| {
            let features = groups.concat();
            suitable_for(move |feature| features.contains(&feature)).next()
        };
        assert_eq!(best(&[]), None);
        // Nehalem to Ivy Bridge; the second has AVX.
        assert_eq!(best(&[V2]), Some("x86-64-v2"));
        assert_eq!(best(&[V2, &["avx", "xsave", "f16c"]]), Some("x86-64-v2"));
        // Zen 1 and 2, whose PEXT is slow.
        assert_eq!(best(&[V2, AVX2, &["bmi2"]]), Some("x86-64-avx2"));
        assert_eq!(best(&[V2, AVX2, PEXT]), Some("x86-64-v3"));
        // Skylake-X: no VPOPCNTDQ.
        assert_eq!(best(&[V2, AVX2, PEXT, &AVX512_ICL[..5]]), Some("x86-64-v3"));
        assert_eq!(best(&[V2, AVX2, PEXT, AVX512_ICL]), Some("x86-64-avx512icl"));
    }

    #[test]
    fn slow_pext_is_that_of_amd_before_zen_3() {
        let signatures = [
            ("AuthenticAMD", 0x0066_0f01, true),  // Excavator
            ("AuthenticAMD", 0x0080_0f11, true),  // Zen
            ("AuthenticAMD", 0x0087_0f10, true),  // Zen 2
            ("HygonGenuine", 0x0090_0f01, true),  // Dhyana
            ("AuthenticAMD", 0x00a2_0f10, false), // Zen 3
            ("AuthenticAMD", 0x00b4_0f40, false), // Zen 5
            ("GenuineIntel", 0x0003_06c3, false), // Haswell
        ];
        for (vendor, signature, is_slow) in signatures {
            assert_eq!(is_pext_slow(vendor.as_bytes(), signature), is_slow, "{signature:x}");
        }
    }
}
