//! Whether the parts of a model fit together.
//!
//! Checked:
//!
//! - names of parameters, arrays and statements are not empty and not used twice, across kinds
//!   for arrays and statements;
//! - the context is a condition on parameters;
//! - every parameter of a set, relation or function is a parameter of the scop;
//! - the domain of a statement is in the space with its name and as many dimensions as there
//!   are iterators;
//! - an access goes from instances of its statement, all in the domain, to cells of an array of
//!   the scop, with as many subscripts as the array has extents; not every instance must be
//!   there, as in `i > 0 ? A[i - 1] : 0`;
//! - an access that is not exact is not a *must*;
//! - a reduction has a read and a write of the same cells of the same array;
//! - an extent is a function of the parameters;
//! - the holes of a body lie inside of the text at whole characters, in order, without overlap,
//!   and their values are defined on all instances;
//! - the schedule tree makes sense by itself (see [`ScheduleTree::verify`]), executes the
//!   instances of the statements and nothing else, and each of them once.
//!
//! [`ScheduleTree::verify`]: crate::ScheduleTree::verify

use crate::{Access, AccessKind, Array, Scop, Statement, list};
use presburger::{Result, Space};
use std::collections::BTreeSet;
use std::fmt;

/// What is wrong with a part of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The part: `S0`, `S0, access 1`, `array A`, `schedule /0/1`.
    pub part: String,
    /// What is wrong with it, in a sentence.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.message)
    }
}

impl Scop {
    /// All that is wrong with the model; nothing if its parts fit together.
    pub fn verify(&self) -> Result<Vec<Problem>> {
        let mut verifier = Verifier {
            scop: self,
            problems: Vec::new(),
        };
        verifier.names();
        verifier.context();
        for array in &self.arrays {
            verifier.array(array);
        }
        for statement in &self.statements {
            verifier.statement(statement)?;
        }
        verifier.schedule()?;
        Ok(verifier.problems)
    }
}

struct Verifier<'a> {
    scop: &'a Scop,
    problems: Vec<Problem>,
}

