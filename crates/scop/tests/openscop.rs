//! OpenScop files: `openscop/NAME.scop` is read as what `openscop/NAME.model` says, and
//! what is written is read back as the same model.

mod common;

use common::product;
use presburger::{Set, UnionMap, UnionSet};
use scop::openscop::{Extension, OpenScop};
use scop::schedule::TwoDPlusOne;
use scop::{AccessId, Certainty, FileId, ScheduleTree, SourceMap, Span, Storage, yaml};
use std::path::{Path, PathBuf};

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/openscop")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openscop");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|e| e.expect("an entry").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "scop"));
    paths.sort();
    paths
        .iter()
        .map(|p| {
            p.file_stem()
                .expect("a name")
                .to_str()
                .expect("a name")
                .to_owned()
        })
        .collect()
}

fn list(value: &yaml::Value) -> Vec<&str> {
    value
        .as_list()
        .expect("a list")
        .iter()
        .map(|item| item.as_str().expect("a text"))
        .collect()
}

/// `S0[i] -> [0, i, 0]` and `S0[i] -> [i]` are the same order.
fn order(schedule: &UnionMap) -> UnionMap {
    ScheduleTree::from_map(schedule)
        .and_then(|tree| tree.before())
        .expect("a function")
}

#[test]
fn files_are_read_as_their_models() {
    assert!(names().len() >= 3);
    for name in names() {
        let found: OpenScop = file(&format!("{name}.scop"))
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let scop = &found.scop;
        let model = yaml::parse(&file(&format!("{name}.model"))).expect("a model");
        for entry in model.as_map().expect("a mapping") {
            let value = &entry.value;
            let is_map = |map: presburger::Result<UnionMap>| {
                map.expect("small")
                    .is_equal(&value.parse().expect("a map"))
                    .expect("small")
            };
            let holds = match &entry.key[..] {
                "parameters" => {
                    list(value)
                        == scop
                            .parameters
                            .iter()
                            .map(|p| &p.name[..])
                            .collect::<Vec<_>>()
                }
                "arrays" => {
                    list(value) == scop.arrays.iter().map(|a| &a.name[..]).collect::<Vec<_>>()
                }
                "texts" => {
                    list(value)
                        == scop
                            .statements
                            .iter()
                            .map(|s| &s.body.text[..])
                            .collect::<Vec<_>>()
                }
                "extensions" => {
                    list(value)
                        == found
                            .extensions
                            .iter()
                            .map(|e| &e.name[..])
                            .collect::<Vec<_>>()
                }
                "context" => scop
                    .context
                    .is_equal(&value.parse::<Set>().expect("a set"))
                    .expect("small"),
                "domain" => scop
                    .domain()
                    .expect("small")
                    .is_equal(&value.parse::<UnionSet>().expect("a set"))
                    .expect("small"),
                "reads" => is_map(scop.reads()),
                "must_writes" => is_map(scop.must_writes()),
                "may_writes" => is_map(scop.may_writes()),
                "schedule" => {
                    let expected = order(&value.parse().expect("a map"));
                    scop.schedule
                        .before()
                        .expect("small")
                        .is_equal(&expected)
                        .expect("small")
                }
                other => panic!("{name}: what is {other}?"),
            };
            assert!(
                holds,
                "{name}: {} is not\n{value}\nin\n{:#}",
                entry.key,
                scop.to_json()
            );
        }
        let problems = scop.verify().expect("small");
        assert!(problems.is_empty(), "{name}: {problems:?}");
        round_trip(&found);
    }
}

#[track_caller]
fn round_trip(file: &OpenScop) {
    let text = file.to_text().expect("a scop that can be written");
    let again: OpenScop = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(
        again.scop.is_equal(&file.scop).expect("small"),
        "{:#}\nbecame\n{:#}\n{text}",
        file.scop.to_json(),
        again.scop.to_json()
    );
    assert_eq!(again.language, file.language);
    assert_eq!(again.extensions, file.extensions);
    assert_eq!(again.statement_extensions, file.statement_extensions);
}

