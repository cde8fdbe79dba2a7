//! Passwords, recovery codes and tokens.

mod bcrypt;
mod challenges;
mod codes;
mod jwt;
mod most_used;

pub use bcrypt::Bcrypt;
pub use challenges::JwtChallenges;
pub use codes::DrawnCodes;
pub use jwt::{Jwt, JwtSecret, JwtSecretError};
pub use most_used::MostUsed;
