//! Spaces: what the coordinates of a set or relation are called and how they are grouped.
//!
//! A space has parameters, known by name, and no tuple (a parameter set), one tuple (a set) or
//! two (a relation). A tuple has an optional name and either dimensions or, when it wraps a
//! relation, a pair of tuples: `S[A[i] -> B[j, k]]`. Names of dimensions are kept for printing
//! only; two spaces are the same if their parameters, tuple names and shapes are.

mod edit;
mod products;
mod recent;
mod shape;

use crate::error::{Error, Result};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The name of a parameter, tuple or dimension.
pub type Name = Arc<str>;

/// A group of coordinates with an optional name.
#[derive(Clone, Debug)]
pub struct Tuple {
    name: Option<Name>,
    shape: Shape,
}

/// Shared, because most operations pass tuples on as they are.
#[derive(Clone, Debug)]
enum Shape {
    /// So many dimensions without names.
    Unnamed(usize),
    Dims(Arc<[Option<Name>]>),
    Pair(Arc<(Tuple, Tuple)>),
}

impl Tuple {
    /// A tuple of `n` dimensions without names.
    ///
    /// ```
    /// use presburger::Tuple;
    /// assert_eq!(Tuple::anonymous(2).to_string(), "[i0, i1]");
    /// ```
    pub fn anonymous(n: usize) -> Tuple {
        Tuple {
            name: None,
            shape: Shape::Unnamed(n),
        }
    }

    /// A tuple with a name and named dimensions.
    ///
    /// ```
    /// use presburger::Tuple;
    /// assert_eq!(Tuple::named("S", ["i", "j"]).to_string(), "S[i, j]");
    /// ```
    pub fn named<'a>(name: &str, dims: impl IntoIterator<Item = &'a str>) -> Tuple {
        Tuple {
            name: Some(name.into()),
            shape: Shape::Dims(dims.into_iter().map(|d| Some(d.into())).collect()),
        }
    }

    /// A tuple of dimensions with optional names.
    pub fn from_dims(name: Option<Name>, dims: Vec<Option<Name>>) -> Tuple {
        let shape = match dims.iter().all(Option::is_none) {
            true => Shape::Unnamed(dims.len()),
            false => Shape::Dims(dims.into()),
        };
        Tuple { name, shape }
    }

    /// The tuple that wraps a relation from `domain` to `range`.
    ///
    /// ```
    /// use presburger::Tuple;
    /// let pair = Tuple::pair(Tuple::named("A", ["i"]), Tuple::named("B", ["j"]));
    /// assert_eq!(pair.to_string(), "[A[i] -> B[j]]");
    /// ```
    pub fn pair(domain: Tuple, range: Tuple) -> Tuple {
        Tuple {
            name: None,
            shape: Shape::Pair(Arc::new((domain, range))),
        }
    }

    /// The tuple's name.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The same tuple with another name or none.
    pub fn with_name(mut self, name: Option<&str>) -> Tuple {
        self.name = name.map(Name::from);
        self
    }

    /// Number of dimensions, those of wrapped tuples included.
    pub fn len(&self) -> usize {
        match &self.shape {
            Shape::Unnamed(n) => *n,
            Shape::Dims(dims) => dims.len(),
            Shape::Pair(pair) => pair.0.len() + pair.1.len(),
        }
    }

    /// Whether the tuple has no dimensions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The wrapped pair of tuples, if there is one.
    pub fn as_pair(&self) -> Option<(&Tuple, &Tuple)> {
        match &self.shape {
            Shape::Unnamed(_) | Shape::Dims(_) => None,
            Shape::Pair(pair) => Some((&pair.0, &pair.1)),
        }
    }

    /// Names of all dimensions, in order.
    pub fn dim_names(&self) -> Vec<Option<Name>> {
        match &self.shape {
            Shape::Unnamed(n) => vec![None; *n],
            Shape::Dims(dims) => dims.to_vec(),
            Shape::Pair(pair) => {
                let mut names = pair.0.dim_names();
                names.extend(pair.1.dim_names());
                names
            }
        }
    }

    /// The same tuple with other names of dimensions.
    pub(crate) fn rename_dims(&self, rename: &dyn Fn(&Name) -> Name) -> Tuple {
        let shape = match &self.shape {
            Shape::Unnamed(n) => Shape::Unnamed(*n),
            Shape::Dims(dims) => {
                Shape::Dims(dims.iter().map(|dim| dim.as_ref().map(rename)).collect())
            }
            Shape::Pair(pair) => Shape::Pair(Arc::new((
                pair.0.rename_dims(rename),
                pair.1.rename_dims(rename),
            ))),
        };
        Tuple {
            name: self.name.clone(),
            shape,
        }
    }

    /// The same tuple with all nesting and the name removed.
    pub fn flatten(&self) -> Tuple {
        match &self.shape {
            Shape::Pair(_) => Tuple::from_dims(None, self.dim_names()),
            _ => Tuple {
                name: None,
                shape: self.shape.clone(),
            },
        }
    }

    /// Writes the tuple with the given texts for its dimensions.
    pub(crate) fn write_with(
        &self,
        out: &mut dyn fmt::Write,
        texts: &mut dyn Iterator<Item = String>,
    ) -> fmt::Result {
        match &self.name {
            Some(name) if is_identifier(name) => out.write_str(name)?,
            Some(name) => write!(out, "\"{name}\"")?,
            None => {}
        }
        out.write_char('[')?;
        if let Shape::Pair(pair) = &self.shape {
            pair.0.write_with(out, texts)?;
            out.write_str(" -> ")?;
            pair.1.write_with(out, texts)?;
        } else {
            for i in 0..self.len() {
                if i > 0 {
                    out.write_str(", ")?;
                }
                out.write_str(&texts.next().expect("one text per dimension"))?;
            }
        }
        out.write_char(']')
    }
}

