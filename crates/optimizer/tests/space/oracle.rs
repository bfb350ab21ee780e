//! Whether an interleaving is legal, decided by its definition: one linear program over all coefficients of the
//! statements of a class, for each class. Nothing of the space is used here.

use dependence::{Dependence, DependenceKind};
use optimizer::farkas::{Condition, Demand, Pairs};
use optimizer::solver::{Program, Row};
use optimizer::space::Order;
use presburger::{Aff, Dim, Map, MultiAff, Set, Tuple};
use scop::Scop;
use scop::schedule::{Placement, Placements};
use std::collections::BTreeMap;

/// Larger coefficients and shifts are not tried. They are much smaller than the constants that are bounds of
/// loops in the kernels.
const LARGEST_COEFFICIENT: i64 = 20;
const LARGEST_SHIFT: i64 = 100;

pub struct Oracle {
    /// For each statement its counters, as coefficients of iterators, parameters, 1.
    counters: Vec<Vec<Vec<i64>>>,
    /// Source, sink, and when no distance is negative.
    dependences: Vec<(usize, usize, Vec<Condition>)>,
    largest_shift: i64,
    known: BTreeMap<Vec<usize>, bool>,
}

impl Oracle {
    /// `None` if a loop does not begin at an affine form.
    pub fn new(scop: &Scop, dependences: &[Dependence]) -> Option<Oracle> {
        let names: Vec<&str> = scop.parameters.iter().map(|p| p.name.as_str()).collect();
        let ordered = dependences
            .iter()
            .filter(|one| one.kind != DependenceKind::Rar);
        let dependences = ordered.map(|one| {
            let pairs = Pairs::of(&one.relation, &scop.context, &names).unwrap();
            let conditions = pairs.conditions(Demand::Weak);
            (one.source.0.index(), one.sink.0.index(), conditions)
        });
        let dependences = dependences.collect();
        let placements = Placements::new(&scop.schedule).unwrap();
        let statements = scop.statements.iter();
        let counters = statements.map(|one| {
            let tuple = one.domain.space().tuple().unwrap();
            let [only] = placements.of(tuple) else {
                return None;
            };
            counters(scop, &placements, &placements[*only], &names)
        });
        Some(Oracle {
            counters: counters.collect::<Option<_>>()?,
            dependences,
            largest_shift: LARGEST_SHIFT,
            known: BTreeMap::new(),
        })
    }

    /// For boxes of instances from 0 to below n, and pairs of them with the numbers of their statements.
    pub fn of_relations(
        domains: &[Set],
        relations: &[(Map, (usize, usize))],
        shift: Option<i64>,
    ) -> Oracle {
        let unit = |depth: usize, i: usize| (0..depth + 2).map(|k| i64::from(k == i)).collect();
        let counters = domains.iter().map(|one| {
            let depth = one.n_dim();
            (0..depth).map(|i| unit(depth, i)).collect()
        });
        let context = "[n] -> { : n >= 4 }".parse().unwrap();
        let dependences = relations.iter().map(|(relation, (a, b))| {
            let pairs = Pairs::of(relation, &context, &["n"]).unwrap();
            (*a, *b, pairs.conditions(Demand::Weak))
        });
        Oracle {
            counters: counters.collect(),
            dependences: dependences.collect(),
            largest_shift: shift.unwrap_or(LARGEST_SHIFT),
            known: BTreeMap::new(),
        }
    }

    pub fn is_legal(&mut self, order: &Order) -> bool {
        let mut dependences = self.dependences.iter();
        let is_ordered = dependences.all(|&(a, b, _)| order.ranks()[a] <= order.ranks()[b]);
        is_ordered && order.classes().iter().all(|class| self.can_share(class))
    }

    fn can_share(&mut self, class: &[usize]) -> bool {
        if let Some(&known) = self.known.get(class) {
            return known;
        }
        let can = self.program(class).lexmin(100_000).unwrap().is_some();
        self.known.insert(class.to_vec(), can);
        can
    }

