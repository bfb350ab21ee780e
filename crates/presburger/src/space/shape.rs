//! Spaces made of other spaces: products, factors, currying, and dimensions put in or taken out.

use super::{Name, Shape, Space, Tuple, Tuples};
use crate::dim::Dim;
use crate::error::{Error, Result};
use std::ops::Range;
use std::sync::Arc;

impl Tuple {
    /// The wrapped pair, or an error that says there is none.
    pub(crate) fn expect_pair(&self) -> Result<(&Tuple, &Tuple)> {
        self.as_pair()
            .ok_or_else(|| Error::invalid(format!("{self} does not wrap a relation")))
    }

    /// A tuple without name or nesting; flat tuples keep their name.
    pub(crate) fn flattened(&self) -> Tuple {
        match &self.shape {
            Shape::Unnamed(_) | Shape::Dims(_) => self.clone(),
            Shape::Pair(_) => self.flatten(),
        }
    }

    /// The pair of both tuples, or their dimensions one after the other.
    pub(crate) fn product(a: &Tuple, b: &Tuple, flat: bool) -> Tuple {
        let pair = Tuple::pair(a.clone(), b.clone());
        if flat { pair.flatten() } else { pair }
    }

    /// The same tuple with another name for one dimension.
    fn with_dim_name(&self, at: usize, name: Option<Name>) -> Tuple {
        let Shape::Pair(pair) = &self.shape else {
            let mut dims = self.dim_names();
            dims[at] = name;
            return Tuple::from_dims(self.name.clone(), dims);
        };
        let (a, b) = &**pair;
        let halves = if at < a.len() {
            (a.with_dim_name(at, name), b.clone())
        } else {
            (a.clone(), b.with_dim_name(at - a.len(), name))
        };
        Tuple {
            name: self.name.clone(),
            shape: Shape::Pair(Arc::new(halves)),
        }
    }

    /// Without some dimensions, name and nesting.
    pub(super) fn without_dims(&self, gone: Range<usize>) -> Tuple {
        let shape = match &self.shape {
            Shape::Unnamed(n) => Shape::Unnamed(n - gone.len()),
            Shape::Dims(dims) if gone.len() < dims.len() => {
                let kept = dims[..gone.start].iter().chain(&dims[gone.end..]);
                Shape::Dims(kept.cloned().collect())
            }
            Shape::Dims(_) => Shape::Unnamed(0),
            Shape::Pair(_) => {
                let mut dims = self.dim_names();
                dims.drain(gone);
                return Tuple::from_dims(None, dims);
            }
        };
        Tuple { name: None, shape }
    }

    /// `[A -> B]` to `[B -> A]`.
    pub(crate) fn swapped(&self) -> Result<Tuple> {
        let (a, b) = self.expect_pair()?;
        // The name is that of the pair `[A -> B]`: it stays where `[B -> A]` is the same tuple.
        let name = self.name().filter(|_| a == b);
        Ok(Tuple::pair(b.clone(), a.clone()).with_name(name))
    }
}

impl Space {
    /// Both tuples of a relation space.
    pub(crate) fn map_tuples(&self) -> Result<(&Tuple, &Tuple)> {
        match &self.data.tuples {
            Tuples::Map(a, b) => Ok((a, b)),
            _ => Err(self.not_a_map()),
        }
    }

    /// The tuple of a set space.
    pub(crate) fn set_tuple(&self) -> Result<&Tuple> {
        match &self.data.tuples {
            Tuples::Set(tuple) => Ok(tuple),
            _ => Err(Error::invalid(format!("{self} is not the space of a set"))),
        }
    }

    /// A set space with the parameters of this one.
    pub(crate) fn with_tuple(&self, tuple: Tuple) -> Space {
        Space::make(self.data.params.clone(), Tuples::Set(tuple))
    }

    /// A relation space with the parameters of this one.
    pub(crate) fn with_tuples(&self, domain: Tuple, range: Tuple) -> Space {
        Space::make(self.data.params.clone(), Tuples::Map(domain, range))
    }

    /// The column of a dimension among parameters, domain and range.
    pub(crate) fn column(&self, dim: Dim) -> Result<usize> {
        let (first, len) = self.group(dim);
        if dim.position() < len {
            return Ok(first + dim.position());
        }
        Err(Error::invalid(format!("{self} has no {dim}")))
    }

    /// The columns of `count` dimensions from `first` on.
    pub(crate) fn columns(&self, first: Dim, count: usize) -> Result<Range<usize>> {
        let (start, len) = self.group(first);
        let from = first.position();
        if from.checked_add(count).is_some_and(|end| end <= len) {
            return Ok(start + from..start + from + count);
        }
        Err(Error::invalid(format!(
            "{self} does not have {count} dimensions from {first} on"
        )))
    }

