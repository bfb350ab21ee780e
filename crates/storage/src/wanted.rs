//! The subscripts that an array is to have, by changes that follow one another: each makes new ones of
//! those before it.

use crate::cells::{declared, number};
use crate::webs::several;
use crate::{Problem, Result, wrong};
use presburger::{Aff, Dim, PwAff, Value};
use scop::schedule::Placements;
use scop::{Access, AccessId, ArrayId, Change, How, Scop, StmtId, Subscript};

/// The subscripts that are wanted, before they begin at 0.
pub(crate) struct Wanted {
    /// The array, or the first of several.
    pub(crate) array: ArrayId,
    /// For each access to the array its subscripts, as functions of the instance.
    pub(crate) accesses: Vec<(StmtId, AccessId, Vec<PwAff>)>,
    /// The dimensions of the array whose subscripts these are, where they are as they were.
    pub(crate) of: Vec<Option<usize>>,
    /// How many elements each of them has that nobody needs.
    pub(crate) more: Vec<i64>,
    /// The loops that it is expanded by.
    loops: Vec<String>,
    is_renamed: bool,
    /// What the new array might be called.
    pub(crate) name: String,
}

/// What is wanted of each access, by changes that follow one another. An error comes with the number of the
/// change that it is about.
pub(crate) fn wanted(
    scop: &Scop,
    changes: &[&Change],
) -> std::result::Result<Wanted, (usize, Problem)> {
    let Some(&first) = changes.first() else {
        return Err((0, wrong("nothing is to change", "name a change")));
    };
    let mut wanted = Wanted::of_program(scop, first).map_err(|problem| (0, problem))?;
    for (step, change) in changes.iter().enumerate() {
        { wanted.change(scop, change) }.map_err(|problem| (step, problem))?;
    }
    Ok(wanted)
}

impl Wanted {
    /// The subscripts that the program has.
    fn of_program(scop: &Scop, change: &Change) -> Result<Wanted> {
        let array = &scop[change.array];
        let group = together(scop, change)?;
        let mut accesses = Vec::new();
        for (id, access_id, access) in scop.accesses() {
            if group.contains(&access.array) {
                accesses.push((id, access_id, subscripts(access, array.rank())?));
            }
        }
        Ok(Wanted {
            array: change.array,
            accesses,
            of: (0..array.rank()).map(Some).collect(),
            more: vec![0; array.rank()],
            loops: Vec::new(),
            is_renamed: false,
            name: match array.source_name.contains('.') {
                true => array.name.clone(),
                false => array.source_name.clone(),
            },
        })
    }

    /// One more change.
    fn change(&mut self, scop: &Scop, change: &Change) -> Result<()> {
        match &change.how {
            How::Expanded(loops) => self.expand(scop, change, loops),
            How::Picked(picked) => self.pick(scop, picked),
            How::Padded(more) => {
                if let Some(last) = self.more.last_mut() {
                    *last += i64::from(*more);
                }
                self.is_of_cells();
                Ok(())
            }
            How::Renamed => self.rename(scop),
            How::Interleaved(_) => self.interleave(scop, &together(scop, change)?),
        }
    }

    fn expand(&mut self, scop: &Scop, change: &Change, loops: &[String]) -> Result<()> {
        let name = &scop[self.array].source_name;
        let loops = match loops.is_empty() {
            true => containing(scop, change)?,
            false => loops.to_vec(),
        };
        if let Some(known) = loops.iter().find(|one| self.loops.contains(one)) {
            return Err(wrong(
                format!("`{name}` has cells for each iteration of `{known}` already"),
                "remove one of the operations",
            ));
        }
        for (id, _, list) in &mut self.accesses {
            let new = loops.iter().map(|one| iterator(scop, *id, one, name));
            list.splice(0..0, new.collect::<Result<Vec<_>>>()?);
        }
        self.of.splice(0..0, loops.iter().map(|_| None));
        self.more.splice(0..0, loops.iter().map(|_| 0));
        self.name = format!("{}_{}", self.name, loops.join("_"));
        self.loops.extend(loops);
        Ok(())
    }

