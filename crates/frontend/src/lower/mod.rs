//! From the tree of a region to the model.
//!
//! Loops become dimensions, conditions restrict the instances, an expression statement becomes a
//! statement of the model with its accesses ([`accesses`]). Values and conditions are recognised
//! as quasi-affine where they are ([`recognise`], [`quasi`]); what depends on data is
//! over-approximated: a subscript by the whole array, an `if` or a loop by one statement that
//! *may* do all that stands in it ([`opaque`]). What cannot be modelled soundly is an error that
//! points at it.

mod accesses;
mod arrays;
mod blocks;
mod body;
mod called;
mod callees;
mod calls;
mod computed;
mod convert;
mod counters;
mod directives;
mod finish;
mod followers;
mod heap;
mod invariants;
mod jumps;
mod later;
pub(crate) mod library;
mod linearised;
mod lists;
mod loops;
mod lost;
mod names;
mod numbers;
mod opaque;
mod overlap;
mod pointers;
mod polynomial;
pub(crate) mod promises;
mod quasi;
mod recognise;
mod records;
mod reductions;
mod shared;
mod strangers;
mod substitute;
mod tables;
pub(crate) mod types;
mod wrapping;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use presburger::{Budget, Effort, Set, Space, Tuple, attempt};
use scop::schedule::Node;
use scop::{ArrayId, Diagnostic, FileId, Scop, Span};

use crate::Unit;
use crate::codes;
use crate::regions::Region;
use crate::syntax::{Declaration, Declarator, Expr, ExprKind, For, Stmt, StmtKind};
use crate::token::{Text, TokenKind};
use accesses::{Draft, Guard};
use arrays::ArrayDraft;
use callees::Callees;
use counters::Kept;
use directives::Directives;
pub use directives::{DirectedLoop, LoopDirective};
pub use heap::Allocation;
use heap::Heap;
pub(crate) use heap::declared;
use later::{Postponed, Scope};
pub(crate) use loops::counter;
use names::Names;
use pointers::Pointers;
use recognise::NotAffine;
use strangers::Caller;
pub use strangers::OUTSIDE;
use substitute::Aliases;

pub use computed::Computed;
pub use wrapping::{Effect, Overflow, Untold};

/// The most sets of parameters that are worth keeping apart.
const MAX_PARTS: usize = 16;

/// How to model a region.
#[derive(Clone, Debug, Default)]
pub struct ModelOptions {
    /// What is known of the parameters, besides what the program asserts.
    pub context: Option<Set>,
    /// Functions that only compute a value from their arguments.
    pub pure_functions: Vec<String>,
    /// The variables that may stand for their definitions, if it is known which: for text that was
    /// made from a model with these.
    pub aliases: Option<BTreeSet<String>>,
    /// Names of constants that such a text declares besides: each of these stands for its definition,
    /// whatever else has its name elsewhere.
    pub constants: BTreeSet<String>,
    /// Texts of the main file that are one statement each, whatever is known of what they do: copies
    /// of statements for which less was known.
    pub whole: Vec<Range<usize>>,
    /// Texts of the main file, and functions whose bodies say nothing where these call them: copies
    /// of statements for which they did not.
    pub closed: Vec<(Range<usize>, BTreeSet<String>)>,
    /// Texts of the main file that fill the holes of copies of statements, if it is known which.
    pub filled: Option<Vec<Range<usize>>>,
    /// Whether calls of functions that may do anything are errors; otherwise they keep their places.
    pub refuse_strangers: bool,
    /// Loads, as C writes them, that are known to be parameters because a program that the text was
    /// made of has them.
    pub loads: Vec<String>,
}