/// What OpenScop has no place for survives too.
#[test]
fn models_make_the_round_trip() {
    let mut scop = product();
    round_trip(&OpenScop::new(scop.clone()));

    let mut files = SourceMap::default();
    let ids = ["a.c", "a.h", "b.h"].map(|name| files.add(name, ""));
    scop.span = Some(Span::new(ids[2], 10, 200));
    scop.parameters[0].ctype = "long".into();
    scop.parameters[0].span = Some(Span::new(FileId::MAIN, 1, 2));
    scop.arrays[0].storage = Storage::Region;
    scop.arrays[1].source_name = "p.b".into();
    scop.arrays[2].extents[0] = None;
    scop.arrays.push(scop::Array::new("unused", 1));
    let first = &mut scop.statements[0];
    first.label = Some("init".into());
    first.span = Some(Span::new(FileId::MAIN, 30, 42));
    first.body.text = "C[i][j] =\n  0; // </body> </loopwright>".into();
    let second = &mut scop.statements[1];
    second.accesses[1].certainty = Certainty::May;
    second.accesses[1].exact = false;
    second.accesses[2].span = Some(Span::new(FileId::MAIN, 7, 9));
    second.accesses[3].certainty = Certainty::May;
    second.body.text = "C[i][j] += A[i][k] *\n\tB[k][j];".into();
    let mut file = OpenScop::new(scop);
    file.extensions.push(Extension {
        name: "coordinates".into(),
        text: "x.c\n1 2\n3 4\n0\n".into(),
    });
    file.statement_extensions[1].push(Extension {
        name: "note".into(),
        text: "# any text\n".into(),
    });
    round_trip(&file);
}

/// Sets that are awkward as matrices: strides, unions, floors, empty ones, equalities.
#[test]
fn awkward_sets_make_the_round_trip() {
    for domain in [
        "[n] -> { S0[i, j] : 0 <= i, j < n and (i + 2j) mod 3 = 1 }",
        "[n] -> { S0[i, j] : 0 <= i < n and j = floor(i/3) }",
        "[n] -> { S0[i, j] : 0 <= i, j < n and 2*floor(i/2) + 3*floor((i + j)/5) <= n }",
        "[n] -> { S0[i, j] : 0 <= i, j < n and i mod 4 >= 2 }",
        "[n] -> { S0[i, j] : (0 <= i < 3 and j = 0) or (i > n and i < 2n and j = i) }",
        "[n] -> { S0[i, j] : exists (a, b : 3a + 5b = i and 0 <= a <= n and 0 <= b <= j and 0 <= j < n) }",
        "[n] -> { S0[i, j] : exists (a, b : 3a + 5b <= i and 2a - 7b >= j and a + b >= 9 and 4a - 3b <= 50) and 0 <= i, j < n }",
        "{ S0[i, j] : false }",
        "{ S0[2, -3] }",
        "{ S0[i, j] : i = 123456789012345678901234567890 and 0 <= j < 5 }",
    ] {
        let domain: Set = domain.parse().expect(domain);
        let mut scop = product();
        scop.statements.truncate(1);
        let statement = &mut scop.statements[0];
        for access in &mut statement.accesses {
            let text = "{ S0[i, j] -> C[i + 1, floor(j/2)] }";
            access.relation = common::map(text).intersect_domain(&domain).expect("small");
        }
        let mut read = statement.accesses[0].clone();
        read.kind = scop::AccessKind::Read;
        read.relation = common::map(
            "[n] -> { S0[i, j] -> C[x, y] : (x = i and y = j) or (x = n and 0 <= y < 4) }",
        )
        .intersect_domain(&domain)
        .expect("small");
        statement.accesses.insert(0, read);
        statement.body.holes.clear();
        statement.domain = domain.clone();
        scop.schedule = format!("domain: \"{domain}\"\nchild: {{ schedule: \"[{{ S0[i, j] -> [(i)] }}, {{ S0[i, j] -> [(-j)] }}]\", permutable: 1 }}").parse().expect("a tree");
        round_trip(&OpenScop::new(scop));
    }
}

