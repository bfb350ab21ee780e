//! Executes the text of a region as C and OpenMP do, to tell whether two texts mean the same.
//!
//! It shares nothing with the proof: no sets, only variables with values. Memory that nobody has
//! written holds numbers that follow from where it is. What is remembered of an execution are the
//! cells outside of the region that statements touch, in order, with the values. Variables that the
//! region declares, counters and sizes are not: `{ int n = 4; … }` means the same where only the
//! order of iterations depends on `n`. Overflow, and a data race in a loop with a directive, are
//! errors.
//!
//! Iterations of a loop with a directive run one after the other, each with fresh copies of what is
//! private to it, which hold nonsense, what was there before the loop, or the neutral element of a
//! reduction.
//!
//! For parameters as large as their types allow, only the first and last iterations of each loop
//! are executed ([`Manner::Ends`]), which is where counters and bounds leave their types.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use frontend::openmp::OpenMp;
use frontend::syntax::{BinaryOp, Declaration, Expr, ExprKind, For, ForInit, Stmt, StmtKind};
use frontend::syntax::{Type, UnaryOp};
use frontend::token::Text;
use frontend::{Region, Unit};

use super::number::{Kind, Number, Wrong};

/// How much of each loop is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    All,
    /// The first two and the last two iterations.
    Ends,
}

/// What an execution did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The number of accesses, and what sums up all of them.
    pub accesses: usize,
    pub summary: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Home {
    /// A variable that is declared outside of the region.
    Outside(String),
    /// The copy of a variable that a declaration or a clause has made, by number.
    Inside(usize),
}

/// A piece of memory; `path` has the fields and subscripts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    pub home: Home,
    pub path: Path,
}

pub type Path = (String, Vec<i64>);

#[derive(Clone)]
pub struct Variable<'a> {
    pub name: Text,
    pub ty: Option<&'a Type>,
    pub home: Home,
}

pub struct Place<'a> {
    pub name: Text,
    pub cell: Cell,
    pub ty: Option<&'a Type>,
}

pub enum Flow {
    Normal,
    Break,
    Continue,
}

/// What the iterations of a loop with a directive touch.
pub struct Watch {
    /// Copies from here on are made inside of the loop.
    pub first: usize,
    pub iteration: usize,
    pub is_header: bool,
    /// Whether iterations run in vector lanes, where no threads can be started.
    pub is_vector: bool,
    /// For each cell the last iteration that touched it, and whether any wrote it.
    pub touched: HashMap<Cell, (usize, bool)>,
}

pub struct Machine<'a> {
    pub unit: &'a Unit,
    pub region: &'a Region,
    pub parameters: &'a HashMap<String, i128>,
    pub manner: Manner,
    pub scopes: Vec<Variable<'a>>,
    pub copies: usize,
    pub memory: BTreeMap<Home, HashMap<Path, Number>>,
    /// What unwritten cells of a copy hold.
    pub neutral: HashMap<usize, Number>,
    /// What copies begin as.
    pub copied: HashMap<usize, Home>,
    /// Variables that are copies of copies, of which unwritten cells hold other nonsense.
    pub stale: HashMap<Home, usize>,
    /// The extents of arrays that the region declares.
    pub extents: HashMap<usize, Vec<i128>>,
    pub counters: HashSet<String>,
    pub active: Vec<Cell>,
    pub watches: Vec<Watch>,
    /// Whether what is computed is a statement, and not a bound or a condition.
    pub in_statement: bool,
    /// Whether types are not looked at.
    pub exact: bool,
    pub accesses: usize,
    pub summary: DefaultHasher,
    pub fuel: u64,
}

