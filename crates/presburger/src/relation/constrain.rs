//! A relation with one more constraint on its coordinates.

use super::Relation;
use crate::dim::Dim;
use crate::error::Result;
use crate::number::{Big, Coeff};

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Lt,
    Le,
    Eq,
    Ge,
    Gt,
}

impl Relation {
    /// `{ x ∈ self : x_dim op value }`.
    pub(crate) fn compare_value(&self, dim: Dim, op: Order, value: &Big) -> Result<Relation> {
        let column = self.space.column(dim)?;
        let mut row = self.zero_row();
        row[0] = value.neg();
        row[1 + column] = Big::one();
        self.with_row(op, row)
    }

    /// `{ x ∈ self : x_left op x_right }`.
    pub(crate) fn compare_dims(&self, left: Dim, op: Order, right: Dim) -> Result<Relation> {
        let (a, b) = (self.space.column(left)?, self.space.column(right)?);
        let mut row = self.zero_row();
        row[1 + a] = Big::one();
        row[1 + b] = row[1 + b].sub(&Big::one())?;
        self.with_row(op, row)
    }

    /// `{ x ∈ self : x_left = -x_right }`.
    pub(crate) fn oppose_dims(&self, left: Dim, right: Dim) -> Result<Relation> {
        let (a, b) = (self.space.column(left)?, self.space.column(right)?);
        let mut row = self.zero_row();
        row[1 + a] = Big::one();
        row[1 + b] = row[1 + b].add(&Big::one())?;
        self.with_row(Order::Eq, row)
    }

    fn zero_row(&self) -> Vec<Big> {
        vec![Big::zero(); 1 + self.space.n_total()]
    }

    /// `self ∩ { x : [const | coefficients]·(1, x) op 0 }`.
    pub(crate) fn with_row(&self, op: Order, mut row: Vec<Big>) -> Result<Relation> {
        if matches!(op, Order::Lt | Order::Le) {
            crate::number::negate_row(&mut row);
        }
        if matches!(op, Order::Lt | Order::Gt) {
            row[0] = row[0].sub(&Big::one())?;
        }
        let constraint = match op {
            Order::Eq => Relation::from_rows(self.space.clone(), [row], [])?,
            _ => Relation::from_rows(self.space.clone(), [], [row])?,
        };
        self.intersect(&constraint)
    }
}
