//! Tokens that members make for programs. Each stands beside the sessions of its member, and permits less.

mod repository;

use std::time::Duration;

use kernel::{SessionId, Timestamp, UserId};

#[cfg(test)]
pub(crate) use self::repository::MockApiTokenRepository;
pub use self::repository::{AddApiTokenOutcome, ApiTokenRepository};
use crate::{CredentialName, SignInMethod};

/// The most API tokens of an account.
pub const MAX_API_TOKENS: usize = 20;

/// What an API token permits besides what visitors may do. None implies another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// To read what the member reads.
    Read,
    /// To write, vote and change settings as the member.
    Write,
    /// To moderate where the member does.
    Moderate,
    /// To administer the site, if the member does.
    Admin,
}

impl Scope {
    pub const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Moderate, Self::Admin];

    /// Returns its name for programs, which is also stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Moderate => "moderate",
            Self::Admin => "admin",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.word() == word)
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Read => 1,
            Self::Write => 2,
            Self::Moderate => 4,
            Self::Admin => 8,
        }
    }
}

/// A set of scopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[must_use]
    pub const fn contains(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Returns whether both have a scope in common.
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns them in the order of [`Scope::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.contains(*scope))
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

/// How many days of 24 hours an API token is valid: 1 to 366.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenDays(u16);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Must be a whole number from {} to {}.", TokenDays::MIN, TokenDays::MAX)]
pub struct TokenDaysError;

impl TokenDays {
    pub const MIN: u16 = 1;
    pub const MAX: u16 = 366;

    /// # Errors
    /// When it is too few or too many.
    pub fn new(days: i64) -> Result<Self, TokenDaysError> {
        match u16::try_from(days) {
            Ok(days @ Self::MIN..=Self::MAX) => Ok(Self(days)),
            _ => Err(TokenDaysError),
        }
    }

    #[must_use]
    pub fn span(self) -> Duration {
        Duration::from_hours(24 * u64::from(self.0))
    }
}

/// About a month.
impl Default for TokenDays {
    fn default() -> Self {
        Self(30)
    }
}

/// What distinguishes the holder of an API token from somebody who signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiGrant {
    pub scopes: Scopes,
    /// When the token expires.
    pub ends_at: Timestamp,
}

/// The wish for an API token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRequest {
    /// The session in which the member asks.
    pub session: SessionId,
    /// Of the second step; empty without one.
    pub code: String,
    pub name: CredentialName,
    /// Not empty.
    pub scopes: Scopes,
    pub days: TokenDays,
}

/// An API token that is not stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewApiToken {
    pub user: UserId,
    pub name: CredentialName,
    /// The hash of its text.
    pub digest: String,
    pub scopes: Scopes,
    /// How its maker signed in: a passkey stands for both steps here, too.
    pub method: SignInMethod,
    pub created_at: Timestamp,
    pub ends_at: Timestamp,
}

/// An API token as its member sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiToken {
    /// Numbered among the sessions.
    pub id: SessionId,
    pub name: String,
    pub scopes: Scopes,
    pub created_at: Timestamp,
    pub ends_at: Timestamp,
    /// Exact to five minutes; `None` until it is used.
    pub last_used_at: Option<Timestamp>,
}

/// Generates the texts of API tokens and hashes them.
#[cfg_attr(test, mockall::automock)]
pub trait ApiTokenTexts: Send + Sync {
    /// Returns an unpredictable text and its hash.
    fn generate(&self) -> (String, String);

    /// Returns the hash that is stored; `None` if the text has not the form of an API token, or its checksum is wrong.
    fn digest(&self, text: &str) -> Option<String>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_scope_implies_another() {
        for scope in Scope::ALL {
            let alone = Scopes::from_iter([scope]);
            assert_eq!(alone.iter().collect::<Vec<_>>(), [scope]);
            assert_eq!(Scope::parse(scope.word()), Some(scope));
            for other in Scope::ALL {
                assert_eq!(alone.contains(other), scope == other);
                assert_eq!(alone.intersects(Scopes::from_iter([other])), scope == other);
            }
        }
        assert_eq!(Scope::parse("everything"), None);
        assert!(Scopes::from_iter([]).is_empty());
    }

    #[test]
    fn a_token_is_valid_for_a_day_to_a_year() {
        for days in [1, 366] {
            let span = TokenDays::new(days).unwrap().span();
            assert_eq!(span.as_secs(), days.unsigned_abs() * 86_400);
        }
        for days in [0, -1, 367, 65_537] {
            assert_eq!(TokenDays::new(days), Err(TokenDaysError));
        }
    }

    #[test]
    fn scopes_have_an_order_and_no_doubles() {
        let scopes = Scopes::from_iter([Scope::Admin, Scope::Read, Scope::Admin]);
        assert_eq!(scopes.iter().collect::<Vec<_>>(), [Scope::Read, Scope::Admin]);
    }
}
