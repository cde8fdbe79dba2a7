use std::time::Duration;

use kernel::Timestamp;
use openidconnect::{IssuerUrl, JsonWebKeySet, core::CoreProviderMetadata};
use parking_lot::Mutex;

use super::{Failure, transport};
use crate::{chain, client::GuardedClient};

/// How long what a provider says of itself is kept.
const KEPT: Duration = Duration::from_hours(1);
/// How long keys are kept at least: an unknown key in a forged token must not make the server ask each time.
const KEYS_KEPT: Duration = Duration::from_mins(1);

/// What a provider says of itself (OpenID Connect Discovery 1.0), with its keys.
#[derive(Default)]
pub(super) struct CachedMetadata(Mutex<Option<Known>>);

struct Known {
    metadata: CoreProviderMetadata,
    read_at: Timestamp,
    keys_read_at: Timestamp,
}

impl CachedMetadata {
    /// Returns what is known, or asks the provider.
    pub(super) async fn get(
        &self,
        issuer: &IssuerUrl,
        client: &GuardedClient,
        now: Timestamp,
    ) -> Result<CoreProviderMetadata, Failure> {
        let is_fresh = |known: &&Known| now.since(known.read_at) < KEPT;
        let known = self.0.lock().as_ref().filter(is_fresh).map(|known| known.metadata.clone());
        if let Some(metadata) = known {
            return Ok(metadata);
        }
        let call = |request| transport::call(client, request);
        let metadata = CoreProviderMetadata::discover_async(issuer.clone(), &call)
            .await
            .map_err(|error| Failure::unavailable(chain(&error)))?;
        let known = Known { metadata: metadata.clone(), read_at: now, keys_read_at: now };
        *self.0.lock() = Some(known);
        Ok(metadata)
    }

    /// Returns what is known with the provider's present keys; `None` if they were asked for within the last minute.
    pub(super) async fn with_new_keys(
        &self,
        client: &GuardedClient,
        now: Timestamp,
    ) -> Result<Option<CoreProviderMetadata>, Failure> {
        let metadata = {
            let mut known = self.0.lock();
            let Some(known) = known.as_mut() else { return Ok(None) };
            if now.since(known.keys_read_at) < KEYS_KEPT {
                return Ok(None);
            }
            known.keys_read_at = now;
            known.metadata.clone()
        };
        let call = |request| transport::call(client, request);
        let keys = JsonWebKeySet::fetch_async(metadata.jwks_uri(), &call)
            .await
            .map_err(|error| Failure::unavailable(chain(&error)))?;
        let metadata = metadata.set_jwks(keys);
        if let Some(known) = self.0.lock().as_mut() {
            known.metadata = metadata.clone();
        }
        Ok(Some(metadata))
    }
}
