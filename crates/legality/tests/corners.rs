//! Corners of the check: cases in which one condition of it decides, so that a slip there shows.

mod support;

use dependence::{DependenceKind, dependences};
use legality::{Legal, Options, Reductions, Role, Violation, check, first_break};
use scop::schedule::{Kind, Member, Node};
use scop::{MemberId, ReductionOperator, ScheduleTree, Scop};
use support::As::{Parallel, Vector};
use support::{all_of, claiming, flat, judged, program, said};

const LEGAL: [&str; 0] = [];

/// What is wrong with a schedule under other assumptions about the parameters.
fn wrong_where(scop: &Scop, context: &str, tree: &ScheduleTree) -> Vec<String> {
    let mut scop = scop.clone();
    scop.context = context.parse().unwrap();
    let all = Options {
        all: true,
        ..Options::default()
    };
    said(&scop, &check(&scop, &all_of(&scop), tree, &all).unwrap())
}

fn copies() -> Scop {
    program(
        "int n, double A[n], double B[n], double C[n]",
        "for (int i = 0; i < n; i++) S: B[i] = A[i];
         for (int i = 0; i < n; i++) T: C[i] = B[i];",
    )
}

/// 4 mod 4 is 0 mod 4: a remainder is not one to one, although `i` occurs in it with factor one.
#[test]
fn remainders_are_shared_dates() {
    let scop = copies();
    let tree = flat(&scop, "[n] -> { S[i] -> [0, i mod 4]; T[i] -> [1, i] }");
    assert_eq!(
        wrong_where(&scop, "[n] -> { : }", &tree),
        ["S[0] and S[4] have the same date (0, 0) when n = 5"]
    );
    // Up to four iterations have remainders of their own.
    assert_eq!(wrong_where(&scop, "[n] -> { : n <= 4 }", &tree), LEGAL);
    // With the quotient beside it the remainder is one to one.
    let tree = flat(
        &scop,
        "[n] -> { S[i] -> [0, floor(i/4), i mod 4]; T[i] -> [1, i, 0] }",
    );
    assert_eq!(wrong_where(&scop, "[n] -> { : }", &tree), LEGAL);
}

/// A sum of two iterators is the same for (0, 1) and (1, 0).
#[test]
fn sums_of_iterators_are_shared_dates() {
    let scop = program(
        "int n, double A[n][n]",
        "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) S: A[i][j] = 0;",
    );
    let tree = flat(&scop, "[n] -> { S[i, j] -> [i + j] }");
    assert_eq!(
        wrong_where(&scop, "[n] -> { : }", &tree),
        ["S[0, 1] and S[1, 0] have the same date (1) when n = 2"]
    );
}

/// Half of an odd number is no date.
#[test]
fn fractions_are_no_dates() {
    let scop = copies();
    let tree = r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n }"
child:
  sequence:
  - filter: "{ S[i] }"
    child: { schedule: "[{ S[i] -> [(i)/2] }]" }
  - filter: "{ T[i] }"
    child: { schedule: "[{ T[i] -> [(i)] }]" }
"#;
    let tree: ScheduleTree = tree.parse().unwrap();
    assert_eq!(
        wrong_where(&scop, "[n] -> { : }", &tree),
        ["S[1] is not executed when n = 2"]
    );
}

/// What is not executed breaks no dependence: T would come too early for `i < 2` alone, where it
/// is left out.
#[test]
fn missing_instances_break_nothing_else() {
    let scop = copies();
    let tree = r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 2 <= i < n }"
child:
  schedule: "[{ S[i] -> [(i)]; T[i] -> [(2i - 2)] }]"
  child:
    sequence:
    - filter: "{ S[i] }"
    - filter: "{ T[i] }"
"#;
    let tree: ScheduleTree = tree.parse().unwrap();
    assert_eq!(
        wrong_where(&scop, "[n] -> { : }", &tree),
        ["T[0] is not executed when n = 1"]
    );
}

