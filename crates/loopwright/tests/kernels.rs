//! The library behind `show` and `deps`, on every kernel of the repository.

#[path = "../../../kernels/kernels.rs"]
mod kernels;

use kernels::{Kernel, Model};
use loopwright::deps::{self, Analysis, Kind, Wanted};
use loopwright::program::{Program, Request, read};
use loopwright::show;
use scop::Severity;

type Checked = Result<(), Box<dyn std::error::Error>>;

fn program(kernel: &Kernel) -> Program {
    let request = Request {
        name: &kernel.name,
        headers: &kernels::header,
        context: kernel.context().map(String::from),
        ..Request::default()
    };
    read(&kernel.text, &request)
}

#[test]
fn every_kernel_is_shown_in_every_format() -> Checked {
    for kernel in kernels::all() {
        let (name, program) = (&kernel.name, program(&kernel));
        let worst = program.diagnostics.iter().map(|one| one.severity).min();
        let expected = match kernel.model {
            Model::Coarse => worst == Some(Severity::Warning),
            _ => worst.is_none_or(|worst| worst == Severity::Note),
        };
        assert!(expected, "{name}: {worst:?}");
        let text = show::text(&program, show::Detail { tree: true })?;
        let json = show::json(name, &program);
        for (i, nest) in program.nests.iter().enumerate() {
            let statements = &nest.scop().statements;
            assert!(!statements.is_empty(), "{name}");
            let listed = &json["regions"][i]["model"]["statements"];
            assert_eq!(
                listed.as_array().map(Vec::len),
                Some(statements.len()),
                "{name}"
            );
            for (k, statement) in statements.iter().enumerate() {
                assert!(text.contains(&statement.name), "{name}");
                assert!(listed[k]["line"].is_u64(), "{name}");
            }
        }
        // What is written as OpenScop is read again as the same program.
        let request = Request {
            name: "kernel.scop",
            ..Request::default()
        };
        let again = read(&show::openscop(&program)?, &request);
        assert_eq!(
            again.nests.len(),
            program.nests.len(),
            "{name}: {:?}",
            again.diagnostics
        );
        for (one, other) in program.nests.iter().zip(&again.nests) {
            let same = one.scop().schedule.is_equal(&other.scop().schedule)?;
            assert!(
                same && one.scop().writes()?.is_equal(&other.scop().writes()?)?,
                "{name}"
            );
        }
    }
    Ok(())
}

#[test]
fn the_dependences_of_every_kernel_are_listed_in_every_format() -> Checked {
    for kernel in kernels::all() {
        let (name, program) = (&kernel.name, program(&kernel));
        let wanted = Wanted {
            kinds: Kind::ALL.to_vec(),
            live: true,
            relations: true,
            ..Wanted::default()
        };
        let analyses = program
            .nests
            .iter()
            .map(|nest| Analysis::new(nest.scop(), &wanted));
        let found = analyses.collect::<Result<Vec<_>, _>>()?;
        let total: usize = found.iter().map(|found| found.edges.len()).sum();
        let text = deps::text(&program, &found, &wanted)?;
        let json = deps::json(name, &program, &found);
        let regions = json["regions"].as_array().ok_or("no regions")?;
        let lists = regions
            .iter()
            .filter_map(|region| region["dependences"].as_array());
        assert_eq!(lists.map(Vec::len).sum::<usize>(), total, "{name}");
        for edge in found.iter().flat_map(|found| &found.edges) {
            assert!(
                text.contains(&edge.dependence.relation.to_string()),
                "{name}"
            );
            // A dependence goes forwards: the first step that is not 0 is that of its carrier.
            let first = edge.distance.iter().find(|step| step.to_string() != "0");
            let forwards = first.is_none_or(|step| !step.to_string().starts_with('-'));
            assert!(
                forwards && first.is_some() == edge.carrier.is_some(),
                "{name}"
            );
        }
        let dot = deps::dot(&program, &found);
        assert_eq!(dot.matches('{').count(), dot.matches('}').count(), "{name}");
    }
    Ok(())
}

