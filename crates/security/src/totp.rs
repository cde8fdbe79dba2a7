use kernel::{RepositoryError, Timestamp};
use totp_rs::Builder;
use users::{ShownSecret, Totp, TotpSecret};

/// One-time passwords of the crate `totp-rs`, whose defaults are those of RFC 6238 and of all apps.
#[derive(Clone, Copy, Debug)]
pub struct Rfc6238;

impl Totp for Rfc6238 {
    fn generate(&self) -> TotpSecret {
        TotpSecret(rand::random())
    }

    fn step_of(&self, secret: &TotpSecret, code: &str, now: Timestamp) -> Option<i64> {
        let seconds = u64::try_from(now.unix_millis() / 1_000).ok()?;
        let digits: String = code.chars().filter(|sign| *sign != ' ').take(7).collect();
        let totp = Builder::new().with_secret(secret.0).build_noncompliant();
        totp.check(&digits, seconds)?.try_into().ok()
    }

    fn shown(
        &self,
        secret: &TotpSecret,
        issuer: &str,
        account: &str,
    ) -> Result<ShownSecret, RepositoryError> {
        // A colon would end the issuer.
        let issuer = issuer.replace(':', " ");
        let totp = Builder::new()
            .with_secret(secret.0)
            .with_issuer(Some(issuer))
            .with_account_name(account)
            .build()
            .and_then(|totp| Ok((totp.secret().to_base32(), totp.to_url()?)));
        let (secret, uri) = totp.map_err(|error| RepositoryError::Failed(error.into()))?;
        Ok(ShownSecret { secret, uri })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of RFC 6238, appendix B.
    const SECRET: TotpSecret = TotpSecret(*b"12345678901234567890");

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000)
    }

    #[test]
    fn the_codes_are_those_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(Rfc6238.step_of(&SECRET, code, at(seconds)), Some(seconds / 30), "{code}");
        }
    }

    #[test]
    fn clocks_may_differ_by_one_step() {
        let step_at = |seconds| Rfc6238.step_of(&SECRET, "005924", at(seconds));
        let begin = 1_234_567_890;
        assert_eq!(begin % 30, 0);
        for (seconds, fits) in
            [(begin - 31, false), (begin - 30, true), (begin + 59, true), (begin + 60, false)]
        {
            assert_eq!(step_at(seconds), fits.then_some(begin / 30), "{}", seconds - begin);
        }
    }

    #[test]
    fn a_code_is_six_digits_with_or_without_spaces() {
        let step_of = |code| Rfc6238.step_of(&SECRET, code, at(1_234_567_890));
        assert!(step_of("005 924").is_some());
        for other in ["", "5924", "05924", "0059240", "00592a", "٠٠٥٩٢٤", "-05924", "+05924"]
        {
            assert_eq!(step_of(other), None, "{other}");
        }
        assert_eq!(Rfc6238.step_of(&SECRET, "005924", at(-60)), None);
    }

    #[test]
    fn an_app_takes_the_secret_typed_or_scanned() {
        let shown = Rfc6238.shown(&SECRET, "Boats: sails & oars", "ann").unwrap();
        assert_eq!(shown.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            shown.uri,
            "otpauth://totp/Boats%20%20sails%20%26%20oars:ann?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Boats%20%20sails%20%26%20oars"
        );
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(Rfc6238.generate(), Rfc6238.generate());
    }
}
