//! The function that a single-valued relation is the graph of.
//!
//! A coordinate of the range is read off a constraint where one determines it: an equality
//! `c·y + f(x) = 0` gives `-f(x)/c`, and bounds `f(x) <= c·y <= g(x)` with `g - f < c` give
//! `⌊g(x)/c⌋`; in `c·y + z + f(x) = 0` with `0 <= z < c` the two are the quotient and the remainder
//! of `-f(x)`. Otherwise the value is the lexicographic minimum, which for a single-valued
//! relation is the only element.

use super::expr::{Expr, FormWidth, Sign};
use super::floors::{Constants, plain_floors};
use super::function::{Function, Pieces, domain_space, n_domain};
use crate::conj::{Column, Conj};
use crate::error::{Error, Result, Stop, exact};
use crate::form::Form;
use crate::integer::pip::Goal;
use crate::linear::Tableau;
use crate::linear::tableau::Optimum;
use crate::number::{Coeff, Run, is_zero_row, negate_row};
use crate::relation::{Relation, Width};
use crate::space::Space;

/// The domain of a relation; for a set the parameter values for which it has elements.
pub(crate) fn domain_of(relation: &Relation) -> Result<Relation> {
    let columns: Vec<Column> = (0..n_domain(&relation.space)).map(Column::Old).collect();
    relation.rearrange(domain_space(&relation.space), &columns)
}

impl Function {
    /// The function with this graph. Fails if the relation is not single-valued.
    pub(crate) fn from_graph(relation: &Relation) -> Result<Function> {
        let mut out = Function::empty(relation.space.clone());
        let mut read_off = true;
        for i in 0..relation.n_conj() {
            let part = relation.conj(i);
            let function = match read_values(&part)? {
                Some(values) => {
                    Function::from_pieces(part.space.clone(), [(domain_of(&part)?, values)])?
                }
                None => {
                    read_off = false;
                    Function::lexopt(&part, Goal::Min)?
                }
            };
            let function = match out.pieces.is_empty() {
                true => function,
                false => function.subtract_domain(&out.domain()?)?,
            };
            let mut pieces = Pieces::default();
            for piece in out.pieces.iter().chain(function.pieces.iter()) {
                pieces.push(piece.domain.clone(), piece.values.clone())?;
            }
            out = pieces.into_function(relation.space.clone());
        }
        let sure = read_off && relation.n_conj() < 2;
        if !sure && !relation.is_subset(&out.graph()?)? {
            return Err(Error::invalid("the relation is not single-valued"));
        }
        if read_off { Ok(out) } else { out.coalesce() }
    }

    /// For each element of the domain the optimal image.
    pub(crate) fn lexopt(relation: &Relation, goal: Goal) -> Result<Function> {
        let mut pieces: Vec<(Relation, Vec<Expr>)> = Vec::new();
        for (domain, values) in relation.lexopt_pieces(goal)? {
            pieces.push((domain, values.iter().map(Expr::from).collect()));
        }
        // The same formula may have been found in several guises: look for one that fits all.
        let mut best: Option<Function> = None;
        for constants in [Constants::Keep, Constants::Drop] {
            let mut plain = Pieces::default();
            for (domain, values) in &pieces {
                plain.push(domain.clone(), plain_floors(values, domain, constants)?)?;
            }
            let function = plain.into_function(relation.space.clone()).coalesce()?;
            if best
                .as_ref()
                .is_none_or(|best| function.pieces.len() < best.pieces.len())
            {
                best = Some(function);
            }
            if best.as_ref().is_some_and(|best| best.pieces.len() < 2) {
                break;
            }
        }
        let best = best.expect("there are two ways to write floors");
        if best.pieces.len() < 2 || relation.n_conj() > 1 {
            return Ok(best);
        }
        match attained_bounds(relation, goal)? {
            Some(values) => {
                let domain = domain_of(relation)?;
                Function::from_pieces(relation.space.clone(), [(domain, values)])
            }
            None => Ok(best),
        }
    }

    /// For each element of the domain the least or greatest value of range coordinate `dim`.
    pub(crate) fn dim_opt(relation: &Relation, dim: usize, goal: Goal) -> Result<Function> {
        let n = n_domain(&relation.space);
        let mut columns: Vec<Column> = (0..n).map(Column::Old).collect();
        columns.push(Column::Old(n + dim));
        let range = crate::space::Tuple::anonymous(1);
        let space: Space = super::function::function_space(&domain_space(&relation.space), range);
        Function::lexopt(&relation.rearrange(space, &columns)?, goal)
    }
}

