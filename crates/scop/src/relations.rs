//! The model as relations over all statements at once.

use crate::{Access, AccessId, Scop, StmtId};
use presburger::{Map, Result, Set, Space, Tuple, UnionMap, UnionSet};

impl Scop {
    /// The instances of all statements.
    pub fn domain(&self) -> Result<UnionSet> {
        UnionSet::from_sets(self.statements.iter().map(|s| s.domain.clone()))
    }

    /// From instances to the cells they read.
    pub fn reads(&self) -> Result<UnionMap> {
        self.relation(|access| !access.is_write())
    }

    /// From instances to the cells they write, for sure or perhaps.
    pub fn writes(&self) -> Result<UnionMap> {
        self.relation(Access::is_write)
    }

    /// From instances to the cells that they write for sure.
    pub fn must_writes(&self) -> Result<UnionMap> {
        self.relation(|access| access.is_write() && access.is_must())
    }

    /// From instances to the cells that they perhaps write: only the accesses that are marked so.
    pub fn may_writes(&self) -> Result<UnionMap> {
        self.relation(|access| access.is_write() && !access.is_must())
    }

    /// From instances to the cells of the accesses that are wanted.
    pub fn relation(&self, wanted: impl Fn(&Access) -> bool) -> Result<UnionMap> {
        let accesses = self.accesses().filter(|(_, _, access)| wanted(access));
        UnionMap::from_maps(accesses.map(|(_, _, access)| access.relation.clone()))
    }

    /// [`reads`](Scop::reads) with the access: `{ [S0[i] -> R0[]] -> A[i] }`.
    pub fn tagged_reads(&self) -> Result<UnionMap> {
        self.tagged_relation(|access| !access.is_write())
    }

    /// [`writes`](Scop::writes) with the access.
    pub fn tagged_writes(&self) -> Result<UnionMap> {
        self.tagged_relation(Access::is_write)
    }

    /// [`must_writes`](Scop::must_writes) with the access.
    pub fn tagged_must_writes(&self) -> Result<UnionMap> {
        self.tagged_relation(|access| access.is_write() && access.is_must())
    }

    /// [`may_writes`](Scop::may_writes) with the access.
    pub fn tagged_may_writes(&self) -> Result<UnionMap> {
        self.tagged_relation(|access| access.is_write() && !access.is_must())
    }

    /// From instances, each paired with the tag of the access, to the cells of the accesses that
    /// are wanted.
    pub fn tagged_relation(&self, wanted: impl Fn(&Access) -> bool) -> Result<UnionMap> {
        let mut maps = Vec::new();
        for (stmt, id, access) in self.accesses() {
            if wanted(access) {
                maps.push(self.tagged(stmt, id, access)?);
            }
        }
        UnionMap::from_maps(maps)
    }

    /// `{ [S0[i] -> R0[]] -> A[i] }`
    fn tagged(&self, stmt: StmtId, id: AccessId, access: &Access) -> Result<Map> {
        let tag = Tuple::anonymous(0).with_name(Some(&self.tag(stmt, id)));
        let tag = Set::universe(Space::set(Vec::new(), tag))?;
        let cells = Set::universe(access.relation.space().range()?)?;
        let any_cell = Map::from_domain_and_range(&tag, &cells)?;
        access.relation.domain_product(&any_cell)
    }

    /// The tuple name that stands for an access in tagged relations, unique in the scop: `R` or
    /// `W` and the number of the access, counted through all statements.
    pub fn tag(&self, stmt: StmtId, access: AccessId) -> String {
        let before = self.statements.iter().take(stmt.index());
        let number = before.map(|s| s.accesses.len()).sum::<usize>() + access.index();
        let statement = self.statements.get(stmt.index());
        let found = statement.and_then(|s| s.accesses.get(access.index()));
        match found.is_some_and(Access::is_write) {
            true => format!("W{number}"),
            false => format!("R{number}"),
        }
    }

    /// The access with this tag.
    pub fn find_tag(&self, tag: &str) -> Option<(StmtId, AccessId)> {
        let number: usize = tag.strip_prefix(['R', 'W'])?.parse().ok()?;
        let (stmt, id, _) = self.accesses().nth(number)?;
        (self.tag(stmt, id) == tag).then_some((stmt, id))
    }

    /// From instances to dates in the original order; see
    /// [`ScheduleTree::map`](crate::ScheduleTree::map).
    pub fn schedule_map(&self) -> Result<UnionMap> {
        self.schedule.map()
    }
}
