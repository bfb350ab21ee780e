//! Running a script: names, values, functions, imports. What operations do is in `operations`.

use crate::arguments::{Arguments, as_handle, loop_named};
use crate::lexer::TokenKind;
use crate::linear::Linear;
use crate::operations;
use crate::operators::Op;
use crate::relation::Relation;
use crate::state::{HandleId, State, too_hard};
use crate::suggest::suggest;
use crate::syntax::{Braces, Expr, ExprKind, Function, Item, ItemKind, Named};
use crate::wishes::Wishes;
use crate::{Diagnostics, Options, Outcome, Script, Step, codes};
use presburger::{Budget, Effort};
use scop::{Diagnostic, Scop, SourceMap, Span};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How deep functions may call each other.
const MAX_CALLS: usize = 40;
/// How many parts a value may have.
const MAX_SIZE: usize = 1_000;
/// How many operations a script may carry out.
const MAX_OPERATIONS: usize = 2_000;

pub(crate) fn run(
    script: &Script,
    scop: &Scop,
    options: &Options<'_>,
) -> Result<Outcome, Diagnostics> {
    let mut files = script.files.clone();
    // A short script can ask for sets beyond all bounds.
    let result = Budget::of(Effort::Script).run(|| run_items(script, scop, options, &mut files));
    result.map_err(|error| Diagnostics {
        list: vec![*error],
        files,
    })
}

fn run_items(
    script: &Script,
    scop: &Scop,
    options: &Options<'_>,
    files: &mut SourceMap,
) -> Op<Outcome> {
    let place = Span::new(script.file, 0, 0);
    let name = files.get(script.file).map(|file| file.name.clone());
    let mut interpreter = Interpreter {
        state: State::new(scop, place)?,
        options,
        files,
        functions: BTreeMap::new(),
        scopes: vec![BTreeMap::new()],
        steps: Vec::new(),
        calls: Vec::new(),
        importing: name.into_iter().collect(),
        imported: Vec::new(),
        is_normalised: false,
        n_operations: 0,
        wishes: Wishes::default(),
    };
    if options.normalised {
        interpreter.normalise(place)?;
    }
    interpreter.wishes.start(&interpreter.state);
    for item in &script.items {
        interpreter.item(item)?;
    }
    let state = &interpreter.state;
    let schedule = state.tree().map_err(|error| too_hard(&error, place))?;
    let components = crate::parts::components(state, interpreter.named());
    let warnings = interpreter.wishes.finish(state);
    Ok(Outcome {
        warnings: warnings.map_err(|error| too_hard(&error, place))?,
        schedule,
        vectors: state.vectors().map_err(|error| too_hard(&error, place))?,
        normalised: interpreter.is_normalised,
        storage: state.storage.clone(),
        buffers: crate::pack::buffers(state)?,
        components,
        pieces: state
            .pieces
            .iter()
            .filter(|piece| piece.is_alive)
            .cloned()
            .collect(),
        steps: interpreter.steps,
        files: interpreter.files.clone(),
    })
}

/// A name that has got a value.
#[derive(Clone, Debug)]
struct Variable {
    value: Value,
    /// Where it got it.
    span: Span,
}

/// What a name can stand for.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Number(i64),
    Handle(HandleId),
    List(Vec<(Value, Span)>),
    Relation(Relation),
    /// An expression with names that are neither variables nor labels: iterators, parameters,
    /// words such as `separate`.
    Symbolic(Expr),
    /// What an operation with nothing to give gives.
    Nothing,
}

impl Value {
    /// As it is called in messages.
    pub fn describe(&self) -> String {
        match self {
            Value::Number(number) => format!("the number {number}"),
            Value::Handle(_) => "a component".into(),
            Value::List(_) => "a list".into(),
            Value::Relation(_) => "a map or set".into(),
            Value::Symbolic(Expr {
                kind: ExprKind::Name(name),
                ..
            }) => format!("`{name}`"),
            Value::Symbolic(_) => "an expression".into(),
            Value::Nothing => "nothing".into(),
        }
    }
}

