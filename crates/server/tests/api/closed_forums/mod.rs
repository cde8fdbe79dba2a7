//! Forums that not everybody may read.

mod members;