/// The range of a relation with one conjunction as forms over the domain, if the constraints show
/// them.
fn read_values(relation: &Relation) -> Result<Option<Vec<Expr>>> {
    let n = n_domain(&relation.space);
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&relation.parts)?;
        let [conj] = &*conjs else { return Ok(None) };
        let Some(forms) = Reader::new(conj, n).read()? else { return Ok(None) };
        Ok::<_, Stop>(Some(forms.into_iter().map(<T as FormWidth>::expr).collect()))
    })?)
}

/// The optimum of a relation with one conjunction, if in each coordinate a bound that is written
/// in the constraints is attained for every element of the domain.
fn attained_bounds(relation: &Relation, goal: Goal) -> Result<Option<Vec<Expr>>> {
    let n = n_domain(&relation.space);
    let total = relation.space.n_total();
    let columns: Vec<usize> = (0..n).collect();
    let domain = domain_of(relation)?;
    let mut rest = relation.clone();
    let mut values = Vec::new();
    for col in n..total {
        let mut found = None;
        for bound in bounds_of(&rest, n, col, goal)? {
            let wide = bound.renumber(total, &columns);
            let gap = Expr::variable(total, col).sub(&wide)?;
            let attained = rest.intersect(&gap.locus(&rest.space, Sign::Zero)?)?;
            if domain.is_subset(&domain_of(&attained)?)? {
                found = Some((bound, attained));
                break;
            }
        }
        let Some((bound, attained)) = found else {
            return Ok(None);
        };
        values.push(bound);
        rest = attained;
    }
    Ok(Some(values))
}

/// The forms of the domain that bound a coordinate from the side of the goal.
fn bounds_of(relation: &Relation, n: usize, col: usize, goal: Goal) -> Result<Vec<Expr>> {
    Ok(exact!(T => {
        let conjs = <T as Width>::load(&relation.parts)?;
        let [conj] = &*conjs else { return Ok(Vec::new()) };
        let mut reader = Reader::new(conj, n);
        reader.read_floors()?;
        let forms = reader.bounds(col, goal)?;
        Ok::<_, Stop>(forms.into_iter().map(<T as FormWidth>::expr).collect())
    })?)
}

/// Finds forms for columns of a conjunction, one after the other.
struct Reader<'a, T> {
    conj: &'a Conj<T>,
    n: usize,
    /// Per constraint column after the constant: its form over the first `n` of them, if known.
    forms: Vec<Option<Form<T>>>,
}

