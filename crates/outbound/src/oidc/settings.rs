use openidconnect::{ClientId, ClientSecret, IssuerUrl, url::Url};
use users::{Provider, ProviderId};

use crate::client::Reach;

/// A provider of OpenID Connect at which this site is registered.
#[derive(Clone, Debug)]
pub struct OidcProvider {
    pub(super) provider: Provider,
    pub(super) issuer: IssuerUrl,
    pub(super) client_id: ClientId,
    pub(super) client_secret: ClientSecret,
}

/// Why the settings of a provider are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OidcProviderError {
    #[error("must have 1 to 40 of a-z, 0-9 and -")]
    Id,
    #[error("must have 1 to 60 characters")]
    Name,
    #[error("must be an https address without ? and #; http is for this machine alone")]
    Issuer,
    #[error("must not be empty")]
    Empty,
}

/// The most characters of the name on a button.
const MAX_NAME_CHARS: usize = 60;

impl OidcProvider {
    /// # Errors
    /// With the name of the setting.
    pub fn new(
        id: &str,
        name: &str,
        issuer: &str,
        client_id: &str,
        client_secret: &str,
    ) -> Result<Self, (&'static str, OidcProviderError)> {
        let id = ProviderId::parse(id).ok_or(("id", OidcProviderError::Id))?;
        let name = name.trim().to_owned();
        if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) {
            return Err(("name", OidcProviderError::Name));
        }
        let is_issuer = |url: &Url| {
            Reach::Chosen.takes(url) && url.query().is_none() && url.fragment().is_none()
        };
        if !Url::parse(issuer).is_ok_and(|url| is_issuer(&url)) {
            return Err(("issuer", OidcProviderError::Issuer));
        }
        let issuer =
            IssuerUrl::new(issuer.to_owned()).map_err(|_| ("issuer", OidcProviderError::Issuer))?;
        for (name, value) in [("client_id", client_id), ("client_secret", client_secret)] {
            if value.is_empty() {
                return Err((name, OidcProviderError::Empty));
            }
        }
        Ok(Self {
            provider: Provider { id, name, issuer: issuer.to_string() },
            issuer,
            client_id: ClientId::new(client_id.to_owned()),
            client_secret: ClientSecret::new(client_secret.to_owned()),
        })
    }

    #[must_use]
    pub fn id(&self) -> &ProviderId {
        &self.provider.id
    }
}
