//! What an OpenMP directive says about the variables of a loop.
//!
//! What the iterations of a loop have for themselves is proved by `legality` and part of a
//! [`Legal`] schedule. Here it becomes clauses, for the variables that the loop at hand touches:
//! code generation may make several loops of a band member. One question is about the code alone:
//! `lastprivate` leaves behind what the last iteration *of the loop as written* has, so every
//! iteration must write the variable, whatever conditions stand in the loop.

use std::collections::BTreeSet;

use astgen::ast::{For, Node, User};
use legality::{Legal, Role};
use scop::{Access, ArrayId, Scop, Statement};

/// What an OpenMP directive says about variables: ` private(x) reduction(+: s)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clauses {
    private: BTreeSet<String>,
    last: BTreeSet<String>,
    reductions: BTreeSet<(&'static str, String)>,
}

impl Clauses {
    /// Whether the last value of something is kept.
    pub(crate) fn has_last(&self) -> bool {
        !self.last.is_empty()
    }

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

/// The clauses of a loop, or why its iterations cannot run in parallel.
pub(crate) fn clauses(legal: &Legal, found: &For) -> Result<Clauses, String> {
    let scop = legal.scop();
    let member = found.attributes.member;
    let member = member.ok_or("it corresponds to no loop of the schedule")?;
    let mut clauses = Clauses::default();
    let mut copied = 0;
    let inside = users(&found.body);
    for (id, array) in scop.arrays() {
        let touches = |user: &&User| {
            let statement = statement(scop, user);
            statement.is_some_and(|one| one.accesses.iter().any(|access| access.array == id))
        };
        let role = legal.role(member, id);
        if role == Role::Shared || !inside.iter().any(touches) {
            continue;
        }
        let name = &array.source_name;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if !name.chars().all(is_word) {
            return Err(format!(
                "no clause can name `{name}`, which is part of a variable"
            ));
        }
        match role {
            Role::Private | Role::LastPrivate if array.heap => {
                return Err(format!(
                    "`{name}` is memory from `malloc`, which has no copies"
                ));
            }
            Role::Shared => {}
            Role::Private => {
                clauses.private.insert(name.clone());
            }
            Role::LastPrivate if always_writes(scop, &found.body, id) => {
                clauses.last.insert(name.clone());
            }
            Role::LastPrivate => {
                return Err(format!(
                    "it is not known which iteration writes `{name}` last"
                ));
            }
            Role::Reduction(operator) => {
                let section = section(array).ok_or_else(|| {
                    format!("the size of `{name}`, which it accumulates into, is not known")
                })?;
                if may_be_empty(scop, array) {
                    return Err(format!(
                        "`{name}` may have no elements, and then OpenMP can make no copies of it; \
                         if it has some, say so before the region, as in `assert(n > 0);`"
                    ));
                }
                copied += bytes(scop, array)
                    .unwrap_or(i128::MAX / 2)
                    .min(i128::MAX / 2);
                if array.rank() > 0 && copied > COPIED {
                    return Err(format!(
                        "each thread would have a copy of `{name}` on its stack, which may be too \
                         small for it: at most {COPIED} bytes are copied; if the array is never \
                         larger, say so before the region, as in `assert(n <= 1000);`"
                    ));
                }
                clauses.reductions.insert((operator.name(), section));
            }
        }
    }
    Ok(clauses)
}

fn statement<'a>(scop: &'a Scop, user: &User) -> Option<&'a Statement> {
    scop.find_statement(&user.name).map(|id| &scop[id])
}

/// At most this many bytes of arrays are copied for each thread. Copies are made on the stacks of
/// the threads, which are as small as 128 KiB where the C library is musl.
const COPIED: i128 = 1 << 16;

/// Whether an array may have no elements; a section of it without any is no OpenMP.
fn may_be_empty(scop: &Scop, array: &scop::Array) -> bool {
    let is_positive = |extent: &presburger::PwAff| {
        let least = extent.intersect_params(&scop.context)?.min_val()?;
        presburger::Result::Ok(least.to_i64().is_some_and(|least| least > 0))
    };
    let mut extents = array.extents.iter().flatten();
    !extents.all(|extent| is_positive(extent).unwrap_or(false))
}

/// How many bytes an array has at most; `None` if there is no bound.
fn bytes(scop: &Scop, array: &scop::Array) -> Option<i128> {
    let mut bytes = element_bytes(&array.element);
    for extent in &array.extents {
        let possible = extent.as_ref()?.intersect_params(&scop.context).ok()?;
        let most = possible.max_val().ok()?.to_i64()?;
        bytes = bytes.checked_mul(most.max(0).into())?;
    }
    Some(bytes)
}

/// The size of a type of numbers, or that of the largest one if it goes by another name.
fn element_bytes(ctype: &str) -> i128 {
    let mut words = ctype.split_whitespace().collect::<Vec<_>>();
    words.retain(|word| !["const", "volatile", "restrict", "signed", "unsigned"].contains(word));
    match words[..] {
        ["char" | "_Bool" | "bool" | "int8_t" | "uint8_t"] => 1,
        ["short"] | ["short", "int"] | ["int16_t" | "uint16_t"] => 2,
        [] | ["int" | "float" | "int32_t" | "uint32_t"] => 4,
        ["long" | "double" | "int64_t" | "uint64_t" | "size_t"] => 8,
        ["long", "long" | "int"] | ["long", "long", "int"] => 8,
        _ => 32,
    }
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

/// Whether a piece of code writes a scalar for sure.
fn always_writes(scop: &Scop, node: &Node, array: ArrayId) -> bool {
    match node {
        // It may have no iteration.
        Node::For(_) => false,
        Node::If(found) => {
            let otherwise = found.otherwise.as_ref();
            always_writes(scop, &found.then, array)
                && otherwise.is_some_and(|node| always_writes(scop, node, array))
        }
        Node::Block(nodes) => nodes.iter().any(|node| always_writes(scop, node, array)),
        Node::Mark(_, node) => always_writes(scop, node, array),
        Node::User(user) => statement(scop, user).is_some_and(|statement| {
            let mut own = statement.accesses.iter();
            own.any(|one| {
                one.array == array && one.is_write() && one.is_must() && always(statement, one)
            })
        }),
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
