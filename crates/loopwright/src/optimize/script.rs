//! Orders as scripts: a map for each statement, and requests for its loops.

use std::collections::{BTreeMap, BTreeSet};

use optimizer::loops::Loops;
use presburger::{Aff, Dim, MultiAff, Result, Tuple};
use scop::schedule::{Member, Placements, TwoDPlusOne, Unroll};
use scop::{MemberId, Scop, Statement, list};

/// An order as a script for `transform`.
///
/// ```
/// use loopwright::optimize::script;
/// use loopwright::optimizer::loops::Loops;
/// use loopwright::program::{Request, read};
///
/// let text = "void f(int n, double A[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     A[i] = i;
/// #pragma endscop
/// }";
/// let program = read(text, &Request::default());
/// let scop = program.nests[0].scop();
/// let tree = scop.schedule.map_members(|member| member.parallel = true).numbered();
/// let script = script(scop, &Loops { tree, buffers: vec![], notes: vec![], is_more: true })?;
/// assert_eq!(script, "map S0 { [i] -> [i] }\nparallel(S0.i)\n");
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn script(scop: &Scop, loops: &Loops) -> Result<String> {
    let placements = Placements::new(&loops.tree)?;
    let vectors = TwoDPlusOne::from_placements(&placements)?.vectors;
    // Positions that tell nothing apart are left out.
    let depth = vectors.iter().map(|one| one.positions.len()).max();
    let matters = |k: usize| {
        let mut positions = vectors.iter().map(|one| one.positions.get(k));
        positions.any(|position| position.is_some_and(|p| *p != 0))
    };
    let mut text = String::new();
    let mut requests = Requests::new(scop, loops);
    let originals = Placements::new(&scop.schedule)?;
    for statement in &scop.statements {
        let tuple = statement.domain.space().tuple();
        let iterations = iterations(statement, &originals)?;
        let mut pieces = Vec::new();
        for ((_, placement), vector) in placements.iter().zip(&vectors) {
            if placement.domain.space().tuple() != tuple {
                continue;
            }
            let mut names = Names::of(scop, &statement.iterators);
            let mut entries = Vec::new();
            let mut conditions = Vec::new();
            let mut dates = placement.dates();
            for k in 0..depth.unwrap_or(0) {
                if matters(k) {
                    let position = vector.positions.get(k).copied().unwrap_or(0);
                    entries.push(position.to_string());
                }
                let Some((member, date)) = dates.next() else {
                    continue;
                };
                let attributes = &placements[member].attributes;
                let date = &date.pullback_multi_aff(&iterations)?;
                let name = match iterator(date, &statement.iterators) {
                    Some(name) => name.to_string(),
                    None => {
                        let name = names.fresh(date, attributes, &statement.iterators);
                        conditions.push(format!("{name} = {}", value(date)));
                        name
                    }
                };
                requests.add(member, attributes, &format!("{}.{name}", statement.name));
                entries.push(name);
            }
            // A statement in several pieces: which instances this one has.
            let places =
                { placements.iter() }.filter(|(_, other)| other.domain.space().tuple() == tuple);
            if places.count() > 1 {
                let own = placement
                    .domain
                    .gist(&statement.domain)?
                    .preimage_multi_aff(&iterations)?;
                // The constraints of each conjunction are what its text has behind the colon.
                let texts = own.basic_sets().into_iter().map(|one| {
                    let text = one.to_string();
                    let condition = text.rsplit_once(" : ").map(|(_, condition)| condition);
                    condition
                        .unwrap_or("")
                        .trim_end_matches(['}', ' '])
                        .to_string()
                });
                let texts: Vec<String> = texts.collect();
                if texts.iter().all(|one| !one.is_empty()) && !texts.is_empty() {
                    conditions.push(format!("({})", texts.join(" or ")));
                }
            }
            let domain = statement.iterators.join(", ");
            let entries = entries.join(", ");
            let conditions = match conditions.is_empty() {
                true => String::new(),
                false => format!(" : {}", conditions.join(" and ")),
            };
            // What runs once, and alone, is where it is.
            if !entries.is_empty() {
                pieces.push(format!("[{domain}] -> [{entries}]{conditions}"));
            }
        }
        // A statement may have no instances at all.
        if pieces.is_empty() {
            continue;
        }
        text += &format!("map {} {{ {} }}\n", statement.name, pieces.join("; "));
    }
    text += &requests.text();
    Ok(text)
}

