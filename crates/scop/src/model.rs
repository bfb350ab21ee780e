//! The types of the model: plain data, with the relations in `presburger`'s terms.
//!
//! Nothing here forces the parts to fit together; [`Scop::verify`] says whether they do.

use crate::schedule::ScheduleTree;
use crate::{AccessId, ArrayId, Span, StmtId};
use presburger::{Map, MultiPwAff, PwAff, Set};
use std::fmt;
use std::ops::{Index, Range};

/// A static control part: a piece of program whose loops, conditions and subscripts are
/// affine in the loop counters and in parameters that do not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Scop {
    /// The function it stands in.
    pub name: String,
    /// The symbols that stay constant, in the order of their first use.
    pub parameters: Vec<Parameter>,
    /// What is known of the parameters: a parameter set, `[N] -> { : N > 0 }`.
    pub context: Set,
    /// The memory, indexed by [`ArrayId`]. Different arrays do not overlap.
    pub arrays: Vec<Array>,
    /// What is executed, indexed by [`StmtId`], in textual order.
    pub statements: Vec<Statement>,
    /// The original order of the instances.
    pub schedule: ScheduleTree,
    /// The region in the source.
    pub span: Option<Span>,
}

/// A symbol that stays constant during the scop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, in the source and in relations.
    pub name: String,
    /// Its C type, `int` when nobody said.
    pub ctype: String,
    /// Where it is declared or first used.
    pub span: Option<Span>,
    /// How C writes it, if not by its name: `p->n` for `p_n`.
    pub expression: Option<String>,
}

impl Parameter {
    /// A parameter of type `int` without a place.
    pub fn new(name: impl Into<String>) -> Parameter {
        Parameter {
            name: name.into(),
            ctype: "int".into(),
            span: None,
            expression: None,
        }
    }

    /// How C writes it.
    ///
    /// ```
    /// let mut parameter = scop::Parameter::new("p_n");
    /// assert_eq!(parameter.text(), "p_n");
    /// parameter.expression = Some("p->n".into());
    /// assert_eq!(parameter.text(), "p->n");
    /// ```
    pub fn text(&self) -> &str {
        self.expression.as_deref().unwrap_or(&self.name)
    }
}

/// An array, or a scalar: an array of rank 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Tuple name in relations, unique in the scop; the struct field `p.x` is `p_x`.
    pub name: String,
    /// As C writes it, `p.x`.
    pub source_name: String,
    /// C type of an element.
    pub element: String,
    /// One per dimension, over the parameters (`[N] -> { [(N)] }`); `None` is unknown.
    pub extents: Vec<Option<PwAff>>,
    /// Where it lives and who else can see it.
    pub storage: Storage,
    /// What it is a field of, where that must be declared anew: for a variable of the region.
    pub part_of: Option<PartOf>,
    /// Where it is declared.
    pub span: Option<Span>,
    /// Functions that the region calls access it by its own name: no thread can have a copy of its
    /// own of it.
    pub seen_by_calls: bool,
    /// It is memory that a pointer of this name leads to, and no variable: a copy of the pointer
    /// leads to the same memory. So it is with arrays that are arguments.
    pub behind_pointer: bool,
    /// It is a variable of the function whose value nobody reads after the region.
    pub unread_later: bool,
    /// It is a variable of the function, but not for the function alone: it is `static`, its address is
    /// given away, or it is one for several threads that run the region.
    pub shared: bool,
    /// For an array of the region: its memory comes from `malloc` and goes back with `free`.
    pub heap: bool,
}

/// How the variable is declared that an array of the model is a field of: of
/// `struct point p[4];` the field `p.x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// C type of the variable, or of its elements: `struct point`.
    pub ctype: String,
    /// How many of the field's extents are those of the variable.
    pub rank: usize,
}

