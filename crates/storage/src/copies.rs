//! Statements that copy values from and to an array that has moved.

use crate::text::Spelling;
use crate::{
    Result, copy_accesses, exist, fresh, in_one_piece, is_known, is_sure, statement_id, text, wrong,
};
use dependence::DependenceKind;
use presburger::{Aff, Map, MultiPwAff, MultiUnionPwAff, PwAff, Set, Tuple, UnionPwAff, UnionSet};
use scop::schedule::{Band, Node, ScheduleTree};
use scop::{Access, AccessId, ArrayId, Body, Certain, Scop, Statement, StmtId, Stored};
use std::collections::BTreeSet;

/// An array that has moved.
pub(crate) struct Made<'a> {
    pub(crate) original: &'a Certain,
    pub(crate) from: ArrayId,
    pub(crate) to: ArrayId,
}

impl Made<'_> {
    /// The statement that copies in what reads find from before the program, if they do.
    pub(crate) fn copy_in(
        &self,
        scop: &mut Scop,
        is_taken: &dyn Fn(&str) -> bool,
    ) -> Result<Option<StmtId>> {
        let flows = self.dependences(DependenceKind::Flow)?;
        let mut cells: Option<Map> = None;
        for (statement, id, access) in self.original.scop.accesses() {
            if access.array != self.from || access.is_write() {
                continue;
            }
            let mut older = access.relation.domain()?;
            older = older.intersect_params(&scop.context)?;
            for flow in flows.iter().filter(|flow| flow.sink == (statement, id)) {
                older = older.subtract(&flow.relation.range()?)?;
            }
            self.can_be_copied(scop, (statement, id), &older)?;
            let new = &scop[statement][self.original.original(statement, id)].relation;
            let pairs = new.intersect_domain(&older)?.reverse()?;
            cells = Some(joined(cells, pairs.apply_range(&access.relation)?)?);
        }
        let cells = match cells {
            Some(cells) => Some(self.in_one_piece(scop, cells)?),
            None => None,
        };
        self.copy(scop, cells, (self.from, self.to), "in", is_taken)
    }

    /// What is copied in, with the cells between if they are there.
    fn in_one_piece(&self, scop: &Scop, cells: Map) -> Result<Map> {
        let cells = cells.coalesce()?;
        let Some(hull) = in_one_piece(&cells)? else {
            return Ok(cells);
        };
        // Where nothing is copied, nothing need be there.
        let hull = hull.intersect_params(&cells.params()?.coalesce()?)?;
        let is_there = exist(&scop[self.from], &hull.range()?)?
            && exist(&scop[self.to], &hull.domain()?)?
            && hull.is_single_valued()?
            && hull.is_injective()?;
        Ok(if is_there { hull } else { cells })
    }

    /// The statement that copies out what is left at the end, if anybody can see it.
    pub(crate) fn copy_out(
        &self,
        scop: &mut Scop,
        is_taken: &dyn Fn(&str) -> bool,
    ) -> Result<Option<StmtId>> {
        if !self.original.scop[self.from].is_seen_later() {
            return Ok(None);
        }
        let followed = self.dependences(DependenceKind::Waw)?;
        let sure = self.written_for_sure(scop)?;
        let mut cells: Option<Map> = None;
        for (statement, id, access) in self.original.scop.accesses() {
            if access.array != self.from || !access.is_write() {
                continue;
            }
            let mut last = access.relation.domain()?;
            last = last.intersect_params(&scop.context)?;
            for one in followed.iter().filter(|one| one.source == (statement, id)) {
                last = last.subtract(&one.relation.domain()?)?;
            }
            let old = access.relation.intersect_domain(&last)?.reverse()?;
            self.can_be_copied(scop, (statement, id), &last)?;
            self.can_be_copied_back(statement, &old.domain()?, sure.as_ref())?;
            let new = &scop[statement][self.original.original(statement, id)].relation;
            let pairs = old.apply_range(new)?;
            cells = Some(joined(cells, pairs)?);
        }
        self.copy(scop, cells, (self.to, self.from), "out", is_taken)
    }

    /// That what these instances of an access touch exists, whether it happens or not.
    fn can_be_copied(
        &self,
        scop: &Scop,
        (statement, id): (StmtId, AccessId),
        instances: &Set,
    ) -> Result<()> {
        let original = &self.original.scop;
        let access = &scop[statement][self.original.original(statement, id)];
        if is_sure(scop, access) {
            return Ok(());
        }
        let relation = &original[statement][id].relation;
        let cells = relation.intersect_domain(instances)?.range()?;
        if exist(&original[self.from], &cells)? {
            return Ok(());
        }
        let name = &original[self.from].source_name;
        let statement = &original[statement].name;
        let message = format!(
            "the values of `{name}` cannot be kept elsewhere: `{statement}` may access cells that are \
             not there, which cannot be copied"
        );
        Err(wrong(message, "leave its storage as it is"))
    }

    /// The cells that the program writes whatever the data are, where it matters: others may see those
    /// that it leaves alone, and some writes may not happen.
    fn written_for_sure(&self, scop: &Scop) -> Result<Option<Set>> {
        let original = &self.original.scop;
        let own = { original.accesses() }
            .filter(|(.., access)| access.array == self.from && access.is_write());
        let (sure, unsure): (Vec<_>, Vec<_>) = own.partition(|(statement, id, _)| {
            scop[*statement][self.original.original(*statement, *id)].is_must()
        });
        let Some((.., first)) = unsure.first() else {
            return Ok(None);
        };
        if !original[self.from].is_seen_by_others() {
            return Ok(None);
        }
        let mut cells = Set::empty(first.relation.range()?.space().clone())?;
        for (.., access) in sure {
            cells = cells.union(&access.relation.range()?)?;
        }
        Ok(Some(cells))
    }

    /// That nothing is written to cells that others may see and that the program may leave alone: they
    /// may be constant, or another thread may write them in the meantime.
    fn can_be_copied_back(&self, statement: StmtId, cells: &Set, sure: Option<&Set>) -> Result<()> {
        let is_written = |sure: &Set| cells.is_subset(sure);
        if sure.map(is_written).transpose()?.unwrap_or(true) {
            return Ok(());
        }
        let original = &self.original.scop;
        let name = &original[self.from].source_name;
        let statement = &original[statement].name;
        let message = format!(
            "the values of `{name}` cannot be kept elsewhere: which of its cells `{statement}` writes \
             depends on data, and others may see those that it leaves alone"
        );
        Err(wrong(
            message,
            "leave its storage as it is, or write these cells in any case",
        ))
    }

    fn dependences(&self, kind: DependenceKind) -> Result<Vec<dependence::Dependence>> {
        let options = dependence::Options {
            kinds: vec![kind],
            split_by_depth: false,
            array: Some(self.from),
            ..dependence::Options::default()
        };
        Ok(dependence::dependences(&self.original.scop, &options)?)
    }

    /// A statement for each written cell: `cells` leads from what is written to what is read.
    fn copy(
        &self,
        scop: &mut Scop,
        cells: Option<Map>,
        (read, written): (ArrayId, ArrayId),
        way: &str,
        is_taken: &dyn Fn(&str) -> bool,
    ) -> Result<Option<StmtId>> {
        let Some(cells) = cells else { return Ok(None) };
        let cells = cells.coalesce()?;
        if cells.is_empty()? {
            return Ok(None);
        }
        if !cells.is_single_valued()? {
            let name = &self.original.scop[self.from].source_name;
            return Err(wrong(
                format!("several values of `{name}` would be in one cell from the beginning"),
                "keep more cells apart",
            ));
        }
        let base = &scop[self.to].source_name;
        let name = fresh(&format!("{base}_{way}"), |name| {
            is_taken(name) || is_known(scop, name)
        });
        let rank = scop[written].rank();
        let names: Vec<String> = (0..rank)
            .map(|dim| {
                let wanted = format!("{}{dim}", ["c", "d"][usize::from(way == "out")]);
                fresh(&wanted, |name| is_taken(name) || is_known(scop, name))
            })
            .collect();
        let tuple = Tuple::named(&name, names.iter().map(String::as_str));
        let domain = cells.domain()?;
        let domain = domain.set_tuple_name(Some(&name))?;
        let domain = domain.set_dim_names(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
        debug_assert_eq!(domain.n_dim(), tuple.len());
        let own: Vec<PwAff> = Aff::vars_on_domain(domain.space())?
            .iter()
            .map(|aff| PwAff::alloc(&domain, aff))
            .collect::<presburger::Result<_>>()?;
        let source = cells.set_domain_tuple_name(Some(&name))?;
        let source = MultiPwAff::from_pw_multi_aff(&source.as_pw_multi_aff()?)?;
        let source: Vec<PwAff> = (0..scop[read].rank())
            .map(|dim| source.at(dim))
            .collect::<presburger::Result<_>>()?;
        let mut body = Body::default();
        let spelling = |array: ArrayId| match array == self.from {
            // Where it has moved from statements no longer show it.
            true if has_text(&self.original.scop) => Spelling::of(&self.original.scop, array),
            _ => {
                let name = &scop[array].source_name;
                Ok(Spelling::plain(name, scop[array].rank()))
            }
        };
        text::reference(&mut body, &spelling(written)?, &own);
        body.text.push_str(" = ");
        text::reference(&mut body, &spelling(read)?, &source);
        body.text.push(';');
        let id = statement_id(scop);
        let mut statement = Statement::new(domain.clone());
        let read = Access::read(read, relation(&domain, &scop[read].name, &source)?);
        let write = Access::write(written, relation(&domain, &scop[written].name, &own)?);
        statement.accesses = copy_accesses(scop, &domain, read, write)?;
        statement.body = body;
        scop.statements.push(statement);
        Ok(Some(id))
    }
}

