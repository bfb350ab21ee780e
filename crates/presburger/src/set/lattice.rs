//! Strides, boxes and lattice tiles: what generators of copy code ask of a set of elements.

use super::Set;
use crate::aff::expr::Expr;
use crate::aff::{Aff, MultiAff, MultiVal};
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::number::{Big, Coeff};
use crate::space::Space;
use crate::value::Value;

/// A box of fixed size at an offset: `offset <= x < offset + size` in every dimension.
///
/// ```
/// # use presburger::Set;
/// let set: Set = "[N] -> { S[x, y] : N <= x, y < N + 10 }".parse()?;
/// let found = set.simple_fixed_box_hull()?.expect("it is bounded");
/// assert_eq!(found.offset().to_string(), "[N] -> { S[N, N] }");
/// assert_eq!(found.size().to_string(), "{ S[10, 10] }");
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FixedBox {
    offset: MultiAff,
    size: MultiVal,
}

impl FixedBox {
    /// The smallest element of the box, as a function of the parameters or of the domain.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "{ [i] : 3 <= i <= 7 }".parse()?;
    /// let found = set.simple_fixed_box_hull()?.expect("it is bounded");
    /// assert_eq!(found.offset().to_string(), "{ [3] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn offset(&self) -> &MultiAff {
        &self.offset
    }

    /// How many values each dimension has.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "{ [i] : 3 <= i <= 7 }".parse()?;
    /// let found = set.simple_fixed_box_hull()?.expect("it is bounded");
    /// assert_eq!(found.size().to_string(), "{ [5] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn size(&self) -> &MultiVal {
        &self.size
    }
}

