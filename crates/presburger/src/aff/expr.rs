//! One coordinate of a function: a quasi-affine form at the width it needs, or not a number.

use crate::conj::Conj;
use crate::error::{Result, Stop, exact};
use crate::form::Form;
use crate::number::{Big, Coeff, Run};
use crate::relation::{Relation, Width};
use crate::space::Space;
use std::borrow::Cow;
use std::sync::Arc;

/// A quasi-affine form or NaN.
///
/// Equality is that of the written forms; `x` and `⌊2x / 2⌋` are the same form because forms are
/// kept in lowest terms, `⌊x/2⌋ + ⌊(x+1)/2⌋` and `x` are not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Expr {
    Nan,
    Narrow(Arc<Form<i64>>),
    /// At least one coefficient does not fit a word.
    Wide(Arc<Form<Big>>),
}

/// A coefficient type that forms can be read and stored in.
pub(crate) trait FormWidth: Width {
    /// The form at this width; overflow if it does not fit. Not to be asked of NaN.
    fn form(expr: &Expr) -> Run<Cow<'_, Form<Self>>>;
    /// Stores a form at the smallest width that holds it.
    fn expr(form: Form<Self>) -> Expr;
}

impl FormWidth for i64 {
    fn form(expr: &Expr) -> Run<Cow<'_, Form<i64>>> {
        match expr {
            Expr::Narrow(form) => Ok(Cow::Borrowed(form)),
            Expr::Wide(_) => Err(Stop::Overflow),
            Expr::Nan => unreachable!("NaN has no form: callers look first"),
        }
    }
    fn expr(form: Form<i64>) -> Expr {
        Expr::Narrow(Arc::new(form))
    }
}

impl FormWidth for Big {
    fn form(expr: &Expr) -> Run<Cow<'_, Form<Big>>> {
        match expr {
            Expr::Narrow(form) => Ok(Cow::Owned(form.convert(|v| Ok(v.to_big()))?)),
            Expr::Wide(form) => Ok(Cow::Borrowed(form)),
            Expr::Nan => unreachable!("NaN has no form: callers look first"),
        }
    }
    fn expr(form: Form<Big>) -> Expr {
        match form.convert(<i64 as Coeff>::from_big) {
            Ok(narrow) => Expr::Narrow(Arc::new(narrow)),
            Err(_) => Expr::Wide(Arc::new(form)),
        }
    }
}

/// Which part of the integers a value is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Zero,
    NonNegative,
    NonPositive,
    Positive,
    Negative,
    NonZero,
}

impl Expr {
    pub(crate) fn constant(n_vis: usize, value: &Big) -> Expr {
        Big::expr(Form::constant(n_vis, value.clone()))
    }

    pub(crate) fn int(n_vis: usize, value: i64) -> Expr {
        Expr::Narrow(Arc::new(Form::constant(n_vis, value)))
    }

    pub(crate) fn variable(n_vis: usize, v: usize) -> Expr {
        Expr::Narrow(Arc::new(Form::variable(n_vis, v)))
    }

    pub(crate) fn is_nan(&self) -> bool {
        matches!(self, Expr::Nan)
    }

    /// The form in big integers, for printing and optimisation.
    pub(crate) fn to_form(&self) -> Option<Form<Big>> {
        match self {
            Expr::Nan => None,
            _ => Big::form(self).ok().map(Cow::into_owned),
        }
    }

    /// An entry of the row `[constant | coefficients…]`, and the denominator.
    pub(crate) fn entry(&self, at: usize) -> Option<(Big, Big)> {
        match self {
            Expr::Nan => None,
            Expr::Narrow(form) => Some((form.row[at].to_big(), form.den.to_big())),
            Expr::Wide(form) => Some((form.row[at].clone(), form.den.clone())),
        }
    }

    /// Numerator and denominator of a value without variables.
    pub(crate) fn as_constant(&self) -> Option<(Big, Big)> {
        match self {
            Expr::Nan => None,
            Expr::Narrow(form) => form.as_constant().map(|(n, d)| (n.to_big(), d.to_big())),
            Expr::Wide(form) => form.as_constant(),
        }
    }

    pub(crate) fn n_floor(&self) -> usize {
        match self {
            Expr::Nan => 0,
            Expr::Narrow(form) => form.n_floor(),
            Expr::Wide(form) => form.n_floor(),
        }
    }

    /// Whether the variables `first..first + count` occur, in floors too.
    pub(crate) fn involves(&self, first: usize, count: usize) -> bool {
        fn in_form<T: Coeff>(form: &Form<T>, first: usize, count: usize) -> bool {
            let any = |row: &[T]| row[first..first + count].iter().any(|v| !v.is_zero());
            any(&form.row[1..]) || form.floors.iter().any(|def| any(&def[2..]))
        }
        match self {
            Expr::Nan => false,
            Expr::Narrow(form) => in_form(form, first, count),
            Expr::Wide(form) => in_form(form, first, count),
        }
    }

    /// `a * self + b * other`.
    pub(crate) fn combine(&self, a: i64, other: &Expr, b: i64) -> Result<Expr> {
        if self.is_nan() || other.is_nan() {
            return Ok(Expr::Nan);
        }
        Ok(exact!(T => {
            let (x, y) = (<T as FormWidth>::form(self)?, <T as FormWidth>::form(other)?);
            let (a, b) = (<T as Coeff>::from_i64(a)?, <T as Coeff>::from_i64(b)?);
            Ok(<T as FormWidth>::expr(x.combine(&a, &y, &b)?))
        })?)
    }