/// Executes the statements of a region.
pub fn run(
    unit: &Unit,
    region: &Region,
    parameters: &HashMap<String, i128>,
    manner: Manner,
) -> Result<Done, Wrong> {
    let mut machine = Machine {
        unit,
        region,
        parameters,
        manner,
        scopes: Vec::new(),
        copies: 0,
        memory: BTreeMap::new(),
        neutral: HashMap::new(),
        copied: HashMap::new(),
        stale: HashMap::new(),
        extents: HashMap::new(),
        counters: HashSet::new(),
        active: Vec::new(),
        watches: Vec::new(),
        in_statement: false,
        exact: false,
        accesses: 0,
        summary: DefaultHasher::new(),
        fuel: 400_000,
    };
    machine.all(&region.statements)?;
    let mut summary = machine.summary;
    for (home, cells) in &machine.memory {
        let Home::Outside(name) = home else { continue };
        if machine.counters.contains(name) {
            continue;
        }
        let mut cells: Vec<(&Path, &Number)> = cells.iter().collect();
        cells.sort_by_key(|(path, _)| *path);
        for (path, value) in cells {
            (name, path, value.bits()).hash(&mut summary);
        }
    }
    Ok(Done {
        accesses: machine.accesses,
        summary: summary.finish(),
    })
}

impl<'a> Machine<'a> {
    pub fn all(&mut self, body: &'a [Stmt]) -> Result<Flow, Wrong> {
        let mut directive = None;
        for statement in body {
            let flow = match (&statement.kind, directive.take()) {
                (StmtKind::Pragma(text), _) if OpenMp::is_one(text) => {
                    directive = Some(OpenMp::parse(text)?);
                    Flow::Normal
                }
                (StmtKind::For(head), Some(directive)) => {
                    self.scoped(|machine| machine.shared(head, &directive))?
                }
                (_, Some(_)) => return Err("a directive before something that is no loop".into()),
                (_, None) => self.statement(statement)?,
            };
            if !matches!(flow, Flow::Normal) {
                return Ok(flow);
            }
        }
        Ok(Flow::Normal)
    }

    pub fn burn(&mut self) -> Result<(), Wrong> {
        self.fuel = self.fuel.checked_sub(1).ok_or("it runs for too long")?;
        Ok(())
    }

    pub fn statement(&mut self, statement: &'a Stmt) -> Result<Flow, Wrong> {
        self.burn()?;
        match &statement.kind {
            StmtKind::Expr(expr) => {
                let outer = std::mem::replace(&mut self.in_statement, true);
                self.value(expr)?;
                self.in_statement = outer;
            }
            StmtKind::Empty | StmtKind::Pragma(_) => {}
            StmtKind::Block(body) => return self.scoped(|machine| machine.all(body)),
            StmtKind::For(head) => return self.scoped(|machine| machine.counted(head)),
            StmtKind::If(condition, yes, no) => {
                let taken = match self.value(condition)?.is_true() {
                    true => Some(&**yes),
                    false => no.as_deref(),
                };
                if let Some(taken) = taken {
                    return self.scoped(|machine| machine.statement(taken));
                }
            }
            StmtKind::While(condition, body) => {
                while self.value(condition)?.is_true() {
                    if let Flow::Break = self.statement(body)? {
                        break;
                    }
                }
            }
            StmtKind::Label(_, body) => return self.statement(body),
            StmtKind::Break => return Ok(Flow::Break),
            StmtKind::Continue => return Ok(Flow::Continue),
            StmtKind::Declaration(declaration) => {
                let outer = std::mem::replace(&mut self.in_statement, true);
                self.declare(declaration)?;
                self.in_statement = outer;
            }
            _ => return Err("a statement that is not executed here".into()),
        }
        Ok(Flow::Normal)
    }