/// A region as a model.
#[derive(Clone, Debug)]
pub struct Modelled {
    /// The model.
    pub scop: Scop,
    /// The values that the parameters can have by their types.
    pub values: Set,
    /// What was over-approximated, and other things worth knowing.
    pub warnings: Vec<Diagnostic>,
    /// What does not fit the type that C computes it in, for parameters that the context allows:
    /// there the program need not do what the model says.
    pub overflows: Vec<Overflow>,
    /// Where it is not known whether something overflows.
    pub untold: Vec<Untold>,
    /// Loads that are parameters, as C writes them.
    pub loads: Vec<String>,
    /// Arrays of the function that nobody but the region itself reads after it, when it is executed
    /// again: if it reads nothing from before, nobody does.
    pub read_again: Vec<ArrayId>,
    /// The OpenMP directives in the region.
    pub directives: Vec<LoopDirective>,
    /// Counters whose values behind their loops are written by statements of their own.
    pub kept_counters: Vec<String>,
    /// Variables that stand for their definitions.
    pub aliases: BTreeSet<String>,
    /// Statements that are minima or maxima written with `if`.
    pub minima: BTreeSet<String>,
    /// Arrays whose memory the region allocates.
    pub allocations: Vec<Allocation>,
    /// For each statement the functions that it calls whose bodies say nothing there.
    pub closed: BTreeMap<String, BTreeSet<String>>,
    /// In which types each statement computes, operation by operation.
    pub computed: BTreeMap<String, Vec<Computed>>,
}

impl Modelled {
    /// The parameters for which the program is sure to do something that C says nothing about,
    /// because a value does not fit its type, as far as they are simple: nobody runs it with these.
    /// `None` if there are none.
    ///
    /// ```
    /// use frontend::{ModelOptions, Options, read};
    ///
    /// let text = "void f(int n, double a[]) {
    /// #pragma scop
    ///   for (int i = 1; i <= n; i++)
    ///     a[i] = 0;
    /// #pragma endscop
    /// }";
    /// let unit = read(text, &Options::default())?;
    /// let modelled = unit.model(&unit.regions[0], &ModelOptions::default()).unwrap();
    /// let invalid = modelled.invalid().unwrap().unwrap();
    /// assert_eq!(invalid.to_string(), "[n] -> { : n = 2147483647 }");
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn invalid(&self) -> presburger::Result<Option<Set>> {
        invalid(&self.overflows)
    }
}

/// The parameters for which something undefined is sure to happen.
fn invalid(overflows: &[Overflow]) -> presburger::Result<Option<Set>> {
    let mut distinct: Vec<&Set> = Vec::new();
    for overflow in overflows {
        if !overflow.is_sure || overflow.effect == Effect::Changed {
            continue;
        }
        let new = &overflow.parameters;
        if distinct.contains(&new) {
            continue;
        }
        // What one operation does for some parameters the next does for a few more.
        let is_part = |a: &Set, b: &Set| attempt(Effort::Glance, || a.is_subset(b));
        let mut is_known = false;
        for known in &distinct {
            is_known = is_known || is_part(new, known)?.unwrap_or(false);
        }
        if is_known {
            continue;
        }
        let mut others = Vec::with_capacity(distinct.len() + 1);
        for known in distinct {
            if !is_part(known, new)?.unwrap_or(false) {
                others.push(known);
            }
        }
        distinct = others;
        if distinct.len() < MAX_PARTS {
            distinct.push(new);
        }
    }
    let Some((first, rest)) = distinct.split_first() else {
        return Ok(None);
    };
    let mut union = (*first).clone();
    for one in rest {
        union = union.union(one)?;
    }
    union.coalesce().map(Some)
}

