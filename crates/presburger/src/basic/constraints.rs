//! The constraints of a conjunction, one by one: what generators of code and other outside
//! algorithms read and build sets from.

use super::BasicSet;
use crate::aff::Aff;
use crate::aff::expr::FormWidth;
use crate::conj::Conj;
use crate::dim::Dim;
use crate::error::{Error, Result, Stop, exact};
use crate::form::Form;
use crate::linear::Matrix;
use crate::number::{Big, Coeff, Run, is_zero_row};
use crate::relation::{Parts, Relation, Width};
use crate::space::{Space, Tuple};
use crate::value::Value;

/// One constraint of a set: a quasi-affine form that is zero, or not negative, on it.
///
/// ```
/// # use presburger::{BasicSet, Constraint};
/// let set: BasicSet = "[N] -> { [i] : i < N }".parse()?;
/// let upper = Constraint::non_negative("[N] -> { [i] -> [N - 1 - i] }".parse()?);
/// assert_eq!(set.constraints()?, [upper]);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    aff: Aff,
    equality: bool,
}

impl Constraint {
    /// `aff = 0`
    pub fn zero(aff: Aff) -> Constraint {
        let equality = true;
        Constraint { aff, equality }
    }

    /// `aff >= 0`
    pub fn non_negative(aff: Aff) -> Constraint {
        let equality = false;
        Constraint { aff, equality }
    }

    /// The form that is compared with zero.
    pub fn aff(&self) -> &Aff {
        &self.aff
    }

    /// Whether the form is zero, rather than not negative.
    pub fn is_equality(&self) -> bool {
        self.equality
    }
}