pub(crate) struct Interpreter<'r, 'a> {
    state: State<'a>,
    pub(crate) options: &'r Options<'r>,
    pub(crate) files: &'r mut SourceMap,
    functions: BTreeMap<String, Rc<Function>>,
    /// Those of the script, then those of the functions that are running.
    scopes: Vec<BTreeMap<String, Variable>>,
    steps: Vec<Step>,
    /// The calls that are running.
    calls: Vec<Span>,
    /// The files that are being imported, each by the one before it; the script itself first.
    pub(crate) importing: Vec<String>,
    /// All files that have been imported.
    pub(crate) imported: Vec<String>,
    is_normalised: bool,
    n_operations: usize,
    wishes: Wishes,
}

impl Interpreter<'_, '_> {
    fn normalise(&mut self, place: Span) -> Op<()> {
        if !self.is_normalised {
            self.state.normalise(place)?;
            self.is_normalised = true;
        }
        Ok(())
    }

    /// Runs an item; a value if it returns one.
    pub(crate) fn item(&mut self, item: &Item) -> Op<Option<Value>> {
        match &item.kind {
            ItemKind::Bind(names, expr) => {
                let value = self.eval(expr)?;
                self.bind(names, value, expr.span)?;
            }
            ItemKind::Do(expr) => {
                self.eval(expr)?;
            }
            ItemKind::Map(name, braces) => self.map(name, braces, item.span)?,
            ItemKind::Define(function) => self.define(function)?,
            ItemKind::Import(import) => self.import(import, item.span)?,
            ItemKind::Use(word) => self.use_word(word)?,
            ItemKind::Return(expr) => {
                if self.calls.is_empty() {
                    let message = "`return` outside a function";
                    let error = Diagnostic::error(codes::MISPLACED, message, item.span);
                    return Err(Box::new(error.help("remove it")));
                }
                return self.eval(expr).map(Some);
            }
        }
        Ok(None)
    }

    fn bind(&mut self, names: &[Named], value: Value, span: Span) -> Op<()> {
        let values = match (names, value) {
            ([_], value) => vec![value],
            (_, Value::List(values)) if values.len() == names.len() => {
                values.into_iter().map(|(value, _)| value).collect()
            }
            (_, value) => {
                let n = match &value {
                    Value::List(values) => values.len(),
                    Value::Nothing => 0,
                    _ => 1,
                };
                let message = format!("cannot assign {n} values to {} names", names.len());
                let error = Diagnostic::error(codes::WRONG_ARGUMENTS, message, span);
                return Err(Box::new(error.help("give each value one name")));
            }
        };
        for (name, value) in names.iter().zip(values) {
            if let Value::Nothing = value {
                let message = format!("no value to assign to `{}`", name.name);
                let error = Diagnostic::error(codes::WRONG_ARGUMENTS, message, span);
                return Err(Box::new(error.help("remove the assignment")));
            }
            self.require_new(name)?;
            if let Some(scope) = self.scopes.last_mut() {
                let span = name.span;
                scope.insert(name.name.clone(), Variable { value, span });
            }
        }
        Ok(())
    }

    /// That a name means nothing yet. In a function only its own names count, because it cannot
    /// know who calls it for which program.
    fn require_new(&self, name: &Named) -> Op<()> {
        let own = self.scopes.last().and_then(|scope| scope.get(&name.name));
        let is_outside = self.scopes.len() == 1;
        let function = self.functions.get(&name.name).filter(|_| is_outside);
        let label = self.state.labels.get(&name.name).filter(|_| is_outside);
        let (what, first) = match (own, function, label) {
            (Some(own), _, _) => ("is defined twice", Some(own.span)),
            (None, Some(function), _) => ("is a function", Some(function.name.span)),
            (None, None, Some(_)) => ("is already a label or statement of the program", None),
            (None, None, None) => return Ok(()),
        };
        let message = format!("`{}` {what}", name.name);
        let mut error = Diagnostic::error(codes::DEFINED_TWICE, message, name.span);
        if let Some(first) = first {
            error = error.label(first, "first defined here");
        }
        Err(Box::new(error.help("choose another name")))
    }