impl Set {
    /// The largest known number such that the values of a dimension, for given values of the
    /// parameters and the other dimensions, differ by its multiples only; 1 if there is none.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let set: Set = "[N] -> { [i, j] : (i + N) mod 6 = 1 and (i + j) mod 2 = 0 }".parse()?;
    /// assert_eq!(set.stride(Dim::Set(0))?, 6);
    /// assert_eq!(set.stride(Dim::Set(1))?, 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn stride(&self, dim: Dim) -> Result<Value> {
        let column = 1 + self.space().column(dim)?;
        let mut stride = Big::one();
        for (row, modulus) in self.residues()? {
            if !row[column].is_zero() {
                let own = modulus.div_exact(&modulus.gcd(&row[column]));
                stride = stride.lcm(&own)?;
            }
        }
        Ok(Value::integer(stride))
    }

    /// Rows `[constant | parameters | dimensions]` and numbers of which they are multiples: what the
    /// equalities say, existentials and floors being any integers.
    fn residues(&self) -> Result<Vec<(Vec<Big>, Big)>> {
        let mut out = Vec::new();
        let visible = 1 + self.space().n_total();
        // The hull of a union may have lost what a single conjunction says.
        let part = match &self.detect_equalities()?.basic_sets()[..] {
            [part] => part.clone(),
            _ => self.affine_hull()?,
        };
        for row in part.equality_rows()? {
            let row: Result<Vec<Big>> = row.iter().map(Value::to_integer).collect();
            let mut row = row?;
            let locals = row.split_off(visible);
            let modulus = Big::row_gcd(&locals);
            if modulus > Big::one() {
                out.push((row, modulus));
            }
        }
        Ok(out)
    }

    /// A box of fixed size that contains the set, with an offset that depends on the parameters;
    /// `None` if none is found. It is as small as a single affine offset in each dimension allows,
    /// among the lower bounds in the constraints and the minimum, if that is one affine function.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "{ [i] : -3 <= i <= 7 and i mod 4 = 0 }".parse()?;
    /// let found = set.simple_fixed_box_hull()?.expect("it is bounded");
    /// assert_eq!((found.offset().to_string(), found.size().to_string()), ("{ [0] }".into(), "{ [5] }".into()));
    /// let set: Set = "[N] -> { [i] : 0 <= i <= N }".parse()?;
    /// assert!(set.simple_fixed_box_hull()?.is_none());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn simple_fixed_box_hull(&self) -> Result<Option<FixedBox>> {
        let tuple = self
            .space()
            .tuple()
            .ok_or_else(|| Error::invalid("a condition on parameters has no box"))?
            .clone();
        let domain = self.space().to_params();
        let flat = self.flatten();
        let mut offsets = Vec::with_capacity(tuple.len());
        let mut sizes = Vec::with_capacity(tuple.len());
        for i in 0..tuple.len() {
            let Some((offset, size)) = flat.extent(i, &domain)? else {
                return Ok(None);
            };
            offsets.push(offset);
            sizes.push(size);
        }
        Ok(Some(FixedBox {
            offset: MultiAff::from_aff_list(&domain, tuple.clone(), &offsets)?,
            size: MultiVal::new(tuple, sizes)?,
        }))
    }

    /// An offset and a size of dimension `i`.
    fn extent(&self, i: usize, domain: &Space) -> Result<Option<(Aff, Value)>> {
        let line = self.project_onto(Dim::Set(i), 1)?.set_tuple_name(None)?;
        let mut candidates: Vec<Aff> = Vec::new();
        for part in line.compute_divs()?.basic_sets() {
            for constraint in part.constraints()? {
                candidates.extend(lower_bound(constraint.aff(), domain)?);
                if constraint.is_equality() {
                    candidates.extend(lower_bound(&constraint.aff().neg()?, domain)?);
                }
            }
        }
        match line.dim_min(0) {
            Ok(least) => {
                if let [(_, offset)] = &least.pieces()[..] {
                    candidates.insert(0, offset.clone());
                }
            }
            Err(error) if error.is_interruption() => return Err(error),
            Err(_) => {}
        }
        candidates.extend(line.on_lattice(&candidates, domain)?);
        let mut best: Option<(Aff, Value)> = None;
        for offset in candidates {
            let Some((first, last)) = line.distances(&offset)? else {
                continue;
            };
            if first.is_neg() {
                continue;
            }
            let size = &last + &Value::one();
            if best.as_ref().is_none_or(|(_, least)| size < *least) {
                best = Some((offset, size));
            }
        }
        Ok(best)
    }

    /// A tile of the rectangular lattice that the elements lie on: in every dimension they differ from the
    /// offset by multiples of the size, which is 1 where nothing is known.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "[N] -> { A[x, y, z] : (x - N) mod 3 = 1 and (5y + N) mod 6 = 0 }".parse()?;
    /// let tile = set.lattice_tile()?;
    /// assert_eq!(tile.offset().to_string(), "[N] -> { A[N + 1, N, 0] }");
    /// assert_eq!(tile.size().to_string(), "{ A[3, 6, 1] }");
    /// let set: Set = "{ [i] : i mod 4 = 1 and i mod 6 = 3 }".parse()?;
    /// assert_eq!(set.lattice_tile()?.size().to_string(), "{ [12] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lattice_tile(&self) -> Result<FixedBox> {
        let tuple = self
            .space()
            .tuple()
            .ok_or_else(|| Error::invalid("a condition on parameters has no tile"))?
            .clone();
        let domain = self.space().to_params();
        let flat = self.flatten();
        let mut offsets = Vec::with_capacity(tuple.len());
        let mut strides = Vec::with_capacity(tuple.len());
        for i in 0..tuple.len() {
            let line = flat.project_onto(Dim::Set(i), 1)?.set_tuple_name(None)?;
            let (offset, stride) = line.residue(&domain)?;
            offsets.push(offset);
            strides.push(Value::integer(stride));
        }
        Ok(FixedBox {
            offset: MultiAff::from_aff_list(&domain, tuple.clone(), &offsets)?,
            size: MultiVal::new(tuple, strides)?,
        })
    }

    /// What a single coordinate is modulo a number, and the number.
    fn residue(&self, domain: &Space) -> Result<(Aff, Big)> {
        let n = domain.n_param();
        let mut known = (Aff::val_on_domain(domain, &Value::zero())?, Big::one());
        for (row, modulus) in self.residues()? {
            // a x + f = 0 modulo m, and f is a multiple of what a and m have in common.
            let common = row[1 + n].gcd(&modulus);
            let modulus = modulus.div_exact(&common);
            let Some(inverse) = inverse(&row[1 + n].div_exact(&common), &modulus) else {
                continue;
            };
            let factor = inverse.neg();
            let is_whole = row[..1 + n].iter().all(|f| common.divides(f));
            let entry = |f: &Big| match is_whole {
                true => Value::integer(f.div_exact(&common).times(&factor).rem_floor(&modulus)),
                false => Value::integer(f.clone()),
            };
            let coefficients: Vec<Value> = row[1..1 + n].iter().map(entry).collect();
            let mut value = Aff::from_coefficients(domain, &coefficients, &entry(&row[0]))?;
            if !is_whole {
                let whole = value.scale_down(&Value::integer(common))?.floor()?;
                value = whole.scale(&Value::integer(factor))?;
            }
            known = together(known, (value, modulus))?;
        }
        Ok(known)
    }

    /// Lower bounds raised to the first value that the strides of a single coordinate allow.
    fn on_lattice(&self, bounds: &[Aff], domain: &Space) -> Result<Vec<Aff>> {
        let mut out = Vec::new();
        let n = domain.n_total();
        for (row, modulus) in self.residues()? {
            if !row[1 + n].is_unit() {
                continue;
            }
            // a x + f = 0 modulo the modulus, with a = 1 or -1
            let sign = row[1 + n].neg();
            let entry = |value: &Big| Value::integer(value.times(&sign));
            let coefficients: Vec<Value> = row[1..1 + n].iter().map(entry).collect();
            let value = Aff::from_coefficients(domain, &coefficients, &entry(&row[0]))?;
            let modulus = Value::integer(modulus);
            for bound in bounds {
                let steps = bound.sub(&value)?.scale_down(&modulus)?.ceil()?;
                out.push(value.add(&steps.scale(&modulus)?)?);
            }
        }
        Ok(out)
    }

    /// The least and the greatest distance of a single coordinate from an offset, if they exist.
    fn distances(&self, offset: &Aff) -> Result<Option<(Value, Value)>> {
        let place = Aff::var_on_domain(self.space(), Dim::Set(0))?;
        let columns: Vec<usize> = (0..self.space().n_param()).collect();
        let expr = offset.expr.renumber(self.space().n_total(), &columns);
        let offset = Aff::from_expr(self.space(), expr);
        let distance = place.sub(&offset)?;
        let (first, last) = (self.min_val(&distance)?, self.max_val(&distance)?);
        Ok((first.is_rat() && last.is_rat()).then_some((first, last)))
    }
}

