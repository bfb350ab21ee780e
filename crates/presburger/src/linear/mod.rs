//! Exact linear algebra: flat matrices, echelon forms, the rational simplex tableau.

pub(crate) mod double_description;
pub(crate) mod echelon;
pub(crate) mod matrix;
pub(crate) mod tableau;

pub(crate) use matrix::Matrix;
pub(crate) use tableau::Tableau;
