//! What is known of the pointers of a region: the answers of [`points_to`](crate::points_to) to
//! questions about its names.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Unit;
use crate::bodies::{Body, Id, Meaning};
use crate::declarations::{Scope, Symbol};
use crate::points_to::graph::{CellId, Kind, NodeId, ObjectId};
use crate::points_to::{PointsTo, Texts};
use crate::regions::Region;
use crate::syntax::{Expr, ExprKind, ForInit, Part, Stmt, StmtKind, Type, UnaryOp};
use crate::token::Text;

/// One step from a variable towards memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// An element of an array.
    Element,
    /// What a pointer leads to.
    Deref,
    /// A field of a structure: the names of both.
    Field(Text, Text),
}

/// Something that holds a pointer: a variable, or what is some steps away from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Holder {
    /// Nothing if it is not known which variable that is.
    owner: Option<ObjectId>,
    path: Vec<Step>,
}

/// Memory that a pointer leads into.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// A variable.
    Object(ObjectId),
    /// What a call or literal makes, or what only a `restrict` pointer leads to; `directly` if it is
    /// what the holder is set to.
    New {
        object: ObjectId,
        directly: bool,
    },
    /// What a caller passes that nobody knows.
    Argument(ObjectId),
    /// What something sets that is not in the text.
    Elsewhere(ObjectId),
    Anything,
}

/// Whether two pointers have a root in common.
pub(super) fn meet(a: &BTreeSet<Root>, b: &BTreeSet<Root>) -> bool {
    a.iter().any(|one| match one {
        Root::New { object, .. } => [true, false].into_iter().any(|directly| {
            let object = *object;
            b.contains(&Root::New { object, directly })
        }),
        _ => b.contains(one),
    })
}

/// The answers for one region.
pub(super) struct Pointers<'a> {
    unit: &'a Unit,
    region: &'a Region,
    texts: &'a Texts,
    analysis: PointsTo<'a>,
    /// The function around the region, in the list of the analysis.
    function: Option<usize>,
    /// Whether pairs of variables only change places.
    swapped: FxHashMap<(ObjectId, ObjectId), bool>,
}

impl<'a> Pointers<'a> {
    pub(super) fn new(unit: &'a Unit, region: &'a Region, texts: &'a Texts) -> Pointers<'a> {
        let analysis = PointsTo::of(unit, texts);
        let function = region.function.as_ref();
        Pointers {
            unit,
            region,
            texts,
            function: function.and_then(|one| analysis.index_of(one)),
            analysis,
            swapped: FxHashMap::default(),
        }
    }

    fn body(&self) -> Option<&'a Body> {
        self.function.map(|index| self.analysis.known[index].body)
    }

    /// The variable that a name of the region means.
    fn owner(&mut self, name: &Text) -> Option<ObjectId> {
        let symbol = self.region.symbol(name);
        let is_global = |symbol: &Symbol| symbol.scope == Scope::Global || symbol.is_extern;
        let pragma = self.region.tokens.range().start.wrapping_sub(1);
        let (Some(body), Some(function)) = (self.body(), self.function) else {
            return Some(self.analysis.global_object(name));
        };
        let named = |id: &Id| body.variables[*id as usize].declarator.name == *name;
        let found = match (symbol, body.visible_at(pragma)) {
            (Some(symbol), _) if is_global(symbol) => None,
            (Some(_), Some(visible)) => visible.iter().rev().copied().find(named),
            _ => {
                let inside = self.region.tokens.range();
                let is_here = |id: &Id| {
                    let since = body.variables[*id as usize].since as usize;
                    symbol.is_some() || inside.contains(&since)
                };
                let all = (0..body.variables.len() as Id)
                    .filter(named)
                    .filter(is_here);
                let all: Vec<Id> = all.collect();
                match (&all[..], symbol) {
                    ([one], _) => Some(*one),
                    ([], None) => None,
                    // One of several.
                    _ => return None,
                }
            }
        };
        match found {
            Some(id) if !body.variables[id as usize].is_outside() => {
                self.analysis.own_object(function, id)
            }
            _ => Some(self.analysis.global_object(name)),
        }
    }

    /// The pointer that is some steps away from a variable of the region.
    pub(super) fn holder(&mut self, name: &Text, path: &[Step]) -> Holder {
        Holder {
            owner: self.owner(name),
            path: path.to_vec(),
        }
    }

    /// The memory of a variable of the region.
    pub(super) fn variable(&mut self, name: &Text) -> Root {
        self.owner(name).map_or(Root::Anything, Root::Object)
    }

