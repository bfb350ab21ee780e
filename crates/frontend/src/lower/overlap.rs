//! Arrays of the model that may share memory in C become one array of the model.
//!
//! Different arrays of a model do not overlap. Where [`pointers`](super::pointers) cannot tell that
//! of two that one of the statements writes, all accesses to both become accesses to any element of
//! a third that stands for the memory of both: nothing is lost but parallelism. The same is done
//! with accesses that leave a row of their array: where rows are of constant length, the array is
//! modelled as the one row that it is in memory, and otherwise any element may be meant.

use std::collections::BTreeSet;

use presburger::{Map, Set, Space, Tuple};
use scop::{AccessKind, Diagnostic, Span, Storage};

use super::Lowering;
use super::accesses::Subscript;
use super::arrays::{ArrayDraft, Location};
use super::pointers::{Root, meet};
use super::quasi::{Condition, Order, Quasi};
use crate::codes;

impl<'a> Lowering<'a> {
    /// Variables that are written through pointers change in the region.
    pub(super) fn change_through_pointers(&mut self) {
        for name in self.pointers.written() {
            self.names.add_changed(name);
        }
    }

    /// Makes one array of those that may overlap.
    pub(super) fn merge_overlapping(&mut self, context: &Set) -> presburger::Result<()> {
        self.flatten_rows(context)?;
        let count = self.arrays.len();
        let mut is_used = vec![false; count];
        let mut is_written = vec![false; count];
        for access in self.drafts.iter().flat_map(|draft| &draft.accesses) {
            // What never happens does not come back when new loops are read.
            if access.domain.intersect_params(context)?.is_empty()? {
                continue;
            }
            is_used[access.array] = true;
            is_written[access.array] |= access.kind == AccessKind::Write;
        }
        let mut roots = Vec::new();
        for index in 0..count {
            roots.push(self.roots_of(index));
        }
        for index in 0..count {
            if is_written[index] && self.rows_may_overlap(index, &roots[index], context)? {
                self.blur(index);
            }
        }
        let mut class: Vec<usize> = (0..count).collect();
        for a in 0..count {
            for b in a + 1..count {
                let matters = is_used[a] && is_used[b] && (is_written[a] || is_written[b]);
                if matters && class[a] != class[b] && self.may_overlap(a, b, &roots) {
                    let (old, new) = (class[b], class[a]);
                    class
                        .iter_mut()
                        .filter(|one| **one == old)
                        .for_each(|one| *one = new);
                }
            }
        }
        for representative in 0..count {
            let members: Vec<usize> = (0..count)
                .filter(|&one| class[one] == representative)
                .collect();
            if members.len() > 1 {
                self.merge(&members);
            }
        }
        Ok(())
    }

    pub(super) fn roots_of(&mut self, index: usize) -> BTreeSet<Root> {
        let array = &self.arrays[index];
        match &array.location.pointer {
            Some(holder) => self.pointers.roots(holder),
            None => BTreeSet::from([self.pointers.variable(&array.key.0)]),
        }
    }

    /// Whether two arrays may be the same memory in part, given where each may be.
    pub(super) fn may_overlap(&mut self, a: usize, b: usize, roots: &[BTreeSet<Root>]) -> bool {
        let (one, other) = (&self.arrays[a], &self.arrays[b]);
        if one.storage == Storage::Region || other.storage == Storage::Region {
            return false;
        }
        let (here, there) = (&one.location, &other.location);
        // Different fields of structures of one type.
        let is_other_field = here.record.is_some()
            && here.record == there.record
            && here.fields.iter().zip(&there.fields).any(|(x, y)| x != y);
        if is_other_field {
            return false;
        }
        if meet(&roots[a], &roots[b]) {
            return match (&here.pointer, &there.pointer) {
                (Some(x), Some(y)) => {
                    let (x, y) = (x.clone(), y.clone());
                    match self.pointers.same_in_a_call(&x, &y) {
                        Some(same) => same,
                        None => x == y || !self.pointers.only_change_places(&x, &y),
                    }
                }
                _ => true,
            };
        }
        let may_be_in = |a: usize, b: usize| {
            let mut others = roots[b].iter();
            roots[a].contains(&Root::Anything)
                && others.any(|one| self.pointers.is_within_reach(one))
        };
        (may_be_in(a, b) || may_be_in(b, a)) && self.may_be_one_type(&one.element, &other.element)
    }

