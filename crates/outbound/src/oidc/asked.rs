//! What a provider is asked.

use std::time::{Duration, UNIX_EPOCH};

use kernel::Timestamp;
use openidconnect::{
    AuthType, AuthorizationCode, ClaimsVerificationError, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, Nonce, PkceCodeVerifier, RedirectUrl, RequestTokenError, TokenResponse,
    core::{
        CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
        CoreProviderMetadata,
    },
};
use users::CodeExchange;

use super::{Failure, OidcProvider, metadata::CachedMetadata, transport};
use crate::{chain, client::GuardedClient};

/// A provider, and how to ask it.
pub(super) struct Asked<'a> {
    pub(super) provider: &'a OidcProvider,
    pub(super) metadata: &'a CachedMetadata,
    pub(super) client: &'a GuardedClient,
    pub(super) now: Timestamp,
}

impl Asked<'_> {
    pub(super) async fn metadata(&self) -> Result<CoreProviderMetadata, Failure> {
        self.metadata.get(&self.provider.issuer, self.client, self.now).await
    }

    pub(super) async fn exchange(&self, exchange: &CodeExchange) -> Result<CoreIdToken, Failure> {
        let client = client_of(self.provider, self.metadata().await?, &exchange.redirect_address)?;
        let request = client
            .exchange_code(AuthorizationCode::new(exchange.code.clone()))
            .map_err(|error| Failure::unavailable(chain(&error)))?
            .set_pkce_verifier(PkceCodeVerifier::new(exchange.verifier.clone()));
        let call = |request| transport::call(self.client, request);
        let answer = request.request_async(&call).await.map_err(|error| match &error {
            RequestTokenError::Request(cause) => Failure::unavailable(chain(cause)),
            RequestTokenError::ServerResponse(_)
            | RequestTokenError::Parse(..)
            | RequestTokenError::Other(_) => Failure::refused(chain(&error)),
        })?;
        answer.id_token().cloned().ok_or_else(|| Failure::refused("no ID token"))
    }

    /// Checks signature, `iss`, `aud`, `azp`, `exp` and `nonce` of an ID token.
    pub(super) fn check(
        &self,
        metadata: CoreProviderMetadata,
        token: &CoreIdToken,
        nonce: &Nonce,
    ) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
        let (id, secret) = (self.provider.client_id.clone(), self.provider.client_secret.clone());
        let client = CoreClient::from_provider_metadata(metadata, id, Some(secret));
        let now = UNIX_EPOCH + Duration::from_millis(self.now.unix_millis().unsigned_abs());
        let algorithms = [
            CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
            CoreJwsSigningAlgorithm::EcdsaP256Sha256,
        ];
        let verifier =
            client.id_token_verifier().set_allowed_algs(algorithms).set_time_fn(move || now.into());
        token.claims(&verifier, nonce).cloned()
    }
}

pub(super) type CodeClient = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

pub(super) fn client_of(
    provider: &OidcProvider,
    metadata: CoreProviderMetadata,
    redirect_address: &str,
) -> Result<CodeClient, Failure> {
    let redirect = RedirectUrl::new(redirect_address.to_owned())
        .map_err(|error| Failure::unavailable(chain(&error)))?;
    // The method by default is `client_secret_basic`.
    let takes_basic = metadata
        .token_endpoint_auth_methods_supported()
        .is_none_or(|methods| methods.contains(&CoreClientAuthMethod::ClientSecretBasic));
    let auth_type = if takes_basic { AuthType::BasicAuth } else { AuthType::RequestBody };
    let (id, secret) = (provider.client_id.clone(), provider.client_secret.clone());
    let client = CoreClient::from_provider_metadata(metadata, id, Some(secret));
    Ok(client.set_auth_type(auth_type).set_redirect_uri(redirect))
}
