//! What callers do at the leaves: expressions of their own for an instance, such as the elements
//! that it accesses (the end of section 5.10).

use crate::ast::{Expr, User};
use crate::build::Build;
use crate::error::Result;
use crate::expression::Position;
use crate::generate::Generator;
use presburger::{Map, MultiPwAff, PwAff, PwMultiAff};
use std::fmt;
use std::sync::Arc;

/// A place in the code where an instance is executed.
pub struct Leaf<'a> {
    /// The name of the statement; empty if it has none.
    pub name: &'a str,
    /// The coordinates of the instance.
    pub coordinates: &'a [Expr],
    /// The counters of the loops around the place, and what is known of them there.
    pub position: &'a Position,
    /// From the dimensions of the position to the instance.
    instance: PwMultiAff,
}

impl Leaf<'_> {
    /// An expression for a function of the instance, simplified for this place.
    pub fn value(&self, function: &PwAff) -> Result<Expr> {
        let here = function.pullback_pw_multi_aff(&self.instance)?;
        let here = here.gist(self.position.known())?.coalesce()?;
        self.position.pw_aff(&here)
    }

    /// The element that the instance accesses, `A[c0 + 1][c1]`, for a function from instances to
    /// the elements of an array.
    pub fn access(&self, element: &MultiPwAff) -> Result<Expr> {
        let array = element.space().tuple().and_then(|tuple| tuple.name());
        let mut parts = vec![Expr::Id(array.unwrap_or("").into())];
        for i in 0..element.size() {
            parts.push(self.value(&element.at(i)?)?);
        }
        Ok(Expr::Op(crate::ast::Op::Access, parts))
    }
}

type Arguments = dyn Fn(&Leaf<'_>) -> Result<Vec<Expr>> + Send + Sync;

/// The function of the caller, if there is one.
#[derive(Clone, Default)]
pub(crate) struct Hook(Option<Arc<Arguments>>);

impl fmt::Debug for Hook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Hook" } else { "None" })
    }
}

impl Hook {
    /// The statement with the arguments that the caller wants for it.
    pub fn arguments(
        &self,
        map: &Map,
        user: User,
        position: &Position,
        build: &Build,
    ) -> Result<User> {
        let Some(hook) = &self.0 else {
            return Ok(user);
        };
        let known = map.intersect_domain(&build.generated)?;
        let leaf = Leaf {
            name: &user.name,
            coordinates: &user.arguments,
            position,
            instance: known.as_pw_multi_aff()?,
        };
        let arguments = hook(&leaf)?;
        Ok(User { arguments, ..user })
    }
}

impl Generator {
    /// With arguments of the caller's choice in the calls of statements, instead of the coordinates
    /// of the instance.
    ///
    /// ```
    /// # use astgen::{Error, Generator};
    /// # use presburger::MultiPwAff;
    /// let read: MultiPwAff = "{ S[i, j] -> A[(i + 1), (j)] }".parse()?;
    /// let generator = Generator::new().arguments(move |leaf| Ok(vec![leaf.access(&read)?]));
    /// // Skewed: the outer loop counts `i + j`.
    /// let schedule = "[n] -> { S[i, j] -> [i + j, j] : 0 <= i, j < n }".parse()?;
    /// let ast = generator.from_map(&schedule)?;
    /// assert!(ast.to_string().contains("S(A[c0 - c1 + 1][c1]);"), "{ast}");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn arguments(
        mut self,
        hook: impl Fn(&Leaf<'_>) -> Result<Vec<Expr>> + Send + Sync + 'static,
    ) -> Generator {
        self.hook = Hook(Some(Arc::new(hook)));
        self
    }
}