    fn pick(&mut self, scop: &Scop, picked: &[Subscript]) -> Result<()> {
        let array = &scop[self.array];
        let all = (0..self.of.len()).map(|of| Subscript { of, modulo: None });
        let are_as_they_were = picked.iter().copied().eq(all);
        // Subscripts that are less than a number anyway are themselves modulo the number.
        let is_folded = |one: &Subscript| {
            one.modulo.is_some_and(|modulo| {
                let of = self.of.get(one.of).copied().flatten();
                let size = of.and_then(|of| number(&declared(array, of)?));
                size.is_none_or(|size| size > modulo)
            })
        };
        let mut accesses = Vec::with_capacity(self.accesses.len());
        for (id, access, old) in &self.accesses {
            let picked = picked.iter().map(|one| -> Result<PwAff> {
                let function = old.get(one.of).ok_or_else(|| no_such(one.of, array))?;
                match one.modulo {
                    Some(modulo) if modulo < 1 => Err(wrong(
                        format!("cannot take a subscript modulo {modulo}"),
                        "use a number of cells: 1 or more",
                    )),
                    Some(modulo) if is_folded(one) => Ok(function.mod_val(&Value::from(modulo))?),
                    _ => Ok(function.clone()),
                }
            });
            accesses.push((*id, *access, picked.collect::<Result<_>>()?));
        }
        let kept = |one: &Subscript| self.of.get(one.of).copied().flatten();
        let of = { picked.iter() }.map(|one| kept(one).filter(|_| !is_folded(one)));
        let of = of.collect();
        let more = { picked.iter() }.map(|one| self.more.get(one.of).copied().unwrap_or(0));
        self.more = more.collect();
        (self.of, self.accesses) = (of, accesses);
        if !(array.source_name.contains('.') && are_as_they_were) {
            self.is_of_cells();
        }
        Ok(())
    }

    fn rename(&mut self, scop: &Scop) -> Result<()> {
        let name = &scop[self.array].source_name;
        if self.is_renamed {
            return Err(wrong(
                format!("`{name}` is renamed twice"),
                "remove one of the operations",
            ));
        }
        let webs = several(scop, self.array)?;
        for (id, access, list) in &mut self.accesses {
            let own = webs.iter().position(|web| web.contains(&(*id, *access)));
            list.insert(0, constant(&scop[*id][*access], own.unwrap_or(0))?);
        }
        self.of.insert(0, None);
        self.more.insert(0, 0);
        self.name = format!("{}_each", self.name);
        self.is_renamed = true;
        Ok(())
    }

    fn interleave(&mut self, scop: &Scop, group: &[ArrayId]) -> Result<()> {
        for (id, access, list) in &mut self.accesses {
            let access = &scop[*id][*access];
            let own = group.iter().position(|one| *one == access.array);
            list.push(constant(access, own.unwrap_or(0))?);
        }
        let alike = |dim: &usize| {
            let mut sizes = group.iter().map(|&one| declared(&scop[one], *dim));
            let first = sizes.next();
            sizes.all(|size| Some(size) == first)
        };
        for of in &mut self.of {
            *of = of.filter(alike);
        }
        self.of.push(None);
        self.more.push(0);
        let names = group.iter().map(|&one| scop[one].source_name.as_str());
        self.name = names.collect::<Vec<_>>().join("_");
        Ok(())
    }

    fn is_of_cells(&mut self) {
        if !self.name.ends_with("_cells") {
            self.name.push_str("_cells");
        }
    }
}

/// A number as a subscript of an access.
fn constant(access: &Access, number: usize) -> Result<PwAff> {
    let domain = access.relation.domain()?;
    let number = Value::from(i64::try_from(number).unwrap_or(i64::MAX));
    let number = Aff::val_on_domain(domain.space(), &number)?;
    Ok(PwAff::alloc(&domain, &number)?)
}