impl<'a, T: Coeff> Reader<'a, T> {
    fn new(conj: &'a Conj<T>, n: usize) -> Reader<'a, T> {
        let mut forms: Vec<Option<Form<T>>> = (0..n).map(|v| Some(Form::variable(n, v))).collect();
        forms.resize(conj.n_total(), None);
        Reader { conj, n, forms }
    }

    fn read(mut self) -> Run<Option<Vec<Form<T>>>> {
        let visible = self.conj.n_vis();
        loop {
            if let Some(values) = self.forms[self.n..visible]
                .iter()
                .cloned()
                .collect::<Option<Vec<_>>>()
            {
                return Ok(Some(values));
            }
            let mut progress = self.read_floors()?;
            for col in self.n..self.forms.len() {
                if self.forms[col].is_none() {
                    self.forms[col] = match self.by_equality(col)? {
                        Some(form) => Some(form),
                        None => self.by_bounds(col)?,
                    };
                    progress |= self.forms[col].is_some();
                }
            }
            if !progress && !self.read_digit()? {
                return Ok(None);
            }
        }
    }

    /// Finds one more column by [`by_bounded_rest`](Reader::by_bounded_rest).
    fn read_digit(&mut self) -> Run<bool> {
        let mut tab = self.conj.tableau()?;
        for col in self.n..self.forms.len() {
            if self.forms[col].is_none() {
                self.forms[col] = self.by_bounded_rest(col, &mut tab)?;
                if self.forms[col].is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// `c·y + s + f = 0` where `s`, made of columns that are not known, stays between `low` and
    /// less than `low + c`: a number written with digits. It gives `y = ⌊(-f - low) / c⌋`.
    fn by_bounded_rest(&self, col: usize, tab: &mut Tableau<T>) -> Run<Option<Form<T>>> {
        for row in self.conj.eq.iter() {
            if row[1 + col].is_zero() {
                continue;
            }
            let mut row = row.to_vec();
            if row[1 + col].is_neg() {
                negate_row(&mut row);
            }
            let c = row[1 + col].clone();
            row[1 + col] = T::zero();
            let (mut known, mut rest) = (row.clone(), row);
            rest[0] = T::zero();
            for (v, form) in self.forms.iter().enumerate() {
                match form {
                    Some(_) => rest[1 + v] = T::zero(),
                    None => known[1 + v] = T::zero(),
                }
            }
            let Optimum::Value(num, den) = tab.maximum(&rest)? else {
                continue;
            };
            let high = num.div_floor(&den);
            negate_row(&mut rest);
            let Optimum::Value(num, den) = tab.maximum(&rest)? else {
                continue;
            };
            let low = num.div_floor(&den).neg();
            if high.sub(&low)? >= c {
                continue;
            }
            if let Some(known) = self.evaluate(&known, None)? {
                let low = Form::constant(self.n, low);
                return Ok(Some(known.neg().sub(&low)?.scale(&T::one(), &c)?.floor()?));
            }
        }
        Ok(None)
    }

    fn read_floors(&mut self) -> Run<bool> {
        let mut progress = false;
        for k in 0..self.conj.n_local() {
            let col = self.conj.n_vis() + k;
            let def = self.conj.div.row(k);
            if self.forms[col].is_some() || def[0].is_zero() {
                continue;
            }
            if let Some(sum) = self.evaluate(&def[1..], None)? {
                self.forms[col] = Some(sum.scale(&T::one(), &def[0])?.floor()?);
                progress = true;
            }
        }
        Ok(progress)
    }

    /// The form of a row, leaving out one column; `None` if another column is not known.
    fn evaluate(&self, row: &[T], without: Option<usize>) -> Run<Option<Form<T>>> {
        let mut sum = Form::constant(self.n, row[0].clone());
        for (v, value) in row[1..].iter().enumerate() {
            if value.is_zero() || Some(v) == without {
                continue;
            }
            let Some(form) = &self.forms[v] else {
                return Ok(None);
            };
            sum = sum.combine(&T::one(), form, value)?;
        }
        Ok(Some(sum))
    }

    /// `c·y + f = 0` gives `y = -f / c`.
    fn by_equality(&self, col: usize) -> Run<Option<Form<T>>> {
        for row in self.conj.eq.iter() {
            let c = &row[1 + col];
            if c.is_zero() {
                continue;
            }
            if let Some(rest) = self.evaluate(row, Some(col))? {
                let rest = if c.is_pos() { rest.neg() } else { rest };
                return Ok(Some(rest.scale(&T::one(), &c.abs())?));
            }
        }
        Ok(None)
    }

    /// `c·y + f >= 0` gives the lower bound `⌈-f / c⌉`, `-c·y + g >= 0` the upper bound `⌊g / c⌋`.
    fn bounds(&self, col: usize, goal: Goal) -> Run<Vec<Form<T>>> {
        let mut out = Vec::new();
        if let Some(value) = self.by_equality(col)? {
            out.push(value);
        }
        for row in self.conj.ineq.iter() {
            let c = &row[1 + col];
            let on_side = match goal {
                Goal::Min => c.is_pos(),
                Goal::Max => c.is_neg(),
            };
            if !on_side {
                continue;
            }
            if let Some(rest) = self.evaluate(row, Some(col))? {
                let bound = match goal {
                    Goal::Min => rest.neg().scale(&T::one(), c)?.ceil()?,
                    Goal::Max => rest.scale(&T::one(), &c.neg())?.floor()?,
                };
                out.push(bound);
            }
        }
        Ok(out)
    }

    /// `c·y + f >= 0` and `-c·y + g >= 0` with a constant `f + g < c` give `y = ⌊g / c⌋`.
    fn by_bounds(&self, col: usize) -> Run<Option<Form<T>>> {
        for lower in self.conj.ineq.iter().filter(|row| row[1 + col].is_pos()) {
            for upper in self.conj.ineq.iter().filter(|row| row[1 + col].is_neg()) {
                if lower[1 + col] != upper[1 + col].neg() {
                    continue;
                }
                let mut sum = lower.to_vec();
                T::combine(&mut sum, &T::one(), upper, &T::one())?;
                if !is_zero_row(&sum[1..]) || sum[0] >= lower[1 + col] {
                    continue;
                }
                if let Some(bound) = self.evaluate(upper, Some(col))? {
                    return Ok(Some(bound.scale(&T::one(), &lower[1 + col])?.floor()?));
                }
            }
        }
        Ok(None)
    }
}
