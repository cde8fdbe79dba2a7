use std::sync::Arc;

use kernel::Clock;

use crate::{
    Account, LoginFailures, Password, PasswordHasher, ThrottleKey, UserError, UserRepository,
    Username,
};

/// Password resets by operators, without a login.
pub struct PasswordResets {
    repository: Arc<dyn UserRepository>,
    failures: Arc<dyn LoginFailures>,
    hasher: Arc<dyn PasswordHasher>,
    clock: Arc<dyn Clock>,
}

impl PasswordResets {
    #[must_use]
    pub fn new(
        repository: Arc<dyn UserRepository>,
        failures: Arc<dyn LoginFailures>,
        hasher: Arc<dyn PasswordHasher>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, failures, hasher, clock }
    }

    /// Slow. Sets a new password for the user with this name, regardless of case. Ends every token and
    /// deletes all recovery codes, passkeys and sign-ins at providers, because somebody with the old password may have
    /// added some, and clears failed attempts.
    ///
    /// # Errors
    /// [`UserError::NotFound`] for an unknown name, [`UserError::WrongPassword`] if the member changed
    /// the password concurrently.
    pub fn reset(&self, username: &str, password: &Password) -> Result<Account, UserError> {
        let key = Username::key_of(username);
        let credentials = self.repository.credentials_by_name(&key)?.ok_or(UserError::NotFound)?;
        let hash = self.hasher.hash(password)?;
        let id = credentials.account.id;
        let (old_hash, now) = (&credentials.password_hash, self.clock.now());
        let account = self.repository.reset_password(id, old_hash, &hash, now)?;
        let account = account.ok_or(UserError::WrongPassword)?;
        self.failures.forget(&ThrottleKey::all_of(&account.username, id))?;
        Ok(account)
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Role, Timestamp, UserId};

    use super::*;
    use crate::{
        Credentials,
        fixtures::{FixedClock, NOW},
        ports::{MockLoginFailures, MockPasswordHasher},
        repository::MockUserRepository,
    };

    fn account() -> Account {
        Account {
            id: UserId(3),
            username: "Ann".to_owned(),
            image: "/images/avatars/default.svg".to_owned(),
            role: Role::User,
            ban: None,
            session_version: 2,
            created_at: Timestamp::from_unix_millis(0),
        }
    }

    fn reset(repository: MockUserRepository, name: &str) -> Result<Account, UserError> {
        let mut hasher = MockPasswordHasher::new();
        hasher.expect_hash().returning(|password| Ok(format!("({})", password.as_str())));
        let password = Password::parse("drawn anew", "drawn anew").unwrap();
        let mut failures = MockLoginFailures::new();
        failures.expect_forget().returning(|keys| {
            assert_eq!(keys, ThrottleKey::all_of("Ann", UserId(3)));
            Ok(true)
        });
        let ports = (Arc::new(repository), Arc::new(failures), Arc::new(hasher));
        PasswordResets::new(ports.0, ports.1, ports.2, Arc::new(FixedClock)).reset(name, &password)
    }

    fn knowing_ann() -> MockUserRepository {
        let mut repository = MockUserRepository::new();
        repository.expect_credentials_by_name().returning(|key| {
            let credentials =
                Credentials { account: account(), password_hash: "(forgotten)".to_owned() };
            Ok((key == "ann").then_some(credentials))
        });
        repository
    }

    #[test]
    fn a_reset_sets_the_password_by_name() {
        let mut repository = knowing_ann();
        repository
            .expect_reset_password()
            .withf(|id, old, new, now| {
                (*id, old, new, *now) == (UserId(3), "(forgotten)", "(drawn anew)", NOW)
            })
            .return_once(|_, _, _, _| Ok(Some(account())));
        assert_eq!(reset(repository, "ANN").unwrap(), account());
    }

    #[test]
    fn an_unknown_name_is_not_found() {
        assert!(matches!(reset(knowing_ann(), "bob"), Err(UserError::NotFound)));
    }

    #[test]
    fn a_concurrent_password_change_stops_the_reset() {
        let mut repository = knowing_ann();
        repository.expect_reset_password().return_once(|_, _, _, _| Ok(None));
        assert!(matches!(reset(repository, "ann"), Err(UserError::WrongPassword)));
    }
}
