//! Where pointers lead: which names may mean the same memory.
//!
//! A pointer is apart from other memory only if every definition of it shows that. All definitions in
//! the text count, wherever they stand: a region in a loop also sees what comes after it. They are
//! read off the trees of the functions and of the initial values of global variables
//! ([`bodies`](crate::bodies)), which give the constraints of a [`Graph`](graph::Graph):
//!
//! ```c
//! double *p = malloc(n), *q;   // p: what this `malloc` returns
//! q = p + 1;                   // q: the targets of p, so p and q may overlap
//! ```
//!
//! What a caller that is not in the text passes is taken to lie apart from all else, as is what a
//! global pointer leads to that nothing in the text sets. What is not understood may do anything with
//! the names in it.
//!
//! Only functions that have to do with each other are read: those that call each other, and those
//! that use the same global variables that may hold pointers. In C++ that is not C nothing but the
//! function itself is read: anybody may call it with anything, and global variables may hold anything.

mod allocators;
mod build;
mod calls;
pub(crate) mod graph;
mod relevant;
mod value;

use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};
use scop::{FileId, Span};

use crate::Unit;
use crate::bodies::typing::Types;
use crate::bodies::{Body, Id};
use crate::declarations::{ASSEMBLY, Function};
use crate::parse::Parser;
use crate::syntax::Expr;
use crate::token::Text;
use allocators::Allocation;
pub(crate) use calls::is_of_library;
use graph::{FieldId, Graph, NodeId, ObjectId};

impl Unit {
    /// Whether code that nobody sees may know a static variable or function: because an attribute or
    /// assembly says so.
    fn has_users(&self, name: &Text) -> bool {
        let is_of_assembly = |other: &Text| **other == *ASSEMBLY[0];
        self.declarations.kept.contains(name)
            || self
                .declarations
                .aliases
                .get(name)
                .is_some_and(is_of_assembly)
    }

    /// Whether code that nobody sees may know a static variable: that of a header is in the same file.
    fn is_known_elsewhere(&self, name: &Text) -> bool {
        self.is_open() || !self.unfound.is_empty() || self.has_users(name)
    }
}

/// A function that has been read.
pub(crate) struct Known<'a> {
    pub(crate) function: &'a Function,
    pub(crate) body: &'a Body,
    /// Its parameters and variables, by their numbers in the body.
    objects: FxHashMap<Id, ObjectId>,
    /// What it returns.
    result: ObjectId,
    /// Itself.
    address: ObjectId,
}

/// The bodies and initial values that an analysis is made from.
pub(crate) struct Texts {
    bodies: Vec<(Function, Body)>,
    values: Vec<(Text, Expr)>,
    /// What stands for the text outside of functions.
    outside: Body,
}

impl Texts {
    /// Reads all that may have to do with a function.
    pub(crate) fn read(unit: &Unit, around: Option<&Function>) -> Texts {
        let mut parser = Parser::within(unit);
        let relevant = relevant::find(unit, around);
        let mut bodies = Vec::new();
        for function in relevant.functions {
            let body = Body::read(&mut parser, &unit.tokens, &function);
            bodies.push((function, body));
        }
        let values = relevant.values.into_iter();
        let values = values.map(|(name, tokens)| (name, parser.any_value(tokens)));
        Texts {
            bodies,
            values: values.collect(),
            outside: Body::outside(Span::new(FileId::MAIN, 0, 0)),
        }
    }
}

/// What has been found out about some texts, for the next region that they matter to.
#[derive(Default)]
struct State {
    objects: Vec<(FxHashMap<Id, ObjectId>, ObjectId, ObjectId)>,
    by_name: FxHashMap<Text, usize>,
    globals: FxHashMap<Text, ObjectId>,
    graph: Graph,
    sites: Vec<Site>,
    writes: Vec<(u32, Vec<Place>)>,
    anywhere: NodeId,
    allocations: FxHashMap<usize, Allocation>,
    copies: Vec<(ObjectId, NodeId)>,
    is_solved: bool,
}