/// Instances that are missing, or too many, for parameters that cannot occur.
#[test]
fn coverage_within_the_context() {
    let scop = copies();
    let tree = |domain: &str| -> ScheduleTree {
        let text = format!(
            r#"
domain: "[n] -> {{ {domain} }}"
child:
  sequence:
  - filter: "{{ S[i] }}"
    child: {{ schedule: "[{{ S[i] -> [(i)] }}]" }}
  - filter: "{{ T[i] }}"
    child: {{ schedule: "[{{ T[i] -> [(i)] }}]" }}
"#
        );
        text.parse().unwrap()
    };
    let short = tree("S[i] : 0 <= i < n and i < 10; T[i] : 0 <= i < n");
    assert_eq!(wrong_where(&scop, "[n] -> { : n <= 10 }", &short), LEGAL);
    assert_eq!(
        wrong_where(&scop, "[n] -> { : n <= 11 }", &short),
        ["S[10] is not executed when n = 11"]
    );
    let long = tree("S[i] : 0 <= i < n; S[i] : i = n and n > 10; T[i] : 0 <= i < n");
    assert_eq!(wrong_where(&scop, "[n] -> { : n <= 10 }", &long), LEGAL);
    assert_eq!(
        wrong_where(&scop, "[n] -> { : n <= 11 }", &long),
        ["S[11] is executed when n = 11, but not by the original program"]
    );
}

/// The statement has one iterator: instances with two are others, whatever their name.
#[test]
fn a_name_is_not_enough() {
    let scop = copies();
    let tree = r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 0 <= i < n; S[i, j] : 0 <= i = j < n }"
child:
  sequence:
  - filter: "{ S[i] }"
    child: { schedule: "[{ S[i] -> [(i)] }]" }
  - filter: "{ T[i] }"
    child: { schedule: "[{ T[i] -> [(i)] }]" }
  - filter: "{ S[i, j] }"
    child: { schedule: "[{ S[i, j] -> [(i)] }]" }
"#;
    let tree: ScheduleTree = tree.parse().unwrap();
    assert_eq!(
        wrong_where(&scop, "[n] -> { : }", &tree),
        ["S[0, 0] is executed when n = 1, but not by the original program"]
    );
}

/// Parts of a sequence in the wrong order are the fault of the step that has put them so.
#[test]
fn the_step_that_has_exchanged_two_parts() {
    let scop = copies();
    let tree = |kind: &str, first: &str, second: &str| -> ScheduleTree {
        let text = format!(
            r#"
domain: "[n] -> {{ S[i] : 0 <= i < n; T[i] : 0 <= i < n }}"
child:
  schedule: "[{{ S[i] -> [(i)]; T[i] -> [(i)] }}]"
  child:
    {kind}:
    - filter: "{{ {first}[i] }}"
    - filter: "{{ {second}[i] }}"
"#
        );
        text.parse().unwrap()
    };
    let steps = [
        tree("sequence", "T", "S"),
        tree("sequence", "S", "T"),
        tree("sequence", "T", "S"),
    ];
    let verdict = judged(&scop, &steps[2], &Options::default());
    let blamed = first_break(&scop, &steps, &verdict.violations()[0]).unwrap();
    assert_eq!(blamed, Some(2));
    // In a set there is no order, which is another thing than the wrong one.
    let verdict = judged(&scop, &tree("set", "S", "T"), &Options::default());
    let Violation::Dependence(broken) = &verdict.violations()[0] else {
        panic!("{:?}", said(&scop, &verdict));
    };
    assert!(broken.unordered);
}

/// Two reads of a cell may change places.
#[test]
fn reads_do_not_depend_on_each_other() {
    let scop = program(
        "int n, double A[n], double B[n]",
        "for (int i = 0; i < n; i++) S: B[i] = A[0];",
    );
    let options = dependence::Options {
        kinds: vec![DependenceKind::Rar],
        ..dependence::Options::default()
    };
    let reads = dependences(&scop, &options).unwrap();
    assert!(!reads.is_empty());
    let backwards = flat(&scop, "[n] -> { S[i] -> [-i] }");
    let verdict = check(&scop, &reads, &backwards, &Options::default()).unwrap();
    assert!(verdict.is_legal(), "{:?}", said(&scop, &verdict));
    assert_eq!(verdict.checked(), 0);
}

