//! Passwords and tokens.

mod bcrypt;
mod jwt;
mod puzzles;

pub use bcrypt::Bcrypt;
pub use jwt::{Jwt, JwtSecret, JwtSecretError};
pub use puzzles::JwtPuzzles;
