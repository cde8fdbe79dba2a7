use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use kernel::Endpoint;

/// The most subscriptions of a member.
pub const MAX_SUBSCRIPTIONS: i64 = 10;

/// Why a text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be a key as `PushSubscription.toJSON()` gives it.")]
pub struct KeyError;

/// The public key of a browser (`p256dh`): a point of P-256, uncompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceKey(pub [u8; 65]);

impl DeviceKey {
    /// # Errors
    /// [`KeyError`] unless it is base64url of 65 bytes that begin as a point does.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let bytes = decode(text)?;
        if bytes[0] == 4 { Ok(Self(bytes)) } else { Err(KeyError) }
    }

    #[must_use]
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }
}

/// The secret that a browser shares with the server (`auth`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct AuthSecret(pub [u8; 16]);

impl AuthSecret {
    /// # Errors
    /// [`KeyError`] unless it is base64url of 16 bytes.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        decode(text).map(Self)
    }

    #[must_use]
    pub fn to_text(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.0)
    }
}

/// Hides the secret from logs.
impl std::fmt::Debug for AuthSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AuthSecret(…)")
    }
}

fn decode<const N: usize>(text: &str) -> Result<[u8; N], KeyError> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| KeyError)?;
    bytes.try_into().map_err(|_| KeyError)
}

/// A browser that shows notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    pub endpoint: Endpoint,
    pub key: DeviceKey,
    pub auth: AuthSecret,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_browsers_write_them() {
        // RFC 8291, appendix A.
        let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let auth = "BTBZMqHH6r4Tts7J_aSIgg";
        assert_eq!(DeviceKey::parse(p256dh).unwrap().to_text(), p256dh);
        assert_eq!(AuthSecret::parse(auth).unwrap().to_text(), auth);
        assert_eq!(AuthSecret::parse("BTBZMqHH6r4Tts7J_aSIgg==").unwrap().to_text(), auth);
        assert!(!format!("{:?}", AuthSecret::parse(auth)).contains("BTBZ"));
        let compressed = format!("A{}", &p256dh[1..]);
        for text in ["", auth, &p256dh[1..], &compressed, "BTBZMqHH6r4Tts7J/aSIgg"] {
            assert_eq!(DeviceKey::parse(text), Err(KeyError), "{text}");
        }
        for text in ["", p256dh, &auth[1..], "BTBZMqHH6r4Tts7J/aSIgg"] {
            assert_eq!(AuthSecret::parse(text), Err(KeyError), "{text}");
        }
    }
}
