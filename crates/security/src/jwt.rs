use std::time::Duration;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{
    Algorithm, DecodingKey, EncodingKey, Header, crypto, dangerous::insecure_decode_claims,
};
use kernel::{RepositoryError, SessionId, Timestamp, UserId};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sha2::Sha256;
use users::{AppealPass, Session, Tokens, session_of_early_tokens};

use super::hs256;

/// Our tokens have about 200 bytes; longer ones are rejected unread.
const LONGEST: usize = 1_024;
/// The maximum clock skew of the server that issued a token.
const MAX_CLOCK_SKEW: Duration = Duration::from_mins(1);

/// Tokens as JSON Web Tokens (RFC 7519), signed with HS256.
pub struct Jwt {
    encoding: EncodingKey,
    decoding: DecodingKey,
    ttl: Duration,
}

/// The claims of a token.
struct Signed {
    session: Session,
    expires_at: Timestamp,
}

/// The secret that signs tokens: at least 32 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct JwtSecret(Vec<u8>);

/// The secret is too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must have at least 32 bytes")]
pub struct JwtSecretError;

impl JwtSecret {
    /// # Errors
    /// [`JwtSecretError`] under 32 bytes: less than the hash is wide (RFC 7518, section 3.2).
    pub fn new(bytes: Vec<u8>) -> Result<Self, JwtSecretError> {
        if bytes.len() < 32 { Err(JwtSecretError) } else { Ok(Self(bytes)) }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns a secret for another purpose, which says nothing of this one.
    #[must_use]
    pub fn derived(&self, purpose: &str) -> [u8; 32] {
        // Takes keys of any length.
        Hmac::<Sha256>::new_from_slice(&self.0)
            .map(|hmac| hmac.chain_update(purpose).finalize().into_bytes().into())
            .unwrap_or_default()
    }
}

/// Hides the secret from logs.
impl std::fmt::Debug for JwtSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JwtSecret(…)")
    }
}

#[derive(Serialize, Deserialize)]
struct Claims {
    sub: String,
    /// Seconds since 1970, as in RFC 7519.
    iat: i64,
    exp: i64,
    jti: String,
    /// The [`Session::version`].
    ver: i32,
    /// The [`Session::id`], which tokens did not name at first.
    sid: Option<i64>,
}

/// What we read of the header (RFC 7515, section 4).
#[derive(Deserialize)]
struct JoseHeader {
    alg: Algorithm,
}

/// What a token for an appeal says. The lack of the other claims keeps it from being a session, its audience keeps
/// sessions from being appeals.
#[derive(Serialize, Deserialize)]
struct AppealClaims {
    aud: String,
    sub: String,
    iat: i64,
    exp: i64,
}

const APPEAL: &str = "appeal";

impl Jwt {
    /// Tokens are valid for `ttl`.
    #[must_use]
    pub fn new(secret: &JwtSecret, ttl: Duration) -> Self {
        hs256::install();
        Self {
            encoding: EncodingKey::from_secret(&secret.0),
            decoding: DecodingKey::from_secret(&secret.0),
            ttl,
        }
    }
}

impl Tokens for Jwt {
    fn issue(&self, session: &Session) -> Result<String, RepositoryError> {
        let issued_at = session.issued_at;
        let claims = Claims {
            sub: session.user.to_string(),
            iat: seconds(issued_at),
            exp: seconds(issued_at.after(self.ttl)),
            jti: format!("{:032x}", rand::random::<u128>()),
            ver: session.version,
            sid: Some(session.id.0),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| RepositoryError::Failed(error.into()))
    }

    fn lifetime(&self) -> Duration {
        self.ttl
    }

    fn read(&self, token: &str, now: Timestamp) -> Option<Session> {
        let Signed { session, expires_at } = self.signed(token)?;
        if now >= expires_at || session.issued_at > now.after(MAX_CLOCK_SKEW) {
            return None;
        }
        Some(session)
    }

    fn issue_appeal(&self, pass: &AppealPass) -> Result<String, RepositoryError> {
        let claims = AppealClaims {
            aud: APPEAL.to_owned(),
            sub: pass.user.to_string(),
            iat: seconds(pass.issued_at),
            exp: seconds(pass.issued_at.after(AppealPass::LIFETIME)),
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding)
            .map_err(|error| RepositoryError::Failed(error.into()))
    }

    fn read_appeal(&self, token: &str, now: Timestamp) -> Option<AppealPass> {
        let claims: AppealClaims = self.claims(token)?;
        let (issued_at, expires_at) = (time(claims.iat)?, time(claims.exp)?);
        let is_valid = claims.aud == APPEAL && now < expires_at;
        if !is_valid || issued_at > now.after(MAX_CLOCK_SKEW) {
            return None;
        }
        Some(AppealPass { user: UserId(claims.sub.parse().ok()?), issued_at })
    }

