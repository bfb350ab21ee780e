//! Sources of PolyBench's shape are accepted as they are.
//!
//! The suite itself is not here. The files in `tests/polybench` are of its shape: sizes in a
//! header beside the source, `POLYBENCH_2D` and its like for parameters, `_PB_N` through
//! `POLYBENCH_LOOP_BOUND`, `SCALAR_VAL`, `SQRT_FUN`, `DATA_TYPE`. Each is read with both headers,
//! without the suite's own header, and without any, in doubles and in floats; all regions must be
//! modelled exactly and agree on how many statements there are. With the headers and constant
//! sizes, and with sizes as parameters, the models are the same where the sizes agree.

use std::fs;
use std::path::{Path, PathBuf};

use frontend::{Headers, ModelOptions, Options, read};
use libtest_mimic::{Arguments, Failed, Trial};
use scop::Scop;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/polybench");
    let entries = fs::read_dir(&folder).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(files.len() >= 9, "{} files", files.len());
    let trials = files.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&path))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let folder = path.parent().unwrap_or(Path::new(".")).to_path_buf();
    let all = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let own = |name: &str| all(name).filter(|_| name != "polybench.h");
    let none = |_: &str| None;
    let full = model(&text, &all, &["MINI_DATASET"])?;
    let single = model(
        &text,
        &all,
        &["DATA_TYPE_IS_FLOAT", "POLYBENCH_STACK_ARRAYS"],
    )?;
    let constant = model(&text, &all, &["MINI_DATASET", "POLYBENCH_USE_SCALAR_LB"])?;
    for other in [
        &single,
        &constant,
        &model(&text, &own, &[])?,
        &model(&text, &none, &[])?,
    ] {
        if other.statements.len() != full.statements.len() {
            return Err("a model with another number of statements".into());
        }
    }
    if !constant.parameters.is_empty() {
        return Err(format!("parameters {:?}", constant.parameters).into());
    }
    // The header of the program says 5, 6, 7 ... for the sizes in order.
    for (small, large) in constant.statements.iter().zip(&full.statements) {
        let mut domain = large.domain.clone();
        for parameter in &full.parameters {
            let wanted = format!("#   define {} ", parameter.name.to_uppercase());
            let header = fs::read_to_string(path.with_extension("h"))?;
            let value = header.lines().find_map(|line| line.strip_prefix(&wanted));
            let value: i64 = value.ok_or("no such size")?.parse()?;
            domain = domain.fix_param(&parameter.name, value)?;
        }
        if domain.points()?.len() != small.domain.points()?.len() {
            return Err(format!("{} is not {}", small.domain, domain).into());
        }
    }
    Ok(())
}

fn model(text: &str, headers: &dyn Headers, definitions: &[&str]) -> Result<Scop, Failed> {
    let options = Options {
        definitions: definitions.iter().map(|one| one.to_string()).collect(),
        headers,
        ..Options::default()
    };
    let unit = read(text, &options).map_err(|rejected| rejected.to_string())?;
    let modelled = unit.model(&unit.regions[0], &ModelOptions::default());
    let modelled = modelled.map_err(|errors| {
        let lines = errors.iter().map(|one| {
            format!(
                "{one}: `{}`",
                one.span.map_or("", |span| unit.files.slice(span))
            )
        });
        lines.collect::<Vec<_>>().join("\n")
    })?;
    if let Some(warning) = modelled.warnings.first() {
        return Err(format!(
            "{warning}: `{}`",
            warning.span.map_or("", |span| unit.files.slice(span))
        )
        .into());
    }
    let scop = modelled.scop;
    if let Some(problem) = scop.verify()?.first() {
        return Err(problem.to_string().into());
    }
    if let Some((_, _, access)) = scop.accesses().find(|(_, _, access)| !access.exact) {
        return Err(format!("{} is not exact", access.relation).into());
    }
    Ok(scop)
}
