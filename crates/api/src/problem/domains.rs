//! Which status each domain's error has on the wire: the one place that says so.

use forums::ForumError;
use kernel::{Banned, RepositoryError};
use users::{LoginError, UserError};

use crate::Problem;

impl From<Banned> for Problem {
    fn from(banned: Banned) -> Self {
        Self::forbidden("banned", banned.to_string())
    }
}

impl From<RepositoryError> for Problem {
    fn from(error: RepositoryError) -> Self {
        tracing::error!(error = &error as &dyn std::error::Error, "a repository failed");
        match error {
            RepositoryError::Unavailable(_) => Self::unavailable(),
            RepositoryError::Failed(_) => Self::internal(),
        }
    }
}

impl From<LoginError> for Problem {
    fn from(error: LoginError) -> Self {
        let detail = error.to_string();
        match error {
            LoginError::Invalid => {
                Self { detail, code: "invalid-credentials", ..Self::unauthorized() }
            }
            LoginError::Banned => Self::forbidden("banned", detail),
            LoginError::Repository(error) => error.into(),
        }
    }
}

impl From<UserError> for Problem {
    fn from(error: UserError) -> Self {
        let detail = error.to_string();
        match error {
            UserError::NotFound => Self::not_found(detail),
            UserError::NotTheOwner => Self::forbidden("not-the-owner", detail),
            UserError::UsernameTaken => Self::bad_request("username-taken", detail),
            UserError::WrongPassword => Self::forbidden("wrong-password", detail),
            UserError::SessionEnded => Self { detail, ..Self::unauthorized() },
            UserError::Repository(error) => error.into(),
        }
    }
}

impl From<ForumError> for Problem {
    fn from(error: ForumError) -> Self {
        let detail = error.to_string();
        match error {
            ForumError::NotFound => Self::not_found(detail),
            ForumError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            ForumError::NotAnAdmin => Self::forbidden("not-an-admin", detail),
            ForumError::TopicTaken => Self::conflict("topic-taken", detail),
            ForumError::Repository(error) => error.into(),
        }
    }
}
