//! Decisions that need integrality: sampling, enumeration, parametric integer programming.

pub(crate) mod enumerate;
pub(crate) mod reduce;
pub(crate) mod sample;