/// The iterators of a statement in terms of the iterations that scripts speak of, which are the dates in the
/// program: those of a loop that counts down are negative.
fn iterations(statement: &Statement, originals: &Placements) -> Result<MultiAff> {
    let space = statement.domain.space();
    let mut inverse = Aff::vars_on_domain(space)?;
    let own = originals.of_space(&statement.domain);
    if let [only] = own {
        let dates = originals[*only].dates().map(|(_, date)| date);
        for (k, date) in dates.enumerate().take(inverse.len()) {
            let own = Aff::var_on_domain(space, Dim::In(k))?;
            if date.coefficient(Dim::In(k))?.is_negone() {
                // date = rest - i, so that i = rest - date.
                let rest = date.add(&own)?;
                let mut is_alone = rest.floors().is_empty();
                for i in 0..space.n_out() {
                    is_alone &= rest.coefficient(Dim::In(i))?.is_zero();
                }
                if is_alone {
                    inverse[k] = rest.sub(&own)?;
                }
            }
        }
    }
    let tuple = space
        .tuple()
        .cloned()
        .unwrap_or_else(|| Tuple::anonymous(inverse.len()));
    MultiAff::from_aff_list(space, tuple, &inverse)
}

/// What is wanted of loops, each once.
struct Requests<'a> {
    scop: &'a Scop,
    loops: &'a Loops,
    /// By the number of the loop.
    lines: BTreeMap<MemberId, String>,
    /// Buffers, after everything that their loops depend on.
    buffers: BTreeMap<MemberId, String>,
}

impl<'a> Requests<'a> {
    fn new(scop: &'a Scop, loops: &'a Loops) -> Requests<'a> {
        Requests {
            scop,
            loops,
            lines: BTreeMap::new(),
            buffers: BTreeMap::new(),
        }
    }

    /// What is wanted of a loop, by this name.
    fn add(&mut self, member: MemberId, attributes: &Member, name: &str) {
        self.lines.entry(member).or_insert_with(|| {
            let mut lines = String::new();
            if attributes.separate {
                lines += &format!("separate({name})\n");
            }
            if attributes.parallel {
                lines += &format!("parallel({name})\n");
            }
            match attributes.unroll {
                None => {}
                Some(Unroll::Full) => lines += &format!("unroll({name})\n"),
                Some(Unroll::By(factor)) => lines += &format!("unroll({name}, {factor})\n"),
            }
            if attributes.vector {
                lines += &format!("vectorize({name})\n");
            }
            lines
        });
        self.buffers.entry(member).or_insert_with(|| {
            let own = self.loops.buffers.iter().filter(|one| one.before == member);
            own.map(|one| {
                let array = &self.scop[one.array];
                let order = match one.transposed {
                    false => String::new(),
                    true => format!(", [{}]", list::commas((0..array.rank()).rev())),
                };
                format!("pack({}, {name}{order})\n", array.source_name)
            })
            .collect()
        });
    }

    fn text(self) -> String {
        self.lines
            .into_values()
            .chain(self.buffers.into_values())
            .collect()
    }
}

/// Names for loops that are not the iterators of a statement.
struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    fn of(scop: &Scop, iterators: &[String]) -> Names {
        let parameters = scop.parameters.iter().map(|one| one.name.clone());
        Names {
            taken: iterators.iter().cloned().chain(parameters).collect(),
        }
    }

    /// What a loop is called anyway, or the iterators in its date one after the other.
    fn fresh(&mut self, date: &Aff, attributes: &Member, iterators: &[String]) -> String {
        let wanted = match &attributes.iterator {
            Some(name) => name.clone(),
            None => {
                let text = value(date);
                let words: Vec<&str> = text
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .collect();
                let own = iterators.iter().filter(|one| words.contains(&one.as_str()));
                let name: String = own.map(String::as_str).collect();
                if name.is_empty() { "c".into() } else { name }
            }
        };
        let mut name = wanted.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }
}

/// The iterator that a date is, if it is one.
fn iterator<'a>(date: &Aff, iterators: &'a [String]) -> Option<&'a String> {
    let text = value(date);
    let name = text.trim_matches(['(', ')']);
    iterators.iter().find(|one| *one == name)
}

/// A date as an expression of the iterators: what is in the last brackets of `[n] -> { S[i] -> [(i + n)] }`.
fn value(date: &Aff) -> String {
    let text = date.to_string();
    let start = text.rfind("-> [").map_or(0, |at| at + 4);
    let end = text.rfind(']').unwrap_or(text.len());
    text[start..end].to_string()
}
