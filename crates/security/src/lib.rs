//! Passwords, recovery codes, passkeys and tokens.

mod api_tokens;
mod bcrypt;
mod challenges;
mod common_passwords;
mod foreign_hashes;
mod hs256;
mod jwt;
mod link_tokens;
mod passkeys;
mod random_codes;
mod totp;
mod webhook_secrets;

pub use api_tokens::RandomApiTokens;
pub use bcrypt::Bcrypt;
pub use challenges::JwtChallenges;
pub use common_passwords::CommonPasswordList;
pub use foreign_hashes::is_usable_hash;
pub use jwt::{Jwt, JwtSecret, JwtSecretError};
pub use link_tokens::HmacLinkTokens;
pub use passkeys::{PasskeyOrigin, WebauthnCeremonies};
pub use random_codes::{RandomRecoveryCodes, RandomTickets};
pub use totp::Rfc6238;
pub use webhook_secrets::HmacWebhookSecrets;