/// When another tool has changed the scattering, its order counts and not the remembered tree.
#[test]
fn a_changed_scattering_wins() {
    let cut = |text: &str| {
        let at = text.find("<loopwright>").expect("our extension");
        (text[..at].to_owned(), text[at..].to_owned())
    };
    let scop = product();
    let swapped = "[n] -> { S0[i, j] -> [0, j, 0, i, 0] : 0 <= i, j < n; S1[i, j, k] -> [0, i, 0, j, 1, k, 0] : 0 <= i, j, k < n }";
    let vectors = TwoDPlusOne::from_map(&swapped.parse().expect(swapped)).expect("vectors");
    let mut changed = scop.clone();
    changed.schedule = vectors.to_tree().expect("a tree");
    let (_, remembered) = cut(&OpenScop::new(scop).to_text().expect("a scop"));
    let (rest, _) = cut(&OpenScop::new(changed.clone()).to_text().expect("a scop"));

    let found: OpenScop = (rest + &remembered).parse().expect("a changed file");
    let before = changed.schedule.before().expect("small");
    assert!(
        !product()
            .schedule
            .before()
            .expect("small")
            .is_equal(&before)
            .expect("small")
    );
    assert!(
        found
            .scop
            .schedule
            .before()
            .expect("small")
            .is_equal(&before)
            .expect("small")
    );
    // The rest of what was remembered is still there.
    assert_eq!(found.scop.name, "product");
    assert_eq!(
        found.scop.statements[1].reduction.map(|r| r.write),
        Some(AccessId(3))
    );
}

