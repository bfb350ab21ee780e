//! Pluto's published transformations: no schedule is below them. The programs are in `published.txt`.

mod support;

use optimizer::schedule::{Fusion, Options, Quality, qualities, schedule};
use scop::Scop;
use scop::schedule::{Kind, Placements, ScheduleTree};
use support::{all_of, program};

/// What is expected of a statement.
struct Expected {
    statement: String,
    quality: Quality,
    inner: Option<usize>,
}

struct Case {
    name: String,
    fusion: Fusion,
    expected: Vec<Expected>,
    parameters: String,
    body: String,
}

fn cases() -> Vec<Case> {
    let text = include_str!("published.txt");
    text.split("\n== ").skip(1).map(case).collect()
}

fn case(text: &str) -> Case {
    let mut lines = text.lines();
    let mut case = Case {
        name: lines.next().expect("a name").to_string(),
        fusion: Fusion::Smart,
        expected: Vec::new(),
        parameters: String::new(),
        body: String::new(),
    };
    for line in lines.by_ref() {
        let (key, value) = line.split_once(": ").expect("a key and a value");
        match key {
            "from" => {}
            "fuse" => {
                case.fusion = match value {
                    "max" => Fusion::Max,
                    "smart" => Fusion::Smart,
                    "none" => Fusion::None,
                    other => panic!("{}: {other}", case.name),
                }
            }
            "parameters" => {
                case.parameters = value.to_string();
                break;
            }
            statement => {
                let words: Vec<&str> = value.split(' ').collect();
                let number = |i: usize| words[i].parse::<usize>().expect("a number");
                case.expected.push(Expected {
                    statement: statement.to_string(),
                    quality: Quality {
                        permutable: number(0),
                        parallel: number(1),
                    },
                    inner: (words.len() > 3).then(|| number(3)),
                });
            }
        }
    }
    case.body = lines.collect::<Vec<&str>>().join("\n");
    case
}

/// The widest permutable band around a statement.
fn widest(scop: &Scop, tree: &ScheduleTree, statement: usize) -> usize {
    let tuple = scop.statements[statement].domain.space().tuple();
    let placements = Placements::new(tree).unwrap();
    let mut widest = 0;
    for (_, placement) in placements.iter() {
        if placement.domain.space().tuple() != tuple {
            continue;
        }
        for (id, _) in placement.dates() {
            if let Some(Kind::Band(band)) = tree.node(&placements[id].path).map(|node| node.kind())
                && band.permutable
            {
                widest = widest.max(band.size());
            }
        }
    }
    widest
}

#[test]
fn published_transformations_are_found() {
    let cases = cases();
    assert!(cases.len() >= 15, "{} cases", cases.len());
    let mut below = Vec::new();
    for case in cases {
        let scop = program(&case.parameters, &case.body);
        let options = Options {
            fusion: case.fusion.clone(),
            ..Options::default()
        };
        let found = schedule(&scop, &all_of(&scop), &options).unwrap();
        assert!(!found.rejected, "{}", case.name);
        let tree = found.legal.schedule();
        let own = qualities(&scop, tree).unwrap();
        assert_eq!(own.len(), case.expected.len(), "{}", case.name);
        for expected in case.expected {
            let mut statements = scop.statements.iter();
            let position = statements.position(|one| one.name == expected.statement);
            let position =
                position.unwrap_or_else(|| panic!("{}: {}", case.name, expected.statement));
            let quality = own[position];
            let is_below = quality.permutable < expected.quality.permutable
                || quality.parallel < expected.quality.parallel
                || expected
                    .inner
                    .is_some_and(|inner| widest(&scop, tree, position) < inner);
            if is_below {
                below.push(format!(
                    "{}: {} has {quality:?}\n{tree}",
                    case.name, expected.statement
                ));
            }
        }
    }
    assert!(below.is_empty(), "{}", below.join("\n"));
}
