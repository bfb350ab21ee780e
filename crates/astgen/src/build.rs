//! What is known at a point of the generation (section 4.2, the stock), and sets in its terms.
//!
//! All sets of a build have one dimension for each member of the schedule seen so far; the loops
//! of the first `depth` of them are decided.

use crate::ast::LoopAttributes;
use crate::error::Result;
use crate::expression::Position;
use crate::expression::integer;
use crate::floors::outer_floors;
use crate::options::Options;
use crate::settings::Settings;
use crate::strides::gcd;
use presburger::{
    Aff, BasicSet, Constraint, Dim, Effort, Map, MultiAff, Set, Space, Tuple, Value, attempt,
};
use scop::schedule::Node;
use std::collections::HashSet;

/// What the generation goes on with when the dimensions of a band are done.
#[derive(Clone, Debug)]
pub(crate) enum After {
    /// The statements themselves.
    Leaf,
    /// The rest of a schedule tree.
    Tree(Node),
}

/// The stock.
#[derive(Clone, Debug)]
pub(crate) struct Build {
    /// The number of dimensions.
    pub n: usize,
    /// The current dimension; those before it are decided.
    pub depth: usize,
    /// What outer loops and the context guarantee.
    pub generated: Set,
    /// What must hold for anything below to be executed, though no loop guarantees it.
    pub pending: Set,
    /// The dimensions in terms of those that have a loop.
    pub values: MultiAff,
    /// For each dimension a step and an offset that its values are known to have.
    pub strides: Vec<(i64, i64)>,
    /// For each dimension what its loops inherit from the schedule.
    pub attributes: Vec<LoopAttributes>,
    /// How loops are wanted.
    pub options: Options,
    pub after: After,
    /// The part of the name before the number of a loop counter.
    pub prefix: String,
    pub settings: Settings,
    /// Whether code is to be repeated for full tiles.
    pub separate: bool,
    /// Whether no code is to be repeated for full tiles from here on.
    pub whole: bool,
}

impl Build {
    pub fn new(context: &Set, prefix: String, after: After, settings: Settings) -> Result<Build> {
        let space = Space::set(Vec::new(), Tuple::anonymous(0));
        let universe = Set::universe(space.clone())?;
        Ok(Build {
            n: 0,
            depth: 0,
            generated: universe.intersect_params(context)?,
            pending: universe,
            values: MultiAff::identity_on_domain(&space)?,
            strides: Vec::new(),
            attributes: Vec::new(),
            options: Options::None,
            after,
            prefix,
            separate: settings.separate_full_tiles,
            settings,
            whole: false,
        })
    }

    pub fn space(&self) -> Space {
        Space::set(Vec::new(), Tuple::anonymous(self.n))
    }

    pub fn universe(&self) -> Result<Set> {
        Ok(Set::universe(self.space())?)
    }

    pub fn iterator(&self, dim: usize) -> String {
        format!("{}{dim}", self.prefix)
    }

    /// Everything that holds for what is executed below.
    pub fn known(&self) -> Result<Set> {
        Ok(self.generated.intersect(&self.pending)?)
    }

    /// The place in the code, where the guaranteed conditions and `more` hold.
    pub fn position(&self, more: &Set) -> Result<Position> {
        let names = (0..self.n).map(|i| self.iterator(i)).collect();
        let place = Position::new(names, self.generated.intersect(more)?);
        Ok(place
            .with_strides(self.strides.clone())
            .with_settings(self.settings))
    }

    /// With `count` more dimensions behind the present ones.
    pub fn extended(&self, count: usize) -> Result<Build> {
        self.inserted(self.n, count)
    }

