use std::fmt;

use crate::{InviteId, Timestamp};

/// The secret of an invitation: 32 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct InviteCode(String);

impl InviteCode {
    /// 128 bits cannot be guessed.
    #[must_use]
    pub fn from_bits(bits: u128) -> Self {
        Self(format!("{bits:032x}"))
    }

    /// Returns `None` for what cannot be a code.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (raw.len() == 32 && raw.bytes().all(is_digit)).then(|| Self(raw.to_owned()))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for InviteCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InviteCode(…)")
    }
}

/// An invitation that was made, as those see it who may revoke it. Its code is shown once, to who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeInvite {
    pub id: InviteId,
    /// The name of who made it; none of an operator.
    pub by: Option<String>,
    /// The first moment at which it serves no longer.
    pub until: Timestamp,
}

/// Makes the codes of invitations, and what is stored of them.
pub trait InviteCodes: Send + Sync {
    #[must_use]
    fn generate(&self) -> InviteCode;

    /// Returns the digest, which does not tell the code.
    #[must_use]
    fn digest(&self, code: &InviteCode) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_was_written() {
        for bits in [0, 7, u128::MAX] {
            let code = InviteCode::from_bits(bits);
            assert_eq!(InviteCode::parse(code.as_str()), Some(code));
        }
        for other in ["", "7", &"g".repeat(32), &"A".repeat(32), &"0".repeat(33), &"ä".repeat(16)]
        {
            assert_eq!(InviteCode::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_code_is_not_written_into_logs() {
        assert_eq!(format!("{:?}", InviteCode::from_bits(7)), "InviteCode(…)");
    }
}
