use url::{Host, Url};

/// The address of the forum that passkeys are bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PasskeyOrigin {
    /// The public address of the forum, whatever a request says.
    Public(Url),
    /// That of the request, if it is one of loopback, as in `http://localhost:8080`.
    Loopback,
    /// There is none.
    Unknown,
}

/// The site that a passkey signs in to, as `WebAuthn` names it (Relying Party).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RelyingParty {
    /// The host.
    pub(super) id: String,
    pub(super) origin: Url,
}

impl PasskeyOrigin {
    /// Returns whether browsers make passkeys for the forum.
    pub(super) fn is_possible(&self) -> bool {
        match self {
            Self::Public(url) => relying_party(url).is_some(),
            Self::Loopback => true,
            Self::Unknown => false,
        }
    }

    /// Returns the relying party for a request to `origin`; `None` if browsers make no passkeys for it.
    pub(super) fn relying_party(&self, origin: &str) -> Option<RelyingParty> {
        match self {
            Self::Public(url) => relying_party(url),
            Self::Loopback => {
                relying_party(&Url::parse(origin).ok()?).filter(|party| is_loopback(&party.id))
            }
            Self::Unknown => None,
        }
    }
}

/// Browsers take a name alone, no address, and want https but on loopback.
fn relying_party(url: &Url) -> Option<RelyingParty> {
    let Host::Domain(id) = url.host()? else { return None };
    let is_secure = url.scheme() == "https" || (url.scheme() == "http" && is_loopback(id));
    let origin = Url::parse(&url.origin().ascii_serialization()).ok()?;
    is_secure.then(|| RelyingParty { id: id.to_owned(), origin })
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(url: &str) -> PasskeyOrigin {
        PasskeyOrigin::Public(Url::parse(url).unwrap())
    }

    fn party(id: &str, origin: &str) -> RelyingParty {
        RelyingParty { id: id.to_owned(), origin: Url::parse(origin).unwrap() }
    }

    #[test]
    fn the_public_address_wins_over_the_request() {
        let forum = public("https://forum.example:8443/below");
        let wanted = Some(party("forum.example", "https://forum.example:8443"));
        for origin in ["https://forum.example:8443", "http://localhost", "https://evil.example"] {
            assert_eq!(forum.relying_party(origin), wanted, "{origin}");
        }
    }

    #[test]
    fn browsers_want_a_name_and_https_but_on_loopback() {
        for (url, is_possible) in [
            ("https://forum.example", true),
            ("http://forum.example", false),
            ("https://192.0.2.1", false),
            ("https://[2001:db8::1]", false),
            ("http://127.0.0.1:8080", false),
            ("http://localhost:8080", true),
            ("http://forum.localhost", true),
            ("http://notlocalhost", false),
        ] {
            assert_eq!(public(url).is_possible(), is_possible, "{url}");
            assert_eq!(public(url).relying_party("").is_some(), is_possible, "{url}");
        }
    }

    #[test]
    fn without_a_public_address_only_loopback_counts() {
        let (loopback, unknown) = (PasskeyOrigin::Loopback, PasskeyOrigin::Unknown);
        assert!(loopback.is_possible() && !unknown.is_possible());
        let here = "http://localhost:8080";
        assert_eq!(loopback.relying_party(here), Some(party("localhost", here)));
        for origin in ["https://forum.example", "http://127.0.0.1:8080", "", "localhost"] {
            assert_eq!(loopback.relying_party(origin), None, "{origin}");
        }
        assert_eq!(unknown.relying_party(here), None);
    }
}