    /// First column and length of the group a dimension belongs to.
    fn group(&self, dim: Dim) -> (usize, usize) {
        match dim {
            Dim::Param(_) => (0, self.n_param()),
            Dim::In(_) => (self.n_param(), self.n_in()),
            Dim::Set(_) | Dim::Out(_) => (self.n_param() + self.n_in(), self.n_out()),
        }
    }

    /// The name of a dimension, if it has one.
    ///
    /// ```
    /// use presburger::{Dim, Space, Tuple};
    /// let space = Space::set(vec!["N".into()], Tuple::named("S", ["i", "j"]));
    /// assert_eq!(space.dim_name(Dim::Set(1))?.as_deref(), Some("j"));
    /// assert_eq!(space.dim_name(Dim::Param(0))?.as_deref(), Some("N"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn dim_name(&self, dim: Dim) -> Result<Option<Name>> {
        self.column(dim)?;
        let at = dim.position();
        Ok(match dim {
            Dim::Param(_) => Some(self.data.params[at].clone()),
            Dim::In(_) => self.domain_tuple().and_then(|t| t.dim_names()[at].clone()),
            Dim::Set(_) | Dim::Out(_) => self.tuple().and_then(|t| t.dim_names()[at].clone()),
        })
    }

    /// The space with another name for a dimension.
    pub(crate) fn with_dim_name(&self, dim: Dim, name: &str) -> Result<Space> {
        self.column(dim)?;
        let at = dim.position();
        match dim {
            Dim::Param(_) => {
                if self.find_param(name).is_some_and(|p| p != at) {
                    return Err(Error::invalid(format!(
                        "there already is a parameter {name}"
                    )));
                }
                let mut params = self.data.params.to_vec();
                params[at] = name.into();
                Ok(self.with_params(params))
            }
            _ => self.with_tuple_of(dim, |tuple| tuple.with_dim_name(at, Some(name.into()))),
        }
    }

    /// The space with the tuple `dim` belongs to changed.
    pub(crate) fn with_tuple_of(
        &self,
        dim: Dim,
        change: impl FnOnce(&Tuple) -> Tuple,
    ) -> Result<Space> {
        let tuples = match (&self.data.tuples, dim) {
            (Tuples::Set(tuple), Dim::Set(_) | Dim::Out(_)) => Tuples::Set(change(tuple)),
            (Tuples::Map(a, b), Dim::In(_)) => Tuples::Map(change(a), b.clone()),
            (Tuples::Map(a, b), Dim::Set(_) | Dim::Out(_)) => Tuples::Map(a.clone(), change(b)),
            _ => return Err(Error::invalid(format!("{self} has no tuple of {dim}"))),
        };
        Ok(Space::make(self.data.params.clone(), tuples))
    }

    /// Without `count` dimensions; name and nesting of a changed tuple are lost.
    ///
    /// ```
    /// use presburger::{Dim, Space, Tuple};
    /// let space = Space::set(vec!["N".into()], Tuple::named("S", ["i", "j"]));
    /// assert_eq!(space.drop_dims(Dim::Set(0), 1)?.to_string(), "[N] -> { [j] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn drop_dims(&self, first: Dim, count: usize) -> Result<Space> {
        self.columns(first, count)?;
        let at = first.position();
        if let Dim::Param(_) = first {
            let mut params = self.data.params.to_vec();
            params.drain(at..at + count);
            return Ok(self.with_params(params));
        }
        self.with_tuple_of(first, |tuple| tuple.without_dims(at..at + count))
    }

    /// With these dimensions before `at`; name and nesting of the changed tuple are lost.
    ///
    /// ```
    /// use presburger::{Dim, Space, Tuple};
    /// let space = Space::set(vec![], Tuple::named("S", ["i"]));
    /// let space = space.insert_dims(Dim::Set(0), &[Some("h".into())])?;
    /// assert_eq!(space.to_string(), "{ [h, i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn insert_dims(&self, at: Dim, names: &[Option<Name>]) -> Result<Space> {
        self.columns(at, 0)?;
        let position = at.position();
        if let Dim::Param(_) = at {
            let mut params = self.data.params.to_vec();
            for (i, name) in names.iter().enumerate() {
                let name = match name {
                    Some(name) if params.contains(name) => {
                        return Err(Error::invalid(format!(
                            "there already is a parameter {name}"
                        )));
                    }
                    Some(name) => name.clone(),
                    None => return Err(Error::invalid("a parameter needs a name")),
                };
                params.insert(position + i, name);
            }
            return Ok(self.with_params(params));
        }
        self.with_tuple_of(at, |tuple| {
            let mut dims = tuple.dim_names();
            dims.splice(position..position, names.iter().cloned());
            Tuple::from_dims(None, dims)
        })
    }

    /// `A` and `B` to `[A -> B]`; `A -> C` and `B -> D` to `[A -> B] -> [C -> D]`.
    pub(crate) fn paired(&self, other: &Space, flat: bool) -> Result<Space> {
        match (&self.data.tuples, &other.data.tuples) {
            (Tuples::Set(a), Tuples::Set(b)) => Ok(self.with_tuple(Tuple::product(a, b, flat))),
            (Tuples::Map(a, c), Tuples::Map(b, d)) => {
                Ok(self.with_tuples(Tuple::product(a, b, flat), Tuple::product(c, d, flat)))
            }
            _ => Err(self.mismatch(other)),
        }
    }

    /// `A -> C` and `B -> C` to `[A -> B] -> C`.
    pub(crate) fn domains_paired(&self, other: &Space, flat: bool) -> Result<Space> {
        let ((a, c), (b, d)) = (self.map_tuples()?, other.map_tuples()?);
        if c != d {
            return Err(self.mismatch(other));
        }
        Ok(self.with_tuples(Tuple::product(a, b, flat), c.clone()))
    }

    /// `A -> B` and `A -> C` to `A -> [B -> C]`.
    pub(crate) fn ranges_paired(&self, other: &Space, flat: bool) -> Result<Space> {
        let ((a, b), (c, d)) = (self.map_tuples()?, other.map_tuples()?);
        if a != c {
            return Err(self.mismatch(other));
        }
        Ok(self.with_tuples(a.clone(), Tuple::product(b, d, flat)))
    }

    /// `[A -> B] -> C` to `A -> [B -> C]`.
    ///
    /// ```
    /// use presburger::Map;
    /// let map: Map = "{ [A[i] -> B[j]] -> C[k] }".parse()?;
    /// let curried: Map = "{ A[i] -> [B[j] -> C[k]] }".parse()?;
    /// assert_eq!(map.space().curry()?, *curried.space());
    /// assert_eq!(curried.space().uncurry()?, *map.space());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn curry(&self) -> Result<Space> {
        let (domain, c) = self.map_tuples()?;
        let (a, b) = domain.expect_pair()?;
        Ok(self.with_tuples(a.clone(), Tuple::pair(b.clone(), c.clone())))
    }

    /// `A -> [B -> C]` to `[A -> B] -> C`.
    pub fn uncurry(&self) -> Result<Space> {
        let (a, range) = self.map_tuples()?;
        let (b, c) = range.expect_pair()?;
        Ok(self.with_tuples(Tuple::pair(a.clone(), b.clone()), c.clone()))
    }

    /// `A -> [[B -> C] -> D]` to `A -> [B -> [C -> D]]`.
    pub(crate) fn range_curry(&self) -> Result<Space> {
        let (a, range) = self.map_tuples()?;
        let (bc, d) = range.expect_pair()?;
        let (b, c) = bc.expect_pair()?;
        let mut curried = Tuple::pair(b.clone(), Tuple::pair(c.clone(), d.clone()));
        curried.name = range.name.clone();
        Ok(self.with_tuples(a.clone(), curried))
    }

    /// `[A -> B] -> [C -> D]` to `[A -> C] -> [B -> D]`.
    ///
    /// ```
    /// use presburger::Map;
    /// let map: Map = "{ [A[] -> B[]] -> [C[] -> D[]] }".parse()?;
    /// assert_eq!(map.space().zip()?.to_string(), "{ [A[] -> C[]] -> [B[] -> D[]] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn zip(&self) -> Result<Space> {
        let (domain, range) = self.map_tuples()?;
        let ((a, b), (c, d)) = (domain.expect_pair()?, range.expect_pair()?);
        Ok(self.with_tuples(
            Tuple::pair(a.clone(), c.clone()),
            Tuple::pair(b.clone(), d.clone()),
        ))
    }

    /// The tuple of a set or both tuples of a relation, flat.
    ///
    /// ```
    /// use presburger::Set;
    /// let set: Set = "{ [A[i] -> B[j]] }".parse()?;
    /// assert_eq!(set.space().flatten().to_string(), "{ [i, j] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flatten(&self) -> Space {
        let tuples = match &self.data.tuples {
            Tuples::None => Tuples::None,
            Tuples::Set(a) => Tuples::Set(a.flattened()),
            Tuples::Map(a, b) => Tuples::Map(a.flattened(), b.flattened()),
        };
        Space::make(self.data.params.clone(), tuples)
    }
}
