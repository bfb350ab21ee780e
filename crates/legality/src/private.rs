//! Whether each iteration of a loop can have a copy of a variable for itself.
//!
//! Let `m` be a band member and `x` a variable, a scalar or an array, that several of its iterations
//! touch and one writes. An *iteration* of `m` is a vector of dates: of the members above `m` and of
//! `m` itself. Iterations that differ in the last entry alone belong to one *execution* of the
//! loop. What OpenMP offers is a copy of the whole of `x` for each thread. A thread runs some of the
//! iterations of an execution, in any order and one after the other, on its copy. So whatever is
//! in a copy when an iteration begins, nonsense or something that another iteration wrote there,
//! must not be looked at. Value by value, where `w -> r` at the cell `c` is value-based flow:
//!
//! 1. *Nothing crosses*: no `w -> r` leads from one iteration of an execution to another.
//! 2. *What enters is what the copy holds.* Let `r`, in iteration `i`, find in `c` a value from before
//!    the execution. With a copy that is not initialised it does not. With an initialised one
//!    (`firstprivate`) it does if no iteration of the execution other than `i` may write `c`: since any
//!    other one may have run before `i` on the same thread. That no *earlier* one writes `c` is clear,
//!    as `r` would not find the older value; that no later one does must be proved. `i` itself
//!    may write `c` after `r`, for before `r` it has not, by the choice of `r`.
//! 3. *What leaves is what is copied out.* After an execution, `lastprivate` replaces all of `x` by the
//!    copy in which the last iteration ran. Call a cell needed if somebody outside the execution
//!    reads a value in it that the execution has written, or if the execution may write it and `x`
//!    outlives the program. If no cell is needed, nothing is copied out. Otherwise every
//!    iteration must be sure to write every needed cell: then so does the last one, whichever the
//!    generated loop takes for it, and as the last to write the cell in the program it leaves the value
//!    that the program leaves there. Cells that are not needed become nonsense, unless
//!    - every iteration also writes all cells that anybody outside the execution may read and all
//!      of those that outlive the program (then plain `lastprivate` will do), or
//!    - the copy is initialised as well: a cell that no iteration writes holds its old value, and
//!      a cell that some iteration writes, but not every one, is not needed.
//!
//! Value-based flow is that of the original order. The new order has the same, which is checked
//! separately; only accumulations may have changed places. Between two of these that both
//! accumulate in iterations a value crosses in either order. And a cell in which a value enters an
//! execution is written by one iteration at most, by 2; by 3 nobody outside reads what it writes, unless
//! it is the only one, so it does not matter whether an accumulation outside comes before or after.

use crate::legal::Role;
use crate::placement::Placed;
use dependence::ReadValues;
use presburger::{Dim, Map, MultiAff, PwAff, Result, Set, Space, Tuple};
use scop::schedule::Placement;
use scop::{ArrayId, MemberId, PlacementId, Scop, Storage};

/// A copy that each iteration can have for itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Own {
    pub(crate) role: Role,
    /// The parameters for which somebody may see what an iteration leaves behind, also one that does
    /// nothing: for others it need not write anything.
    pub(crate) keeps: Set,
}

impl Own {
    /// One that nothing enters and nothing leaves.
    pub(crate) fn private(scop: &Scop) -> Result<Own> {
        Ok(Own {
            role: Role::Private,
            keeps: Set::empty(scop.context.space().clone())?,
        })
    }
}

