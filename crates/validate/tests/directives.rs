//! Directives of a text against what was proved of the schedule: the right ones are taken, and
//! every way of spoiling them is found, for the reason that fits.

use frontend::{ModelOptions, Modelled};
use legality::Legal;
use scop::schedule::{Kind, Node};
use validate::{Accumulated, Claim, Directive, Failure, directives, records};

const HEADER: &str =
    "int n, int m, double x, double s, double a[n], double b[n], double c[n][m], double h[m]";

fn model(text: &str) -> Modelled {
    let text =
        format!("void f({HEADER}) {{\n  int j;\n#pragma scop\n{text}\n#pragma endscop\n}}\n");
    let unit = frontend::read(&text, &frontend::Options::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let modelled = unit.model(&unit.regions[0], &ModelOptions::default());
    modelled.unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// A program in its own order, with loops by the names of their counters that run in parallel or
/// in vector lanes, and what these accumulate into.
struct Program<'a> {
    body: &'a str,
    parallel: &'a [&'a str],
    vector: &'a [&'a str],
    sums: &'a [&'a str],
}

impl Program<'_> {
    fn legal(&self) -> Legal {
        let scop = model(self.body).scop;
        let tree = scop.schedule.map_bottom_up(|node| {
            let Kind::Band(band) = node.kind() else {
                return Ok::<_, std::convert::Infallible>(node);
            };
            let mut band = band.clone();
            for member in &mut band.members {
                let name = member.iterator.clone().unwrap_or_default();
                member.parallel = self.parallel.contains(&&*name);
                member.vector = self.vector.contains(&&*name);
                if member.parallel || member.vector {
                    member.reductions = self.sums.iter().map(|one| one.to_string()).collect();
                }
            }
            let child = node.child().cloned().unwrap_or_else(Node::leaf);
            Ok(Node::band(band, child))
        });
        let Ok(tree) = tree;
        let tree = tree.expect("bands stay bands");
        let dependences = dependence::dependences(&scop, &Default::default()).expect("dependences");
        let verdict = legality::check(&scop, &dependences, &tree, &Default::default());
        let verdict = verdict.expect("a verdict");
        let legal = verdict.legal().cloned();
        legal.unwrap_or_else(|| panic!("{:?}\n{}", verdict.violations(), self.body))
    }

    /// The verdict on a text in which `lw_at_0[i] = 0;` is an instance of the first statement.
    fn verdict(&self, text: &str) -> Result<(), Failure> {
        let legal = self.legal();
        let mut claim = Claim::of_legal(&legal).expect("a claim");
        // What stands in holes is no matter here.
        claim
            .statements
            .iter_mut()
            .for_each(|one| one.holes.clear());
        let read = model(text);
        let copies = records(&read.scop, "lw_at_", &claim)?;
        let found: Vec<Directive> = read.directives.iter().map(directive).collect();
        assert!(!found.is_empty(), "{text}");
        directives(&read.scop, &copies, &found, &legal, &legal.scop().context)
    }

    fn takes(&self, text: &str) {
        assert_eq!(self.verdict(text), Ok(()), "{text}");
    }

    fn rejects(&self, text: &str, reason: &str) {
        match self.verdict(text) {
            Err(Failure::Directive { why, .. }) if why.contains(reason) => {}
            other => panic!("{other:?}\n{text}"),
        }
    }
}

fn directive(found: &frontend::LoopDirective) -> Directive {
    let words = found.words.as_ref().expect("words");
    let target = found.target.as_ref().expect("a loop");
    let reductions = words.reductions.iter().zip(&found.sections);
    Directive {
        member: target.member,
        parallel: words.parallel,
        vector: words.simd,
        private: words.private.clone(),
        first_private: words.first_private.clone(),
        last_private: words.last_private.clone(),
        reductions: reductions
            .map(|(one, sections)| Accumulated {
                name: one.name.clone(),
                operator: one.operator.clone(),
                sections: sections.clone(),
            })
            .collect(),
        iterations: Some(target.iterations.clone()),
        loose_counters: target.loose_counters.clone(),
        allocated: target.allocated.clone(),
        idle: target.idle.clone(),
        uncounted: target.uncounted.clone(),
    }
}

const MIXED: &str = "no loop that may run in parallel has its iterations";
const NOT_MEANT: &str = "no loop of the schedule should run like this";

