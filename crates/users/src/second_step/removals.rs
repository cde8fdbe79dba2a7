use std::sync::Arc;

use kernel::Clock;

use crate::{
    Account, LoginFailures, SecondStepRepository, ThrottleKey, UserError, UserRepository, Username,
};

/// Removals of second steps by operators, for members who lost their app and their codes.
pub struct SecondStepRemovals {
    repository: Arc<dyn UserRepository>,
    second_steps: Arc<dyn SecondStepRepository>,
    failures: Arc<dyn LoginFailures>,
    clock: Arc<dyn Clock>,
}

impl SecondStepRemovals {
    #[must_use]
    pub fn new(
        repository: Arc<dyn UserRepository>,
        second_steps: Arc<dyn SecondStepRepository>,
        failures: Arc<dyn LoginFailures>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, second_steps, failures, clock }
    }

    /// Removes the second step of the user with this name, regardless of case. Ends every session and clears failed
    /// attempts.
    ///
    /// # Errors
    /// [`UserError::NotFound`] for an unknown name, [`UserError::NoSecondStep`] without a second step.
    pub fn remove(&self, username: &str) -> Result<Account, UserError> {
        let key = Username::key_of(username);
        let found = self.repository.credentials_by_name(&key)?.ok_or(UserError::NotFound)?;
        let id = found.account.id;
        let account = self.second_steps.remove_and_end_sessions(id, self.clock.now())?;
        let account = account.ok_or(UserError::NoSecondStep)?;
        self.failures.forget(&ThrottleKey::all_of(&account.username, id))?;
        Ok(account)
    }
}

#[cfg(test)]
mod tests {
    use kernel::UserId;

    use super::*;
    use crate::{
        fixtures::{FixedClock, NOW, account, credentials},
        ports::MockLoginFailures,
        repository::MockUserRepository,
        second_step::MockSecondStepRepository,
    };

    fn remove(name: &str, has_second_step: bool) -> Result<Account, UserError> {
        let mut repository = MockUserRepository::new();
        repository
            .expect_credentials_by_name()
            .returning(|key| Ok((key == "ann").then(|| credentials(account()))));
        let mut second_steps = MockSecondStepRepository::new();
        second_steps.expect_remove_and_end_sessions().returning(move |user, now| {
            assert_eq!((user, now), (UserId(3), NOW));
            Ok(has_second_step.then(account))
        });
        let mut failures = MockLoginFailures::new();
        let is_removed = has_second_step && name != "bob";
        failures.expect_forget().times(usize::from(is_removed)).returning(|keys| {
            assert_eq!(keys, ThrottleKey::all_of("Ann", UserId(3)));
            Ok(true)
        });
        let ports = (Arc::new(repository), Arc::new(second_steps), Arc::new(failures));
        let clock = Arc::new(FixedClock);
        SecondStepRemovals::new(ports.0, ports.1, ports.2, clock).remove(name)
    }

    #[test]
    fn a_second_step_is_removed_by_name() {
        assert_eq!(remove("ANN", true).unwrap(), account());
    }

    #[test]
    fn without_one_or_without_a_member_nothing_is_removed() {
        assert!(matches!(remove("ann", false), Err(UserError::NoSecondStep)));
        assert!(matches!(remove("bob", true), Err(UserError::NotFound)));
    }
}
