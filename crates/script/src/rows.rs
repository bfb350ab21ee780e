//! Which of the new loops is which of the old ones after a map, and how loops are called.
//!
//! An entry that moves one iterator, `2*i + n`, is that loop. So is one of several iterators of
//! which all but one are loops of other entries: in `[t, t + i]` the second is `i`, skewed. Other
//! entries are new loops, which are called after the iterators in them: `ij` is `i + j`, `it` is
//! `i / 32`.

use crate::relation::ReadMap;
use crate::state::{Loop, LoopId};
use presburger::{Dim, MultiPwAff, PwAff};
use std::collections::BTreeSet;

/// How each entry of a result depends on the iterators.
pub(crate) struct Rows {
    rows: Vec<Row>,
    /// The old loop that an entry continues.
    kept: Vec<Option<usize>>,
}

struct Row {
    /// The iterators in it.
    used: Vec<usize>,
    /// Whether it is affine, without quotients and cases.
    is_affine: bool,
}

impl Rows {
    pub fn new(function: &MultiPwAff, a: usize) -> presburger::Result<Rows> {
        let mut rows = Vec::new();
        for k in 0..function.size() {
            rows.push(row(&function.at(k)?, a)?);
        }
        let kept = continued(&rows);
        Ok(Rows { rows, kept })
    }

    /// What is known of the new loops around what had the loops `old`. Those in `inner` stay.
    pub fn inherit(&self, old: &[Loop], fresh: &[Loop], inner: &[Loop], f: &ReadMap) -> Vec<Loop> {
        let name = |i: &usize| old.get(*i).and_then(|one| one.name.clone());
        let mut names = Names::of(inner);
        let mut made: Vec<Loop> = Vec::new();
        for (kept, fresh) in self.kept.iter().zip(fresh) {
            let mut one = match kept.and_then(|i| old.get(i)) {
                Some(kept) => kept.clone(),
                None => fresh.clone(),
            };
            one.is_real = true;
            one.name = None;
            made.push(one);
        }
        // Those that the map itself names come first, then those that stay what they were.
        for (one, given) in made.iter_mut().zip(&f.outputs) {
            one.name = given.as_ref().map(|name| names.new_one(name));
        }
        for (one, kept) in made.iter_mut().zip(&self.kept) {
            if one.name.is_none() {
                let name = kept.as_ref().and_then(name);
                one.name = name.map(|name| names.new_one(&name));
            }
        }
        for (k, row) in self.rows.iter().enumerate() {
            if made[k].name.is_some() {
                continue;
            }
            let mut called: String = row.used.iter().filter_map(name).collect();
            // Quotients count tiles, but the last one of an iterator counts what is in them.
            let is_last = !self.rows[k + 1..].iter().any(|row| {
                let mut others = row.used.iter();
                others.any(|i| row.used.len() == 1 && self.rows[k].used == [*i])
            });
            if !(row.is_affine || is_last && row.used.len() == 1) {
                called.push('t');
            }
            if !row.used.is_empty() && !called.is_empty() {
                made[k].name = Some(names.new_one(&called));
            }
        }
        made
    }
}

/// The old loop that each entry continues, no loop twice.
fn continued(rows: &[Row]) -> Vec<Option<usize>> {
    let mut kept: Vec<Option<usize>> = vec![None; rows.len()];
    let moves = |row: &Row, i: usize| row.is_affine && row.used == [i];
    for (k, row) in rows.iter().enumerate() {
        if let [i] = row.used[..]
            && moves(row, i)
            && rows.iter().filter(|other| moves(other, i)).count() == 1
        {
            kept[k] = Some(i);
        }
    }
    let single: BTreeSet<usize> = rows
        .iter()
        .filter(|row| row.is_affine && row.used.len() == 1)
        .flat_map(|row| row.used.iter().copied())
        .collect();
    loop {
        let mut is_changed = false;
        for (k, row) in rows.iter().enumerate() {
            if kept[k].is_some() || !row.is_affine {
                continue;
            }
            let is_free = |i: &&usize| !single.contains(*i) && !kept.contains(&Some(**i));
            let mut free = row.used.iter().filter(is_free);
            if let (Some(&i), None) = (free.next(), free.next()) {
                kept[k] = Some(i);
                is_changed = true;
            }
        }
        if !is_changed {
            return kept;
        }
    }
}

fn row(function: &PwAff, a: usize) -> presburger::Result<Row> {
    let pieces = function.pieces();
    let mut used = Vec::new();
    for i in 0..a {
        // The values alone: their conditions may speak of all iterators.
        let mut is_used = false;
        for (_, aff) in &pieces {
            is_used |= aff.as_map()?.involves_dims(Dim::In(i), 1)?;
        }
        if is_used {
            used.push(i);
        }
    }
    let is_affine = match &pieces[..] {
        [(_, aff)] => !aff.involves_locals(),
        _ => false,
    };
    Ok(Row { used, is_affine })
}

/// The names of the loops around a statement: no two are the same.
#[derive(Clone)]
pub(crate) struct Names(BTreeSet<String>);

impl Names {
    /// The names of these loops are taken.
    pub fn of<'a>(loops: impl IntoIterator<Item = &'a Loop>) -> Names {
        let real = loops.into_iter().filter(|one| one.is_real);
        Names(real.filter_map(|one| one.name.clone()).collect())
    }

    /// This name, or if it is taken `name2`, `name3`, …; taken from now on.
    pub fn new_one(&mut self, name: &str) -> String {
        let numbered = (2..).map(|n: u32| format!("{name}{n}"));
        let mut all = std::iter::once(name.to_string()).chain(numbered);
        let free = all.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(free.clone());
        free
    }
}

/// The loop of the same identity as it is now.
pub(crate) fn current(loops: &[Loop], id: LoopId) -> Option<&Loop> {
    loops.iter().find(|one| one.id == id && one.is_real)
}
