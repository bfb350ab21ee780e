//! From rows of coefficients to nodes of a schedule tree.

use super::{Member, Scheduler};
use presburger::{
    Error, MultiAff, MultiUnionPwAff, PwAff, Result, Set, Tuple, UnionPwAff, UnionSet,
};
use scop::schedule::{self, Band, LoopStyle, Node, Vector, build};

impl Scheduler<'_> {
    /// The parts one after the other; no sequence for a single one.
    pub(super) fn sequence(
        &self,
        groups: &[Vec<usize>],
        mut below: impl FnMut(&[usize]) -> Result<Node>,
    ) -> Result<Node> {
        if let [only] = groups {
            return below(only);
        }
        let mut parts = Vec::with_capacity(groups.len());
        for group in groups {
            let filters = group.iter().map(|&one| self.all(one));
            let filter = UnionSet::from_sets(filters.collect::<Result<Vec<_>>>()?)?;
            parts.push((filter, below(group)?));
        }
        Ok(match parts.is_empty() {
            true => Node::leaf(),
            false => Node::sequence(parts),
        })
    }

    /// A set with all instances of a statement, and those of no other one.
    fn all(&self, statement: usize) -> Result<Set> {
        let body = &self.problem.statements[statement];
        match body.is_piece {
            true => Ok(body.domain.clone()),
            false => Set::universe(self.space(statement).clone()),
        }
    }

    /// The dates in a band, one function for each statement.
    pub(super) fn functions(&self, statements: &[usize], band: &[Member]) -> Result<Vec<MultiAff>> {
        let functions = statements.iter().enumerate().map(|(i, &statement)| {
            let dates = band
                .iter()
                .map(|one| self.problem.date(statement, &one.dates[i]));
            let dates = dates.collect::<Result<Vec<_>>>()?;
            let tuple = Tuple::anonymous(dates.len());
            MultiAff::from_aff_list(self.space(statement), tuple, &dates)
        });
        functions.collect()
    }

    pub(super) fn band_node(
        &self,
        statements: &[usize],
        band: &[Member],
        permutable: bool,
        child: Node,
    ) -> Result<Node> {
        let mut rows = Vec::with_capacity(band.len());
        for member in band {
            let dates = statements.iter().zip(&member.dates);
            let dates = dates.map(|(&one, date)| {
                let date = PwAff::from_aff(&self.problem.date(one, date)?);
                match self.problem.statements[one].is_piece {
                    true => date.intersect_domain(&self.all(one)?),
                    false => Ok(date),
                }
            });
            rows.push(UnionPwAff::from_pw_affs(
                dates.collect::<Result<Vec<_>>>()?,
            )?);
        }
        let tuple = Tuple::anonymous(band.len());
        let schedule = MultiUnionPwAff::from_union_pw_aff_list(tuple, &rows)?;
        let mut node = Band::new(schedule);
        node.permutable = permutable;
        for (attributes, member) in node.members.iter_mut().zip(band) {
            attributes.coincident = member.coincident;
            attributes.iterator = self.iterator(statements, member);
        }
        Ok(Node::band(node, child))
    }

    /// The iterator that a row runs over, if it is one of the program for all statements.
    fn iterator(&self, statements: &[usize], member: &Member) -> Option<String> {
        let mut name: Option<&String> = None;
        for (&statement, date) in statements.iter().zip(&member.dates) {
            let iterators = &date[..self.depth(statement)];
            let mut factors = iterators.iter().enumerate().filter(|(_, one)| **one != 0);
            let own = match (factors.next(), factors.next()) {
                (Some((i, 1)), None) => self.problem.statements[statement].iterators.get(i)?,
                (None, _) => continue,
                _ => return None,
            };
            if *name.get_or_insert(own) != own {
                return None;
            }
        }
        name.cloned()
    }

    /// The order of the program for some statements, without bands of several loops: it respects all
    /// dependences, whatever the bands above have ordered.
    pub(super) fn as_in_the_program(&self, statements: &[usize]) -> Result<Node> {
        let belongs = |vector: &&Vector| {
            let tuple = vector.domain.space().tuple();
            statements
                .iter()
                .any(|&one| self.space(one).tuple() == tuple)
        };
        let mut vectors: Vec<Vector> = Vec::new();
        for vector in self.problem.original.iter().filter(belongs) {
            vectors.extend(self.restricted(vector, statements)?);
        }
        if vectors.is_empty() {
            let message = "no affine schedule respects all dependences";
            return Err(Error::Invalid(message.into()));
        }
        let domain = vectors.iter().map(|vector| vector.domain.clone());
        let tree = build(UnionSet::from_sets(domain)?, &vectors, &Plain)?;
        Ok(tree.root().child().cloned().unwrap_or_else(Node::leaf))
    }

    /// The instances of a vector that belong to some statements, if there are any.
    fn restricted(&self, vector: &Vector, statements: &[usize]) -> Result<Option<Vector>> {
        let tuple = vector.domain.space().tuple();
        let of_tuple = statements
            .iter()
            .filter(|&&one| self.space(one).tuple() == tuple);
        let mut domain = Set::empty(vector.domain.space().clone())?;
        for &one in of_tuple {
            if !self.problem.statements[one].is_piece {
                return Ok(Some(vector.clone()));
            }
            domain = domain.union(&self.all(one)?)?;
        }
        let domain = vector.domain.intersect(&domain)?;
        Ok((!domain.is_empty()?).then(|| Vector {
            domain,
            ..vector.clone()
        }))
    }
}

/// Loops of which nothing is known.
struct Plain;

impl LoopStyle for Plain {
    fn member(&self, _vectors: &[usize], _level: usize) -> schedule::Member {
        schedule::Member::default()
    }
}
