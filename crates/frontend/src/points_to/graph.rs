//! The constraints between what pointers may hold, and their solution.
//!
//! Memory is made of [objects](Object): variables, what `malloc` returns at one place, what a caller
//! passes. A [cell](Cell) is an object or a field of it; the elements of an array are one cell. Each
//! cell has a node for what is stored there and one for what is loaded from there, which gets what is
//! stored in the cell, in a part of it, or in something that it is a part of. Edges between nodes say
//! that all targets of one are targets of the other; what is loaded or stored through a pointer adds
//! edges as its targets become known (Andersen, 1994).
//!
//! A pointer from nowhere has the target [`ANYTHING`]: all objects that have *escaped* to where nobody
//! knows, and these hold such pointers in turn.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::token::Text;

pub(crate) type ObjectId = u32;
pub(crate) type CellId = u32;
pub(crate) type NodeId = u32;
pub(crate) type FieldId = u32;

/// The cell that stands for all that has escaped.
pub(crate) const ANYTHING: CellId = 0;

/// How deep what callers pass is told apart.
const MAX_DEPTH: u32 = 6;
/// A pointer that may lead to more objects may lead anywhere, and they have escaped.
const MAX_TARGETS: usize = 64;
/// After so many steps all may be anywhere.
const MAX_STEPS: usize = 4_000_000;

/// What an object is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// All that has escaped.
    Anything,
    /// A variable.
    Variable {
        /// Other files may use it.
        is_public: bool,
    },
    /// What a call or literal makes.
    New,
    /// What is reached through one variable only, which is a `restrict` pointer, and through what is
    /// made from its value.
    Apart(ObjectId),
    /// What somebody passes or sets that is not in the text: what a cell leads to.
    Outside {
        /// A caller; otherwise whoever sets a global variable.
        is_argument: bool,
        depth: u32,
    },
    /// A function, by its place in the list of the builder.
    Function(usize),
}

/// A piece of memory.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) kind: Kind,
    cells: Vec<CellId>,
    /// Its first contents come from a caller.
    pub(crate) is_parameter: bool,
    pub(crate) has_escaped: bool,
}

/// An object or a field of it.
#[derive(Debug)]
struct Cell {
    object: ObjectId,
    path: Vec<FieldId>,
    stored: NodeId,
    /// What callers store in a parameter.
    passed: NodeId,
    loaded: NodeId,
    is_loaded: bool,
}

/// A field of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    pub(crate) record: Text,
    pub(crate) name: Text,
    /// It shares its memory with others of the structure.
    pub(crate) is_shared: bool,
    /// The structure that it is, or that its elements are.
    pub(crate) inner: Option<Text>,
}

/// A cell that a pointer may lead to, and whether it was new where the pointer was set to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Target {
    pub(crate) cell: CellId,
    pub(crate) is_direct: bool,
}

/// What follows when a node gets a target.
#[derive(Clone, Debug)]
enum Rule {
    /// What the cell behind `path` holds goes to a node.
    Load(Vec<FieldId>, NodeId),
    /// What a node holds goes to the cell behind `path`.
    Store(Vec<FieldId>, NodeId),
    /// The cell behind `path` is a target of a node.
    Offset(Vec<FieldId>, NodeId),
    /// The object of the cell, all of it, is a target of a node.
    Whole(NodeId),
    /// The object of the cell has escaped.
    Escape,
    /// The function is called with these arguments; its value goes to a node.
    Call(usize),
}

/// A call through a pointer.
#[derive(Clone, Debug)]
pub(crate) struct Indirect {
    pub(crate) arguments: Vec<NodeId>,
    pub(crate) result: NodeId,
}

/// All constraints.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    pub(crate) objects: Vec<Object>,
    cells: Vec<Cell>,
    cell_ids: FxHashMap<(ObjectId, Vec<FieldId>), CellId>,
    fields: Vec<Field>,
    field_ids: FxHashMap<Field, FieldId>,
    targets: Vec<FxHashSet<Target>>,
    news: Vec<Vec<Target>>,
    edges: Vec<Vec<(NodeId, bool)>>,
    known_edges: FxHashSet<(NodeId, NodeId, bool)>,
    rules: Vec<Vec<Rule>>,
    open: Vec<NodeId>,
    escaping: NodeId,
    children: FxHashMap<CellId, ObjectId>,
    pub(crate) indirect: Vec<Indirect>,
    /// Functions that calls through pointers have been found to reach, not yet connected.
    pub(crate) reached: Vec<(usize, usize)>,
    known_reached: FxHashSet<(usize, usize)>,
    /// Functions whose addresses have escaped, not yet connected.
    pub(crate) escaped_functions: Vec<usize>,
    steps: usize,
}