    fn use_word(&mut self, word: &Named) -> Op<()> {
        if !["normalised", "normalized"].contains(&word.name.as_str()) {
            let message = format!("unknown setting `{}`", word.name);
            let error = Diagnostic::error(codes::UNKNOWN_NAME, message, word.span);
            return Err(Box::new(error.help(
                "`use normalised` counts all iterators from 0 in steps of 1; scripts are imported \
                 with `import`",
            )));
        }
        if !self.steps.is_empty() {
            let message = "`use normalised` after an operation";
            let error = Diagnostic::error(codes::MISPLACED, message, word.span);
            return Err(Box::new(
                error.help("move `use normalised` to the top of the script"),
            ));
        }
        self.normalise(word.span)
    }

    fn define(&mut self, function: &Function) -> Op<()> {
        let name = &function.name;
        let is_built_in = operations::find(&name.name).is_some();
        if is_built_in || self.functions.contains_key(&name.name) {
            let message = match is_built_in {
                true => format!("`{}` is a built-in operation", name.name),
                false => format!("`{}` is defined twice", name.name),
            };
            let mut error = Diagnostic::error(codes::DEFINED_TWICE, message, name.span);
            if let Some(other) = self.functions.get(&name.name) {
                error = error.label(other.name.span, "the other definition");
            }
            return Err(Box::new(error.help("rename the function")));
        }
        self.require_new(name)?;
        for (i, parameter) in function.parameters.iter().enumerate() {
            let before = &function.parameters[..i];
            if before.iter().any(|other| other.name == parameter.name) {
                let message = format!("two parameters are named `{}`", parameter.name);
                let error = Diagnostic::error(codes::DEFINED_TWICE, message, parameter.span);
                return Err(Box::new(error.help("give them different names")));
            }
        }
        let function = Rc::new(function.clone());
        self.functions.insert(function.name.name.clone(), function);
        Ok(())
    }

    fn map(&mut self, name: &Named, braces: &Braces, span: Span) -> Op<()> {
        let scop = self.state.scop;
        let found = scop
            .statements
            .iter()
            .position(|one| one.name == name.name || one.label.as_ref() == Some(&name.name));
        // A function can be given the statement that it is to map.
        let found = found.or_else(|| match self.find(&name.name) {
            Some(Value::Handle(id)) => {
                let pieces = &self.state.handles.get(id.0)?.pieces;
                let mut statements = pieces.iter().map(|&id| self.state.pieces[id].statement);
                let first = statements.next()?;
                statements.all(|other| other == first).then_some(first)
            }
            _ => None,
        });
        let Some(statement) = found else {
            let known: Vec<&str> = scop
                .statements
                .iter()
                .map(|one| one.name.as_str())
                .collect();
            let message = format!("there is no statement `{}`", name.name);
            let error = Diagnostic::error(codes::UNKNOWN_NAME, message, name.span);
            return Err(Box::new(error.help(suggest(
                &name.name,
                &known,
                "the statements",
            ))));
        };
        let relation = self.relation(braces);
        let map = relation.map(&self.state.parameters())?;
        self.state
            .map_statement(statement, &map, braces.span, span)?;
        self.step(span, true)
    }

    fn relation(&self, braces: &Braces) -> Relation {
        let mut constants = BTreeMap::new();
        for token in &braces.tokens {
            if let TokenKind::Name(name) = &token.kind
                && let Some(Value::Number(number)) = self.find(name)
            {
                constants.insert(name.clone(), *number);
            }
        }
        Relation {
            braces: braces.clone(),
            constants,
        }
    }

