use kernel::Timestamp;

use super::Identity;

/// The id of a provider, as in addresses: 1 to 40 of `a-z`, `0-9` and `-`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProviderId(String);

impl ProviderId {
    const MAX_CHARS: usize = 40;

    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let may_hold = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_valid = (1..=Self::MAX_CHARS).contains(&raw.len()) && raw.chars().all(may_hold);
        is_valid.then(|| Self(raw.to_owned()))
    }

    #[must_use]
    pub fn from_stored(id: String) -> Self {
        Self(id)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A provider of OpenID Connect, as people choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provider {
    pub id: ProviderId,
    pub name: String,
    pub issuer: String,
}

/// The secrets of one sign-in at a provider (OpenID Connect Core 1.0 and RFC 7636).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// Where the provider sends the browser back to.
    pub redirect_address: String,
    pub state: String,
    pub nonce: String,
    /// The PKCE code verifier: 43 to 128 unreserved characters.
    pub verifier: String,
}

/// A code that came back from a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeExchange {
    pub code: String,
    pub redirect_address: String,
    pub nonce: String,
    pub verifier: String,
}

/// Who a provider says that somebody is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenIdentity {
    pub identity: Identity,
    /// What the provider calls them, the best for a username first.
    pub names: Vec<String>,
}

/// Why a provider vouches for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It does not answer in time, or with what the protocol does not know.
    #[error("the provider is unavailable")]
    Unavailable,
    /// It does not accept the code, or its ID token does not hold.
    #[error("the provider vouches for nobody")]
    Refused,
}

/// The configured providers of OpenID Connect. Its calls wait for the provider's server, for ten seconds at most.
#[cfg_attr(test, mockall::automock)]
pub trait IdentityProviders: Send + Sync {
    /// Returns all, in the configured order.
    fn list(&self) -> Vec<Provider>;

    /// Returns the address to which the provider sends browsers back. `host` is the host that the browser asked, empty if
    /// unknown: it counts only where it is this machine and the site has no public address. `None` if there is neither.
    fn redirect_address(&self, provider: &ProviderId, host: &str) -> Option<String>;

    /// Returns the provider's address at which somebody signs in.
    fn authorization_address(
        &self,
        provider: &ProviderId,
        request: &AuthorizationRequest,
        now: Timestamp,
    ) -> Result<String, ProviderError>;

    /// Exchanges a code for an ID token, and checks that.
    fn redeem(
        &self,
        provider: &ProviderId,
        exchange: &CodeExchange,
        now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_provider_fits_into_an_address() {
        for id in ["a", "my-company-2", &"a".repeat(40)] {
            assert_eq!(ProviderId::parse(id).unwrap().as_str(), id);
        }
        for other in ["", "Google", "a b", "a/b", "ü", &"a".repeat(41)] {
            assert_eq!(ProviderId::parse(other), None, "{other}");
        }
    }
}
