//! The scripts of `kernels/scripts` on their kernels: every instance is run once, no dependence is
//! broken, and the code runs the instances in the scheduled order.
//!
//! Parameters are small, so tiles are made small as well: each script is run as it stands and with
//! its tile sizes replaced by 2.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dependence::{DependenceKind, brute};
use frontend::{ModelOptions, read};
use libtest_mimic::{Failed, Trial};
use presburger::{Dim, Point};
use scop::Scop;

/// The value of all parameters.
const N: i64 = 5;

fn main() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("scripts"))
        .expect("the folder of scripts")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "lw"))
        .collect();
    files.sort();
    assert!(files.len() >= 20, "only {} scripts", files.len());
    let trials = files.into_iter().map(|path| {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .to_string();
        let folder = folder.clone();
        Trial::test(name, move || check(&path, &folder))
    });
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials.collect()).exit();
}

fn check(path: &Path, folder: &Path) -> Result<(), Failed> {
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .to_string();
    // `NAME-variant.lw` belongs to `NAME.c` too.
    let mut kernel = name.as_str();
    while !folder.join(format!("{kernel}.c")).exists() {
        kernel = kernel.rsplit_once('-').ok_or("no such kernel")?.0;
    }
    let c = std::fs::read_to_string(folder.join(format!("{kernel}.c")))?;
    let headers = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    // Sizes that are macros stay small, too: `#ifndef N`.
    let sizes = c.lines().filter_map(|line| line.strip_prefix("#ifndef "));
    let definitions = sizes.map(|name| format!("{}={N}", name.trim())).collect();
    let options = frontend::Options {
        headers: &headers,
        definitions,
        ..frontend::Options::default()
    };
    let unit = read(&c, &options).map_err(|rejected| rejected.to_string())?;
    let modelled = unit
        .model(&unit.regions[0], &ModelOptions::default())
        .map_err(|errors| format!("{errors:?}"))?;
    let text = std::fs::read_to_string(path)?;
    let small = ["128", "64", "32"]
        .iter()
        .fold(text.clone(), |text, size| text.replace(size, "2"));
    for text in [text, small] {
        check_script(&text, &modelled.scop).map_err(|failed| {
            let message = failed.message().unwrap_or("").to_string();
            Failed::from(format!("{message}\nof the script\n{text}"))
        })?;
    }
    Ok(())
}

fn check_script(text: &str, scop: &Scop) -> Result<(), Failed> {
    let script = script::parse(text, "kernel.lw").map_err(|errors| errors.to_string())?;
    let start = std::time::Instant::now();
    let outcome = script::run(&script, scop, &script::Options::default())
        .map_err(|errors| errors.to_string())?;
    if std::env::var_os("SCRIPT_TIMES").is_some() {
        eprintln!("{}: {:?}", scop.name, start.elapsed());
    }
    let hard = |error: presburger::Error| error.to_string();
    if let Some(problem) = outcome.schedule.verify().map_err(hard)?.first() {
        return Err(problem.to_string().into());
    }
    let values: Vec<(&str, i64)> = scop
        .parameters
        .iter()
        .map(|parameter| (parameter.name.as_str(), N))
        .collect();
    let order = outcome.schedule.instances(&values).map_err(hard)?;
    let original = scop.schedule.instances(&values).map_err(hard)?;
    let order: Vec<(String, Vec<i64>)> = order.iter().filter_map(instance).collect();
    let mut places = BTreeMap::new();
    for (place, (name, instance)) in order.iter().enumerate() {
        if places
            .insert((name.as_str(), instance.as_slice()), place)
            .is_some()
        {
            return Err(format!("{name}{instance:?} runs twice").into());
        }
    }
    if original.len() != order.len() || original.is_empty() {
        let (a, b) = (original.len(), order.len());
        return Err(format!("{b} instances run, there are {a}").into());
    }
    let run = brute::run(scop, &values).map_err(|error| error.to_string())?;
    // Two reads may run in any order.
    let pairs = run
        .pairs
        .iter()
        .filter(|pair| pair.kind != DependenceKind::Rar);
    let pairs: Vec<&brute::Pair> = pairs.collect();
    if pairs.is_empty() {
        return Err("no dependence to respect".into());
    }
    for pair in pairs {
        let place = |one: &brute::Occurrence| {
            let name = scop[one.statement].name.as_str();
            places.get(&(name, one.instance.as_slice())).copied()
        };
        let is_same = pair.source.statement == pair.sink.statement
            && pair.source.instance == pair.sink.instance;
        let (source, sink) = (place(&pair.source), place(&pair.sink));
        if source.is_none() || sink.is_none() || (source >= sink && !is_same) {
            return Err(format!("broken: {pair:?}").into());
        }
    }
    let code = astgen::Generator::new()
        .context(scop.context.clone())
        .from_tree(&outcome.schedule)
        .map_err(|error| error.to_string())?;
    let trace =
        astgen::interpret::run(&code, &values, 10_000_000).map_err(|error| error.to_string())?;
    let trace: Vec<(String, Vec<i64>)> = trace.into_iter().collect();
    match trace == order {
        true => Ok(()),
        false => Err(format!("the code runs another order:\n{code}").into()),
    }
}

fn instance(point: &Point) -> Option<(String, Vec<i64>)> {
    let name = point.space().tuple()?.name()?.to_string();
    let n = point.space().n_out();
    let values = (0..n).map(|i| point.coordinate(Dim::Set(i)).ok()?.to_i64());
    Some((name, values.collect::<Option<_>>()?))
}
