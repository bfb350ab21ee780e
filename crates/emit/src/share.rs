//! Which variables the iterations of a parallel or vector loop share.
//!
//! A loop that is to run in parallel is a claim of whoever made the schedule: iterations do not
//! need each other's values. Scalars that every iteration writes before it reads them stand in the
//! way nevertheless unless each thread has its own, and so do cells that several iterations
//! accumulate into. This module finds both by looking at the tree that is going to be written:
//!
//! - no iteration reads the scalar before writing it: `private`, or `lastprivate` if something
//!   behind the loop may read it and every iteration writes it for sure;
//! - the loop only accumulates into the scalar, or into cells of an array that several iterations
//!   have in common: `reduction`.
//!
//! Where neither holds the loop is not what OpenMP can run in parallel, and is left alone.

use std::collections::BTreeSet;

use astgen::ast::{Expr, For, Node, Op, User};
use presburger::UnionMap;
use scop::{Access, ArrayId, Scop, Statement, Storage};

/// What an OpenMP directive says about variables: ` private(x) reduction(+: s)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clauses {
    private: BTreeSet<String>,
    last: BTreeSet<String>,
    reductions: BTreeSet<(&'static str, String)>,
}

impl Clauses {
    /// A counter that was declared outside of the loop.
    pub(crate) fn add_private(&mut self, name: &str) {
        self.private.insert(name.into());
    }
}

impl std::fmt::Display for Clauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (word, names) in [("private", &self.private), ("lastprivate", &self.last)] {
            if !names.is_empty() {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                write!(f, " {word}({})", names.join(", "))?;
            }
        }
        let mut operators: Vec<&str> = self.reductions.iter().map(|(op, _)| *op).collect();
        operators.dedup();
        for operator in operators {
            let own = self.reductions.iter().filter(|(op, _)| *op == operator);
            let names: Vec<&str> = own.map(|(_, name)| name.as_str()).collect();
            write!(f, " reduction({operator}: {})", names.join(", "))?;
        }
        Ok(())
    }
}

/// The clauses of a loop in a tree, or why its iterations cannot run in parallel.
pub(crate) fn clauses(
    scop: &Scop,
    whole: &Node,
    found: &For,
    around: &[Range<'_>],
) -> Result<Clauses, String> {
    let mut clauses = Clauses::default();
    let inside = users(&found.body);
    for (id, array) in scop.arrays() {
        let touched = inside.iter().filter_map(|user| statement(scop, user));
        let touched: Vec<&Statement> = touched
            .filter(|one| one.accesses.iter().any(|access| access.array == id))
            .collect();
        let is_written = |one: &&Statement| {
            let mut accesses = one.accesses.iter();
            accesses.any(|access| access.array == id && access.is_write())
        };
        if !touched.iter().any(is_written) {
            continue;
        }
        let name = &array.source_name;
        let operator = accumulates(&touched, id);
        if array.rank() > 0 {
            // Cells of an array from outside that several iterations write are a matter of the
            // claim; those of the region may be meant to be private, which is not known here.
            if operator.is_none() && array.storage != Storage::Region {
                continue;
            }
            if !meets(scop, id, found, around)? {
                continue;
            }
            let Some(operator) = operator else {
                return Err(format!(
                    "several iterations write the same cells of `{name}`"
                ));
            };
            let section = section(array).ok_or_else(|| {
                format!("the size of `{name}`, which it sums up into, is not known")
            })?;
            clauses.reductions.insert((operator, section));
            continue;
        }
        if name.contains('.') {
            return Err(format!(
                "`{name}` cannot be private: it is a part of a variable"
            ));
        }
        if let Some(operator) = operator {
            clauses.reductions.insert((operator, name.clone()));
            continue;
        }
        let Uses { exposed, written } = uses(scop, &found.body, id);
        if exposed {
            return Err(format!(
                "an iteration may read `{name}` that another one writes"
            ));
        }
        let read_outside = outside(whole, found).iter().any(|user| {
            statement(scop, user).is_some_and(|one| {
                let mut accesses = one.accesses.iter();
                accesses.any(|access| access.array == id && !access.is_write())
            })
        });
        if array.storage == Storage::Region && !read_outside {
            clauses.private.insert(name.clone());
        } else if written {
            clauses.last.insert(name.clone());
        } else {
            return Err(format!(
                "it is not known which iteration writes `{name}` last"
            ));
        }
    }
    Ok(clauses)
}

fn statement<'a>(scop: &'a Scop, user: &User) -> Option<&'a Statement> {
    scop.find_statement(&user.name).map(|id| &scop[id])
}

/// The operator with which statements accumulate into an array, if they do nothing else with it.
fn accumulates(statements: &[&Statement], array: ArrayId) -> Option<&'static str> {
    let mut operator = None;
    for statement in statements {
        let reduction = statement.reduction?;
        for (id, access) in statement.accesses() {
            if access.array == array && id != reduction.read && id != reduction.write {
                return None;
            }
        }
        match operator {
            None => operator = Some(reduction.operator),
            Some(known) if known == reduction.operator => {}
            Some(_) => return None,
        }
    }
    operator.map(|operator| operator.name())
}

