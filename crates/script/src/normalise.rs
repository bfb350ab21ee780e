//! The view in which every loop counts 0, 1, 2, …, whatever the source does.
//!
//! The iteration of a loop becomes the number of iterations that came before it, `(j − first) /
//! step`, where `first` is the least iteration that any statement of the loop has, given the outer
//! loops. Loopy's PolyBench scripts were written against this view.

use crate::state::{LoopId, PieceId, State, simplified, too_hard};
use presburger::{Aff, Dim, Effort, Error, Map, PwAff, Set, Space, Value, attempt};
use scop::{Diagnostic, Span};
use std::collections::BTreeMap;

/// An end of a loop with more cases than this is not what its source says.
const MANY_CASES: usize = 4;

impl State<'_> {
    /// Counts all iterations from 0 in steps of 1.
    pub fn normalise(&mut self, place: Span) -> Result<(), Box<Diagnostic>> {
        self.normalise_loops()
            .map_err(|error| too_hard(&error, place))
    }

    fn normalise_loops(&mut self) -> presburger::Result<()> {
        for level in 0..self.depth() {
            let mut loops: BTreeMap<LoopId, Vec<PieceId>> = BTreeMap::new();
            for (id, piece) in self.alive() {
                if let Some(one) = piece.loops.get(level)
                    && one.is_real
                {
                    loops.entry(one.id).or_default().push(id);
                }
            }
            for pieces in loops.into_values() {
                let Some(range) = self.range_of(&pieces, level)? else {
                    continue;
                };
                for id in pieces {
                    let piece = &self.pieces[id];
                    let first = range.first_of(&piece.vector.prefix(level)?)?;
                    let mut date = piece.vector.dates[level].sub(&first)?;
                    if range.step != 1 {
                        let step = Value::from(range.step);
                        date = date.scale_down(&step)?.floor()?;
                    }
                    let date = simplified(&date, &piece.vector.domain)?;
                    self.pieces[id].vector.dates[level] = date;
                }
            }
        }
        for (statement, original) in self.originals.iter_mut().enumerate() {
            let mut pieces = self.pieces.iter();
            if let Some(piece) = pieces.find(|piece| piece.statement == statement) {
                *original = piece.vector.dates[..original.len()].to_vec();
            }
        }
        Ok(())
    }

    /// What the loop at a level runs through, over all of `pieces`.
    pub fn range_of(&self, pieces: &[PieceId], level: usize) -> presburger::Result<Option<Range>> {
        let mut dates: Option<Map> = None;
        for &id in pieces {
            let piece = &self.pieces[id];
            let outer = piece.vector.prefix(level)?.as_map()?;
            let map = outer
                .intersect_domain(&piece.vector.domain)?
                .reverse()?
                .apply_range(&piece.vector.dates[level].as_map()?)?;
            dates = Some(match dates {
                None => map,
                Some(dates) => dates.union(&map)?,
            });
        }
        let Some(dates) = dates else { return Ok(None) };
        if dates.is_empty()? {
            return Ok(None);
        }
        let first = dates.lexmin()?;
        let step = step(&dates, &first)?;
        Ok(Some(Range { dates, first, step }))
    }
}

/// The iterations of a loop, as functions of the outer ones.
pub(crate) struct Range {
    /// From outer iterations to all of the loop.
    pub dates: Map,
    /// From outer iterations to the least one.
    pub first: Map,
    /// All differences are multiples of this.
    pub step: i64,
}

impl Range {
    fn first_of(&self, outer: &presburger::MultiPwAff) -> presburger::Result<PwAff> {
        let first = presburger::MultiPwAff::from_pw_multi_aff(&self.first.as_pw_multi_aff()?)?;
        first.pullback_multi_pw_aff(outer)?.at(0)
    }

    /// A lower bound of the iterations: the least one, or that of a loop around them if there are
    /// many cases, because of conditions in its body.
    pub fn simple_first(&self) -> presburger::Result<Map> {
        match self.first.n_basic_map() > MANY_CASES {
            true => Ok(self.around(Map::lexmin)?.unwrap_or(self.first.clone())),
            false => Ok(self.first.clone()),
        }
    }

    /// An upper bound of the same kind.
    pub fn simple_last(&self) -> presburger::Result<Map> {
        let last = attempt(Effort::Loop, || self.dates.lexmax())?;
        match last {
            Some(last) if last.n_basic_map() <= MANY_CASES => Ok(last),
            last => match (self.around(Map::lexmax)?, last) {
                (Some(end), _) | (None, Some(end)) => Ok(end),
                (None, None) => self.dates.lexmax(),
            },
        }
    }

    /// An end of a loop around all iterations, if there is one.
    fn around(
        &self,
        end: impl Fn(&Map) -> presburger::Result<Map>,
    ) -> presburger::Result<Option<Map>> {
        let around = self.dates.unshifted_simple_hull()?.to_map();
        let end = match attempt(Effort::Loop, || end(&around)) {
            Err(Error::Unbounded(_)) => None,
            end => end?,
        };
        Ok(end.filter(|end| end.n_basic_map() <= MANY_CASES))
    }

    /// The differences to the least iteration, for any outer iterations and parameters.
    pub fn offsets(&self) -> presburger::Result<Set> {
        offsets(&self.dates, &self.first)
    }
}

fn offsets(dates: &Map, first: &Map) -> presburger::Result<Set> {
    // Pairs of the first and another iteration with the same outer ones.
    first.reverse()?.apply_range(dates)?.deltas()
}

/// The greatest number that divides all differences; 1 when there is one iteration only.
fn step(dates: &Map, first: &Map) -> presburger::Result<i64> {
    let offsets = offsets(dates, first)?.project_out_all_params()?;
    let mut step = 0i64;
    let x = Aff::var_on_domain(&Space::unnamed(1), Dim::Set(0))?;
    // Each round at least halves the step.
    loop {
        let rest = match step {
            0 => x.clone(),
            step => x.mod_val(&Value::from(step))?,
        };
        let others = rest.zero_set()?.complement()?;
        let Some(point) = offsets.intersect(&others)?.sample_point()? else {
            return Ok(step.max(1));
        };
        let offset = point.to_i64s().and_then(|values| values.last().copied());
        let Some(offset) = offset.and_then(i64::checked_abs) else {
            return Ok(1);
        };
        step = gcd(step, offset);
        if step == 1 {
            return Ok(1);
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}