    /// With `count` more dimensions at `at`.
    pub fn inserted(&self, at: usize, count: usize) -> Result<Build> {
        let mut build = self.clone();
        build.n += count;
        for _ in 0..count {
            build.strides.insert(at, (1, 0));
            build.attributes.insert(at, LoopAttributes::default());
        }
        build.generated = self.generated.insert_dims(Dim::Set(at), count)?;
        build.pending = self.pending.insert_dims(Dim::Set(at), count)?;
        let space = build.space();
        // Old values, over the old dimensions at their new places.
        let mut old = Vec::with_capacity(self.n);
        for i in (0..at).chain(at + count..build.n) {
            old.push(Aff::var_on_domain(&space, Dim::Set(i))?);
        }
        let moved = MultiAff::from_aff_list(&space, Tuple::anonymous(self.n), &old)?;
        let moved = self.values.pullback_multi_aff(&moved)?;
        let mut values = Vec::with_capacity(build.n);
        for i in 0..build.n {
            values.push(match i {
                i if i < at => moved.at(i)?,
                i if i < at + count => Aff::var_on_domain(&space, Dim::Set(i))?,
                i => moved.at(i - count)?,
            });
        }
        build.values = MultiAff::from_aff_list(&space, Tuple::anonymous(build.n), &values)?;
        Ok(build)
    }

    /// The function that replaces dimension `depth` by `value` and keeps all others.
    pub fn replacing(&self, value: &Aff) -> Result<MultiAff> {
        let identity = MultiAff::identity_on_domain(&self.space())?;
        Ok(identity.set_at(self.depth, value)?)
    }

    /// Local constraints (section 5.2): a set around `set` that says nothing of inner
    /// dimensions and has no floors of the current one.
    pub fn local(&self, set: &Set) -> Result<Set> {
        let inner = self.n - self.depth - 1;
        let set = set.eliminate(Dim::Set(self.depth + 1), inner)?;
        let mut parts = Vec::with_capacity(set.n_basic_set());
        for part in set.basic_sets() {
            let part = part.eliminate_floors_of(Dim::Set(self.depth), 1)?;
            parts.push(part.to_set());
        }
        union_of(&set, parts)
    }

    /// A number that divides the values of `form` less its constant, and the constant it has when
    /// the dimensions with a stride are counted from their offsets.
    pub fn divisor(&self, form: &Aff) -> Result<(i64, i64)> {
        divisor(form, &self.strides)
    }

    /// Inequalities with the constants that the strides of the dimensions allow.
    pub fn tightened(&self, constraints: Vec<Constraint>) -> Result<Vec<Constraint>> {
        let mut out = Vec::with_capacity(constraints.len());
        for constraint in constraints {
            let constraint = without_floor(constraint, &self.strides)?;
            let (divisor, constant) = self.divisor(constraint.aff())?;
            if constraint.is_equality() || divisor < 2 {
                out.push(constraint);
                continue;
            }
            let less = Value::from(-constant.rem_euclid(divisor));
            out.push(Constraint::non_negative(
                constraint.aff().add_constant(&less)?,
            ));
        }
        Ok(out)
    }

    /// The constraints of a conjunction that involve dimension `dim`, and the others.
    pub fn split(&self, set: &BasicSet, dim: usize) -> Result<(Vec<Constraint>, Vec<Constraint>)> {
        Ok(set
            .constraints()?
            .into_iter()
            .partition(|constraint| involves(constraint.aff(), dim)))
    }
}

/// The union of sets in the space of another one. Each union looks at all parts of both, so sets
/// are joined with their neighbours, these with theirs, and so on, not one by one with all before.
fn union_of(space_of: &Set, mut sets: Vec<Set>) -> Result<Set> {
    while sets.len() > 1 {
        let joined = sets.chunks(2).map(|pair| match pair {
            [first, second] => first.union(second),
            _ => Ok(pair[0].clone()),
        });
        sets = joined.collect::<presburger::Result<_>>()?;
    }
    let empty = Set::empty(space_of.space().clone())?;
    Ok(match sets.pop() {
        Some(all) => empty.union(&all)?,
        None => empty,
    })
}