impl Graph {
    pub(crate) fn new() -> Graph {
        let mut graph = Graph::default();
        let anything = graph.object(Kind::Anything);
        graph.cell(anything, &[]);
        graph.escaping = graph.node();
        graph.rules[graph.escaping as usize].push(Rule::Escape);
        graph
    }

    pub(crate) fn object(&mut self, kind: Kind) -> ObjectId {
        self.objects.push(Object {
            kind,
            cells: Vec::new(),
            is_parameter: false,
            has_escaped: false,
        });
        (self.objects.len() - 1) as ObjectId
    }

    pub(crate) fn node(&mut self) -> NodeId {
        self.targets.push(FxHashSet::default());
        self.news.push(Vec::new());
        self.edges.push(Vec::new());
        self.rules.push(Vec::new());
        (self.targets.len() - 1) as NodeId
    }

    pub(crate) fn field(&mut self, field: Field) -> FieldId {
        if let Some(&id) = self.field_ids.get(&field) {
            return id;
        }
        let id = self.fields.len() as FieldId;
        self.fields.push(field.clone());
        self.field_ids.insert(field, id);
        id
    }

    /// The cell of an object behind a path.
    pub(crate) fn cell(&mut self, object: ObjectId, path: &[FieldId]) -> CellId {
        if let Some(&id) = self.cell_ids.get(&(object, path.to_vec())) {
            return id;
        }
        let id = self.cells.len() as CellId;
        let (stored, passed, loaded) = (self.node(), self.node(), self.node());
        let others = std::mem::take(&mut self.objects[object as usize].cells);
        for &other in &others {
            if self.may_overlap(&self.cells[other as usize].path, path) {
                let known = &self.cells[other as usize];
                let (theirs, passed_there, read_there) = (known.stored, known.passed, known.loaded);
                self.edge(theirs, loaded, true);
                self.edge(passed_there, loaded, true);
                self.edge(stored, read_there, true);
                self.edge(passed, read_there, true);
            }
        }
        self.objects[object as usize].cells = others;
        self.objects[object as usize].cells.push(id);
        self.edge(stored, loaded, true);
        self.edge(passed, loaded, true);
        self.cells.push(Cell {
            object,
            path: path.to_vec(),
            stored,
            passed,
            loaded,
            is_loaded: false,
        });
        self.cell_ids.insert((object, path.to_vec()), id);
        if self.objects[object as usize].kind == Kind::Anything {
            self.add_cell(loaded, id);
        }
        id
    }

    pub(crate) fn object_of(&self, cell: CellId) -> ObjectId {
        self.cells[cell as usize].object
    }

    /// Whether two parts of an object may share memory.
    fn may_overlap(&self, a: &[FieldId], b: &[FieldId]) -> bool {
        let Some((one, other)) = a.iter().zip(b).find(|(one, other)| one != other) else {
            return true;
        };
        let (one, other) = (&self.fields[*one as usize], &self.fields[*other as usize]);
        one.record != other.record || one.name == other.name || one.is_shared && other.is_shared
    }

    /// The cell behind a path from another one; the whole object if it is looked at in two ways.
    pub(crate) fn extend(&mut self, cell: CellId, path: &[FieldId]) -> CellId {
        let Some(&first) = path.first() else {
            return cell;
        };
        if cell == ANYTHING {
            return ANYTHING;
        }
        let known = &self.cells[cell as usize];
        let object = known.object;
        let fits = match known.path.last() {
            None => true,
            Some(&last) => {
                let inner = self.fields[last as usize].inner.as_ref();
                inner == Some(&self.fields[first as usize].record)
            }
        };
        let whole = [&known.path[..], path].concat();
        if !fits || whole.len() > MAX_DEPTH as usize {
            return self.cell(object, &[]);
        }
        self.cell(object, &whole)
    }

