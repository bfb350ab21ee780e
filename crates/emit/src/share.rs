//! What an OpenMP directive says about the variables of a loop.
//!
//! What the iterations of a loop have for themselves is proved by `legality` and part of a
//! [`Legal`] schedule. Here it becomes clauses, for the variables that the loop at hand touches:
//! code generation may make several loops of a band member. One question is about the code alone:
//! `lastprivate` leaves behind what the last iteration *of the loop as written* has. Every iteration
//! of the schedule writes what is needed afterwards; so every iteration of the loop must be one of
//! these, and execute something, whatever conditions stand in the loop.

use std::collections::BTreeSet;

use astgen::ast::{Expr, For, Node, Op, User};
use legality::{Legal, Role};
use presburger::{Result, Set};
use scop::{ArrayId, Scop, Statement, Storage};

use crate::place::{Counting, Place, Variable};
use crate::types::Type;

/// What an OpenMP directive says about variables: ` private(x) reduction(+: s)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clauses {
    private: BTreeSet<String>,
    first: BTreeSet<String>,
    last: BTreeSet<String>,
    reductions: BTreeSet<(&'static str, String)>,
}

impl Clauses {
    /// Whether the last value of something is kept.
    pub(crate) fn has_last(&self) -> bool {
        !self.last.is_empty()
    }

    /// Whether copies begin with what was there before the loop.
    pub(crate) fn has_first(&self) -> bool {
        !self.first.is_empty()
    }

    /// A counter that was declared outside of the loop.
    pub(crate) fn add_private(&mut self, name: &str) {
        self.private.insert(name.into());
    }
}

impl std::fmt::Display for Clauses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let clauses = [
            ("private", &self.private),
            ("firstprivate", &self.first),
            ("lastprivate", &self.last),
        ];
        for (word, names) in clauses {
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
/// `allocated` are arrays whose memory its body allocates: each iteration has its own.
pub(crate) fn clauses(
    legal: &Legal,
    found: &For,
    allocated: &[ArrayId],
) -> std::result::Result<Clauses, String> {
    let scop = legal.scop();
    let member = found.attributes.member;
    let member = member.ok_or("it corresponds to no loop of the schedule")?;
    let mut clauses = Clauses::default();
    let mut copied: Option<i128> = Some(0);
    let inside = users(&found.body);
    for (id, array) in scop.arrays() {
        let touches = |user: &&User| {
            let statement = statement(scop, user);
            statement.is_some_and(|one| one.accesses.iter().any(|access| access.array == id))
        };
        let role = legal.role(member, id);
        if role == Role::Shared || !inside.iter().any(touches) || allocated.contains(&id) {
            continue;
        }
        let name = &array.source_name;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if !name.chars().all(is_word) {
            return Err(format!(
                "no clause can name `{name}`, which is part of a variable"
            ));
        }
        let has_sections = matches!(role, Role::Reduction(_));
        if array.heap && !has_sections {
            return Err(format!(
                "`{name}` is memory from `malloc`, which has no copies"
            ));
        }
        if has_sections && may_be_empty(scop, array) {
            return Err(format!(
                "`{name}` may have no elements, and then OpenMP can make no copies of it; \
                 if it has some, say so before the region, as in `assert(n > 0);`"
            ));
        }
        if let Role::Reduction(operator) = role {
            let section = section(array).ok_or_else(|| {
                format!("the size of `{name}`, which it accumulates into, is not known")
            })?;
            clauses.reductions.insert((operator.name(), section));
        }
        if role.is_last() {
            let unknown = || format!("it is not known which iteration writes `{name}` last");
            let anything = scop.context.params().map_err(|_| unknown())?;
            let kept = legal.keeps(member, id).unwrap_or(&anything);
            if !never_rests(scop, found, kept).unwrap_or(false) {
                return Err(unknown());
            }
            clauses.last.insert(name.clone());
        }
        if role.is_first() {
            clauses.first.insert(name.clone());
        }
        if role == Role::Private {
            clauses.private.insert(name.clone());
        }
        let own = array.most_bytes(&scop.context).unwrap_or(None);
        if own.is_none() && array.rank() == 0 {
            continue;
        }
        // Of what there is no bound, there is too much.
        copied = own.and_then(|own| own.checked_add(copied?));
        if array.rank() > 0 && copied.is_none_or(|copied| copied > COPIED) {
            return Err(format!(
                "each thread would have a copy of `{name}` on its stack, which may be too \
                 small for it: at most {COPIED} bytes are copied; if the array is never \
                 larger, say so before the region, as in `assert(n <= 1000);`"
            ));
        }
    }
    Ok(clauses)
}

/// A loop, and an array whose memory its body allocates.
pub(crate) type Home<'a> = (&'a For, ArrayId);