/// Why iterations cannot have copies of a variable for themselves.
#[derive(Clone, Debug)]
pub(crate) enum Obstacle {
    /// There can be no copy of it.
    Uncopied(&'static str),
    /// A value passes from an execution of a statement to another: `[read -> cell] -> write`.
    Crosses(Map),
    /// A read finds an old value that another iteration overwrites: `[iteration -> cell] -> other`.
    Overwritten(Map),
    /// An iteration may not write a cell that is needed after the loop: `iteration -> cell`.
    Lost(Map),
    /// Vector lanes have no initialised copies: `iteration -> cell` that is to be initialised.
    Lanes(Map),
}

/// A copy for each iteration of a loop, or what is in the way.
pub(crate) fn private(
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
) -> Result<std::result::Result<Own, Obstacle>> {
    let known = &placed.scop[array];
    // Parts of a structure cannot be named in a clause, and functions do not see copies.
    if known.source_name.contains('.') {
        return Ok(Err(Obstacle::Uncopied("it is part of a variable")));
    }
    if !known
        .source_name
        .chars()
        .all(|c| c.is_alphanumeric() || c == '_')
    {
        return Ok(Err(Obstacle::Uncopied("it is memory with several names")));
    }
    if known.seen_by_calls {
        return Ok(Err(Obstacle::Uncopied("functions that are called use it")));
    }
    if known.heap {
        return Ok(Err(Obstacle::Uncopied(
            "it is memory from `malloc`, which all iterations share; a smaller array, such as the \
             buffer of a smaller tile, is on the stack",
        )));
    }
    if known.behind_pointer {
        return Ok(Err(Obstacle::Uncopied(
            "it is memory that a pointer leads to, and a copy of a pointer leads to the same memory",
        )));
    }
    let loop_ = Loop {
        placed,
        member,
        array,
    };
    loop_.judge()
}

/// Whether the values of a variable would let each iteration have a copy, if there could be any.
pub(crate) fn would_be_private(
    placed: &Placed<'_>,
    member: MemberId,
    array: ArrayId,
) -> Result<bool> {
    let loop_ = Loop {
        placed,
        member,
        array,
    };
    Ok(loop_.judge()?.is_ok())
}

/// A loop and a variable.
struct Loop<'a> {
    placed: &'a Placed<'a>,
    member: MemberId,
    array: ArrayId,
}

/// What an execution does with a variable, `iteration -> cell`.
struct Touched {
    all: Set,
    may_write: Map,
    must_write: Map,
}

/// How much two instances have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Common {
    /// The iteration of the loop.
    Iteration,
    /// The execution of the loop: the iterations of all loops around it.
    Execution,
}

