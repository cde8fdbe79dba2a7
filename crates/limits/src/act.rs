use std::time::Duration;

use crate::Quota;

/// What is limited. Each has budgets of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A forum, a post, a reply; their edits and deletions; the own account; moderation.
    Write,
    /// A click: a vote, a favorite, a message seen.
    Click,
    /// A message to somebody else.
    Message,
    /// Whatever looks for words.
    Search,
    /// A new account.
    Register,
    /// A password or a recovery code, right or wrong, that is compared with what is stored.
    SignIn,
}

/// How many times the quota of an account a network has.
const NETWORK: u32 = 5;
/// What part of the quota an account has on its first day.
const NEW: u32 = 3;

impl Act {
    /// What an account may do, or, of what has no account yet, a network.
    ///
    /// | act | at once | then one in | why no lively person meets it |
    /// | --- | --- | --- | --- |
    /// | write | 30 | 2 s | nobody writes thirty things in a minute |
    /// | click | 60 | 0.5 s | a long page of posts voted on, or a chat scrolled through |
    /// | message | 30 | 2 s | a quick chat has a message in a few seconds |
    /// | search | 20 | 0.5 s | a page of results a second, with room for changes of mind |
    /// | register | 10 | 6 min | a table of friends who join together |
    /// | sign-in | 60 | 2 s | a class that begins; each takes a quarter of a second of a processor |
    const fn usual(self) -> Quota {
        let (burst, millis) = match self {
            Self::Write | Self::Message => (30, 2_000),
            Self::Click => (60, 500),
            Self::Search => (20, 500),
            Self::Register => (10, 360_000),
            Self::SignIn => (60, 2_000),
        };
        Quota { burst, every: Duration::from_millis(millis) }
    }

    pub(crate) fn of_account(self, is_new: bool) -> Quota {
        let Quota { burst, every } = self.usual();
        if is_new { Quota { burst: burst / NEW, every: every * NEW } } else { self.usual() }
    }

    pub(crate) fn of_network(self) -> Quota {
        let Quota { burst, every } = self.usual();
        match self {
            Self::Register | Self::SignIn => self.usual(),
            Self::Write | Self::Click | Self::Message | Self::Search => {
                Quota { burst: burst * NETWORK, every: every / NETWORK }
            }
        }
    }

    /// Whether it counts against the network too where it counts against an account.
    pub(crate) const fn counts_twice(self) -> bool {
        match self {
            Self::Write | Self::Click | Self::Message => true,
            Self::Search | Self::Register | Self::SignIn => false,
        }
    }

    /// Its name in headers and stores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Click => "click",
            Self::Message => "message",
            Self::Search => "search",
            Self::Register => "register",
            Self::SignIn => "sign-in",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Act; 6] =
        [Act::Write, Act::Click, Act::Message, Act::Search, Act::Register, Act::SignIn];

    #[test]
    fn a_new_account_has_less_than_another_and_a_network_no_less() {
        for act in ALL {
            let (usual, new) = (act.of_account(false), act.of_account(true));
            let network = act.of_network();
            assert!(new.burst >= 1 && new.burst < usual.burst && new.every > usual.every);
            assert!(network.burst >= usual.burst && network.every <= usual.every, "{act:?}");
        }
    }

    #[test]
    fn quotas_are_of_whole_milliseconds() {
        for act in ALL {
            for quota in [act.of_account(false), act.of_account(true), act.of_network()] {
                assert_eq!(quota.every.subsec_nanos() % 1_000_000, 0, "{act:?}");
            }
        }
    }
}