    /// The node of what is loaded from a cell.
    pub(crate) fn loaded(&mut self, cell: CellId) -> NodeId {
        let (object, node) = (self.object_of(cell), self.cells[cell as usize].loaded);
        if self.cells[cell as usize].is_loaded {
            return node;
        }
        self.cells[cell as usize].is_loaded = true;
        let depth = match self.objects[object as usize].kind {
            Kind::Outside { is_argument, depth } => Some((is_argument, depth)),
            _ if self.objects[object as usize].is_parameter => Some((true, 0)),
            _ => None,
        };
        if let Some((is_argument, depth)) = depth {
            self.add_outside(cell, is_argument, depth + 1);
            // Looked at in two ways, it holds who knows what.
            let path = self.cells[cell as usize].path.clone();
            for other in self.objects[object as usize].cells.clone() {
                let known = &self.cells[other as usize];
                if other != cell && known.is_loaded && self.may_overlap(&known.path, &path) {
                    let there = known.loaded;
                    self.add_anything(there);
                    self.add_anything(node);
                }
            }
        }
        node
    }

    /// Makes a cell lead to memory that is not in the text.
    pub(crate) fn add_outside(&mut self, cell: CellId, is_argument: bool, depth: u32) {
        let node = self.cells[cell as usize].loaded;
        if depth > MAX_DEPTH {
            return self.add_anything(node);
        }
        let child = match self.children.get(&cell) {
            Some(&child) => child,
            None => {
                let child = self.object(Kind::Outside { is_argument, depth });
                self.children.insert(cell, child);
                child
            }
        };
        let target = self.cell(child, &[]);
        self.add_cell(node, target);
    }

    /// The memory outside the text that a cell leads to.
    pub(crate) fn child(&self, cell: CellId) -> Option<ObjectId> {
        self.children.get(&cell).copied()
    }

    /// The node of what is stored in a cell.
    pub(crate) fn stored(&self, cell: CellId) -> NodeId {
        self.cells[cell as usize].stored
    }

    /// The node of what callers store in a cell of a parameter.
    pub(crate) fn passed(&self, cell: CellId) -> NodeId {
        self.cells[cell as usize].passed
    }

    pub(crate) fn targets(&self, node: NodeId) -> impl Iterator<Item = Target> {
        self.targets[node as usize].iter().copied()
    }

    pub(crate) fn add(&mut self, node: NodeId, target: Target) {
        let anything = Target {
            cell: ANYTHING,
            is_direct: false,
        };
        let known = &self.targets[node as usize];
        let is_anywhere = known.contains(&anything);
        // What has escaped is anything already.
        let object = self.object_of(target.cell) as usize;
        if is_anywhere && self.objects[object].has_escaped {
            return;
        }
        // So many targets are as good as none.
        if known.len() >= MAX_TARGETS && !is_anywhere && target != anything {
            self.add(node, anything);
            self.escape(node);
        }
        if self.targets[node as usize].insert(target) {
            if self.news[node as usize].is_empty() {
                self.open.push(node);
            }
            self.news[node as usize].push(target);
        }
    }

    pub(crate) fn add_cell(&mut self, node: NodeId, cell: CellId) {
        self.add(
            node,
            Target {
                cell,
                is_direct: false,
            },
        );
    }

    pub(crate) fn add_anything(&mut self, node: NodeId) {
        self.add_cell(node, ANYTHING);
    }

    /// All targets of one node are targets of another one; `keeps` that they are new.
    pub(crate) fn edge(&mut self, from: NodeId, to: NodeId, keeps: bool) {
        if from == to || !self.known_edges.insert((from, to, keeps)) {
            return;
        }
        self.edges[from as usize].push((to, keeps));
        let all: Vec<Target> = self.targets(from).collect();
        for target in all {
            self.pass(target, to, keeps);
        }
    }

    fn pass(&mut self, target: Target, to: NodeId, keeps: bool) {
        let is_direct = target.is_direct && keeps;
        self.add(
            to,
            Target {
                is_direct,
                ..target
            },
        );
    }

