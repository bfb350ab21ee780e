//! A small model that several tests use.

use presburger::{Map, PwAff, Set};
use scop::{
    Access, AccessId, Array, ArrayId, Body, Hole, Parameter, Reduction, ReductionOperator,
    ScheduleTree, Scop, Statement, Storage,
};

pub fn map(text: &str) -> Map {
    text.parse().expect(text)
}

/// `C[i][j] = 0; C[i][j] += A[i][k] * B[k][j];`
pub fn product() -> Scop {
    let extent: PwAff = "[n] -> { [(n)] }".parse().expect("a function");
    let array = |name: &str| Array {
        extents: vec![Some(extent.clone()); 2],
        storage: Storage::Argument { restrict: true },
        ..Array::new(name, 2)
    };
    let s0: Set = "[n] -> { S0[i, j] : 0 <= i, j < n }"
        .parse()
        .expect("a set");
    let s1: Set = "[n] -> { S1[i, j, k] : 0 <= i, j, k < n }"
        .parse()
        .expect("a set");
    let on = |domain: &Set, text: &str| map(text).intersect_domain(domain).expect("a small set");
    let (a, b, c) = (ArrayId(0), ArrayId(1), ArrayId(2));
    let cell = on(&s1, "{ S1[i, j, k] -> C[i, j] }");
    let hole = |range, value: &str| Hole {
        range,
        value: value.parse().expect(value),
    };
    let init = Statement {
        accesses: vec![Access::write(c, on(&s0, "{ S0[i, j] -> C[i, j] }"))],
        body: Body {
            text: "C[i][j] = 0;".into(),
            holes: vec![
                hole(2..3, "{ S0[i, j] -> [(i)] }"),
                hole(5..6, "{ S0[i, j] -> [(j)] }"),
            ],
        },
        ..Statement::new(s0)
    };
    let update = Statement {
        accesses: vec![
            Access::read(c, cell.clone()),
            Access::read(a, on(&s1, "{ S1[i, j, k] -> A[i, k] }")),
            Access::read(b, on(&s1, "{ S1[i, j, k] -> B[k, j] }")),
            Access::write(c, cell),
        ],
        reduction: Some(Reduction {
            operator: ReductionOperator::Add,
            read: AccessId(0),
            write: AccessId(3),
        }),
        ..Statement::new(s1)
    };
    let schedule: ScheduleTree = r#"
domain: "[n] -> { S0[i, j] : 0 <= i, j < n; S1[i, j, k] : 0 <= i, j, k < n }"
child:
  schedule: "[{ S0[i, j] -> [(i)]; S1[i, j, k] -> [(i)] }, { S0[i, j] -> [(j)]; S1[i, j, k] -> [(j)] }]"
  iterators: [ i, j ]
  child:
    sequence:
    - filter: "{ S0[i, j] }"
    - filter: "{ S1[i, j, k] }"
      child:
        schedule: "[{ S1[i, j, k] -> [(k)] }]"
        iterators: [ k ]
"#
    .parse()
    .expect("a tree");
    Scop {
        name: "product".into(),
        parameters: vec![Parameter::new("n")],
        context: "[n] -> { : n > 0 }".parse().expect("a set"),
        arrays: ["A", "B", "C"].map(array).into(),
        statements: vec![init, update],
        schedule,
        span: None,
    }
}
