mod relying_party;

use kernel::RepositoryError;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use users::{BegunCeremony, PasskeyCeremonies, PasskeyKey, PasskeyResponse};
use webauthn_rs::prelude::{
    CredentialID, DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration,
    PublicKeyCredential, RegisterPublicKeyCredential, Uuid, Webauthn, WebauthnBuilder,
};

pub use self::relying_party::PasskeyOrigin;
use self::relying_party::RelyingParty;

/// The ceremonies of the crate `webauthn-rs`: it checks challenge, origin, relying party, presence and verification of
/// the user, signature and counter. No attestation is asked for.
pub struct WebauthnCeremonies(PasskeyOrigin);

/// A passkey with the id `CREDENTIAL`, whose private key was not kept.
const DECOY: &str = r#"{"cred": {"cred_id": "CREDENTIAL", "counter": 0, "transports": null,
    "cred": {"type_": "ES256", "key": {"EC_EC2": {"curve": "SECP256R1",
        "x": "FrFEeWlb4a0vKV91brjvMn9FQvGYDE1s1bUKVAMstJs",
        "y": "FwxxD5OSwYFA7Dfm8yi5c063OhNy7_jnbesqAGOzEv8"}}},
    "user_verified": true, "backup_eligible": false, "backup_state": false,
    "registration_policy": "required", "extensions": {},
    "attestation": {"data": "None", "metadata": "None"}, "attestation_format": "none"}}"#;

/// What the end of a creation needs.
#[derive(Serialize, Deserialize)]
struct Creation {
    handle: Uuid,
    registration: PasskeyRegistration,
}

impl WebauthnCeremonies {
    #[must_use]
    pub fn new(origin: PasskeyOrigin) -> Self {
        Self(origin)
    }

    /// `None` where passkeys are not possible.
    fn at(&self, origin: &str, site: Option<&str>) -> Option<Webauthn> {
        let RelyingParty { id, origin } = self.0.relying_party(origin)?;
        let builder = WebauthnBuilder::new(&id, &origin).ok()?;
        site.into_iter().fold(builder, WebauthnBuilder::rp_name).build().ok()
    }
}

impl PasskeyCeremonies for WebauthnCeremonies {
    fn are_possible(&self) -> bool {
        self.0.is_possible()
    }

    fn begin_creation(
        &self,
        origin: &str,
        site: &str,
        username: &str,
        existing: &[PasskeyKey],
    ) -> Result<Option<BegunCeremony>, RepositoryError> {
        let Some(webauthn) = self.at(origin, Some(site)) else { return Ok(None) };
        let handle = existing.iter().find_map(|key| Uuid::parse_str(&key.handle).ok());
        let handle = handle.unwrap_or_else(|| Uuid::from_bytes(rand::random()));
        let ids = existing
            .iter()
            .filter_map(|key| CredentialID::deserialize(Value::from(key.credential.as_str())).ok());
        let (asked, registration) = webauthn
            .start_passkey_registration(handle, username, username, Some(ids.collect()))
            .map_err(failed)?;
        let mut options = serde_json::to_value(asked.public_key).map_err(failed)?;
        // The crate leaves it to the browser; without, the device does not offer the passkey at a sign-in.
        options["authenticatorSelection"]["residentKey"] = json!("required");
        options["authenticatorSelection"]["requireResidentKey"] = json!(true);
        begun(&options, &Creation { handle, registration }).map(Some)
    }

    fn finish_creation(&self, origin: &str, state: &str, response: &str) -> Option<PasskeyKey> {
        let Creation { handle, registration } = serde_json::from_str(state).ok()?;
        let response: RegisterPublicKeyCredential = serde_json::from_str(response).ok()?;
        let webauthn = self.at(origin, None)?;
        let passkey = webauthn.finish_passkey_registration(&response, &registration).ok()?;
        Some(PasskeyKey {
            credential: text_of(passkey.cred_id())?,
            handle: handle.to_string(),
            public_key: serde_json::to_string(&passkey).ok()?,
        })
    }

    fn begin_sign_in(&self, origin: &str) -> Result<Option<BegunCeremony>, RepositoryError> {
        let Some(webauthn) = self.at(origin, None) else { return Ok(None) };
        let (asked, state) = webauthn.start_discoverable_authentication().map_err(failed)?;
        let options = serde_json::to_value(asked.public_key).map_err(failed)?;
        begun(&options, &state).map(Some)
    }

    fn read(&self, response: &str) -> Option<PasskeyResponse> {
        let response: Answer = serde_json::from_str(response).ok()?;
        let client_data = response.response.client_data_json;
        let Signed { challenge } = serde_json::from_slice(client_data.as_ref()).ok()?;
        Some(PasskeyResponse {
            challenge: text_of(&challenge)?,
            credential: text_of(&response.raw_id)?,
        })
    }

    fn finish_sign_in(
        &self,
        origin: &str,
        state: &str,
        response: &str,
        key: &PasskeyKey,
    ) -> Option<String> {
        let state: DiscoverableAuthentication = serde_json::from_str(state).ok()?;
        let response: PublicKeyCredential = serde_json::from_str(response).ok()?;
        let webauthn = self.at(origin, None)?;
        let (handle, _) = webauthn.identify_discoverable_authentication(&response).ok()?;
        let mut passkey: Passkey = serde_json::from_str(&key.public_key).ok()?;
        let known = [DiscoverableKey::from(&passkey)];
        let checked = webauthn.finish_discoverable_authentication(&response, state, &known).ok()?;
        if key.handle != handle.to_string() {
            return None;
        }
        passkey.update_credential(&checked);
        serde_json::to_string(&passkey).ok()
    }

    fn decoy(&self, credential: &str) -> PasskeyKey {
        let public_key = DECOY.replace("CREDENTIAL", credential);
        PasskeyKey { credential: credential.to_owned(), handle: String::new(), public_key }
    }
}

/// An answer, as far as it tells what it answers.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    raw_id: CredentialID,
    response: AnswerResponse,
}

#[derive(Deserialize)]
struct AnswerResponse {
    #[serde(rename = "clientDataJSON")]
    client_data_json: CredentialID,
}

/// What the browser adds for the device to sign.
#[derive(Deserialize)]
struct Signed {
    challenge: CredentialID,
}

fn begun(options: &Value, state: &impl Serialize) -> Result<BegunCeremony, RepositoryError> {
    let challenge = options["challenge"].as_str().unwrap_or_default().to_owned();
    let state = serde_json::to_string(state).map_err(failed)?;
    Ok(BegunCeremony { options: options.to_string(), challenge, state })
}

/// In base64url.
fn text_of(bytes: &CredentialID) -> Option<String> {
    serde_json::to_value(bytes).ok()?.as_str().map(str::to_owned)
}

fn failed(error: impl std::error::Error + Send + Sync + 'static) -> RepositoryError {
    RepositoryError::Failed(error.into())
}

#[cfg(test)]
mod tests;
