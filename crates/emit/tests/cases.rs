//! Regions as they are written: `cases/*.case`.
//!
//! A file has a C text and any number of ways to write it, in sections that begin with
//! `=== KIND NAME`:
//!
//! - `c`: the program, for all ways after it;
//! - `write NAME`: a way, with one setting to a line: `flat` or `nested`, an order in isl's
//!   notation (the program's own otherwise), the latter with positions between the loops;
//!   `parallel`, `vector`, the loops that are, by counter or number; `sums`, what these accumulate
//!   into; `context`; `unchecked`; and those of `emit::Options`;
//! - `only`: the parameters for which the text is right, where not for all;
//! - `text`: the region, as written by hand from what the order means in C;
//! - `sequential`: the loops that were to run in parallel and do not, with the reason.
//!
//! Orders are proved before they are written, except unchecked ones.

use std::path::{Path, PathBuf};

use legality::Legal;
use libtest_mimic::{Failed, Trial};
use presburger::UnionMap;
use scop::schedule::{Kind, Node, TwoDPlusOne};
use scop::{ScheduleTree, Scop};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of cases")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|kind| kind == "case"))
        .collect();
    files.sort();
    let mut trials = Vec::new();
    for path in &files {
        trials.extend(read_cases(path).into_iter().map(|case| {
            let name = case.name.clone();
            Trial::test(name, move || case.check())
        }));
    }
    assert!(trials.len() >= 30, "only {} cases", trials.len());
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
}

struct Case {
    name: String,
    c: String,
    settings: Vec<(String, String)>,
    expected: Vec<(String, String)>,
}

fn read_cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("a case");
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut c = String::new();
    let mut cases: Vec<Case> = Vec::new();
    for section in text.split("\n=== ").skip(1) {
        let (head, body) = section.split_once('\n').unwrap_or((section, ""));
        let (kind, name) = head.split_once(' ').unwrap_or((head, "?"));
        match kind {
            "c" => c = body.into(),
            "write" => cases.push(Case {
                name: format!("{stem}/{name}"),
                c: c.clone(),
                settings: settings(body),
                expected: Vec::new(),
            }),
            _ => {
                let case = cases.last_mut().expect("a way before what is expected");
                case.expected.push((kind.into(), body.trim_end().into()));
            }
        }
    }
    cases
}

fn settings(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let pairs = lines.map(|line| line.split_once(':').unwrap_or((line, "")));
    pairs
        .map(|(key, value)| (key.trim().into(), value.trim().into()))
        .collect()
}

impl Case {
    fn get(&self, key: &str) -> Option<&str> {
        let found = self.settings.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }

    fn words(&self, key: &str) -> Vec<String> {
        let words = self.get(key).unwrap_or("").split_whitespace();
        words.map(String::from).collect()
    }

    /// `i` is an `int`, `i:long` a `long`.
    fn declared(&self) -> Vec<(String, emit::Type)> {
        let words = self.words("declared").into_iter();
        let typed = words.map(|word| {
            let (name, ty) = word.split_once(':').unwrap_or((&word, "int"));
            let ty = emit::Type::ALL.into_iter().find(|one| one.name() == ty);
            (name.to_string(), ty.expect("a type"))
        });
        typed.collect()
    }

    /// `i:N:1000` is a macro `N` in the head of a loop over `i`.
    fn sizes(&self) -> Vec<frontend::Size> {
        let words = self.words("sizes").into_iter();
        let sizes = words.map(|word| {
            let mut parts = word.split(':').map(String::from);
            let mut next = || parts.next().expect("a counter, a name and a number");
            frontend::Size {
                counter: next(),
                name: next(),
                value: next().parse().expect("a number"),
            }
        });
        sizes.collect()
    }