    /// All memory that a pointer may lead into.
    pub(super) fn roots(&mut self, holder: &Holder) -> BTreeSet<Root> {
        if let Some(root) = self.apart(holder) {
            return BTreeSet::from([root]);
        }
        let is_promised = holder.path.is_empty() && self.is_restrict(holder);
        let roots = roots_in(&mut self.analysis, holder, is_promised);
        match roots.is_empty() {
            // Something must set it, in a way that is not understood.
            true => BTreeSet::from([Root::Anything]),
            false => roots,
        }
    }

    /// The parameter of the region's function that a holder is.
    fn parameter(&self, holder: &Holder) -> Option<usize> {
        let function = self.function?;
        let count = self.analysis.known[function].function.parameters.len();
        (0..count).find(|&at| {
            let object = self.analysis.own_object(function, at as Id);
            object.is_some() && object == holder.owner
        })
    }

    fn is_restrict(&self, holder: &Holder) -> bool {
        let Some((function, at)) = self.function.zip(self.parameter(holder)) else {
            return false;
        };
        matches!(
            self.analysis.known[function].function.parameters[at].ty,
            Type::Pointer { restrict: true, .. } | Type::Array { restrict: true, .. }
        )
    }

    /// The memory of a `restrict` pointer that is a variable of a block around the region. While the
    /// block is executed, what is written at all is reached through this pointer or not at all; that
    /// is no promise for other executions of the block, or if the pointer itself may change.
    fn apart(&mut self, holder: &Holder) -> Option<Root> {
        let (owner, body, function) = (holder.owner?, self.body()?, self.function?);
        if !holder.path.is_empty() || !self.analysis.is_solved || body.is_odd {
            return None;
        }
        let pragma = self.region.tokens.range().start.checked_sub(1)?;
        let mut visible = body.visible_at(pragma)?.iter().copied();
        let id = visible.find(|&id| self.analysis.own_object(function, id) == Some(owner))?;
        let variable = &body.variables[id as usize];
        if variable.scope != Scope::Local || variable.storage.is_static || is_set_again(body, id) {
            return None;
        }
        let cell = self.analysis.graph.cell(owner, &[]);
        let stored = self.analysis.graph.stored(cell);
        let mut targets = self.analysis.graph.targets(stored);
        let object = targets.find_map(|target| {
            let object = self.analysis.graph.object_of(target.cell);
            let kind = &self.analysis.graph.objects[object as usize].kind;
            (*kind == Kind::Apart(owner)).then_some(object)
        })?;
        Some(Root::New {
            object,
            directly: false,
        })
    }

    /// Whether a pointer that may lead anywhere may lead to this.
    pub(super) fn is_within_reach(&self, root: &Root) -> bool {
        match root {
            Root::Object(object) | Root::New { object, .. } => {
                let object = &self.analysis.graph.objects[*object as usize];
                let is_public = object.kind == Kind::Variable { is_public: true };
                is_public || object.has_escaped || !self.analysis.is_solved
            }
            Root::Argument(_) | Root::Elsewhere(_) | Root::Anything => true,
        }
    }

    /// The variables of the region that it, or a function that it calls, writes through pointers.
    pub(super) fn written(&mut self) -> Vec<Text> {
        let mut ranges = vec![self.region.tokens.range()];
        let mut next = 0;
        while let Some(range) = ranges.get(next).cloned() {
            next += 1;
            for token in &self.unit.tokens[range] {
                let called = self.analysis.body_of(&token.text);
                if let Some(body) = called.filter(|body| !ranges.contains(body)) {
                    ranges.push(body);
                }
            }
        }
        let mut cells = Vec::new();
        for range in ranges {
            cells.extend(self.analysis.written_in(range));
        }
        let mut is_anywhere = cells.contains(&crate::points_to::graph::ANYTHING);
        if !self.analysis.is_solved {
            (cells, is_anywhere) = (Vec::new(), true);
        }
        let objects: BTreeSet<ObjectId> = cells
            .iter()
            .map(|&cell| self.analysis.graph.object_of(cell))
            .collect();
        let mut names = Vec::new();
        for symbol in &self.region.symbols {
            // Where an array lies does not change, whatever is written to it.
            let ty = self.unit.declarations.resolve(&symbol.ty);
            if matches!(ty, Type::Array { .. }) && symbol.scope != Scope::Parameter {
                continue;
            }
            let root = self.variable(&symbol.name);
            let is_written = match &root {
                Root::Object(object) => objects.contains(object),
                _ => true,
            };
            let is_in_reach = is_anywhere
                && symbol.value.is_none()
                && self.unit.declarations.is_integer(&symbol.ty)
                && self.is_within_reach(&root);
            if is_written || is_in_reach {
                names.push(symbol.name.clone());
            }
        }
        names
    }