impl PartialEq for Tuple {
    fn eq(&self, other: &Tuple) -> bool {
        self.name == other.name
            && match (&self.shape, &other.shape) {
                (Shape::Pair(a), Shape::Pair(b)) => Arc::ptr_eq(a, b) || a == b,
                (Shape::Pair(_), _) | (_, Shape::Pair(_)) => false,
                _ => self.len() == other.len(),
            }
    }
}

impl Eq for Tuple {}

impl Hash for Tuple {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        match &self.shape {
            Shape::Pair(pair) => pair.hash(state),
            _ => self.len().hash(state),
        }
    }
}

impl fmt::Display for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.dim_names();
        let mut texts = names.iter().enumerate().map(|(i, name)| match name {
            Some(name) => name.to_string(),
            None => format!("i{i}"),
        });
        self.write_with(f, &mut texts)
    }
}

/// Whether a name is read without quotes: letters, digits and `_`, then primes.
fn is_identifier(name: &str) -> bool {
    let body = name.trim_end_matches('\'');
    body.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && body.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The parameters and tuples of a set or relation.
#[derive(Clone, Debug, Eq)]
pub struct Space {
    data: Arc<Data>,
}

impl PartialEq for Space {
    fn eq(&self, other: &Space) -> bool {
        Arc::ptr_eq(&self.data, &other.data) || self.data == other.data
    }
}

impl Hash for Space {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.data.hash(state);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Data {
    params: Params,
    tuples: Tuples,
}

/// The names of parameters, shared by all spaces that an operation makes of one.
pub(crate) type Params = Arc<[Name]>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Tuples {
    None,
    Set(Tuple),
    Map(Tuple, Tuple),
}

impl Space {
    fn make(params: Params, tuples: Tuples) -> Space {
        Space {
            data: Arc::new(Data { params, tuples }),
        }
    }

    /// The space of sets of parameter values.
    pub fn params_only(params: Vec<Name>) -> Space {
        Space::make(params.into(), Tuples::None)
    }

    /// The space of sets of `tuple`.
    ///
    /// ```
    /// use presburger::{Space, Tuple};
    /// let space = Space::set(vec!["N".into()], Tuple::named("S", ["i"]));
    /// assert_eq!(space.to_string(), "[N] -> { S[i] }");
    /// ```
    pub fn set(params: Vec<Name>, tuple: Tuple) -> Space {
        Space::make(params.into(), Tuples::Set(tuple))
    }

    /// The space of sets of `n` numbers: an anonymous tuple, and no parameters.
    ///
    /// ```
    /// use presburger::{Set, Space};
    /// let pairs: Set = "{ [i, j] }".parse()?;
    /// assert_eq!(Space::unnamed(2), *pairs.space());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unnamed(n: usize) -> Space {
        Space::set(Vec::new(), Tuple::anonymous(n))
    }

    /// The space of relations from `domain` to `range`.
    pub fn map(params: Vec<Name>, domain: Tuple, range: Tuple) -> Space {
        Space::make(params.into(), Tuples::Map(domain, range))
    }

    /// The parameters, in order.
    pub fn params(&self) -> &[Name] {
        &self.data.params
    }
    /// Whether there is no tuple.
    pub fn is_params(&self) -> bool {
        matches!(self.data.tuples, Tuples::None)
    }
    /// Whether there is one tuple.
    pub fn is_set(&self) -> bool {
        matches!(self.data.tuples, Tuples::Set(_))
    }
    /// Whether there are two tuples.
    pub fn is_map(&self) -> bool {
        matches!(self.data.tuples, Tuples::Map(..))
    }
    /// The domain tuple of a relation.
    pub fn domain_tuple(&self) -> Option<&Tuple> {
        match &self.data.tuples {
            Tuples::Map(domain, _) => Some(domain),
            _ => None,
        }
    }
    /// The tuple of a set or the range tuple of a relation.
    pub fn tuple(&self) -> Option<&Tuple> {
        match &self.data.tuples {
            Tuples::None => None,
            Tuples::Set(tuple) | Tuples::Map(_, tuple) => Some(tuple),
        }
    }
    /// Number of parameters.
    pub fn n_param(&self) -> usize {
        self.data.params.len()
    }
    /// Number of domain dimensions.
    pub fn n_in(&self) -> usize {
        self.domain_tuple().map_or(0, Tuple::len)
    }
    /// Number of set dimensions, or of range dimensions.
    pub fn n_out(&self) -> usize {
        self.tuple().map_or(0, Tuple::len)
    }
    /// Number of coordinates: parameters, domain and range dimensions.
    pub fn n_total(&self) -> usize {
        self.n_param() + self.n_in() + self.n_out()
    }

    /// The same tuples with other parameters.
    pub(crate) fn with_params(&self, params: impl Into<Params>) -> Space {
        Space::make(params.into(), self.data.tuples.clone())
    }

    /// Whether the tuples agree, whatever the parameters.
    pub fn has_equal_tuples(&self, other: &Space) -> bool {
        Arc::ptr_eq(&self.data, &other.data) || self.data.tuples == other.data.tuples
    }

    /// Whether the parameters are the same, in the same order.
    pub(crate) fn has_equal_params(&self, other: &Space) -> bool {
        let (a, b) = (&self.data.params, &other.data.params);
        Arc::ptr_eq(a, b) || a == b
    }

    /// The space of the domain of a relation.
    pub fn domain(&self) -> Result<Space> {
        match &self.data.tuples {
            Tuples::Map(domain, _) => Ok(self.with_tuple(domain.clone())),
            _ => Err(self.not_a_map()),
        }
    }

    /// The space of the range of a relation.
    pub fn range(&self) -> Result<Space> {
        match &self.data.tuples {
            Tuples::Map(_, range) => Ok(self.with_tuple(range.clone())),
            _ => Err(self.not_a_map()),
        }
    }

    /// The space of the inverse of a relation.
    pub fn reverse(&self) -> Result<Space> {
        match &self.data.tuples {
            Tuples::Map(a, b) => Ok(self.with_tuples(b.clone(), a.clone())),
            _ => Err(self.not_a_map()),
        }
    }

    /// The set space whose tuple is the pair of a relation's tuples.
    ///
    /// ```
    /// use presburger::{Space, Tuple};
    /// let space = Space::map(vec![], Tuple::named("A", ["i"]), Tuple::named("B", ["j"]));
    /// assert_eq!(space.wrap()?.to_string(), "{ [A[i] -> B[j]] }");
    /// assert_eq!(space.wrap()?.unwrap()?, space);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn wrap(&self) -> Result<Space> {
        match &self.data.tuples {
            Tuples::Map(a, b) => Ok(self.with_tuple(Tuple::pair(a.clone(), b.clone()))),
            _ => Err(self.not_a_map()),
        }
    }

    /// The relation space a wrapped set space stands for.
    pub fn unwrap(&self) -> Result<Space> {
        match &self.data.tuples {
            Tuples::Set(tuple) => match tuple.as_pair() {
                Some((a, b)) => Ok(self.with_tuples(a.clone(), b.clone())),
                None => Err(Error::invalid(format!("{self} does not wrap a relation"))),
            },
            _ => Err(Error::invalid(format!("{self} is not the space of a set"))),
        }
    }

    /// The space of relations between two sets of this space and `range`.
    pub fn map_to(&self, range: &Space) -> Result<Space> {
        match (&self.data.tuples, &range.data.tuples) {
            (Tuples::Set(a), Tuples::Set(b)) => Ok(self.with_tuples(a.clone(), b.clone())),
            _ => Err(Error::invalid("a relation space is made of two set spaces")),
        }
    }

    /// The space of parameters alone.
    pub fn to_params(&self) -> Space {
        Space::make(self.data.params.clone(), Tuples::None)
    }

    /// The parameters of both, those of `self` first.
    pub(crate) fn merge_params(&self, other: &Space) -> Params {
        let own = &self.data.params;
        if other.data.params.iter().all(|name| own.contains(name)) {
            return own.clone();
        }
        if own.is_empty() {
            return other.data.params.clone();
        }
        let more = other.data.params.iter().filter(|name| !own.contains(name));
        own.iter().chain(more).cloned().collect()
    }

    /// Position of a parameter.
    pub fn find_param(&self, name: &str) -> Option<usize> {
        self.data.params.iter().position(|p| &**p == name)
    }

    /// Fails unless the tuples of both spaces agree.
    pub(crate) fn check_equal_tuples(&self, other: &Space) -> Result<()> {
        if self.has_equal_tuples(other) {
            Ok(())
        } else {
            Err(self.mismatch(other))
        }
    }

    pub(crate) fn mismatch(&self, other: &Space) -> Error {
        Error::SpaceMismatch {
            left: self.to_string(),
            right: other.to_string(),
        }
    }

    fn not_a_map(&self) -> Error {
        Error::invalid(format!("{self} is not the space of a relation"))
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.data.params.is_empty() {
            write!(f, "[{}] -> ", self.data.params.join(", "))?;
        }
        match &self.data.tuples {
            Tuples::None => write!(f, "{{ : }}"),
            Tuples::Set(tuple) => write!(f, "{{ {tuple} }}"),
            Tuples::Map(a, b) => write!(f, "{{ {a} -> {b} }}"),
        }
    }
}
