//! What is to be scheduled: instances, and the pairs of them whose order matters.

use super::cases::cases;
use super::sizes::{HUGE, Sizes};
use crate::farkas::Pairs;
use dependence::{Dependence, DependenceKind, Depth};
use presburger::{Aff, BasicSet, Dim, Error, Map, Result, Set, Space, UnionMap, UnionSet, Value};
use scop::schedule::{TwoDPlusOne, Vector};
use scop::{ArrayId, Certainty, Scop};
use std::collections::BTreeSet;

/// Statements and relations between their instances.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The parameters, in the order of the coefficients.
    pub(crate) parameters: Vec<String>,
    /// What is known of the parameters.
    pub(crate) context: Set,
    pub(crate) statements: Vec<Body>,
    /// What has to be ordered.
    pub(crate) relations: Vec<Relation>,
    /// The values of temporaries: from writes to reads.
    pub(crate) flows: Vec<Relation>,
    /// Reads of the same data by different statements, in both directions.
    pub(crate) reuses: Vec<Relation>,
    /// Constants that are parameters of the linear programs.
    pub(crate) sizes: Sizes,
    /// An order that respects all relations; none if there are no vectors.
    pub(crate) original: Vec<Vector>,
}

/// Pairs of instances of two statements, given by their numbers, of which the first must come first.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub(crate) source: usize,
    pub(crate) sink: usize,
    pub(crate) pairs: Map,
    /// Whether they only have to be ordered if a temporary has the same memory for both.
    pub(crate) temporary: bool,
}

/// In deeper nests, a box of pairs has thousands of vertices.
const DEEP: usize = 4;

/// What is known of a statement.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The instances, with the parameters of the problem.
    pub(crate) domain: Set,
    /// The number of the statement in the program.
    pub(crate) number: usize,
    /// Whether that statement has more instances than these.
    pub(crate) is_piece: bool,
    pub(crate) iterators: Vec<String>,
    pub(crate) arrays: BTreeSet<ArrayId>,
}

impl Problem {
    /// The problem of a program and its dependences. Dependences of kind RAR order nothing: those between different
    /// statements tell which dates are better.
    ///
    /// With `temporaries`, the memory of a variable whose values nobody sees later does not order
    /// iterations: it is enough that each value is written and read on one date of the loops.
    pub fn of_program(
        scop: &Scop,
        dependences: &[Dependence],
        temporaries: bool,
    ) -> Result<Problem> {
        let parameters: Vec<String> = scop.parameters.iter().map(|p| p.name.clone()).collect();
        let names: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let statements = scop
            .statements
            .iter()
            .enumerate()
            .map(|(number, one)| Body {
                number,
                domain: one.domain.align_params(&names),
                is_piece: false,
                iterators: one.iterators.clone(),
                arrays: one.accesses.iter().map(|access| access.array).collect(),
            });
        let mut arrays = BTreeSet::new();
        let mut flows = Vec::new();
        if temporaries {
            for index in 0..scop.arrays.len() {
                let array = ArrayId::new(index);
                if let Some(own) = values_of_temporary(scop, dependences, array)? {
                    arrays.insert(array);
                    flows.extend(own);
                }
            }
        }
        let ordered = dependences
            .iter()
            .filter(|one| one.kind != DependenceKind::Rar);
        let mut reuses = Vec::new();
        let inputs = dependences.iter();
        for one in
            inputs.filter(|one| one.kind == DependenceKind::Rar && one.source.0 != one.sink.0)
        {
            let forward = Relation::of(one);
            reuses.push(Relation {
                source: forward.sink,
                sink: forward.source,
                pairs: forward.pairs.reverse()?,
                temporary: false,
            });
            reuses.push(forward);
        }
        let mut relations = Vec::new();
        for one in ordered {
            relations.push(Relation {
                temporary: arrays.contains(&one.array),
                pairs: cases(&one.relation)?,
                ..Relation::of(one)
            });
        }
        Ok(Problem {
            sizes: Sizes::of(relations.iter().map(|one| &one.pairs), &parameters)?,
            context: scop.context.clone(),
            statements: statements.collect(),
            relations,
            flows,
            reuses,
            original: TwoDPlusOne::from_tree(&scop.schedule)?.vectors,
            parameters,
        })
    }

