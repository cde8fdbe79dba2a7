//! Parts of SQL statements that diesel lacks.

mod cached;
pub mod keyset;
mod lines;
mod literal_limit;
mod padded_in;
pub mod prepared;

pub use self::{
    cached::{cached, execute_cached},
    lines::{each_line, lines, lines_of},
    literal_limit::{literal_limit, round_up_limit},
    padded_in::padded_in,
};
