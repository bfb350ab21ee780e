//! The schedule as the operators see it: for each statement (or part of one) a vector
//! `(p0, j1, p1, …, jM, pM)`, all of the same length, and handles to components.
//!
//! A *piece* is a set of instances of one statement that share their positions. A *component* in
//! the sense of Loopy, a set of positions, is here the set of the pieces that stand at these
//! positions: both follow the schedule in the same way.

use crate::codes;
use presburger::{Aff, MultiPwAff, PwAff, Set, Tuple, UnionSet};
use scop::schedule::{Kind, Member, Node, Unroll};
use scop::{Diagnostic, Scop, Span, list};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// How many loops may be around a statement, and how many parts statements may be split into:
/// scripts can ask for any number.
const MAX_LOOPS: usize = 100;
pub(crate) const MAX_PIECES: usize = 2_000;

pub(crate) type PieceId = usize;

/// A loop keeps its identity when it is moved, shifted, reversed or scaled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LoopId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct HandleId(pub usize);

/// A component, and perhaps the loop that it is the body of.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub pieces: BTreeSet<PieceId>,
    /// The loop, as the piece that is sure to stand in it knows it.
    pub at: Option<(PieceId, LoopId)>,
}

/// What is known and wanted of the loop `j` of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub id: LoopId,
    /// False where the vector is only filled up with zeros.
    pub is_real: bool,
    pub name: Option<String>,
    pub label: Option<String>,
    pub parallel: bool,
    pub vector: bool,
    pub reduction: bool,
    pub unroll: Option<Unroll>,
    pub tile: Option<Tile>,
}

/// The part that a loop has in a tiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tile {
    /// Loops of one tiling have the same number.
    pub group: u32,
    /// Which of the tiled loops.
    pub index: usize,
    /// How many loops are tiled.
    pub count: usize,
    pub size: i64,
    /// Whether it runs through the points of a tile and not from tile to tile.
    pub is_point: bool,
    /// Whether full tiles are to be separated from partial ones.
    pub separate: bool,
}

