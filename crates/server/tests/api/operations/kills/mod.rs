//! Kills during writes: acknowledged writes are never lost.

mod load;
mod postgres;
mod rolling;
mod sqlite;
