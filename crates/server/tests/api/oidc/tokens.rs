//! The ID tokens of a provider, true and false.

use std::sync::LazyLock;

use infrastructure::SystemClock;
use kernel::Clock;
use serde_json::{Value, json};

use super::{
    keys::{Algorithm, Key},
    provider::{CLIENT, Lie, State},
};

/// RSA takes a moment to generate, so all tests share these.
pub(super) static KEYS: LazyLock<[Key; 3]> = LazyLock::new(|| ["a", "b", "c"].map(Key::generate));

/// Of the key that is never published.
const UNPUBLISHED: usize = 2;

pub(super) fn id_token(state: &State, issuer: &str, nonce: &str) -> String {
    let now = SystemClock.now().unix_millis() / 1_000;
    let mut claims = state.claims.clone();
    claims["iss"] = issuer.into();
    claims["aud"] = CLIENT.into();
    claims["nonce"] = nonce.into();
    claims["iat"] = now.into();
    // The tests also look from hours later.
    claims["exp"] = (now + 36_000).into();
    let remove =
        |claims: &mut Value, claim: &str| drop(claims.as_object_mut().unwrap().remove(claim));
    let key = &KEYS[if state.lie == Lie::UnknownKey { UNPUBLISHED } else { state.key }];
    let mut algorithm = state.algorithm;
    match state.lie {
        Lie::AnotherIssuer => claims["iss"] = format!("{issuer}/").into(),
        Lie::AnotherAudience => claims["aud"] = "another".into(),
        Lie::SecondAudience => claims["aud"] = json!([CLIENT, "another"]),
        Lie::AnotherNonce => claims["nonce"] = "another".into(),
        Lie::NoNonce => remove(&mut claims, "nonce"),
        Lie::Expired => claims["exp"] = (now - 1).into(),
        Lie::NoExpiry => remove(&mut claims, "exp"),
        Lie::NoSubject => remove(&mut claims, "sub"),
        Lie::LongSubject => claims["sub"] = "s".repeat(256).into(),
        Lie::Unsigned => algorithm = Algorithm::None,
        Lie::SignedWithTheSecret => algorithm = Algorithm::Hs256,
        Lie::AnotherAlgorithm => algorithm = Algorithm::Rs512,
        Lie::ForgedSignature => {
            let token = key.sign(algorithm, &claims);
            claims["sub"] = "somebody else".into();
            let forged = key.sign(algorithm, &claims);
            let (signed, _) = forged.rsplit_once('.').unwrap();
            return format!("{signed}.{}", token.rsplit_once('.').unwrap().1);
        }
        _ => {}
    }
    key.sign(algorithm, &claims)
}
