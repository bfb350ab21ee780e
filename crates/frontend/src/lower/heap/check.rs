//! What a program does where there is no memory: `if (!p) abort();`.

use super::{Search, Target, without_casts};
use crate::lower::lost::own_macros;
use crate::source::tokens_of;
use crate::syntax::{BinaryOp, Expr, ExprKind, Part, Stmt, StmtKind, UnaryOp};
use crate::token::{Text, spell};

/// Functions that end a program.
const ENDING: &[&str] = &["abort", "exit", "_Exit", "quick_exit"];

/// The end of a program without memory.
pub(super) struct Check {
    /// Which of the statements behind the declaration it is.
    pub(super) at: usize,
    pub(super) text: String,
    pub(super) is_limited: bool,
    pub(super) is_plain: bool,
}

impl Search<'_> {
    /// The statement that ends the program where there is no memory.
    pub(super) fn check(
        &self,
        target: &Target<'_>,
        extent: &Expr,
        behind: &[Stmt],
    ) -> Result<Option<Check>, String> {
        let name = target.name;
        let first = behind.iter().enumerate().find_map(|(at, one)| {
            let StmtKind::If(condition, body, None) = &one.kind else {
                return None;
            };
            let mut tests = Vec::new();
            alternatives(condition, &mut tests);
            let is_check = tests.iter().any(|test| is_null(test, name));
            is_check.then_some((at, one, tests, body))
        });
        let Some((at, statement, tests, body)) = first else {
            return Ok(None);
        };
        let is_early = { behind[..at].iter() }.all(|one| {
            matches!(
                one.kind,
                StmtKind::Declaration(_) | StmtKind::Empty | StmtKind::Pragma(_)
            ) || matches!(one.kind, StmtKind::If(..)) && ends_program(one, self)
        });
        if !is_early {
            return Err("something is done before it is known that there is memory".into());
        }
        if !self.ends(body) {
            return Err(format!(
                "where there is no memory the program must end, as in `if (!{name}) abort();`"
            ));
        }
        let others = { tests.iter() }.filter(|test| !is_null(test, name));
        let (mut is_limited, mut is_plain) = (false, calls_abort(body));
        for test in others {
            // What the size is computed from may be anything that a size can be.
            let limits = self.limits(target, extent, test);
            if !limits && !self.only_computes(test) {
                return Err("the condition without memory is not about numbers alone".into());
            }
            is_limited |= limits;
            is_plain &= limits;
        }
        let mut foreign = None;
        statement.parts(&mut |part| {
            if let Part::Expr(one) = part
                && let Some(used) = one.as_name()
                && used != name
                && self.declared.contains(used)
            {
                foreign = Some(used);
            }
        });
        if let Some(used) = foreign {
            return Err(format!(
                "what is done without memory depends on `{used}`, which the region declares"
            ));
        }
        let text = self.unit.source_text(statement.tokens);
        let text = text.and_then(|(_, text)| tokens_of(text));
        let text = text.ok_or("what is done without memory comes from a macro")?;
        // A plain one is written anew.
        let own = own_macros(self.unit, self.region);
        if !is_plain && text.iter().any(|token| own.contains(&token.text)) {
            return Err("what is done without memory uses a macro of the region".into());
        }
        Ok(Some(Check {
            at,
            text: spell(&text),
            is_limited,
            is_plain,
        }))
    }

    /// Whether a statement ends the program, whatever it does before.
    fn ends(&self, statement: &Stmt) -> bool {
        match &statement.kind {
            StmtKind::Block(list) => {
                let is_plain = |one: &Stmt| matches!(one.kind, StmtKind::Expr(_));
                list.iter().all(is_plain) && list.last().is_some_and(|one| self.ends(one))
            }
            StmtKind::Expr(Expr {
                kind: ExprKind::Call(callee, _),
                ..
            }) => callee.as_name().is_some_and(|name| {
                ENDING.contains(&&**name) && self.unit.is_of_stdlib(name, self.region)
            }),
            _ => false,
        }
    }

    /// Whether an expression does nothing but compute with numbers that have names.
    fn only_computes(&self, expr: &Expr) -> bool {
        let mut computes = true;
        expr.walk(&mut |one| {
            computes &= match &one.kind {
                ExprKind::Name(name) => match self.region.symbol(name) {
                    Some(symbol) => {
                        let declarations = &self.unit.declarations;
                        declarations.is_integer(&symbol.ty) && !symbol.ty.base().is_volatile
                    }
                    None => self.unit.declarations.constants.contains_key(name),
                },
                ExprKind::Unary(operator, _) => {
                    !matches!(operator, UnaryOp::Deref | UnaryOp::Address)
                }
                ExprKind::Int(_)
                | ExprKind::Binary(..)
                | ExprKind::Conditional(..)
                | ExprKind::Cast(..)
                | ExprKind::SizeOfType(_) => true,
                _ => false,
            };
        });
        computes
    }

    /// Whether a condition holds where all elements together have more bytes than a `size_t` can
    /// count: `(size_t)-1 / n / m < sizeof(double)`, for extents that are positive.
    fn limits(&self, target: &Target<'_>, extent: &Expr, condition: &Expr) -> bool {
        let ExprKind::Binary(BinaryOp::Lt, quotient, element) = &condition.kind else {
            return false;
        };
        let unit = self.unit_of(target, element);
        let mut divisors = Vec::new();
        let mut most: &Expr = quotient;
        while let ExprKind::Binary(BinaryOp::Div, left, right) = &most.kind {
            divisors.insert(0, &**right);
            most = left;
        }
        let is_minus_one = |expr: &Expr| {
            let ExprKind::Unary(UnaryOp::Minus, one) = &expr.kind else {
                return false;
            };
            matches!(one.kind, ExprKind::Int(1))
        };
        let is_most = match &most.kind {
            ExprKind::Cast(ty, inner) => self.is_size(&ty.ty) && is_minus_one(inner),
            _ => false,
        };
        let mut extents = vec![extent];
        extents.extend(&target.rows);
        is_most && unit.is_some_and(|unit| unit.is_empty()) && self.are_same(&divisors, &extents)
    }
}