/// A number that divides the values of `form` less its constant, and the constant it has when
/// the dimensions with a stride are counted from their offsets.
pub(crate) fn divisor(form: &Aff, strides: &[(i64, i64)]) -> Result<(i64, i64)> {
    let mut divisor = 0;
    let mut constant = integer(&form.constant())?;
    let space = form.domain_space();
    for i in 0..space.n_param() {
        divisor = gcd(divisor, integer(&form.coefficient(Dim::Param(i))?)?);
    }
    for i in 0..space.n_out() {
        let factor = integer(&form.coefficient(Dim::In(i))?)?;
        let (step, offset) = strides.get(i).copied().unwrap_or((1, 0));
        let (whole, shift) = (factor.checked_mul(step), factor.checked_mul(offset));
        let sum = shift.and_then(|shift| constant.checked_add(shift));
        let (Some(whole), Some(sum)) = (whole, sum) else {
            // Too large to tell: one divides everything.
            return Ok((1, 0));
        };
        divisor = gcd(divisor, whole);
        constant = sum;
    }
    for (factor, _) in form.floors() {
        divisor = gcd(divisor, integer(&factor)?);
    }
    Ok((divisor, constant))
}

/// An inequality with one floor, `f⌊a/m⌋ + r >= 0`, without it if the strides make `r` a multiple
/// of `f`: `⌊a/m⌋ >= k` is `a >= m k`, and `⌊a/m⌋ <= k` is `a <= m k + m - 1`.
pub(crate) fn without_floor(constraint: Constraint, strides: &[(i64, i64)]) -> Result<Constraint> {
    let aff = constraint.aff();
    let [(factor, argument)] = &aff.floors()[..] else {
        return Ok(constraint);
    };
    if constraint.is_equality() {
        return Ok(constraint);
    }
    let rest = aff.sub(&argument.floor()?.scale(factor)?)?;
    let factor = integer(factor)?;
    let (common, constant) = divisor(&rest, strides)?;
    if factor == 0 || common % factor != 0 {
        return Ok(constraint);
    }
    let rest = rest.add_constant(&Value::from(-constant.rem_euclid(factor.abs())))?;
    let modulus = integer(&argument.denominator())?;
    let dividend = argument.scale(&argument.denominator())?;
    // f a + m r >= 0, and f (a - m + 1) + m r >= 0 where f is negative.
    let dividend = match factor < 0 {
        true => dividend.add_constant(&Value::from(1 - modulus))?,
        false => dividend,
    };
    let form = dividend.scale(&Value::from(factor))?;
    let form = form.add(&rest.scale(&Value::from(modulus))?)?;
    let (common, _) = divisor(&form, &[])?;
    if common < 2 {
        return Ok(Constraint::non_negative(form));
    }
    let surplus = integer(&form.constant())?.rem_euclid(common);
    let form = form.add_constant(&Value::from(-surplus))?;
    Ok(Constraint::non_negative(
        form.scale_down(&Value::from(common))?,
    ))
}

/// Whether a form depends on a dimension, also within floors.
pub(crate) fn involves(aff: &Aff, dim: usize) -> bool {
    let direct = aff.coefficient(Dim::In(dim)).is_ok_and(|c| !c.is_zero());
    direct
        || aff
            .floors()
            .iter()
            .any(|(_, argument)| involves(argument, dim))
}

/// The union of the domains of the relations.
pub(crate) fn domain_of(executed: &[Map], build: &Build) -> Result<Set> {
    let mut domains: Vec<Set> = vec![Set::empty(build.space())?];
    let mut seen: HashSet<Set> = HashSet::new();
    for map in executed {
        // Many statements have the same dates.
        let domain = map.domain()?;
        if seen.insert(domain.clone()) {
            domains.push(domain);
        }
    }
    // In pairs, so that little is copied often.
    while domains.len() > 1 {
        let mut joined = Vec::with_capacity(domains.len().div_ceil(2));
        for pair in domains.chunks(2) {
            joined.push(match pair {
                [a, b] => a.union(b)?,
                _ => pair[0].clone(),
            });
        }
        domains = joined;
    }
    Ok(domains.remove(0))
}

/// The relations restricted to a part of the schedule, without those that become empty.
pub(crate) fn restrict(executed: &[Map], region: &Set) -> Result<Vec<Map>> {
    let mut kept = Vec::with_capacity(executed.len());
    for map in executed {
        let map = map.intersect_domain(region)?;
        if !map.is_empty()? {
            kept.push(map);
        }
    }
    Ok(kept)
}

