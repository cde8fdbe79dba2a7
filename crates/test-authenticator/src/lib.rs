//! A device that keeps passkeys, in software: it answers as a browser's `toJSON()` does, by W3C Web Authentication, Level 3,
//! with P-256 and without attestation.
//!
//! A test changes a [`Passkey`] to lie with its next answer.

#![expect(clippy::expect_used, reason = "a test whose device fails may panic")]

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use openssl::{
    bn::{BigNum, BigNumContext},
    ec::{EcGroup, EcKey},
    hash::MessageDigest,
    nid::Nid,
    pkey::{PKey, Private},
    rand::rand_bytes,
    sha::sha256,
    sign::Signer,
};
use serde_json::{Value, json};

const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const ATTESTED: u8 = 1 << 6;

/// A passkey on a device.
#[derive(Clone, Debug)]
pub struct Passkey {
    pub credential: Vec<u8>,
    /// The relying party that it answers.
    pub rp_id: String,
    /// What the relying party calls the account, in base64url.
    pub handle: String,
    /// Sent with each answer as it is: a test counts.
    pub counter: u32,
    /// Whether the device verified its user.
    pub verifies_user: bool,
    key: EcKey<Private>,
}

impl Passkey {
    /// Makes a passkey as the creation `options` ask, in a browser at `origin`. Returns the credential for the server, too.
    ///
    /// # Panics
    /// When the options are none.
    #[must_use]
    pub fn create(options: &Value, origin: &str) -> (Self, Value) {
        let mut credential = vec![0; 16];
        rand_bytes(&mut credential).expect("randomness");
        let passkey = Self {
            credential,
            rp_id: text(&options["rp"]["id"]),
            handle: text(&options["user"]["id"]),
            counter: 0,
            verifies_user: true,
            key: EcKey::generate(&curve()).expect("a key"),
        };
        let answer = passkey.attest(options, origin);
        (passkey, answer)
    }

    /// Answers the creation `options`, with the key that is there already.
    ///
    /// # Panics
    /// When the options are none.
    #[must_use]
    pub fn attest(&self, options: &Value, origin: &str) -> Value {
        let client_data = client_data("webauthn.create", options, origin);
        let mut data = self.authenticator_data(ATTESTED);
        // No model, and the length of the id.
        data.extend([0; 16]);
        data.extend(u16::try_from(self.credential.len()).expect("a short id").to_be_bytes());
        data.extend(&self.credential);
        data.extend(self.cose_key());
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": a byte string of less than 256 bytes}.
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        attestation.push(u8::try_from(data.len()).expect("short data"));
        attestation.extend(data);
        let response = json!({
            "clientDataJSON": base64url(client_data.as_bytes()),
            "attestationObject": base64url(&attestation),
            "transports": ["internal", "hybrid", "of-the-future"],
        });
        self.credential_with(&response, &json!({"credProps": {"rk": true}}))
    }

    /// Answers the request `options` of a sign-in, in a browser at `origin`.
    ///
    /// # Panics
    /// When the options are none.
    #[must_use]
    pub fn sign(&self, options: &Value, origin: &str) -> Value {
        let client_data = client_data("webauthn.get", options, origin);
        let data = self.authenticator_data(0);
        let key = PKey::from_ec_key(self.key.clone()).expect("a key");
        let mut signer = Signer::new(MessageDigest::sha256(), &key).expect("a signer");
        let message = [data.as_slice(), &sha256(client_data.as_bytes())].concat();
        let signature = signer.sign_oneshot_to_vec(&message).expect("a signature");
        let response = json!({
            "clientDataJSON": base64url(client_data.as_bytes()),
            "authenticatorData": base64url(&data),
            "signature": base64url(&signature),
            "userHandle": self.handle,
        });
        self.credential_with(&response, &json!({}))
    }

    /// Returns the same passkey with a change.
    #[must_use]
    pub fn but(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    fn authenticator_data(&self, flags: u8) -> Vec<u8> {
        let verified = if self.verifies_user { USER_VERIFIED } else { 0 };
        let mut data = sha256(self.rp_id.as_bytes()).to_vec();
        data.push(flags | USER_PRESENT | verified);
        data.extend(self.counter.to_be_bytes());
        data
    }

    /// The public key by RFC 9052: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    fn cose_key(&self) -> Vec<u8> {
        let mut context = BigNumContext::new().expect("memory");
        let [mut x, mut y] = [(); 2].map(|()| BigNum::new().expect("memory"));
        let point = self.key.public_key();
        point.affine_coordinates(&curve(), &mut x, &mut y, &mut context).expect("a point");
        let [x, y] = [x, y].map(|number| number.to_vec_padded(32).expect("32 bytes"));
        let before_x = b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".as_slice();
        [before_x, &x, b"\x22\x58\x20", &y].concat()
    }

    fn credential_with(&self, response: &Value, extensions: &Value) -> Value {
        let id = base64url(&self.credential);
        json!({
            "id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
            "response": response, "clientExtensionResults": extensions,
        })
    }
}

fn curve() -> EcGroup {
    EcGroup::from_curve_name(Nid::X9_62_PRIME256V1).expect("P-256")
}

fn client_data(kind: &str, options: &Value, origin: &str) -> String {
    let challenge = text(&options["challenge"]);
    json!({"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false})
        .to_string()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn base64url(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