    /// Whether memory of these types may be read as the other one.
    fn may_be_one_type(&self, a: &str, b: &str) -> bool {
        let kind = |name: &str| -> Option<(bool, String)> {
            let base = self.unit.declarations.typedefs.get(name);
            let base = base.map_or(name.to_string(), |ty| ty.base().name.to_string());
            let words = base
                .split(' ')
                .filter(|word| !["signed", "unsigned"].contains(word));
            let rest: Vec<&str> = words.collect();
            let known = ["short", "int", "long", "float", "double"];
            let is_known = rest.iter().all(|word| known.contains(word));
            is_known.then(|| (false, rest.join(" ").replace("long int", "long")))
        };
        match (kind(a), kind(b)) {
            (Some(a), Some(b)) => a == b || a.1.is_empty() || b.1.is_empty(),
            _ => true,
        }
    }

    /// Whether the arrays that pointers in an array lead to may be one.
    fn rows_may_overlap(
        &self,
        index: usize,
        roots: &BTreeSet<Root>,
        context: &Set,
    ) -> presburger::Result<bool> {
        let location = &self.arrays[index].location;
        if location.pointer.is_none() || location.chosen == 0 {
            return Ok(false);
        }
        let is_apart = |root: &Root| {
            matches!(
                root,
                Root::New { directly: true, .. } | Root::Argument(_) | Root::Elsewhere(_)
            )
        };
        if roots.iter().all(is_apart) {
            return Ok(false);
        }
        // One pointer of them alone does not overlap with itself.
        let nothing = Set::universe(Space::set(Vec::new(), Tuple::anonymous(0)))?;
        let mut chosen: Option<Set> = None;
        for access in self.drafts.iter().flat_map(|draft| &draft.accesses) {
            if access.array != index {
                continue;
            }
            let domain = access.domain.intersect_params(context)?;
            let mut which = Map::from_domain_and_range(&domain, &nothing)?;
            for subscript in &access.subscripts[..location.chosen] {
                let Subscript::Affine(value) = subscript else {
                    return Ok(true);
                };
                let value = value.build(domain.space())?.as_map()?;
                which = which.flat_range_product(&value)?;
            }
            let which = which.range()?;
            chosen = Some(match chosen {
                Some(known) => known.union(&which)?,
                None => which,
            });
        }
        let Some(chosen) = chosen else {
            return Ok(false);
        };
        match (chosen.lexmin(), chosen.lexmax()) {
            (Ok(first), Ok(last)) => Ok(!first.is_equal(&last)?),
            // There is no first or no last one of them.
            _ => Ok(true),
        }
    }

    /// Any element of the array may be meant by its accesses.
    fn blur(&mut self, index: usize) {
        let name = self.arrays[index].source_name.clone();
        let mut place = None;
        for draft in &mut self.drafts {
            for access in &mut draft.accesses {
                if access.array == index {
                    place.get_or_insert(access.span);
                    for subscript in &mut access.subscripts {
                        *subscript = Subscript::All;
                    }
                    access.linearised = None;
                    draft.reduction = None;
                }
            }
        }
        if let Some(span) = place {
            self.warnings.push(
                Diagnostic::warning(
                    codes::MAY_OVERLAP,
                    format!("the rows of `{name}` may overlap"),
                    span,
                )
                .note("any element of it may be meant wherever it is used")
                .help("use an array of two dimensions, or allocate each row by itself"),
            );
        }
    }