/// The arrays that move to one array: those of a change, if they are of one shape.
pub(crate) fn together(scop: &Scop, change: &Change) -> Result<Vec<ArrayId>> {
    let How::Interleaved(group) = &change.how else {
        return Ok(vec![change.array]);
    };
    let first = &scop[change.array];
    for (at, &one) in group.iter().enumerate() {
        let other = &scop[one];
        let (a, b) = (&first.source_name, &other.source_name);
        if group[..at].contains(&one) {
            return Err(wrong(
                format!("`{b}` is named twice"),
                "name each array once",
            ));
        }
        let help = "interleave arrays with as many dimensions and elements of one type";
        if first.rank() != other.rank() {
            let message = format!("`{a}` and `{b}` differ in the number of their dimensions");
            return Err(wrong(message, help));
        }
        if first.element != other.element {
            let message = format!(
                "`{a}` has elements of type `{}`, and `{b}` of type `{}`",
                first.element, other.element
            );
            return Err(wrong(message, help));
        }
    }
    match group.contains(&change.array) {
        true => Ok(group.clone()),
        false => Err(wrong(
            format!("`{}` is to be beside others only", first.source_name),
            "name it, too",
        )),
    }
}

/// The loops that contain every use of an array.
fn containing(scop: &Scop, change: &Change) -> Result<Vec<String>> {
    let uses = scop.accesses().filter(|one| one.2.array == change.array);
    let statements: Vec<StmtId> = uses.map(|(id, ..)| id).collect();
    let mut loops = common_loops(scop, &statements);
    loops.truncate(shared_loops(scop, &statements)?);
    match loops.is_empty() {
        false => Ok(loops),
        true => {
            let name = &scop[change.array].source_name;
            Err(wrong(
                format!("no loop contains all uses of `{name}`"),
                "`expand` is for variables that each iteration of a loop uses anew",
            ))
        }
    }
}

/// How many loops statements share: there may be others of the same names beside each other.
fn shared_loops(scop: &Scop, statements: &[StmtId]) -> Result<usize> {
    let placements = Placements::new(&scop.schedule)?;
    let mut least = usize::MAX;
    for (at, a) in statements.iter().enumerate() {
        for b in &statements[at..] {
            for &a in placements.of_space(&scop[*a].domain) {
                for &b in placements.of_space(&scop[*b].domain) {
                    least = least.min(placements.compare(a, b)?.members.len());
                }
            }
        }
    }
    Ok(least)
}

fn no_such(of: usize, array: &scop::Array) -> Problem {
    let (name, rank) = (&array.source_name, array.rank());
    wrong(
        format!("`{name}` has no dimension {of}"),
        match rank {
            0 => "it is a single variable".to_string(),
            rank => format!("its dimensions are numbered from 0 to {}", rank - 1),
        },
    )
}

/// The subscripts of the cell that an access is to.
fn subscripts(access: &Access, rank: usize) -> Result<Vec<PwAff>> {
    let cells = access.relation.as_pw_multi_aff()?;
    let cells = presburger::MultiPwAff::from_pw_multi_aff(&cells)?;
    let subscripts = (0..rank).map(|dim| cells.at(dim));
    Ok(subscripts.collect::<presburger::Result<_>>()?)
}

/// The value of an iterator of a statement.
fn iterator(scop: &Scop, id: StmtId, name: &str, array: &str) -> Result<PwAff> {
    let statement = &scop[id];
    let Some(at) = statement.iterators.iter().position(|one| one == name) else {
        let message = format!(
            "the loop `{name}` does not contain all uses of `{array}`: `{}` is outside",
            statement.name
        );
        let common = common_loops(scop, &[id]);
        let help = match common.is_empty() {
            true => format!("`{}` is in no loop", statement.name),
            false => format!("`{}` is in the loops {}", statement.name, common.join(", ")),
        };
        return Err(wrong(message, help));
    };
    let iterator = Aff::var_on_domain(statement.domain.space(), Dim::Set(at))?;
    Ok(PwAff::alloc(&statement.domain, &iterator)?)
}

/// The names of the iterators that statements have in common, outermost first.
pub(crate) fn common_loops(scop: &Scop, statements: &[StmtId]) -> Vec<String> {
    let Some((&first, rest)) = statements.split_first() else {
        return Vec::new();
    };
    let mut common: Vec<String> = scop[first].iterators.clone();
    for &id in rest {
        let own = &scop[id].iterators;
        let same = common.iter().zip(own).take_while(|(a, b)| a == b).count();
        common.truncate(same);
    }
    common
}
