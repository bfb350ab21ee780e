//! Every kernel, written anew from its schedule, is proved to run the same, and computes the same:
//! compiled with sanitizers, run, compared.

mod compiler;
#[path = "../../../kernels/kernels.rs"]
mod kernels;

use std::path::Path;
use std::process::Command;

use kernels::Kernel;
use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::program::{Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, rewrite};

fn main() {
    let mut kernels = kernels::all();
    if !compiler::is_there() {
        eprintln!("skipped: there is no C compiler `cc`");
        kernels.clear();
    }
    let trials = kernels
        .into_iter()
        .map(|kernel| Trial::test(kernel.name.clone(), move || check(&kernel)));
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

/// A kernel that is exact in a context is written anew with and without it.
fn check(kernel: &Kernel) -> Result<(), Failed> {
    if let Some(context) = kernel.context() {
        check_in(kernel, Some(context.to_string()))?;
    }
    check_in(kernel, None)
}

fn check_in(kernel: &Kernel, context: Option<String>) -> Result<(), Failed> {
    let text = &kernel.text;
    // Small and different.
    let definitions = kernel.definitions([9, 7, 6, 5, 8]);
    let request = Request {
        definitions: definitions.clone(),
        headers: &kernels::header,
        context,
        ..Request::default()
    };
    let program = read(text, &request);
    let new = rewrite(&program, &program.originals(), &Choices::default())
        .map_err(|error| error.message)?;
    prove(&program, &new, &request).map_err(|error| format!("{error:?}\n{}", new.text))?;
    let new = new.text;
    outside_is_the_same(text, &new)?;
    let scratch = tempfile::tempdir()?;
    let run = |name: &str, text: &str, flags: &[&str]| -> Result<String, Failed> {
        let source = scratch.path().join(format!("{name}.c"));
        let binary = scratch.path().join(name);
        std::fs::write(&source, text)?;
        let compiled = Command::new("cc")
            .args(["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"])
            .args(flags)
            .arg("-I")
            .arg(kernels::folder())
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
    let (before, after) = (run("before", text, &[])?, run("after", &new, checks)?);
    if !before.contains("checksum=") || before != after {
        return Err(format!("{before} became {after} with\n{new}").into());
    }
    Ok(())
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