impl Array {
    /// An array of `double` passed as an argument without `restrict`, all extents unknown.
    pub fn new(name: impl Into<String>, rank: usize) -> Array {
        let name = name.into();
        Array {
            source_name: name.clone(),
            name,
            element: "double".into(),
            extents: vec![None; rank],
            storage: Storage::Argument { restrict: false },
            part_of: None,
            span: None,
            seen_by_calls: false,
            behind_pointer: rank > 0,
            unread_later: false,
            shared: false,
            heap: false,
        }
    }

    /// Whether it is a field of a variable. Variables of functions that are called have names with a dot,
    /// too.
    ///
    /// ```
    /// let mut x = scop::Array::new("p_x", 1);
    /// x.source_name = "p.x".into();
    /// assert!(x.is_field());
    /// x.storage = scop::Storage::Region;
    /// assert!(!x.is_field()); // `x` in the function `p`
    /// ```
    pub fn is_field(&self) -> bool {
        let is_variable = self.storage == Storage::Region && self.part_of.is_none();
        self.source_name.contains('.') && !is_variable
    }

    /// Whether somebody may see what it holds after the program.
    ///
    /// ```
    /// let mut x = scop::Array::new("x", 0);
    /// assert!(x.is_seen_later());
    /// x.storage = scop::Storage::Region;
    /// assert!(!x.is_seen_later());
    /// ```
    pub fn is_seen_later(&self) -> bool {
        self.storage != Storage::Region && !self.unread_later
    }

    /// Whether others may see it while the program runs: other functions, other threads. What they
    /// see may be constant, or written by them, so nothing may write a cell that the program does not write.
    ///
    /// ```
    /// let mut x = scop::Array::new("x", 1);
    /// assert!(x.is_seen_by_others()); // through other pointers
    /// x.storage = scop::Storage::Local;
    /// x.behind_pointer = false;
    /// assert!(!x.is_seen_by_others());
    /// x.shared = true;
    /// assert!(x.is_seen_by_others());
    /// ```
    pub fn is_seen_by_others(&self) -> bool {
        match self.storage {
            Storage::Region => false,
            Storage::Global => true,
            Storage::Local | Storage::Argument { .. } => self.behind_pointer || self.shared,
        }
    }

    /// The number of subscripts; 0 for a scalar.
    pub fn rank(&self) -> usize {
        self.extents.len()
    }
}

/// Where an array lives, which says what it may overlap with and who can read it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Reached through an argument of the function.
    Argument {
        /// Whether the pointer is `restrict`.
        restrict: bool,
    },
    /// Declared in the function, outside of the scop.
    Local,
    /// Declared outside of functions.
    Global,
    /// Declared inside the scop: dead before and after it.
    Region,
}

/// A statement: what one execution does, and for which iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Tuple name of its instances, `S0`, `S1`, ... or the C label; unique in the scop.
    pub name: String,
    /// The C label in front of it.
    pub label: Option<String>,
    /// Source names of the enclosing iterators, outermost first.
    pub iterators: Vec<String>,
    /// The instances, `[N] -> { S0[i, j] : 0 <= i, j < N }`.
    pub domain: Set,
    /// In order of evaluation; the write of an assignment is last. Indexed by [`AccessId`].
    pub accesses: Vec<Access>,
    /// What is executed.
    pub body: Body,
    /// Where it stands in the source.
    pub span: Option<Span>,
    /// Set when the statement only accumulates into a cell.
    pub reduction: Option<Reduction>,
}

impl Statement {
    /// A statement with instances in `domain` and without accesses, named after the tuple.
    ///
    /// ```
    /// # use scop::Statement;
    /// let s = Statement::new("[N] -> { S0[i, j] : 0 <= i, j < N }".parse()?);
    /// assert_eq!(s.name, "S0");
    /// assert_eq!(s.iterators, ["i", "j"]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new(domain: Set) -> Statement {
        let names = domain.space().tuple().map(|tuple| tuple.dim_names());
        let iterators = names.unwrap_or_default().into_iter().enumerate();
        Statement {
            name: domain.tuple_name().unwrap_or_default().into(),
            label: None,
            iterators: iterators
                .map(|(i, name)| name.map_or_else(|| format!("i{i}"), |name| name.to_string()))
                .collect(),
            domain,
            accesses: Vec::new(),
            body: Body::default(),
            span: None,
            reduction: None,
        }
    }

    /// The number of enclosing loops.
    pub fn depth(&self) -> usize {
        self.iterators.len()
    }

    /// The accesses with their indices.
    pub fn accesses(&self) -> impl Iterator<Item = (AccessId, &Access)> {
        self.accesses
            .iter()
            .enumerate()
            .map(|(i, access)| (AccessId::new(i), access))
    }
}

