/// An e-mail address, in the form that mail servers everywhere take: ASCII, with a domain of letters, digits and hyphens,
/// which is in lower case. A name in another script is written as its `xn--` form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress(String);

/// The text is no e-mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be an e-mail address of at most 254 characters, such as ann@example.org.")]
pub struct EmailAddressError;

impl EmailAddress {
    /// The longest that fits into the commands of SMTP (RFC 5321, section 4.5.3.1.3).
    pub const MAX_BYTES: usize = 254;

    /// # Errors
    /// [`EmailAddressError`] if no mail could be sent there.
    pub fn parse(raw: &str) -> Result<Self, EmailAddressError> {
        let (local, domain) = raw.trim().rsplit_once('@').ok_or(EmailAddressError)?;
        let address = format!("{local}@{}", domain.to_ascii_lowercase());
        if address.len() <= Self::MAX_BYTES && is_local_part(local) && is_domain(domain) {
            Ok(Self(address))
        } else {
            Err(EmailAddressError)
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns what addresses are compared by: hardly any server tells upper from lower case.
    #[must_use]
    pub fn key(&self) -> String {
        Self::key_of(&self.0)
    }

    /// Returns the [`Self::key`] of a stored address.
    #[must_use]
    pub fn key_of(address: &str) -> String {
        address.to_ascii_lowercase()
    }
}

/// A dot-atom of RFC 5322, section 3.2.3: nobody has quoted ones.
fn is_local_part(text: &str) -> bool {
    let is_atom = |atom: &str| {
        let fits =
            |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
        !atom.is_empty() && atom.bytes().all(fits)
    };
    text.len() <= 64 && text.split('.').all(is_atom)
}

/// Two labels or more, the last not a number: no address of a machine.
fn is_domain(text: &str) -> bool {
    let is_label = |label: &str| {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(fits)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_name = |(_, last): (&str, &str)| !last.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').all(is_label) && text.rsplit_once('.').is_some_and(is_name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(raw: &str) -> Option<String> {
        EmailAddress::parse(raw).ok().map(|address| address.as_str().to_owned())
    }

    #[test]
    fn the_domain_is_in_lower_case_and_the_rest_stays() {
        assert_eq!(
            parsed(" Ann.B+forum@Mail.Example.ORG "),
            Some("Ann.B+forum@mail.example.org".to_owned())
        );
        assert_eq!(EmailAddress::parse("Ann@x.org").unwrap().key(), "ann@x.org");
    }

    #[test]
    fn usual_addresses_are_taken() {
        for raw in ["a@b.co", "o'neil_1@xn--bcher-kva.example", "x@1.example", "a/b=c@a-b.museum"] {
            assert_eq!(parsed(raw).as_deref(), Some(raw));
        }
    }

    #[test]
    fn what_no_mail_reaches_is_refused() {
        for raw in [
            "",
            "@",
            "ann",
            "ann@",
            "@x.org",
            "ann@localhost",
            "ann@127.0.0.1",
            "ann@x..org",
            "ann@-x.org",
            "ann@x-.org",
            ".ann@x.org",
            "ann.@x.org",
            "a..b@x.org",
            "a b@x.org",
            "\"a\"@x.org",
            "a@b@x.org",
            "ann@bücher.example",
            "änn@x.org",
            "ann@x.org\r\nBcc: b@x.org",
            "ann@x_y.org",
            "ann@x.org.",
            "<ann@x.org>",
            "ann@x.org,bob@x.org",
        ] {
            assert_eq!(parsed(raw), None, "{raw}");
        }
    }

    #[test]
    fn an_address_has_at_most_254_characters() {
        let of = |label: usize| {
            format!(
                "{}@{}.{}.{}.org",
                "a".repeat(64),
                "b".repeat(63),
                "c".repeat(63),
                "d".repeat(label)
            )
        };
        assert_eq!(of(57).len(), 254);
        assert!(parsed(&of(57)).is_some());
        assert_eq!(parsed(&of(58)), None);
        assert_eq!(parsed(&format!("{}@x.org", "a".repeat(65))), None);
    }

    proptest! {
        #[test]
        fn what_is_taken_is_one_word_of_ascii_and_taken_again(raw in "(?s).{0,20}@.{0,20}\\.[a-z]{1,5}") {
            if let Some(address) = parsed(&raw) {
                prop_assert!(address.bytes().all(|byte| byte.is_ascii_graphic()));
                prop_assert_eq!(parsed(&address), Some(address));
            }
        }
    }
}
