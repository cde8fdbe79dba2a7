use webhooks::{Secret, WebhookSecrets};

use crate::jwt::JwtSecret;

/// Makes the secrets of webhooks from random seeds of 256 bits with the secret of the server (HMAC-SHA-256).
#[derive(Clone)]
pub struct HmacWebhookSecrets(pub JwtSecret);

impl WebhookSecrets for HmacWebhookSecrets {
    fn seed(&self) -> String {
        hex::encode(rand::random::<[u8; 32]>())
    }

    fn secret(&self, seed: &str) -> Secret {
        Secret(self.0.derived(&format!("postup webhook: {seed}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_follows_from_the_seed_and_that_of_the_server() {
        let of = |byte| HmacWebhookSecrets(JwtSecret::new(vec![byte; 32]).unwrap());
        let seed = of(1).seed();
        assert_eq!(seed.len(), 64);
        assert_ne!(of(1).seed(), seed);
        assert_eq!(of(1).secret(&seed), of(1).secret(&seed));
        assert_ne!(of(1).secret(&seed), of(2).secret(&seed));
        assert_ne!(of(1).secret(&seed), of(1).secret("seed"));
    }
}