impl Loop {
    pub fn member(&self) -> Member {
        Member {
            iterator: self.name.clone(),
            label: self.label.clone(),
            parallel: self.parallel,
            vector: self.vector,
            unroll: self.unroll,
            ..Member::default()
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// The position of the statement in the scop.
    pub statement: usize,
    pub domain: Set,
    /// p0 to pM.
    pub positions: Vec<i64>,
    /// j1 to jM, functions of the instance.
    pub dates: Vec<PwAff>,
    /// One for each date.
    pub loops: Vec<Loop>,
    /// False when other pieces have taken its place.
    pub is_alive: bool,
}

impl Piece {
    pub fn level_of(&self, id: LoopId) -> Option<usize> {
        self.loops.iter().position(|one| one.id == id)
    }

    /// The number of loops, without what fills up the vector.
    pub fn depth(&self) -> usize {
        let last = self.loops.iter().rposition(|one| one.is_real);
        last.map_or(0, |last| last + 1)
    }

    /// The first `n` dates as one function.
    pub fn prefix(&self, n: usize) -> presburger::Result<MultiPwAff> {
        let dates = self.dates.get(..n).unwrap_or(&self.dates);
        MultiPwAff::from_pw_aff_list(&self.domain, Tuple::anonymous(dates.len()), dates)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct State<'a> {
    pub scop: &'a Scop,
    pub pieces: Vec<Piece>,
    pub handles: Vec<Handle>,
    /// Components by C label, mark or name of statement.
    pub labels: BTreeMap<String, HandleId>,
    /// The dates of each statement in the beginning: what `map` speaks of.
    pub originals: Vec<Vec<PwAff>>,
    /// The loops of these dates.
    pub original_loops: Vec<Vec<Loop>>,
    next_loop: u32,
    next_group: u32,
}

impl<'a> State<'a> {
    /// The 2d+1 view of the original order.
    pub fn new(scop: &'a Scop, place: Span) -> Result<State<'a>, Box<Diagnostic>> {
        let mut state = State {
            scop,
            pieces: Vec::new(),
            handles: Vec::new(),
            labels: BTreeMap::new(),
            originals: Vec::new(),
            original_loops: Vec::new(),
            next_loop: 0,
            next_group: 0,
        };
        let mut reader = TreeReader {
            state: &mut state,
            place,
            paths: Vec::new(),
            bodies: Vec::new(),
        };
        reader.read()?;
        Ok(state)
    }

    pub fn parameters(&self) -> Vec<String> {
        let names = self.scop.parameters.iter();
        names.map(|parameter| parameter.name.clone()).collect()
    }

    /// M, the number of iterations in each vector.
    pub fn depth(&self) -> usize {
        self.pieces.first().map_or(0, |piece| piece.dates.len())
    }

    pub fn alive(&self) -> impl Iterator<Item = (PieceId, &Piece)> {
        let pieces = self.pieces.iter().enumerate();
        pieces.filter(|(_, piece)| piece.is_alive)
    }

    pub fn new_loop(&mut self) -> Loop {
        self.next_loop += 1;
        Loop {
            id: LoopId(self.next_loop),
            is_real: true,
            name: None,
            label: None,
            parallel: false,
            vector: false,
            reduction: false,
            unroll: None,
            tile: None,
        }
    }

    /// What stands where a vector is filled up.
    pub fn no_loop(&mut self) -> Loop {
        Loop {
            is_real: false,
            ..self.new_loop()
        }
    }

    pub fn new_group(&mut self) -> u32 {
        self.next_group += 1;
        self.next_group
    }

    pub fn add_handle(&mut self, handle: Handle) -> HandleId {
        self.handles.push(handle);
        HandleId(self.handles.len() - 1)
    }

    /// Every handle that holds `old` holds `new` as well.
    pub fn add_like(&mut self, old: PieceId, new: PieceId) {
        for handle in &mut self.handles {
            if handle.pieces.contains(&old) {
                handle.pieces.insert(new);
            }
        }
    }

    /// The pieces whose first `n` positions are those of a piece in `of`: what stands in the
    /// `n`-th loop around it.
    pub fn lifted(&self, of: &BTreeSet<PieceId>, n: usize) -> BTreeSet<PieceId> {
        let prefixes: BTreeSet<&[i64]> = of.iter().map(|&id| self.first_positions(id, n)).collect();
        self.alive()
            .filter(|(id, _)| prefixes.contains(self.first_positions(*id, n)))
            .map(|(id, _)| id)
            .collect()
    }

    pub fn first_positions(&self, id: PieceId, n: usize) -> &[i64] {
        let positions = &self.pieces[id].positions;
        &positions[..n.min(positions.len())]
    }

    /// Fills up all vectors to `depth` iterations.
    pub fn pad(&mut self, depth: usize, span: Span) -> Result<(), Box<Diagnostic>> {
        if depth > MAX_LOOPS {
            let message = format!("this makes more than {MAX_LOOPS} loops around a statement");
            let error = Diagnostic::error(codes::BAD_SIZE, message, span);
            return Err(Box::new(error.help("tile less often, or make fewer loops")));
        }
        for id in 0..self.pieces.len() {
            while self.pieces[id].dates.len() < depth {
                let filler = self.no_loop();
                let zero = zero(&self.pieces[id].domain);
                let zero = zero.map_err(|error| too_hard(&error, span))?;
                let piece = &mut self.pieces[id];
                piece.dates.push(zero);
                piece.loops.push(filler);
                piece.positions.push(0);
            }
        }
        Ok(())
    }

    /// The name of the statement of a piece.
    pub fn name(&self, id: PieceId) -> &str {
        &self.scop.statements[self.pieces[id].statement].name
    }

    /// The statements of pieces as a list for messages.
    pub fn names<'b>(&self, pieces: impl IntoIterator<Item = &'b PieceId>) -> String {
        let names: BTreeSet<&str> = pieces.into_iter().map(|&id| self.name(id)).collect();
        list::commas(names.into_iter().map(list::quoted))
    }
}

/// The function that is 0 on the space of `domain`.
pub(crate) fn zero(domain: &Set) -> presburger::Result<PwAff> {
    Ok(PwAff::from_aff(&Aff::zero_on_domain(domain.space())?))
}

/// Walks the tree of the original order.
struct TreeReader<'s, 'a> {
    state: &'s mut State<'a>,
    place: Span,
    /// For each piece the ways taken through sequences, before, between and after its loops.
    paths: Vec<Vec<Vec<usize>>>,
    /// Pieces that are all of a body whose first statement has a label: the block's tag.
    bodies: Vec<(String, BTreeSet<PieceId>)>,
}

/// The way to a node.
#[derive(Clone)]
struct Way {
    instances: Vec<(usize, Set)>,
    path: Vec<Vec<usize>>,
    /// For each loop the dates of the statements in it.
    dates: Vec<Rc<BTreeMap<usize, PwAff>>>,
    loops: Vec<Loop>,
}

impl TreeReader<'_, '_> {
    fn read(&mut self) -> Result<(), Box<Diagnostic>> {
        let scop = self.state.scop;
        let way = Way {
            instances: scop
                .statements
                .iter()
                .enumerate()
                .map(|(i, statement)| (i, statement.domain.clone()))
                .collect(),
            path: vec![Vec::new()],
            dates: Vec::new(),
            loops: Vec::new(),
        };
        if let Some(child) = scop.schedule.root().child() {
            self.visit(child, way)?;
        }
        self.number_positions();
        self.name_loops();
        self.collect_labels();
        let longest = self.state.pieces.iter().map(|piece| piece.dates.len());
        let longest = longest.max().unwrap_or(0);
        let place = self.place;
        for i in 0..scop.statements.len() {
            let mut pieces = self.state.pieces.iter();
            let piece = pieces.find(|piece| piece.statement == i);
            let (dates, loops) = piece.map_or_else(Default::default, |piece| {
                (piece.dates.clone(), piece.loops.clone())
            });
            self.state.originals.push(dates);
            self.state.original_loops.push(loops);
        }
        self.state.pad(longest, place)
    }

    fn visit(&mut self, node: &Node, mut way: Way) -> Result<(), Box<Diagnostic>> {
        let place = self.place;
        let hard = |error: presburger::Error| too_hard(&error, place);
        match node.kind() {
            Kind::Leaf => {
                for (statement, domain) in way.instances {
                    let mut dates = Vec::with_capacity(way.dates.len());
                    for date in &way.dates {
                        dates.push(match date.get(&statement) {
                            Some(date) => date.clone(),
                            None => zero(&domain).map_err(hard)?,
                        });
                    }
                    self.state.pieces.push(Piece {
                        statement,
                        domain,
                        positions: Vec::new(),
                        dates,
                        loops: way.loops.clone(),
                        is_alive: true,
                    });
                    self.paths.push(way.path.clone());
                }
                Ok(())
            }
            Kind::Sequence | Kind::Set => {
                for (i, child) in node.children().iter().enumerate() {
                    let mut way = way.clone();
                    if let Some(last) = way.path.last_mut() {
                        last.push(i);
                    }
                    self.visit(child, way)?;
                }
                Ok(())
            }
            Kind::Filter(filter) => {
                way.instances = filtered(&way.instances, filter).map_err(hard)?;
                match node.child() {
                    Some(child) if !way.instances.is_empty() => self.visit(child, way),
                    _ => Ok(()),
                }
            }
            Kind::Band(band) => {
                for (i, member) in band.members.iter().enumerate() {
                    let dates = band.schedule.at(i).map_err(hard)?;
                    let dates = dates_of(&dates, &way.instances).map_err(hard)?;
                    way.dates.push(Rc::new(dates));
                    way.path.push(Vec::new());
                    let fresh = self.state.new_loop();
                    way.loops.push(Loop {
                        name: member.iterator.clone(),
                        label: member.label.clone(),
                        parallel: member.parallel,
                        vector: member.vector,
                        unroll: member.unroll,
                        ..fresh
                    });
                }
                let from = self.state.pieces.len();
                let Some(body) = node.child() else {
                    return Ok(());
                };
                self.visit(body, way)?;
                self.tag_body(body, from);
                Ok(())
            }
            Kind::Mark(mark) => {
                let from = self.state.pieces.len();
                if let Some(child) = node.child() {
                    self.visit(child, way)?;
                }
                let pieces = (from..self.state.pieces.len()).collect();
                self.bodies.push((mark.clone(), pieces));
                Ok(())
            }
            Kind::Context(_) => match node.child() {
                Some(child) => self.visit(child, way),
                None => Ok(()),
            },
            kind => {
                let message = format!(
                    "the order of the program has a node of kind `{}`, which scripts do not change",
                    kind.name()
                );
                let error = Diagnostic::error(codes::UNSUPPORTED_TREE, message, place);
                Err(Box::new(error.help(
                    "run scripts on the original program, before data is moved or tiles are guarded",
                )))
            }
        }
    }

    /// The label of the first statement of a body is the tag of the body, as in Loopy 3.1, unless
    /// other labels in it show that each speaks of a part.
    fn tag_body(&mut self, body: &Node, from: PieceId) {
        let Kind::Sequence = body.kind() else { return };
        let first_is_statement = body
            .children()
            .first()
            .and_then(Node::child)
            .is_some_and(Node::is_leaf);
        let pieces: BTreeSet<PieceId> = (from..self.state.pieces.len()).collect();
        let label = |id: &PieceId| {
            let statement = self.state.pieces[*id].statement;
            self.state.scop.statements[statement].label.clone()
        };
        let Some(tag) = pieces.first().and_then(label) else {
            return;
        };
        let others = pieces.iter().skip(1).filter_map(label).count();
        let has_marks = self
            .bodies
            .iter()
            .any(|(_, marked)| !marked.is_disjoint(&pieces));
        let depth = self.state.pieces[from].loops.len();
        let has_loop_labels = pieces.iter().any(|&id| {
            let inner = self.state.pieces[id].loops.iter().skip(depth);
            inner.into_iter().any(|one| one.label.is_some())
        });
        if first_is_statement && others == 0 && !has_marks && !has_loop_labels {
            self.bodies.push((tag, pieces));
        }
    }

    /// Nested sequences without a loop between them make up one position.
    fn number_positions(&mut self) {
        let mut ways: BTreeMap<&[Vec<usize>], BTreeSet<&Vec<usize>>> = BTreeMap::new();
        for path in &self.paths {
            for (k, way) in path.iter().enumerate() {
                ways.entry(&path[..k]).or_default().insert(way);
            }
        }
        for (piece, path) in self.state.pieces.iter_mut().zip(&self.paths) {
            for (k, way) in path.iter().enumerate() {
                let known = ways.get(&path[..k]).into_iter().flatten();
                let rank = known.take_while(|known| **known < way).count();
                piece.positions.push(rank as i64);
            }
        }
    }

    /// Loops without a name are called as the statement calls its iterators.
    fn name_loops(&mut self) {
        let scop = self.state.scop;
        for piece in &mut self.state.pieces {
            let iterators = &scop.statements[piece.statement].iterators;
            for (one, iterator) in piece.loops.iter_mut().zip(iterators) {
                one.name.get_or_insert_with(|| iterator.clone());
            }
        }
    }

    fn collect_labels(&mut self) {
        let state = &mut *self.state;
        let mut found: BTreeMap<String, Handle> = BTreeMap::new();
        for (id, piece) in state.pieces.iter().enumerate() {
            let statement = &state.scop.statements[piece.statement];
            for name in [Some(&statement.name), statement.label.as_ref()] {
                let Some(name) = name else { continue };
                let handle = found.entry(name.clone()).or_insert_with(|| Handle {
                    pieces: BTreeSet::new(),
                    at: None,
                });
                handle.pieces.insert(id);
            }
        }
        for (name, pieces) in std::mem::take(&mut self.bodies) {
            found.insert(name, Handle { pieces, at: None });
        }
        let mut loops: BTreeMap<String, Handle> = BTreeMap::new();
        for (id, piece) in state.pieces.iter().enumerate() {
            for one in &piece.loops {
                let Some(label) = &one.label else { continue };
                let handle = loops.entry(label.clone()).or_insert_with(|| Handle {
                    pieces: BTreeSet::new(),
                    at: Some((id, one.id)),
                });
                handle.pieces.insert(id);
            }
        }
        found.extend(loops);
        for (name, handle) in found {
            let id = state.add_handle(handle);
            state.labels.insert(name, id);
        }
    }
}

/// The dates of the statements that have one in a member of a band.
fn dates_of(
    dates: &presburger::UnionPwAff,
    instances: &[(usize, Set)],
) -> presburger::Result<BTreeMap<usize, PwAff>> {
    let functions = dates.pw_affs();
    let by_tuple: HashMap<_, _> = functions
        .iter()
        .map(|function| (function.space().domain_tuple(), function))
        .collect();
    let mut found = BTreeMap::new();
    for (statement, domain) in instances {
        if let Some(function) = by_tuple.get(&domain.space().tuple()) {
            found.insert(*statement, simplified(function, domain)?);
        }
    }
    Ok(found)
}

fn filtered(
    instances: &[(usize, Set)],
    filter: &UnionSet,
) -> presburger::Result<Vec<(usize, Set)>> {
    let mut kept = Vec::new();
    let filters = filter.sets();
    if let [only] = &filters[..]
        && only.is_params()
    {
        for (statement, domain) in instances {
            kept.push((*statement, domain.intersect_params(only)?));
        }
        return Ok(kept);
    }
    for (statement, domain) in instances {
        for set in &filters {
            if set.space().tuple() != domain.space().tuple() {
                continue;
            }
            if set.plain_is_universe() {
                kept.push((*statement, domain.clone()));
                continue;
            }
            let part = domain.intersect(set)?;
            if !part.is_empty()? {
                kept.push((*statement, part));
            }
        }
    }
    Ok(kept)
}

/// A function as simple as it can be said on a set.
pub(crate) fn simplified(function: &PwAff, domain: &Set) -> presburger::Result<PwAff> {
    let simple = function.gist(domain)?;
    match simple.n_piece() {
        1 => Ok(simple),
        _ => simple.coalesce(),
    }
}

/// The error of an operation on sets.
pub(crate) fn too_hard(error: &presburger::Error, span: Span) -> Box<Diagnostic> {
    let message = match error {
        presburger::Error::BudgetExhausted => "this needs more work than the budget allows".into(),
        error => format!("this cannot be computed: {error}"),
    };
    Box::new(
        Diagnostic::error(codes::TOO_HARD, message, span)
            .help("fix parameters, or use smaller numbers and simpler conditions"),
    )
}
