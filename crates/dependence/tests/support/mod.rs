//! Scops written down by hand: loop nests in a few lines each.

// Not every test uses everything here.
#![allow(dead_code)]

use presburger::{Result, UnionMap};
use scop::schedule::TwoDPlusOne;
use scop::{Access, AccessId, Array, ArrayId, Parameter, Reduction, ReductionOperator};
use scop::{Scop, Statement, Storage};

/// A nest in text: parameters with what is known of them, statements, 2d+1 schedule.
pub struct Nest {
    pub name: &'static str,
    /// `[N, M]`
    pub parameters: &'static str,
    /// `N > 0`
    pub context: &'static str,
    /// Instances with their condition, and accesses: `R A[i]`, `W A[i]`, and in lower case
    /// those that may happen or not. A statement with `+` accumulates from its first access to
    /// its last.
    pub statements: &'static [(&'static str, &'static str, &'static [&'static str])],
    /// `S[i] -> [0, i, 0]; ...`
    pub schedule: &'static str,
    /// Arrays declared inside.
    pub local: &'static [&'static str],
}

impl Nest {
    pub fn scop(&self) -> Result<Scop> {
        let statements: Vec<Lines> = self
            .statements
            .iter()
            .map(|(head, condition, accesses)| Lines {
                head: head.to_string(),
                condition: condition.to_string(),
                accesses: accesses.iter().map(|a| a.to_string()).collect(),
            })
            .collect();
        let schedule: UnionMap =
            format!("{} -> {{ {} }}", self.parameters, self.schedule).parse()?;
        scop(
            self.name,
            self.parameters,
            self.context,
            &statements,
            &schedule,
            self.local,
        )
    }
}

/// A statement in text, as in [`Nest`].
#[derive(Clone, Debug)]
pub struct Lines {
    pub head: String,
    pub condition: String,
    pub accesses: Vec<String>,
}

/// The scop of these statements in the order of a 2d+1 schedule.
pub fn scop(
    name: &str,
    parameters: &str,
    context: &str,
    lines: &[Lines],
    schedule: &UnionMap,
    local: &[&str],
) -> Result<Scop> {
    let mut arrays: Vec<Array> = Vec::new();
    let mut statements = Vec::new();
    for line in lines {
        statements.push(statement(parameters, line, local, &mut arrays)?);
    }
    let domains = statements.iter().map(|s| s.domain.clone());
    let domain = presburger::UnionSet::from_sets(domains)?;
    let schedule = schedule.intersect_domain(&domain)?;
    let names = parameters
        .trim_matches(['[', ']'])
        .split(',')
        .map(str::trim);
    Ok(Scop {
        name: name.into(),
        parameters: names
            .filter(|name| !name.is_empty())
            .map(Parameter::new)
            .collect(),
        context: format!("{parameters} -> {{ : {context} }}").parse()?,
        arrays,
        statements,
        schedule: TwoDPlusOne::from_map(&schedule)?.to_tree()?,
        span: None,
    })
}

fn statement(
    parameters: &str,
    line: &Lines,
    local: &[&str],
    arrays: &mut Vec<Array>,
) -> Result<Statement> {
    let head = &line.head;
    let condition = match line.condition.is_empty() {
        true => String::new(),
        false => format!(" : {}", line.condition),
    };
    let domain = format!("{parameters} -> {{ {head}{condition} }}");
    let mut statement = Statement::new(domain.parse()?);
    for access in &line.accesses {
        if access == "+" {
            statement.reduction = Some(Reduction {
                operator: ReductionOperator::Add,
                read: AccessId::new(0),
                write: AccessId::new(line.accesses.len() - 2),
            });
            continue;
        }
        let (kind, cell) = access.split_once(' ').expect("a kind and a cell");
        let relation: presburger::Map =
            format!("{parameters} -> {{ {head} -> {cell} }}").parse()?;
        let relation = relation.intersect_domain(&statement.domain)?;
        let name = relation.range_tuple_name().expect("an array").to_owned();
        let id = arrays.iter().position(|a| a.name == name);
        let id = id.unwrap_or_else(|| {
            let mut array = Array::new(&name, relation.space().n_out());
            if local.contains(&name.as_str()) {
                array.storage = Storage::Region;
            }
            arrays.push(array);
            arrays.len() - 1
        });
        let id = ArrayId::new(id);
        statement.accesses.push(match kind {
            "R" => Access::read(id, relation),
            "W" => Access::write(id, relation),
            "r" => Access::read(id, relation).may(),
            "w" => Access::write(id, relation).may(),
            other => panic!("what is {other}?"),
        });
    }
    Ok(statement)
}