/// One reference to memory in a statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// What is accessed.
    pub array: ArrayId,
    /// Read or written.
    pub kind: AccessKind,
    /// Whether every instance touches every cell it is related to.
    pub certainty: Certainty,
    /// Instances to cells, `[N] -> { S0[i, j] -> A[i, j + 1] : 0 <= i, j < N }`: within the
    /// domain of the statement.
    pub relation: Map,
    /// Where it stands in the source.
    pub span: Option<Span>,
    /// False when `relation` is larger than what can happen.
    pub exact: bool,
}

impl Access {
    /// An exact read that always happens.
    pub fn read(array: ArrayId, relation: Map) -> Access {
        Access {
            array,
            kind: AccessKind::Read,
            certainty: Certainty::Must,
            relation,
            span: None,
            exact: true,
        }
    }

    /// An exact write that always happens.
    pub fn write(array: ArrayId, relation: Map) -> Access {
        Access {
            kind: AccessKind::Write,
            ..Access::read(array, relation)
        }
    }

    /// The access as one that may not happen.
    pub fn may(mut self) -> Access {
        self.certainty = Certainty::May;
        self
    }

    /// Whether each instance that may access something accesses the cell with these subscripts, which
    /// are functions of the instance.
    ///
    /// ```
    /// # use scop::{Access, ArrayId};
    /// let access = Access::read(ArrayId::new(0), "{ S[i] -> x[i + 1] : 0 <= i < 9 }".parse()?);
    /// assert!(access.is_to(&["{ S[i] -> [(i + 1)] }".parse()?])?);
    /// assert!(!access.is_to(&["{ S[i] -> [(i)] }".parse()?])?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn is_to(&self, subscripts: &[PwAff]) -> presburger::Result<bool> {
        if self.relation.space().n_out() != subscripts.len() || !self.relation.is_single_valued()? {
            return Ok(false);
        }
        let domain = self.relation.domain()?;
        let cells = MultiPwAff::from_pw_multi_aff(&self.relation.as_pw_multi_aff()?)?;
        for (dim, subscript) in subscripts.iter().enumerate() {
            let own = cells.at(dim)?.intersect_domain(&domain)?;
            if !subscript.intersect_domain(&domain)?.is_equal(&own)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it writes.
    pub fn is_write(&self) -> bool {
        self.kind == AccessKind::Write
    }

    /// Whether every instance touches every cell it is related to.
    pub fn is_must(&self) -> bool {
        self.certainty == Certainty::Must
    }
}

/// What an access does to the cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AccessKind {
    /// Looks at it.
    Read,
    /// Changes it.
    Write,
}

impl fmt::Display for AccessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        })
    }
}

/// Whether an access happens for sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Certainty {
    /// Every instance touches every cell it is related to.
    Must,
    /// An instance may touch the cells it is related to, and no others.
    May,
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Certainty::Must => "must",
            Certainty::May => "may",
        })
    }
}

/// A statement that accumulates: `cell = cell op expression`, where the order of the
/// accumulation changes nothing but rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reduction {
    /// How values are combined.
    pub operator: ReductionOperator,
    /// The read of the cell.
    pub read: AccessId,
    /// The write of the cell.
    pub write: AccessId,
}

