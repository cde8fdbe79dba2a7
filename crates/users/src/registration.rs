use kernel::ImageUrl;

use crate::{Account, Password, RecoveryCode, Username};

/// The fields of a registration form.
#[derive(Clone)]
pub struct RegistrationForm {
    pub username: Username,
    pub password: Password,
    pub image: Option<ImageUrl>,
    pub with_codes: bool,
}

/// A registration that [`crate::Users::screen`] let through.
///
/// Registering goes from cheap to expensive: the form's rules and its honeypot, screening, proof of
/// work, the rate limit (a mistyped form costs nothing, a taken name does, or names could be tried for
/// free), and last the hash, which [`crate::Users::register`] computes for screened registrations only.
pub struct ScreenedRegistration(pub(crate) RegistrationForm);

/// An account that was just created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    pub account: Account,
    /// The requested codes; not readable again later.
    pub recovery_codes: Vec<RecoveryCode>,
}

/// Refuses a bot. The message does not name the honeypot: a bot would learn what to leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Please choose another name.")]
pub struct HoneypotFilled;

/// Checks the field that the form hides from people; programs fill in every field.
pub fn check_honeypot(value: Option<&str>) -> Result<(), HoneypotFilled> {
    if value.is_none_or(str::is_empty) { Ok(()) } else { Err(HoneypotFilled) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_honeypot_passes() {
        assert_eq!(check_honeypot(None), Ok(()));
        assert_eq!(check_honeypot(Some("")), Ok(()));
        assert_eq!(check_honeypot(Some(" ")), Err(HoneypotFilled));
        assert_eq!(check_honeypot(Some("https://bot.example")), Err(HoneypotFilled));
    }
}