/// Dependences of a program with other statements, where no loop would notice.
#[test]
fn dependences_of_other_statements() {
    let text = "S: A[0] = 1; T: B[0] = A[0];";
    let header = "double A[1], double B[1]";
    let scop = program(header, text);
    let other = program(header, &text.replace("S:", "P:").replace("T:", "Q:"));
    let found = all_of(&scop);
    assert_eq!(found.len(), 1);
    let judge = |scop: &Scop| check(scop, &found, &scop.schedule, &Options::default());
    assert!(judge(&scop).unwrap().is_legal());
    let strange = judge(&other);
    assert!(matches!(strange, Err(presburger::Error::Invalid(_))));
}

/// Dependences that were found for more sizes than can occur: only those of possible sizes count,
/// for the order as for parallel loops.
#[test]
fn dependences_of_sizes_that_cannot_occur() {
    let scop = program(
        "int n, double A[n + 10]",
        "for (int i = 0; i < n; i++) S: A[i] = A[i + 10];",
    );
    let found = all_of(&scop);
    let backwards = flat(&scop, "[n] -> { S[i] -> [-i] }");
    let parallel = claiming(&scop.schedule, &[(0, Parallel)], &[]);
    for tree in [backwards, parallel] {
        let is_legal = |context: &str| {
            let mut scop = scop.clone();
            scop.context = context.parse().unwrap();
            let verdict = check(&scop, &found, &tree, &Options::default()).unwrap();
            verdict.is_legal()
        };
        assert!(is_legal("[n] -> { : n <= 10 }"));
        assert!(!is_legal("[n] -> { : n <= 11 }"));
    }
}

/// A list that stops after the first few says so, also where there are no dependences.
#[test]
fn a_list_that_was_cut_is_not_complete() {
    let scop = program(
        "int n, double A[n], double B[n], double C[n], double D[n], double E[n]",
        "for (int i = 0; i < n; i++) { P: A[i] = 0; Q: B[i] = 0; R: C[i] = 0; S: D[i] = 0; T: E[i] = 0; }",
    );
    let mut filters = String::new();
    for name in ["P", "Q", "R", "S", "T"] {
        filters.push_str(&format!("  - filter: \"{{ {name}[i] }}\"\n"));
        filters.push_str(&format!(
            "    child: {{ schedule: \"[{{ {name}[i] -> [(i)] }}]\" }}\n"
        ));
    }
    // Each statement has the instance -1, too.
    let domains = ["P", "Q", "R", "S", "T"].map(|name| format!("{name}[i] : -1 <= i < n"));
    let tree = format!(
        "domain: \"[n] -> {{ {} }}\"\nchild:\n  sequence:\n{filters}",
        domains.join("; ")
    );
    let tree: ScheduleTree = tree.parse().unwrap();
    let found = |all: bool| {
        let options = Options {
            all,
            ..Options::default()
        };
        let verdict = check(&scop, &all_of(&scop), &tree, &options).unwrap();
        (verdict.violations().len(), verdict.is_complete())
    };
    assert!(all_of(&scop).is_empty());
    assert_eq!(found(true), (5, true));
    let (number, complete) = found(false);
    assert!(number < 5 && !complete, "{number} {complete}");
}

/// Sums and products of one variable do not commute, and what a sum adds is not summed into.
#[test]
fn what_does_not_commute() {
    let relaxed = Options {
        reductions: Reductions::Relax,
        ..Options::default()
    };
    let first_wrong = |body: &str| {
        let scop = program("int n, double s[1], double A[n]", body);
        let tree = flat(&scop, "[n] -> { S[i] -> [i, 1]; T[i] -> [i, 0] }");
        let verdict = judged(&scop, &tree, &relaxed);
        said(&scop, &verdict).into_iter().next()
    };
    // (s + a) * 2 is not s * 2 + a.
    assert_eq!(
        first_wrong("for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: s[0] *= 2; }"),
        Some("T[0] reads s[0] before S[0] writes it when n = 1".into())
    );
    // One more or less in what is added.
    assert_eq!(
        first_wrong("for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: A[i] += 1; }"),
        Some("T[0] overwrites A[0] before S[0] reads it when n = 1".into())
    );
    assert_eq!(
        first_wrong("for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: s[0] -= 3; }"),
        None
    );
}