    /// Makes one array of several.
    fn merge(&mut self, members: &[usize]) {
        let mut names: Vec<String> = members
            .iter()
            .map(|&one| self.arrays[one].source_name.clone())
            .collect();
        names.sort();
        names.dedup();
        let mut model: Vec<&str> = members.iter().map(|&one| &*self.arrays[one].name).collect();
        model.sort_unstable();
        let merged = self.arrays.len();
        let joint = ArrayDraft {
            name: model.join("_or_"),
            source_name: names.join(" or "),
            element: self.arrays[members[0]].element.clone(),
            extents: vec![None],
            storage: Storage::Global,
            span: None,
            location: Location::default(),
            part_of: None,
            key: ("".into(), None, Vec::new()),
        };
        let mut place = None;
        for draft in &mut self.drafts {
            for access in &mut draft.accesses {
                if members.contains(&access.array) {
                    place.get_or_insert(access.span);
                    access.array = merged;
                    access.subscripts = vec![Subscript::All];
                    access.linearised = None;
                    draft.reduction = None;
                }
            }
        }
        let list = scop::list::sentence(names.iter().map(|name| format!("`{name}`")));
        if let Some(span) = place {
            self.warnings.push(
                Diagnostic::warning(
                    codes::MAY_OVERLAP,
                    format!("{list} may be the same memory"),
                    span,
                )
                .note("whatever is done with one of them counts as done with any element of all")
                .help(
                    "use the array by its own name, or pass its parts to a function as arguments \
                     with `restrict`",
                ),
            );
        }
        self.arrays.push(joint);
    }

    /// Arrays whose rows some access leaves for sure.
    fn flatten_rows(&mut self, context: &Set) -> presburger::Result<()> {
        for index in 0..self.arrays.len() {
            if self.arrays[index].rank() < 2 {
                continue;
            }
            match self.leaves_row(index, context)? {
                Leaves::Never => continue,
                Leaves::Always => {}
                Leaves::ByPointer(span, staying) => self.warn_of_leaving(index, span, staying)?,
            }
            let array = &self.arrays[index];
            let extents: Option<Vec<i64>> = array.extents[1..]
                .iter()
                .map(|extent| extent.as_ref()?.as_const())
                .collect();
            let accesses = self.drafts.iter().flat_map(|draft| &draft.accesses);
            let are_affine = accesses
                .filter(|access| access.array == index)
                .flat_map(|access| &access.subscripts)
                .all(|subscript| matches!(subscript, Subscript::Affine(_)));
            let Some(extents) = extents.filter(|_| are_affine) else {
                self.blur(index);
                continue;
            };
            let rows = self.arrays[index].extents[0].clone();
            let all = extents.iter().product::<i64>();
            self.arrays[index].extents = vec![rows.map(|rows| rows.times(all))];
            for access in self.drafts.iter_mut().flat_map(|draft| &mut draft.accesses) {
                if access.array != index {
                    continue;
                }
                let mut sum = Quasi::Const(0);
                for (dim, subscript) in access.subscripts.iter().enumerate() {
                    if let Subscript::Affine(value) = subscript {
                        let stride: i64 = extents[dim..].iter().product();
                        sum = sum.plus(value.clone().times(stride));
                    }
                }
                access.subscripts = vec![Subscript::Affine(sum)];
            }
        }
        Ok(())
    }