    /// The conditions on the dates of some statements that share a loop.
    fn program(&self, class: &[usize]) -> Program {
        let mut program = Program::new(0);
        // For each statement the variables of its counters, and its shift.
        let mut variables: BTreeMap<usize, (Vec<usize>, usize)> = BTreeMap::new();
        for &statement in class {
            let counters = &self.counters[statement];
            let own: Vec<usize> = counters.iter().map(|_| program.add_variable()).collect();
            let shift = program.add_variable();
            for &a in &own {
                program.add(Row::at_least_zero([(a, -1)], LARGEST_COEFFICIENT));
            }
            program.add(Row::at_least_zero([(shift, -1)], self.largest_shift));
            if !own.is_empty() {
                program.add(Row::at_least_zero(own.iter().map(|&a| (a, 1)), -1));
            }
            variables.insert(statement, (own, shift));
        }
        let terms = |statement: usize, factors: &[i64]| -> Vec<(usize, i64)> {
            let (own, shift) = &variables[&statement];
            let product =
                |counter: &Vec<i64>| counter.iter().zip(factors).map(|(a, b)| a * b).sum();
            let counters = self.counters[statement].iter().map(product);
            let mut terms: Vec<(usize, i64)> = own.iter().copied().zip(counters).collect();
            terms.push((*shift, factors[factors.len() - 1]));
            terms
        };
        for (source, sink, conditions) in &self.dependences {
            if !class.contains(source) || !class.contains(sink) {
                continue;
            }
            for condition in conditions {
                let mut all = terms(*source, &condition.source);
                all.extend(terms(*sink, &condition.sink));
                program.add(match condition.equality {
                    true => Row::zero(all, condition.constant),
                    false => Row::at_least_zero(all, condition.constant),
                });
            }
        }
        program
    }
}

/// How many iterations there were before, for each loop that has several.
fn counters(
    scop: &Scop,
    placements: &Placements,
    own: &Placement,
    names: &[&str],
) -> Option<Vec<Vec<i64>>> {
    let dates: Vec<_> = own.dates().collect();
    let mut counters = Vec::new();
    for (k, &(id, date)) in dates.iter().enumerate() {
        // From the dates of the outer loops to those of this one, for all statements in it.
        let mut iterations: Option<Map> = None;
        for (_, placement) in placements.iter() {
            let Some(other) = placement.date_of(id) else {
                continue;
            };
            let outer: Vec<Aff> = placement
                .dates()
                .take(k)
                .map(|(_, date)| date.clone())
                .collect();
            let function = |list: &[Aff]| {
                let tuple = Tuple::anonymous(list.len());
                let function = MultiAff::from_aff_list(placement.domain.space(), tuple, list);
                function
                    .unwrap()
                    .as_map()
                    .unwrap()
                    .intersect_domain(&placement.domain)
                    .unwrap()
            };
            let from = function(&outer).reverse().unwrap();
            let own = from
                .apply_range(&function(std::slice::from_ref(other)))
                .unwrap();
            iterations = Some(match iterations {
                Some(all) => all.union(&own).unwrap(),
                None => own,
            });
        }
        let iterations = iterations?.intersect_params(&scop.context).unwrap();
        if iterations.is_single_valued().unwrap() {
            continue;
        }
        let first = iterations.lexmin().unwrap().as_pw_multi_aff().unwrap();
        let outer: Vec<Vec<i64>> = dates[..k]
            .iter()
            .map(|(_, date)| row(date, names))
            .collect::<Option<_>>()?;
        let date = row(date, names)?;
        let pieces = first.pieces();
        let forms = pieces.iter().map(|(_, form)| {
            let form = form.at(0).unwrap();
            let first = row(&form, names)?;
            let terms = first.iter().filter(|factor| **factor != 0).count();
            // The form is one of the outer dates.
            let (factors, rest) = first.split_at(k);
            let depth = date.len() - names.len() - 1;
            let mut counter = date.clone();
            for (factor, outer) in factors.iter().zip(&outer) {
                counter
                    .iter_mut()
                    .zip(outer)
                    .for_each(|(sum, value)| *sum -= factor * value);
            }
            counter[depth..]
                .iter_mut()
                .zip(rest)
                .for_each(|(sum, value)| *sum -= value);
            Some((terms, counter))
        });
        let forms = forms.collect::<Option<Vec<_>>>()?;
        let (_, simplest) = forms.into_iter().min_by_key(|(terms, _)| *terms)?;
        counters.push(simplest);
    }
    Some(counters)
}

/// The coefficients of the dimensions, the parameters and 1; `None` if there are floors.
fn row(form: &Aff, names: &[&str]) -> Option<Vec<i64>> {
    if !form.floors().is_empty() {
        return None;
    }
    let space = form.domain_space();
    let mut row: Vec<i64> = (0..space.n_out())
        .map(|i| form.coefficient(Dim::In(i)).unwrap().to_i64().unwrap())
        .collect();
    for name in names {
        let position = space.params().iter().position(|own| &**own == *name);
        let value = position.map(|i| form.coefficient(Dim::Param(i)).unwrap().to_i64().unwrap());
        row.push(value.unwrap_or(0));
    }
    row.push(form.constant().to_i64().unwrap());
    Some(row)
}