    /// Whether two parameters that nothing sets but callers may lead to the same memory in some
    /// call; nothing if they are no such parameters.
    pub(super) fn same_in_a_call(&mut self, a: &Holder, b: &Holder) -> Option<bool> {
        if a == b || !a.path.is_empty() || !b.path.is_empty() {
            return None;
        }
        let function = self.function?;
        let (first, second) = (self.parameter(a)?, self.parameter(b)?);
        let is_same = same_in_a_call(&mut self.analysis, function, first, second)?;
        Some(is_same)
    }

    /// Whether two pointers never lead to the same memory because all that happens to them after
    /// they were set to different memory is that they change places.
    pub(super) fn only_change_places(&mut self, a: &Holder, b: &Holder) -> bool {
        let (Some(x), Some(y)) = (a.owner, b.owner) else {
            return false;
        };
        if !a.path.is_empty() || !b.path.is_empty() {
            return false;
        }
        if let Some(&known) = self.swapped.get(&(x, y)) {
            return known;
        }
        let found = self.find_swaps(a, b).unwrap_or(false);
        self.swapped.insert((x, y), found);
        found
    }

    fn find_swaps(&self, a: &Holder, b: &Holder) -> Option<bool> {
        let (function, body) = (self.function?, self.body()?);
        let id_of = |holder: &Holder| {
            let mut ids = 0..body.variables.len() as Id;
            ids.find(|&id| self.analysis.own_object(function, id) == holder.owner)
        };
        let pair = (id_of(a)?, id_of(b)?);
        let mut swaps = Swaps {
            body,
            pair,
            swaps: Vec::new(),
            left_out: FxHashSet::default(),
            definitions: [Vec::new(), Vec::new()],
        };
        swaps.statement(&body.tree, body.tokens.start);
        let &(first, swapped_in) = swaps.swaps.iter().min()?;
        let mut set_in = Vec::new();
        for (id, places) in [pair.0, pair.1].into_iter().zip(&swaps.definitions) {
            let mut places = places.clone();
            places.retain(|(at, _)| !swaps.left_out.contains(at));
            let is_parameter = body.variables[id as usize].scope == Scope::Parameter;
            match (&places[..], is_parameter) {
                ([], true) => set_in.push(body.tokens.start),
                (&[(at, block)], false) if at < first => set_in.push(block),
                _ => return None,
            }
        }
        if set_in[0] != set_in[1] || set_in[0] == swapped_in {
            return None;
        }
        let mut without = PointsTo::new(self.unit, self.texts, swaps.left_out);
        let parameters = self.parameter(a).zip(self.parameter(b));
        if let Some((first, second)) = parameters
            && let Some(is_same) = same_in_a_call(&mut without, function, first, second)
        {
            return Some(!is_same);
        }
        let of = |id: Id, without: &mut PointsTo<'_>| {
            let owner = without.own_object(function, id);
            let path = Vec::new();
            roots_in(without, &Holder { owner, path }, false)
        };
        let (x, y) = (of(pair.0, &mut without), of(pair.1, &mut without));
        let is_somewhere = |roots: &BTreeSet<Root>| !roots.contains(&Root::Anything);
        Some(is_somewhere(&x) && is_somewhere(&y) && !meet(&x, &y))
    }
}

impl Drop for Pointers<'_> {
    /// Leaves what has been found out for other regions.
    fn drop(&mut self) {
        self.analysis.keep(self.texts);
    }
}

/// Whether a variable may get values in more than one place, or by its address.
fn is_set_again(body: &Body, id: Id) -> bool {
    let means = |expr: &Expr| expr.as_name().is_some() && body.meaning(expr) == Meaning::Own(id);
    let mut count = usize::from(body.variables[id as usize].declarator.init.is_some());
    let mut is_changed = false;
    body.tree.parts(&mut |part| match part {
        Part::Expr(expr) => match &expr.kind {
            ExprKind::Assign(None, target, _) => count += usize::from(means(target)),
            ExprKind::Assign(Some(_), target, _)
            | ExprKind::Step { target, .. }
            | ExprKind::Unary(UnaryOp::Address, target) => is_changed |= means(target),
            ExprKind::Opaque => is_changed = true,
            _ => {}
        },
        Part::Stmt(one) => is_changed |= matches!(one.kind, StmtKind::Opaque),
    });
    is_changed || count > 1
}

