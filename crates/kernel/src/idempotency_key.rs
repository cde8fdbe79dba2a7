use crate::Timestamp;

/// The name that a client gives to what it sends: 1 to 64 printable ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

/// A request that may come again, as it claimed its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedRequest {
    pub key: IdempotencyKey,
    pub claimed_at: Timestamp,
}

/// The key is empty, too long, or has other characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Idempotency-Key must have 1 to 64 printable characters.")]
pub struct InvalidKey;

impl IdempotencyKey {
    pub const MAX_CHARS: usize = 64;

    /// # Errors
    /// When it is none.
    pub fn parse(key: &str) -> Result<Self, InvalidKey> {
        let is_printable = key.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        let is_key = is_printable && (1..=Self::MAX_CHARS).contains(&key.len());
        if is_key { Ok(Self(key.to_owned())) } else { Err(InvalidKey) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_1_to_64_printable_characters() {
        for (key, is_key) in [
            ("8e03978e-40d5-43e8-bc93-6894a57f9324", true),
            ("~", true),
            (&"a".repeat(64), true),
            (&"a".repeat(65), false),
            ("", false),
            ("tab\t", false),
            ("Schlüssel", false),
        ] {
            assert_eq!(IdempotencyKey::parse(key).is_ok(), is_key, "{key}");
        }
    }
}