    fn expiry(&self, token: &str) -> Option<Timestamp> {
        Some(self.signed(token)?.expires_at)
    }
}

impl Jwt {
    /// Reads the claims of a token signed here, expired or not. `jsonwebtoken::decode` takes twice as long: it reads all
    /// that a header can hold, and the claims a second time to validate them.
    fn claims<C: DeserializeOwned>(&self, token: &str) -> Option<C> {
        if token.len() > LONGEST {
            return None;
        }
        let (message, signature) = token.rsplit_once('.')?;
        let (header, _) = message.split_once('.')?;
        let JoseHeader { alg } =
            serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(header).ok()?).ok()?;
        let is_signed = alg == Algorithm::HS256
            && crypto::verify(signature, message.as_bytes(), &self.decoding, alg).ok()?;
        if is_signed { insecure_decode_claims(token).ok() } else { None }
    }

    fn signed(&self, token: &str) -> Option<Signed> {
        let claims: Claims = self.claims(token)?;
        let (issued_at, expires_at) = (time(claims.iat)?, time(claims.exp)?);
        let user = UserId(claims.sub.parse().ok()?);
        let id = claims.sid.map_or_else(|| session_of_early_tokens(user), SessionId);
        let session = Session { user, id, version: claims.ver, issued_at, api: None };
        Some(Signed { session, expires_at })
    }
}

/// Returns a time as tokens have it.
fn seconds(time: Timestamp) -> i64 {
    time.unix_millis().div_euclid(1_000)
}