    /// The components that variables of the script stand for.
    fn named(&self) -> impl Iterator<Item = (&str, HandleId)> {
        let scope = self.scopes.first().into_iter().flatten();
        scope.filter_map(|(name, variable)| match variable.value {
            Value::Handle(handle) => Some((name.as_str(), handle)),
            _ => None,
        })
    }

    /// The variable of this name.
    fn find(&self, name: &str) -> Option<&Value> {
        let own = self.scopes.last().and_then(|scope| scope.get(name));
        let found = own.or_else(|| self.scopes.first().and_then(|scope| scope.get(name)));
        found.map(|variable| &variable.value)
    }

    fn eval(&mut self, expr: &Expr) -> Op<Value> {
        let value = self.eval_any(expr)?;
        if size(&value) > MAX_SIZE {
            let error = Diagnostic::error(codes::TOO_DEEP, "this value is too large", expr.span);
            return Err(Box::new(error.help("use shorter lists and expressions")));
        }
        Ok(value)
    }

    fn eval_any(&mut self, expr: &Expr) -> Op<Value> {
        Ok(match &expr.kind {
            ExprKind::Number(number) => Value::Number(*number),
            ExprKind::Name(name) => match self.find(name) {
                Some(value) => value.clone(),
                None => match self.state.labels.get(name) {
                    Some(&handle) => Value::Handle(handle),
                    None => Value::Symbolic(expr.clone()),
                },
            },
            ExprKind::List(list) => Value::List(
                list.iter()
                    .map(|one| Ok((self.eval(one)?, one.span)))
                    .collect::<Op<_>>()?,
            ),
            ExprKind::Braces(braces) => Value::Relation(self.relation(braces)),
            ExprKind::Field(base, field) => {
                let value = self.eval(base)?;
                let handle = as_handle(&self.state, &value, base.span)?;
                Value::Handle(loop_named(&mut self.state, handle, field)?)
            }
            ExprKind::Call(name, arguments) => self.call(name, arguments, expr.span)?,
            ExprKind::Negate(inner) => match self.eval(inner)? {
                Value::Number(number) => {
                    let negated = Linear::constant(number).negate(expr.span)?;
                    Value::Number(negated.value().unwrap_or(0))
                }
                value => Value::Symbolic(Expr {
                    kind: ExprKind::Negate(Box::new(symbolic(value, inner.span)?)),
                    span: expr.span,
                }),
            },
            ExprKind::Binary(sign, left, right) => match (self.eval(left)?, self.eval(right)?) {
                (Value::Number(a), Value::Number(b)) => {
                    let (a, b) = (Linear::constant(a), Linear::constant(b));
                    let value = Linear::binary(sign, a, b, expr.span)?.value();
                    Value::Number(value.unwrap_or(0))
                }
                (a, b) => {
                    let (a, b) = (symbolic(a, left.span)?, symbolic(b, right.span)?);
                    Value::Symbolic(Expr {
                        kind: ExprKind::Binary(sign, Box::new(a), Box::new(b)),
                        span: expr.span,
                    })
                }
            },
        })
    }