    pub fn scoped<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Wrong>,
    ) -> Result<T, Wrong> {
        let (mark, active) = (self.scopes.len(), self.active.len());
        let result = work(self);
        self.scopes.truncate(mark);
        self.active.truncate(active);
        result
    }

    /// The first clause of a loop; the counter, if there is one.
    pub fn begin(&mut self, head: &'a For) -> Result<Option<Cell>, Wrong> {
        let name = match &head.init {
            ForInit::None => None,
            ForInit::Declaration(declaration) => {
                self.declare(declaration)?;
                declaration.declarators.first().map(|one| &one.name)
            }
            ForInit::Expr(expr) => {
                self.value(expr)?;
                match &expr.kind {
                    ExprKind::Assign(None, target, _) => target.as_name(),
                    _ => None,
                }
            }
        };
        let Some(name) = name else { return Ok(None) };
        let cell = self.variable(name).cell;
        self.counters.insert(name.to_string());
        self.active.push(cell.clone());
        Ok(Some(cell))
    }

    pub fn goes_on(&mut self, head: &'a For) -> Result<bool, Wrong> {
        match &head.condition {
            Some(condition) => Ok(self.value(condition)?.is_true()),
            None => Ok(true),
        }
    }

    pub fn step(&mut self, head: &'a For) -> Result<(), Wrong> {
        if let Some(step) = &head.step {
            self.value(step)?;
        }
        Ok(())
    }

    pub fn counted(&mut self, head: &'a For) -> Result<Flow, Wrong> {
        let counter = self.begin(head)?;
        if let (Some(counter), Manner::Ends) = (counter, self.manner) {
            return self.ends(head, &counter);
        }
        while self.goes_on(head)? {
            self.burn()?;
            if let Flow::Break = self.statement(&head.body)? {
                break;
            }
            self.step(head)?;
        }
        Ok(Flow::Normal)
    }

    /// The first and the last iterations of a loop whose condition holds for a while and then not
    /// any more, as those of generated loops do.
    pub fn ends(&mut self, head: &'a For, counter: &Cell) -> Result<Flow, Wrong> {
        let value = |machine: &Self| {
            machine
                .memory
                .get(&counter.home)?
                .get(&counter.path)
                .copied()
        };
        let Some(Number::Int(first, ty)) = value(self) else {
            return Err("a loop without a counter".into());
        };
        self.exact = true;
        self.step(head)?;
        let next = value(self).map_or(first, Number::integer);
        let stride = next - first;
        let count = self.count(head, counter, Number::Int(first, ty), stride);
        self.exact = false;
        let count = count?;
        let mut chosen = vec![0, 1, count - 2, count - 1];
        chosen.retain(|k| (0..count).contains(k));
        chosen.sort();
        chosen.dedup();
        if chosen.is_empty() {
            self.set(counter, Number::Int(first, ty));
            return match self.goes_on(head)? {
                true => Err("types decide whether a loop begins".into()),
                false => Ok(Flow::Normal),
            };
        }
        for k in chosen {
            let now = Number::Int(first + k * stride, ty).converted(Kind::Int(ty), false)?;
            self.set(counter, now);
            if now.integer() != first + k * stride || !self.goes_on(head)? {
                return Err("types decide how often a loop runs".into());
            }
            self.statement(&head.body)?;
            self.step(head)?;
        }
        match self.goes_on(head)? {
            true => Err("types decide how often a loop runs".into()),
            false => Ok(Flow::Normal),
        }
    }

    /// How often a loop runs if every value fits.
    pub fn count(
        &mut self,
        head: &'a For,
        counter: &Cell,
        first: Number,
        stride: i128,
    ) -> Result<i128, Wrong> {
        let Number::Int(first, ty) = first else {
            return Ok(0);
        };
        let mut holds = |k: i128| {
            self.set(counter, Number::Int(first + k * stride, ty));
            self.goes_on(head)
        };
        if !holds(0)? {
            return Ok(0);
        }
        let mut high = 1i128;
        while holds(high)? {
            high *= 2;
            if high > 1 << 70 {
                return Err("it never ends".into());
            }
        }
        let mut low = high / 2;
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            match holds(middle)? {
                true => low = middle,
                false => high = middle,
            }
        }
        Ok(high)
    }

    pub fn declare(&mut self, declaration: &'a Declaration) -> Result<(), Wrong> {
        for declarator in &declaration.declarators {
            let init = declarator.init.as_ref();
            let value = init.map(|init| self.value(init)).transpose()?;
            let mut extents = Vec::new();
            let mut ty = &declarator.ty;
            while let Type::Array {
                element,
                extent: Some(extent),
                ..
            } = ty
            {
                extents.push(self.value(extent)?.integer());
                ty = element;
            }
            self.copies += 1;
            self.extents.insert(self.copies, extents);
            let home = Home::Inside(self.copies);
            self.scopes.push(Variable {
                name: declarator.name.clone(),
                ty: Some(&declarator.ty),
                home: home.clone(),
            });
            if let Some(value) = value {
                let place = self.variable(&declarator.name);
                self.store(&place, value)?;
            }
        }
        Ok(())
    }

    pub fn variable(&self, name: &Text) -> Place<'a> {
        let place = |home, ty| Place {
            name: name.clone(),
            cell: Cell {
                home,
                path: Path::default(),
            },
            ty,
        };
        match self.scopes.iter().rev().find(|one| one.name == *name) {
            Some(found) => place(found.home.clone(), found.ty),
            None => place(
                Home::Outside(name.to_string()),
                self.region.symbol(name).map(|symbol| &symbol.ty),
            ),
        }
    }

    pub fn place(&mut self, expr: &'a Expr) -> Result<Place<'a>, Wrong> {
        match &expr.kind {
            ExprKind::Name(name) => Ok(self.variable(name)),
            ExprKind::Index(base, index) => {
                let (base, offset) = self.pointer(base)?;
                let index = self.value(index)?.integer();
                self.element(base, offset + index)
            }
            ExprKind::Unary(UnaryOp::Deref, operand) => {
                let (base, offset) = self.pointer(operand)?;
                self.element(base, offset)
            }
            ExprKind::Field { base, name, .. } => {
                let mut place = self.place(base)?;
                let declarations = &self.unit.declarations;
                place.ty = place.ty.and_then(|ty| {
                    let record = declarations.record(&declarations.resolve(ty).base().name)?;
                    let field = record.fields.iter().find(|field| field.name == *name)?;
                    Some(&field.ty)
                });
                place.cell.path.0.push_str(&format!(".{name}"));
                Ok(place)
            }
            _ => Err(format!("`{expr}` is no place")),
        }
    }

    /// What a pointer is made of: where it comes from, and what is added to it.
    fn pointer(&mut self, expr: &'a Expr) -> Result<(Place<'a>, i128), Wrong> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add, base, offset) => {
                let (base, sum) = self.pointer(base)?;
                Ok((base, sum + self.value(offset)?.integer()))
            }
            ExprKind::Unary(UnaryOp::Address, element) => match &element.kind {
                ExprKind::Index(base, index) => {
                    let (base, sum) = self.pointer(base)?;
                    Ok((base, sum + self.value(index)?.integer()))
                }
                _ => Err(format!("`{expr}` is no element")),
            },
            _ => Ok((self.place(expr)?, 0)),
        }
    }

    pub fn element(&mut self, mut base: Place<'a>, index: i128) -> Result<Place<'a>, Wrong> {
        if let Home::Inside(number) = base.cell.home
            && let Some(extents) = self.extents.get(&number)
            && let Some(extent) = extents.get(base.cell.path.1.len())
            && !(0..*extent).contains(&index)
        {
            return Err(format!("`{}` has no element {index}", base.name));
        }
        let index = i64::try_from(index).map_err(|_| "a large subscript")?;
        base.cell.path.1.push(index);
        base.ty = base
            .ty
            .and_then(|ty| match self.unit.declarations.resolve(ty) {
                Type::Array { element, .. } => Some(&**element),
                Type::Pointer { to, .. } => Some(&**to),
                _ => None,
            });
        Ok(base)
    }

    /// What memory holds, without a trace of the question.
    pub fn held(&self, name: &Text, cell: &Cell, ty: Option<&Type>) -> Number {
        if let Some(value) = self
            .memory
            .get(&cell.home)
            .and_then(|all| all.get(&cell.path))
        {
            return *value;
        }
        let mut hasher = DefaultHasher::new();
        let stale = self.stale.get(&cell.home);
        stale.iter().for_each(|since| since.hash(&mut hasher));
        match &cell.home {
            Home::Outside(name) => {
                let value = self.region.symbol(name).map_or_else(
                    || self.unit.declarations.constants.get(&**name).copied(),
                    |symbol| symbol.value,
                );
                let known = self.parameters.get(name).copied();
                let known = known.or(value.map(i128::from));
                if let (Some(value), true) = (known, cell.path.1.is_empty()) {
                    let kind = Kind::of(&self.unit.declarations, ty);
                    let plain = Number::int(value);
                    return match kind {
                        Kind::Int(ty) => Number::Int(value, ty),
                        _ => plain,
                    };
                }
            }
            Home::Inside(number) => {
                if let Some(value) = self.neutral.get(number) {
                    return *value;
                }
                if let Some(outer) = self.copied.get(number) {
                    let outer = Cell {
                        home: outer.clone(),
                        path: cell.path.clone(),
                    };
                    return self.held(name, &outer, ty);
                }
                number.hash(&mut hasher);
            }
        }
        (&**name, &cell.path).hash(&mut hasher);
        let nonsense = hasher.finish();
        match Kind::of(&self.unit.declarations, ty) {
            Kind::Int(ty) => Number::Int(i128::from(nonsense % 5), ty),
            Kind::Float => Number::Real(f64::from(0.5 + (nonsense % 1000) as f32 / 7.0)),
            Kind::Double => Number::Real(0.5 + (nonsense % 1000) as f64 / 7.0),
        }
    }

    pub fn set(&mut self, cell: &Cell, value: Number) {
        let cells = self.memory.entry(cell.home.clone()).or_default();
        cells.insert(cell.path.clone(), value);
    }

    pub fn touch(&mut self, place: &Place<'a>, value: Number, is_write: bool) -> Result<(), Wrong> {
        for watch in &mut self.watches {
            let is_own = matches!(place.cell.home, Home::Inside(number) if number > watch.first);
            if watch.is_header || is_own {
                continue;
            }
            match watch.touched.entry(place.cell.clone()) {
                Entry::Vacant(entry) => {
                    entry.insert((watch.iteration, is_write));
                }
                Entry::Occupied(mut entry) => {
                    let (iteration, written) = entry.get_mut();
                    if *iteration != watch.iteration && (*written || is_write) {
                        return Err(format!("iterations race for `{}`", place.name));
                    }
                    *iteration = watch.iteration;
                    *written |= is_write;
                }
            }
        }
        // A variable of the region itself matters for what it makes of others, and so do sizes.
        let is_seen = match &place.cell.home {
            Home::Outside(name) => !self.parameters.contains_key(name),
            Home::Inside(_) => false,
        };
        if self.in_statement && is_seen && !self.active.contains(&place.cell) {
            self.accesses += 1;
            let what = (&*place.name, &place.cell.path, value.bits(), is_write);
            what.hash(&mut self.summary);
        }
        Ok(())
    }

    pub fn load(&mut self, place: &Place<'a>) -> Result<Number, Wrong> {
        let value = self.held(&place.name, &place.cell, place.ty);
        self.touch(place, value, false)?;
        Ok(value)
    }

    pub fn store(&mut self, place: &Place<'a>, value: Number) -> Result<Number, Wrong> {
        let kind = Kind::of(&self.unit.declarations, place.ty);
        let value = match (place.ty, value) {
            // Nothing is known of the variable.
            (None, value) => value,
            (_, value) => value.converted(kind, self.exact)?,
        };
        self.touch(place, value, true)?;
        self.set(&place.cell, value);
        Ok(value)
    }
}

/// The type of the elements of an array.
pub fn element(ty: &Type) -> &Type {
    match ty {
        Type::Array { element: inner, .. } | Type::Pointer { to: inner, .. } => element(inner),
        other => other,
    }
}
