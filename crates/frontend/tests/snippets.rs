//! The files in `tests/snippets`, one construct of C each: what `NAME.c` is modelled as, or why it
//! is not, must be what `NAME.out` says.
//!
//! Lines `// -DX=1` at the head of a file are definitions; headers are looked for in the folder
//! `NAME`. `UPDATE_EXPECT=1 cargo test -p loopwright-frontend --test snippets` writes the expected files
//! anew: read the difference, and compare it with what C means, before you commit it.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use frontend::{ModelOptions, Options, read};
use libtest_mimic::{Arguments, Failed, Trial};
use presburger::Budget;
use scop::{Access, AccessKind, Array, Diagnostic, Scop, SourceMap, Statement, Storage};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snippets");
    let mut sources: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    assert!(sources.len() >= 60, "{} snippets", sources.len());
    let trials = sources.into_iter().map(|source| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&source))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn check(source: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(source)?;
    let found = describe(&text, &source.with_extension(""))?;
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

fn describe(text: &str, folder: &Path) -> Result<String, Failed> {
    let headers = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let definitions = text.lines().map_while(|line| line.strip_prefix("// -D"));
    let options = Options {
        name: "main.c",
        definitions: definitions.map(str::to_string).collect(),
        headers: &headers,
        ..Options::default()
    };
    let mut output = String::new();
    let unit = match read(text, &options) {
        Ok(unit) => unit,
        Err(rejected) => {
            for diagnostic in &rejected.diagnostics {
                describe_diagnostic(&mut output, &rejected.files, diagnostic)?;
            }
            return Ok(output);
        }
    };
    for (index, region) in unit.regions.iter().enumerate() {
        if unit.regions.len() > 1 {
            writeln!(output, "--- region {index}")?;
        }
        // Snippets are small: what takes longer is a mistake.
        let budget = Budget::operations(50_000_000);
        match budget.run(|| unit.model(region, &ModelOptions::default())) {
            Ok(modelled) => {
                describe_scop(&mut output, &modelled.scop)?;
                if let Some(problem) = modelled.scop.verify()?.first() {
                    return Err(problem.to_string().into());
                }
                for warning in &modelled.warnings {
                    describe_diagnostic(&mut output, &unit.files, warning)?;
                }
            }
            Err(errors) => {
                for error in &errors {
                    describe_diagnostic(&mut output, &unit.files, error)?;
                }
            }
        }
    }
    for warning in &unit.warnings {
        describe_diagnostic(&mut output, &unit.files, warning)?;
    }
    Ok(output)
}

fn describe_scop(output: &mut String, scop: &Scop) -> Result<(), Failed> {
    if !scop.parameters.is_empty() {
        let names = scop.parameters.iter();
        let names: Vec<String> = names.map(|p| format!("{} {}", p.ctype, p.name)).collect();
        writeln!(output, "parameters {}", names.join(", "))?;
    }
    if !scop.context.is_universe()? {
        writeln!(output, "context {}", scop.context)?;
    }
    for array in &scop.arrays {
        describe_array(output, array)?;
    }
    for statement in &scop.statements {
        describe_statement(output, scop, statement)?;
    }
    if scop.statements.is_empty() {
        writeln!(output, "no statements")?;
    }
    write!(output, "schedule\n{}", indent(&scop.schedule.to_string()))?;
    Ok(())
}

fn describe_array(output: &mut String, array: &Array) -> Result<(), Failed> {
    let storage = match array.storage {
        Storage::Argument { restrict: true } => "restrict argument",
        Storage::Argument { restrict: false } => "argument",
        Storage::Local => "local",
        Storage::Global => "global",
        Storage::Region => "region",
    };
    write!(output, "{storage} {} {}", array.element, array.name)?;
    if array.source_name != array.name {
        write!(output, " (`{}`)", array.source_name)?;
    }
    for extent in &array.extents {
        match extent {
            Some(extent) => write!(output, " [{extent}]")?,
            None => write!(output, " [?]")?,
        }
    }
    writeln!(output)?;
    Ok(())
}

fn describe_statement(
    output: &mut String,
    scop: &Scop,
    statement: &Statement,
) -> Result<(), Failed> {
    write!(output, "{}", statement.domain)?;
    if let Some(label) = &statement.label {
        write!(output, "  label {label}")?;
    }
    writeln!(output)?;
    let mut text = String::new();
    let mut at = 0;
    for hole in &statement.body.holes {
        let body = &statement.body.text;
        text += &body[at..hole.range.start];
        text += &format!("⟨{}⟩", &body[hole.range.clone()]);
        at = hole.range.end;
    }
    text += &statement.body.text[at..];
    write!(output, "{}", indent(&text))?;
    for hole in &statement.body.holes {
        let place = &statement.body.text[hole.range.clone()];
        writeln!(output, "  where {place} is {}", hole.value)?;
    }
    for access in &statement.accesses {
        describe_access(output, scop, access)?;
    }
    if let Some(reduction) = statement.reduction {
        writeln!(output, "  reduction {}", reduction.operator.name())?;
    }
    Ok(())
}

fn describe_access(output: &mut String, scop: &Scop, access: &Access) -> Result<(), Failed> {
    let kind = match access.kind {
        AccessKind::Read => "read",
        AccessKind::Write => "write",
    };
    write!(output, "  {} {kind}", access.certainty)?;
    if !access.exact {
        write!(output, " (inexact)")?;
    }
    let relation = access.relation.gist_params(&scop.context)?;
    writeln!(output, " {relation}")?;
    Ok(())
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The message with its place, what is said about other places, and the advice.
fn describe_diagnostic(
    output: &mut String,
    files: &SourceMap,
    diagnostic: &Diagnostic,
) -> Result<(), Failed> {
    let place = |span: scop::Span| {
        let file = files.get(span.file).ok_or("no such file")?;
        let before = &file.text[..span.range().start];
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        let first = files.slice(span).lines().next().unwrap_or("");
        Ok::<_, Failed>(format!("{line}:{column} `{first}`"))
    };
    writeln!(output, "{diagnostic}")?;
    writeln!(
        output,
        "  at {}",
        place(diagnostic.span.ok_or("no place")?)?
    )?;
    for label in &diagnostic.labels {
        writeln!(output, "  at {}: {}", place(label.span)?, label.text)?;
    }
    for note in &diagnostic.notes {
        writeln!(output, "  note: {note}")?;
    }
    for help in &diagnostic.help {
        writeln!(output, "  help: {help}")?;
    }
    Ok(())
}