/// `a[0:n][0:m]`, all of an array.
fn section(array: &scop::Array) -> Option<String> {
    let mut text = array.source_name.clone();
    if text.contains('.') {
        return None;
    }
    for extent in &array.extents {
        let extent = extent.as_ref()?;
        let place = astgen::Position::new(Vec::new(), extent.domain().ok()?);
        text.push_str(&format!("[0:{}]", place.pw_aff(extent).ok()?));
    }
    Some(text)
}

/// How a piece of code uses a scalar.
struct Uses {
    /// It may read a value that it has not written.
    exposed: bool,
    /// It writes it for sure.
    written: bool,
}

fn uses(scop: &Scop, node: &Node, array: ArrayId) -> Uses {
    match node {
        Node::For(found) => Uses {
            // It may have no iteration.
            written: false,
            ..uses(scop, &found.body, array)
        },
        Node::If(found) => {
            let then = uses(scop, &found.then, array);
            let otherwise = found.otherwise.as_ref();
            let otherwise = otherwise.map(|node| uses(scop, node, array));
            Uses {
                exposed: then.exposed || otherwise.as_ref().is_some_and(|one| one.exposed),
                written: then.written && otherwise.as_ref().is_some_and(|one| one.written),
            }
        }
        Node::Block(nodes) => {
            let mut all = Uses {
                exposed: false,
                written: false,
            };
            for node in nodes {
                let one = uses(scop, node, array);
                all.exposed |= one.exposed && !all.written;
                all.written |= one.written;
            }
            all
        }
        Node::Mark(_, node) => uses(scop, node, array),
        Node::User(user) => {
            let mut all = Uses {
                exposed: false,
                written: false,
            };
            let Some(statement) = statement(scop, user) else {
                return all;
            };
            let accesses = statement.accesses.iter();
            for access in accesses.filter(|access| access.array == array) {
                match access.is_write() {
                    true => all.written |= access.is_must() && always(statement, access),
                    false => all.exposed |= !all.written,
                }
            }
            all
        }
    }
}

/// Whether every instance of the statement makes the access.
fn always(statement: &Statement, access: &Access) -> bool {
    let covers = || statement.domain.is_subset(&access.relation.domain()?);
    covers().unwrap_or(false)
}

pub(crate) fn users(node: &Node) -> Vec<&User> {
    match node {
        Node::For(found) => users(&found.body),
        Node::If(found) => {
            let mut all = users(&found.then);
            all.extend(found.otherwise.iter().flat_map(users));
            all
        }
        Node::Block(nodes) => nodes.iter().flat_map(users).collect(),
        Node::Mark(_, node) => users(node),
        Node::User(user) => vec![user],
    }
}

/// The statements that are not in a loop of the tree.
fn outside<'a>(whole: &'a Node, found: &For) -> Vec<&'a User> {
    match whole {
        Node::For(one) if std::ptr::eq(&**one, found) => Vec::new(),
        Node::For(one) => outside(&one.body, found),
        Node::If(one) => {
            let mut all = outside(&one.then, found);
            all.extend(one.otherwise.iter().flat_map(|node| outside(node, found)));
            all
        }
        Node::Block(nodes) => nodes.iter().flat_map(|node| outside(node, found)).collect(),
        Node::Mark(_, node) => outside(node, found),
        Node::User(user) => vec![user],
    }
}

