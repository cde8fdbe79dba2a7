use std::time::Duration;

use crate::Quota;

/// The kinds of limited requests. Each kind has its own budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitedAction {
    /// Creates, edits or deletes a forum, post or reply; changes the own account; moderates.
    Write,
    /// Votes, marks a favorite or marks a message as read.
    Interaction,
    /// Sends a message.
    Message,
    /// Uploads an image.
    Upload,
    /// Searches for words.
    Search,
    /// Creates an account.
    Register,
    /// Compares a password or recovery code, right or wrong, with the stored one.
    SignIn,
}

/// A network has this many times the quota of an account.
const NETWORK_FACTOR: u32 = 5;
/// A new account has this fraction of the quota.
const NEW_ACCOUNT_DIVISOR: u32 = 3;

impl LimitedAction {
    /// The quota of an account, or, for actions without an account, of a network.
    ///
    /// | action | at once | then one in | reason |
    /// | --- | --- | --- | --- |
    /// | write | 30 | 2 s | nobody writes thirty things in a minute |
    /// | interaction | 60 | 0.5 s | votes down a long page, or scrolling through a chat |
    /// | message | 30 | 2 s | a quick chat has a message every few seconds |
    /// | upload | 20 | 10 s | an album; each takes up to a second of CPU |
    /// | search | 20 | 0.5 s | a page of results a second, with room for changes of mind |
    /// | register | 10 | 6 min | a table of friends who join together |
    /// | sign-in | 60 | 2 s | a class that begins; each takes a quarter of a second of CPU |
    const fn base_quota(self) -> Quota {
        let (burst, millis) = match self {
            Self::Write | Self::Message => (30, 2_000),
            Self::Interaction => (60, 500),
            Self::Upload => (20, 10_000),
            Self::Search => (20, 500),
            Self::Register => (10, 360_000),
            Self::SignIn => (60, 2_000),
        };
        Quota { burst, interval: Duration::from_millis(millis) }
    }

    pub(crate) fn account_quota(self, is_new: bool) -> Quota {
        let Quota { burst, interval } = self.base_quota();
        if !is_new {
            return self.base_quota();
        }
        Quota { burst: burst / NEW_ACCOUNT_DIVISOR, interval: interval * NEW_ACCOUNT_DIVISOR }
    }

    pub(crate) fn network_quota(self) -> Quota {
        let Quota { burst, interval } = self.base_quota();
        match self {
            Self::Register | Self::SignIn => self.base_quota(),
            Self::Write | Self::Interaction | Self::Message | Self::Upload | Self::Search => {
                Quota { burst: burst * NETWORK_FACTOR, interval: interval / NETWORK_FACTOR }
            }
        }
    }

    /// Whether a signed-in request counts against its network too.
    pub(crate) const fn counts_for_network(self) -> bool {
        match self {
            Self::Write | Self::Interaction | Self::Message | Self::Upload => true,
            Self::Search | Self::Register | Self::SignIn => false,
        }
    }

    /// Returns the name used in headers and stores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Interaction => "click",
            Self::Message => "message",
            Self::Upload => "upload",
            Self::Search => "search",
            Self::Register => "register",
            Self::SignIn => "sign-in",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [LimitedAction; 7] = [
        LimitedAction::Write,
        LimitedAction::Interaction,
        LimitedAction::Message,
        LimitedAction::Upload,
        LimitedAction::Search,
        LimitedAction::Register,
        LimitedAction::SignIn,
    ];

    #[test]
    fn new_accounts_have_less_and_networks_no_less() {
        for action in ALL {
            let (usual, new) = (action.account_quota(false), action.account_quota(true));
            let network = action.network_quota();
            assert!(new.burst >= 1 && new.burst < usual.burst && new.interval > usual.interval);
            assert!(
                network.burst >= usual.burst && network.interval <= usual.interval,
                "{action:?}"
            );
        }
    }

    #[test]
    fn quotas_are_in_whole_milliseconds() {
        for action in ALL {
            for quota in
                [action.account_quota(false), action.account_quota(true), action.network_quota()]
            {
                assert_eq!(quota.interval.subsec_nanos() % 1_000_000, 0, "{action:?}");
            }
        }
    }
}
