//! Programs that were written anew: what is there to be spoiled.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use legality::Legal;
use loopwright::program::{Program, Request, read};
use loopwright::rewrite::{Choices, Rewritten, rewrite};
use loopwright::transform::{Recipe, transform};
use scop::schedule::{Kind, Node};

use super::kernels;

/// Where programs come from, and how they are made anew.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    /// The column of the table.
    pub group: &'static str,
    pub text: String,
    pub folder: PathBuf,
    pub definitions: Vec<String>,
    pub recipe: How,
}

#[derive(Clone, Debug)]
pub enum How {
    AsItIs,
    Script {
        text: Option<String>,
        relaxed: bool,
    },
    /// Loops over these counters are parallel or vector loops.
    Marked(Vec<&'static str>, Vec<&'static str>),
}

pub const GROUPS: &[&str] = &["kernels", "scripts", "legal cases", "programs", "OpenMP"];

type Found = Result<Vec<Source>, Box<dyn Error>>;

/// All of them.
pub fn all() -> Found {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = with_scripts()?;
    sources.extend(legal_cases(&here.join("tests/verdicts/legal"))?);
    sources.extend(programs(&here.join("tests/programs"))?);
    sources.extend(marked());
    Ok(sources)
}

fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty(), "nothing in {}", folder.display());
    Ok(files)
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into()
}

/// The kernels, and what their scripts make of them.
fn with_scripts() -> Found {
    let folder = kernels::folder();
    let mut sources = Vec::new();
    let mut texts = Vec::new();
    for kernel in kernels::all() {
        let source = Source {
            group: "kernels",
            // Small, so that programs can be executed here.
            definitions: kernel.definitions([7, 5, 6]),
            name: kernel.name,
            text: kernel.text,
            folder: folder.clone(),
            recipe: How::AsItIs,
        };
        texts.push(source.clone());
        sources.push(source);
    }
    for path in files(&folder.join("scripts"), "lw")? {
        let name = stem(&path);
        // `NAME-variant.lw` belongs to `NAME.c` too.
        let kernel = texts.iter().filter(|one| name.starts_with(&one.name));
        let kernel = kernel
            .max_by_key(|one| one.name.len())
            .ok_or("no such kernel")?;
        let script = fs::read_to_string(&path)?;
        // Small tiles, so that small sizes have several.
        let sizes = ["128", "64", "32"];
        let script = sizes
            .iter()
            .fold(script, |text, size| text.replace(size, "3"));
        sources.push(Source {
            name,
            group: "scripts",
            recipe: How::Script {
                text: Some(script),
                relaxed: false,
            },
            ..kernel.clone()
        });
    }
    Ok(sources)
}

fn legal_cases(folder: &Path) -> Found {
    let mut sources = Vec::new();
    for path in files(folder, "md")? {
        let page = fs::read_to_string(&path)?;
        let block = |kind: &str| {
            let start = page.find(&format!("```{kind}"))?;
            let (_, rest) = page[start..].split_once('\n')?;
            Some(rest[..rest.find("```")?].to_string())
        };
        sources.push(Source {
            name: stem(&path),
            group: "legal cases",
            text: block("c").ok_or("no C")?,
            folder: folder.into(),
            definitions: Vec::new(),
            recipe: How::Script {
                text: block("lw"),
                relaxed: page.contains("relax-reductions"),
            },
        });
    }
    Ok(sources)
}

fn programs(folder: &Path) -> Found {
    let mut sources = Vec::new();
    for path in files(folder, "c")? {
        let text = fs::read_to_string(&path)?;
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("// script:"));
        let script: Vec<&str> = lines.collect();
        sources.push(Source {
            name: stem(&path),
            group: "programs",
            recipe: match script.is_empty() {
                true => How::AsItIs,
                false => How::Script {
                    text: Some(script.join("\n")),
                    relaxed: false,
                },
            },
            text,
            folder: folder.into(),
            definitions: Vec::new(),
        });
    }
    Ok(sources)
}