fn time(seconds: i64) -> Option<Timestamp> {
    seconds.checked_mul(1_000).map(Timestamp::from_unix_millis)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);
    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);
    /// [`NOW`], as tokens have it.
    const ISSUED_AT: Timestamp = Timestamp::from_unix_millis(1_795_172_280_000);
    const SESSION: Session =
        Session { user: UserId(42), id: SessionId(9), version: 7, issued_at: ISSUED_AT, api: None };

    fn jwt(secret: u8) -> Jwt {
        Jwt::new(&JwtSecret::new(vec![secret; 32]).unwrap(), HOUR)
    }

    fn token() -> String {
        jwt(1).issue(&SESSION).unwrap()
    }

    #[test]
    fn a_token_round_trips_its_session() {
        assert_eq!(jwt(1).read(&token(), NOW), Some(SESSION));
    }

    #[test]
    fn each_purpose_has_a_secret_of_its_own() {
        let of = |secret, purpose| JwtSecret::new(vec![secret; 32]).unwrap().derived(purpose);
        assert_eq!(of(1, "push"), of(1, "push"));
        assert_ne!(of(1, "push"), of(2, "push"));
        assert_ne!(of(1, "push"), of(1, "mail"));
    }

    #[test]
    fn tokens_from_before_sessions_share_one() {
        let claims = Claims {
            sub: SESSION.user.to_string(),
            iat: seconds(ISSUED_AT),
            exp: seconds(NOW.after(HOUR)),
            jti: "x".to_owned(),
            ver: SESSION.version,
            sid: None,
        };
        let jwt = jwt(1);
        let token = jsonwebtoken::encode(&Header::default(), &claims, &jwt.encoding).unwrap();
        let id = session_of_early_tokens(SESSION.user);
        assert_eq!(jwt.read(&token, NOW), Some(Session { id, ..SESSION }));
        assert_eq!(id, SessionId(42));
    }

    #[test]
    fn a_token_expires() {
        assert!(jwt(1).read(&token(), NOW.after(Duration::from_mins(59))).is_some());
        assert_eq!(jwt(1).read(&token(), NOW.after(HOUR)), None);
        let expiry = jwt(1).expiry(&token()).unwrap();
        assert_eq!(jwt(1).read(&token(), expiry), None);
        assert!(jwt(1).read(&token(), expiry.before(Duration::from_millis(1))).is_some());
        assert_eq!(jwt(2).expiry(&token()), None);
    }

    #[test]
    fn a_token_from_the_future_needs_a_small_clock_skew() {
        assert_eq!(jwt(1).read(&token(), NOW.before(Duration::from_secs(59))), Some(SESSION));
        assert_eq!(jwt(1).read(&token(), NOW.before(Duration::from_secs(62))), None);
    }

    #[test]
    fn an_overlong_token_is_rejected() {
        let claims = Claims {
            sub: SESSION.user.to_string(),
            iat: 0,
            exp: i64::MAX / 1_000,
            jti: "x".repeat(1_024),
            ver: SESSION.version,
            sid: Some(SESSION.id.0),
        };
        let jwt = jwt(1);
        let header = Header::new(Algorithm::HS256);
        let long = jsonwebtoken::encode(&header, &claims, &jwt.encoding).unwrap();
        assert_eq!(jwt.read(&long, NOW), None);
    }

    #[test]
    fn a_token_signed_with_another_secret_is_rejected() {
        assert_eq!(jwt(2).read(&token(), NOW), None);
    }

    #[test]
    fn a_token_with_another_algorithm_is_rejected() {
        let token = token();
        let (_, rest) = token.split_once('.').unwrap();
        let (claims, _) = rest.split_once('.').unwrap();
        // {"alg":"none"} and {"alg":"HS512"}
        for header in ["eyJhbGciOiJub25lIn0", "eyJhbGciOiJIUzUxMiJ9"] {
            assert_eq!(jwt(1).read(&format!("{header}.{rest}"), NOW), None);
            assert_eq!(jwt(1).read(&format!("{header}.{claims}."), NOW), None);
            let message = format!("{header}.{claims}");
            let key = &jwt(1).encoding;
            let signature = crypto::sign(message.as_bytes(), key, Algorithm::HS256).unwrap();
            assert_eq!(jwt(1).read(&format!("{message}.{signature}"), NOW), None);
        }
    }

    #[test]
    fn a_malformed_token_is_rejected() {
        for token in ["", ".", "..", "a.b.c", "null", "🌱"] {
            assert_eq!(jwt(1).read(token, NOW), None);
        }
        let token = token();
        assert_eq!(jwt(1).read(&token[..token.len() - 1], NOW), None);
    }

    #[test]
    fn a_token_for_an_appeal_is_valid_for_half_an_hour() {
        let pass = AppealPass { user: UserId(42), issued_at: ISSUED_AT };
        let token = jwt(1).issue_appeal(&pass).unwrap();
        let end = ISSUED_AT.after(Duration::from_mins(30));
        for now in [ISSUED_AT, NOW, end.before(Duration::from_millis(1))] {
            assert_eq!(jwt(1).read_appeal(&token, now), Some(pass));
        }
        assert_eq!(jwt(1).read_appeal(&token, end), None);
        assert_eq!(jwt(1).read_appeal(&token, ISSUED_AT.before(Duration::from_mins(2))), None);
        assert_eq!(jwt(2).read_appeal(&token, NOW), None);
        for other in ["", "a.b.c", &token[1..], &token[..token.len() - 1]] {
            assert_eq!(jwt(1).read_appeal(other, NOW), None);
        }
    }

    #[test]
    fn a_token_for_an_appeal_is_no_session_and_a_session_no_appeal() {
        let pass = AppealPass { user: UserId(42), issued_at: ISSUED_AT };
        let appeal = jwt(1).issue_appeal(&pass).unwrap();
        assert_eq!((jwt(1).read(&appeal, NOW), jwt(1).expiry(&appeal)), (None, None));
        assert_eq!(jwt(1).read_appeal(&token(), NOW), None);
    }

    #[test]
    fn a_token_for_an_appeal_names_its_audience() {
        let jwt = jwt(1);
        for (aud, is_read) in [(APPEAL, true), ("other", false)] {
            let claims = AppealClaims {
                aud: aud.to_owned(),
                sub: SESSION.user.to_string(),
                iat: seconds(ISSUED_AT),
                exp: seconds(NOW.after(HOUR)),
            };
            let token = jsonwebtoken::encode(&Header::default(), &claims, &jwt.encoding).unwrap();
            assert_eq!(jwt.read_appeal(&token, NOW).is_some(), is_read);
        }
    }

    #[test]
    fn tokens_differ() {
        assert_ne!(token(), token());
    }

    #[test]
    fn a_secret_has_at_least_32_bytes() {
        assert_eq!(JwtSecret::new(vec![0; 31]), Err(JwtSecretError));
    }

    proptest! {
        #[test]
        fn any_session_round_trips(user in any::<i64>(), id in any::<i64>(), version in any::<i32>()) {
            let (user, id) = (UserId(user), SessionId(id));
            let session = Session { user, id, version, issued_at: ISSUED_AT, api: None };
            let token = jwt(1).issue(&session).unwrap();
            prop_assert_eq!(jwt(1).read(&token, NOW), Some(session));
        }

        #[test]
        fn a_token_with_one_byte_changed_is_rejected(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
            let mut bytes = token().into_bytes();
            let at = at.index(bytes.len());
            prop_assume!(bytes[at] != byte);
            bytes[at] = byte;
            prop_assert_eq!(jwt(1).read(&String::from_utf8_lossy(&bytes), NOW), None);
        }

        #[test]
        fn arbitrary_text_is_rejected_as_a_token(raw in any::<String>(), parts in vec("[A-Za-z0-9_=-]{0,80}", 0..5)) {
            prop_assert_eq!(jwt(1).read(&raw, NOW), None);
            prop_assert_eq!(jwt(1).read(&parts.join("."), NOW), None);
        }
    }
}