/// The arrays in memory from `malloc` that the iterations of a parallel loop have for themselves, each with
/// the loop, where that is all that uses it.
pub(crate) fn homes<'a>(legal: &Legal, ast: &'a Node) -> Vec<Home<'a>> {
    let scop = legal.scop();
    let mut loops = Vec::new();
    outermost_parallel(ast, &mut loops);
    let mut homes = Vec::new();
    for (id, array) in scop.arrays() {
        if !array.heap || array.storage != Storage::Region {
            continue;
        }
        let uses = |node: &Node| {
            let touches = |user: &&User| {
                let statement = statement(scop, user);
                statement.is_some_and(|one| one.accesses.iter().any(|access| access.array == id))
            };
            users(node).iter().filter(|user| touches(user)).count()
        };
        let all = uses(ast);
        let own = loops.iter().find(|found| {
            let is_private = |member| legal.role(member, id) == Role::Private;
            found.attributes.member.is_some_and(is_private) && uses(&found.body) == all
        });
        homes.extend(own.map(|&found| (found, id)));
    }
    homes
}

/// Parallel loops that no other one contains, nor one in vector lanes.
fn outermost_parallel<'a>(node: &'a Node, loops: &mut Vec<&'a For>) {
    match node {
        Node::Block(nodes) => nodes
            .iter()
            .for_each(|node| outermost_parallel(node, loops)),
        Node::Mark(_, node) => outermost_parallel(node, loops),
        Node::If(found) => {
            outermost_parallel(&found.then, loops);
            if let Some(otherwise) = &found.otherwise {
                outermost_parallel(otherwise, loops);
            }
        }
        Node::For(found) if found.attributes.vector => {}
        Node::For(found) if found.attributes.parallel => loops.push(found),
        Node::For(found) => outermost_parallel(&found.body, loops),
        Node::User(_) => {}
    }
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

/// Whether every iteration of a loop executes something, for these parameters. In other iterations
/// nothing would be written, and what the last one leaves behind would be nonsense.
fn never_rests(scop: &Scop, found: &For, parameters: &Set) -> Result<bool> {
    let mut free = BTreeSet::new();
    mentioned(found, &mut free);
    free.extend(scop.parameters.iter().map(|one| one.name.clone()));
    let free = free.into_iter().map(|name| Variable {
        name,
        ty: Some(Type::Long),
        range: Type::Long.range(),
    });
    let outside = Place::new(free.collect(), &scop.context)?;
    let Some(iteration) = inside(found, &outside)? else {
        return Ok(false);
    };
    let mut executing = Vec::new();
    places(&found.body, &iteration, &mut executing)?;
    iteration.always_reaches(&executing, parameters)
}

/// The place in a loop; `None` if the set would have more values than the counter has.
fn inside(found: &For, place: &Place) -> Result<Option<Place>> {
    if found.step != 1 && matches!(found.init, Expr::Op(Op::Max, _)) {
        return Ok(None);
    }
    let head = Counting {
        is_counted: false,
        name: found.iterator.clone(),
        first: found.init.clone(),
        condition: found.cond.clone(),
        step: found.step,
    };
    place.inside(&head, Type::Long).map(Some)
}

/// The places where statements are executed.
fn places(node: &Node, place: &Place, executing: &mut Vec<Place>) -> Result<()> {
    match node {
        Node::For(found) => {
            if let Some(inner) = inside(found, place)? {
                places(&found.body, &inner, executing)?;
            }
        }
        Node::If(found) => {
            places(&found.then, &place.when(&found.cond, true)?, executing)?;
            if let Some(otherwise) = &found.otherwise {
                places(otherwise, &place.when(&found.cond, false)?, executing)?;
            }
        }
        Node::Block(nodes) => {
            for node in nodes {
                places(node, place, executing)?;
            }
        }
        Node::Mark(_, node) => places(node, place, executing)?,
        Node::User(_) => executing.push(place.clone()),
    }
    Ok(())
}

/// The names in the heads of a loop and those in it, and in conditions.
fn mentioned(found: &For, names: &mut BTreeSet<String>) {
    fn of_expr(expr: &Expr, names: &mut BTreeSet<String>) {
        match expr {
            Expr::Id(name) => {
                names.insert(name.clone());
            }
            Expr::Int(_) => {}
            Expr::Op(_, operands) => operands.iter().for_each(|one| of_expr(one, names)),
        }
    }
    fn of_node(node: &Node, names: &mut BTreeSet<String>) {
        match node {
            Node::For(found) => mentioned(found, names),
            Node::If(found) => {
                of_expr(&found.cond, names);
                of_node(&found.then, names);
                found.otherwise.iter().for_each(|node| of_node(node, names));
            }
            Node::Block(nodes) => nodes.iter().for_each(|node| of_node(node, names)),
            Node::Mark(_, node) => of_node(node, names),
            Node::User(_) => {}
        }
    }
    of_expr(&found.init, names);
    of_expr(&found.cond, names);
    of_node(&found.body, names);
    names.remove(&found.iterator);
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
