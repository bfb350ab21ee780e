//! Names of counters: those of the source where the loop is that loop, others that clash with
//! nothing in the file otherwise.

use loopwright::program::{Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, rewrite};
use scop::ScheduleTree;
use scop::schedule::{Kind, Node};

/// The loops of a program written for another schedule (its own if there is none): the first words
/// of each line with a loop.
fn loops(source: &str, schedule: Option<&str>, names: &[&str]) -> Vec<String> {
    let mut program = read(source, &Request::default());
    assert!(!program.has_errors(), "{:?}", program.diagnostics);
    if let Some(schedule) = schedule {
        let map = schedule.parse().expect("a schedule");
        let scop = &mut program.nests[0].file.scop;
        let domain = scop.schedule.domain();
        let map = presburger::UnionMap::intersect_domain(&map, domain).expect("dates");
        let tree = ScheduleTree::from_map(&map).expect("a tree");
        let named = tree.map_bottom_up(|node| {
            let Kind::Band(band) = node.kind() else {
                return Ok::<_, std::convert::Infallible>(node);
            };
            let mut band = band.clone();
            for (member, name) in band.members.iter_mut().zip(names) {
                member.iterator = Some((*name).into());
            }
            Ok(Node::band(
                band,
                node.child().cloned().unwrap_or_else(Node::leaf),
            ))
        });
        let Ok(named) = named;
        scop.schedule = named.expect("bands stay bands");
    }
    let new = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
    if let Err(error) = prove(&program, &new, &Request::default()) {
        panic!("{error:?}\n{}", new.text);
    }
    let lines = new.text.lines().map(str::trim);
    // A label may be in front.
    let heads = lines.filter_map(|line| Some(line.split_once("for (")?.1));
    heads
        .map(|head| head.split(" =").next().unwrap_or("").to_string())
        .collect()
}

/// The region, in which every loop is over something new, and what stands around it.
fn around(before: &str, inside: &str) -> String {
    format!(
        "{before}
void f(int n, double a[n][n])
{{
  {inside}
#pragma scop
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i;
#pragma endscop
}}
"
    )
}

/// Its dates are sums of two `int`s, which an `int` need not hold.
const SKEWED: Option<&str> = Some("{ S0[i, j] -> [i + j, i + 2j] }");

#[test]
fn own_loops_keep_their_names() {
    assert_eq!(loops(&around("", ""), None, &[]), ["int i", "int j"]);
    let interchanged = Some("{ S0[i, j] -> [j, i] }");
    assert_eq!(
        loops(&around("", ""), interchanged, &[]),
        ["int j", "int i"]
    );
    let turned = Some("{ S0[i, j] -> [-j, i] }");
    assert_eq!(loops(&around("", ""), turned, &[]), ["int j", "int i"]);
    let half = Some("{ S0[i, j] -> [i + j, j] }");
    assert_eq!(loops(&around("", ""), half, &[]), ["long t1", "long j"]);
}

#[test]
fn new_loops_clash_with_nothing() {
    assert_eq!(loops(&around("", ""), SKEWED, &[]), ["long t1", "long t2"]);
    for before in [
        "#define t1 5",
        "#define TWICE(x) ((x) + t1)",
        "static int t1;",
        "struct s { int t1; };",
        "enum { t1 };",
        "int t1(void);",
        "typedef int t1;",
        "void g(int t1);",
    ] {
        assert_eq!(
            loops(&around(before, ""), SKEWED, &[]),
            ["long t2", "long t3"],
            "{before}"
        );
    }
    assert_eq!(
        loops(
            &around("", "double t1, t2; (void)t1; (void)t2;"),
            SKEWED,
            &[]
        ),
        ["long t3", "long t4"]
    );
}

/// Names from the schedule are used, with a number where they would mean something else.
#[test]
fn names_that_the_schedule_wants() {
    let wanted = |names: &[&str]| loops(&around("int g;", ""), SKEWED, names);
    assert_eq!(wanted(&["front", "along"]), ["long front", "long along"]);
    assert_eq!(wanted(&["i", "j"]), ["long i2", "long j2"]);
    assert_eq!(wanted(&["g", "n"]), ["long g2", "long n2"]);
    assert_eq!(wanted(&["it2", "it2"]), ["long it2", "long it3"]);
    assert_eq!(wanted(&["for", "x y"]), ["long t1", "long t2"]);
    assert_eq!(wanted(&["front", "front"]), ["long front", "long front2"]);
}

/// The program's own functions for the smaller and the larger of two integers go on being used.
#[test]
fn minima_have_the_names_of_the_program() {
    let source = "
static int max(int x, int y) { return x > y ? x : y; }
void f(int n, int k, double a[n])
{
#pragma scop
  for (int i = max(0, k); i < n; i++)
    a[i] = 0;
#pragma endscop
}
";
    let program = read(source, &Request::default());
    let new = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
    assert!(new.text.contains("int i = max("), "{}", new.text);
    assert!(!new.text.contains("lw_max"), "{}", new.text);
    // Not so where it may be too narrow.
    let program = read(&source.replace("int k,", "long k,"), &Request::default());
    let new = rewrite(&program, &program.originals(), &Choices::default()).expect("a text");
    assert!(new.text.contains("lw_max"), "{}", new.text);
}

/// Variables of the region, labels, and fields with the name of a counter.
#[test]
fn names_inside_of_the_region() {
    let source = "
struct point { double i, x; };
void f(int n, struct point *p, double b[n])
{
#pragma scop
  rows: for (int i = 0; i < n; i++) {
    double t1 = 2 * b[i];
  S: p[i].i = t1;
    p[i].x = t1 + 1;
  }
#pragma endscop
}
";
    // `p[i].i` speaks of a field `i`, so no counter has that name.
    let found = loops(source, None, &[]);
    assert_eq!(found.len(), 1);
    assert!(!["int i", "long t1"].contains(&&*found[0]), "{found:?}");
}
