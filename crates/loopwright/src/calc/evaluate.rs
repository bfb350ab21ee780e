//! From trees to values, and from failed operations to diagnostics.

use std::collections::BTreeMap;

use presburger::Error;
use scop::codes::calc as codes;
use scop::{Diagnostic, Span};

use super::binary::{self, Failure};
use super::object::{List, Object};
use super::syntax::{Expr, ExprKind, Operator, Postfix, PostfixKind};
use super::{Files, flow, unary};

type Evaluated = Result<Object, Box<Diagnostic>>;

/// What expressions may refer to.
pub(crate) struct Scope<'a> {
    pub variables: &'a BTreeMap<String, Object>,
    pub files: &'a dyn Files,
}

impl Scope<'_> {
    pub fn evaluate(&self, expr: &Expr) -> Evaluated {
        match &expr.kind {
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Prefix(name, name_span, operand) => {
                let value = self.evaluate(operand)?;
                unary::apply(name, &value)
                    .map_err(|failure| explain(failure, operand.span, *name_span, "", name))
            }
            ExprKind::Postfix(operand, attached) => self.postfix(operand, attached),
            ExprKind::Variable(name) => self.variables.get(name).cloned().ok_or_else(|| {
                let message = format!("unknown name `{name}`");
                Box::new(Diagnostic::error(codes::UNKNOWN_NAME, message, expr.span))
            }),
            ExprKind::Constant(constant) => Ok(constant.clone().into()),
            ExprKind::Text(text) => Ok(Object::Text(text.as_str().into())),
            ExprKind::Bool(value) => Ok(Object::Bool(*value)),
            ExprKind::List(elements) => {
                let elements: Result<Vec<_>, _> = elements
                    .iter()
                    .map(|element| self.evaluate(element))
                    .collect();
                let list = List::new(elements?).ok_or_else(|| {
                    let message = "the list is too large";
                    Box::new(Diagnostic::error(codes::NO_VALUE, message, expr.span))
                })?;
                Ok(Object::List(list))
            }
            ExprKind::Sources {
                name,
                name_span,
                writes,
                reads,
                schedule,
            } => {
                let values = (
                    self.evaluate(writes)?,
                    self.evaluate(reads)?,
                    self.evaluate(schedule)?,
                );
                let outcome = match *name {
                    "last" => flow::last(&values.0, &values.1, &values.2),
                    _ => flow::any(&values.0, &values.1, &values.2),
                };
                outcome.map_err(|failure| explain(failure, expr.span, *name_span, "", name))
            }
            ExprKind::Codegen(name_span, schedule, options) => {
                let schedule = self.evaluate(schedule)?;
                let options = match options {
                    Some(options) => Some(self.evaluate(options)?),
                    None => None,
                };
                flow::codegen(&schedule, options.as_ref())
                    .map_err(|failure| explain(failure, expr.span, *name_span, "", "codegen"))
            }
            ExprKind::Schedule {
                name_span,
                domain,
                validity,
                proximity,
            } => {
                let domain = self.evaluate(domain)?;
                let mut others = [None, None];
                for (value, expr) in others.iter_mut().zip([validity, proximity]) {
                    if let Some(expr) = expr {
                        *value = Some(self.evaluate(expr)?);
                    }
                }
                let [validity, proximity] = &others;
                flow::schedule(&domain, validity.as_ref(), proximity.as_ref())
                    .map_err(|failure| explain(failure, expr.span, *name_span, "", "schedule"))
            }
            ExprKind::Read(path, span) => self.read(path, *span),
        }
    }

    fn chain(&self, first: &Expr, rest: &[(Operator, Expr)]) -> Evaluated {
        let mut value = self.evaluate(first)?;
        let mut span = first.span;
        for (operator, operand) in rest {
            let right = self.evaluate(operand)?;
            let symbol = operator.symbol;
            value = binary::apply(symbol, &value, &right).map_err(|failure| match failure {
                Failure::Kind { message, help } => {
                    let diagnostic = Diagnostic::error(codes::WRONG_KIND, message, operator.span)
                        .label(span, value.a_kind())
                        .label(operand.span, right.a_kind());
                    Box::new(with_help(diagnostic, help))
                }
                Failure::Library(error) => {
                    Box::new(failure_of(symbol, span.to(operand.span), &error))
                }
            })?;
            span = span.to(operand.span);
        }
        Ok(value)
    }

    fn postfix(&self, operand: &Expr, attached: &[Postfix]) -> Evaluated {
        let mut value = self.evaluate(operand)?;
        let mut span = operand.span;
        for postfix in attached {
            let (outcome, name, argument) = match &postfix.kind {
                PostfixKind::Closure => (unary::closure(&value), "^+", None),
                PostfixKind::Power(exponent) => (unary::power(&value, exponent), "^", None),
                PostfixKind::Index(index) => (unary::index(&value, index), "[]", None),
                PostfixKind::Apply(argument) => {
                    let given = self.evaluate(argument)?;
                    let is_map = unary::as_map(&value).is_ok_and(|map| map.is_some());
                    // Point at the argument when it is the one at fault.
                    let at = is_map.then_some(argument.span);
                    (binary::call(&value, &given), "()", at)
                }
            };
            value = outcome.map_err(|failure| {
                let (at, other, label) = match argument {
                    Some(argument) => (argument, span, "a map"),
                    None => (span, postfix.span, ""),
                };
                explain(failure, at, other, label, name)
            })?;
            span = span.to(postfix.span);
        }
        Ok(value)
    }

    fn read(&self, path: &str, span: Span) -> Evaluated {
        let text = self
            .files
            .read(path)
            .map_err(|error| unreadable(path, span, &error))?;
        let object: presburger::Object = text.trim().parse().map_err(|error| {
            let mut diagnostic = failure(span, &error);
            diagnostic.message = format!("{path} is not a set, map or number: {error}");
            Box::new(diagnostic)
        })?;
        Ok(object.into())
    }
}