impl Unit {
    /// The model of a region; all that is wrong with it if there is none. It takes some seconds
    /// at most, less under a [`Budget`].
    ///
    /// ```
    /// use frontend::{ModelOptions, Options, read};
    ///
    /// let unit = read(
    ///     "void scale(int n, double a[n]) {
    ///      #pragma scop
    ///        for (int i = 0; i < n; i++)
    ///          a[i] *= 2;
    ///      #pragma endscop
    ///      }",
    ///     &Options::default(),
    /// )?;
    /// let scop = unit.model(&unit.regions[0], &ModelOptions::default()).unwrap().scop;
    /// let statement = &scop.statements[0];
    /// assert_eq!(statement.domain.to_string(), "[n] -> { S0[i] : 0 <= i < n }");
    /// assert_eq!(statement.accesses.len(), 2);
    /// assert!(statement.reduction.is_some());
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn model(
        &self,
        region: &Region,
        options: &ModelOptions,
    ) -> Result<Modelled, Vec<Diagnostic>> {
        if let Some(error) = self.beyond_c(region) {
            return Err(vec![error]);
        }
        let unit = self.within(region);
        // Code can be short and its sets beyond all bounds.
        let modelled = Budget::of(Effort::Model).run(|| {
            let modelled = unit.model_without_limit(region, options, false)?;
            match modelled {
                Some(modelled) => Ok(modelled),
                // A call may do anything, so that less is constant than it seemed.
                None => match unit.model_without_limit(region, options, true)? {
                    Some(modelled) => Ok(modelled),
                    None => Err(Vec::new()),
                },
            }
        })?;
        match self.obscured(region) {
            Some(error) => Err(vec![error]),
            None => Ok(modelled),
        }
    }

    /// Nothing if calls that may do anything were met and not expected.
    fn model_without_limit(
        &self,
        region: &Region,
        options: &ModelOptions,
        expect_strangers: bool,
    ) -> Result<Option<Modelled>, Vec<Diagnostic>> {
        let texts = self.analyses.texts(self, region.function.as_ref());
        let own = heap::with_arrays(self, region, options.filled.is_some());
        let (region, heap) = match &own {
            Some((region, heap)) => (region, heap.clone()),
            None => (region, Heap::default()),
        };
        let callees = Callees::of(self, region);
        let pointers = Pointers::new(self, region, &texts);
        let expect = expect_strangers;
        let mut lowering = Lowering::new(self, region, options, &callees, pointers, expect)?;
        lowering.heap = heap;
        let Some((region, aliases)) = lowering.substituted() else {
            return lowering.model();
        };
        let heap = lowering.heap;
        let callees = Callees::of(self, &region);
        let pointers = lowering.pointers;
        let mut lowering = Lowering::new(self, &region, options, &callees, pointers, expect)?;
        lowering.aliases = aliases;
        lowering.heap = heap;
        lowering.model()
    }
}

impl<'a> Lowering<'a> {
    fn new(
        unit: &'a Unit,
        region: &'a Region,
        options: &'a ModelOptions,
        callees: &'a Callees,
        pointers: Pointers<'a>,
        expect_strangers: bool,
    ) -> Result<Lowering<'a>, Vec<Diagnostic>> {
        let nothing = Set::universe(Space::params_only(Vec::new()))
            .map_err(|error| vec![too_hard(region.begin, &error)])?;
        let mut lowering = Lowering {
            unit,
            region,
            options,
            callees,
            within: 0,
            summaries: 0,
            names: Names::new(unit, region, callees),
            pointers,
            arrays: Vec::new(),
            drafts: Vec::new(),
            warnings: Vec::new(),
            errors: Vec::new(),
            calls: Vec::new(),
            pure: BTreeMap::new(),
            readers: Vec::new(),
            has_strangers: false,
            met_stranger: false,
            labels: Vec::new(),
            own_macros: lost::own_macros(unit, region),
            directives: Directives::default(),
            kept: Kept::default(),
            jumps: Vec::new(),
            scopes: Vec::new(),
            postponed: Vec::new(),
            facts: nothing,
            overflows: Vec::new(),
            aliases: Aliases::default(),
            heap: Heap::default(),
            minima: BTreeSet::new(),
            closed_calls: Vec::new(),
            computing: None,
            computed: BTreeMap::new(),
            hints: Vec::new(),
            untold: Vec::new(),
            in_statement: false,
        };
        lowering.change_through_pointers();
        if expect_strangers {
            lowering.expect_strangers();
        }
        lowering.names.filled = options.filled.as_deref().unwrap_or(&[]);
        lowering.find_loads();
        Ok(lowering)
    }

    /// The model of the region; nothing if calls that may do anything were met and not expected.
    fn model(mut self) -> Result<Option<Modelled>, Vec<Diagnostic>> {
        let region = self.region;
        // They help where they can be had; what is wrong with them shows with the context.
        if let Ok(facts) = self.find_facts() {
            self.names.facts = Some(facts.clone());
            self.facts = facts;
        }
        region
            .statements
            .iter()
            .for_each(|statement| labels(statement, &mut self.labels));
        let outermost = Nest {
            iterators: Vec::new(),
            domain: Set::universe(Space::set(Vec::new(), Tuple::anonymous(0)))
                .map_err(|error| vec![too_hard(region.begin, &error)])?,
        };
        self.find_kept();
        self.refuse_text();
        let parts = self.sequence(&region.statements, &outermost);
        // Others may have said better what it is.
        if self.errors.is_empty() {
            self.errors.extend(region.hidden.as_deref().cloned());
        }
        if self.met_stranger && !self.has_strangers {
            return Ok(None);
        }
        self.finish(parts).map(Some)
    }
}