    /// Whether accesses leave the rows that they name whenever there are any: for other parameters
    /// the program says nothing of, in C, and however it is cut into pieces that stays the same.
    /// For what is reached by an address any parameters will do.
    fn leaves_row(&self, index: usize, context: &Set) -> presburger::Result<Leaves> {
        let extents = &self.arrays[index].extents;
        let outside_of_all = self.leaves_array(index, context)?;
        let (mut all, mut leaving): (Option<Set>, Option<Set>) = (None, None);
        let add = |known: &mut Option<Set>, more: Set| -> presburger::Result<()> {
            *known = Some(match known.take() {
                Some(known) => known.union(&more)?,
                None => more,
            });
            Ok(())
        };
        for access in self.drafts.iter().flat_map(|draft| &draft.accesses) {
            if access.array != index {
                continue;
            }
            let domain = access.domain.intersect_params(context)?;
            add(&mut all, domain.params()?)?;
            for (subscript, extent) in access.subscripts.iter().zip(extents).skip(1) {
                let (Subscript::Affine(value), Some(extent)) = (subscript, extent) else {
                    let is_known = matches!(subscript, Subscript::Affine(_) | Subscript::Every);
                    // Where any row is meant, no row is left.
                    let mut others = access.subscripts.iter();
                    let names_rows = others.any(|one| matches!(one, Subscript::Affine(_)));
                    if access.by_address && !is_known && names_rows {
                        return Ok(Leaves::ByPointer(access.span, None));
                    }
                    continue;
                };
                let below = Condition::Compare(Order::Less, value.clone(), Quasi::Const(0));
                let above = Condition::Compare(Order::GreaterEqual, value.clone(), extent.clone());
                let outside = Condition::Or(Box::new(below), Box::new(above));
                let outside = domain.intersect(&outside.build(domain.space())?)?;
                if !outside.is_empty()? {
                    // Nobody says that a pointer stays in the row that it starts in: who has the
                    // address of an element knows no rows.
                    let valid = match &outside_of_all {
                        Some(invalid) => outside.params()?.subtract(invalid)?,
                        None => outside.params()?,
                    };
                    if access.by_address && !valid.is_empty()? {
                        let staying = outside.params()?.complement()?.gist(&domain.params()?)?;
                        return Ok(Leaves::ByPointer(access.span, Some(staying)));
                    }
                    add(&mut leaving, outside.params()?)?;
                }
            }
        }
        match (all, leaving) {
            (Some(all), Some(leaving)) if all.is_subset(&leaving)? => Ok(Leaves::Always),
            _ => Ok(Leaves::Never),
        }
    }

    /// Says that a pointer may go on into other rows, and when it does not.
    fn warn_of_leaving(
        &mut self,
        index: usize,
        span: Span,
        staying: Option<Set>,
    ) -> presburger::Result<()> {
        let message = format!(
            "this may go on into the next row of `{}`",
            self.arrays[index].source_name
        );
        let mut warning = Diagnostic::warning(codes::UNKNOWN_SUBSCRIPT, message, span)
            .note("the end of the row that a pointer starts in does not stop it");
        if let Some(staying) = staying
            && !staying.is_empty()?
        {
            let staying = match &self.options.context {
                Some(known) => staying.intersect(&known.params()?)?,
                None => staying,
            };
            let staying = staying.coalesce()?.drop_unused_params()?;
            warning = warning.help(format!(
                "it stays in its row with `--context \"{staying}\"`, if that is so"
            ));
        }
        self.warnings.push(warning);
        Ok(())
    }
}

/// Whether accesses leave the rows of an array.
enum Leaves {
    Never,
    Always,
    /// One through a pointer may; it does not for these parameters.
    ByPointer(Span, Option<Set>),
}

impl Lowering<'_> {
    /// The parameters with which nobody runs the program because something is sure to access what
    /// lies before or behind all rows of an array.
    fn leaves_array(&self, index: usize, context: &Set) -> presburger::Result<Option<Set>> {
        let array = &self.arrays[index];
        // The first extent of a parameter is no more than a remark.
        let is_argument = matches!(array.storage, Storage::Argument { .. });
        let Some(rows) = array.extents[0].as_ref().filter(|_| !is_argument) else {
            return Ok(None);
        };
        let mut found: Option<Set> = None;
        for access in self.drafts.iter().flat_map(|draft| &draft.accesses) {
            if access.array != index || access.may || !access.exact {
                continue;
            }
            let mut values = access.subscripts.iter().map(|one| match one {
                Subscript::Affine(value) => Some(value),
                _ => None,
            });
            let Some(row) = values.next().flatten() else {
                continue;
            };
            let Some(inner) = values.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let mut outside = Condition::Compare(Order::GreaterEqual, row.clone(), rows.clone());
            for value in inner {
                let not_before =
                    Condition::Compare(Order::GreaterEqual, value.clone(), Quasi::Const(0));
                outside = outside.and(not_before);
            }
            let domain = access.domain.intersect_params(context)?;
            let more = domain
                .intersect(&outside.build(domain.space())?)?
                .params()?;
            found = Some(match found {
                Some(known) => known.union(&more)?,
                None => more,
            });
        }
        Ok(found)
    }
}