/// A declaration excuses accumulation, and nothing else that happens to the array.
#[test]
fn a_declaration_does_not_excuse_reads() {
    let scop = program(
        "int n, double s[1], double A[n], double B[n]",
        "for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: B[i] = s[0]; }",
    );
    let tree = claiming(&scop.schedule, &[(0, Parallel)], &["s"]);
    let all = Options {
        all: true,
        ..Options::default()
    };
    let verdict = check(&scop, &all_of(&scop), &tree, &all).unwrap();
    let races = verdict.violations().iter().filter_map(|one| match one {
        Violation::Race(race) => Some(race.is_reduction),
        _ => None,
    });
    let races: Vec<bool> = races.collect();
    // What S writes is read by T of a later iteration, and written after an earlier one.
    assert_eq!(races, [false, false], "{:?}", said(&scop, &verdict));
}

/// To declare a reduction helps unless something else in the loop sees the sum, or accumulates in
/// another way: then the declaration would be refused.
#[test]
fn a_reduction_is_advised_only_where_it_may_be_declared() {
    for (body, may_declare) in [
        ("S: s[0] += A[i];", true),
        ("S: s[0] += A[i]; T: s[0] += B[i];", true),
        ("S: s[0] += A[i]; T: B[i] = s[0];", false),
        ("S: s[0] += A[i]; T: s[0] *= B[i];", false),
    ] {
        let scop = program(
            "int n, double s[1], double A[n], double B[n]",
            &format!("for (int i = 0; i < n; i++) {{ {body} }}"),
        );
        let plain = claiming(&scop.schedule, &[(0, Parallel)], &[]);
        let verdict = judged(&scop, &plain, &Options::default());
        let advised = verdict.violations().iter().any(|one| match one {
            Violation::Race(race) => race.is_reduction,
            _ => false,
        });
        assert_eq!(advised, may_declare, "{body}");
        let declared = claiming(&scop.schedule, &[(0, Parallel)], &["s"]);
        let verdict = judged(&scop, &declared, &Options::default());
        assert_eq!(verdict.is_legal(), may_declare, "{body}");
    }
}

/// A sequential loop may say of what it is the sum.
#[test]
fn declarations_of_sequential_loops() {
    let scop = program(
        "int n, double s[1], double A[n], double B[n]",
        "for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: B[i] = s[0]; }",
    );
    let declared = changed(&scop.schedule, &|member| {
        member.reductions = vec!["s".into()]
    });
    let verdict = judged(&scop, &declared, &Options::default());
    assert_eq!(said(&scop, &verdict), LEGAL);
}

fn changed(tree: &ScheduleTree, change: &dyn Fn(&mut Member)) -> ScheduleTree {
    let tree = tree.map_bottom_up(|node| {
        let Kind::Band(band) = node.kind() else {
            return Ok::<_, std::convert::Infallible>(node);
        };
        let mut band = band.clone();
        band.members.iter_mut().for_each(change);
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        Ok(Node::band(band, child))
    });
    let Ok(tree) = tree;
    tree.expect("bands stay bands")
}

/// The role of `x` in the outermost loop, claimed to be parallel, and whether the claim holds.
fn role_of_x(header: &str, body: &str, context: &str) -> (Role, bool) {
    let mut scop = program(header, body);
    scop.context = context.parse().unwrap();
    let tree = claiming(&scop.schedule, &[(0, Parallel)], &[]);
    let verdict = judged(&scop, &tree, &Options::default());
    let x = scop.find_array("x").unwrap();
    (verdict.role(MemberId::new(0), x), verdict.is_legal())
}

const ANY: &str = "[n] -> { : }";
const ARRAYS: &str = "int n, double A[n], double B[n]";
const SCALAR: &str = "int n, double x, double A[n], double B[n]";