    fn call(&mut self, name: &Named, arguments: &[Expr], span: Span) -> Op<Value> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push((self.eval(argument)?, argument.span));
        }
        self.n_operations += 1;
        if self.n_operations > MAX_OPERATIONS {
            let message = format!("the script runs more than {MAX_OPERATIONS} operations");
            let error = Diagnostic::error(codes::RECURSION, message, span);
            return Err(Box::new(error.help("call fewer functions")));
        }
        if let Some(operation) = operations::find(&name.name) {
            let given = Arguments {
                operation,
                span,
                values,
            };
            let value = operations::run(&mut self.state, given)?;
            if operation.changes {
                self.step(span, operation.places())?;
            }
            return Ok(value);
        }
        let Some(function) = self.functions.get(&name.name).cloned() else {
            let mut known: Vec<&str> = operations::names().collect();
            known.extend(self.functions.keys().map(String::as_str));
            let message = format!("there is no operation `{}`", name.name);
            let error = Diagnostic::error(codes::UNKNOWN_OPERATION, message, name.span)
                .label(name.span, "not an operation or function")
                .help(suggest(&name.name, &known, "the operations"));
            return Err(Box::new(error));
        };
        if function.parameters.len() != values.len() {
            let parameters: Vec<&str> = function
                .parameters
                .iter()
                .map(|one| one.name.as_str())
                .collect();
            let message = format!(
                "`{}` takes {}, {} given",
                name.name,
                operations::counted(parameters.len(), "argument"),
                values.len()
            );
            let error = Diagnostic::error(codes::WRONG_ARGUMENTS, message, span)
                .label(function.name.span, "defined here")
                .help(format!("write `{}({})`", name.name, parameters.join(", ")));
            return Err(Box::new(error));
        }
        if self.calls.len() >= MAX_CALLS {
            let message = format!("calls nest more than {MAX_CALLS} deep at `{}`", name.name);
            let error = Diagnostic::error(codes::RECURSION, message, span);
            return Err(Box::new(error.help("script functions cannot be recursive")));
        }
        let parameters = function.parameters.iter();
        let scope = parameters.zip(values).map(|(name, (value, _))| {
            let span = name.span;
            (name.name.clone(), Variable { value, span })
        });
        self.scopes.push(scope.collect());
        self.calls.push(span);
        let mut result = Value::Nothing;
        for item in &function.body {
            let done = self.item(item).map_err(|error| in_call(error, span))?;
            if let Some(value) = done {
                result = value;
                break;
            }
        }
        self.calls.pop();
        self.scopes.pop();
        Ok(result)
    }

    /// Records what an operation has led to.
    fn step(&mut self, span: Span, places: bool) -> Op<()> {
        let text = self.files.slice(span);
        let state = &mut self.state;
        let noticed = self.wishes.after(state, span, &self.calls, places);
        noticed.map_err(|error| too_hard(&error, span))?;
        let schedule = self.state.tree();
        self.steps.push(Step {
            span,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            calls: self.calls.clone(),
            schedule: schedule.map_err(|error| too_hard(&error, span))?,
        });
        Ok(())
    }
}

/// An error with the innermost calls that led to it.
fn in_call(error: Box<Diagnostic>, call: Span) -> Box<Diagnostic> {
    const WORDS: &str = "in this call";
    let known = error.labels.iter().filter(|label| label.text == WORDS);
    let is_known = error.span == Some(call) || error.labels.iter().any(|label| label.span == call);
    match is_known || known.count() >= 3 {
        true => error,
        false => Box::new(error.label(call, WORDS)),
    }
}

/// The number of parts of a value; expressions of arguments grow when functions compute with them.
fn size(value: &Value) -> usize {
    fn of_expr(expr: &Expr) -> usize {
        match &expr.kind {
            ExprKind::Negate(inner) => 1 + of_expr(inner),
            ExprKind::Binary(_, left, right) => 1 + of_expr(left) + of_expr(right),
            _ => 1,
        }
    }
    match value {
        Value::List(list) => list.iter().map(|(value, _)| size(value)).sum::<usize>() + 1,
        Value::Symbolic(expr) => of_expr(expr),
        _ => 1,
    }
}

fn symbolic(value: Value, span: Span) -> Op<Expr> {
    match value {
        Value::Number(number) => Ok(Expr {
            kind: ExprKind::Number(number),
            span,
        }),
        Value::Symbolic(expr) => Ok(expr),
        other => {
            let message = format!("cannot compute with {}", other.describe());
            let error = Diagnostic::error(codes::WRONG_ARGUMENTS, message, span);
            Err(Box::new(
                error.help("use numbers, parameters and iterators"),
            ))
        }
    }
}