/// Typical nests.
pub const NESTS: &[Nest] = &[
    Nest {
        name: "matmul",
        parameters: "[N]",
        context: "N >= 0",
        statements: &[
            ("S[i, j]", "0 <= i, j < N", &["W C[i, j]"]),
            (
                "T[i, j, k]",
                "0 <= i, j, k < N",
                &["R C[i, j]", "R A[i, k]", "R B[k, j]", "W C[i, j]", "+"],
            ),
        ],
        schedule: "S[i, j] -> [0, i, 0, j, 0]; T[i, j, k] -> [0, i, 0, j, 1, k, 0]",
        local: &[],
    },
    Nest {
        name: "two-products",
        parameters: "[N]",
        context: "",
        statements: &[
            ("S[i, j]", "0 <= i, j < N", &["W tmp[i, j]"]),
            (
                "T[i, j, k]",
                "0 <= i, j, k < N",
                &["R tmp[i, j]", "R A[i, k]", "R B[k, j]", "W tmp[i, j]", "+"],
            ),
            ("U[i, j]", "0 <= i, j < N", &["R D[i, j]", "W D[i, j]"]),
            (
                "V[i, j, k]",
                "0 <= i, j, k < N",
                &["R D[i, j]", "R tmp[i, k]", "R C[k, j]", "W D[i, j]", "+"],
            ),
        ],
        schedule: "S[i, j] -> [0, i, 0, j, 0]; T[i, j, k] -> [0, i, 0, j, 1, k, 0];
            U[i, j] -> [1, i, 0, j, 0]; V[i, j, k] -> [1, i, 0, j, 1, k, 0]",
        local: &["tmp"],
    },
    Nest {
        name: "jacobi-1d",
        parameters: "[T, N]",
        context: "N >= 2",
        statements: &[
            (
                "S[t, i]",
                "0 <= t < T and 1 <= i < N - 1",
                &["R A[i - 1]", "R A[i]", "R A[i + 1]", "W B[i]"],
            ),
            (
                "U[t, i]",
                "0 <= t < T and 1 <= i < N - 1",
                &["R B[i]", "W A[i]"],
            ),
        ],
        schedule: "S[t, i] -> [0, t, 0, i, 0]; U[t, i] -> [0, t, 1, i, 0]",
        local: &[],
    },
    Nest {
        name: "jacobi-2d",
        parameters: "[T, N]",
        context: "",
        statements: &[
            (
                "S[t, i, j]",
                "0 <= t < T and 1 <= i < N - 1 and 1 <= j < N - 1",
                &[
                    "R A[i, j]",
                    "R A[i, j - 1]",
                    "R A[i, j + 1]",
                    "R A[i + 1, j]",
                    "R A[i - 1, j]",
                    "W B[i, j]",
                ],
            ),
            (
                "U[t, i, j]",
                "0 <= t < T and 1 <= i < N - 1 and 1 <= j < N - 1",
                &[
                    "R B[i, j]",
                    "R B[i, j - 1]",
                    "R B[i, j + 1]",
                    "R B[i + 1, j]",
                    "R B[i - 1, j]",
                    "W A[i, j]",
                ],
            ),
        ],
        schedule: "S[t, i, j] -> [0, t, 0, i, 0, j, 0]; U[t, i, j] -> [0, t, 1, i, 0, j, 0]",
        local: &[],
    },
    Nest {
        name: "seidel-2d",
        parameters: "[T, N]",
        context: "T >= 0 and N > 2",
        statements: &[(
            "S[t, i, j]",
            "0 <= t < T and 1 <= i < N - 1 and 1 <= j < N - 1",
            &[
                "R A[i - 1, j - 1]",
                "R A[i - 1, j]",
                "R A[i - 1, j + 1]",
                "R A[i, j - 1]",
                "R A[i, j]",
                "R A[i, j + 1]",
                "R A[i + 1, j - 1]",
                "R A[i + 1, j]",
                "R A[i + 1, j + 1]",
                "W A[i, j]",
            ],
        )],
        schedule: "S[t, i, j] -> [0, t, 0, i, 0, j, 0]",
        local: &[],
    },
    Nest {
        name: "lu",
        parameters: "[N]",
        context: "",
        statements: &[
            (
                "P[i, j, k]",
                "0 <= i < N and 0 <= j < i and 0 <= k < j",
                &["R A[i, j]", "R A[i, k]", "R A[k, j]", "W A[i, j]", "+"],
            ),
            (
                "Q[i, j]",
                "0 <= i < N and 0 <= j < i",
                &["R A[i, j]", "R A[j, j]", "W A[i, j]"],
            ),
            (
                "R[i, j, k]",
                "0 <= i < N and i <= j < N and 0 <= k < i",
                &["R A[i, j]", "R A[i, k]", "R A[k, j]", "W A[i, j]", "+"],
            ),
        ],
        schedule: "P[i, j, k] -> [0, i, 0, j, 0, k, 0]; Q[i, j] -> [0, i, 0, j, 1];
            R[i, j, k] -> [0, i, 1, j, 0, k, 0]",
        local: &[],
    },
    Nest {
        name: "cholesky",
        parameters: "[N]",
        context: "",
        statements: &[
            (
                "P[i, j, k]",
                "0 <= i < N and 0 <= j < i and 0 <= k < j",
                &["R A[i, j]", "R A[i, k]", "R A[j, k]", "W A[i, j]", "+"],
            ),
            (
                "Q[i, j]",
                "0 <= i < N and 0 <= j < i",
                &["R A[i, j]", "R A[j, j]", "W A[i, j]"],
            ),
            (
                "R[i, k]",
                "0 <= i < N and 0 <= k < i",
                &["R A[i, i]", "R A[i, k]", "W A[i, i]", "+"],
            ),
            ("S[i]", "0 <= i < N", &["R A[i, i]", "W A[i, i]"]),
        ],
        schedule: "P[i, j, k] -> [0, i, 0, j, 0, k, 0]; Q[i, j] -> [0, i, 0, j, 1];
            R[i, k] -> [0, i, 1, k, 0]; S[i] -> [0, i, 2]",
        local: &[],
    },
    Nest {
        name: "triangular-solve",
        parameters: "[N]",
        context: "",
        statements: &[
            ("S[i]", "0 <= i < N", &["R b[i]", "W x[i]"]),
            (
                "T[i, j]",
                "0 <= j < i < N",
                &["R x[i]", "R L[i, j]", "R x[j]", "W x[i]", "+"],
            ),
            ("U[i]", "0 <= i < N", &["R x[i]", "R L[i, i]", "W x[i]"]),
        ],
        schedule: "S[i] -> [0, i, 0]; T[i, j] -> [0, i, 1, j, 0]; U[i] -> [0, i, 2]",
        local: &[],
    },
    Nest {
        name: "two-rows",
        parameters: "[T, N]",
        context: "",
        statements: &[(
            "S[t, i]",
            "1 <= t < T and 1 <= i < N - 1",
            &[
                "R A[(t - 1) mod 2, i - 1]",
                "R A[(t - 1) mod 2, i]",
                "R A[(t - 1) mod 2, i + 1]",
                "W A[t mod 2, i]",
            ],
        )],
        schedule: "S[t, i] -> [0, t, 0, i, 0]",
        local: &[],
    },
    Nest {
        name: "downward",
        parameters: "[N]",
        context: "",
        statements: &[
            ("S[i]", "0 <= i < N", &["R x[i]", "W x[i]"]),
            (
                "T[i, j]",
                "0 <= i < j < N",
                &["R x[i]", "R U[i, j]", "R x[j]", "W x[i]", "+"],
            ),
        ],
        schedule: "S[i] -> [0, -i, 1]; T[i, j] -> [0, -i, 0, -j, 0]",
        local: &[],
    },
    Nest {
        name: "scalar-sum",
        parameters: "[N]",
        context: "",
        statements: &[
            ("S[i]", "0 <= i < N", &["W s[]"]),
            (
                "T[i, j]",
                "0 <= i, j < N",
                &["R s[]", "R A[i, j]", "W s[]", "+"],
            ),
            ("U[i]", "0 <= i < N", &["R s[]", "W b[i]"]),
        ],
        schedule: "S[i] -> [0, i, 0]; T[i, j] -> [0, i, 1, j, 0]; U[i] -> [0, i, 2]",
        local: &["s"],
    },
    Nest {
        name: "may-writes",
        parameters: "[N]",
        context: "",
        statements: &[
            ("S[i]", "0 <= i < N", &["W A[i]"]),
            ("T[i]", "0 <= i < N", &["R c[i]", "w A[N - 1 - i]"]),
            ("U[i]", "0 <= i < N", &["R A[i]", "r A[0]", "W b[]"]),
            ("V[i]", "0 <= i < N", &["w A[x] : 0 <= x < N"]),
            ("X[i]", "0 <= i < N", &["R A[i]"]),
        ],
        schedule: "S[i] -> [0, i, 0]; T[i] -> [0, i, 1]; U[i] -> [1, i, 0]; V[i] -> [2, i, 0]; X[i] -> [2, i, 1]",
        local: &[],
    },
    Nest {
        name: "several-writes",
        parameters: "[N]",
        context: "",
        statements: &[
            (
                "S[i]",
                "0 <= i < N",
                &[
                    "W A[i]",
                    "R A[i]",
                    "w A[i]",
                    "R A[i]",
                    "W A[i + 1]",
                    "R A[i + 1]",
                ],
            ),
            ("T[i]", "0 <= i <= N", &["R A[i]"]),
        ],
        schedule: "S[i] -> [0, i, 0]; T[i] -> [1, i, 0]",
        local: &[],
    },
    Nest {
        name: "strided",
        parameters: "[N]",
        context: "",
        statements: &[
            ("S[i]", "0 <= i < N and i mod 3 = 1", &["W A[2i]"]),
            ("T[i]", "0 <= i < N and i mod 2 = 0", &["R A[i]", "W A[i]"]),
            ("U[i]", "0 <= i < 2N", &["R A[i]"]),
        ],
        schedule: "S[i] -> [0, i, 0]; T[i] -> [0, i, 1]; U[i] -> [1, i, 0]",
        local: &[],
    },
    Nest {
        name: "skewed-tiles",
        parameters: "[T, N]",
        context: "",
        statements: &[(
            "S[t, i]",
            "0 <= t < T and 1 <= i < N - 1",
            &["R A[i - 1]", "R A[i]", "R A[i + 1]", "W A[i]"],
        )],
        schedule: "S[t, i] -> [0, floor(t/2), 0, floor((t + i)/2), 0, t, 0, t + i, 0]",
        local: &[],
    },
    Nest {
        name: "floyd-warshall",
        parameters: "[N]",
        context: "",
        statements: &[(
            "S[k, i, j]",
            "0 <= k, i, j < N",
            &["R P[i, j]", "R P[i, k]", "R P[k, j]", "W P[i, j]"],
        )],
        schedule: "S[k, i, j] -> [0, k, 0, i, 0, j, 0]",
        local: &[],
    },
    Nest {
        name: "fdtd-2d",
        parameters: "[T, N, M]",
        context: "",
        statements: &[
            (
                "S[t, j]",
                "0 <= t < T and 0 <= j < M",
                &["R f[t]", "W ey[0, j]"],
            ),
            (
                "U[t, i, j]",
                "0 <= t < T and 1 <= i < N and 0 <= j < M",
                &["R ey[i, j]", "R hz[i, j]", "R hz[i - 1, j]", "W ey[i, j]"],
            ),
            (
                "V[t, i, j]",
                "0 <= t < T and 0 <= i < N and 1 <= j < M",
                &["R ex[i, j]", "R hz[i, j]", "R hz[i, j - 1]", "W ex[i, j]"],
            ),
            (
                "X[t, i, j]",
                "0 <= t < T and 0 <= i < N - 1 and 0 <= j < M - 1",
                &[
                    "R hz[i, j]",
                    "R ex[i, j + 1]",
                    "R ex[i, j]",
                    "R ey[i + 1, j]",
                    "R ey[i, j]",
                    "W hz[i, j]",
                ],
            ),
        ],
        schedule: "S[t, j] -> [0, t, 0, j, 0]; U[t, i, j] -> [0, t, 1, i, 0, j, 0];
            V[t, i, j] -> [0, t, 2, i, 0, j, 0]; X[t, i, j] -> [0, t, 3, i, 0, j, 0]",
        local: &[],
    },
    Nest {
        name: "gramschmidt",
        parameters: "[M, N]",
        context: "",
        statements: &[
            ("S0[k]", "0 <= k < N", &["W nrm[]"]),
            (
                "S1[k, i]",
                "0 <= k < N and 0 <= i < M",
                &["R nrm[]", "R A[i, k]", "W nrm[]", "+"],
            ),
            ("S2[k]", "0 <= k < N", &["R nrm[]", "W R[k, k]"]),
            (
                "S3[k, i]",
                "0 <= k < N and 0 <= i < M",
                &["R A[i, k]", "R R[k, k]", "W Q[i, k]"],
            ),
            ("S4[k, j]", "0 <= k < j < N", &["W R[k, j]"]),
            (
                "S5[k, j, i]",
                "0 <= k < j < N and 0 <= i < M",
                &["R R[k, j]", "R Q[i, k]", "R A[i, j]", "W R[k, j]", "+"],
            ),
            (
                "S6[k, j, i]",
                "0 <= k < j < N and 0 <= i < M",
                &["R A[i, j]", "R Q[i, k]", "R R[k, j]", "W A[i, j]"],
            ),
        ],
        schedule: "S0[k] -> [0, k, 0]; S1[k, i] -> [0, k, 1, i, 0]; S2[k] -> [0, k, 2];
            S3[k, i] -> [0, k, 3, i, 0]; S4[k, j] -> [0, k, 4, j, 0];
            S5[k, j, i] -> [0, k, 4, j, 1, i, 0]; S6[k, j, i] -> [0, k, 4, j, 2, i, 0]",
        local: &[],
    },
];