#[test]
fn the_loop_and_the_kind() {
    let outer = Program {
        body: "for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) c[i][k] = a[i];",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let i = "for (int i = 0; i < n; i++)";
    let k = "for (int k = 0; k < m; k++)";
    let s = "lw_at_0[i][k] = 0;";
    let omp = "#pragma omp parallel for\n";
    let simd = "#pragma omp simd\n";
    outer.takes(&format!("{omp}{i} {k} {s}"));
    outer.takes(&format!("{omp}for (long i = n - 1L; i >= 0; i--) {k} {s}"));
    // In blocks, and inside the other loop: iterations of i are in different ones all the same.
    outer.takes(&format!(
        "{omp}for (long u = 0; u < n; u += 4) for (long i = u; i < u + 4 && i < n; i++) {k} {s}"
    ));
    outer.takes(&format!("{k}\n{omp}{i} {s}"));
    outer.rejects(&format!("{i}\n{omp}{k} {s}"), MIXED);
    outer.rejects(&format!("{omp}{k} {i} {s}"), MIXED);
    outer.rejects(&format!("{simd}{i} {k} {s}"), NOT_MEANT);
    outer.rejects(
        &format!("#pragma omp parallel for simd\n{i} {k} {s}"),
        NOT_MEANT,
    );
    let inner = Program {
        parallel: &[],
        vector: &["k"],
        ..outer
    };
    inner.takes(&format!("{i}\n{simd}{k} {s}"));
    inner.rejects(&format!("{simd}{i} {k} {s}"), MIXED);
    inner.rejects(&format!("{i}\n{omp}{k} {s}"), NOT_MEANT);
    let both = Program {
        parallel: &["i"],
        vector: &["i"],
        ..inner
    };
    both.takes(&format!("#pragma omp parallel for simd\n{i} {k} {s}"));
    both.takes(&format!("{omp}{i} {k} {s}"));
}

/// Each `i` has one iteration of the parallel loop; those of different `i` depend on each other.
#[test]
fn iterations_of_different_loops_around() {
    let program = Program {
        body: "for (int i = 0; i < n; i++) for (int k = 0; k < n; k++) if (k == i) h[0] = a[k];",
        parallel: &["k"],
        vector: &[],
        sums: &[],
    };
    program.takes(
        "for (int i = 0; i < n; i++)
         #pragma omp parallel for\n for (int k = i; k <= i; k++) lw_at_0[i][k] = 0;",
    );
    let diagonal = "#pragma omp parallel for\nfor (int d = 0; d < n; d++) lw_at_0[d][d] = 0;";
    program.rejects(diagonal, MIXED);
}

#[test]
fn private_variables() {
    let program = Program {
        body: "for (int i = 0; i < n; i++) { double y; y = a[i]; b[i] = y; c[i][0] = 1; }",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let i = "for (int i = 0; i < n; i++)";
    let all = "{ lw_at_0[i] = 0; lw_at_1[i] = 0; lw_at_2[i] = 0; }";
    let text = |clauses: &str| format!("#pragma omp parallel for {clauses}\n{i} {all}");
    program.takes(&text("private(y)"));
    program.rejects(&text(""), "`private(y)` is missing");
    program.rejects(&text("lastprivate(y)"), "`private(y)` is missing");
    program.rejects(&text("private(y, x)"), "unexpected `private(x)`");
    program.rejects(
        &text("private(y) lastprivate(x)"),
        "unexpected `lastprivate(x)`",
    );
    program.rejects(
        &text("private(y) reduction(+: s)"),
        "`s` is not a reduction",
    );
    // The loop that does not touch the variable needs no clause, and may have none.
    let apart = |clauses: &str| {
        format!(
            "#pragma omp parallel for private(y)\n{i} {{ lw_at_0[i] = 0; lw_at_1[i] = 0; }}
             #pragma omp parallel for {clauses}\n{i} lw_at_2[i] = 0;"
        )
    };
    program.takes(&apart(""));
    program.rejects(&apart("private(y)"), "unexpected `private(y)`");
    // The value does not come from one loop into the next.
    let torn = format!(
        "#pragma omp parallel for private(y)\n{i} lw_at_0[i] = 0;
         #pragma omp parallel for private(y)\n{i} {{ lw_at_1[i] = 0; lw_at_2[i] = 0; }}"
    );
    program.rejects(&torn, "is split");
    // Nor from one iteration of a loop around it to the next.
    let again = format!(
        "for (int o = 0; o < 2; o++)
         #pragma omp parallel for private(y)\n{i} {{
           if (o == 0) lw_at_0[i] = 0;
           if (o == 1) {{ lw_at_1[i] = 0; lw_at_2[i] = 0; }}
         }}"
    );
    program.rejects(&again, "is split");
}