impl Loop<'_> {
    fn judge(&self) -> Result<std::result::Result<Own, Obstacle>> {
        let scop = self.placed.scop;
        let outlives = scop[self.array].is_seen_later();
        let Some(touched) = self.touched()? else {
            return Ok(Err(Obstacle::Uncopied("nothing touches it")));
        };
        // Before the flow is known, which takes longer.
        let mut leaving = Map::empty(touched.may_write.space().clone())?;
        if outlives {
            leaving = touched.may_write.clone();
            if let Some(obstacle) = self.lost(&touched, &leaving)? {
                return Ok(Err(obstacle));
            }
        }
        let mut entering = Map::empty(touched.may_write.space().clone())?;
        let mut read_elsewhere = Set::empty(entering.space().range()?)?;
        for values in dependence::read_values(scop, self.array)? {
            for &b in self.placed.of(values.read.0) {
                let read = scop[values.read.0][values.read.1].relation.clone();
                if !self.holds(b) {
                    let here = read.intersect_domain(&self.placed.view[b].domain)?;
                    read_elsewhere = read_elsewhere.union(&here.range()?)?;
                }
                let passing = (&mut entering, &mut leaving);
                if let Some(obstacle) = self.pass(&values, b, passing)? {
                    return Ok(Err(obstacle));
                }
            }
        }
        let entering = entering.intersect_params(&scop.context)?;
        let leaving = leaving.intersect_params(&scop.context)?;
        if let Some(obstacle) = self.overwritten(&touched, &entering)? {
            return Ok(Err(obstacle));
        }
        if let Some(obstacle) = self.lost(&touched, &leaving)? {
            return Ok(Err(obstacle));
        }
        let (enters, leaves) = (!entering.is_empty()?, !leaving.is_empty()?);
        let visible = match outlives {
            true => self.cells()?,
            false => Some(read_elsewhere.union(&entering.range()?)?),
        };
        let visible = match visible {
            Some(cells) if leaves && self.always_writes(&touched, &cells)? => Some(cells),
            _ => None,
        };
        let (role, keeps) = match (enters, leaves, visible) {
            (false, false, _) => (Role::Private, leaving.params()?),
            (true, false, _) => (Role::FirstPrivate, leaving.params()?),
            (false, true, Some(cells)) => (Role::LastPrivate, cells.params()?),
            (_, true, _) => (Role::FirstLastPrivate, leaving.params()?),
        };
        let attributes = &self.placed.view[self.member].attributes;
        let first = matches!(role, Role::FirstPrivate | Role::FirstLastPrivate);
        if first && attributes.vector && !attributes.parallel {
            let initialised = if enters { entering } else { leaving };
            return Ok(Err(Obstacle::Lanes(initialised)));
        }
        Ok(Ok(Own { role, keeps }))
    }

    /// Whether a placement is in the loop.
    fn holds(&self, id: PlacementId) -> bool {
        self.placed.view[id].date_of(self.member).is_some()
    }

    /// Adds the values that a read at a placement finds in iterations although they are older, and
    /// those that have left an execution of the loop when it finds them; `iteration -> cell`.
    fn pass(
        &self,
        values: &ReadValues,
        b: PlacementId,
        (entering, leaving): (&mut Map, &mut Map),
    ) -> Result<Option<Obstacle>> {
        let scop = self.placed.scop;
        let view = &self.placed.view;
        let here = &view[b].domain;
        // A variable of the region has no value before the program.
        if self.holds(b) && scop[self.array].storage != Storage::Region {
            let older = values.older.intersect_domain(here)?;
            *entering = entering.union(&self.of_iterations(b, &older)?)?;
        }
        for (write, relation) in &values.writes {
            for &a in self.placed.of(write.0) {
                if !self.holds(a) && !self.holds(b) {
                    continue;
                }
                // { [read -> cell] -> write }
                let readers = Map::from_domain_and_range(here, &view[a].domain)?;
                let mut passed = relation
                    .intersect_domain_factor_domain(&readers)?
                    .intersect_params(&scop.context)?;
                if self.holds(a) && self.holds(b) {
                    let same = self.together(b, a, Common::Iteration)?;
                    let within = passed.intersect_domain_factor_domain(&same)?;
                    passed = passed.subtract(&within)?;
                    let same = self.together(b, a, Common::Execution)?;
                    let crossing = passed.intersect_domain_factor_domain(&same)?;
                    if !crossing.is_empty()? {
                        return Ok(Some(Obstacle::Crosses(crossing)));
                    }
                }
                if passed.is_empty()? {
                    continue;
                }
                if self.holds(b) {
                    let entered = passed.domain()?.unwrap()?;
                    *entering = entering.union(&self.of_iterations(b, &entered)?)?;
                }
                if self.holds(a) {
                    // { write -> cell }
                    let left = passed.domain_factor_range()?.reverse()?;
                    *leaving = leaving.union(&self.of_iterations(a, &left)?)?;
                }
            }
        }
        Ok(None)
    }

    /// `{ instance at a -> instance at b }` in the same iteration or execution of the loop.
    fn together(&self, a: PlacementId, b: PlacementId, common: Common) -> Result<Map> {
        let view = &self.placed.view;
        let mut together = Map::from_domain_and_range(&view[a].domain, &view[b].domain)?;
        for member in view.compare(a, b)?.members {
            if member.id == self.member && common == Common::Execution {
                break;
            }
            let (s, t) = (
                PwAff::from_aff(member.first),
                PwAff::from_aff(member.second),
            );
            together = together.intersect(&s.eq_map(&t)?)?;
            if member.id == self.member {
                break;
            }
        }
        Ok(together)
    }

    /// What the iterations of all executions do with the variable; `None` if there are none.
    fn touched(&self) -> Result<Option<Touched>> {
        let (mut all, mut may, mut must): (Option<Set>, Option<Map>, Option<Map>) =
            (None, None, None);
        for (statement, of) in self.placed.scop.statements() {
            for &id in self
                .placed
                .of(statement)
                .iter()
                .filter(|id| self.holds(**id))
            {
                let domain = &self.placed.view[id].domain;
                let own = self
                    .dates(&self.placed.view[id])?
                    .intersect_domain(domain)?;
                join(&mut all, own.range()?, |a, b| a.union(b))?;
                for access in of.accesses.iter().filter(|one| one.array == self.array) {
                    let cells = access.relation.intersect_domain(domain)?;
                    let cells = cells.apply_domain(&own)?;
                    let is_sure = access.is_write() && access.is_must() && access.exact;
                    let none = Map::empty(cells.space().clone())?;
                    let written = if access.is_write() { &cells } else { &none };
                    join(&mut may, written.clone(), |a, b| a.union(b))?;
                    let surely = if is_sure { cells } else { none };
                    join(&mut must, surely, |a, b| a.union(b))?;
                }
            }
        }
        let (Some(all), Some(may), Some(must)) = (all, may, must) else {
            return Ok(None);
        };
        let context = &self.placed.scop.context;
        Ok(Some(Touched {
            all: all.intersect_params(context)?,
            may_write: may.intersect_params(context)?,
            must_write: must,
        }))
    }

    /// An iteration that is not sure to write a cell which leaves its execution.
    fn lost(&self, touched: &Touched, leaving: &Map) -> Result<Option<Obstacle>> {
        let same = executions(touched.all.n_dim())?;
        let needed = same.apply_range(leaving)?;
        let needed = needed.intersect_domain(&touched.all)?;
        let lost = needed.subtract(&touched.must_write)?;
        Ok((!lost.is_empty()?).then_some(Obstacle::Lost(lost)))
    }

    /// An old value that is read in an iteration and that another one may overwrite.
    fn overwritten(&self, touched: &Touched, entering: &Map) -> Result<Option<Obstacle>> {
        let same = executions(touched.all.n_dim())?;
        let others = same.subtract(&Map::identity(same.space().clone())?)?;
        // { [iteration -> cell] -> other }
        let clash = Map::from_domain_and_range(&entering.wrap()?, &touched.all)?
            .intersect_domain_factor_domain(&others)?
            .intersect_domain_factor_range(&touched.may_write.reverse()?)?;
        Ok((!clash.is_empty()?).then_some(Obstacle::Overwritten(clash)))
    }

    /// Whether every iteration is sure to write these cells.
    fn always_writes(&self, touched: &Touched, cells: &Set) -> Result<bool> {
        let all = Map::from_domain_and_range(&touched.all, cells)?;
        all.is_subset(&touched.must_write)
    }

    /// All cells of the variable, if it is known how many there are.
    fn cells(&self) -> Result<Option<Set>> {
        let array = &self.placed.scop[self.array];
        let below = Map::lex_gt(&Space::unnamed(1))?;
        let below = below.intersect_range(&Set::nat_universe(Space::unnamed(1))?)?;
        let mut cells = Set::universe(Space::unnamed(0))?;
        for extent in &array.extents {
            let Some(extent) = extent else {
                return Ok(None);
            };
            // As a parameter that becomes a dimension, `[N] -> { [e] : e = N }`.
            let name = "the extent";
            let extent = extent.bind(name)?.from_params()?;
            let Some(at) = extent.space().find_param(name) else {
                return Ok(None);
            };
            let extent = extent.move_dims(Dim::Set(0), Dim::Param(at), 1)?;
            cells = cells.flat_product(&below.apply(&extent)?)?;
        }
        Ok(Some(cells.set_tuple_name(Some(&array.name))?))
    }

    /// From instances at a placement to cells: the same from their iterations.
    fn of_iterations(&self, id: PlacementId, cells: &Map) -> Result<Map> {
        let placement = &self.placed.view[id];
        cells.apply_domain(&self.dates(placement)?)
    }

    fn dates(&self, placement: &Placement) -> Result<Map> {
        iterations(placement, self.member)
    }
}

/// From instances at a placement to iterations of a loop.
pub(crate) fn iterations(placement: &Placement, member: MemberId) -> Result<Map> {
    let mut dates = Vec::new();
    for (id, date) in placement.dates() {
        dates.push(date.clone());
        if id == member {
            break;
        }
    }
    let tuple = Tuple::anonymous(dates.len());
    let dates = MultiAff::from_aff_list(placement.domain.space(), tuple, &dates)?;
    dates.as_map()
}

/// Pairs of iterations of `n` numbers in one execution: they agree in all but the last.
fn executions(n: usize) -> Result<Map> {
    let mut same = Map::universe(Space::map(
        Vec::new(),
        Tuple::anonymous(n),
        Tuple::anonymous(n),
    ))?;
    for outer in 0..n.saturating_sub(1) {
        same = same.equate(Dim::In(outer), Dim::Out(outer))?;
    }
    Ok(same)
}

fn join<T>(known: &mut Option<T>, more: T, union: impl Fn(&T, &T) -> Result<T>) -> Result<()> {
    *known = Some(match known.take() {
        None => more,
        Some(known) => union(&known, &more)?,
    });
    Ok(())
}