/// The loops and conditions around something.
#[derive(Clone)]
struct Nest {
    /// Names of the counters, outermost first.
    iterators: Vec<String>,
    /// Their values, as a set without a name.
    domain: Set,
}

impl Nest {
    fn depth(&self) -> usize {
        self.iterators.len()
    }

    /// The inside of a loop with this counter.
    fn with(&self, counter: &str, domain: Set) -> Nest {
        let mut iterators = self.iterators.clone();
        iterators.push(counter.to_string());
        Nest { iterators, domain }
    }
}

/// What is executed at one position of a sequence: statements by index, and their order.
struct Part {
    statements: Vec<usize>,
    node: Node,
}

struct Lowering<'a> {
    unit: &'a Unit,
    region: &'a Region,
    options: &'a ModelOptions,
    callees: &'a Callees,
    /// How many functions have been gone into at the place at hand.
    within: usize,
    /// How many of them only describe what another function does.
    summaries: usize,
    names: Names<'a>,
    pointers: Pointers<'a>,
    arrays: Vec<ArrayDraft>,
    drafts: Vec<Draft<'a>>,
    warnings: Vec<Diagnostic>,
    errors: Vec<Diagnostic>,
    /// Functions whose bodies are being looked at, to notice recursion.
    calls: Vec<String>,
    /// Functions that were found to have no effects, however they are called.
    pure: BTreeMap<Text, calls::Reads>,
    /// Calls in the statement at hand of functions that may reach any memory.
    readers: Vec<Caller>,
    /// Something in the region calls a function that may do anything.
    has_strangers: bool,
    /// Such a call was met.
    met_stranger: bool,
    /// What the program asserts and the user says of the parameters.
    facts: Set,
    /// What does not fit its type.
    overflows: Vec<Overflow>,
    untold: Vec<Untold>,
    /// Whether the text of a statement is looked at.
    in_statement: bool,
    /// All labels of the region: no other statement gets their names.
    labels: Vec<&'a Text>,
    /// Macros that are gone with the text of the region.
    own_macros: BTreeSet<Text>,
    directives: Directives,
    kept: Kept,
    /// What leaves the bodies of the loops around the place at hand, innermost last.
    jumps: Vec<jumps::Jumps>,
    /// The statements around the place at hand, innermost last.
    scopes: Vec<Scope<'a>>,
    /// What the loop at hand leaves behind.
    postponed: Vec<Postponed<'a>>,
    /// The variables that stand for their definitions.
    aliases: Aliases,
    /// The memory that the region allocates.
    heap: Heap,
    /// Statements that are minima written with `if`.
    minima: BTreeSet<String>,
    /// Calls of functions whose bodies say nothing there.
    closed_calls: Vec<(Span, Text)>,
    /// In which types the statement at hand computes.
    computing: Option<Vec<Computed>>,
    /// And all others.
    computed: BTreeMap<String, Vec<Computed>>,
    /// What would help to know the elements of arrays.
    hints: Vec<(usize, String)>,
}

/// Something that is wrong has been reported; there is nothing to go on with.
struct Reported;

type Lowered<T> = Result<T, Reported>;