/// A file that cannot be read.
pub(crate) fn unreadable(path: &str, span: Span, error: &std::io::Error) -> Box<Diagnostic> {
    let message = format!("cannot read {path}: {error}");
    Box::new(Diagnostic::error(codes::BAD_FILE, message, span))
}

fn explain(
    failure: Failure,
    operand: Span,
    operation: Span,
    label: &str,
    name: &str,
) -> Box<Diagnostic> {
    Box::new(match failure {
        Failure::Kind { message, help } => with_help(
            Diagnostic::error(codes::WRONG_KIND, message, operand).label(operation, label),
            help,
        ),
        Failure::Library(error) => failure_of(name, operand.to(operation), &error),
    })
}

fn with_help(diagnostic: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// An operation that the library refuses.
fn failure_of(name: &str, span: Span, error: &Error) -> Diagnostic {
    let diagnostic = failure(span, error);
    match (name, error) {
        ("card" | "sum" | "ub" | "lb" | "scan", Error::Unbounded(_)) => diagnostic
            .help("intersect it with a bounded set first, as in `S * { [i] : 0 <= i < 10 }`"),
        (_, error) if error.is_interruption() => diagnostic,
        _ => diagnostic.label(span, format!("in `{name}`")),
    }
}

/// What the library says, at a place.
pub(crate) fn failure(span: Span, error: &Error) -> Diagnostic {
    let failed = |message: &str| Diagnostic::error(codes::NO_VALUE, message, span);
    match error {
        Error::BudgetExhausted => failed("this statement exceeds the budget")
            .help("raise it with `--budget N`, or omit `--budget` to run without a limit"),
        Error::DeadlineExceeded => {
            failed("this statement takes too long").help("allow more time with `--timeout SECONDS`")
        }
        Error::SpaceMismatch { left, right } => failed("the operands are in different spaces")
            .note(format!("one is in {left}"))
            .note(format!("the other is in {right}")),
        error => failed(&error.to_string()),
    }
}