    /// The problem of instances in `domain`, of which those must come first that `validity` relates to
    /// others.
    ///
    /// ```
    /// use optimizer::schedule::{Options, Problem, propose};
    ///
    /// let domain = "[n] -> { A[i] : 0 <= i < n; B[i] : 0 <= i < n }".parse()?;
    /// let validity = "[n] -> { A[i] -> B[n - 1 - i] }".parse()?;
    /// let problem = Problem::of_relations(&domain, &validity, &"{ : }".parse()?)?;
    /// let tree = propose(&problem, &Options::default())?;
    /// assert!(tree.before()?.intersect(&validity)?.is_equal(&validity.intersect_domain(&domain)?.intersect_range(&domain)?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn of_relations(domain: &UnionSet, validity: &UnionMap, context: &Set) -> Result<Problem> {
        let mut parameters: Vec<String> = Vec::new();
        let sets: Vec<Set> = domain.sets();
        let maps: Vec<Map> = validity.maps();
        let spaces = sets
            .iter()
            .map(Set::space)
            .chain(maps.iter().map(Map::space));
        for space in spaces.chain([context.space()]) {
            for name in space.params() {
                if !parameters.iter().any(|known| **known == **name) {
                    parameters.push(name.to_string());
                }
            }
        }
        let names: Vec<&str> = parameters.iter().map(String::as_str).collect();
        let statements = sets.iter().enumerate().map(|(number, set)| Body {
            number,
            domain: set.align_params(&names),
            is_piece: false,
            iterators: (0..set.n_dim()).map(|i| format!("i{i}")).collect(),
            arrays: BTreeSet::new(),
        });
        let mut relations = Vec::new();
        for map in &maps {
            let number = |tuple| sets.iter().position(|set| set.space().tuple() == tuple);
            let ends = (
                number(map.space().domain_tuple()),
                number(map.space().tuple()),
            );
            if let (Some(source), Some(sink)) = ends {
                let map = map.intersect_domain(&sets[source])?;
                let map = map.intersect_range(&sets[sink])?;
                relations.push(Relation {
                    source,
                    sink,
                    pairs: cases(&map)?,
                    temporary: false,
                });
            }
        }
        Ok(Problem {
            sizes: Sizes::of(relations.iter().map(|one| &one.pairs), &parameters)?,
            context: context.clone(),
            statements: statements.collect(),
            relations,
            flows: Vec::new(),
            reuses: Vec::new(),
            original: Vec::new(),
            parameters,
        })
    }

    /// How many parameters dates have coefficients for: those of the problem, then its sizes.
    pub(crate) fn n_param(&self) -> usize {
        self.parameters.len() + self.sizes.values.len()
    }

    /// The pairs of a relation of one conjunction, with sizes as parameters; `is_own` if it is between
    /// instances of one statement.
    pub(crate) fn pairs(&self, relation: &Map, is_own: bool) -> Result<Pairs> {
        let relation = relation.intersect_params(&self.context)?;
        let mut names: Vec<&str> = self.parameters.iter().map(String::as_str).collect();
        names.extend(self.sizes.names());
        let any = Set::universe(Space::params_only(Vec::new()))?;
        let relation = self.sizes.generalise(&relation)?;
        let pairs = |relation: &Map| match is_own && relation.space().n_in() > DEEP {
            true => Pairs::of_distances(relation, &names),
            false => Pairs::of(relation, &any, &names),
        };
        match pairs(&relation) {
            // More pairs are safe.
            Err(Error::Invalid(_)) => pairs(&without_large(&relation)?),
            found => found,
        }
    }

    /// What the equations of a domain fix: the factors of iterators in them. A date that is a
    /// combination of these has one value for all instances.
    pub(crate) fn fixed(&self, statement: usize) -> Result<Vec<Vec<i64>>> {
        let domain = &self.statements[statement].domain;
        let hull = domain.intersect_params(&self.context)?.affine_hull()?;
        let mut rows = Vec::new();
        for (form, modulus) in hull.congruences()? {
            if !modulus.is_zero() || !form.floors().is_empty() {
                continue;
            }
            let row = (0..domain.n_dim()).map(|i| {
                let factor = form.coefficient(Dim::In(i))?.to_i64();
                factor.ok_or_else(|| Error::Invalid("a coefficient is too large".into()))
            });
            let row = row.collect::<Result<Vec<i64>>>()?;
            if row.iter().any(|factor| *factor != 0) {
                rows.push(row);
            }
        }
        Ok(rows)
    }

    /// A date of a statement, given by its coefficients.
    pub(crate) fn date(&self, statement: usize, date: &[i64]) -> Result<Aff> {
        let space = self.statements[statement].domain.space();
        let (iterators, rest) = date.split_at(space.n_out());
        let (parameters, rest) = rest.split_at(self.parameters.len());
        let (sizes, constant) = rest.split_at(self.sizes.values.len());
        let coefficients = parameters.iter().chain(iterators);
        let coefficients: Vec<Value> = coefficients.map(|&value| value.into()).collect();
        let mut sum = i128::from(constant.first().copied().unwrap_or(0));
        for (factor, size) in sizes.iter().zip(&self.sizes.values) {
            sum += i128::from(*factor) * i128::from(*size);
        }
        let constant = i64::try_from(sum);
        let constant = constant.map_err(|_| Error::Invalid("a date is too large".into()))?;
        Aff::from_coefficients(space, &coefficients, &constant.into())
    }

    pub(crate) fn domain(&self) -> Result<UnionSet> {
        UnionSet::from_sets(self.statements.iter().map(|one| one.domain.clone()))
    }
}