pub(crate) fn relation(domain: &Set, array: &str, subscripts: &[PwAff]) -> Result<Map> {
    let tuple = Tuple::anonymous(subscripts.len()).with_name(Some(array));
    let cells = MultiPwAff::from_pw_aff_list(domain, tuple, subscripts)?;
    Ok(cells.as_map()?.intersect_domain(domain)?)
}

/// A model that nobody has read from C has no text.
fn has_text(scop: &Scop) -> bool {
    scop.statements.iter().any(|one| !one.body.text.is_empty())
}

pub(crate) fn joined(known: Option<Map>, more: Map) -> Result<Map> {
    Ok(match known {
        None => more,
        Some(known) => known.union(&more)?,
    })
}

/// An order with the copies around it. What it says of arrays it says of those in their place.
pub(crate) fn around(stored: &Stored, tree: &ScheduleTree) -> presburger::Result<ScheduleTree> {
    let scop = &stored.scop;
    let mut before = Vec::new();
    let mut after = Vec::new();
    for one in &stored.moves {
        before.extend(one.copy_in);
        after.extend(one.copy_out);
    }
    let tree = &tree.map_members(|member| {
        for name in member.private.iter_mut().chain(&mut member.reductions) {
            let moved = stored.moves.iter().find(|one| scop[one.from].name == *name);
            if let Some(moved) = moved {
                name.clone_from(&scop[moved.to].name);
            }
        }
        // Several arrays may have become one.
        for names in [&mut member.private, &mut member.reductions] {
            let mut known = BTreeSet::new();
            names.retain(|name| known.insert(name.clone()));
        }
    });
    if before.is_empty() && after.is_empty() {
        return Ok(tree.clone());
    }
    let mut domain = tree.domain().clone();
    let mut parts = Vec::new();
    let child = tree.root().child().cloned().unwrap_or_else(Node::leaf);
    let middle = (tree.domain().clone(), child);
    for id in before {
        parts.push(part(&scop[id])?);
    }
    parts.push(middle);
    for id in after {
        parts.push(part(&scop[id])?);
    }
    for (filter, _) in &parts {
        domain = domain.union(filter)?;
    }
    Ok(ScheduleTree::new(domain, Node::sequence(parts)))
}

/// A copy in loops over its cells.
fn part(statement: &Statement) -> presburger::Result<(UnionSet, Node)> {
    let domain = &statement.domain;
    let all = UnionSet::from_sets([domain.clone()])?;
    let mut node = Node::leaf();
    let dims = Aff::vars_on_domain(domain.space())?;
    for (aff, name) in dims.iter().zip(&statement.iterators).rev() {
        let date = UnionPwAff::from(PwAff::alloc(domain, aff)?);
        let dates = MultiUnionPwAff::from_union_pw_aff_list(Tuple::anonymous(1), &[date])?;
        node = Node::band(Band::of_loop(dates, name, None), node);
    }
    Ok((all, node))
}
