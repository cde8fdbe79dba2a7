use crate::Role;

/// Who needs a second step to use more than visitors do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SecondStepPolicy {
    #[default]
    Nobody,
    /// Moderators of a forum, and admins.
    Moderators,
    Everyone,
}

impl SecondStepPolicy {
    pub const ALL: [Self; 3] = [Self::Nobody, Self::Moderators, Self::Everyone];

    /// Returns its word in the API.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Moderators => "moderators",
            Self::Everyone => "everyone",
        }
    }

    /// Returns `None` for a word that is none of [`Self::word`].
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.word() == word)
    }

    /// Returns whether members with this role need one.
    #[must_use]
    pub const fn includes(self, role: Role) -> bool {
        match self {
            Self::Nobody => false,
            Self::Moderators => matches!(role, Role::Moderator | Role::Admin),
            Self::Everyone => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_policy_includes_its_roles() {
        let included = |policy: SecondStepPolicy| {
            [Role::User, Role::Moderator, Role::Admin].map(|role| policy.includes(role))
        };
        assert_eq!(included(SecondStepPolicy::Nobody), [false, false, false]);
        assert_eq!(included(SecondStepPolicy::Moderators), [false, true, true]);
        assert_eq!(included(SecondStepPolicy::Everyone), [true, true, true]);
    }

    #[test]
    fn words_are_read_back() {
        for policy in SecondStepPolicy::ALL {
            assert_eq!(SecondStepPolicy::of_word(policy.word()), Some(policy));
        }
        assert_eq!(SecondStepPolicy::of_word("Nobody"), None);
    }
}
