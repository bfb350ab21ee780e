//! Reads the files in `tests/syntax`: what is found in `NAME.c` must be what `NAME.out` says.
//!
//! A line `// -DX=1` at the head of a file gives definitions. If there is a folder `NAME`, the
//! file is read twice: with the headers in it, and without any. `UPDATE_EXPECT=1 cargo test -p
//! frontend --test syntax` writes the expected files anew: read the difference before you
//! commit it.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use frontend::{Headers, NoHeaders, Options, Region, Unit, read};
use libtest_mimic::{Arguments, Failed, Trial};
use scop::{Diagnostic, SourceMap};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax");
    let mut sources: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    assert!(!sources.is_empty(), "no sources in {}", folder.display());
    let trials = sources.into_iter().map(|source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&source))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn check(source: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(source)?;
    let folder = source.with_extension("");
    let mut found = String::new();
    if folder.is_dir() {
        let headers = |name: &str| fs::read_to_string(folder.join(name)).ok();
        found.push_str("=== with headers\n");
        found.push_str(&describe(&text, &headers)?);
        found.push_str("=== without headers\n");
    }
    found.push_str(&describe(&text, &NoHeaders)?);
    let expected_path = source.with_extension("out");
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(expected_path, found)?;
        return Ok(());
    }
    let expected = fs::read_to_string(&expected_path)
        .map_err(|error| format!("{}: {error}", expected_path.display()))?;
    if expected == found {
        Ok(())
    } else {
        Err(format!("expected\n{expected}\nfound\n{found}").into())
    }
}

fn describe(text: &str, headers: &dyn Headers) -> Result<String, Failed> {
    let definitions = text.lines().map_while(|line| line.strip_prefix("// -D"));
    let options = Options {
        name: "main.c",
        definitions: definitions.map(str::to_string).collect(),
        headers,
        ..Options::default()
    };
    let mut output = String::new();
    match read(text, &options) {
        Ok(unit) => {
            for region in &unit.regions {
                describe_region(&mut output, &unit, region)?;
            }
            for warning in &unit.warnings {
                describe_diagnostic(&mut output, &unit.files, warning)?;
            }
        }
        Err(rejected) => {
            for diagnostic in &rejected.diagnostics {
                describe_diagnostic(&mut output, &rejected.files, diagnostic)?;
            }
        }
    }
    Ok(output)
}

fn describe_region(output: &mut String, unit: &Unit, region: &Region) -> Result<(), Failed> {
    let text = &unit.files.get(region.span.file).ok_or("no such file")?.text;
    assert!(text[region.begin.range()].contains("scop"));
    assert!(text[region.end.range()].contains("endscop"));
    assert!(region.begin.end <= region.span.start && region.span.end <= region.end.start);
    match &region.function {
        Some(function) => writeln!(output, "--- region in {}", function.name)?,
        None => writeln!(output, "--- region")?,
    }
    for symbol in &region.symbols {
        write!(output, "{:?} {} {}", symbol.scope, symbol.name, symbol.ty)?;
        if let Some(value) = symbol.value {
            write!(output, " = {value}")?;
        }
        writeln!(output)?;
    }
    for assertion in &region.assertions {
        writeln!(output, "assert {}", assertion.condition)?;
    }
    for statement in &region.statements {
        writeln!(output, "{statement}")?;
    }
    Ok(())
}

/// The message, then the text it speaks of, what is said about other places, and the advice.
fn describe_diagnostic(
    output: &mut String,
    files: &SourceMap,
    diagnostic: &Diagnostic,
) -> Result<(), Failed> {
    writeln!(output, "{diagnostic}")?;
    let place = |span: scop::Span| {
        let text = files.get(span.file).map_or("", |file| &file.text);
        let line = text[..span.range().start].matches('\n').count() + 1;
        let first = files.slice(span).lines().next().unwrap_or("");
        format!("line {line} `{first}`")
    };
    writeln!(output, "  at {}", place(diagnostic.span.ok_or("no place")?))?;
    for label in &diagnostic.labels {
        writeln!(output, "  at {}: {}", place(label.span), label.text)?;
    }
    for note in &diagnostic.notes {
        writeln!(output, "  note: {note}")?;
    }
    for help in &diagnostic.help {
        writeln!(output, "  help: {help}")?;
    }
    Ok(())
}