/// The commutative and associative operator of a [`Reduction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReductionOperator {
    /// `+`, also `-=`.
    Add,
    /// `*`, also `/=` on floating-point numbers.
    Mul,
    /// The smaller one.
    Min,
    /// The larger one.
    Max,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&&` of truth values.
    And,
    /// `||` of truth values.
    Or,
}

impl ReductionOperator {
    /// All of them.
    pub const ALL: [ReductionOperator; 9] = [
        ReductionOperator::Add,
        ReductionOperator::Mul,
        ReductionOperator::Min,
        ReductionOperator::Max,
        ReductionOperator::BitAnd,
        ReductionOperator::BitOr,
        ReductionOperator::BitXor,
        ReductionOperator::And,
        ReductionOperator::Or,
    ];

    /// As OpenMP writes it.
    pub fn name(self) -> &'static str {
        match self {
            ReductionOperator::Add => "+",
            ReductionOperator::Mul => "*",
            ReductionOperator::Min => "min",
            ReductionOperator::Max => "max",
            ReductionOperator::BitAnd => "&",
            ReductionOperator::BitOr => "|",
            ReductionOperator::BitXor => "^",
            ReductionOperator::And => "&&",
            ReductionOperator::Or => "||",
        }
    }
}

/// The C text of a statement and the places in it that depend on iterators.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// The statement as written, with its semicolon.
    pub text: String,
    /// What to rewrite when iterators change, in order and without overlap.
    pub holes: Vec<Hole>,
}

impl Body {
    /// The bytes of the holes, in order.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.holes.iter().map(|hole| hole.range.clone())
    }
}

/// An expression in a [`Body`] that depends on iterators.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// The bytes in the text that hold the expression.
    pub range: Range<usize>,
    /// Its value, a function of the statement's instances: `{ S0[i, j] -> [(i + 1)] }`.
    pub value: PwAff,
}

impl Scop {
    /// The statements with their indices.
    pub fn statements(&self) -> impl Iterator<Item = (StmtId, &Statement)> {
        self.statements
            .iter()
            .enumerate()
            .map(|(i, statement)| (StmtId::new(i), statement))
    }

    /// The arrays with their indices.
    pub fn arrays(&self) -> impl Iterator<Item = (ArrayId, &Array)> {
        self.arrays
            .iter()
            .enumerate()
            .map(|(i, array)| (ArrayId::new(i), array))
    }

    /// All accesses with their indices, statement after statement.
    pub fn accesses(&self) -> impl Iterator<Item = (StmtId, AccessId, &Access)> {
        self.statements().flat_map(|(stmt, statement)| {
            statement
                .accesses()
                .map(move |(id, access)| (stmt, id, access))
        })
    }

    /// The statement whose instances have this tuple name.
    pub fn find_statement(&self, name: &str) -> Option<StmtId> {
        // Statements without a label are called by their number.
        let number = name.strip_prefix('S').and_then(|rest| rest.parse().ok());
        let numbered = number.filter(|&at: &usize| {
            let statement = self.statements.get(at);
            statement.is_some_and(|statement| statement.name == name)
        });
        let position = numbered.or_else(|| self.statements.iter().position(|s| s.name == name));
        position.map(StmtId::new)
    }

    /// The array whose cells have this tuple name.
    pub fn find_array(&self, name: &str) -> Option<ArrayId> {
        self.arrays
            .iter()
            .position(|a| a.name == name)
            .map(ArrayId::new)
    }
}

impl Index<ArrayId> for Scop {
    type Output = Array;

    /// The array; panics when the index is from another scop.
    fn index(&self, id: ArrayId) -> &Array {
        &self.arrays[id.index()]
    }
}

impl Index<StmtId> for Scop {
    type Output = Statement;

    /// The statement; panics when the index is from another scop.
    fn index(&self, id: StmtId) -> &Statement {
        &self.statements[id.index()]
    }
}

impl Index<AccessId> for Statement {
    type Output = Access;

    /// The access; panics when the index is from another statement.
    fn index(&self, id: AccessId) -> &Access {
        &self.accesses[id.index()]
    }
}
