//! isl's own inputs: the code for each is printed, read back as C, and proved to execute the
//! schedule. Skipped, saying so, where the files are not beside the repository.

use std::path::{Path, PathBuf};

use astgen::ast::Node;
use astgen::{Generator, Input};
use libtest_mimic::{Arguments, Failed, Trial};
use presburger::{Budget, Set, Space};
use scop::schedule::Kind;
use validate::{Claim, Failure, prove};

/// Work for one input.
const BUDGET: u64 = 400_000_000;
/// Work for reading its code back and proving it.
const PROOF_BUDGET: u64 = 5_000_000_000;

fn main() {
    let arguments = Arguments::from_args();
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = beside.map(|folder| folder.join("shared/corpus/isl/codegen"));
    let Some(corpus) = folders.find(|folder| folder.is_dir()) else {
        eprintln!("skipped: no shared/corpus/isl/codegen beside the repository");
        return;
    };
    let mut files = Vec::new();
    find(&corpus, &mut files);
    files.sort();
    assert!(files.len() > 200, "{} inputs", files.len());
    let undecided = include_str!("corpus.undecided");
    let trials = files.into_iter().map(|path| {
        let name = path.strip_prefix(&corpus).unwrap_or(&path);
        let name = name.to_string_lossy().into_owned();
        let listed = undecided
            .lines()
            .find_map(|line| line.strip_prefix(&*name)?.strip_prefix(": "));
        Trial::test(name, move || check(&path, listed))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            find(&path, files);
        } else if path
            .extension()
            .is_some_and(|kind| kind == "in" || kind == "st")
        {
            files.push(path);
        }
    }
}

/// An input that is listed must be undecided for that reason, so that the list stays true.
fn check(path: &Path, listed: Option<&str>) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let input = match path.extension().is_some_and(|kind| kind == "st") {
        true => Input::tree(&text)?,
        false => Input::flat(&text)?,
    };
    let code = Budget::operations(BUDGET).run(|| Generator::new().from_input(&input))?;
    let claim = claim(&input)?;
    let started = std::time::Instant::now();
    let result = Budget::operations(PROOF_BUDGET).run(|| proved(&code, &claim));
    if started.elapsed().as_millis() > 200 {
        eprintln!("{}: {} ms", path.display(), started.elapsed().as_millis());
    }
    match (result, listed) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(_)) => Err("is proved: take it off the list".into()),
        (Err(Failure::Undecided(why)), Some(reason)) if why.contains(reason) => Ok(()),
        (Err(Failure::Sets(why)), Some(reason)) if why.to_string().contains(reason) => Ok(()),
        (Err(failure), _) => Err(format!("{failure}\n{code}").into()),
    }
}

fn claim(input: &Input) -> Result<Claim, Failed> {
    match input {
        Input::Flat {
            schedule, context, ..
        } => Ok(Claim::of_map(schedule, context)?),
        Input::Tree(tree) => {
            let mut context = Set::universe(Space::params_only(Vec::new()))?;
            for (_, node) in tree.nodes() {
                if let Kind::Context(set) = node.kind() {
                    context = context.intersect(&set.params()?)?;
                }
            }
            Ok(Claim::of_tree(tree, &context)?)
        }
    }
}

/// Reads the code as C, with macros that make records of the statements, and proves it.
fn proved(code: &Node, claim: &Claim) -> Result<(), Failure> {
    let mut text = String::new();
    for (index, expected) in claim.statements.iter().enumerate() {
        let values: Vec<String> = (0..expected.domain.n_dim())
            .map(|i| format!("x{i}"))
            .collect();
        let arguments: Vec<&str> = values.iter().map(String::as_str).collect();
        let record = validate::record("lw_at_", index, &arguments, &[]);
        let record = record.trim_end_matches(';');
        text.push_str(&format!(
            "#define lw_call_{index}({}) {record}\n",
            values.join(", ")
        ));
    }
    let code = renamed(code, claim)?;
    text.push_str(&format!("#pragma scop\n{code}#pragma endscop\n"));
    let unit = frontend::read(&text, &frontend::Options::default())
        .map_err(|error| Failure::Undecided(format!("unreadable: {error}")))?;
    let options = frontend::ModelOptions {
        context: Some(claim.context.clone()),
        ..frontend::ModelOptions::default()
    };
    let model = unit.model(&unit.regions[0], &options).map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(|error| error.to_string()).collect();
        Failure::Undecided(format!("no model: {}", errors.join("; ")))
    })?;
    prove(&model.scop, "lw_at_", claim)
}

/// The code with statements called by their index.
fn renamed(node: &Node, claim: &Claim) -> Result<Node, Failure> {
    let mut node = node.clone();
    rename(&mut node, claim)?;
    Ok(node)
}

fn rename(node: &mut Node, claim: &Claim) -> Result<(), Failure> {
    match node {
        Node::For(found) => rename(&mut found.body, claim),
        Node::If(found) => {
            rename(&mut found.then, claim)?;
            let mut otherwise = found.otherwise.iter_mut();
            otherwise.try_for_each(|node| rename(node, claim))
        }
        Node::Block(nodes) => nodes.iter_mut().try_for_each(|node| rename(node, claim)),
        Node::Mark(_, node) => rename(node, claim),
        Node::User(user) => {
            let index = claim.statements.iter().position(|one| {
                one.name == user.name && one.domain.n_dim() == user.arguments.len()
            });
            let index = index.ok_or_else(|| {
                Failure::NotRecords(format!("there is no statement `{}`", user.name))
            })?;
            user.name = format!("lw_call_{index}");
            Ok(())
        }
    }
}