#[test]
fn last_values() {
    let program = Program {
        body: "for (int i = 0; i < n; i++) { x = a[i]; b[i] = x; }",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let all = "{ lw_at_0[i] = 0; lw_at_1[i] = 0; }";
    let text = |clauses: &str, from: &str| {
        format!(
            "if (n > 0) {{\n#pragma omp parallel for {clauses}
             for (long i = {from}; i < n; i++) if (i >= 0) {all}\n}}"
        )
    };
    program.takes(&text("lastprivate(x)", "0"));
    program.rejects(&text("", "0"), "`lastprivate(x)` is missing");
    program.rejects(&text("private(x)", "0"), "unexpected");
    // The last iteration that the loop runs through must be the one that writes.
    program.rejects(&text("lastprivate(x)", "-1"), "may not write `x`");
    // Without an iteration the variable is to keep the value that it had.
    let idle =
        format!("#pragma omp parallel for lastprivate(x)\nfor (int i = 0; i < n; i++) {all}");
    program.rejects(&idle, "`x` is lost without an iteration");
    let part = |clause: &str| {
        format!(
            "for (int j = 0; j < n - 1L; j++)
             #pragma omp parallel for lastprivate(x)\nfor (int i = j; i {clause} j; i++) {all}
             if (n > 0)
             #pragma omp parallel for lastprivate(x)\nfor (int i = n - 1; i < n; i++) {all}"
        )
    };
    program.takes(&part("<="));
    let rest = "#pragma omp parallel for lastprivate(x)\nfor (int i = n - 1; i < n; i++)";
    let some =
        format!("for (int i = 0; i < n - 1L; i++) {all} if (n >= 0)\n{rest} if (i >= 0) {all}");
    assert!(program.verdict(&some).is_err());
}

/// Arrays that each iteration has for itself, and their clauses.
#[test]
fn private_arrays() {
    let program = Program {
        body: "for (int i = 0; i < n; i++) { double w[2]; w[0] = a[i]; w[1] = a[i] * 2; b[i] = w[0] + w[1]; }",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let text = |clauses: &str| {
        format!(
            "#pragma omp parallel for {clauses}
             for (long i = 0; i < n; i++) {{ lw_at_0[i] = 0; lw_at_1[i] = 0; lw_at_2[i] = 0; }}"
        )
    };
    program.takes(&text("private(w)"));
    program.rejects(&text(""), "`private(w)` is missing");
    program.rejects(&text("firstprivate(w)"), "`private(w)` is missing");
    program.rejects(&text("lastprivate(w)"), "`private(w)` is missing");
    program.rejects(
        &text("private(w) lastprivate(w)"),
        "unexpected `lastprivate(w)`",
    );
    program.rejects(
        &text("private(w) firstprivate(w)"),
        "unexpected `firstprivate(w)`",
    );
    // An iteration of the schedule must stay in one piece.
    let split = "#pragma omp parallel for private(w)
        for (long i = 0; i < n; i++) { lw_at_0[i] = 0; lw_at_1[i] = 0; }
        #pragma omp parallel for private(w)
        for (long i = 0; i < n; i++) lw_at_2[i] = 0;";
    program.rejects(split, "an iteration that uses `w` is split");
}

/// Arrays that begin as copies of what was there before the loop, and are kept.
#[test]
fn initialised_arrays() {
    let program = Program {
        body: "{ double w[2]; w[1] = a[0];
            for (int i = 0; i < n; i++) { w[0] = a[i] * w[1]; b[i] = w[0]; }
            if (n > 0) b[0] = w[0] + w[1]; }",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let text = |clauses: &str| {
        format!(
            "lw_at_0 = 0; if (n > 0) {{\n#pragma omp parallel for {clauses}
             for (long i = 0; i < n; i++) {{ lw_at_1[i] = 0; lw_at_2[i] = 0; }}
             lw_at_3 = 0; }}"
        )
    };
    program.takes(&text("firstprivate(w) lastprivate(w)"));
    program.rejects(&text("firstprivate(w)"), "`lastprivate(w)` is missing");
    program.rejects(&text("lastprivate(w)"), "`firstprivate(w)` is missing");
    program.rejects(&text("private(w)"), "unexpected `private(w)`");
}

