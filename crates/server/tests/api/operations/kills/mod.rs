//! Kills without warning, in the midst of writing: nothing is lost that was acknowledged.

mod load;
mod postgres;
mod rolling;
mod sqlite;