impl<'a> Lowering<'a> {
    /// Statements one after the other.
    fn sequence(&mut self, statements: &'a [Stmt], nest: &Nest) -> Vec<Part> {
        self.enter_scope(statements, None);
        let parts = self.sequence_here(statements, nest);
        self.scopes.pop();
        parts
    }

    /// The body of a loop, which threads run perhaps.
    fn body(&mut self, body: &'a Stmt, of: (&'a For, bool), nest: &Nest) -> Lowered<Vec<Part>> {
        let statements = match &body.kind {
            StmtKind::Block(list) if !self.is_whole(body) => list,
            _ => std::slice::from_ref(body),
        };
        if let Some(why) = self.continues_by_data(body, nest) {
            return self.opaque_body(body, nest, why);
        }
        self.enter_scope(statements, Some(of));
        let parts = self.sequence_here(statements, nest);
        self.scopes.pop();
        Ok(parts)
    }

    fn sequence_here(&mut self, statements: &'a [Stmt], nest: &Nest) -> Vec<Part> {
        let mark = self.names.enter();
        let mut parts = Vec::new();
        let mut nest = nest.clone();
        for (at, statement) in statements.iter().enumerate() {
            self.at_statement(at);
            // What is wrong with one statement does not keep others from being looked at.
            if let Ok(mut part) = self.statement(statement, None, &nest) {
                parts.append(&mut part);
            }
            match self.behind(statement, nest.clone()) {
                Ok(rest) => nest = rest,
                Err(Reported) => break,
            }
        }
        self.names.leave(mark);
        parts
    }

    fn statement(
        &mut self,
        statement: &'a Stmt,
        label: Option<&str>,
        nest: &Nest,
    ) -> Lowered<Vec<Part>> {
        let around = self.names.go_to(&nest.domain);
        let parts = self.statement_here(statement, label, nest);
        self.names.go_back(around);
        parts
    }

    fn statement_here(
        &mut self,
        statement: &'a Stmt,
        label: Option<&str>,
        nest: &Nest,
    ) -> Lowered<Vec<Part>> {
        let directive = self.take_directive();
        if self.is_whole(statement) {
            let why = NotAffine {
                span: statement.span,
                why: "it is a copy of one statement".into(),
            };
            return self.opaque(statement, label, nest, why);
        }
        match &statement.kind {
            StmtKind::Empty => Ok(Vec::new()),
            StmtKind::Opaque => Err(self.unsupported(statement.span, "a statement that is not C")),
            StmtKind::Pragma(text) => {
                self.note_pragma(text, statement.span);
                if !text.trim_start().starts_with("loopwright") {
                    self.ignored_pragma(text, statement.span);
                }
                Ok(Vec::new())
            }
            StmtKind::Block(body) => {
                let parts = self.sequence(body, nest);
                self.marked(parts, label, statement.span)
            }
            StmtKind::Label(name, body) => {
                let first = self.unit.tokens.get(body.tokens.range().start);
                match &body.kind {
                    // Pragmas between a label and a statement are about the statement, too.
                    StmtKind::Block(inner)
                        if first.is_some_and(|token| token.kind == TokenKind::Pragma) =>
                    {
                        let mut parts = Vec::new();
                        for (index, one) in inner.iter().enumerate() {
                            let label = (index + 1 == inner.len()).then_some(&**name);
                            parts.append(&mut self.statement(one, label, nest)?);
                        }
                        Ok(parts)
                    }
                    _ => self.statement(body, Some(name), nest),
                }
            }
            StmtKind::Expr(expr) => self.expression(statement, expr, label, nest),
            StmtKind::Declaration(declaration) => self.declaration(declaration, nest),
            StmtKind::If(condition, ..)
                if label.is_some() && self.names.condition(condition).is_ok() =>
            {
                let parts = self.statement(statement, None, nest)?;
                self.marked(parts, label, statement.span)
            }
            StmtKind::For(head) => {
                let read = match directive {
                    None => self.reading(head, nest),
                    Some(_) => None,
                };
                if let Some(statements) = read {
                    let parts = self.sequence(statements, nest);
                    return self.marked(parts, label, statement.span);
                }
                match self.counted_loop(head, nest) {
                    Ok(Ok(counted)) => {
                        let inside = counted.clone();
                        let span = statement.span;
                        let outer = std::mem::take(&mut self.postponed);
                        let parts = self.loop_body(head, inside, directive, label, nest, span);
                        let postponed = std::mem::replace(&mut self.postponed, outer);
                        let last = self.leave_counters(head, &counted, directive, nest)?;
                        let late = self.leave_postponed(postponed, head, &counted, nest)?;
                        Ok(parts?.into_iter().chain(last).chain(late).collect())
                    }
                    Ok(Err(not_affine)) => self.opaque(statement, label, nest, not_affine),
                    Err(reported) => Err(reported),
                }
            }
            StmtKind::If(condition, yes, no) => match self.names.condition(condition) {
                Ok(holds) => {
                    self.note_condition(condition, &Guard::of(nest))?;
                    let space = nest.domain.space().clone();
                    let inside = self.exact(condition.span, || {
                        nest.domain.intersect(&holds.build(&space)?)
                    })?;
                    let inside = self.tidy(inside, condition.span)?;
                    let mut parts = self.branch(yes, nest, inside);
                    if let Some(no) = no {
                        let outside = self.exact(condition.span, || {
                            let fails = holds.negated().build(&space)?;
                            nest.domain.intersect(&fails)
                        })?;
                        let outside = self.tidy(outside, condition.span)?;
                        parts.append(&mut self.branch(no, nest, outside));
                    }
                    Ok(parts)
                }
                Err(not_affine) => match self.extreme(statement, label, nest)? {
                    Some(part) => Ok(vec![part]),
                    None => self.opaque(statement, label, nest, not_affine),
                },
            },
            // How macros of several statements are written.
            StmtKind::DoWhile(body, condition)
                if matches!(condition.kind, ExprKind::Int(0)) && !opaque::jumps(body) =>
            {
                self.statement(body, label, nest)
            }
            StmtKind::While(condition, _) | StmtKind::DoWhile(_, condition) => {
                let why = NotAffine {
                    span: condition.span,
                    why: "the number of iterations is not known in advance".into(),
                };
                self.opaque(statement, label, nest, why)
            }
            StmtKind::Switch(value, _) => {
                let why = NotAffine {
                    span: value.span,
                    why: "a `switch` is modelled as one statement".into(),
                };
                self.opaque(statement, label, nest, why)
            }
            StmtKind::Break | StmtKind::Continue => {
                self.jump_in_loop(statement, nest)?;
                Ok(Vec::new())
            }
            StmtKind::Goto(_) | StmtKind::Return(_) | StmtKind::Case(..) | StmtKind::Default(_) => {
                Err(self.jump(statement))
            }
        }
    }

    /// Whether a statement is to be kept as a whole though it could be taken apart.
    fn is_whole(&self, statement: &Stmt) -> bool {
        let has_parts = matches!(
            statement.kind,
            StmtKind::If(..) | StmtKind::For(_) | StmtKind::Switch(..) | StmtKind::Block(_)
        );
        has_parts
            && statement.span.file == FileId::MAIN
            && self.options.whole.contains(&statement.span.range())
    }

    fn ignored_pragma(&mut self, text: &str, span: Span) {
        let message = "this pragma is ignored, and new loops do not have it";
        let mut warning = Diagnostic::warning(codes::PRAGMA_IGNORED, message, span);
        let words = text.replace('(', " ");
        let words: Vec<&str> = words.split_whitespace().take(2).collect();
        if let ["pencil", "independent"] | ["ivdep", ..] | ["GCC", "ivdep"] = words[..] {
            warning = warning
                .note(
                    "that iterations are independent is proved from their accesses and not taken on \
                     trust: what cannot be proved is a dependence",
                )
                .help(
                    "if `deps` lists dependences that cannot be, `assert` before the region what \
                     keeps the elements apart",
                );
        }
        self.warnings.push(warning);
    }

    /// Parts under a label.
    fn marked(&mut self, parts: Vec<Part>, label: Option<&str>, span: Span) -> Lowered<Vec<Part>> {
        match label {
            Some(label) if !parts.is_empty() => {
                let part = self.join(parts, span)?;
                let node = Node::mark(label, part.node);
                Ok(vec![Part { node, ..part }])
            }
            _ => Ok(parts),
        }
    }

    fn branch(&mut self, statement: &'a Stmt, nest: &Nest, domain: Set) -> Vec<Part> {
        let nest = Nest {
            domain,
            ..nest.clone()
        };
        let mark = self.names.enter();
        let parts = self.statement(statement, None, &nest).unwrap_or_default();
        self.names.leave(mark);
        parts
    }

    fn jump(&mut self, statement: &Stmt) -> Reported {
        let (word, help) = match &statement.kind {
            StmtKind::Break => (
                "break",
                "make the condition part of the loop's bounds, or move the loop out of the region",
            ),
            StmtKind::Continue => (
                "continue",
                "put the rest of the loop body in an `if` with the opposite condition",
            ),
            StmtKind::Goto(_) => ("goto", "use loops and conditions instead"),
            StmtKind::Return(_) => ("return", "move it after `#pragma endscop`"),
            _ => ("case", "use `if` and `else` instead"),
        };
        self.errors.push(
            Diagnostic::error(
                codes::JUMP,
                format!("`{word}` cannot be modelled"),
                statement.span,
            )
            .label(statement.span, "jumps out of the loop order")
            .note("which iterations run must be known before the loops start")
            .help(help),
        );
        Reported
    }

    /// An expression as a statement of its own.
    fn expression(
        &mut self,
        statement: &'a Stmt,
        expr: &'a Expr,
        label: Option<&str>,
        nest: &Nest,
    ) -> Lowered<Vec<Part>> {
        if let ExprKind::Assign(None, _, value) = &expr.kind
            && self.is_unread(value)
        {
            return Ok(Vec::new());
        }
        let mut accesses = Vec::new();
        self.read(expr, &Guard::of(nest), &mut accesses)?;
        let draft = Draft {
            name: self.statement_name(label),
            label: label.map(String::from),
            iterators: nest.iterators.clone(),
            domain: nest.domain.clone(),
            reduction: self.reduction(expr, &accesses),
            accesses,
            readers: std::mem::take(&mut self.readers),
            body: self.body_of_statement(statement, nest)?,
            span: statement.span,
        };
        Ok(vec![self.add(draft)])
    }

    /// Variables that live inside of the region.
    fn declaration(&mut self, declaration: &'a Declaration, nest: &Nest) -> Lowered<Vec<Part>> {
        let mut parts = Vec::new();
        if declaration.storage.is_typedef || declaration.storage.is_extern {
            return Ok(parts);
        }
        for declarator in &declaration.declarators {
            self.lives_here(declaration, declarator)?;
            let Some(init) = &declarator.init else {
                self.names.bind_variable(declarator);
                continue;
            };
            if self.is_unread(init) {
                self.names.bind_variable(declarator);
                continue;
            }
            // A name for a value needs no memory.
            if self.names.is_integer(&declarator.ty)
                && !self.names.is_changed(&declarator.name)
                && !self.names.is_volatile(&declarator.ty)
                && let Ok(value) = self.names.converted(init, &declarator.ty)
                && !value.is_large()
                && !value.wraps_at_64_bits()
            {
                self.note_condition(init, &Guard::of(nest))?;
                let kind = self.names.kind_of_type(&declarator.ty);
                self.names.bind_value(&declarator.name, value, kind);
                continue;
            }
            if let ExprKind::List(_) = init.kind {
                parts.append(&mut self.initial_list(declarator, init, nest)?);
                continue;
            }
            if self.names.is_pointer(&declarator.ty) {
                let mut calls = false;
                init.walk(&mut |inner| calls |= matches!(inner.kind, ExprKind::Call(..)));
                let why = self.heap.why_not(declarator).map(String::from);
                let (what, help) = match calls {
                    true => (
                        "a pointer to memory that the region allocates",
                        "allocate it before the region and free it behind, or declare an array, \
                         such as `double t[n];`",
                    ),
                    false => (
                        "an array or pointer with an initial value",
                        "move it out of the region",
                    ),
                };
                let reported = self.unsupported_with(declarator.span, what, help);
                if let (Some(why), Some(error)) = (why, self.errors.last_mut()) {
                    error.message = format!("{}: {why}", error.message);
                }
                // What is done with it is not wrong, too.
                self.names.bind_variable(declarator);
                return Err(reported);
            }
            let guard = Guard::of(nest);
            let mut accesses = Vec::new();
            self.read(init, &guard, &mut accesses)?;
            // The initial value does not see the variable.
            let mark = self.names.enter();
            self.names.bind_variable(declarator);
            self.write_scalar(&declarator.name, declarator.span, &guard, &mut accesses)?;
            let name = self.new_name(&declarator.name).map(String::from);
            self.names.leave(mark);
            let body = self.body_of_initialiser(declarator, name, init, nest)?;
            self.names.bind_variable(declarator);
            let draft = Draft {
                name: self.statement_name(None),
                label: None,
                iterators: nest.iterators.clone(),
                domain: nest.domain.clone(),
                accesses,
                reduction: None,
                readers: std::mem::take(&mut self.readers),
                body,
                span: declarator.span,
            };
            parts.push(self.add(draft));
        }
        Ok(parts)
    }

    /// Whether a variable of the region begins and ends with the block it is declared in.
    fn lives_here(
        &mut self,
        declaration: &'a Declaration,
        declarator: &'a Declarator,
    ) -> Lowered<()> {
        if declaration.storage.is_static {
            return Err(self.unsupported(declarator.span, "a `static` variable"));
        }
        let mut effects = None;
        names::extents_of(&declarator.ty, &mut |extent| {
            extent.walk(&mut |inner| {
                if let ExprKind::Assign(..) | ExprKind::Step { .. } | ExprKind::Call(..) =
                    inner.kind
                {
                    effects = Some(inner.span);
                }
            });
        });
        match effects {
            Some(span) => Err(self.unsupported(span, "an array size with side effects")),
            None => Ok(()),
        }
    }

    fn add(&mut self, draft: Draft<'a>) -> Part {
        if let Some(computed) = self.computing.take() {
            self.computed.insert(draft.name.clone(), computed);
        }
        self.drafts.push(draft);
        Part {
            statements: vec![self.drafts.len() - 1],
            node: Node::leaf(),
        }
    }

    fn unsupported(&mut self, span: Span, what: &str) -> Reported {
        self.unsupported_with(span, what, "move it out of the region")
    }

    fn unsupported_with(&mut self, span: Span, what: &str, help: &str) -> Reported {
        let message = format!("{what} cannot be modelled");
        let error = Diagnostic::error(codes::UNSUPPORTED, message, span);
        self.errors.push(error.help(help));
        Reported
    }

    /// Computes with sets; when that is beyond them, says so at `span`.
    fn exact<T>(&mut self, span: Span, work: impl FnOnce() -> presburger::Result<T>) -> Lowered<T> {
        work().map_err(|error| {
            self.errors.push(too_hard(span, &error));
            Reported
        })
    }
}

fn too_hard(span: Span, error: &presburger::Error) -> Diagnostic {
    Diagnostic::error(
        codes::TOO_HARD,
        format!("cannot compute the sets for this code: {error}"),
        span,
    )
    .help(
        "use fewer cases and divisions in its conditions and bounds, or move it out of the region",
    )
}

/// The labels in a statement.
fn labels<'a>(statement: &'a Stmt, found: &mut Vec<&'a Text>) {
    match &statement.kind {
        StmtKind::Label(name, body) => {
            found.push(name);
            labels(body, found);
        }
        StmtKind::Block(body) => body.iter().for_each(|one| labels(one, found)),
        StmtKind::For(head) => labels(&head.body, found),
        StmtKind::If(_, yes, no) => {
            labels(yes, found);
            if let Some(no) = no {
                labels(no, found);
            }
        }
        _ => {}
    }
}