/// All memory that a pointer may lead into; of a parameter that is promised to be apart, what callers
/// pass is memory of its own.
fn roots_in(analysis: &mut PointsTo<'_>, holder: &Holder, is_promised: bool) -> BTreeSet<Root> {
    let Some(owner) = holder.owner.filter(|_| analysis.is_solved) else {
        return BTreeSet::from([Root::Anything]);
    };
    let mut cells: Vec<CellId> = vec![analysis.graph.cell(owner, &[])];
    for step in &holder.path {
        match step {
            Step::Element => {}
            Step::Field(record, field) => match analysis.field_of(record, field) {
                Some(field) => {
                    let further = cells.iter();
                    let further = further.map(|&cell| analysis.graph.extend(cell, &[field]));
                    cells = further.collect();
                }
                None => return BTreeSet::from([Root::Anything]),
            },
            Step::Deref => {
                let nodes: Vec<NodeId> = cells
                    .iter()
                    .map(|&cell| analysis.graph.loaded(cell))
                    .collect();
                analysis.settle();
                let all = nodes.iter().flat_map(|&node| analysis.graph.targets(node));
                cells = all.map(|target| target.cell).collect();
                cells.sort_unstable();
                cells.dedup();
            }
        }
    }
    let mut nodes = Vec::new();
    for cell in cells {
        let loaded = analysis.graph.loaded(cell);
        nodes.push(match is_promised {
            true => analysis.graph.stored(cell),
            false => loaded,
        });
        if is_promised && let Some(child) = analysis.graph.child(cell) {
            let node = analysis.graph.node();
            let cell = analysis.graph.cell(child, &[]);
            analysis.graph.add_cell(node, cell);
            nodes.push(node);
        }
    }
    analysis.settle();
    roots_of(analysis, &nodes)
}

/// The roots that the targets of nodes are.
fn roots_of(analysis: &PointsTo<'_>, nodes: &[NodeId]) -> BTreeSet<Root> {
    if !analysis.is_solved {
        return BTreeSet::from([Root::Anything]);
    }
    let mut roots = BTreeSet::new();
    for target in nodes.iter().flat_map(|&node| analysis.graph.targets(node)) {
        let object = analysis.graph.object_of(target.cell);
        let root = match analysis.graph.objects[object as usize].kind {
            Kind::Anything => Root::Anything,
            Kind::Variable { .. } | Kind::Function(_) => Root::Object(object),
            Kind::Apart(_) => Root::New {
                object,
                directly: false,
            },
            Kind::New => {
                // What has got other names where it was returned.
                let copies = analysis.copies_of(object).into_iter().skip(1);
                roots.extend(copies.map(|object| Root::New {
                    object,
                    directly: false,
                }));
                Root::New {
                    object,
                    directly: target.is_direct,
                }
            }
            Kind::Outside {
                is_argument: true, ..
            } => Root::Argument(object),
            Kind::Outside { .. } => Root::Elsewhere(object),
        };
        roots.insert(root);
    }
    roots
}

/// Whether two parameters may get the same memory in some call; nothing if something else sets them.
fn same_in_a_call(
    analysis: &mut PointsTo<'_>,
    function: usize,
    first: usize,
    second: usize,
) -> Option<bool> {
    for at in [first, second] {
        let object = analysis.own_object(function, at as Id)?;
        let cell = analysis.graph.cell(object, &[]);
        let (stored, passed) = (analysis.graph.stored(cell), analysis.graph.passed(cell));
        let is_anything = |target: crate::points_to::graph::Target| {
            target.cell == crate::points_to::graph::ANYTHING
        };
        if analysis.graph.targets(stored).next().is_some()
            || analysis.graph.targets(passed).any(is_anything)
            || !analysis.is_solved
        {
            return None;
        }
    }
    let sites = analysis.sites.iter().filter(|site| site.callee == function);
    for site in sites {
        let (Some(&x), Some(&y)) = (site.arguments.get(first), site.arguments.get(second)) else {
            return Some(true);
        };
        let (x, y) = (roots_of(analysis, &[x]), roots_of(analysis, &[y]));
        let is_anywhere = |roots: &BTreeSet<Root>| roots.contains(&Root::Anything);
        if meet(&x, &y) || is_anywhere(&x) || is_anywhere(&y) {
            return Some(true);
        }
    }
    Some(false)
}

