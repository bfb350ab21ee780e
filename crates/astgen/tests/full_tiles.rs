//! Full tiles apart, where a loop asks for it: the code executes what it should, and where a tile is full there are no
//! conditions in it.

mod common;

use astgen::{Generator, Input, interpret};
use common::oracle::{Oracle, compare};

/// A tile of sums that is copied into a buffer, summed up, and copied back: three parts that share the loops over
/// tiles. Two rows are written out.
const BUFFERED: &str = r#"
domain: "[n] -> { S[i, j, k] : 0 <= i, j, k < n; In[t, u, i, j] : 0 <= i, j < n and t = 2*floor(i/2) and u = 3*floor(j/3); Out[t, u, i, j] : 0 <= i, j < n and t = 2*floor(i/2) and u = 3*floor(j/3) }"
child:
  schedule: "[n] -> [{ S[i, j, k] -> [3*floor(j/3)]; In[t, u, i, j] -> [u]; Out[t, u, i, j] -> [u] }, { S[i, j, k] -> [2*floor(i/2)]; In[t, u, i, j] -> [t]; Out[t, u, i, j] -> [t] }]"
  separate: [ 1, 0 ]
  child:
    sequence:
    - filter: "[n] -> { In[t, u, i, j] }"
      child:
        schedule: "[n] -> [{ In[t, u, i, j] -> [i] }, { In[t, u, i, j] -> [j] }]"
    - filter: "[n] -> { S[i, j, k] }"
      child:
        schedule: "[n] -> [{ S[i, j, k] -> [k] }, { S[i, j, k] -> [i] }, { S[i, j, k] -> [j] }]"
        unroll: [ 0, full, 0 ]
    - filter: "[n] -> { Out[t, u, i, j] }"
      child:
        schedule: "[n] -> [{ Out[t, u, i, j] -> [i] }, { Out[t, u, i, j] -> [j] }]"
"#;

/// Two nests, of which only the second one asks.
const TWO: &str = r#"
domain: "[n] -> { A[i] : 0 <= i < n; B[i] : 0 <= i < n }"
child:
  sequence:
  - filter: "[n] -> { A[i] }"
    child:
      schedule: "[n] -> [{ A[i] -> [4*floor(i/4)] }, { A[i] -> [i] }]"
  - filter: "[n] -> { B[i] }"
    child:
      schedule: "[n] -> [{ B[i] -> [4*floor(i/4)] }, { B[i] -> [i] }]"
      separate: [ 1, 0 ]
"#;

fn code(text: &str) -> String {
    let input = Input::tree(text).unwrap();
    let ast = Generator::new().from_input(&input).unwrap();
    let oracle = Oracle::new(&input).unwrap();
    let mut executed = 0;
    for n in 0..8 {
        let expected = oracle
            .expected(&[n], 3_000)
            .unwrap()
            .expect("few instances");
        let trace = interpret::run(&ast, &oracle.named(&[n]), 100_000).unwrap();
        compare(&expected, &trace).unwrap_or_else(|why| panic!("n = {n}: {why}\n{ast}"));
        executed += trace.len();
    }
    assert!(executed > 0);
    ast.to_string()
}

#[test]
fn parts_with_copies_have_full_tiles() {
    let code = code(BUFFERED);
    let full = code
        .split("for (int c2 = 0; c2 < n; c2 += 1)")
        .nth(1)
        .unwrap();
    let full = full.split("else").next().unwrap();
    assert!(
        code.contains("n >= c0 + 3") && code.contains("n >= c1 + 2"),
        "{code}"
    );
    assert_eq!(full.matches("S(").count(), 2, "{code}");
    assert!(!full.contains("min(") && !full.contains("if ("), "{code}");
}

#[test]
fn only_nests_that_ask_are_repeated() {
    let code = code(TWO);
    assert_eq!(code.matches("A(").count(), 1, "{code}");
    assert_eq!(code.matches("B(").count(), 2, "{code}");
}
