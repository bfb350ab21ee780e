//! The dependences of every kernel of the repository are those that happen when it is run.

use dependence::brute;
use dependence::{DependenceKind, Options, dependences, live_in, live_out};
use frontend::ModelOptions;
use libtest_mimic::{Arguments, Failed, Trial};
use scop::Scop;
use std::path::{Path, PathBuf};

const ALL: [DependenceKind; 5] = [
    DependenceKind::Raw,
    DependenceKind::War,
    DependenceKind::Waw,
    DependenceKind::Rar,
    DependenceKind::Flow,
];

/// Sizes for the parameters in turn, and for macros that kernels use as sizes.
const SIZES: [[i64; 3]; 4] = [[4, 5, 3], [3, 4, 5], [6, 6, 6], [8, 8, 8]];

/// Larger runs are left out: they take long and show nothing new.
const MOST_INSTANCES: usize = 700;

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
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let folder = folder.clone();
        Trial::test(name.into_owned(), move || check_file(&path, &folder))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check_file(path: &Path, folder: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    // Instances that were run for each region, and pairs. A region may have no dependence at all.
    let (mut run, mut compared) = (Vec::new(), 0);
    for sizes in SIZES {
        for (i, scop) in model(&text, folder, &sizes)?.iter().enumerate() {
            run.resize(run.len().max(i + 1), 0);
            let (instances, pairs) = check(scop, &sizes)?;
            run[i] += instances;
            compared += pairs;
        }
    }
    match compared > 0 && run.iter().all(|n| *n > 0) {
        true => Ok(()),
        false => Err(format!("instances {run:?}, {compared} pairs compared").into()),
    }
}

/// The scops of a text in which macros with a default get small values.
fn model(text: &str, folder: &Path, sizes: &[i64]) -> Result<Vec<Scop>, Failed> {
    let headers = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let guarded = text
        .lines()
        .filter_map(|line| line.strip_prefix("#ifndef "));
    let definitions = guarded
        .zip(sizes.iter().cycle())
        .map(|(name, size)| format!("{}={size}", name.trim()))
        .collect();
    let options = frontend::Options {
        headers: &headers,
        definitions,
        ..frontend::Options::default()
    };
    let unit = frontend::read(text, &options).map_err(|error| error.to_string())?;
    let mut scops = Vec::new();
    for region in &unit.regions {
        let modelled = unit.model(region, &ModelOptions::default());
        let modelled = modelled.map_err(|errors| format!("{}", errors[0]))?;
        scops.push(modelled.scop);
    }
    Ok(scops)
}

/// Compares everything; the number of instances and of pairs, 0 when the size does not fit.
fn check(scop: &Scop, sizes: &[i64]) -> Result<(usize, usize), Failed> {
    let names = scop.parameters.iter().map(|p| p.name.as_str());
    let values: Vec<(&str, i64)> = names.zip(sizes.iter().copied().cycle()).collect();
    let count = |set: &presburger::UnionSet| {
        let mut set = set.clone();
        for (name, value) in &values {
            let here = format!("[{name}] -> {{ : {name} = {value} }}").parse()?;
            set = set.intersect_params(&here)?;
        }
        set.intersect_params(&scop.context)?.count()
    };
    let instances = count(&scop.domain()?)?.to_i64().unwrap_or(i64::MAX);
    if instances == 0 || instances > MOST_INSTANCES as i64 {
        return Ok((0, 0));
    }
    let options = Options {
        kinds: ALL.to_vec(),
        ..Options::default()
    };
    let found = dependences(scop, &options)?;
    let run = brute::run(scop, &values)?;
    let comparison = run.compare(&ALL, &found, &values)?;
    if !comparison.is_equal() {
        return Err(format!("{values:?}: {comparison}").into());
    }
    if brute::cells(&live_in(scop)?, &values)? != run.live_in {
        return Err(format!("{values:?}: other cells are live in").into());
    }
    if brute::cells(&live_out(scop)?, &values)? != run.live_out {
        return Err(format!("{values:?}: other cells are live out").into());
    }
    Ok((run.instances, comparison.equal))
}