/// Looks for `t = a; a = b; b = t;` and for all else that sets two variables.
struct Swaps<'a> {
    body: &'a Body,
    pair: (Id, Id),
    /// Where swaps begin, and the blocks that they stand in.
    swaps: Vec<(u32, u32)>,
    /// The assignments to the two in swaps.
    left_out: FxHashSet<u32>,
    /// Where the variables are set, and the blocks that this is in.
    definitions: [Vec<(u32, u32)>; 2],
}

impl<'a> Swaps<'a> {
    fn own(&self, expr: &Expr) -> Option<Id> {
        expr.as_name()?;
        match self.body.meaning(expr) {
            Meaning::Own(id) => Some(id),
            Meaning::Outside => None,
        }
    }

    /// `x = y;` of two variables, or a declaration of one with the value of the other.
    fn copy(&self, statement: &Stmt) -> Option<(Id, Id, u32)> {
        match &statement.kind {
            StmtKind::Expr(Expr {
                kind: ExprKind::Assign(None, to, from),
                tokens,
                ..
            }) => Some((self.own(to)?, self.own(from)?, tokens.start)),
            StmtKind::Declaration(declaration) if declaration.declarators.len() == 1 => {
                let id = self.body.declared_at(statement.tokens.start)?;
                let from = declaration.declarators[0].init.as_ref()?;
                Some((id, self.own(from)?, statement.tokens.start))
            }
            _ => None,
        }
    }

    fn list(&mut self, list: &'a [Stmt], block: u32) {
        for three in list.windows(3) {
            let copies = (
                self.copy(&three[0]),
                self.copy(&three[1]),
                self.copy(&three[2]),
            );
            if let (Some((t, x, begin)), Some((x2, y, first)), Some((y2, t2, second))) = copies
                && (t, x, y) == (t2, x2, y2)
                && ((x, y) == self.pair || (y, x) == self.pair)
                && t != x
                && t != y
            {
                self.swaps.push((begin, block));
                self.left_out.extend([first, second]);
            }
        }
        list.iter().for_each(|one| self.statement(one, block));
    }

    fn define(&mut self, id: Id, at: u32, block: u32) {
        if id == self.pair.0 {
            self.definitions[0].push((at, block));
        }
        if id == self.pair.1 {
            self.definitions[1].push((at, block));
        }
    }

    fn statement(&mut self, statement: &'a Stmt, block: u32) {
        match &statement.kind {
            StmtKind::Block(list) => self.list(list, statement.tokens.start),
            StmtKind::For(head) => {
                match &head.init {
                    ForInit::Expr(expr) => self.expression(expr, block),
                    ForInit::Declaration(_) | ForInit::None => {}
                }
                for clause in head.condition.iter().chain(&head.step) {
                    self.expression(clause, statement.tokens.start);
                }
                self.statement(&head.body, statement.tokens.start);
            }
            StmtKind::If(condition, yes, no) => {
                self.expression(condition, block);
                self.statement(yes, yes.tokens.start);
                if let Some(no) = no {
                    self.statement(no, no.tokens.start);
                }
            }
            StmtKind::While(expr, inner)
            | StmtKind::DoWhile(inner, expr)
            | StmtKind::Switch(expr, inner) => {
                self.expression(expr, inner.tokens.start);
                self.statement(inner, inner.tokens.start);
            }
            StmtKind::Case(_, inner) | StmtKind::Default(inner) | StmtKind::Label(_, inner) => {
                self.statement(inner, inner.tokens.start);
            }
            StmtKind::Declaration(declaration) => {
                if let Some(first) = self.body.declared_at(statement.tokens.start) {
                    for (id, one) in (first..).zip(&declaration.declarators) {
                        if let Some(init) = &one.init {
                            self.define(id, init.tokens.start, block);
                            self.expression(init, block);
                        }
                    }
                }
            }
            StmtKind::Expr(expr) | StmtKind::Return(Some(expr)) => self.expression(expr, block),
            _ => {}
        }
    }

    fn expression(&mut self, expr: &'a Expr, block: u32) {
        let mut found = Vec::new();
        expr.parts(&mut |part| {
            if let crate::syntax::Part::Expr(inner) = part
                && let ExprKind::Assign(None, target, _) = &inner.kind
            {
                found.push((target, inner.tokens.start));
            }
        });
        for (target, at) in found {
            if let Some(id) = self.own(target) {
                self.define(id, at, block);
            }
        }
    }
}
