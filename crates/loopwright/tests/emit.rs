//! Every kernel, written anew from its schedule, is proved to run the same, and computes the same:
//! compiled with sanitizers, run, compared.

mod compiler;

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::program::{Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, rewrite};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of kernels")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 45, "{} kernels", files.len());
    if !compiler::is_there() {
        eprintln!("skipped: there is no C compiler `cc`");
        files.clear();
    }
    let trials = files.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default();
        let folder = folder.clone();
        Trial::test(name.to_string_lossy().into_owned(), move || {
            check(&path, &folder)
        })
    });
    let mut trials: Vec<Trial> = trials.collect();
    trials.push(Trial::test("snippets of the front end", check_snippets));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Every construct that the front end takes is written and read back.
fn check_snippets() -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/tests/snippets");
    let mut proved = 0;
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let program = read(&std::fs::read_to_string(&path)?, &Request::default());
        if program.has_errors() {
            continue;
        }
        let failed = |error| format!("{}: {error:?}", path.display());
        let new = rewrite(&program, &program.originals(), &Choices::default()).map_err(failed)?;
        prove(&program, &new, &Request::default()).map_err(failed)?;
        proved += 1;
    }
    match proved {
        100.. => Ok(()),
        few => Err(format!("{few} snippets").into()),
    }
}

fn check(path: &Path, folder: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let definitions = small_sizes(&text);
    let headers = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let request = Request {
        definitions: definitions.clone(),
        headers: &headers,
        ..Request::default()
    };
    let program = read(&text, &request);
    let new = rewrite(&program, &program.originals(), &Choices::default())
        .map_err(|error| error.message)?;
    prove(&program, &new, &request).map_err(|error| format!("{error:?}\n{}", new.text))?;
    let new = new.text;
    outside_is_the_same(&text, &new)?;
    let scratch = tempfile::tempdir()?;
    let run = |name: &str, text: &str, flags: &[&str]| -> Result<String, Failed> {
        let source = scratch.path().join(format!("{name}.c"));
        let binary = scratch.path().join(name);
        std::fs::write(&source, text)?;
        let compiled = Command::new("cc")
            .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"])
            .args(flags)
            .arg("-I")
            .arg(folder)
            .args(definitions.iter().map(|one| format!("-D{one}")))
            .arg(&source)
            .arg("-lm")
            .arg("-o")
            .arg(&binary)
            .output()?;
        if !compiled.status.success() {
            let messages = String::from_utf8_lossy(&compiled.stderr).into_owned();
            return Err(format!("{name} does not compile:\n{messages}\n{text}").into());
        }
        let output = Command::new(&binary).output()?;
        if !output.status.success() {
            return Err(format!("{name} fails: {}", output.status).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let checks = compiler::sanitizers();
    let (before, after) = (run("before", &text, &[])?, run("after", &new, checks)?);
    if !before.contains("checksum=") || before != after {
        return Err(format!("{before} became {after} with\n{new}").into());
    }
    Ok(())
}

/// Sizes that the kernel lets one choose, small and different.
fn small_sizes(text: &str) -> Vec<String> {
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("#ifndef "));
    let sizes = names.zip([9, 7, 6, 5, 8]);
    sizes
        .filter(|(name, _)| text.contains(&format!("#define {name} ")))
        .map(|(name, size)| format!("{name}={size}"))
        .collect()
}

/// Everything but what stands between the pragmas is there byte for byte.
fn outside_is_the_same(old: &str, new: &str) -> Result<(), Failed> {
    let parts = |text: &str| -> Vec<String> {
        let mut outside = Vec::new();
        for (i, part) in text.split("#pragma scop").enumerate() {
            let rest = match i {
                0 => part,
                _ => part
                    .split_once("#pragma endscop")
                    .map_or("", |(_, rest)| rest),
            };
            outside.push(rest.to_string());
        }
        outside
    };
    match parts(old) == parts(new) && parts(old).len() > 1 {
        true => Ok(()),
        false => Err("the text outside the regions has changed".into()),
    }
}
