//! The dependences of every kernel of the repository are those that happen when it is run.

#[path = "../../../kernels/kernels.rs"]
mod kernels;

use dependence::brute;
use dependence::{DependenceKind, Options, dependences, live_in, live_out};
use frontend::ModelOptions;
use kernels::{Kernel, Model};
use libtest_mimic::{Arguments, Failed, Trial};
use scop::Scop;

const ALL: [DependenceKind; 5] = [
    DependenceKind::Raw,
    DependenceKind::War,
    DependenceKind::Waw,
    DependenceKind::Rar,
    DependenceKind::Flow,
];

/// Sizes for the parameters in turn, and for macros that kernels use as sizes.
const SIZES: [[i64; 3]; 6] = [
    [2, 1, 2],
    [4, 5, 3],
    [4, 3, 5],
    [3, 4, 5],
    [6, 6, 6],
    [8, 8, 8],
];

/// The extents of what may be any cell.
const CELLS: i64 = 6;

/// Larger runs are left out: they take long and show nothing new.
const MOST_INSTANCES: usize = 700;

fn main() {
    let trials = kernels::all()
        .into_iter()
        .map(|kernel| Trial::test(kernel.name.clone(), move || check_kernel(&kernel)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check_kernel(kernel: &Kernel) -> Result<(), Failed> {
    // Instances that were run for each region, and pairs. A region may have no dependence at all.
    let (mut run, mut compared) = (Vec::new(), 0);
    for sizes in SIZES {
        for (i, scop) in model(kernel, &sizes)?.iter().enumerate() {
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

/// The scops of a kernel in which macros with a default get small values.
fn model(kernel: &Kernel, sizes: &[i64]) -> Result<Vec<Scop>, Failed> {
    let options = frontend::Options {
        headers: &kernels::header,
        definitions: kernel.definitions(sizes.iter().copied().cycle()),
        ..frontend::Options::default()
    };
    let unit = frontend::read(&kernel.text, &options).map_err(|error| error.to_string())?;
    let context = kernel.context().map(str::parse).transpose()?;
    let options = ModelOptions {
        context,
        ..ModelOptions::default()
    };
    let mut scops = Vec::new();
    for region in &unit.regions {
        let modelled = unit.model(region, &options);
        let mut scop = modelled.map_err(|errors| format!("{}", errors[0]))?.scop;
        if kernel.model == Model::Coarse {
            bound(&mut scop)?;
        }
        scops.push(scop);
    }
    Ok(scops)
}

/// Of the accesses that may go anywhere, those that go to the first cells: what is run is finite.
fn bound(scop: &mut Scop) -> Result<(), Failed> {
    let arrays = scop.arrays.clone();
    for access in scop.statements.iter_mut().flat_map(|one| &mut one.accesses) {
        if access.exact {
            continue;
        }
        let array = &arrays[access.array.index()];
        let names: Vec<String> = (0..array.rank()).map(|i| format!("i{i}")).collect();
        let within = names.iter().map(|name| format!("0 <= {name} < {CELLS}"));
        let cells = format!(
            "{{ {}[{}] : {} }}",
            array.name,
            names.join(", "),
            within.collect::<Vec<_>>().join(" and ")
        );
        access.relation = access.relation.intersect_range(&cells.parse()?)?;
    }
    Ok(())
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
