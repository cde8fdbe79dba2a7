//! Keys of a provider, and what they sign: RFC 7515, RFC 7517 and RFC 7518.

use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use openssl::{
    bn::{BigNum, BigNumContext},
    ec::{EcGroup, EcKey},
    ecdsa::EcdsaSig,
    hash::MessageDigest,
    nid::Nid,
    pkey::{PKey, Private},
    rsa::Rsa,
    sign::Signer,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::provider::SECRET;

/// The algorithm of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    Rs256,
    Es256,
    Rs512,
    /// With the client's secret.
    Hs256,
    None,
}

/// A pair of keys with one id.
pub(super) struct Key {
    id: &'static str,
    rsa: Rsa<Private>,
    ec: EcKey<Private>,
}

/// As a PKCE challenge.
pub(super) fn sha_256(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}

impl Key {
    pub(super) fn generate(id: &'static str) -> Self {
        let group = EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).unwrap();
        Self { id, rsa: Rsa::generate(2_048).unwrap(), ec: EcKey::generate(&group).unwrap() }
    }

    /// The public keys.
    pub(super) fn published(&self) -> Value {
        let number = |number: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(number);
        let (mut x, mut y) = (BigNum::new().unwrap(), BigNum::new().unwrap());
        let mut context = BigNumContext::new().unwrap();
        let point = self.ec.public_key();
        point.affine_coordinates_gfp(self.ec.group(), &mut x, &mut y, &mut context).unwrap();
        let coordinate = |value: &BigNum| number(&value.to_vec_padded(32).unwrap());
        json!([
            {
                "kty": "RSA", "use": "sig", "kid": self.id,
                "n": number(&self.rsa.n().to_vec()), "e": number(&self.rsa.e().to_vec()),
            },
            {
                "kty": "EC", "use": "sig", "kid": self.id, "crv": "P-256",
                "x": coordinate(&x), "y": coordinate(&y),
            },
        ])
    }

    /// A signed token with these claims.
    pub(super) fn sign(&self, algorithm: Algorithm, claims: &Value) -> String {
        let name = match algorithm {
            Algorithm::Rs256 => "RS256",
            Algorithm::Es256 => "ES256",
            Algorithm::Rs512 => "RS512",
            Algorithm::Hs256 => "HS256",
            Algorithm::None => "none",
        };
        let header = json!({"alg": name, "kid": self.id});
        let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(claims));
        let signature = match algorithm {
            Algorithm::Rs256 => self.rsa(MessageDigest::sha256(), &signed),
            Algorithm::Rs512 => self.rsa(MessageDigest::sha512(), &signed),
            Algorithm::Es256 => {
                let signature = EcdsaSig::sign(&Sha256::digest(&signed), &self.ec).unwrap();
                let half = |number: &openssl::bn::BigNumRef| number.to_vec_padded(32).unwrap();
                [half(signature.r()), half(signature.s())].concat()
            }
            Algorithm::Hs256 => {
                let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
                mac.update(signed.as_bytes());
                mac.finalize().into_bytes().to_vec()
            }
            Algorithm::None => vec![],
        };
        format!("{signed}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }

    fn rsa(&self, digest: MessageDigest, text: &str) -> Vec<u8> {
        let key = PKey::from_rsa(self.rsa.clone()).unwrap();
        let mut signer = Signer::new(digest, &key).unwrap();
        signer.sign_oneshot_to_vec(text.as_bytes()).unwrap()
    }
}
