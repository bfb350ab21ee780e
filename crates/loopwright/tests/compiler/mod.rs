//! What the C compiler of this machine can do: sanitizers and OpenMP need libraries that not every
//! one has.

#![allow(dead_code)]

use std::process::Command;
use std::sync::OnceLock;

/// The options for sanitizers; none, with a word about it, where they do not work.
pub fn sanitizers() -> &'static [&'static str] {
    static FOUND: OnceLock<bool> = OnceLock::new();
    const OPTIONS: &[&str] = &["-fsanitize=undefined,address", "-fno-sanitize-recover=all"];
    match *FOUND.get_or_init(|| works(OPTIONS)) {
        true => OPTIONS,
        false => &[],
    }
}

/// Whether programs with OpenMP can be compiled and run.
pub fn has_openmp() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| works(&["-fopenmp"]))
}

/// Whether there is a compiler of C++.
pub fn has_cplusplus() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| works_with("c++", &["-std=gnu++20", "-x", "c++"]))
}

/// Whether there is a compiler at all.
pub fn is_there() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| works(&[]))
}

fn works(options: &[&str]) -> bool {
    works_with("cc", options)
}

/// Compiles and runs a program that does nothing.
fn works_with(compiler: &str, options: &[&str]) -> bool {
    let run = || -> std::io::Result<bool> {
        let folder = tempfile::tempdir()?;
        let (source, binary) = (folder.path().join("a.c"), folder.path().join("a"));
        std::fs::write(&source, "int main(void) { return 0; }\n")?;
        let mut command = Command::new(compiler);
        command.args(options).arg(&source).arg("-o").arg(&binary);
        Ok(command.output()?.status.success() && Command::new(&binary).status()?.success())
    };
    let works = run().unwrap_or(false);
    if !works {
        eprintln!(
            "left out: `{compiler} {}` does not work here",
            options.join(" ")
        );
    }
    works
}