/// The same relation with the equalities that only integers have, as far as they are found easily,
/// and without floors that outer dates know.
pub(crate) fn with_equalities(map: &Map) -> Result<Map> {
    let found = attempt(Effort::Relation, || map.detect_equalities())?;
    outer_floors(&found.unwrap_or_else(|| map.clone()))
}

/// The same for a set, with tight inequalities.
pub(crate) fn sharp(set: &Set) -> Result<Set> {
    let found = attempt(Effort::Relation, || set.tighten())?;
    Ok(found.unwrap_or_else(|| set.clone()))
}

/// One conjunction around a condition that holds anyway: restricting something to it must not
/// break it up.
pub(crate) fn unbroken(context: &Set) -> Result<Set> {
    match context.n_basic_set() {
        0 | 1 => Ok(context.clone()),
        _ => Ok(context.simple_hull()?.to_set()),
    }
}

/// The names of the statements, for messages.
pub(crate) fn statements(executed: &[Map]) -> String {
    let mut names: Vec<&str> = executed
        .iter()
        .filter_map(|map| map.range_tuple_name())
        .collect();
    names.dedup();
    names.join(", ")
}

/// The names of the statements of a schedule, for messages.
pub(crate) fn domain_names(schedule: &[Map]) -> String {
    let mut names: Vec<&str> = schedule
        .iter()
        .filter_map(|map| map.domain_tuple_name())
        .collect();
    names.dedup();
    names.join(", ")
}

/// Drops the dimensions of `set` from `n` on, about which it says nothing.
pub(crate) fn shortened(set: &Set, n: usize) -> Result<Set> {
    match set.n_dim() {
        more if more > n => Ok(set.project_out(Dim::Set(n), more - n)?),
        _ => Ok(set.clone()),
    }
}

/// `set` without what `context` implies. Like a gist, but what only integers imply is found too,
/// where that is cheap.
pub(crate) fn simplified(set: &Set, context: &Set) -> Result<Set> {
    let mut gist = set.gist(context)?;
    if gist.basic_sets().iter().any(BasicSet::has_unknown) {
        gist = merged(&gist.compute_divs()?)?.gist(context)?;
    }
    let parts = gist.basic_sets();
    if let [only] = &parts[..] {
        return Ok(simplified_part(only, context)?.to_set());
    }
    // Each part by itself may be replaced by what is the same in the context.
    let mut union = Set::empty(gist.space().clone())?;
    for part in parts.iter() {
        let part = match parts.len() <= MAX_PARTS {
            true => simplified_part(part, context)?,
            false => part.clone(),
        };
        union = union.union(&part.to_set())?;
    }
    without_excluded(&merged(&union)?, context)
}

/// A union without inequalities that only say that another part does not hold, as in
/// `a or (not a and b)`.
fn without_excluded(union: &Set, context: &Set) -> Result<Set> {
    let mut parts: Vec<BasicSet> = union.basic_sets().to_vec();
    if parts.len() < 2 || parts.len() > MAX_PARTS || parts.iter().any(BasicSet::has_unknown) {
        return Ok(union.clone());
    }
    let mut changed = false;
    for i in (0..parts.len()).rev() {
        for constraint in parts[i].constraints()? {
            if constraint.is_equality() {
                continue;
            }
            let mut rest = parts[i].constraints()?;
            rest.retain(|other| *other != constraint);
            let rest = BasicSet::from_constraints(union.space(), &rest)?;
            let added = || -> Result<bool> {
                let outside = constraint.aff().add_constant(&Value::one())?.neg()?;
                let added = rest.to_set().intersect(&outside.nonneg_set()?)?;
                let mut others = Set::empty(union.space().clone())?;
                for (j, other) in parts.iter().enumerate() {
                    if j != i {
                        others = others.union(&other.to_set())?;
                    }
                }
                Ok(!added.intersect(context)?.is_subset(&others)?)
            };
            if attempt(Effort::Question, added)? == Some(false) {
                parts[i] = rest;
                changed = true;
            }
        }
    }
    if !changed {
        return Ok(union.clone());
    }
    let mut out = Set::empty(union.space().clone())?;
    for part in parts {
        out = out.union(&part.to_set())?;
    }
    Ok(out)
}

