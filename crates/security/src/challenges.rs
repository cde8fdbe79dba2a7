use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use kernel::{RepositoryError, Timestamp};
use limits::{Challenge, ChallengeIssuer};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{JwtSecret, hs256};

/// Challenges as JSON Web Tokens, with claims of their own: no challenge signs anybody in.
pub struct JwtChallenges {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

#[derive(Serialize, Deserialize)]
struct Claims {
    jti: String,
    bits: u32,
    /// In milliseconds. The caller compares it, with its own clock.
    until: i64,
}

impl JwtChallenges {
    #[must_use]
    pub fn new(secret: &JwtSecret) -> Self {
        hs256::install();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.required_spec_claims.clear();
        Self {
            encoding: EncodingKey::from_secret(secret.bytes()),
            decoding: DecodingKey::from_secret(secret.bytes()),
            validation,
        }
    }
}

impl ChallengeIssuer for JwtChallenges {
    fn issue(&self, bits: u32, expires_at: Timestamp) -> Result<String, RepositoryError> {
        let jti = format!("{:032x}", rand::random::<u128>());
        let claims = Claims { jti, bits, until: expires_at.unix_millis() };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| RepositoryError::Failed(error.into()))
    }

    fn read(&self, challenge: &str) -> Option<Challenge> {
        let decoded =
            jsonwebtoken::decode::<Claims>(challenge, &self.decoding, &self.validation).ok()?;
        let Claims { jti, bits, until } = decoded.claims;
        let id = u128::from_str_radix(&jti, 16).ok()?;
        Some(Challenge { id, bits, expires_at: Timestamp::from_unix_millis(until) })
    }

    fn zero_bits(&self, text: &str) -> u32 {
        let hash = Sha256::digest(text.as_bytes());
        let whole = hash.iter().take_while(|byte| **byte == 0).count();
        let rest = hash.get(whole).map_or(0, |byte| byte.leading_zeros());
        whole as u32 * 8 + rest
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kernel::{SessionId, UserId};
    use users::{Session, Tokens};

    use super::*;
    use crate::Jwt;

    const UNTIL: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

    fn secret(byte: u8) -> JwtSecret {
        JwtSecret::new(vec![byte; 32]).unwrap()
    }

    #[test]
    fn a_challenge_holds_what_it_was_issued_with() {
        let issuer = JwtChallenges::new(&secret(1));
        let (one, other) = (issuer.issue(12, UNTIL).unwrap(), issuer.issue(12, UNTIL).unwrap());
        let read = issuer.read(&one).unwrap();
        assert_eq!((read.bits, read.expires_at), (12, UNTIL));
        assert_ne!(read.id, issuer.read(&other).unwrap().id);
        assert_eq!(JwtChallenges::new(&secret(2)).read(&one), None);
        assert_eq!(issuer.read(&format!("{one}x")), None);
    }

    #[test]
    fn a_challenge_is_no_token_and_a_token_no_challenge() {
        let jwt = Jwt::new(&secret(1), Duration::from_hours(1));
        let issuer = JwtChallenges::new(&secret(1));
        assert_eq!(jwt.read(&issuer.issue(0, UNTIL).unwrap(), UNTIL), None);
        let token = jwt
            .issue(&Session {
                user: UserId(1),
                id: SessionId(2),
                version: 0,
                issued_at: UNTIL,
                api: None,
            })
            .unwrap();
        assert_eq!(issuer.read(&token), None);
    }

    #[test]
    fn leading_zero_bits_are_counted() {
        let issuer = JwtChallenges::new(&secret(1));
        // e3b0c442… and, of "22", 785f3ec7…
        assert_eq!(issuer.zero_bits(""), 0);
        assert_eq!(issuer.zero_bits("22"), 1);
    }
}
