//! Statement instances (the end of section 5.1).

use crate::algorithm::Algorithm;
use crate::ast::{Node, User};
use crate::build::{After, Build, involves, merged, restrict, simplified, with_fewer_floors};
use crate::error::{Error, Result};
use crate::graft::Graft;
use crate::options::Options;
use presburger::{Aff, BasicSet, Dim, Effort, Map, MultiAff, Set, Tuple, attempt};

impl Algorithm<'_> {
    /// Code for what is executed at one date, in any order.
    pub(crate) fn terminate(&self, executed: Vec<Map>, build: &Build) -> Result<Vec<Graft>> {
        let mut grafts = Vec::new();
        for map in executed {
            let explicit = explicit_function(&map, build)?;
            if explicit.is_some() || map.is_single_valued()? {
                grafts.extend(self.instance(map, explicit, build)?);
            } else {
                grafts.extend(self.instances(map, build)?);
            }
        }
        // Their order is free: those with the same condition are put together.
        let mut grouped: Vec<Graft> = Vec::with_capacity(grafts.len());
        for graft in grafts {
            match grouped.iter().rposition(|other| other.guard == graft.guard) {
                Some(at) => grouped.insert(at + 1, graft),
                None => grouped.push(graft),
            }
        }
        Ok(grouped)
    }

    /// The one instance of a statement.
    fn instance(&self, map: Map, explicit: Option<Vec<Aff>>, build: &Build) -> Result<Vec<Graft>> {
        let function = match &explicit {
            Some(_) => None,
            None => Some(map.as_pw_multi_aff()?.coalesce()?),
        };
        let formulas = match (&explicit, &function) {
            (Some(values), _) => Some(values.clone()),
            (None, Some(function)) => match &function.pieces()[..] {
                [(_, only)] => {
                    let values = (0..only.size()).map(|i| only.at(i));
                    Some(values.collect::<presburger::Result<Vec<Aff>>>()?)
                }
                _ => None,
            },
            _ => None,
        };
        let guard = executed_where(&map, formulas, build)?.intersect(&build.pending)?;
        let guard = merged(&guard.compute_divs()?)?;
        let guard = simplified(&guard, &build.generated)?;
        let guard = with_fewer_floors(guard, &build.generated)?;
        if !build.settings.allow_or && guard.n_basic_set() > 1 {
            // A copy for each alternative.
            let mut copies = Vec::new();
            for part in guard.make_disjoint()?.basic_sets() {
                let part = restrict(std::slice::from_ref(&map), &part.to_set())?;
                let mut build = build.clone();
                build.pending = build.universe()?;
                for map in part {
                    copies.extend(self.instance(map, explicit.clone(), &build)?);
                }
            }
            return Ok(copies);
        }
        let known = guard.intersect(&build.generated)?;
        let place = build.position(&guard)?;
        let mut arguments = Vec::new();
        match explicit {
            Some(values) => {
                for value in values {
                    arguments.push(place.aff(&value)?);
                }
            }
            None => {
                let function = function.map_or_else(|| map.as_pw_multi_aff(), Ok)?;
                let function = match attempt(Effort::Expression, || function.gist(&known))? {
                    Some(simpler) => simpler.coalesce()?,
                    None => function,
                };
                for i in 0..function.size() {
                    arguments.push(place.pw_aff(&function.at(i)?)?);
                }
            }
        }
        let name = map.range_tuple_name().unwrap_or("").to_string();
        let user = User { name, arguments };
        let node = Node::User(self.hook.arguments(&map, user, &place, build)?);
        let enforced = build.universe()?;
        Ok(vec![Graft {
            node,
            guard,
            enforced,
        }])
    }

    /// Several instances of a statement: they are scanned by their coordinates.
    fn instances(&self, map: Map, build: &Build) -> Result<Vec<Graft>> {
        let range = map.range()?;
        let count = range.n_dim();
        if count == 0 {
            return Err(Error::Invalid(format!("{map} has several values of none")));
        }
        let mut inner = build.extended(count)?;
        inner.options = Options::None;
        inner.after = After::Leaf;
        let coordinates = range
            .identity()?
            .set_range_tuple_name(None)?
            .flatten_range()?;
        let dated = map.reverse()?.flat_range_product(&coordinates)?;
        let executed = dated.reverse()?;
        let grafts = self.next_dimension(vec![executed], &inner)?;
        grafts
            .into_iter()
            .map(|graft| graft.shortened(build.n))
            .collect()
    }
}

/// The coordinates of the instance as functions of the dates, if equalities say what they are.
fn explicit_function(map: &Map, build: &Build) -> Result<Option<Vec<Aff>>> {
    let set = map.wrap()?.flatten();
    let part = match &set.basic_sets()[..] {
        [only] => only.eliminate_unknown()?,
        _ => set.affine_hull()?,
    };
    // Built anew, so that instances are expressed by dates and not the other way round.
    let part = BasicSet::from_constraints(part.space(), &part.constraints()?)?;
    let equalities: Vec<Aff> = part
        .constraints()?
        .iter()
        .filter(|constraint| constraint.is_equality())
        .map(|constraint| constraint.aff().clone())
        .collect();
    let outer = build.space();
    let mut coordinates = Vec::with_capacity(set.n_dim());
    for i in 0..set.n_dim() {
        coordinates.push(match i < build.n {
            true => Aff::var_on_domain(&outer, Dim::Set(i))?,
            false => Aff::zero_on_domain(&outer)?,
        });
    }
    let tuple = Tuple::anonymous(set.n_dim());
    let embedding = MultiAff::from_aff_list(&outer, tuple, &coordinates)?;
    let mut values = Vec::new();
    for dim in build.n..set.n_dim() {
        let found = equalities.iter().find(|form| {
            let others = (build.n..set.n_dim()).filter(|&other| other != dim);
            involves(form, dim)
                && others.into_iter().all(|other| !involves(form, other))
                && !form
                    .floors()
                    .iter()
                    .any(|(_, argument)| involves(argument, dim))
        });
        let Some(form) = found else {
            return Ok(None);
        };
        let factor = form.coefficient(Dim::In(dim))?;
        let variable = Aff::var_on_domain(&form.domain_space(), Dim::Set(dim))?;
        let rest = form.sub(&variable.scale(&factor)?)?;
        let value = rest.neg()?.scale_down(&factor)?;
        values.push(value.pullback_multi_aff(&embedding)?);
    }
    Ok(Some(values))
}

/// The dates at which there is an instance. If its coordinates are known to be `formulas`, it need
/// not be looked for, and the condition is simpler.
fn executed_where(map: &Map, formulas: Option<Vec<Aff>>, build: &Build) -> Result<Set> {
    let whole = |aff: &Aff| aff.denominator().is_one();
    let Some(formulas) = formulas.filter(|formulas| formulas.iter().all(whole)) else {
        return Ok(map.domain()?);
    };
    let set = map.wrap()?.flatten();
    let space = build.space();
    let mut coordinates = Vec::with_capacity(set.n_dim());
    for i in 0..build.n {
        coordinates.push(Aff::var_on_domain(&space, Dim::Set(i))?);
    }
    coordinates.extend(formulas);
    let tuple = Tuple::anonymous(coordinates.len());
    let graph = MultiAff::from_aff_list(&space, tuple, &coordinates)?;
    Ok(set.preimage_multi_aff(&graph)?)
}
