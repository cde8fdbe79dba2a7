//! Says to push services who sends (RFC 8292).

use std::time::Duration;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use kernel::Timestamp;
use openssl::{
    bn::{BigNum, BigNumContext},
    ec::{EcKey, EcPoint},
    ecdsa::EcdsaSig,
    error::ErrorStack,
    pkey::Private,
    sha::sha256,
};
use serde_json::json;
use url::Url;

use super::encryption::{p256, uncompressed};

/// How long a token is good for.
const LIFETIME: Duration = Duration::from_hours(12);

/// The key that identifies this site to push services.
pub(super) struct VapidKey {
    key: EcKey<Private>,
    /// Uncompressed, in base64url.
    pub(super) public: String,
}

impl VapidKey {
    /// Makes the key of a secret number: the same of the same.
    pub(super) fn new(secret: &[u8; 32]) -> Result<Self, ErrorStack> {
        let (group, mut context) = (p256()?, BigNumContext::new()?);
        let (mut order, mut private) = (BigNum::new()?, BigNum::new()?);
        group.order(&mut order, &mut context)?;
        // From 1 to the order, which is excluded.
        order.sub_word(1)?;
        private.nnmod(&*BigNum::from_slice(secret)?, &order, &mut context)?;
        private.add_word(1)?;
        let mut point = EcPoint::new(&group)?;
        point.mul_generator2(&group, &private, &mut context)?;
        let key = EcKey::from_private_components(&group, &private, &point)?;
        let public = BASE64_URL_SAFE_NO_PAD.encode(uncompressed(&key)?);
        Ok(Self { key, public })
    }

    /// Returns the value of `Authorization` for a push service.
    pub(super) fn authorization(
        &self,
        endpoint: &Url,
        contact: Option<&str>,
        now: Timestamp,
    ) -> Result<String, ErrorStack> {
        let expiry = now.after(LIFETIME).unix_millis() / 1_000;
        let mut claims = json!({"aud": endpoint.origin().ascii_serialization(), "exp": expiry});
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let header = json!({"typ": "JWT", "alg": "ES256"});
        let [header, claims] =
            [header, claims].map(|part| BASE64_URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = EcdsaSig::sign(&sha256(signed.as_bytes()), &self.key)?;
        let halves = [signature.r().to_vec_padded(32)?, signature.s().to_vec_padded(32)?];
        let signature = BASE64_URL_SAFE_NO_PAD.encode(halves.concat());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use openssl::{ec::EcKey, pkey::Public};

    use super::*;

    const NOW: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

    fn public(key: &str) -> EcKey<Public> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(key).unwrap();
        let group = p256().unwrap();
        let mut context = BigNumContext::new().unwrap();
        let point = EcPoint::from_bytes(&group, &bytes, &mut context).unwrap();
        EcKey::from_public_key(&group, &point).unwrap()
    }

    #[test]
    fn the_token_is_for_the_origin_of_the_endpoint_and_signed() {
        let key = VapidKey::new(&[7; 32]).unwrap();
        let endpoint = "https://push.example:444/a?b".parse().unwrap();
        let value = key.authorization(&endpoint, Some("https://forum.example"), NOW).unwrap();
        let (token, shown) = value.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(shown, key.public);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let (header, claims) = signed.split_once('.').unwrap();
        let [header, claims] = [header, claims].map(|part| {
            let bytes = BASE64_URL_SAFE_NO_PAD.decode(part).unwrap();
            serde_json::from_slice::<serde_json::Value>(&bytes).unwrap()
        });
        assert_eq!(header, json!({"typ": "JWT", "alg": "ES256"}));
        let expiry = 1_795_172_280 + 12 * 60 * 60;
        let expected = json!({
            "aud": "https://push.example:444", "exp": expiry, "sub": "https://forum.example",
        });
        assert_eq!(claims, expected);
        let halves = BASE64_URL_SAFE_NO_PAD.decode(signature).unwrap();
        let [r, s] = [&halves[..32], &halves[32..]].map(|half| BigNum::from_slice(half).unwrap());
        let signature = EcdsaSig::from_private_components(r, s).unwrap();
        assert!(signature.verify(&sha256(signed.as_bytes()), &public(shown)).unwrap());
    }

    #[test]
    fn the_key_follows_from_the_secret_alone() {
        let of = |secret| VapidKey::new(&secret).unwrap().public;
        assert_eq!(of([7; 32]), of([7; 32]));
        assert_ne!(of([7; 32]), of([8; 32]));
        for secret in [[0; 32], [255; 32]] {
            public(&of(secret)).check_key().unwrap();
        }
    }
}
