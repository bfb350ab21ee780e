//! Macros that say how far loops go: `N` in `for (i = 0; i < N; i++)` with `#define N 1000`.
//!
//! The model has their values. Text that is made from it can name them again where it counts with the
//! same iterators, and says the same.

use crate::Unit;
use crate::lower::counter;
use crate::regions::Region;
use crate::syntax::{Expr, ExprKind, Part, StmtKind};
use crate::token::TokenKind;

/// A macro in the head of a loop that is a number and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// What the loop counts with.
    pub counter: String,
    /// The name of the macro.
    pub name: String,
    /// Its value, an `int`.
    pub value: i64,
}

impl Unit {
    /// The sizes in the heads of a region's loops, in the order of the text.
    ///
    /// ```
    /// let text = "#define N (100)\nvoid f(double *a) {\n#pragma scop
    ///   for (int i = 0; i < N - 1; i++)
    ///     a[i] = 0;
    /// #pragma endscop\n}\n";
    /// let unit = frontend::read(text, &frontend::Options::default()).unwrap();
    /// let sizes = unit.sizes(&unit.regions[0]);
    /// assert_eq!((&*sizes[0].counter, &*sizes[0].name, sizes[0].value), ("i", "N", 100));
    /// ```
    pub fn sizes(&self, region: &Region) -> Vec<Size> {
        let mut sizes: Vec<Size> = Vec::new();
        for statement in &region.statements {
            statement.parts(&mut |part| {
                let Part::Stmt(statement) = part else { return };
                let StmtKind::For(head) = &statement.kind else {
                    return;
                };
                let Some((name, first)) = counter(head) else {
                    return;
                };
                for expr in head.condition.iter().chain([first]) {
                    expr.walk(&mut |inner| {
                        let Some((macro_name, value)) = self.as_size(inner) else {
                            return;
                        };
                        let size = Size {
                            counter: name.to_string(),
                            name: macro_name,
                            value,
                        };
                        if !sizes.contains(&size) {
                            sizes.push(size);
                        }
                    });
                }
            });
        }
        sizes
    }

    /// The macro that an expression is, if it is a number by way of one.
    fn as_size(&self, expr: &Expr) -> Option<(String, i64)> {
        let ExprKind::Int(value) = expr.kind else {
            return None;
        };
        let [token] = self.tokens.get(expr.tokens.range())? else {
            return None;
        };
        let is_plain =
            token.kind == TokenKind::Int && token.text.bytes().all(|b| b.is_ascii_digit());
        // What comes out of the body of a macro is where that is called.
        let place = token.place.outermost();
        let name = self.files.get(place.file)?.text.get(place.range())?;
        // Parentheses may be around the number, but nothing else is made by the macro.
        let is_own = |at: Option<usize>, sign| {
            let own = at.and_then(|at| self.tokens.get(at));
            let own = own.filter(|one| one.place.outermost() == place);
            own.map(|one| one.is_punct(sign))
        };
        let mut range = expr.tokens.range();
        loop {
            let before = is_own(range.start.checked_sub(1), "(");
            match (before, is_own(Some(range.end), ")")) {
                (None, None) => break,
                (Some(true), Some(true)) => range = range.start - 1..range.end + 1,
                _ => return None,
            }
        }
        let is_name = scop::can_name_variable(name);
        let value = i32::try_from(value).ok()?.into();
        (is_plain && is_name).then(|| (name.to_string(), value))
    }
}
