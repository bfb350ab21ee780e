//! The polyhedron behind a conjunction: its matrices, vertices and unbounded directions.

use super::BasicSet;
use crate::conj::Conj;
use crate::error::{Error, Result, Stop, exact};
use crate::linear::{Matrix, double_description};
use crate::number::{Big, Coeff};
use crate::relation::{Relation, Width};
use crate::value::Value;

/// Rows `[constant | parameters | dimensions | existentials]`, as integers.
pub type Rows = Vec<Vec<Value>>;

impl BasicSet {
    /// The coefficients of the equalities, one row `[constant | parameters | dimensions |
    /// existentials]` for each expression that is zero.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let set: BasicSet = "[N] -> { [i, j] : i = 2j + N + 3 }".parse()?;
    /// let rows = set.equality_rows()?;
    /// assert_eq!(rows.len(), 1);
    /// assert_eq!(&rows[0][0] * &rows[0][2], -3);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn equality_rows(&self) -> Result<Rows> {
        self.rows(true)
    }

    /// The coefficients of the inequalities, one row for each expression that is not negative.
    ///
    /// ```
    /// # use presburger::{BasicSet, Value};
    /// let set: BasicSet = "[N] -> { [i] : i < N }".parse()?;
    /// assert_eq!(set.inequality_rows()?, [[-1, 1, -1].map(Value::from)]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn inequality_rows(&self) -> Result<Rows> {
        self.rows(false)
    }

    fn rows(&self, equalities: bool) -> Result<Rows> {
        let conj = self.wide()?;
        let matrix = if equalities { &conj.eq } else { &conj.ineq };
        let value = |entry: &Big| Value::integer(entry.clone());
        Ok(matrix
            .iter()
            .map(|row| row.iter().map(value).collect())
            .collect())
    }

    fn wide(&self) -> Result<Conj<Big>> {
        let conjs = <Big as Width>::load(&self.0.parts)?;
        let nothing = || {
            let mut conj = Conj::universe(self.0.space.n_total());
            let row = conj.ineq.push_zero();
            row[0] = Big::from(-1);
            conj
        };
        Ok(match conjs.first() {
            Some(conj) if !conj.is_marked_empty() => conj.clone(),
            _ => nothing(),
        })
    }

    /// The directions in which the polyhedron is unbounded: all `d` such that `x + d` satisfies the
    /// constraints, as rational ones, whenever `x` does, for fixed parameters. Fails if there are
    /// existentials.
    ///
    /// ```
    /// # use presburger::BasicSet;
    /// let set: BasicSet = "[N] -> { [i, j] : 3 <= i <= N and 2j >= i }".parse()?;
    /// let cone: BasicSet = "[N] -> { [i, j] : i = 0 and j >= 0 }".parse()?;
    /// assert!(set.recession_cone()?.is_equal(&cone)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn recession_cone(&self) -> Result<BasicSet> {
        self.expect_no_existentials()?;
        let n_fixed = 1 + self.0.space.n_param();
        let parts = exact!(T => {
            let mut out = Vec::new();
            for conj in <T as Width>::load(&self.0.parts)?.iter() {
                let mut cone = conj.clone();
                for matrix in [&mut cone.eq, &mut cone.ineq] {
                    for i in 0..matrix.rows() {
                        matrix.row_mut(i)[..n_fixed].fill(T::zero());
                    }
                }
                cone.simplify()?;
                out.push(cone);
            }
            Ok::<_, Stop>(<T as Width>::store(out))
        })?;
        Ok(BasicSet::from_relation(Relation {
            space: self.0.space.clone(),
            parts,
        }))
    }

    /// The vertices of the polyhedron, which may be fractions, in lexicographic order; parameters
    /// are coordinates like any other and come first. There are none if it contains a line. Fails if
    /// there are existentials.
    ///
    /// ```
    /// # use presburger::{BasicSet, Value};
    /// let set: BasicSet = "{ [i, j] : i >= 0 and j >= 0 and 2i + 3j <= 6 }".parse()?;
    /// let expected = [[0, 0], [0, 2], [3, 0]].map(|v| v.map(Value::from).to_vec());
    /// assert_eq!(set.vertices()?, expected);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn vertices(&self) -> Result<Vec<Vec<Value>>> {
        self.expect_no_existentials()?;
        let conj = self.wide()?;
        // The cone over the polyhedron: the constant is one more coordinate, not negative.
        let n = conj.cols();
        let mut ineq: Matrix<Big> = conj.ineq.clone();
        let row = ineq.push_zero();
        row[0] = Big::one();
        debug_assert_eq!(row.len(), n);
        let generators = double_description::generators(&conj.eq, &ineq)?;
        if generators.lines.rows() > 0 {
            return Ok(Vec::new());
        }
        let mut vertices: Vec<Vec<Value>> = generators
            .rays
            .iter()
            .filter(|ray| ray[0].is_pos())
            .map(|ray| {
                let coordinates = ray[1..].iter();
                coordinates
                    .map(|x| Value::ratio(x.clone(), ray[0].clone()))
                    .collect()
            })
            .collect();
        vertices.sort_by(|a, b| a.partial_cmp(b).expect("vertices are numbers"));
        Ok(vertices)
    }

    fn expect_no_existentials(&self) -> Result<()> {
        match self.wide()?.n_local() {
            0 => Ok(()),
            _ => Err(Error::invalid("the set has existentials or floors")),
        }
    }
}
