//! The points where conditions hold.

use super::values::{Num, Value};
use super::{Binding, Lower, Lowered, meet, simplify};
use crate::conj::Conj;
use crate::form::Form;
use crate::number::{Coeff, Run, negate_row};
use crate::relation::{Width, subtract, union};
use crate::text::syntax::{Comparison, Existential, Expr, Formula, FormulaKind, Span};

/// A question about the sign of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Zero,
    NotZero,
    Positive,
    Negative,
    NotPositive,
    NotNegative,
}

impl Test {
    pub(super) fn negated(self) -> Test {
        match self {
            Test::Zero => Test::NotZero,
            Test::NotZero => Test::Zero,
            Test::Positive => Test::NotPositive,
            Test::Negative => Test::NotNegative,
            Test::NotPositive => Test::Positive,
            Test::NotNegative => Test::Negative,
        }
    }

    /// What `a - b` has to satisfy for the comparison of `a` with `b`.
    fn of(comparison: Comparison) -> Test {
        match comparison {
            Comparison::Less | Comparison::LexLess | Comparison::LexLessEqual => Test::Negative,
            Comparison::Greater | Comparison::LexGreater | Comparison::LexGreaterEqual => {
                Test::Positive
            }
            Comparison::LessEqual => Test::NotPositive,
            Comparison::GreaterEqual => Test::NotNegative,
            Comparison::Equal => Test::Zero,
            Comparison::NotEqual => Test::NotZero,
        }
    }
}

impl<'a, T: Width> Lower<'a, T> {
    /// The points where a condition holds, over the present columns.
    pub(super) fn union_of(&mut self, formula: &'a Formula) -> Lowered<Vec<Conj<T>>> {
        match &formula.kind {
            FormulaKind::Or(operands) => {
                let mut union = Vec::new();
                for operand in operands {
                    self.add_to(&mut union, operand)?;
                }
                Ok(union)
            }
            FormulaKind::Not(operand) => self.complement_of(operand),
            FormulaKind::Implies(premise, conclusion) => {
                let mut union = self.complement_of(premise)?;
                self.add_to(&mut union, conclusion)?;
                Ok(union)
            }
            FormulaKind::Exists { variables, body } => self.exists(variables, body),
            _ => {
                let mut conjs = vec![self.universe()];
                self.restrict(&mut conjs, formula)?;
                simplify(&mut conjs)?;
                Ok(conjs)
            }
        }
    }

    fn add_to(&mut self, union: &mut Vec<Conj<T>>, formula: &'a Formula) -> Lowered<()> {
        for conj in self.union_of(formula)? {
            union::push_new(union, conj);
        }
        Ok(())
    }

    fn complement_of(&mut self, formula: &'a Formula) -> Lowered<Vec<Conj<T>>> {
        let union = self.union_of(formula)?;
        Ok(subtract::subtract(&[self.universe()], &union)?)
    }

    /// Restricts `conjs` to the points where a condition holds, without bringing
    /// them into normal form where that can wait.
    pub(super) fn restrict(
        &mut self,
        conjs: &mut Vec<Conj<T>>,
        formula: &'a Formula,
    ) -> Lowered<()> {
        match &formula.kind {
            FormulaKind::True => Ok(()),
            FormulaKind::False => {
                conjs.clear();
                Ok(())
            }
            FormulaKind::And(operands) => {
                // What is taken away comes last: there is less to take it from.
                let is_taken = |operand: &&Formula| matches!(operand.kind, FormulaKind::Not(_));
                let kept = operands.iter().filter(|operand| !is_taken(operand));
                for operand in kept.chain(operands.iter().filter(is_taken)) {
                    self.restrict(conjs, operand)?;
                }
                Ok(())
            }
            FormulaKind::Not(operand) => {
                let union = self.union_of(operand)?;
                simplify(conjs)?;
                *conjs = subtract::subtract(conjs, &union)?;
                Ok(())
            }
            FormulaKind::Compare { first, rest } => self.compare(conjs, &formula.span, first, rest),
            _ => {
                let union = self.union_of(formula)?;
                Ok(meet(conjs, union)?)
            }
        }
    }

    /// `exists (variables : body)`.
    fn exists(&mut self, variables: &'a [Existential], body: &'a Formula) -> Lowered<Vec<Conj<T>>> {
        let outer = self.n_vis;
        let mut column = outer;
        self.n_vis += variables.iter().filter(|v| v.definition.is_none()).count();
        let mut undecided = Vec::new();
        for variable in variables {
            let name = variable.name.name.as_str();
            if self.names.contains_key(name) {
                return Err(self.fail(
                    &variable.name.span,
                    format!("expected a new name after `exists`, found `{name}`, which is in use"),
                ));
            }
            let binding = match &variable.definition {
                None => {
                    column += 1;
                    Binding::Column(column - 1)
                }
                Some(definition) => match self.expr(definition)? {
                    Value::Plain(Num::Form(form)) if form.den.is_one() => Binding::Form(form),
                    _ => {
                        // In pieces or no integer: a column that is equal to it.
                        undecided.push((self.n_vis, definition));
                        self.n_vis += 1;
                        Binding::Column(self.n_vis - 1)
                    }
                },
            };
            self.names.insert(name, binding);
        }
        let mut conjs = vec![self.universe()];
        for (column, definition) in undecided {
            let value = self.expr(definition)?;
            self.restrict_to_value(&mut conjs, column, &definition.span, &value)?;
        }
        self.restrict(&mut conjs, body)?;
        for variable in variables {
            self.names.remove(variable.name.name.as_str());
        }
        let added = self.n_vis - outer;
        self.n_vis = outer;
        let mut out = Vec::with_capacity(conjs.len());
        for conj in conjs {
            let mut conj = conj.hide_last(added);
            conj.simplify()?;
            union::push_new(&mut out, conj);
        }
        Ok(out)
    }

