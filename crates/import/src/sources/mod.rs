//! The systems that communities come from, a module for each.

mod fields;
mod folder;
mod keyset;
pub mod lemmy;
pub mod nodebb;
