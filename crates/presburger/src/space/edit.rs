//! Spaces changed by the caller: dimensions added and moved, tuples renamed.

use super::{Name, Space, Tuple};
use crate::dim::Dim;
use crate::error::{Error, Result};

impl Space {
    /// With more parameters after the present ones.
    ///
    /// ```
    /// # use presburger::{Space, Tuple};
    /// let space = Space::set(vec!["N".into()], Tuple::named("S", ["i"]));
    /// assert_eq!(space.add_params(&["M"])?.to_string(), "[N, M] -> { S[i] }");
    /// assert!(space.add_params(&["N"]).is_err());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_params(&self, names: &[&str]) -> Result<Space> {
        let names: Vec<Option<Name>> = names.iter().map(|name| Some((*name).into())).collect();
        self.insert_dims(Dim::Param(self.n_param()), &names)
    }

    /// With `count` dimensions without names at the end of the tuple that `dim` belongs to, whose
    /// name and nesting are lost.
    ///
    /// ```
    /// # use presburger::{Dim, Space, Tuple};
    /// let space = Space::map(vec![], Tuple::named("S", ["i"]), Tuple::named("T", []));
    /// assert_eq!(space.add_dims(Dim::Out(0), 2)?.to_string(), "{ S[i] -> [i0, i1] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_dims(&self, dim: Dim, count: usize) -> Result<Space> {
        let at = match dim {
            Dim::Param(_) => return Err(Error::invalid("a parameter needs a name")),
            Dim::In(_) => Dim::In(self.n_in()),
            Dim::Set(_) | Dim::Out(_) => Dim::Out(self.n_out()),
        };
        self.insert_dims(at, &vec![None; count])
    }

    /// With `count` dimensions from `source` on moved before `target`. Dimensions that become
    /// parameters need names; name and nesting of the changed tuples are lost.
    ///
    /// ```
    /// # use presburger::{Dim, Space, Tuple};
    /// let space = Space::set(vec!["N".into()], Tuple::named("S", ["i", "j"]));
    /// let moved = space.move_dims(Dim::Param(1), Dim::Set(0), 1)?;
    /// assert_eq!(moved.to_string(), "[N, i] -> { [j] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn move_dims(&self, target: Dim, source: Dim, count: usize) -> Result<Space> {
        self.columns(source, count)?;
        if target.same_group(source) {
            return Err(Error::invalid("dimensions move to another tuple"));
        }
        let names: Result<Vec<Option<Name>>> = (0..count)
            .map(|i| self.dim_name(source.offset(i)))
            .collect();
        self.drop_dims(source, count)?.insert_dims(target, &names?)
    }

    /// With another name for the tuple that `dim` belongs to, or none.
    ///
    /// ```
    /// # use presburger::{Dim, Space, Tuple};
    /// let space = Space::set(vec![], Tuple::named("S", ["i"]));
    /// assert_eq!(space.set_tuple_name(Dim::Set(0), Some("T"))?.to_string(), "{ T[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_tuple_name(&self, dim: Dim, name: Option<&str>) -> Result<Space> {
        self.with_tuple_of(dim, |tuple: &Tuple| tuple.clone().with_name(name))
    }

    /// With another name for a dimension.
    ///
    /// ```
    /// # use presburger::{Dim, Space, Tuple};
    /// let space = Space::set(vec!["N".into()], Tuple::named("S", ["i"]));
    /// assert_eq!(space.set_dim_name(Dim::Set(0), "j")?.to_string(), "[N] -> { S[j] }");
    /// assert_eq!(space.set_dim_name(Dim::Param(0), "M")?.to_string(), "[M] -> { S[i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_dim_name(&self, dim: Dim, name: &str) -> Result<Space> {
        self.with_dim_name(dim, name)
    }
}