/// The number of iterations is computed in the type of the counter.
#[test]
fn iterations_are_counted() {
    let program = Program {
        body: "for (int i = 1; i < n; i++) b[i] = a[i];",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let text = |head: &str| format!("#pragma omp parallel for\nfor ({head}) lw_at_0[i] = 0;");
    let uncounted = "cannot count its iterations";
    program.takes(&text("long i = 1; i < n; i++"));
    program.rejects(&text("int i = 1; i < n; i++"), uncounted);
    program.rejects(&text("int i = 1; i <= n - 1L; i++"), uncounted);
    program.takes(&text("long i = n - 1L; i >= 1; i--"));
    let guarded =
        |least: &str| format!("if (n > {least}) {{\n{}\n}}", text("int i = 1; i < n; i++"));
    program.takes(&guarded("1"));
    program.takes(&guarded("-2147483647 - 1"));
    program.rejects(&guarded("-2147483648L - 1"), uncounted);
    let two = "long i = 1; i < n && i < n; i++";
    program.rejects(&text(two), "OpenMP counts no iterations");
}

#[test]
fn threads_do_not_start_in_lanes() {
    let program = Program {
        body: "for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) c[i][k] = a[i];",
        parallel: &["i", "k"],
        vector: &["i", "k"],
        sums: &[],
    };
    let text = |outer: &str, inner: &str| {
        format!(
            "#pragma omp {outer}\nfor (int i = 0; i < n; i++)
             #pragma omp {inner}\nfor (int k = 0; k < m; k++) lw_at_0[i][k] = 0;"
        )
    };
    program.takes(&text("parallel for", "simd"));
    program.takes(&text("parallel for", "parallel for"));
    program.takes(&text("simd", "simd"));
    let lanes = "threads cannot start in vector lanes";
    program.rejects(&text("simd", "parallel for"), lanes);
    program.rejects(&text("parallel for simd", "parallel for"), lanes);
}

#[test]
fn sums() {
    let program = Program {
        body: "for (int i = 0; i < n; i++) s += a[i];",
        parallel: &["i"],
        vector: &[],
        sums: &["s"],
    };
    let text = |clauses: &str| {
        format!("#pragma omp parallel for {clauses}\nfor (int i = 0; i < n; i++) lw_at_0[i] = 0;")
    };
    program.takes(&text("reduction(+: s)"));
    program.rejects(&text(""), "the reduction of `s` is missing");
    program.rejects(&text("reduction(*: s)"), "a reduction with `+`");
    program.rejects(
        &text("reduction(+: s) reduction(+: x)"),
        "`x` is not a reduction",
    );
    program.rejects(&text("private(s)"), "unexpected `private(s)`");
    let array = Program {
        body: "for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) h[k] += c[i][k];",
        sums: &["h"],
        ..program
    };
    let text = |section: &str| {
        format!(
            "#pragma omp parallel for reduction(+: h{section})
             for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) lw_at_0[i][k] = 0;"
        )
    };
    array.takes(&text("[0:m]"));
    for section in ["[1:m]", "[0:m - 1]", "[0:n]", ""] {
        array.rejects(&text(section), "is not accumulated as a whole");
    }
}

/// A counter that is declared outside belongs to all threads, unless it is private.
#[test]
fn counters_from_outside() {
    let program = Program {
        body: "for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) c[i][k] = a[i];",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let text = |clauses: &str| {
        format!(
            "#pragma omp parallel for {clauses}
             for (int i = 0; i < n; i++) for (j = 0; j < m; j++) lw_at_0[i][j] = 0;"
        )
    };
    program.takes(&text("private(j)"));
    program.rejects(&text(""), "`private(j)` is missing");
}

/// Statements that do not run in the same iterations are judged together, and one by one where that
/// does not help.
#[test]
fn several_statements_with_different_iterations() {
    let guarded = Program {
        body: "for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) {
            if (k > 1) c[i][k] = a[i];
            if (k > 2) c[i][k] = c[i][k] * 2;
            if (i > 3) c[i][k] = c[i][k] + 1; }",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    let i = "for (int i = 0; i < n; i++)";
    let k = "for (int k = 0; k < m; k++)";
    let body = "{ if (k > 1) lw_at_0[i][k] = 0; if (k > 2) lw_at_1[i][k] = 0; if (i > 3) lw_at_2[i][k] = 0; }";
    let omp = "#pragma omp parallel for";
    guarded.takes(&format!("{omp}\n{i} {k} {body}"));
    guarded.rejects(&format!("{i} {{\n{omp}\n{k} {body} }}"), MIXED);
    // Iterations of the text that hold two of the schedule, or half of one.
    let tiles = "for (long t = 0; t < n; t += 2) for (long i = t; i < n && i < t + 2; i++)";
    guarded.takes(&format!("{omp}\n{tiles} {k} {body}"));
    let columns = "for (int t = 0; t < 2; t++)";
    let some = "for (int k = t; k < m; k += 2)";
    guarded.rejects(&format!("{omp}\n{columns} {i} {some} {body}"), MIXED);

    // One of them is in the loop that was proved, the other one is in another loop.
    let apart = Program {
        body: "for (int i = 0; i < n; i++) a[i] = x; for (int k = 0; k < n; k++) b[k] = x;",
        parallel: &["i"],
        vector: &[],
        sums: &[],
    };
    apart.takes(&format!(
        "{omp}\n{i} lw_at_0[i] = 0; for (int k = 0; k < n; k++) lw_at_1[k] = 0;"
    ));
    apart.rejects(
        &format!("{omp}\n{i} {{ lw_at_0[i] = 0; lw_at_1[i] = 0; }}"),
        MIXED,
    );
}
