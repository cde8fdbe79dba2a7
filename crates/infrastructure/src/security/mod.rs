//! Passwords and tokens.

mod bcrypt;
mod jwt;

pub use bcrypt::Bcrypt;
pub use jwt::{Jwt, JwtSecret, JwtSecretError};