impl BasicSet {
    /// The constraints, equalities first. Floors are part of the forms; what holds of any floor
    /// is not listed. Fails if the set has existentials that are not known to be floors: see
    /// [`Set::compute_divs`](crate::Set::compute_divs) and
    /// [`eliminate_unknown`](BasicSet::eliminate_unknown).
    ///
    /// ```
    /// # use presburger::{BasicSet, Constraint};
    /// let set: BasicSet = "{ [i] : 2*floor(i/2) = i and i >= 3 }".parse()?;
    /// let even = Constraint::zero("{ [i] -> [i - 2*floor(i/2)] }".parse()?);
    /// let constraints = set.constraints()?;
    /// assert_eq!(constraints.len(), 2);
    /// assert_eq!(constraints[0].aff().floors().len(), 1);
    /// let again = BasicSet::from_constraints(set.space(), &constraints)?;
    /// assert!(again.is_equal(&set)?);
    /// assert!(BasicSet::from_constraints(set.space(), &[even])?.is_equal(&"{ [j] : j mod 2 = 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn constraints(&self) -> Result<Vec<Constraint>> {
        let space = &self.0.space;
        exact!(T => {
            let conjs = <T as Width>::load(&self.0.parts)?;
            Ok::<_, Stop>(match conjs.first() {
                Some(conj) if conj.has_known_locals() => list(conj, space)?,
                Some(_) => None,
                None => Some(vec![never(space)]),
            })
        })?
        .ok_or_else(|| Error::invalid("cannot list existentials that are not floors"))
    }

    /// What the equalities say of the dimensions, whatever the existentials are: pairs of a form
    /// and a number of which the form is a multiple; zero stands for a form that is zero.
    ///
    /// ```
    /// # use presburger::{BasicSet, Value};
    /// let set: BasicSet = "{ [i] : exists a, b : i = 6a + 10b and 0 <= a <= b <= 3 }".parse()?;
    /// let [(form, modulus)] = &set.congruences()?[..] else { panic!() };
    /// assert!(form.plain_is_equal(&"{ [i] -> [-i] }".parse()?)?);
    /// assert_eq!(*modulus, Value::from(2));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn congruences(&self) -> Result<Vec<(Aff, Value)>> {
        let space = &self.0.space;
        Ok(exact!(T => {
            let conjs = <T as Width>::load(&self.0.parts)?;
            let mut all = Vec::new();
            for conj in conjs.iter() {
                let gone = unexplained(conj, 0..0);
                for row in conj.eq.iter() {
                    let mut form = row.to_vec();
                    let mut modulus = T::zero();
                    for (k, gone) in gone.iter().enumerate() {
                        if *gone {
                            let factor = std::mem::take(&mut form[conj.local_col(k)]);
                            modulus = modulus.gcd(&factor);
                        }
                    }
                    if modulus.is_one() {
                        continue;
                    }
                    let form = Form::from_row(conj.div.clone(), form, <T as Coeff>::one());
                    let aff = Aff::from_expr(space, <T as FormWidth>::expr(form));
                    all.push((aff, Value::integer(modulus.to_big())));
                }
            }
            Ok::<_, Stop>(all)
        })?)
    }

    /// The points of `space` that satisfy all constraints, which are on that space.
    ///
    /// ```
    /// # use presburger::{BasicSet, Constraint};
    /// let set: BasicSet = "{ [i, j] : 0 <= i <= 2j }".parse()?;
    /// let again = BasicSet::from_constraints(set.space(), &set.constraints()?)?;
    /// assert!(again.is_equal(&set)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn from_constraints(space: &Space, constraints: &[Constraint]) -> Result<BasicSet> {
        let mut set = BasicSet::universe(space.clone())?;
        for constraint in constraints {
            let points = match constraint.equality {
                true => constraint.aff.zero_set()?,
                false => constraint.aff.nonneg_set()?,
            };
            // A form of one sign everywhere may give a union of no conjunction.
            set = set.intersect(&BasicSet::from_relation(points.0))?;
        }
        Ok(set)
    }

    /// The set with its existentials, floors among them, as dimensions of a second tuple: the
    /// pairs `x -> y` such that `y` are existentials that show that `x` is in the set. In it,
    /// every constraint is affine. For a condition on parameters the first tuple is empty.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let set: BasicSet = "{ A[i] : 4*floor(i/4) + 1 <= i <= 9 }".parse()?;
    /// let lifted = set.lift()?;
    /// assert!(lifted.is_equal(&"{ [A[i] -> [e]] : 4e + 1 <= i <= 4e + 3 and i <= 9 }".parse()?)?);
    /// assert!(lifted.unwrap()?.domain()?.is_equal(&set)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lift(&self) -> Result<BasicSet> {
        let space = &self.0.space;
        let (n_local, parts) = exact!(T => {
            let conjs = <T as Width>::load(&self.0.parts)?;
            let mut out = Vec::with_capacity(conjs.len());
            let mut n_local = 0;
            for conj in conjs.iter() {
                // What a definition says must be said by constraints.
                let mut conj = conj.clone();
                for k in 0..conj.n_local() {
                    if conj.is_known(k) {
                        conj.add_floor_bounds(k)?;
                    }
                }
                n_local = conj.n_local();
                let mut lifted = conj.lift_locals();
                lifted.simplify()?;
                out.push(lifted);
            }
            Ok::<_, Stop>((n_local, <T as Width>::store(out)))
        })?;
        let domain = space.tuple().cloned().unwrap_or(Tuple::anonymous(0));
        let pair = Tuple::pair(domain, Tuple::anonymous(n_local));
        let space = Space::set(space.params().to_vec(), pair);
        Ok(BasicSet::from_relation(Relation { space, parts }))
    }

    /// Whether some existentials are not known to be floors.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let set: BasicSet = "{ [i] : exists a, b : i = 6a + 10b and 0 <= a <= b <= 3 }".parse()?;
    /// assert!(set.has_unknown());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn has_unknown(&self) -> bool {
        fn any<T: Coeff>(conjs: &[Conj<T>]) -> bool {
            conjs.iter().any(|conj| !conj.has_known_locals())
        }
        match &self.0.parts {
            Parts::Narrow(conjs) => any(conjs),
            Parts::Wide(conjs) => any(conjs),
        }
    }

    /// A set that contains `self`: existentials that are not known to be floors are eliminated
    /// by pairing their bounds (Fourier and Motzkin), as if they could be fractions.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let set: BasicSet = "[N] -> { [t] : exists a : a >= t - 1 and 2a >= t + 1 and a <= t and 4a <= N + 2t }".parse()?;
    /// let expected = "[N] -> { [t] : 2t <= 4 + N and N >= 2 and t >= 1 }".parse()?;
    /// assert!(set.eliminate_unknown()?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eliminate_unknown(&self) -> Result<BasicSet> {
        self.eliminate_locals(0..0)
    }

    /// Like [`eliminate_unknown`](BasicSet::eliminate_unknown); floors of expressions that
    /// involve the given dimensions are eliminated too, as if they could be any number that is
    /// within their bounds.
    ///
    /// ```
    /// # use presburger::{BasicSet, Dim};
    /// let set: BasicSet = "{ [i] : 3*floor((i + 1)/3) <= i and 0 <= i <= 3 }".parse()?;
    /// let plain = set.eliminate_floors_of(Dim::Set(0), 1)?;
    /// assert!(plain.is_equal(&"{ [i] : 0 <= i <= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eliminate_floors_of(&self, first: Dim, count: usize) -> Result<BasicSet> {
        self.eliminate_locals(self.0.space.columns(first, count)?)
    }

    fn eliminate_locals(&self, involved: std::ops::Range<usize>) -> Result<BasicSet> {
        let parts = exact!(T => {
            let conjs = <T as Width>::load(&self.0.parts)?;
            let mut out = Vec::with_capacity(conjs.len());
            for conj in conjs.iter() {
                out.push(without_locals(conj, involved.clone())?);
            }
            Ok::<_, Stop>(<T as Width>::store(out))
        })?;
        let space = self.0.space.clone();
        Ok(BasicSet::from_relation(Relation { space, parts }))
    }
}

