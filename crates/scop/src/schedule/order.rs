//! The order relation of a schedule: which instance comes before which.
//!
//! Two placements have band members in common, and then part. Instances of the first come before
//! those of the second if they agree on some of these members and have a smaller date at the next,
//! or if they agree on all of them and the first goes to an earlier part of a sequence. The parts of
//! a set, and what arrives at one leaf together, are not ordered.

use super::{Place, Placements, ScheduleTree};
use presburger::{Dim, Map, MultiAff, Result, Space, Tuple, UnionMap};

impl ScheduleTree {
    /// The pairs of instances of which the first comes strictly before the second.
    ///
    /// An instance that is executed several times (by an extension) comes before another one if
    /// one of its executions comes before one of the other's.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let tree: ScheduleTree = r#"
    /// domain: "{ A[i] : 0 <= i < 9; B[]; C[] }"
    /// child:
    ///   sequence:
    ///   - filter: "{ A[i]; B[] }"
    ///     child:
    ///       set: [ { filter: "{ A[i] }" }, { filter: "{ B[] }" } ]
    ///   - filter: "{ C[] }"
    /// "#.parse()?;
    /// assert!(tree.before()?.is_equal(&"{ A[i] -> C[] : 0 <= i < 9; B[] -> C[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn before(&self) -> Result<UnionMap> {
        let runs = runs(&Placements::new(self)?)?;
        let mut before = Vec::new();
        for first in &runs {
            for second in &runs {
                for order in orders(first, second)? {
                    let dates = first.dates.apply_range(&order)?;
                    before.push(dates.apply_range(&second.dates.reverse()?)?);
                }
            }
        }
        UnionMap::from_maps(before)
    }
}

/// Some instances that go one way.
struct Run {
    /// From the instances to the values of the band members on the way.
    dates: Map,
    places: Vec<Place>,
}

fn runs(placements: &Placements) -> Result<Vec<Run>> {
    let mut runs = Vec::new();
    for (_, placement) in placements.iter() {
        let dates: Vec<_> = placement.dates().map(|(_, date)| date.clone()).collect();
        let (space, tuple) = (placement.domain.space(), Tuple::anonymous(dates.len()));
        let dates = MultiAff::from_aff_list(space, tuple, &dates)?.as_map()?;
        runs.push(Run {
            dates: dates.intersect_domain(&placement.domain)?,
            places: placement.places(),
        });
    }
    runs.extend(placements.repeated().iter().map(|again| Run {
        dates: again.dates.clone(),
        places: again.places.clone(),
    }));
    Ok(runs)
}

/// The relations between dates of which the first comes before the second.
fn orders(first: &Run, second: &Run) -> Result<Vec<Map>> {
    let tuple = |run: &Run| Tuple::anonymous(run.dates.space().n_out());
    let mut equal = Map::universe(Space::map(Vec::new(), tuple(first), tuple(second)))?;
    let mut found = Vec::new();
    let mut member = 0;
    for places in first.places.iter().zip(&second.places) {
        match places {
            (Place::Member(_), _) => {
                found.push(equal.order_lt(Dim::In(member), Dim::Out(member))?);
                equal = equal.equate(Dim::In(member), Dim::Out(member))?;
                member += 1;
            }
            (Place::Part { index: i, ordered }, Place::Part { index: j, .. }) if i != j => {
                if *ordered && i < j {
                    found.push(equal);
                }
                break;
            }
            _ => {}
        }
    }
    Ok(found)
}
