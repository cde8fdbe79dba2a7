//! Passwords, recovery codes and tokens.

mod bcrypt;
mod codes;
mod jwt;
mod most_used;
mod puzzles;

pub use bcrypt::Bcrypt;
pub use codes::DrawnCodes;
pub use jwt::{Jwt, JwtSecret, JwtSecretError};
pub use most_used::MostUsed;
pub use puzzles::JwtPuzzles;
