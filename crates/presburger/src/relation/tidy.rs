//! Small questions and changes that leave the points as they are.

use super::shape::old;
use super::{Parts, Relation, Width, subtract, union};
use crate::conj::{Column, Conj};
use crate::dim::Dim;
use crate::error::{Error, Result, Stop, exact};
use crate::number::{Big, Coeff};
use crate::space::{Name, Space};
use std::ops::Range;

/// The only relation of a text that must speak of one space.
pub(crate) fn single(mut relations: Vec<Relation>) -> Result<Relation> {
    match (relations.pop(), relations.is_empty()) {
        (Some(relation), true) => Ok(relation),
        (None, _) => Err(Error::invalid("an empty union has no space")),
        _ => Err(Error::invalid(
            "the text contains several spaces, so it is a union set or map",
        )),
    }
}

impl Relation {
    /// The relation of one conjunction that is marked empty.
    pub(crate) fn nothing(space: Space) -> Relation {
        let n = space.n_total();
        Relation::new::<i64>(space, vec![Conj::nothing(n)])
    }

    /// Without conjunctions that are marked empty.
    pub(crate) fn without_marked_empty(&self) -> Relation {
        let (kept, all) = match &self.parts {
            Parts::Narrow(c) => (c.iter().filter(|c| !c.is_marked_empty()).count(), c.len()),
            Parts::Wide(c) => (c.iter().filter(|c| !c.is_marked_empty()).count(), c.len()),
        };
        if kept == all {
            return self.clone();
        }
        let parts = match &self.parts {
            Parts::Narrow(conjs) => Parts::Narrow(
                conjs
                    .iter()
                    .filter(|c| !c.is_marked_empty())
                    .cloned()
                    .collect(),
            ),
            Parts::Wide(conjs) => Big::store(
                conjs
                    .iter()
                    .filter(|c| !c.is_marked_empty())
                    .cloned()
                    .collect(),
            ),
        };
        Relation {
            space: self.space.clone(),
            parts,
        }
    }

    /// Whether some conjunction has no constraints.
    pub(crate) fn is_plain_universe(&self) -> bool {
        match &self.parts {
            Parts::Narrow(conjs) => conjs.iter().any(Conj::is_plain_universe),
            Parts::Wide(conjs) => conjs.iter().any(Conj::is_plain_universe),
        }
    }

    /// Whether a conjunction is about rational points.
    pub(crate) fn has_rational(&self) -> bool {
        match &self.parts {
            Parts::Narrow(conjs) => conjs.iter().any(Conj::is_rational),
            Parts::Wide(conjs) => conjs.iter().any(Conj::is_rational),
        }
    }

    /// Whether no coefficient is larger than 1 and there are no locals.
    pub(crate) fn has_unit_coefficients(&self) -> bool {
        fn all<T: Coeff>(conjs: &[Conj<T>]) -> bool {
            conjs.iter().all(|conj| {
                let mut rows = conj.eq.iter().chain(conj.ineq.iter());
                let unit = |row: &[T]| row[1..].iter().all(|v| v.is_zero() || v.is_unit());
                conj.n_local() == 0 && rows.all(unit)
            })
        }
        match &self.parts {
            Parts::Narrow(conjs) => all(conjs),
            Parts::Wide(conjs) => all(conjs),
        }
    }

    pub(crate) fn involves_dims(&self, first: Dim, count: usize) -> Result<bool> {
        Ok(self.mentions(self.space.columns(first, count)?))
    }

    /// Whether a constraint or a floor mentions one of these columns.
    fn mentions(&self, columns: Range<usize>) -> bool {
        match &self.parts {
            Parts::Narrow(conjs) => conjs.iter().any(|c| conj_mentions(c, &columns)),
            Parts::Wide(conjs) => conjs.iter().any(|c| conj_mentions(c, &columns)),
        }
    }

    /// The same points in conjunctions that have none in common.
    pub(crate) fn make_disjoint(&self) -> Result<Relation> {
        if self.n_conj() < 2 {
            return Ok(self.clone());
        }
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.parts)?;
            let mut out = Vec::with_capacity(conjs.len());
            for (i, conj) in conjs.iter().enumerate() {
                out.extend(subtract::subtract(std::slice::from_ref(conj), &conjs[..i])?);
            }
            Ok::<_, Stop>(T::store(out))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }

    /// The same points without constraints that follow from others.
    pub(crate) fn remove_redundancies(&self) -> Result<Relation> {
        let parts = exact!(T => {
            let mut out = Vec::new();
            for conj in <T as Width>::load(&self.parts)?.iter() {
                let mut conj = conj.clone();
                conj.remove_redundancies()?;
                union::push_new(&mut out, conj);
            }
            Ok::<_, Stop>(T::store(out))
        })?;
        Ok(Relation {
            space: self.space.clone(),
            parts,
        })
    }

    /// With an unconstrained parameter at the end, unless it is there.
    pub(crate) fn add_param(&self, name: &str) -> Relation {
        if self.space.find_param(name).is_some() {
            return self.clone();
        }
        let mut params = self.space.params().to_vec();
        params.push(name.into());
        self.align_params(&params)
    }

    pub(crate) fn fix_param(&self, name: &str, value: &Big) -> Result<Relation> {
        let relation = self.add_param(name);
        let at = relation.space.find_param(name).expect("just added");
        relation.compare_value(Dim::Param(at), super::Order::Eq, value)
    }

    /// With these parameters first; the others of `self` follow.
    pub(crate) fn align_params_first(&self, params: &[&str]) -> Relation {
        let mut all: Vec<Name> = Vec::with_capacity(params.len() + self.space.n_param());
        let given = params.iter().map(|p| Name::from(*p));
        for name in given.chain(self.space.params().iter().cloned()) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        self.align_params(&all)
    }

    /// Without the parameters that nothing mentions.
    pub(crate) fn drop_unused_params(&self) -> Result<Relation> {
        let p = self.space.n_param();
        let used: Vec<usize> = (0..p).filter(|&i| self.mentions(i..i + 1)).collect();
        if used.len() == p {
            return Ok(self.clone());
        }
        let params: Vec<Name> = used
            .iter()
            .map(|&i| self.space.params()[i].clone())
            .collect();
        let columns: Vec<Column> = used
            .into_iter()
            .map(Column::Old)
            .chain(old(p..self.space.n_total()))
            .collect();
        // Columns that nothing mentions become locals that nothing mentions.
        self.rearrange(self.space.with_params(params), &columns)
    }
}

fn conj_mentions<T: Coeff>(conj: &Conj<T>, columns: &Range<usize>) -> bool {
    let used = |row: &[T], head: usize| {
        row[head + columns.start..head + columns.end]
            .iter()
            .any(|v| !v.is_zero())
    };
    conj.eq
        .iter()
        .chain(conj.ineq.iter())
        .any(|row| used(row, 1))
        || conj.div.iter().any(|row| used(row, 2))
}