impl Map {
    /// A box of fixed size that contains the images of each element of the domain, with an offset
    /// that depends on the element; `None` if none is found. See [`Set::simple_fixed_box_hull`].
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ [N] -> [i, j] : N <= i <= N + 3 and 2j = i }".parse()?;
    /// let found = map.range_simple_fixed_box_hull()?.expect("it is bounded");
    /// assert_eq!(found.size().to_string(), "{ [3, 2] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_simple_fixed_box_hull(&self) -> Result<Option<FixedBox>> {
        let found = self.images()?.simple_fixed_box_hull()?;
        found.map(|found| self.of_images(found)).transpose()
    }

    /// A tile of the lattice that the images of each element of the domain lie on. See
    /// [`Set::lattice_tile`].
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ S[i] -> A[x, y] : (x - i) mod 4 = 2 and 0 <= y <= 9 }".parse()?;
    /// let tile = map.range_lattice_tile()?;
    /// assert_eq!(tile.offset().to_string(), "{ S[i] -> A[i + 2, 0] }");
    /// assert_eq!(tile.size().to_string(), "{ A[4, 1] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range_lattice_tile(&self) -> Result<FixedBox> {
        self.of_images(self.images()?.lattice_tile()?)
    }

    /// The range, with the domain as parameters, whose names are nobody's.
    fn images(&self) -> Result<Set> {
        let n_in = self.space().n_in();
        let mut set = self.clone();
        for i in 0..n_in {
            let mut name = format!("in{i}");
            while self.space().find_param(&name).is_some() {
                name.push('\'');
            }
            set = set.set_dim_name(Dim::In(i), &name)?;
        }
        let n_param = self.space().n_param();
        set.move_dims(Dim::Param(n_param), Dim::In(0), n_in)?
            .range()
    }

    /// A box for [`Map::images`] with its offset as a function of the domain again.
    fn of_images(&self, found: FixedBox) -> Result<FixedBox> {
        let (domain, range) = (self.space().domain()?, self.space().range()?);
        let tuple = range
            .tuple()
            .ok_or_else(|| Error::invalid("a relation has a range"))?
            .clone();
        let mut offsets = Vec::with_capacity(tuple.len());
        for i in 0..tuple.len() {
            // The columns are the same ones, with other names.
            let expr = found.offset.at(i)?.expr.clone();
            offsets.push(Aff::from_expr(&domain, expr));
        }
        Ok(FixedBox {
            offset: MultiAff::from_aff_list(&domain, tuple.clone(), &offsets)?,
            size: MultiVal::new(tuple, found.size.values().to_vec())?,
        })
    }
}