/// The analyses of a text: one for all functions that have to do with each other.
#[derive(Clone, Default)]
pub(crate) struct Analyses {
    known: Arc<Mutex<Vec<Analysis>>>,
}

/// Texts, and what is known of them unless somebody is at work with it.
type Analysis = (Arc<Texts>, Option<State>);

impl std::fmt::Debug for Analyses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Analyses")
    }
}

impl Analyses {
    /// The texts that may have to do with a function.
    pub(crate) fn texts(&self, unit: &Unit, around: Option<&Function>) -> Arc<Texts> {
        let mut known = match self.known.lock() {
            Ok(known) => known,
            Err(poisoned) => poisoned.into_inner(),
        };
        let holds = |texts: &Texts| match around {
            Some(around) => texts.bodies.iter().any(|(one, _)| one.body == around.body),
            None => texts.bodies.is_empty(),
        };
        if let Some((texts, _)) = known.iter().find(|(texts, _)| holds(texts)) {
            return texts.clone();
        }
        let texts = Arc::new(Texts::read(unit, around));
        known.push((texts.clone(), None));
        texts
    }

    /// Takes what is known of texts, or gives it back.
    fn exchange(&self, texts: &Texts, state: Option<State>) -> Option<State> {
        let mut known = self.known.lock().ok()?;
        let mut all = known.iter_mut();
        let (_, place) = all.find(|(one, _)| std::ptr::eq(&**one, texts))?;
        std::mem::replace(place, state)
    }
}

/// The place of a value: an object, or what a pointer leads to, and the fields on the way.
#[derive(Clone, Debug)]
struct Place {
    base: Base,
    path: Vec<FieldId>,
}

#[derive(Clone, Copy, Debug)]
enum Base {
    Object(ObjectId),
    /// A parameter that a caller sets.
    Passed(ObjectId),
    Through(NodeId),
}

/// What an expression gives: the targets of nodes, and what is in places.
#[derive(Clone, Debug, Default)]
struct Value {
    nodes: Vec<NodeId>,
    places: Vec<Place>,
}

/// Where the fields of unions are declared.
fn shared_fields(unit: &Unit, texts: &Texts) -> FxHashSet<Span> {
    let records = unit.declarations.records.iter();
    let records = records.chain(texts.bodies.iter().flat_map(|(_, body)| &body.records));
    let unions = records.filter(|record| record.is_union);
    let fields = unions.flat_map(|record| record.fields.iter().map(|field| field.name_span));
    fields.collect()
}

/// A call of a function of the text.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Which function, in the list of the analysis.
    pub(crate) callee: usize,
    pub(crate) arguments: Vec<NodeId>,
}

/// The solved constraints of a text.
pub(crate) struct PointsTo<'a> {
    unit: &'a Unit,
    types: Types<'a>,
    pub(crate) known: Vec<Known<'a>>,
    by_name: FxHashMap<Text, usize>,
    globals: FxHashMap<Text, ObjectId>,
    pub(crate) graph: Graph,
    pub(crate) sites: Vec<Site>,
    /// What assignments write that begin at these tokens of a function.
    writes: Vec<(u32, Vec<Place>)>,
    /// Assignments that are left out.
    without: FxHashSet<u32>,
    /// A node that leads anywhere.
    anywhere: NodeId,
    /// The functions that return new memory at every call.
    allocations: FxHashMap<usize, Allocation>,
    /// Objects that calls of such functions make, and the pointers to what that is in the function,
    /// if others know it as well.
    copies: Vec<(ObjectId, NodeId)>,
    /// Numbers that become pointers, and these.
    from_numbers: Vec<(NodeId, NodeId)>,
    /// The function being walked.
    current: Option<usize>,
    /// Where the fields of unions are declared.
    shared_fields: FxHashSet<Span>,
    /// The constraints could be solved.
    pub(crate) is_solved: bool,
}