impl Aff {
    /// The floors among the terms: coefficient and argument of each. Arguments may have floors
    /// themselves.
    ///
    /// ```
    /// # use presburger::{Aff, Value};
    /// let f: Aff = "[N] -> { [i] -> [i - 4*floor((i + N)/3)] }".parse()?;
    /// let [(coefficient, argument)] = &f.floors()[..] else { panic!() };
    /// assert_eq!(*coefficient, Value::from(-4));
    /// assert!(argument.plain_is_equal(&"[N] -> { [i] -> [(i + N)/3] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn floors(&self) -> Vec<(Value, Aff)> {
        if self.expr.n_floor() == 0 {
            return Vec::new();
        }
        let Some(form) = self.expr.to_form() else {
            return Vec::new();
        };
        let first = 1 + form.n_vis();
        let mut floors = Vec::new();
        for (k, coefficient) in form.row[first..].iter().enumerate() {
            if coefficient.is_zero() {
                continue;
            }
            let def = form.floors.row(k);
            let argument = Form::from_row(form.floors.clone(), def[1..].to_vec(), def[0].clone());
            let expr = Big::expr(argument);
            floors.push((
                Value::ratio(coefficient.clone(), form.den.clone()),
                Aff::from_expr(&self.domain_space(), expr),
            ));
        }
        floors
    }
}

/// The constraint `-1 >= 0`.
fn never(space: &Space) -> Constraint {
    let form = Form::constant(space.n_total(), -1i64);
    Constraint::non_negative(Aff::from_expr(space, i64::expr(form)))
}

/// The constraints of a conjunction whose locals are all floors.
fn list<T: FormWidth>(conj: &Conj<T>, space: &Space) -> Run<Option<Vec<Constraint>>> {
    if conj.is_marked_empty() {
        return Ok(Some(vec![never(space)]));
    }
    let aff = |row: &[T]| {
        let form = Form::from_row(conj.div.clone(), row.to_vec(), T::one());
        Aff::from_expr(space, T::expr(form))
    };
    let mut constraints: Vec<Constraint> = conj
        .eq
        .iter()
        .map(|row| Constraint::zero(aff(row)))
        .collect();
    for row in conj.ineq.iter() {
        if !conj.is_floor_bound(row)? {
            constraints.push(Constraint::non_negative(aff(row)));
        }
    }
    Ok(Some(constraints))
}

/// For each local, whether it is unknown, a floor of visible variables in `involved`, or a floor
/// that is defined by such.
fn unexplained<T: Coeff>(conj: &Conj<T>, involved: std::ops::Range<usize>) -> Vec<bool> {
    let n = conj.n_vis();
    let mut gone = vec![false; conj.n_local()];
    for k in 0..conj.n_local() {
        let def = conj.div.row(k);
        let floors = &def[2 + n..];
        gone[k] = !conj.is_known(k)
            || !is_zero_row(&def[2 + involved.start..2 + involved.end])
            || floors
                .iter()
                .zip(&gone)
                .any(|(a, gone)| *gone && !a.is_zero());
    }
    gone
}

/// Eliminates the unknown locals, the floors of visible variables in `involved`, and the floors
/// that are defined by either.
fn without_locals<T: Coeff>(conj: &Conj<T>, involved: std::ops::Range<usize>) -> Run<Conj<T>> {
    let n = conj.n_vis();
    let gone = unexplained(conj, involved);
    if !gone.contains(&true) || conj.is_marked_empty() {
        return Ok(conj.clone());
    }
    let (out_cols, kept): (Vec<usize>, Vec<usize>) = (0..gone.len()).partition(|&k| gone[k]);
    let mut lifted = conj.lift_locals();
    let out_cols: Vec<usize> = out_cols.into_iter().map(|k| conj.local_col(k)).collect();
    lifted.eliminate_cols(&out_cols)?;
    if lifted.is_marked_empty() {
        return Ok(Conj::nothing(n));
    }
    let cols: Vec<usize> = (0..=n)
        .chain(kept.iter().map(|&k| conj.local_col(k)))
        .collect();
    let mut out = Conj::universe(n);
    if conj.is_rational() {
        out.set_rational();
    }
    out.add_locals(kept.len());
    out.eq = lifted.eq.select_cols(&cols);
    out.ineq = lifted.ineq.select_cols(&cols);
    out.div = Matrix::from_rows(
        1 + cols.len(),
        kept.iter().map(|&k| {
            let def = conj.div.row(k);
            let mut row = vec![def[0].clone()];
            row.extend(cols.iter().map(|&c| def[1 + c].clone()));
            row
        }),
    );
    out.simplify()?;
    Ok(out)
}