    fn check(&self) -> Result<(), Failed> {
        let known = [
            "flat",
            "nested",
            "parallel",
            "vector",
            "sums",
            "context",
            "unchecked",
            "declared",
            "reserved",
            "macros",
            "sizes",
            "pragmas",
            "minimum",
            "maximum",
            "margin",
            "indent",
        ];
        if let Some((key, _)) = self
            .settings
            .iter()
            .find(|(key, _)| !known.contains(&&**key))
        {
            return Err(format!("no such setting: {key}").into());
        }
        let legal = self.legal()?;
        let ast = astgen::Generator::new()
            .context(legal.scop().context.clone())
            .from_tree(legal.schedule())
            .map_err(|error| error.to_string())?;
        let usual = emit::Options::default();
        let options = emit::Options {
            margin: self.get("margin").map_or(usual.margin, String::from),
            indent: self.get("indent").map_or(usual.indent, String::from),
            declared: self.declared(),
            valid: None,
            pragmas: self.get("pragmas") != Some("no"),
            reserved: self.words("reserved").into_iter().collect(),
            macros: self.words("macros").into_iter().collect(),
            sizes: self.sizes(),
            minimum: self.get("minimum").map(String::from),
            maximum: self.get("maximum").map(String::from),
            hidden: usual.hidden,
            remarks: usual.remarks,
            labels: usual.labels,
            surroundings: Default::default(),
            allocations: Vec::new(),
            no_malloc: None,
        };
        let written = emit::write(&legal, &ast, &options).map_err(|error| error.to_string())?;
        let lines = written
            .text
            .lines()
            .map(|line| line.strip_prefix("  ").unwrap_or(line));
        let text = lines.collect::<Vec<_>>().join("\n");
        let sequential = written.sequential.iter();
        let sequential = sequential.map(|one| format!("{}: {}", one.counter, one.why));
        let sequential = sequential.collect::<Vec<_>>().join("\n");
        for statement in &written.statements {
            if written.text.get(statement.range.clone()).is_none() {
                return Err(format!("{statement:?} is nowhere").into());
            }
        }
        let expected = |kind: &str| {
            let found = self.expected.iter().find(|(known, _)| known == kind);
            found.map_or("", |(_, text)| text.as_str())
        };
        // Labels only name the statements here; that they stay is tested where comments are.
        same(&without_labels(&text), &without_labels(expected("text")))?;
        same(&sequential, expected("sequential"))?;
        let only = written.only.as_ref().map(emit::conditions);
        same(&only.unwrap_or_default(), expected("only"))
    }

    fn legal(&self) -> Result<Legal, Failed> {
        let unit = frontend::read(&self.c, &frontend::Options::default())
            .map_err(|rejected| rejected.to_string())?;
        let modelled = unit
            .model(&unit.regions[0], &frontend::ModelOptions::default())
            .map_err(|errors| format!("{errors:?}"))?;
        let mut scop = modelled.scop;
        if let Some(context) = self.get("context") {
            scop.context = context.parse().map_err(|error| format!("{error}"))?;
        }
        let tree = self.order(&scop).map_err(|error| error.to_string())?;
        let tree = self.claimed(&tree);
        let dependences = dependence::dependences(&scop, &Default::default());
        let dependences = dependences.map_err(|error| error.to_string())?;
        if self.get("unchecked").is_some() {
            return Ok(Legal::unchecked(&scop, &dependences, &tree));
        }
        let verdict = legality::check(&scop, &dependences, &tree, &Default::default())
            .map_err(|error| error.to_string())?;
        let said = verdict.violations().iter().map(|one| one.sentence(&scop));
        let said = said.collect::<Vec<_>>().join("\n");
        verdict.legal().cloned().ok_or_else(|| said.into())
    }

    fn order(&self, scop: &Scop) -> presburger::Result<ScheduleTree> {
        let map = |text: &str| text.parse::<UnionMap>()?.intersect_domain(&scop.domain()?);
        match (self.get("flat"), self.get("nested")) {
            (Some(flat), _) => ScheduleTree::from_map(&map(flat)?),
            (_, Some(nested)) => TwoDPlusOne::from_map(&map(nested)?)?.to_tree(),
            (None, None) => Ok(scop.schedule.clone()),
        }
    }

    /// The order with loops that are to run in parallel or in vector lanes.
    fn claimed(&self, tree: &ScheduleTree) -> ScheduleTree {
        let (parallel, vector) = (self.words("parallel"), self.words("vector"));
        fn visit(
            node: &Node,
            next: &mut usize,
            claim: &mut dyn FnMut(usize, &mut scop::schedule::Member),
        ) -> Node {
            let mut kind = node.kind().clone();
            if let Kind::Band(band) = &mut kind {
                for member in &mut band.members {
                    claim(*next, member);
                    *next += 1;
                }
            }
            let children = node.children().iter();
            let children = children.map(|child| visit(child, next, claim));
            Node::new(kind, children.collect()).expect("the same kind of node")
        }
        let root = visit(tree.root(), &mut 0, &mut |number, member| {
            let name = member.iterator.clone().unwrap_or_default();
            let is_in = |list: &[String]| {
                list.iter()
                    .any(|one| *one == name || *one == number.to_string())
            };
            member.parallel = is_in(&parallel);
            member.vector = is_in(&vector);
            if member.parallel || member.vector {
                member.reductions = self.words("sums");
            }
        });
        ScheduleTree::from_root(root).expect("the same root")
    }
}

/// The text without the labels `S:` and `T:` of statements.
fn without_labels(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let code = line.trim_start();
        let label = ["S: ", "T: ", "U: "]
            .into_iter()
            .find(|one| code.starts_with(one));
        let margin = &line[..line.len() - code.len()];
        format!("{margin}{}", &code[label.map_or(0, str::len)..])
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn same(found: &str, expected: &str) -> Result<(), Failed> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("expected:\n{expected}\nfound:\n{found}").into()),
    }
}