impl Relation {
    fn of(dependence: &Dependence) -> Relation {
        Relation {
            source: dependence.source.0.index(),
            sink: dependence.sink.0.index(),
            pairs: dependence.relation.clone(),
            temporary: false,
        }
    }
}

/// The pairs of a relation, and more: without the constraints whose numbers are so large that generators do not fit.
fn without_large(relation: &Map) -> Result<Map> {
    let mut all = Map::empty(relation.space().clone())?;
    let set = relation.wrap()?;
    for conjunction in set.basic_sets() {
        let mut kept = Vec::new();
        for constraint in conjunction.constraints()? {
            let form = constraint.aff();
            let dims = (0..set.space().n_param()).map(Dim::Param);
            let dims = dims.chain((0..set.n_dim()).map(Dim::In));
            let mut numbers = vec![form.constant()];
            for dim in dims {
                numbers.push(form.coefficient(dim)?);
            }
            let is_small = |value: &Value| value.to_i64().is_some_and(|v| v.abs() < HUGE);
            if form.floors().is_empty() && numbers.iter().all(is_small) {
                kept.push(constraint);
            }
        }
        let more = BasicSet::from_constraints(set.space(), &kept)?.to_set();
        all = all.union(&more.unwrap()?)?;
    }
    Ok(all)
}

/// For a variable whose memory orders iterations, although it only passes values on inside the program: the
/// pairs of writes and the reads that find their values.
fn values_of_temporary(
    scop: &Scop,
    dependences: &[Dependence],
    array: ArrayId,
) -> Result<Option<Vec<Relation>>> {
    let is_obstacle = |one: &Dependence| {
        one.array == array
            && matches!(one.kind, DependenceKind::War | DependenceKind::Waw)
            && matches!(one.depth, Depth::Carried(_))
    };
    if scop.arrays[array.index()].is_seen_later() || !dependences.iter().any(is_obstacle) {
        return Ok(None);
    }
    for read in dependence::read_values(scop, array)? {
        if !read.older.is_empty()? {
            return Ok(None);
        }
    }
    let options = dependence::Options {
        kinds: vec![DependenceKind::Flow],
        array: Some(array),
        ..dependence::Options::default()
    };
    let flows = dependence::dependences(scop, &options)?;
    let is_certain = flows.iter().all(|one| one.certainty == Certainty::Must);
    Ok(is_certain.then(|| flows.iter().map(Relation::of).collect()))
}
