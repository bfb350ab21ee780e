//! Decisions that need integrality: sampling, enumeration, parametric integer programming.

pub(crate) mod compress;
pub(crate) mod context;
pub(crate) mod enumerate;
pub(crate) mod pip;
pub(crate) mod reduce;
pub(crate) mod sample;
