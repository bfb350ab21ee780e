//! Which of the new loops is which of the old ones, after a map.

use crate::relation::ReadMap;
use crate::state::Loop;
use presburger::{Dim, MultiPwAff, PwAff};

/// How each entry of a result depends on the iterators.
pub(crate) struct Rows {
    rows: Vec<Row>,
}

enum Row {
    /// A multiple of one iterator, plus what does not change with it: the same loop.
    Moved(usize),
    /// A quotient or remainder of one iterator.
    Part(usize),
    Other,
}

impl Rows {
    pub fn new(function: &MultiPwAff, a: usize) -> presburger::Result<Rows> {
        let mut rows = Vec::new();
        for k in 0..function.size() {
            rows.push(row(&function.at(k)?, a)?);
        }
        Ok(Rows { rows })
    }

    /// What is known of the new loop `k`.
    pub fn inherit(&self, k: usize, old: &[Loop], fresh: &Loop, f: &ReadMap) -> Loop {
        let mut made = fresh.clone();
        let name = |i: &usize| old.get(*i).and_then(|one| one.name.clone());
        match self.rows.get(k) {
            Some(Row::Moved(i)) => {
                let only = self
                    .rows
                    .iter()
                    .filter(|row| matches!(row, Row::Moved(j) if j == i));
                match old.get(*i) {
                    Some(one) if only.count() == 1 => {
                        made = one.clone();
                        made.is_real = true;
                    }
                    _ => made.name = name(i),
                }
            }
            Some(Row::Part(i)) => {
                let later = self.rows.get(k + 1..).unwrap_or(&[]);
                let is_last = !later
                    .iter()
                    .any(|row| matches!(row, Row::Part(j) | Row::Moved(j) if j == i));
                made.name = match is_last {
                    true => name(i),
                    false => name(i).map(|name| format!("{name}t")),
                };
            }
            _ => {}
        }
        if let Some(Some(given)) = f.outputs.get(k) {
            made.name = Some(given.clone());
        }
        made
    }
}

fn row(function: &PwAff, a: usize) -> presburger::Result<Row> {
    let pieces = function.pieces();
    let [(_, aff)] = &pieces[..] else {
        return Ok(Row::Other);
    };
    let space = aff.domain_space();
    let mut used = Vec::new();
    for i in 0..a {
        if !aff.coefficient(Dim::In(i))?.is_zero() {
            used.push(i);
        }
    }
    if !aff.involves_locals() {
        return Ok(match used[..] {
            [i] => Row::Moved(i),
            _ => Row::Other,
        });
    }
    // A quotient uses an iterator through a local only.
    let map = aff.as_map()?;
    let mut involved = Vec::new();
    for i in 0..space.n_out() {
        if map.involves_dims(Dim::In(i), 1)? {
            involved.push(i);
        }
    }
    Ok(match involved[..] {
        [i] => Row::Part(i),
        _ => Row::Other,
    })
}