    pub(crate) fn add(&self, other: &Expr) -> Result<Expr> {
        self.combine(1, other, 1)
    }
    pub(crate) fn sub(&self, other: &Expr) -> Result<Expr> {
        self.combine(1, other, -1)
    }

    pub(crate) fn neg(&self) -> Expr {
        match self {
            Expr::Nan => Expr::Nan,
            Expr::Narrow(form) => Expr::Narrow(Arc::new(form.neg())),
            Expr::Wide(form) => Big::expr(form.neg()),
        }
    }

    /// `self * numerator / denominator`; the denominator is positive.
    pub(crate) fn scale(&self, numerator: &Big, denominator: &Big) -> Result<Expr> {
        self.through(
            |form| form.scale(numerator, denominator),
            |form| form.scale(&i64::from_big(numerator)?, &i64::from_big(denominator)?),
        )
    }

    pub(crate) fn floor(&self) -> Result<Expr> {
        self.through(Form::floor, Form::floor)
    }
    pub(crate) fn ceil(&self) -> Result<Expr> {
        self.through(Form::ceil, Form::ceil)
    }
    /// `self - m ⌊self / m⌋` for `m > 0`.
    pub(crate) fn modulo(&self, m: &Big) -> Result<Expr> {
        self.through(
            |form| form.modulo(m),
            |form| form.modulo(&i64::from_big(m)?),
        )
    }

    fn through(
        &self,
        wide: impl Fn(&Form<Big>) -> Run<Form<Big>>,
        narrow: impl Fn(&Form<i64>) -> Run<Form<i64>>,
    ) -> Result<Expr> {
        if let Expr::Nan = self {
            return Ok(Expr::Nan);
        }
        if let Expr::Narrow(form) = self {
            match narrow(form) {
                Ok(form) => return Ok(i64::expr(form)),
                Err(Stop::Overflow) => {}
                Err(stop) => return Err(stop.into()),
            }
        }
        Ok(Big::expr(wide(&*Big::form(self)?)?))
    }

    /// Variable `v` replaced by `with[v]`, all over `n_vis` variables.
    pub(crate) fn substitute(&self, n_vis: usize, with: &[Expr]) -> Result<Expr> {
        if self.is_nan() {
            return Ok(Expr::Nan);
        }
        if let Some(v) = with.iter().position(Expr::is_nan) {
            if (v..with.len()).any(|v| with[v].is_nan() && self.involves(v, 1)) {
                return Ok(Expr::Nan);
            }
            // An unused NaN does no harm.
            let zero = Expr::int(n_vis, 0);
            let with: Vec<Expr> = with
                .iter()
                .map(|e| if e.is_nan() { zero.clone() } else { e.clone() })
                .collect();
            return self.substitute(n_vis, &with);
        }
        Ok(exact!(T => {
            let form = <T as FormWidth>::form(self)?;
            let with = with
                .iter()
                .map(|e| Ok(<T as FormWidth>::form(e)?.into_owned()))
                .collect::<Run<Vec<_>>>()?;
            Ok(<T as FormWidth>::expr(form.substitute(n_vis, &with)?))
        })?)
    }

    /// Over new variables: `columns[v]` is the new number of variable `v`.
    pub(crate) fn renumber(&self, n_vis: usize, columns: &[usize]) -> Expr {
        match self {
            Expr::Nan => Expr::Nan,
            Expr::Narrow(form) => Expr::Narrow(Arc::new(form.renumber(n_vis, columns))),
            Expr::Wide(form) => Expr::Wide(Arc::new(form.renumber(n_vis, columns))),
        }
    }

    /// The points of `space` (coordinates are the variables) where the value has this sign.
    /// NaN has none.
    pub(crate) fn locus(&self, space: &Space, sign: Sign) -> Result<Relation> {
        if self.is_nan() {
            return Ok(Relation::empty(space.clone()));
        }
        let parts = exact!(T => {
            let form = <T as FormWidth>::form(self)?;
            let conjs: Vec<Conj<T>> = match sign {
                Sign::Zero => vec![form.zero_set()?],
                Sign::NonNegative => vec![form.non_negative()?],
                Sign::NonPositive => vec![form.neg().non_negative()?],
                Sign::Positive => vec![form.neg().negative()?],
                Sign::Negative => vec![form.negative()?],
                Sign::NonZero => vec![form.neg().negative()?, form.negative()?],
            };
            let conjs = conjs.into_iter().filter(|conj| !conj.is_marked_empty()).collect();
            Ok::<_, Stop>(<T as Width>::store(conjs))
        })?;
        Ok(Relation {
            space: space.clone(),
            parts,
        })
    }

    /// Numerator and denominator of the value at a point.
    pub(crate) fn value_at(&self, point: &[Big]) -> Result<Option<(Big, Big)>> {
        match self {
            Expr::Nan => Ok(None),
            _ => Ok(Some(Big::form(self)?.value_at(point)?)),
        }
    }
}

impl From<&Form<Big>> for Expr {
    fn from(form: &Form<Big>) -> Expr {
        Big::expr(form.clone())
    }
}
