//! Which uses of an array belong together: those that values link.
//!
//! A *web* is a set of accesses: with a write it has the reads that find its values, and with a read
//! the writes whose values it finds. What was there before the program counts as one write, a
//! write that may not happen as a read as well (see [`Certain`]). Accesses of different webs never
//! hand each other a value, so each web can have storage of its own.

use crate::{Result, wrong};
use dependence::DependenceKind;
use scop::{AccessId, ArrayId, Certain, Scop, StmtId};

/// An access of a statement.
type Place = (StmtId, AccessId);

/// The webs of an array, in the order of their first accesses, for a program that accesses it in known
/// cells.
///
/// ```
/// # use frontend::{ModelOptions, Options, read};
/// let text = "double t;
/// void f(int n, double a[n], double b[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++) {
///     t = a[i]; b[i] = t;
///     t = b[i] + 1; a[i] = t;
///   }
/// #pragma endscop
/// }";
/// # let unit = read(text, &Options::default()).unwrap();
/// # let model = unit.model(&unit.regions[0], &ModelOptions::default()).unwrap().scop;
/// let webs = storage::webs(&model, model.find_array("t").unwrap()).unwrap();
/// assert_eq!(webs.len(), 2);
/// assert_eq!(webs[1][0].0.index(), 2); // t = b[i] + 1
/// ```
pub fn webs(scop: &Scop, array: ArrayId) -> Result<Vec<Vec<(StmtId, AccessId)>>> {
    let mut joined = Joined::new(scop, array);
    for (id, statement) in scop.statements() {
        let own = statement.accesses().filter(|(_, one)| one.array == array);
        let own: Vec<_> = own.collect();
        // One reference may be read and written: `x += 1`.
        for (at, (a, first)) in own.iter().enumerate() {
            for (b, second) in &own[at + 1..] {
                if first.span.is_some() && first.span == second.span {
                    joined.join((id, *a), (id, *b));
                }
            }
        }
        // What accumulates does so in one cell.
        if let Some(reduction) = statement.reduction {
            joined.join((id, reduction.read), (id, reduction.write));
        }
    }
    let certain = Certain::new(scop, array);
    let options = dependence::Options {
        kinds: vec![DependenceKind::Flow],
        split_by_depth: false,
        array: Some(array),
        ..dependence::Options::default()
    };
    let flows = dependence::dependences(&certain.scop, &options)?;
    let original = |(statement, access): Place| (statement, certain.original(statement, access));
    for flow in &flows {
        if !flow.relation.is_empty()? {
            joined.join(original(flow.source), original(flow.sink));
        }
    }
    let mut before: Option<Place> = None;
    for (statement, id, access) in certain.scop.accesses() {
        if access.array != array || access.is_write() {
            continue;
        }
        let mut older = access.relation.domain()?.intersect_params(&scop.context)?;
        for flow in flows.iter().filter(|flow| flow.sink == (statement, id)) {
            older = older.subtract(&flow.relation.range()?)?;
        }
        if !older.is_empty()? {
            let own = original((statement, id));
            joined.join(*before.get_or_insert(own), own);
        }
    }
    Ok(joined.webs())
}

/// The webs of an array that has more than one.
pub(crate) fn several(scop: &Scop, array: ArrayId) -> Result<Vec<Vec<Place>>> {
    let webs = webs(scop, array)?;
    if webs.len() > 1 {
        return Ok(webs);
    }
    let name = &scop[array].source_name;
    Err(wrong(
        format!("all uses of `{name}` are linked: there is nothing to rename"),
        format!(
            "`rename` is for variables with several values that have nothing to do with each other; \
             `expand({name})` gives each iteration of a loop a cell of its own"
        ),
    ))
}

/// Accesses, with the number of the web that each is in so far.
struct Joined(Vec<(Place, usize)>);

impl Joined {
    fn new(scop: &Scop, array: ArrayId) -> Joined {
        let own = scop.accesses().filter(|one| one.2.array == array);
        let places = own.map(|(statement, access, _)| (statement, access));
        Joined(places.zip(0..).collect())
    }

    /// Makes one web of those of two accesses.
    fn join(&mut self, a: Place, b: Place) {
        let web = |place: Place| self.0.iter().find(|one| one.0 == place).map(|one| one.1);
        let (Some(a), Some(b)) = (web(a), web(b)) else {
            return;
        };
        let (kept, gone) = (a.min(b), a.max(b));
        for (_, web) in self.0.iter_mut().filter(|one| one.1 == gone) {
            *web = kept;
        }
    }

    fn webs(&self) -> Vec<Vec<Place>> {
        let mut numbers: Vec<usize> = self.0.iter().map(|one| one.1).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let of = |number: usize| self.0.iter().filter(move |one| one.1 == number);
        { numbers.iter() }
            .map(|&number| of(number).map(|one| one.0).collect())
            .collect()
    }
}
