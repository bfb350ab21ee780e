//! Writes that may not happen, as writes that are sure to.
//!
//! What `if (c[i] > 0) t = c[i];` leaves in `t` is a value that depends on `c[i]` and on what `t` held
//! before: as if it read `t` and wrote the new value or the old one again. Said like that there is
//! a last write to every cell that is read, and whether storage keeps values can be judged one
//! write and one read at a time.

use crate::{Access, AccessId, AccessKind, ArrayId, Certainty, Scop, StmtId};

/// A program in which all writes to an array that is accessed in known cells are sure to happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Certain {
    /// The program. Before each write that may not happen in the original one there is a read.
    pub scop: Scop,
    /// For the accesses of each statement those of the original program.
    originals: Vec<Vec<AccessId>>,
}

impl Certain {
    /// The program for an array.
    ///
    /// ```
    /// # use scop::{Access, Array, ArrayId, Certain, Certainty, Scop, ScheduleTree, Statement, StmtId};
    /// let t = ArrayId::new(0);
    /// let mut write = Access::write(t, "{ S[i] -> t[] : 0 <= i < 9 }".parse()?);
    /// write.certainty = Certainty::May;
    /// # let mut statement = Statement::new("{ S[i] : 0 <= i < 9 }".parse()?);
    /// # statement.accesses = vec![write];
    /// # let scop = Scop {
    /// #     name: "f".into(),
    /// #     parameters: Vec::new(),
    /// #     context: "{ : }".parse()?,
    /// #     arrays: vec![Array::new("t", 0)],
    /// #     schedule: ScheduleTree::from_map(&"{ S[i] -> [i] : 0 <= i < 9 }".parse()?)?,
    /// #     statements: vec![statement],
    /// #     span: None,
    /// # };
    /// let certain = Certain::new(&scop, t);
    /// let [read, write] = &certain.scop.statements[0].accesses[..] else { panic!() };
    /// assert!(!read.is_write() && write.is_write() && write.is_must());
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new(scop: &Scop, array: ArrayId) -> Certain {
        Certain::of(scop, &[array])
    }

    /// The program for several arrays.
    pub fn of(scop: &Scop, arrays: &[ArrayId]) -> Certain {
        let mut scop = scop.clone();
        let mut originals = Vec::with_capacity(scop.statements.len());
        for statement in &mut scop.statements {
            let mut accesses = Vec::with_capacity(statement.accesses.len());
            let mut own = Vec::with_capacity(statement.accesses.len());
            for (at, mut access) in statement.accesses.drain(..).enumerate() {
                let id = AccessId::new(at);
                if arrays.contains(&access.array) && may_not_happen(&access) {
                    accesses.push(Access {
                        kind: AccessKind::Read,
                        ..access.clone()
                    });
                    own.push(id);
                    access.certainty = Certainty::Must;
                }
                accesses.push(access);
                own.push(id);
            }
            statement.accesses = accesses;
            originals.push(own);
        }
        Certain { scop, originals }
    }

    /// The access of the original program that one of this program stands for.
    pub fn original(&self, statement: StmtId, access: AccessId) -> AccessId {
        let own = self.originals.get(statement.index());
        let known = own.and_then(|own| own.get(access.index()));
        known.copied().unwrap_or(access)
    }
}

fn may_not_happen(access: &Access) -> bool {
    access.is_write() && !access.is_must()
}
