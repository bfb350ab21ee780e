//! Every kernel of the repository is modelled exactly, and survives the way through OpenScop.

use std::path::{Path, PathBuf};

use frontend::{ModelOptions, Options, read};
use libtest_mimic::{Arguments, Failed, Trial};
use scop::AccessKind;
use scop::openscop::OpenScop;

fn main() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of kernels")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 45, "{} kernels", files.len());
    let trials = files.into_iter().map(|path| {
        let name = path
            .file_stem()
            .map_or(String::new(), |stem| stem.to_string_lossy().into());
        let folder = folder.clone();
        Trial::test(name, move || check(&path, &folder))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(path: &Path, folder: &Path) -> Result<(), Failed> {
    let name = path.file_stem().unwrap_or_default();
    let text = std::fs::read_to_string(path)?;
    let headers = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let options = Options {
        headers: &headers,
        ..Options::default()
    };
    let unit = read(&text, &options).map_err(|rejected| format!("{rejected}"))?;
    for region in &unit.regions {
        let modelled = unit
            .model(region, &ModelOptions::default())
            .map_err(|errors| {
                let lines = errors.iter().map(|error| {
                    format!(
                        "{error} at `{}`",
                        error.span.map_or("", |span| unit.files.slice(span))
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
        let problems = scop.verify().map_err(|error| error.to_string())?;
        if let Some(problem) = problems.first() {
            return Err(problem.to_string().into());
        }
        if scop.statements.is_empty() {
            return Err("no statement".into());
        }
        for (stmt, _, access) in scop.accesses() {
            // This one chooses between cells by comparing data.
            let chooses = name == "lcs" && access.kind == AccessKind::Read;
            let certain = access.is_must() || chooses;
            if !access.exact || !certain {
                return Err(
                    format!("{}: {} is not exact", scop[stmt].name, access.relation).into(),
                );
            }
        }
        let text = OpenScop::new(scop.clone()).to_text();
        let text = text.map_err(|error| error.to_string())?;
        let back: OpenScop = text.parse().map_err(|error| format!("{error}"))?;
        if !back
            .scop
            .is_equal(&scop)
            .map_err(|error| error.to_string())?
        {
            return Err("OpenScop does not give the same model back".into());
        }
    }
    Ok(())
}
