//! Bands: a few loops at once, with what is known and wanted of each.

use crate::ids::MemberId;
use presburger::{Dim, MultiUnionPwAff, UnionMap, UnionSet};

/// A partial schedule: each instance gets a tuple, tuples are executed in lexicographic order.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// From instances to dates, one function for each member.
    pub schedule: MultiUnionPwAff,
    /// Whether the members can be interchanged freely.
    pub permutable: bool,
    /// What is known and wanted of each member; as many as `schedule` has functions.
    pub members: Vec<Member>,
    /// Options for the generation of loops in isl's notation,
    /// `{ separate[0]; isolate[[] -> [x]] : x < 10 }`.
    pub options: Option<UnionSet>,
}

/// One loop of a band.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Member {
    /// The name of its counter.
    pub iterator: Option<String>,
    /// The label in front of the source loop, by which scripts speak of it.
    pub label: Option<String>,
    /// Its number in a tree that was [numbered](super::ScheduleTree::numbered).
    pub id: Option<MemberId>,
    /// Known: its iterations do not depend on each other within one iteration of the outer loops.
    pub coincident: bool,
    /// Wanted: run the iterations in parallel.
    pub parallel: bool,
    /// Wanted: run the iterations in vector lanes.
    pub vector: bool,
    /// Wanted: repeat the body.
    pub unroll: Option<Unroll>,
    /// Wanted: code of its own for what is inside where no boundary cuts it, without conditions in
    /// innermost loops.
    pub separate: bool,
    /// Declared: what a parallel or vector loop accumulates into, by the arrays' tuple names. Its
    /// iterations may then add to the same cells; how partial results are combined is up to the
    /// later stages.
    pub reductions: Vec<String>,
    /// Declared: what each iteration can have for itself, by the arrays' tuple names.
    pub private: Vec<String>,
}

/// How far a loop is unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unroll {
    /// No loop remains.
    Full,
    /// So many copies of the body.
    By(u32),
}

/// How the loop of a member is generated; most are isl's options of the same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LoopType {
    /// As the generator likes.
    #[default]
    Default,
    /// Each statement once per loop.
    Atomic,
    /// The same loops for all statements, so that what one iteration does stays together; not an option
    /// of isl.
    Whole,
    /// Different loops for different sets of statements, without conditions.
    Separate,
    /// No loop: a copy for each iteration.
    Unroll,
}

impl Band {
    /// A band without any attributes.
    ///
    /// ```
    /// # use scop::schedule::Band;
    /// let band = Band::new("[{ S[i, j] -> [i + j] }, { S[i, j] -> [j] }]".parse()?);
    /// assert_eq!(band.members.len(), 2);
    /// assert!(!band.permutable);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new(schedule: MultiUnionPwAff) -> Band {
        Band {
            members: vec![Member::default(); schedule.size()],
            schedule,
            permutable: false,
            options: None,
        }
    }

    /// The band of one loop over `schedule`.
    pub fn of_loop(schedule: MultiUnionPwAff, iterator: &str, label: Option<&str>) -> Band {
        let mut band = Band::new(schedule);
        for member in &mut band.members {
            member.iterator = Some(iterator.into());
            member.label = label.map(String::from);
        }
        band
    }

    /// The number of members.
    pub fn size(&self) -> usize {
        self.schedule.size()
    }

    /// From instances to dates, as a relation into an anonymous tuple.
    pub fn dates(&self) -> presburger::Result<UnionMap> {
        let anonymous = presburger::Tuple::anonymous(self.size());
        self.schedule.set_range_tuple(anonymous)?.as_union_map()
    }

    /// What the options say about a member.
    ///
    /// ```
    /// # use scop::schedule::{Band, LoopType};
    /// let mut band = Band::new("[{ S[i, j] -> [i] }, { S[i, j] -> [j] }]".parse()?);
    /// band.options = Some("{ separate[x] : x >= 1 }".parse()?);
    /// assert_eq!(band.loop_type(0)?, LoopType::Default);
    /// assert_eq!(band.loop_type(1)?, LoopType::Separate);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn loop_type(&self, member: usize) -> presburger::Result<LoopType> {
        let options = self.options.iter().flat_map(UnionSet::sets);
        for option in options.filter(|option| option.n_dim() == 1) {
            let kind = match option.tuple_name() {
                Some("atomic") => LoopType::Atomic,
                Some("whole") => LoopType::Whole,
                Some("separate") => LoopType::Separate,
                Some("unroll") => LoopType::Unroll,
                _ => continue,
            };
            if !option.fix(Dim::Set(0), member as i64)?.is_empty()? {
                return Ok(kind);
            }
        }
        Ok(LoopType::Default)
    }
}
