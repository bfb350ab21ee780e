//! Every kernel of the repository is modelled as exactly as its head says, and survives the way
//! through OpenScop.

#[path = "../../../kernels/kernels.rs"]
mod kernels;

use frontend::{ModelOptions, Options, read};
use kernels::{Kernel, Model};
use libtest_mimic::{Arguments, Failed, Trial};
use scop::openscop::OpenScop;
use scop::{Access, AccessKind};

fn main() {
    let trials = kernels::all()
        .into_iter()
        .map(|kernel| Trial::test(kernel.name.clone(), move || check(&kernel)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(kernel: &Kernel) -> Result<(), Failed> {
    let context = kernel.context().map(str::parse).transpose()?;
    let plain = ModelOptions::default();
    let in_context = ModelOptions {
        context,
        ..ModelOptions::default()
    };
    // What is said to be needed is needed: nothing is exact without it.
    let (coarse, without) = match &kernel.model {
        Model::Exact => (not_exact(kernel, &plain, false)?, None),
        Model::ExactWithChoices => (
            not_exact(kernel, &plain, true)?,
            Some(not_exact(kernel, &plain, false)?),
        ),
        Model::ExactFor(_) => (
            not_exact(kernel, &in_context, false)?,
            Some(not_exact(kernel, &plain, false)?),
        ),
        Model::Coarse => (None, Some(not_exact(kernel, &plain, false)?)),
    };
    match (coarse, without) {
        (Some(what), _) => Err(what.into()),
        (None, Some(None)) => Err("the model is more exact than the head says".into()),
        _ => Ok(()),
    }
}

/// Something that is not exact about a kernel; with `choices`, reads that may not happen are exact.
/// The model must be consistent in any case, and what it has too much of must come with a warning.
fn not_exact(
    kernel: &Kernel,
    model: &ModelOptions,
    choices: bool,
) -> Result<Option<String>, Failed> {
    let options = Options {
        headers: &kernels::header,
        ..Options::default()
    };
    let unit = read(&kernel.text, &options).map_err(|rejected| format!("{rejected}"))?;
    let mut coarse = None;
    for region in &unit.regions {
        let modelled = unit.model(region, model).map_err(|errors| {
            let lines = errors.iter().map(|error| {
                format!(
                    "{error} at `{}`",
                    error.span.map_or("", |span| unit.files.slice(span))
                )
            });
            lines.collect::<Vec<_>>().join("\n")
        })?;
        let warning = modelled.warnings.first().map(|warning| {
            let place = warning.span.map_or("", |span| unit.files.slice(span));
            format!("{warning}: `{place}`")
        });
        let scop = modelled.scop;
        let problems = scop.verify().map_err(|error| error.to_string())?;
        if let Some(problem) = problems.first() {
            return Err(problem.to_string().into());
        }
        if scop.statements.is_empty() {
            return Err("no statement".into());
        }
        let is_certain = |one: &Access| one.is_must() || (choices && one.kind == AccessKind::Read);
        let mut accesses = scop.accesses();
        let access = accesses.find(|(_, _, one)| !one.exact || !is_certain(one));
        if let Some((statement, _, access)) = access {
            let what = format!("{}: {} is not exact", scop[statement].name, access.relation);
            if !access.exact && warning.is_none() {
                return Err(format!("there is no warning, but {what}").into());
            }
            coarse.get_or_insert(what);
        }
        coarse = coarse.or(warning);
        let text = OpenScop::new(scop.clone()).to_text();
        let text = text.map_err(|error| error.to_string())?;
        let back: OpenScop = text.parse().map_err(|error| format!("{error}"))?;
        let is_same = back.scop.is_equal(&scop);
        if !is_same.map_err(|error| error.to_string())? {
            return Err("OpenScop does not give the same model back".into());
        }
    }
    Ok(coarse)
}
