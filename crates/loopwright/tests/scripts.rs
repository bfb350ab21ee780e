//! Runs the scripts in `tests/calc`: `NAME.iscc` must print what is in `NAME.out`.
//!
//! Lines of the standard output may differ from the expected ones if both are ways to write
//! the same set or map. `UPDATE_EXPECT=1 cargo test -p loopwright --test scripts` writes the
//! expected files anew: read the difference before you commit it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use presburger::Object;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calc");
    let mut scripts: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    scripts.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "iscc")
    });
    scripts.sort();
    assert!(!scripts.is_empty(), "no scripts in {}", folder.display());
    let trials = scripts.into_iter().map(|script| {
        let name = script.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&script))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn check(script: &Path) -> Result<(), Failed> {
    let folder = script.parent().ok_or("a script is in a folder")?;
    let name = script.file_name().ok_or("a script has a name")?;
    let output = Command::new(env!("CARGO_BIN_EXE_loopwright"))
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .arg("calc")
        .arg(name)
        .output()?;
    let found = format!(
        "{}--- errors\n{}--- exit code {}\n",
        String::from_utf8(output.stdout)?,
        String::from_utf8(output.stderr)?,
        output.status.code().ok_or("ended by a signal")?
    );
    let expected_path = script.with_extension("out");
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(expected_path, found)?;
        return Ok(());
    }
    let expected = fs::read_to_string(&expected_path)
        .map_err(|error| format!("{}: {error}", expected_path.display()))?;
    let same = expected.lines().count() == found.lines().count()
        && expected
            .lines()
            .zip(found.lines())
            .all(|(expected, found)| expected == found || is_same_object(expected, found));
    if same {
        Ok(())
    } else {
        Err(format!("expected\n{expected}\nfound\n{found}").into())
    }
}

fn is_same_object(a: &str, b: &str) -> bool {
    match (a.parse(), b.parse()) {
        (Ok(Object::Set(a)), Ok(Object::Set(b))) => a.is_equal(&b) == Ok(true),
        (Ok(Object::Map(a)), Ok(Object::Map(b))) => a.is_equal(&b) == Ok(true),
        _ => false,
    }
}