/// Loops that are parallel or vector loops, with all kinds of clauses.
fn marked() -> Vec<Source> {
    let before = "double a[40], b[40], c[40][40], s;\nvoid f(int n)\n{\n";
    let cases: &[(&str, &[&'static str], &[&'static str], &str)] = &[
        (
            "plain",
            &["i"],
            &["j"],
            "for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) c[i][j] = a[i] * b[j];",
        ),
        (
            "both",
            &["i"],
            &["i"],
            "for (int i = 0; i < n; i++) {
            a[i] = b[i]; for (int j = 0; j < i; j++) c[i][j] = a[i]; }",
        ),
        (
            "inner",
            &["j"],
            &[],
            "for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++) c[i][j] = c[i - 1][j] * b[j];",
        ),
        (
            "downwards",
            &["i"],
            &[],
            "for (int i = n - 1; i >= 1; i -= 3) a[i] = b[i - 1];",
        ),
        (
            "private",
            &["i"],
            &[],
            "for (int i = 0; i < n; i++) {
            double x = a[i]; double y = 0;
            for (int j = 0; j < n; j++) y += c[i][j] * x;
            b[i] = y; }",
        ),
        (
            "private counters",
            &["i"],
            &[],
            "for (i = 0; i < n; i++) {
            for (j = 0; j < n; j++) c[i][j] = 0;
            for (k = 0; k < n; k++) c[i][k] += a[k]; }",
        ),
        (
            "lastprivate",
            &["i"],
            &[],
            "for (int i = 0; i < n; i++) {
            s = a[i] + 1; b[i] = s * 2; }",
        ),
        (
            "lastprivate later",
            &["i"],
            &[],
            "{ double x;
            for (int i = 0; i < n; i++) { x = a[i]; b[i] = x * 2; }
            for (int j = 0; j < n; j++) c[0][j] = x; }",
        ),
        (
            "private array",
            &["i"],
            &[],
            "for (int i = 0; i < n; i++) {
            double w[3];
            for (int k = 0; k < 3; k++) w[k] = a[i] * k;
            b[i] = w[0] + w[1] * w[2]; }",
        ),
        (
            "lastprivate array",
            &["i"],
            &[],
            "{ double w[2];
            for (int i = 0; i < n; i++) { w[0] = a[i]; w[1] = a[i] * 2; b[i] = w[0] * w[1]; }
            for (int j = 0; j < n; j++) c[0][j] = w[1]; }",
        ),
        (
            "firstprivate array",
            &["i"],
            &[],
            "{ double w[3]; w[2] = a[0];
            for (int i = 0; i < n; i++) { w[0] = a[i] * w[2]; w[1] = w[0] + 2; b[i] = w[1]; }
            for (int j = 0; j < n; j++) c[0][j] = w[0] + w[2]; }",
        ),
        (
            "sum",
            &["i"],
            &[],
            "for (int i = 0; i < n; i++) s += a[i] * b[i];",
        ),
        (
            "vector sum",
            &[],
            &["i"],
            "for (int i = 0; i < n; i++) s += a[i] * b[i];",
        ),
        (
            "product",
            &["i"],
            &[],
            "for (int i = 0; i < n; i++) s *= a[i];",
        ),
        (
            "maximum",
            &["i"],
            &[],
            "for (int i = 0; i < n; i++) s = fmax(a[i], s);",
        ),
        (
            "sum of rows",
            &["k"],
            &[],
            "for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) a[i] += c[i][k];",
        ),
        (
            "sum of columns",
            &["i"],
            &[],
            "for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++) a[i] += c[i][k];",
        ),
        (
            "all clauses",
            &["i"],
            &[],
            "{ double x;
            for (i = 0; i < n; i++) {
                x = a[i];
                for (j = 0; j < n; j++) b[j] += c[i][j] * x;
            }
            s = x; }",
        ),
        (
            "vector in parallel",
            &["i"],
            &["j"],
            "for (i = 0; i < n; i++) {
            double x = a[i];
            for (j = 0; j < n; j++) c[i][j] *= x;
            a[i] = x; }",
        ),
    ];
    let made = cases.iter().map(|(name, parallel, vector, body)| Source {
        name: name.to_string(),
        group: "OpenMP",
        text: format!(
            "{before}  int i, j, k;\n#pragma scop\n  {body}\n#pragma endscop\n  (void)i; (void)j; (void)k;\n}}\n"
        ),
        folder: PathBuf::new(),
        definitions: Vec::new(),
        recipe: How::Marked(parallel.to_vec(), vector.to_vec()),
    });
    made.collect()
}

impl Source {
    /// What the program is read with.
    pub fn with_request<T>(&self, work: impl FnOnce(&Request<'_>) -> T) -> T {
        let headers = |name: &str| fs::read_to_string(self.folder.join(name)).ok();
        work(&Request {
            name: "program.c",
            definitions: self.definitions.clone(),
            headers: &headers,
            budget: Some(400_000_000),
            ..Request::default()
        })
    }

    /// The program, and its new text.
    pub fn rewritten(&self, request: &Request<'_>) -> Result<(Program, Rewritten), String> {
        let mut program = read(&self.text, request);
        let orders = match &self.recipe {
            How::AsItIs => program.originals(),
            How::Script { text, relaxed } => {
                let recipe = Recipe {
                    script: text.as_deref().map(|text| ("script.lw", text)),
                    relax_reductions: *relaxed,
                    ..Recipe::default()
                };
                let done = transform(&mut program, request, &recipe);
                done.orders()
                    .ok_or_else(|| format!("{:?}", program.diagnostics))?
            }
            How::Marked(parallel, vector) => vec![with_marks(&program, parallel, vector)?],
        };
        if program.has_errors() {
            return Err(format!("{:?}", program.diagnostics));
        }
        let new = rewrite(&program, &orders, &Choices::default());
        let new = new.map_err(|error| error.to_string())?;
        Ok((program, new))
    }
}

fn with_marks(program: &Program, parallel: &[&str], vector: &[&str]) -> Result<Legal, String> {
    let nest = program.nests.first().ok_or("no region")?;
    let scop = nest.scop();
    let sums = scop.arrays().filter(|(array, _)| {
        let mut accesses = scop.accesses().filter(|(_, _, one)| one.array == *array);
        accesses.all(|(statement, id, _)| {
            let reduction = scop[statement].reduction;
            reduction.is_some_and(|one| one.read == id || one.write == id)
        })
    });
    let sums: Vec<String> = sums.map(|(_, array)| array.name.clone()).collect();
    let tree = scop.schedule.map_bottom_up(|node| {
        let Kind::Band(band) = node.kind() else {
            return Ok::<_, std::convert::Infallible>(node);
        };
        let mut band = band.clone();
        for member in &mut band.members {
            let name = member.iterator.clone().unwrap_or_default();
            member.parallel = parallel.contains(&&*name);
            member.vector = vector.contains(&&*name);
            member.reductions = sums.clone();
        }
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        Ok(Node::band(band, child))
    });
    let Ok(tree) = tree;
    let tree = tree.ok_or("a band became something else")?;
    let dependences = dependence::dependences(scop, &Default::default());
    let dependences = dependences.map_err(|error| error.to_string())?;
    let verdict = legality::check(scop, &dependences, &tree, &Default::default());
    let verdict = verdict.map_err(|error| error.to_string())?;
    let legal = verdict.legal().cloned();
    legal.ok_or_else(|| format!("{:?}", verdict.violations()))
}
