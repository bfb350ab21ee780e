//! What is to be moved: pieces of statements with their vectors `(p0, j1, p1, …, jd, pd)`.

use dependence::Dependence;
use presburger::{Aff, Map, MultiPwAff, PwAff, Result, Tuple, Value};
use scop::schedule::Vector;
use scop::{Scop, StmtId};

/// Instances of a statement with the same positions, and who moves them.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The statement.
    pub statement: StmtId,
    /// The instances and their dates.
    pub vector: Vector,
    /// Pieces of one unit move together; `None` for what stays where it is.
    pub unit: Option<usize>,
}

impl Piece {
    /// The number of entries of the vector: positions at 0, 2, …, dates of loops between them.
    ///
    /// ```
    /// # use correction::Piece;
    /// # use scop::schedule::TwoDPlusOne;
    /// let vectors = TwoDPlusOne::from_map(&"{ S[i] -> [0, i, 1] : 0 <= i < 4 }".parse()?)?;
    /// let piece = Piece { statement: scop::StmtId::new(0), vector: vectors.vectors[0].clone(), unit: None };
    /// assert_eq!(piece.len(), 3);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        2 * self.vector.dates.len() + 1
    }

    /// Never: there is one position at least.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// An entry of the vector as a function of the instance; 0 behind its end.
    pub(crate) fn entry(&self, k: usize) -> Result<PwAff> {
        let space = self.vector.domain.space();
        let constant = |value: i64| -> Result<PwAff> {
            let value = Aff::val_on_domain(space, &Value::from(value))?;
            Ok(PwAff::from_aff(&value))
        };
        match k % 2 {
            0 => constant(self.position(k)),
            _ => match self.vector.dates.get(k / 2) {
                Some(date) => Ok(date.clone()),
                None => constant(0),
            },
        }
    }

    /// The position at an even entry; 0 behind the end.
    pub(crate) fn position(&self, k: usize) -> i64 {
        self.vector.positions.get(k / 2).copied().unwrap_or(0)
    }

    /// From instances to the first entries of their vectors.
    pub(crate) fn dates(&self, entries: &[PwAff]) -> Result<Map> {
        let tuple = Tuple::anonymous(entries.len());
        let all = MultiPwAff::from_pw_aff_list(&self.vector.domain, tuple, entries)?;
        all.as_map()?.intersect_domain(&self.vector.domain)
    }
}

/// The pairs of a dependence that are of two pieces, for possible values of the parameters; `None` if the
/// dependence is between other statements.
pub(crate) fn pairs_of(
    scop: &Scop,
    dependence: &Dependence,
    source: &Piece,
    sink: &Piece,
) -> Result<Option<Map>> {
    if (source.statement, sink.statement) != (dependence.source.0, dependence.sink.0) {
        return Ok(None);
    }
    let pairs = &dependence.relation;
    let pairs = pairs.intersect_domain(&source.vector.domain)?;
    let pairs = pairs.intersect_range(&sink.vector.domain)?;
    pairs.intersect_params(&scop.context).map(Some)
}

/// Which entry of a vector: `p` of a position, `j` of a loop, with its number; positions from 0,
/// loops from 1.
///
/// ```
/// assert_eq!(correction::entry_name(0), "p0");
/// assert_eq!(correction::entry_name(3), "j2");
/// ```
pub fn entry_name(k: usize) -> String {
    match k % 2 {
        0 => format!("p{}", k / 2),
        _ => format!("j{}", k / 2 + 1),
    }
}