#[track_caller]
fn check_error(change: impl Fn(&str) -> String, expected: &str) {
    let text = change(&file("skewed.scop"));
    match text.parse::<OpenScop>() {
        Ok(_) => panic!("read"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

#[test]
fn mistakes_have_a_place() {
    check_error(|_| String::new(), "line 1, column 1: expected <OpenScop>");
    check_error(
        |t| t.replace("<OpenScop>", "hello"),
        // Words may stand before it, so that it is missing only at the end.
        "line 65, column 1: expected <OpenScop>",
    );
    check_error(
        |t| t.replace("CONTEXT", "KONTEXT"),
        "line 5, column 1: expected CONTEXT",
    );
    check_error(
        |t| t.replace("0 2 0 0 0 0\n1\n<", "0 2 0 0\n1\n<"),
        "line 6, column 1: expected six numbers: rows, columns, output, input and local dimensions, parameters",
    );
    check_error(
        |t| t.replace("4 4 2 0 0 0", "4 5 2 0 0 0"),
        "line 13, column 1: expected 4 columns for these dimensions",
    );
    check_error(
        |t| t.replacen("1 -1  0  9", "1 -1  9", 1),
        "line 15, column 1: expected a row of 4 numbers",
    );
    check_error(
        |t| t.replacen("1 -1  0  9", "1 -1  x  9", 1),
        "line 15, column 7: expected an integer",
    );
    check_error(
        |t| t.replacen("1 -1  0  9", "2 -1  0  9", 1),
        "line 15, column 1: expected 0 for an equality or 1 for an inequality",
    );
    check_error(
        |t| t.replacen("4 4 2 0 0 0", "4 4 1 1 0 0", 1),
        "line 11, column 1: 1 input dimensions, not 0",
    );
    check_error(
        |t| t.replacen("WRITE", "TOUCH", 1),
        "line 22, column 1: expected DOMAIN, SCATTERING, READ, WRITE or MAY_WRITE, found TOUCH",
    );
    check_error(
        |t| t.replacen("0 -1  0  0  0  1", "0 -1  0  0  0  0", 1),
        "line 22, column 1: no equality identifies the accessed array",
    );
    check_error(
        |t| t.replace("</body>", ""),
        "line 27, column 1: <body> is not closed",
    );
    check_error(
        |t| t.replace("</OpenScop>", ""),
        "line 66, column 1: expected an extension or </OpenScop>",
    );
    check_error(
        |t| t.replacen("SCATTERING", "DOMAIN", 1),
        "line 18, column 1: a second DOMAIN",
    );
    check_error(
        |t| {
            t.replacen(
                "0 -1  0  1  0  0\n0  0 -1  1  1  0",
                "1 -1  0  1  0  0\n0  0 -1  1  1  0",
                1,
            )
        },
        "line 5, column 1: S0[t, i] has several dates for one instance",
    );
    check_error(
        |t| t.replacen("4 4 2 0 0 0", "0 60002 60000 0 0 0", 1),
        "line 13, column 1: more than 256 columns",
    );
    check_error(|t| format!("{t}{t}"), "expected one scop, found 2");
}

#[test]
fn several_scops_in_a_file() {
    let text = format!("{}\n{}", file("skewed.scop"), file("product.scop"));
    let all = OpenScop::parse_all(&text).expect("two scops");
    assert_eq!(all.len(), 2);
    assert_eq!(all[1].scop.arrays.len(), 3);
}

/// Files that are cut or have a word exchanged are read or refused, nothing else.
#[test]
fn nothing_makes_it_panic() {
    let text = file("unions.scop");
    let words: Vec<(usize, &str)> = text
        .split_whitespace()
        .map(|w| (w.as_ptr() as usize - text.as_ptr() as usize, w))
        .collect();
    let mut accepted = 0;
    for (at, word) in words {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        for other in [
            "",
            "0",
            "-1",
            "7",
            "99999999999999999999",
            "x",
            "<strange>",
            "</OpenScop>",
            "DOMAIN",
            "#",
        ] {
            accepted +=
                usize::from(OpenScop::parse_all(&format!("{before}{other}{after}")).is_ok());
        }
        let _ = OpenScop::parse_all(before);
    }
    assert!(accepted > 10);
    // Our own extension, broken in all ways.
    let text = OpenScop::new(product()).to_text().expect("a scop");
    let start = text.find("<loopwright>").expect("our extension");
    for (i, _) in text[start..].match_indices(['"', ':', '[', '{']).step_by(3) {
        for other in ["", "null", "[]", "\"x\"", "1"] {
            let at = start + i;
            let _ = OpenScop::parse_all(&format!("{}{other}{}", &text[..at], &text[at + 1..]));
        }
    }
}

/// The row of a dimension stands in its place: `c4 = j` is the fourth row.
#[test]
fn functions_have_one_row_for_each_dimension() {
    let text = OpenScop::new(product()).to_text().expect("a scop");
    let words = |text: &str| -> Vec<String> { text.split_whitespace().map(String::from).collect() };
    let start = text.find("SCATTERING").expect("a scattering");
    let expected = "SCATTERING 5 10 5 2 0 1
        0  -1  0  0  0  0  0  0  0  0
        0   0 -1  0  0  0  1  0  0  0
        0   0  0 -1  0  0  0  0  0  0
        0   0  0  0 -1  0  0  1  0  0
        0   0  0  0  0 -1  0  0  0  0
        WRITE 3 8 3 2 0 1
        0  -1  0  0  0  0  0  3
        0   0 -1  0  1  0  0  0
        0   0  0 -1  0  1  0  0";
    let expected = words(expected);
    assert_eq!(words(&text[start..])[..expected.len()], expected);
}

#[test]
fn unknown_parameters_are_refused() {
    let mut scop = product();
    scop.parameters.clear();
    let error = OpenScop::new(scop)
        .to_text()
        .expect_err("n is no parameter");
    assert_eq!(error.to_string(), "n is not a parameter of the scop");
    let mut scop = product();
    scop.statements[0].accesses[0].relation =
        common::map("[n, m] -> { S0[i, j] -> C[i + m, j] : 0 <= i, j < n }");
    let error = OpenScop::new(scop)
        .to_text()
        .expect_err("m is no parameter");
    assert_eq!(error.to_string(), "m is not a parameter of the scop");
}

/// Many dimensions are not a problem.
#[test]
fn a_statement_of_many_dimensions() {
    let iterators: Vec<String> = (0..30).map(|i| format!("i{i}")).collect();
    let text = format!(
        "<OpenScop>\nC\nCONTEXT\n0 2 0 0 0 0\n0\n1\n1\nDOMAIN\n0 32 30 0 0 0\n1\n<body>\n30\n{}\nS;\n</body>\n</OpenScop>",
        iterators.join(" ")
    );
    let found: OpenScop = text.parse().expect("a scop");
    assert_eq!(found.scop.statements[0].iterators, iterators);
    round_trip(&found);
}