/// Fewer conjunctions, unless that needs constraints with several floors, which nobody can read.
pub(crate) fn merged(set: &Set) -> Result<Set> {
    if set.n_basic_set() < 2 {
        return Ok(set.clone());
    }
    let few = set.coalesce_bounded()?;
    for part in few.basic_sets() {
        let constraints = part.constraints()?;
        if constraints.iter().any(|c| c.aff().floors().len() > 1) {
            return Ok(set.coalesce_preserving()?);
        }
    }
    Ok(few)
}

/// Unions of more parts are left as they are.
const MAX_PARTS: usize = 8;

/// A condition with floors replaced by the values that they have in the context, if it is one
/// conjunction.
pub(crate) fn with_fewer_floors(condition: Set, context: &Set) -> Result<Set> {
    let floors = |part: &BasicSet| -> Result<usize> {
        let constraints = part.constraints()?;
        Ok(constraints.iter().map(|c| c.aff().floors().len()).sum())
    };
    let [part] = &condition.basic_sets()[..] else {
        return Ok(condition);
    };
    if part.has_unknown() || context.n_basic_set() != 1 {
        return Ok(condition);
    }
    let count = floors(part)?;
    if count == 0 {
        return Ok(condition);
    }
    let replaced = || {
        let here = part.to_set().intersect(context)?;
        here.tighten()?.gist(context)
    };
    let Some(replaced) = attempt(Effort::Expression, replaced)? else {
        return Ok(condition);
    };
    // A condition on inner dimensions cannot be tested outside of their loops.
    for dim in 0..condition.n_dim() {
        let dim = Dim::Set(dim);
        if replaced.involves_dims(dim, 1)? && !condition.involves_dims(dim, 1)? {
            return Ok(condition);
        }
    }
    match &replaced.basic_sets()[..] {
        [only] if !only.has_unknown() && floors(only)? < count => {
            simplified(&only.to_set(), context)
        }
        _ => Ok(condition),
    }
}

/// The same for one conjunction, by leaving constraints out.
fn simplified_part(only: &BasicSet, context: &Set) -> Result<BasicSet> {
    // Without floors and factors what integers imply follows without them, but for rare cases,
    // and the gist has found it.
    let plain = |set: &Set| set.has_unit_coefficients();
    if only.has_unknown() || (plain(&only.to_set()) && plain(context)) {
        return Ok(only.clone());
    }
    let all = only.constraints()?;
    let kept = not_implied(only.space(), &all, context)?;
    match kept.len() == all.len() {
        true => Ok(only.clone()),
        false => Ok(BasicSet::from_constraints(only.space(), &kept)?),
    }
}

/// Those of the constraints that the others do not imply in the context, as far as that is
/// found easily.
pub(crate) fn not_implied(
    space: &Space,
    all: &[Constraint],
    context: &Set,
) -> Result<Vec<Constraint>> {
    let mut kept = all.to_vec();
    if all.len() > 24 {
        return Ok(kept);
    }
    // Complicated ones first: they are the ones to get rid of.
    let mut order: Vec<&Constraint> = all.iter().collect();
    order.sort_by_key(|constraint| std::cmp::Reverse(constraint.aff().floors().len()));
    for constraint in order {
        let rest: Vec<Constraint> = kept.iter().filter(|c| *c != constraint).cloned().collect();
        let implied = || -> Result<bool> {
            let around = BasicSet::from_constraints(space, &rest)?.to_set();
            let around = around.intersect(context)?;
            let aff = constraint.aff();
            let below = aff.add_constant(&Value::one())?.neg()?.nonneg_set()?;
            if !around.is_disjoint(&below)? {
                return Ok(false);
            }
            let above = aff.add_constant(&-Value::one())?.nonneg_set()?;
            Ok(!constraint.is_equality() || around.is_disjoint(&above)?)
        };
        if attempt(Effort::Question, implied)? == Some(true) {
            kept = rest;
        }
    }
    Ok(kept)
}