/// Whether a statement is `abort();`.
fn calls_abort(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Expr(expr) => match &expr.kind {
            ExprKind::Call(callee, arguments) => {
                arguments.is_empty() && callee.as_name().is_some_and(|name| &**name == "abort")
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a statement is the check of some other array.
fn ends_program(statement: &Stmt, search: &Search<'_>) -> bool {
    match &statement.kind {
        StmtKind::If(condition, body, None) => {
            let mut tests = Vec::new();
            alternatives(condition, &mut tests);
            let mut names = search.declared.iter();
            let is_check = names.any(|name| tests.iter().any(|test| is_null(test, name)));
            is_check && search.ends(body)
        }
        _ => false,
    }
}

/// The operands of `||`.
fn alternatives<'t>(condition: &'t Expr, found: &mut Vec<&'t Expr>) {
    match &condition.kind {
        ExprKind::Binary(BinaryOp::Or, left, right) => {
            alternatives(left, found);
            alternatives(right, found);
        }
        _ => found.push(condition),
    }
}

/// Whether a condition holds where a pointer is null.
fn is_null(condition: &Expr, name: &Text) -> bool {
    let is_pointer = |one: &Expr| one.as_name() == Some(name);
    let is_zero = |one: &Expr| match &without_casts(one).kind {
        ExprKind::Int(0) => true,
        ExprKind::Name(name) => &**name == "NULL",
        _ => false,
    };
    match &condition.kind {
        ExprKind::Unary(UnaryOp::Not, operand) => is_pointer(operand),
        ExprKind::Binary(BinaryOp::Eq, left, right) => {
            is_pointer(left) && is_zero(right) || is_zero(left) && is_pointer(right)
        }
        _ => false,
    }
}