    /// What a node holds escapes.
    pub(crate) fn escape(&mut self, node: NodeId) {
        self.edge(node, self.escaping, false);
    }

    pub(crate) fn load(&mut self, pointer: NodeId, path: &[FieldId], to: NodeId) {
        self.rule(pointer, Rule::Load(path.to_vec(), to));
    }

    pub(crate) fn store(&mut self, pointer: NodeId, path: &[FieldId], from: NodeId) {
        self.rule(pointer, Rule::Store(path.to_vec(), from));
    }

    pub(crate) fn offset(&mut self, pointer: NodeId, path: &[FieldId], to: NodeId) {
        self.rule(pointer, Rule::Offset(path.to_vec(), to));
    }

    pub(crate) fn whole(&mut self, pointer: NodeId, to: NodeId) {
        self.rule(pointer, Rule::Whole(to));
    }

    pub(crate) fn call(&mut self, callee: NodeId, call: Indirect) {
        self.indirect.push(call);
        self.rule(callee, Rule::Call(self.indirect.len() - 1));
    }

    fn rule(&mut self, node: NodeId, rule: Rule) {
        let all: Vec<Target> = self.targets(node).collect();
        for target in all {
            self.apply(&rule, target);
        }
        self.rules[node as usize].push(rule);
    }

    fn apply(&mut self, rule: &Rule, target: Target) {
        match rule {
            Rule::Load(path, to) => {
                let cell = self.extend(target.cell, path);
                let from = self.loaded(cell);
                self.edge(from, *to, false);
            }
            Rule::Store(path, from) => {
                let cell = self.extend(target.cell, path);
                match cell {
                    ANYTHING => self.escape(*from),
                    _ => self.edge(*from, self.stored(cell), true),
                }
            }
            Rule::Offset(path, to) => {
                let cell = self.extend(target.cell, path);
                self.add(*to, Target { cell, ..target });
            }
            Rule::Whole(to) => {
                let cell = match target.cell {
                    ANYTHING => ANYTHING,
                    other => self.cell(self.object_of(other), &[]),
                };
                self.add(*to, Target { cell, ..target });
            }
            Rule::Escape => {
                let object = self.object_of(target.cell);
                if object == 0 || self.objects[object as usize].has_escaped {
                    return;
                }
                self.objects[object as usize].has_escaped = true;
                if let Kind::Function(function) = self.objects[object as usize].kind {
                    self.escaped_functions.push(function);
                }
                let cell = self.cell(object, &[]);
                self.add_anything(self.stored(cell));
                let held = self.loaded(cell);
                self.escape(held);
            }
            Rule::Call(call) => {
                let object = self.object_of(target.cell);
                match self.objects[object as usize].kind {
                    Kind::Function(function) => {
                        if self.known_reached.insert((*call, function)) {
                            self.reached.push((*call, function));
                        }
                    }
                    _ => {
                        let Indirect { arguments, result } = self.indirect[*call].clone();
                        arguments.into_iter().for_each(|one| self.escape(one));
                        self.add_anything(result);
                    }
                }
            }
        }
    }

    /// Follows all constraints until nothing changes; nothing is known if that takes too long.
    pub(crate) fn solve(&mut self) -> bool {
        while let Some(node) = self.open.pop() {
            let news = std::mem::take(&mut self.news[node as usize]);
            self.steps += news.len();
            if self.steps > MAX_STEPS {
                return false;
            }
            let mut at = 0;
            while at < self.edges[node as usize].len() {
                let (to, keeps) = self.edges[node as usize][at];
                self.steps += news.len();
                for &target in &news {
                    self.pass(target, to, keeps);
                }
                at += 1;
            }
            let rules = self.rules[node as usize].clone();
            for rule in &rules {
                for &target in &news {
                    self.apply(rule, target);
                }
            }
        }
        true
    }

    /// The cells of variables that something loads and nothing sets.
    pub(crate) fn never_set(&self, object: ObjectId) -> Vec<CellId> {
        let cells = self.objects[object as usize].cells.iter().copied();
        cells
            .filter(|&cell| {
                let known = &self.cells[cell as usize];
                known.is_loaded && self.targets[known.loaded as usize].is_empty()
            })
            .collect()
    }
}