impl Verifier<'_> {
    fn names(&mut self) {
        let scop = self.scop;
        let parameters = scop.parameters.iter().map(|p| &p.name[..]);
        self.unique("parameter", parameters);
        let arrays = scop.arrays.iter().map(|a| &a.name[..]);
        let statements = scop.statements.iter().map(|s| &s.name[..]);
        self.unique("tuple", arrays.chain(statements));
    }

    fn unique<'n>(&mut self, kind: &str, names: impl Iterator<Item = &'n str>) {
        let mut seen = BTreeSet::new();
        for name in names {
            if name.is_empty() {
                self.report(kind, "has no name");
            } else if !seen.insert(name) {
                self.report(&format!("{kind} {name}"), "the name is used twice");
            }
        }
    }

    fn context(&mut self) {
        let context = &self.scop.context;
        if !context.is_params() {
            self.report("context", "is not a condition on parameters");
        }
        self.parameters("context", context.space());
    }

    fn array(&mut self, array: &Array) {
        let part = format!("array {}", array.name);
        for extent in array.extents.iter().flatten() {
            if !extent.domain_space().is_params() {
                self.report(&part, "an extent is not a function of the parameters");
            }
            self.parameters(&part, extent.space());
        }
    }

    fn statement(&mut self, statement: &Statement) -> Result<()> {
        let part = &statement.name[..];
        self.parameters(part, statement.domain.space());
        let (named, n) = (statement.domain.tuple_name(), statement.domain.n_dim());
        if named != Some(part) || n != statement.depth() {
            let space = statement.domain.space();
            let message = format!(
                "its domain is in {space}, with {} iterators",
                statement.depth()
            );
            self.report(part, message);
            return Ok(());
        }
        for (id, access) in statement.accesses() {
            let part = format!("{part}, access {id}");
            self.access(&part, statement, access)?;
        }
        self.reduction(statement)?;
        self.holes(statement)
    }

    fn access(&mut self, part: &str, statement: &Statement, access: &Access) -> Result<()> {
        self.parameters(part, access.relation.space());
        let Some(array) = self.scop.arrays.get(access.array.index()) else {
            self.report(part, format!("there is no array {}", access.array));
            return Ok(());
        };
        let space = access.relation.space();
        let goes_to = space.tuple();
        let fits =
            goes_to.is_some_and(|t| t.name() == Some(&array.name) && t.len() == array.rank());
        if !fits {
            let message = format!(
                "{space} does not go to {}, of rank {}",
                array.name,
                array.rank()
            );
            self.report(part, message);
        }
        if space.domain_tuple() != statement.domain.space().tuple() {
            self.report(
                part,
                format!("{space} does not come from {}", statement.name),
            );
            return Ok(());
        }
        let outside = access.relation.domain()?.subtract(&statement.domain)?;
        if let Some(point) = outside.sample_point()? {
            self.report(part, format!("{point} is not in the domain"));
        }
        if access.is_must() && !access.exact {
            self.report(part, "an access that is not exact may happen, not must");
        }
        Ok(())
    }

    fn reduction(&mut self, statement: &Statement) -> Result<()> {
        let Some(reduction) = statement.reduction else {
            return Ok(());
        };
        let get = |id: crate::AccessId, kind: AccessKind| {
            let access = statement.accesses.get(id.index());
            access.filter(|access| access.kind == kind)
        };
        let read = get(reduction.read, AccessKind::Read);
        let write = get(reduction.write, AccessKind::Write);
        let fits = match (read, write) {
            (Some(read), Some(write)) => {
                read.array == write.array && read.relation.is_equal(&write.relation)?
            }
            _ => false,
        };
        if !fits {
            let message = "the reduction does not read and write the same cells";
            self.report(&statement.name, message);
        }
        Ok(())
    }

    fn holes(&mut self, statement: &Statement) -> Result<()> {
        let part = &statement.name[..];
        let mut end = 0;
        for hole in &statement.body.holes {
            let range = &hole.range;
            if range.start < end || range.end < range.start {
                self.report(part, format!("the hole {range:?} is out of order"));
            } else if statement.body.text.get(range.clone()).is_none() {
                self.report(part, format!("the hole {range:?} is not in the text"));
            }
            end = range.end.max(end);
            self.parameters(part, hole.value.space());
            let domain = hole.value.domain_space();
            if domain.tuple() != statement.domain.space().tuple() {
                let message = format!("the hole {range:?} is a function of {domain}");
                self.report(part, message);
                continue;
            }
            let missing = statement.domain.subtract(&hole.value.domain()?)?;
            if let Some(point) = missing.sample_point()? {
                self.report(part, format!("the hole {range:?} has no value for {point}"));
            }
        }
        Ok(())
    }

    fn schedule(&mut self) -> Result<()> {
        let tree = &self.scop.schedule;
        let problems = tree.verify()?;
        for problem in &problems {
            let part = format!("schedule {}", problem.path);
            self.report(&part, problem.message.clone());
        }
        if !problems.is_empty() {
            return Ok(());
        }
        self.parameters("schedule", &tree.domain().space());
        let (executed, domain) = (tree.executed()?, self.scop.domain()?);
        if let Some(point) = domain.subtract(&executed)?.sample_point()? {
            self.report("schedule", format!("{point} is not executed"));
        }
        if let Some(point) = executed.subtract(&domain)?.sample_point()? {
            self.report("schedule", format!("{point} is not an instance"));
        }
        if !tree.map()?.is_single_valued()? {
            self.report("schedule", "an instance is executed more than once");
        }
        Ok(())
    }

    /// All parameters of a space must be known.
    fn parameters(&mut self, part: &str, space: &Space) {
        let known = |name: &str| self.scop.parameters.iter().any(|p| p.name == name);
        let unknown: Vec<&str> = space
            .params()
            .iter()
            .map(|p| &p[..])
            .filter(|p| !known(p))
            .collect();
        if !unknown.is_empty() {
            let message = format!("unknown parameters: {}", list::commas(unknown));
            self.report(part, message);
        }
    }

    fn report(&mut self, part: &str, message: impl Into<String>) {
        self.problems.push(Problem {
            part: part.into(),
            message: message.into(),
        });
    }
}