    /// A chain of comparisons between lists.
    fn compare(
        &mut self,
        conjs: &mut Vec<Conj<T>>,
        span: &Span,
        first: &'a [Expr],
        rest: &'a [(Comparison, Vec<Expr>)],
    ) -> Lowered<()> {
        let mut left = self.list(first)?;
        for (comparison, list) in rest {
            let right = self.list(list)?;
            if comparison.is_lexicographic() {
                self.compare_lexicographically(conjs, span, &left, *comparison, &right)?;
            } else {
                for a in &left {
                    for b in &right {
                        let difference = self.difference(span, a, b)?;
                        self.restrict_sign(conjs, span, &difference, Test::of(*comparison))?;
                    }
                }
            }
            left = right;
        }
        Ok(())
    }

    fn list(&mut self, list: &'a [Expr]) -> Lowered<Vec<Value<T>>> {
        list.iter().map(|expr| self.expr(expr)).collect()
    }

    /// Equal up to some position and then different in the right direction; or equal
    /// in all positions if the comparison is not strict.
    fn compare_lexicographically(
        &mut self,
        conjs: &mut Vec<Conj<T>>,
        span: &Span,
        left: &[Value<T>],
        comparison: Comparison,
        right: &[Value<T>],
    ) -> Lowered<()> {
        let mut union = Vec::new();
        let mut equal = vec![self.universe()];
        for (a, b) in left.iter().zip(right) {
            let difference = self.difference(span, a, b)?;
            let mut decided = equal.clone();
            self.restrict_sign(&mut decided, span, &difference, Test::of(comparison))?;
            simplify(&mut decided)?;
            union.append(&mut decided);
            self.restrict_sign(&mut equal, span, &difference, Test::Zero)?;
            simplify(&mut equal)?;
        }
        if matches!(
            comparison,
            Comparison::LexLessEqual | Comparison::LexGreaterEqual
        ) {
            union.append(&mut equal);
        }
        Ok(meet(conjs, union)?)
    }

    /// Restricts `conjs` to the points where a value is defined and passes a test.
    pub(super) fn restrict_sign(
        &mut self,
        conjs: &mut Vec<Conj<T>>,
        span: &Span,
        value: &Value<T>,
        test: Test,
    ) -> Lowered<()> {
        match value {
            Value::Plain(Num::Form(form)) if test == Test::NotZero => {
                *conjs = sign_set(conjs, form, test)?;
            }
            Value::Plain(Num::Form(form)) => {
                for conj in conjs {
                    add_sign(conj, form, test)?;
                }
            }
            Value::Plain(Num::NaN) => conjs.clear(),
            Value::Plain(_) => return Err(self.infinite(span)),
            Value::Pieces(pieces) => {
                let mut union = Vec::new();
                for (domain, num) in pieces {
                    match num {
                        Num::Form(form) => union.append(&mut sign_set(domain, form, test)?),
                        Num::NaN => {}
                        _ => return Err(self.infinite(span)),
                    }
                }
                meet(conjs, union)?;
            }
        }
        Ok(())
    }
}

/// The part of a union where a form passes a test, in normal form.
pub(super) fn sign_set<T: Coeff>(
    conjs: &[Conj<T>],
    form: &Form<T>,
    test: Test,
) -> Run<Vec<Conj<T>>> {
    let tests = match test {
        Test::NotZero => &[Test::Negative, Test::Positive][..],
        _ => &[test],
    };
    let mut out = Vec::new();
    for conj in conjs {
        for test in tests {
            let mut conj = conj.clone();
            add_sign(&mut conj, form, *test)?;
            conj.simplify()?;
            union::push_new(&mut out, conj);
        }
    }
    Ok(out)
}

/// Adds the constraint that a form passes a test, any but [`Test::NotZero`], to a
/// conjunction; the floors of the form become its locals.
fn add_sign<T: Coeff>(conj: &mut Conj<T>, form: &Form<T>, test: Test) -> Run<()> {
    if conj.is_marked_empty() {
        return Ok(());
    }
    let mut row = form_row(conj, form)?;
    match test {
        Test::NotZero => unreachable!("two constraints, not one"),
        Test::Zero => {
            conj.eq.push(&row);
            return Ok(());
        }
        Test::NotNegative => {}
        Test::NotPositive => negate_row(&mut row),
        Test::Positive => row[0] = row[0].sub(&T::one())?,
        Test::Negative => {
            negate_row(&mut row);
            row[0] = row[0].sub(&T::one())?;
        }
    }
    conj.ineq.push(&row);
    Ok(())
}

/// The numerator of a form as a row of a conjunction, which gets the floors as locals.
fn form_row<T: Coeff>(conj: &mut Conj<T>, form: &Form<T>) -> Run<Vec<T>> {
    let fixed = 1 + form.n_vis();
    let mut locals = Vec::with_capacity(form.n_floor());
    for k in 0..form.n_floor() {
        let definition = form.floors.row(k);
        let mut row = vec![T::zero(); conj.cols()];
        row[..fixed].clone_from_slice(&definition[1..=fixed]);
        for (j, local) in locals.iter().enumerate() {
            row[conj.local_col(*local)] = definition[1 + fixed + j].clone();
        }
        locals.push(conj.add_floor(&definition[0], &row)?);
    }
    let mut row = vec![T::zero(); conj.cols()];
    row[..fixed].clone_from_slice(&form.row[..fixed]);
    for (j, local) in locals.iter().enumerate() {
        row[conj.local_col(*local)] = form.row[fixed + j].clone();
    }
    Ok(row)
}