impl<'a> PointsTo<'a> {
    /// Analyses texts; assignments that begin at the tokens in `without` say nothing.
    pub(crate) fn new(unit: &'a Unit, texts: &'a Texts, without: FxHashSet<u32>) -> PointsTo<'a> {
        let mut types = Types::new(&unit.declarations);
        for (_, body) in &texts.bodies {
            types.add_records(&body.records);
        }
        let mut graph = Graph::new();
        let anywhere = graph.node();
        graph.add_anything(anywhere);
        let mut analysis = PointsTo {
            unit,
            types,
            known: Vec::new(),
            by_name: FxHashMap::default(),
            globals: FxHashMap::default(),
            graph,
            sites: Vec::new(),
            writes: Vec::new(),
            without,
            anywhere,
            allocations: FxHashMap::default(),
            copies: Vec::new(),
            from_numbers: Vec::new(),
            current: None,
            shared_fields: shared_fields(unit, texts),
            is_solved: false,
        };
        analysis.build(texts);
        analysis.settle();
        analysis
    }

    /// The analysis of texts of a unit, which keeps what is found out until another region asks.
    pub(crate) fn of(unit: &'a Unit, texts: &'a Texts) -> PointsTo<'a> {
        let Some(state) = unit.analyses.exchange(texts, None) else {
            return PointsTo::new(unit, texts, FxHashSet::default());
        };
        let mut types = Types::new(&unit.declarations);
        for (_, body) in &texts.bodies {
            types.add_records(&body.records);
        }
        let known = texts.bodies.iter().zip(state.objects);
        let known = known.map(|((function, body), (objects, result, address))| Known {
            function,
            body,
            objects,
            result,
            address,
        });
        PointsTo {
            unit,
            types,
            known: known.collect(),
            by_name: state.by_name,
            globals: state.globals,
            graph: state.graph,
            sites: state.sites,
            writes: state.writes,
            without: FxHashSet::default(),
            anywhere: state.anywhere,
            allocations: state.allocations,
            copies: state.copies,
            from_numbers: Vec::new(),
            current: None,
            shared_fields: shared_fields(unit, texts),
            is_solved: state.is_solved,
        }
    }

    /// Leaves what has been found out for other regions.
    pub(crate) fn keep(&mut self, texts: &Texts) {
        let known = std::mem::take(&mut self.known).into_iter();
        let state = State {
            objects: known
                .map(|one| (one.objects, one.result, one.address))
                .collect(),
            by_name: std::mem::take(&mut self.by_name),
            globals: std::mem::take(&mut self.globals),
            graph: std::mem::take(&mut self.graph),
            sites: std::mem::take(&mut self.sites),
            writes: std::mem::take(&mut self.writes),
            anywhere: self.anywhere,
            allocations: std::mem::take(&mut self.allocations),
            copies: std::mem::take(&mut self.copies),
            is_solved: self.is_solved,
        };
        self.unit.analyses.exchange(texts, Some(state));
    }

    /// Solves the constraints, connecting calls and escaped functions as they are found, letting
    /// global variables that nothing sets lead to memory of others, and numbers that no known address
    /// is in lead anywhere.
    pub(crate) fn settle(&mut self) {
        loop {
            self.is_solved = self.graph.solve();
            if !self.is_solved {
                return;
            }
            let reached = std::mem::take(&mut self.graph.reached);
            let escaped = std::mem::take(&mut self.graph.escaped_functions);
            let mut is_done = reached.is_empty() && escaped.is_empty();
            for (call, function) in reached {
                self.reach(call, function);
            }
            for function in escaped {
                self.call_from_anywhere(function);
            }
            is_done &= !self.escape_together();
            if is_done {
                let globals: Vec<(Text, ObjectId)> = self.globals.clone().into_iter().collect();
                for (name, object) in globals {
                    if !self.may_hold_pointers(&name) {
                        continue;
                    }
                    for cell in self.graph.never_set(object) {
                        self.graph.add_outside(cell, false, 1);
                        is_done = false;
                    }
                }
                for (number, pointer) in self.from_numbers.clone() {
                    if self.graph.targets(number).next().is_none()
                        && self.graph.targets(pointer).next().is_none()
                    {
                        self.graph.add_anything(pointer);
                        is_done = false;
                    }
                }
            }
            if is_done {
                return;
            }
        }
    }

    /// What escapes by one of its names has escaped by the other one; whether that is news.
    fn escape_together(&mut self) -> bool {
        let mut found = false;
        for (object, made) in self.copies.clone() {
            let cells: Vec<_> = self.graph.targets(made).map(|one| one.cell).collect();
            let mut objects: Vec<ObjectId> = cells
                .iter()
                .map(|&cell| self.graph.object_of(cell))
                .collect();
            objects.push(object);
            let has_escaped = |&object: &ObjectId| self.graph.objects[object as usize].has_escaped;
            let count = objects.iter().filter(|one| has_escaped(one)).count();
            if count > 0 && count < objects.iter().filter(|one| **one != 0).count() {
                found = true;
                for object in objects {
                    let cell = self.graph.cell(object, &[]);
                    let node = self.graph.node();
                    self.graph.add_cell(node, cell);
                    self.graph.escape(node);
                }
            }
        }
        found
    }

    /// The objects that may be the same memory as an object by another name.
    pub(crate) fn copies_of(&self, object: ObjectId) -> Vec<ObjectId> {
        let mut found = vec![object];
        let mut next = 0;
        while let Some(&one) = found.get(next) {
            next += 1;
            for (copy, made) in &self.copies {
                let mut targets = self.graph.targets(*made);
                if !found.contains(copy) && targets.any(|two| self.graph.object_of(two.cell) == one)
                {
                    found.push(*copy);
                }
            }
        }
        found
    }

    /// The field of a structure.
    pub(crate) fn field_of(&mut self, record: &str, name: &Text) -> Option<FieldId> {
        let record = self.types.record(record)?;
        Some(self.field_id(record, name))
    }

    /// The object that a variable of a function is.
    pub(crate) fn own_object(&self, function: usize, id: Id) -> Option<ObjectId> {
        self.known[function].objects.get(&id).copied()
    }

    /// The tokens of the function of this name.
    pub(crate) fn body_of(&self, name: &Text) -> Option<std::ops::Range<usize>> {
        let index = *self.by_name.get(name)?;
        Some(self.known[index].body.tokens.range())
    }

    /// The function of the list whose body this is.
    pub(crate) fn index_of(&self, function: &Function) -> Option<usize> {
        self.known
            .iter()
            .position(|one| one.function.body == function.body)
    }

    /// The object that a global variable is; those that are the same memory by other names are one.
    pub(crate) fn global_object(&mut self, name: &Text) -> ObjectId {
        let name = self.unit.declarations.canonical(name);
        if let Some(&object) = self.globals.get(&name) {
            return object;
        }
        let symbols = self.unit.declarations.globals.iter();
        let mut symbols = symbols.filter(|one| one.name == name);
        let is_public = self.unit.is_known_elsewhere(&name) || !symbols.any(|one| one.is_static);
        let object = self.graph.object(graph::Kind::Variable { is_public });
        self.globals.insert(name, object);
        if self.unit.is_open() {
            let cell = self.graph.cell(object, &[]);
            let node = self.graph.node();
            self.graph.add_cell(node, cell);
            self.graph.escape(node);
        }
        object
    }

    /// The cells that assignments in a range of tokens write to through pointers, or parts of them.
    pub(crate) fn written_in(&mut self, range: std::ops::Range<usize>) -> Vec<graph::CellId> {
        let writes = self.writes.iter();
        let places: Vec<Place> = writes
            .filter(|(at, _)| range.contains(&(*at as usize)))
            .flat_map(|(_, places)| places.iter().cloned())
            .collect();
        let mut found = Vec::new();
        for place in places {
            if let Base::Through(node) = place.base {
                let targets: Vec<_> = self.graph.targets(node).collect();
                found.extend(targets.iter().map(|one| one.cell));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
