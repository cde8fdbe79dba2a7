//! Which status each domain's error has on the wire: the one place that says so.

use forums::ForumError;
use kernel::{Banned, RepositoryError};
use messages::MessageError;
use moderation::ModerationError;
use replies::{Refusal, ReplyError};
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

impl From<ReplyError> for Problem {
    fn from(error: ReplyError) -> Self {
        let detail = error.to_string();
        match error {
            ReplyError::NoSuchPost | ReplyError::NotFound => Self::not_found(detail),
            ReplyError::MayNotRemove => Self::forbidden("may-not-remove", detail),
            ReplyError::Refused(Refusal::NotOfThisPost | Refusal::TooDeep) => {
                Self::invalid_field("respondsTo", detail)
            }
            ReplyError::Refused(Refusal::Removed) | ReplyError::Removed => {
                Self::conflict("reply-removed", detail)
            }
            ReplyError::Repository(error) => error.into(),
        }
    }
}

impl From<MessageError> for Problem {
    fn from(error: MessageError) -> Self {
        let detail = error.to_string();
        match error {
            MessageError::NoSuchUser | MessageError::NotFound => Self::not_found(detail),
            MessageError::NotTheSender => Self::forbidden("not-the-sender", detail),
            MessageError::NotTheRecipient => Self::forbidden("not-the-recipient", detail),
            MessageError::ToOneself => Self::against_the_rules("to-oneself", detail),
            MessageError::Repository(error) => error.into(),
        }
    }
}

impl From<ModerationError> for Problem {
    fn from(error: ModerationError) -> Self {
        let detail = error.to_string();
        match error {
            ModerationError::NoSuchForum
            | ModerationError::NoSuchUser
            | ModerationError::NobodyNamed(_) => Self::not_found(detail),
            ModerationError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            ModerationError::NotTheirOwn => Self::forbidden("not-the-owner", detail),
            ModerationError::NotAnAdmin => Self::forbidden("not-an-admin", detail),
            ModerationError::Banned => Self::against_the_rules("user-banned", detail),
            ModerationError::LastModerator => Self::against_the_rules("last-moderator", detail),
            ModerationError::Oneself => Self::against_the_rules("oneself", detail),
            ModerationError::LastAdmin => Self::against_the_rules("last-admin", detail),
            ModerationError::Repository(error) => error.into(),
        }
    }
}