/// The number that times `a` is 1 modulo `modulus`, if there is one.
fn inverse(a: &Big, modulus: &Big) -> Option<Big> {
    // Euclid's algorithm; `r = a s` modulo the modulus throughout.
    let (mut r, mut next_r) = (modulus.clone(), a.rem_floor(modulus));
    let (mut s, mut next_s) = (Big::zero(), Big::one());
    while !next_r.is_zero() {
        let quotient = r.div_floor(&next_r);
        (r, next_r) = (next_r.clone(), r.plus(&quotient.times(&next_r).neg()));
        (s, next_s) = (next_s.clone(), s.plus(&quotient.times(&next_s).neg()));
    }
    r.is_one().then(|| s.rem_floor(modulus))
}

/// Two residues of one value as one (the Chinese remainder theorem). They agree modulo what their moduli
/// have in common, because there is such a value.
fn together(a: (Aff, Big), b: (Aff, Big)) -> Result<(Aff, Big)> {
    let common = a.1.gcd(&b.1);
    let rest = b.1.div_exact(&common);
    let Some(inverse) = inverse(&a.1.div_exact(&common), &rest) else {
        return Ok(a);
    };
    let mut distance = b.0.sub(&a.0)?;
    if !common.is_one() {
        distance = distance.scale_down(&Value::integer(common))?.floor()?;
    }
    let factor = Value::integer(a.1.times(&inverse));
    Ok((a.0.add(&distance.scale(&factor)?)?, a.1.times(&rest)))
}

/// The lower bound `⌈-l/a⌉` that a constraint `a x + l >= 0` with `a > 0` says of the only
/// dimension of a set, if it has no floor of that dimension.
fn lower_bound(form: &Aff, domain: &Space) -> Result<Option<Aff>> {
    let a = form.coefficient(Dim::In(0))?;
    if !a.is_pos() {
        return Ok(None);
    }
    let Some(rest) = without_dimension(form, domain)? else {
        return Ok(None);
    };
    Ok(Some(rest.scale(&-a.inv())?.ceil()?))
}

/// A form on a set with a single dimension without it, if it has no floor of that dimension.
fn without_dimension(form: &Aff, domain: &Space) -> Result<Option<Aff>> {
    let n = domain.n_total();
    let has_floor = form.expr.to_form().is_none_or(|form| {
        let mut floors = form.floors.iter();
        floors.any(|floor| !floor[2 + n].is_zero())
    });
    if has_floor {
        return Ok(None);
    }
    let mut values: Vec<Expr> = (0..n).map(|v| Expr::variable(n, v)).collect();
    values.push(Expr::int(n, 0));
    Ok(Some(Aff::from_expr(
        domain,
        form.expr.substitute(n, &values)?,
    )))
}