/// What textbooks say of these programs: the loops that are parallel as written, some with
/// variables of their own for each iteration.
const PARALLEL: &[(&str, &[&str])] = &[
    // for i { for j S0; for k for j S1 }: only k accumulates.
    ("gemm", &["i", "j", "j"]),
    // for t { for i; for i }: the sweeps over space, not time.
    ("jacobi-1d", &["i", "i"]),
    ("jacobi-2d", &["i", "j", "i", "j"]),
    // In place: each loop carries something.
    ("seidel-2d", &[]),
    ("floyd-warshall", &[]),
    // Elimination: the rows below the pivot are independent, and the columns in each.
    ("lu-kij", &["i", "j"]),
    // Also the columns in which the row of the pivot changes places; not the search for it.
    ("lu-pivot", &["j", "i", "j"]),
    // All but the loops of the sum.
    ("convolution-4d", &["b", "k", "y", "x"]),
    ("image-blur", &["y", "x", "c"]),
    ("n-body-flat", &["i"]),
    // The rows, whatever is in them.
    ("csr-product", &["i"]),
    // The butterflies of a stage are apart.
    ("fft", &["k", "j"]),
    // The first row; a cell of the table needs both neighbours.
    ("smith-waterman", &["j"]),
    // Space, not time.
    ("time-buffers", &["i", "j"]),
    ("swapped-buffers", &["i", "j"]),
    // A cell has neighbours of the other colour only.
    ("red-black-flat", &["i", "j"]),
];

#[test]
fn loops_that_are_parallel_as_written() -> Checked {
    for (name, expected) in PARALLEL {
        let program = program(&kernels::named(name));
        let found = Analysis::new(program.nests[0].scop(), &Wanted::default())?;
        let loops = &found.structure.loops;
        let parallel: Vec<&str> = found
            .parallel()
            .iter()
            .map(|id| &loops[id.index()].name[..])
            .collect();
        assert_eq!(parallel, *expected, "{name}");
    }
    Ok(())
}

/// What `deps` calls parallel is what a check accepts as parallel, loop by loop.
#[test]
fn parallel_is_what_a_check_accepts() -> Checked {
    // The loops that are parallel, in the order of the text.
    let written: &[(&str, &[&str])] = &[
        (
            "for (int i = 0; i < n; i++) { double t = a[i]; b[i] = t * t; }",
            &["i"],
        ),
        // The last value is needed afterwards, and every iteration writes one.
        (
            "for (int i = 0; i < n; i++) { s = a[i]; b[i] = s; }",
            &["i"],
        ),
        (
            "for (int i = 0; i < n; i++) { if (i > 2) s = a[i]; b[i] = 1; }",
            &[],
        ),
        // The value of the iteration before.
        ("for (int i = 0; i < n; i++) { b[i] = s; s = a[i]; }", &[]),
        ("for (int i = 0; i < n; i++) s += a[i];", &[]),
        (
            "for (int i = 0; i < n; i++) { double t = 0; for (int j = 0; j < n; j++) t += a[j]; b[i] = t; }",
            &["i"],
        ),
        (
            "for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) { double t = c[i - 1][j]; c[i][j] = t; }",
            &["j"],
        ),
    ];
    for (body, expected) in written {
        let text = format!(
            "void f(int n, double s, double a[n], double b[n], double c[n][n])\n{{\n#pragma scop\n{body}\n#pragma endscop\n}}\n"
        );
        let program = read(&text, &Request::default());
        assert_eq!(accepted(program.nests[0].scop())?, *expected, "{body}");
    }
    for (name, _) in PARALLEL {
        accepted(program(&kernels::named(name)).nests[0].scop())?;
    }
    Ok(())
}

/// The loops that `deps` calls parallel, and that a check of each loop on its own says the same.
fn accepted(scop: &scop::Scop) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let found = Analysis::new(scop, &Wanted::default())?;
    let parallel = found.parallel();
    let dependences = dependence::dependences(scop, &dependence::Options::default())?;
    for (index, known) in found.structure.loops.iter().enumerate() {
        let id = scop::MemberId::new(index);
        let tree = with_parallel_member(&scop.schedule, id)?;
        let verdict = legality::check(scop, &dependences, &tree, &legality::Options::default())?;
        assert_eq!(verdict.is_legal(), parallel.contains(&id), "{}", known.name);
    }
    let names = parallel.iter();
    Ok(names
        .map(|id| found.structure.loops[id.index()].name.clone())
        .collect())
}

/// The tree with the claim that one loop is parallel.
fn with_parallel_member(
    tree: &scop::ScheduleTree,
    id: scop::MemberId,
) -> Result<scop::ScheduleTree, Box<dyn std::error::Error>> {
    use scop::schedule::{Kind, Node};
    fn visit(node: &Node, next: &mut usize, wanted: usize) -> Option<Node> {
        let mut kind = node.kind().clone();
        if let Kind::Band(band) = &mut kind {
            for member in &mut band.members {
                member.parallel = *next == wanted;
                *next += 1;
            }
        }
        let children = node
            .children()
            .iter()
            .map(|child| visit(child, next, wanted));
        Node::new(kind, children.collect::<Option<_>>()?)
    }
    let root = visit(tree.root(), &mut 0, id.index());
    Ok(root
        .and_then(scop::ScheduleTree::from_root)
        .ok_or("the same kinds of nodes")?)
}
