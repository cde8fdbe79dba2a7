//! Providers of OpenID Connect: discovery, the code flow with PKCE, and the check of ID tokens (OpenID Connect Core 1.0 and
//! Discovery 1.0, RFC 6749 and RFC 7636).

mod asked;
mod metadata;
mod settings;
mod transport;

use std::fmt;

use kernel::{RepositoryError, Timestamp};
use openidconnect::{
    ClaimsVerificationError, CsrfToken, Nonce, PkceCodeChallenge, PkceCodeVerifier, Scope,
    SignatureVerificationError,
    core::{CoreAuthenticationFlow, CoreIdTokenClaims},
    url::Url,
};
use tokio::time::timeout;
use users::{
    AuthorizationRequest, CodeExchange, Identity, IdentityProviders, ProvenIdentity, Provider,
    ProviderError, ProviderId,
};

pub use self::settings::{OidcProvider, OidcProviderError};
use self::{
    asked::{Asked, client_of},
    metadata::CachedMetadata,
};
use crate::{
    chain,
    client::{GuardedClient, PATIENCE, Reach, is_loopback},
};

/// The configured providers.
#[derive(Default)]
pub struct OidcProviders {
    providers: Vec<(OidcProvider, CachedMetadata)>,
    /// Scheme, host and port of the site; none if only this machine reaches it.
    public_origin: Option<String>,
    /// None without providers.
    client: Option<GuardedClient>,
}

impl fmt::Debug for OidcProviders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.providers.iter().map(|(one, _)| one.id())).finish()
    }
}

impl OidcProviders {
    /// # Errors
    /// When the system has no thread, or no certificates.
    pub fn new(
        providers: Vec<OidcProvider>,
        public_url: Option<&Url>,
    ) -> Result<Self, RepositoryError> {
        if providers.is_empty() {
            return Ok(Self::default());
        }
        let client = GuardedClient::new(Reach::Chosen);
        let client = client.map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(Self {
            providers: providers.into_iter().map(|one| (one, CachedMetadata::default())).collect(),
            public_origin: public_url.map(|url| url.origin().ascii_serialization()),
            client: Some(client),
        })
    }

    /// Asks a provider for at most 10 s, and logs what fails: people read only that it does not answer.
    fn ask<T>(
        &self,
        id: &ProviderId,
        now: Timestamp,
        question: impl AsyncFnOnce(&Asked<'_>) -> Result<T, Failure>,
    ) -> Result<T, ProviderError> {
        let found = self.providers.iter().find(|(provider, _)| provider.id() == id);
        let ((provider, metadata), client) =
            found.zip(self.client.as_ref()).ok_or(ProviderError::Unavailable)?;
        let asked = Asked { provider, metadata, client, now };
        let answer = client.wait(async { timeout(PATIENCE, question(&asked)).await.ok() });
        let too_slow = || Err(Failure::unavailable("no answer within 10 s"));
        let answer = answer.flatten().unwrap_or_else(too_slow);
        answer.map_err(|Failure { error, cause }| {
            tracing::warn!(provider = id.as_str(), "a sign-in failed: {error}: {cause}");
            error
        })
    }
}

/// What went wrong, and how an operator reads it.
struct Failure {
    error: ProviderError,
    cause: String,
}

impl Failure {
    fn unavailable(cause: impl Into<String>) -> Self {
        Self { error: ProviderError::Unavailable, cause: cause.into() }
    }

    fn refused(cause: impl Into<String>) -> Self {
        Self { error: ProviderError::Refused, cause: cause.into() }
    }
}

impl IdentityProviders for OidcProviders {
    fn list(&self) -> Vec<Provider> {
        self.providers.iter().map(|(one, _)| one.provider.clone()).collect()
    }

    fn redirect_address(&self, provider: &ProviderId, host: &str) -> Option<String> {
        let on_this_machine = || {
            let url = Url::parse(&format!("http://{host}/")).ok()?;
            is_loopback(&url).then(|| url.origin().ascii_serialization())
        };
        let Some(origin) = self.public_origin.clone().or_else(on_this_machine) else {
            tracing::error!("set POSTUP_PUBLIC_URL: providers send people back to it");
            return None;
        };
        Some(format!("{origin}/login/oidc/{}/callback", provider.as_str()))
    }

    fn authorization_address(
        &self,
        provider: &ProviderId,
        request: &AuthorizationRequest,
        now: Timestamp,
    ) -> Result<String, ProviderError> {
        self.ask(provider, now, async |asked| {
            let metadata = asked.metadata().await?;
            if !Reach::Chosen.takes(metadata.authorization_endpoint().url()) {
                return Err(Failure::unavailable("its sign-in is at no address of the web"));
            }
            let client = client_of(asked.provider, metadata, &request.redirect_address)?;
            let (state, nonce) = (request.state.clone(), request.nonce.clone());
            let verifier = PkceCodeVerifier::new(request.verifier.clone());
            let (url, ..) = client
                .authorize_url(
                    CoreAuthenticationFlow::AuthorizationCode,
                    || CsrfToken::new(state),
                    || Nonce::new(nonce),
                )
                .add_scope(Scope::new("profile".to_owned()))
                .add_scope(Scope::new("email".to_owned()))
                .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
                .url();
            Ok(url.to_string())
        })
    }

    fn redeem(
        &self,
        provider: &ProviderId,
        exchange: &CodeExchange,
        now: Timestamp,
    ) -> Result<ProvenIdentity, ProviderError> {
        self.ask(provider, now, async |asked| {
            let token = asked.exchange(exchange).await?;
            let nonce = Nonce::new(exchange.nonce.clone());
            let mut checked = asked.check(asked.metadata().await?, &token, &nonce);
            if checked.as_ref().is_err_and(is_unknown_key)
                && let Some(newer) = asked.metadata.with_new_keys(asked.client, now).await?
            {
                checked = asked.check(newer, &token, &nonce);
            }
            let claims = checked.map_err(|error| Failure::refused(chain(&error)))?;
            Ok(proven(asked.provider.id(), &claims))
        })
    }
}

fn is_unknown_key(error: &ClaimsVerificationError) -> bool {
    matches!(
        error,
        ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)
    )
}

fn proven(provider: &ProviderId, claims: &CoreIdTokenClaims) -> ProvenIdentity {
    let identity = Identity {
        provider: provider.clone(),
        issuer: claims.issuer().to_string(),
        subject: claims.subject().to_string(),
    };
    let preferred = claims.preferred_username().map(|name| name.to_string());
    let name = claims.name().and_then(|name| name.get(None)).map(|name| name.to_string());
    let email = claims.email().map(|email| email.to_string());
    ProvenIdentity { identity, names: [preferred, name, email].into_iter().flatten().collect() }
}
