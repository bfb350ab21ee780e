//! Statement instances (the end of section 5.1).

use crate::ast::{Node, User};
use crate::build::{After, Build};
use crate::error::{Error, Result};
use crate::generate::Generator;
use crate::graft::Graft;
use crate::options::Options;
use presburger::Map;

impl Generator {
    /// Code for what is executed at one date, in any order.
    pub(crate) fn leaf(&self, executed: Vec<Map>, build: &Build) -> Result<Vec<Graft>> {
        let mut grafts = Vec::new();
        for map in executed {
            match map.is_single_valued()? {
                true => grafts.push(self.instance(map, build)?),
                false => grafts.extend(self.instances(map, build)?),
            }
        }
        Ok(grafts)
    }

    /// The one instance of a statement.
    fn instance(&self, map: Map, build: &Build) -> Result<Graft> {
        let guard = map.domain()?.intersect(&build.pending)?;
        let guard = guard.compute_divs()?.coalesce()?.gist(&build.generated)?;
        let known = guard.intersect(&build.generated)?;
        let function = map.as_pw_multi_aff()?.gist(&known)?.coalesce()?;
        let place = build.position(&guard)?;
        let mut arguments = Vec::with_capacity(function.size());
        for i in 0..function.size() {
            arguments.push(place.pw_aff(&function.at(i)?)?);
        }
        let name = map.range_tuple_name().unwrap_or("").to_string();
        let node = Node::User(User { name, arguments });
        Ok(Graft { node, guard })
    }

    /// Several instances of a statement: they are scanned by their coordinates.
    fn instances(&self, map: Map, build: &Build) -> Result<Vec<Graft>> {
        let range = map.range()?;
        let count = range.n_dim();
        if count == 0 {
            return Err(Error::Invalid(format!("{map} has several values of none")));
        }
        let mut inner = build.extended(count)?;
        inner.options = Options::None;
        inner.after = After::Leaf;
        let coordinates = range
            .identity()?
            .set_range_tuple_name(None)?
            .flatten_range()?;
        let dated = map.reverse()?.flat_range_product(&coordinates)?;
        let executed = dated.reverse()?;
        let grafts = self.next(vec![executed], &inner)?;
        grafts
            .into_iter()
            .map(|graft| graft.shortened(build.n))
            .collect()
    }
}