/// The first iteration needs what `x` was before the loop, all others write it first.
#[test]
fn values_from_before_the_loop() {
    let first = "for (int i = 0; i < n; i++) { if (i < 1) B[i] = x; x = A[i]; }";
    assert_eq!(role_of_x(SCALAR, first, ANY), (Role::Shared, false));
    let written = format!("{{ double x = A[0]; {first} }}");
    assert_eq!(role_of_x(ARRAYS, &written, ANY), (Role::Shared, false));
    // A read before the loop concerns nobody in it.
    let outside = "B[0] = x; for (int i = 0; i < n; i++) { x = A[i]; B[i] = x; }";
    assert_eq!(role_of_x(SCALAR, outside, ANY), (Role::LastPrivate, true));
}

/// From the eleventh iteration on a value comes from the one before: not with up to ten.
#[test]
fn values_that_no_parameters_let_cross() {
    let body = "{ double x; for (int i = 0; i < n; i++) { if (i > 9) B[i] = x; x = A[i]; } }";
    let few = "[n] -> { : n <= 10 }";
    assert_eq!(role_of_x(ARRAYS, body, few), (Role::Private, true));
    assert_eq!(role_of_x(ARRAYS, body, ANY), (Role::Shared, false));
}

/// Which iteration writes last is known only if all of them write.
#[test]
fn the_last_one_must_write() {
    let some = "for (int i = 0; i < n; i++) { if (i < 5) x = A[i]; B[i] = 0; }";
    assert_eq!(role_of_x(SCALAR, some, ANY), (Role::Shared, false));
    let all_of_them = "[n] -> { : n <= 5 }";
    assert_eq!(
        role_of_x(SCALAR, some, all_of_them),
        (Role::LastPrivate, true)
    );
    let perhaps = "for (int i = 0; i < n; i++) { if (A[i] > 0) x = A[i]; B[i] = 0; }";
    assert_eq!(role_of_x(SCALAR, perhaps, ANY), (Role::Shared, false));
}

/// A clause copies scalars; the cells of an array stay where they are.
#[test]
fn arrays_are_not_private() {
    let header = "int n, double x[1], double A[n], double B[n]";
    let body = "for (int i = 0; i < n; i++) { x[0] = A[i]; B[i] = x[0]; }";
    assert_eq!(role_of_x(header, body, ANY), (Role::Shared, false));
}

/// The role of `s` in the loop, which accumulates.
#[test]
fn roles_of_sums() {
    let roles = |body: &str| {
        let scop = program("int n, double s[1], double A[n], double B[n]", body);
        let s = scop.find_array("s").unwrap();
        let declared = claiming(&scop.schedule, &[(0, Parallel)], &["s"]);
        let verdict = judged(&scop, &declared, &Options::default());
        let tree = claiming(&scop.schedule, &[(0, Parallel)], &[]);
        let unchecked = Legal::unchecked(&scop, &all_of(&scop), &tree);
        assert!(!unchecked.is_checked());
        let member = MemberId::new(0);
        (verdict.role(member, s), unchecked.role(member, s))
    };
    let sum = Role::Reduction(ReductionOperator::Add);
    let body = "for (int i = 0; i < n; i++) S: s[0] += A[i];";
    assert_eq!(roles(body), (sum, sum));
    let product = Role::Reduction(ReductionOperator::Mul);
    let body = "for (int i = 0; i < n; i++) S: s[0] *= A[i];";
    assert_eq!(roles(body), (product, product));
    // A loop that reads the sum, too, is none; nobody else's business when it is not checked.
    let body = "for (int i = 0; i < n; i++) { S: s[0] += A[i]; T: B[i] = s[0]; }";
    assert_eq!(roles(body), (Role::Shared, Role::Shared));
}

/// Claims in the order of the program are proved by nobody.
#[test]
fn the_original_order_claims_nothing() {
    for claim in [Parallel, Vector] {
        let mut scop = program(
            "int n, double s[1], double A[n]",
            "for (int i = 0; i < n; i++) S: s[0] += A[i];",
        );
        scop.schedule = claiming(&scop.schedule, &[(0, claim)], &["s"]);
        let legal = Legal::original(&scop);
        assert!(legal.is_checked());
        let mut members = 0;
        for (_, node) in legal.schedule().nodes() {
            if let Kind::Band(band) = node.kind() {
                for member in &band.members {
                    assert!(!member.parallel && !member.vector);
                    assert!(member.reductions.is_empty());
                    members += 1;
                }
            }
        }
        assert_eq!(members, 1);
    }
}
