//! Parts of SQL statements that diesel lacks.

pub(crate) mod keyset;
pub(crate) mod literal_limit;
pub(crate) mod padded_in;
pub(crate) mod prepared;
