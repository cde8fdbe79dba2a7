//! Forums that not everybody may read.

mod matrix;
mod members;
mod reads;
mod world;
mod writes;
