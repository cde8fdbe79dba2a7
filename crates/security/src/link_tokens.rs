use hmac::{Hmac, KeyInit, Mac, digest::common::Key};
use sha2::{Digest, Sha256};
use users::{LinkTokens, NewLink};

use crate::{jwt::JwtSecret, random_codes::sha_256};

/// Keeps tokens of links apart from what else the secret signs.
const CONTEXT: &[u8] = b"postup link in a mail: ";

/// Makes the tokens of links from random seeds of 256 bits with the secret of the server (HMAC-SHA-256), and hashes them
/// with SHA-256.
#[derive(Clone)]
pub struct HmacLinkTokens(Hmac<Sha256>);

impl HmacLinkTokens {
    #[must_use]
    pub fn new(secret: &JwtSecret) -> Self {
        let mut key = Key::<Hmac<Sha256>>::default();
        key[..32].copy_from_slice(&Sha256::digest(secret.bytes()));
        Self(Hmac::new(&key).chain_update(CONTEXT))
    }
}

impl LinkTokens for HmacLinkTokens {
    fn generate(&self) -> NewLink {
        let seed = hex::encode(rand::random::<[u8; 32]>());
        let digest = self.digest(&self.token(&seed));
        NewLink { seed, digest }
    }

    fn token(&self, seed: &str) -> String {
        hex::encode(self.0.clone().chain_update(seed).finalize().into_bytes())
    }

    fn digest(&self, token: &str) -> String {
        sha_256(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(byte: u8) -> HmacLinkTokens {
        HmacLinkTokens::new(&JwtSecret::new(vec![byte; 32]).unwrap())
    }

    #[test]
    fn every_copy_makes_the_same_token_of_a_seed() {
        let NewLink { seed, digest } = tokens(1).generate();
        let token = tokens(1).token(&seed);
        assert_eq!((token.len(), tokens(1).digest(&token)), (64, digest));
        assert_ne!(tokens(1).generate().seed, seed);
    }

    #[test]
    fn a_seed_without_the_secret_is_no_token() {
        let NewLink { seed, digest } = tokens(1).generate();
        assert_ne!(tokens(2).digest(&tokens(2).token(&seed)), digest);
        assert_ne!(tokens(1).digest(&seed), digest);
    }
}