/// What a counter, or a condition around a place, says.
#[derive(Clone, Copy)]
pub(crate) enum Range<'a> {
    Loop(&'a For),
    Holds(&'a Expr),
    Fails(&'a Expr),
}

/// Whether two iterations of a loop, within one of the loops around it, accumulate into the same
/// cell of an array.
fn meets(scop: &Scop, array: ArrayId, found: &For, around: &[Range<'_>]) -> Result<bool, String> {
    let mut path = around.to_vec();
    let outer: usize = counters(&path).len();
    path.push(Range::Loop(found));
    let mut cells = Vec::new();
    collect(scop, array, &found.body, &mut path, outer, &mut cells)
        .map_err(|error| format!("what it sums up into is not known: {error}"))?;
    let meets = || -> presburger::Result<bool> {
        let cells = UnionMap::from_maps(cells)?;
        let same = cells.apply_range(&cells.reverse()?)?;
        let names: Vec<String> = (0..outer).map(|i| format!("o{i}")).collect();
        let list = |last: &str| {
            let mut all = names.clone();
            all.push(last.into());
            all.join(", ")
        };
        let later = format!("{{ [{}] -> [{}] : a < b }}", list("a"), list("b"));
        Ok(!same.intersect(&later.parse()?)?.is_empty()?)
    };
    meets().map_err(|error| format!("what it sums up into is not known: {error}"))
}

/// Adds relations from the outer counters and that of the loop to the cells of an array.
fn collect<'a>(
    scop: &Scop,
    array: ArrayId,
    node: &'a Node,
    path: &mut Vec<Range<'a>>,
    outer: usize,
    cells: &mut Vec<presburger::Map>,
) -> presburger::Result<()> {
    match node {
        Node::For(found) => {
            path.push(Range::Loop(found));
            collect(scop, array, &found.body, path, outer, cells)?;
            path.pop();
        }
        Node::If(found) => {
            path.push(Range::Holds(&found.cond));
            collect(scop, array, &found.then, path, outer, cells)?;
            path.pop();
            if let Some(otherwise) = &found.otherwise {
                path.push(Range::Fails(&found.cond));
                collect(scop, array, otherwise, path, outer, cells)?;
                path.pop();
            }
        }
        Node::Block(nodes) => {
            for node in nodes {
                collect(scop, array, node, path, outer, cells)?;
            }
        }
        Node::Mark(_, node) => collect(scop, array, node, path, outer, cells)?,
        Node::User(user) => {
            let Some(statement) = statement(scop, user) else {
                return Ok(());
            };
            let own = statement.accesses.iter();
            for access in own.filter(|access| access.array == array && access.is_write()) {
                let instances = instances(scop, user, path, outer)?;
                let instances = instances.intersect_params(&scop.context)?;
                let map = UnionMap::from_maps([access.relation.clone()])?;
                cells.extend(instances.apply_range(&map)?.maps());
            }
        }
    }
    Ok(())
}

fn counters<'a>(path: &[Range<'a>]) -> Vec<&'a str> {
    let loops = path.iter().filter_map(|range| match range {
        Range::Loop(found) => Some(found.iterator.as_str()),
        _ => None,
    });
    loops.collect()
}

/// From the first `outer` counters and one more to the instances of a statement.
fn instances(
    scop: &Scop,
    user: &User,
    path: &[Range<'_>],
    outer: usize,
) -> presburger::Result<UnionMap> {
    let mut conditions = Vec::new();
    for range in path {
        conditions.push(match range {
            Range::Loop(found) => {
                let (name, first) = (&found.iterator, formula(&found.init));
                let order = if found.step < 0 { "<=" } else { ">=" };
                let step = found.step.unsigned_abs();
                let stride = match step {
                    1 => String::new(),
                    _ => format!(" and ({name} - ({first})) mod {step} = 0"),
                };
                format!(
                    "{name} {order} {first} and {}{stride}",
                    formula(&found.cond)
                )
            }
            Range::Holds(cond) => formula(cond),
            Range::Fails(cond) => format!("not {}", formula(cond)),
        });
    }
    let counters = counters(path);
    let parameters: Vec<&str> = scop
        .parameters
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let arguments: Vec<String> = user.arguments.iter().map(formula).collect();
    let kept = (outer + 1).min(counters.len());
    let inner = match kept < counters.len() {
        true => format!("exists {} : ", counters[kept..].join(", ")),
        false => String::new(),
    };
    let coordinates: Vec<String> = (0..arguments.len()).map(|i| format!("x{i}'")).collect();
    let equations = coordinates.iter().zip(&arguments);
    conditions.extend(equations.map(|(name, value)| format!("{name} = {value}")));
    let text = format!(
        "[{}] -> {{ [{}] -> {}[{}] : {inner}{} }}",
        parameters.join(", "),
        counters[..kept].join(", "),
        user.name,
        coordinates.join(", "),
        conditions.join(" and "),
    );
    text.parse()
}

/// An expression in the notation for sets.
fn formula(expr: &Expr) -> String {
    let (op, operands) = match expr {
        // Divisors stand without parentheses.
        Expr::Int(value @ 0..) => return value.to_string(),
        Expr::Int(value) => return format!("({value})"),
        Expr::Id(name) => return name.clone(),
        Expr::Op(op, operands) => (*op, operands),
    };
    let all: Vec<String> = operands.iter().map(formula).collect();
    let joined = |symbol: &str| format!("({})", all.join(symbol));
    match (op, &all[..]) {
        (Op::Neg, [a]) => format!("(-{a})"),
        (Op::Add, _) => joined(" + "),
        (Op::Sub, _) => joined(" - "),
        (Op::Mul, _) => joined(" * "),
        (Op::FdivQ | Op::PdivQ | Op::Div, [a, b]) => format!("floord({a}, {b})"),
        (Op::PdivR | Op::ZdivR, [a, b]) => format!("({a} mod {b})"),
        (Op::Min, _) => format!("min({})", all.join(", ")),
        (Op::Max, _) => format!("max({})", all.join(", ")),
        (Op::Cond | Op::Select, [a, b, c]) => format!("({a} ? {b} : {c})"),
        (Op::And, _) => joined(" and "),
        (Op::Or, _) => joined(" or "),
        (Op::Eq, _) => joined(" = "),
        (Op::Le, _) => joined(" <= "),
        (Op::Lt, _) => joined(" < "),
        (Op::Ge, _) => joined(" >= "),
        (Op::Gt, _) => joined(" > "),
        // Not in the notation, which says so.
        _ => "?".into(),
    }
}
