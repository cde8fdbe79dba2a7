use std::time::Duration;

use kernel::{Timestamp, UserId};

use super::LinkTokens;

/// How long the link at the end of a mail works.
const LIFETIME: Duration = Duration::from_hours(365 * 24);

/// Returns the token of a link that ends mails about notifications, for this member alone.
#[must_use]
pub fn unsubscribe_token(tokens: &dyn LinkTokens, user: UserId, now: Timestamp) -> String {
    let until = now.after(LIFETIME).unix_millis();
    format!("{user}.{until}.{}", signature(tokens, user, until))
}

/// Returns who unsubscribes with a token; `None` if it is forged, or older than a year.
#[must_use]
pub fn unsubscriber(tokens: &dyn LinkTokens, token: &str, now: Timestamp) -> Option<UserId> {
    let (user, rest) = token.split_once('.')?;
    let (until, signed) = rest.split_once('.')?;
    let (user, until) = (UserId(user.parse().ok()?), until.parse().ok()?);
    // Digests are compared: the time of it says nothing of the signature.
    let is_ours = tokens.digest(&signature(tokens, user, until)) == tokens.digest(signed);
    (is_ours && now <= Timestamp::from_unix_millis(until)).then_some(user)
}

/// Seeds of other links are hexadecimal digits.
fn signature(tokens: &dyn LinkTokens, user: UserId, until: i64) -> String {
    tokens.token(&format!("unsubscribe {user} {until}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email::MockLinkTokens;

    fn tokens(key: &'static str) -> MockLinkTokens {
        let mut tokens = MockLinkTokens::new();
        tokens.expect_token().returning(move |seed| format!("{key}({seed})"));
        tokens.expect_digest().returning(|token| format!("hash of {token}"));
        tokens
    }

    fn at(days: u64) -> Timestamp {
        Timestamp::from_unix_millis(0).after(Duration::from_hours(24 * days))
    }

    #[test]
    fn a_token_serves_its_member_for_a_year() {
        let ours = tokens("ours");
        let token = unsubscribe_token(&ours, UserId(7), at(10));
        assert_eq!(unsubscriber(&ours, &token, at(375)), Some(UserId(7)));
        assert_eq!(unsubscriber(&ours, &token, at(376)), None);
    }

    #[test]
    fn another_member_time_or_key_is_refused() {
        let ours = tokens("ours");
        let token = unsubscribe_token(&ours, UserId(7), at(10));
        let later = at(375).unix_millis().to_string();
        for forged in [
            token.replacen("7.", "8.", 1),
            token.replacen(&later, &at(999).unix_millis().to_string(), 1),
            token.replace("ours", "theirs"),
            "7".to_owned(),
            "7.1".to_owned(),
            "x.1.y".to_owned(),
            String::new(),
        ] {
            assert_eq!(unsubscriber(&ours, &forged, at(11)), None, "{forged}");
        }
    }
}
