//! What a schedule says of its loops reaches the loops, and unrolling takes effect.

mod common;

use astgen::ast::{For, LoopAttributes, Node};
use astgen::{Generator, Input};
use common::oracle::assert_runs;

/// The loops of a tree, outermost first, and the number of statements in the text.
fn shape(node: &Node, loops: &mut Vec<For>) -> usize {
    match node {
        Node::For(found) => {
            loops.push((**found).clone());
            shape(&found.body, loops)
        }
        Node::If(found) => {
            let otherwise = found.otherwise.as_ref();
            shape(&found.then, loops) + otherwise.map_or(0, |node| shape(node, loops))
        }
        Node::Block(nodes) => nodes.iter().map(|node| shape(node, loops)).sum(),
        Node::Mark(_, node) => shape(node, loops),
        Node::User(_) => 1,
    }
}

/// Generates code for a tree and runs it: the instances must come in the order of the tree.
fn generate(tree: &str) -> Node {
    let input = Input::tree(tree).expect("a tree");
    let code = Generator::new().from_input(&input).expect("code");
    assert_runs(&input, &code);
    code
}

#[test]
fn loops_know_their_members() {
    let code = generate(
        r#"
domain: "[n] -> { S[i, j] : 0 <= i, j < n; T[i] : 0 <= i < n }"
child:
  schedule: "[{ S[i, j] -> [(i)]; T[i] -> [(i)] }]"
  coincident: [ 1 ]
  iterators: [ i ]
  labels: [ rows ]
  parallel: [ 1 ]
  child:
    sequence:
    - filter: "{ T[i] }"
    - filter: "{ S[i, j] }"
      child:
        schedule: "[{ S[i, j] -> [(j)] }]"
        iterators: [ j ]
        vector: [ 1 ]
"#,
    );
    let mut loops = Vec::new();
    shape(&code, &mut loops);
    let attributes: Vec<LoopAttributes> = loops.into_iter().map(|one| one.attributes).collect();
    let rows = LoopAttributes {
        member: Some(scop::MemberId::new(0)),
        iterator: Some("i".into()),
        label: Some("rows".into()),
        coincident: true,
        parallel: true,
        vector: false,
    };
    let columns = LoopAttributes {
        member: Some(scop::MemberId::new(1)),
        iterator: Some("j".into()),
        vector: true,
        ..LoopAttributes::default()
    };
    assert_eq!(attributes, [rows, columns], "{code}");
}

/// A loop that is written several times keeps what is known of it in each copy.
#[test]
fn every_part_of_a_separated_loop_inherits() {
    let code = generate(
        r#"
domain: "[n] -> { S[i] : 0 <= i < n; T[i] : 5 <= i < n + 5 }"
child:
  schedule: "[{ S[i] -> [(i)]; T[i] -> [(i)] }]"
  options: "{ separate[0] }"
  parallel: [ 1 ]
"#,
    );
    let mut loops = Vec::new();
    shape(&code, &mut loops);
    assert!(loops.len() > 2, "{code}");
    assert!(loops.iter().all(|one| one.attributes.parallel), "{code}");
}

#[test]
fn unrolled_in_full() {
    let code = generate(
        r#"
domain: "[n] -> { S[i, j] : 0 <= i < n and 0 <= j < 4 }"
child:
  schedule: "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]"
  parallel: [ 1, 0 ]
  unroll: [ 0, full ]
"#,
    );
    let mut loops = Vec::new();
    let copies = shape(&code, &mut loops);
    assert_eq!((loops.len(), copies), (1, 4), "{code}");
    assert!(loops[0].attributes.parallel);
}

#[test]
fn unrolled_by_a_factor() {
    let code = generate(
        r#"
domain: "[n] -> { S[i, j] : 0 <= i < n and 0 <= j < i }"
child:
  schedule: "[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]"
  iterators: [ i, j ]
  vector: [ 0, 1 ]
  unroll: [ 0, 3 ]
"#,
    );
    let mut loops = Vec::new();
    let copies = shape(&code, &mut loops);
    assert_eq!((loops.len(), copies), (2, 3), "{code}");
    assert_eq!((loops[0].step, loops[1].step), (1, 3), "{code}");
    assert!(loops[1].attributes.vector && !loops[0].attributes.vector);
}

#[test]
fn several_members_unrolled_by_factors() {
    let code = generate(
        r#"
domain: "[n] -> { S[i, j] : 0 <= i < n and i <= j < n; T[i, j] : 0 <= i, j < n }"
child:
  schedule: "[{ S[i, j] -> [(i)]; T[i, j] -> [(i)] }, { S[i, j] -> [(j)]; T[i, j] -> [(j)] }]"
  unroll: [ 2, 2 ]
  options: "{ atomic[0] }"
  child:
    sequence:
    - filter: "{ S[i, j] }"
    - filter: "{ T[i, j] }"
"#,
    );
    let mut loops = Vec::new();
    shape(&code, &mut loops);
    assert_eq!(loops[0].step, 2, "{code}");
}

#[test]
fn what_cannot_be_unrolled_is_an_error() {
    let tree = r#"
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[{ S[i] -> [(i)] }]"
  iterators: [ i ]
  unroll: [ 4 ]
  child:
    extension: "{ [i] -> T[i] }"
    child:
      sequence:
      - filter: "{ S[i] }"
      - filter: "{ T[i] }"
"#;
    let input = Input::tree(tree).expect("a tree");
    let error = Generator::new().from_input(&input).expect_err("an error");
    assert!(error.to_string().contains("`i`"), "{error}");
}

/// The loop in a block of three runs backwards: its dates have no least value, only one in each
/// block. Found by random scripts.
#[test]
fn backwards_in_blocks() {
    let code = generate(
        r#"
domain: "[n] -> { S[i] : 0 <= i < n }"
child:
  schedule: "[{ S[i] -> [(3*floor((i)/3))] }]"
  child:
    schedule: "[{ S[i] -> [(-i)] }]"
    unroll: [ full ]
"#,
    );
    let mut loops = Vec::new();
    assert_eq!(shape(&code, &mut loops), 3);
    assert_eq!(loops.len(), 1);
}
