//! Maps the errors of all domains to HTTP statuses; nothing else does.

use std::{error::Error, iter::successors};

use actix_web::http::StatusCode;
use drafts::DraftError;
use forums::ForumError;
use images::{ImageError, ProcessError};
use kernel::{Ban, Banned, BannedFromForum, BrokenRule, RepositoryError, TextField, Timestamp};
use messages::MessageError;
use moderation::{
    ModerationError, appeals::AppealError, forum_bans::ForumBanError, reports::ReportError,
};
use notifications::NotificationError;
use posts::PostError;
use replies::{Refusal, ReplyError};
use saved::SavedError;
use search::SearchError;
use site::SiteError;
use users::{LoginError, TooManyAttempts, UserError};

use crate::{Problem, problem::BanMembers};

impl From<Banned> for Problem {
    fn from(banned: Banned) -> Self {
        let problem = Self::forbidden("banned", banned.to_string());
        Self { ban: Some(Box::new(banned.0.into())), ..problem }
    }
}

impl From<BannedFromForum> for Problem {
    fn from(banned: BannedFromForum) -> Self {
        let problem = Self::forbidden("banned-from-forum", banned.to_string());
        Self { ban: Some(Box::new(banned.0.into())), ..problem }
    }
}

impl From<Ban> for BanMembers {
    fn from(Ban { until, reason }: Ban) -> Self {
        Self { until: until.map(Timestamp::to_rfc3339), reason, appeal_token: None }
    }
}

impl From<ForumBanError> for Problem {
    fn from(error: ForumBanError) -> Self {
        match error {
            ForumBanError::Banned(banned) => banned.into(),
            ForumBanError::Repository(error) => error.into(),
        }
    }
}

impl From<BrokenRule> for Problem {
    fn from(broken: BrokenRule) -> Self {
        let detail = broken.to_string();
        match broken {
            BrokenRule::AccountTooYoung { until } => {
                let until = Some(until.to_rfc3339());
                let ban = Some(Box::new(BanMembers { until, reason: None, appeal_token: None }));
                Self { ban, ..Self::forbidden("account-too-young", detail) }
            }
            BrokenRule::BlockedWord { field, .. } | BrokenRule::AddedLink { field } => {
                let field = match field {
                    TextField::Title => "title",
                    TextField::Description => "description",
                    TextField::Image => "image",
                };
                Self::invalid_field(field, detail)
            }
        }
    }
}

impl From<RepositoryError> for Problem {
    fn from(error: RepositoryError) -> Self {
        if matches!(error, RepositoryError::Gone(_)) {
            // Not a failure: two concurrent changes, one of which is refused.
            tracing::info!(error = with_causes(&error), "a row was deleted during a write to it");
        } else {
            tracing::error!(error = with_causes(&error), "a repository failed");
        }
        match error {
            RepositoryError::Unavailable(_) => Self::unavailable(),
            RepositoryError::Full(_) => Self::full(),
            RepositoryError::Gone(_) => {
                Self::conflict("gone", "What this is about was removed at the same moment.")
            }
            RepositoryError::Failed(_) => Self::internal(),
        }
    }
}

/// Written out here, because the JSON log omits causes.
fn with_causes(error: &(dyn Error + 'static)) -> String {
    let chain = successors(Some(error), |&error| error.source());
    chain.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl From<LoginError> for Problem {
    fn from(error: LoginError) -> Self {
        let detail = error.to_string();
        match error {
            LoginError::Invalid => {
                Self { detail, code: "invalid-credentials", ..Self::unauthorized() }
            }
            LoginError::InvalidCode => {
                Self { detail, code: "invalid-recovery-code", ..Self::unauthorized() }
            }
            LoginError::Banned { banned, appeal_token } => {
                Self::from(banned).with_appeal_token(appeal_token)
            }
            LoginError::CommonPassword(_) => Self::invalid_field("password", detail),
            LoginError::TooMany(TooManyAttempts { wait_seconds }) => {
                Self::too_many_attempts(detail, wait_seconds)
            }
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
            UserError::LastAdmin => Self::unprocessable("last-admin", detail),
            UserError::CommonPassword(_) => Self::invalid_field("password", detail),
            UserError::TooMany(TooManyAttempts { wait_seconds }) => {
                Self::too_many_attempts(detail, wait_seconds)
            }
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

impl From<PostError> for Problem {
    fn from(error: PostError) -> Self {
        let detail = error.to_string();
        match error {
            PostError::NotFound | PostError::NoSuchForum | PostError::NotRemoved => {
                Self::not_found(detail)
            }
            PostError::NotTheAuthor => Self::forbidden("not-the-author", detail),
            PostError::MayNotDelete => Self::forbidden("may-not-delete", detail),
            PostError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            PostError::Held => Self::conflict("held", detail),
            PostError::Locked => Self::conflict("locked", detail),
            PostError::PinIsOver => Self::invalid_field("until", detail),
            PostError::TooManyPinned => Self::unprocessable("too-many-pinned", detail),
            PostError::BrokenRule(broken) => broken.into(),
            PostError::Banned(banned) => banned.into(),
            PostError::Repository(error) => error.into(),
        }
    }
}

impl From<ReplyError> for Problem {
    fn from(error: ReplyError) -> Self {
        let detail = error.to_string();
        match error {
            ReplyError::NoSuchPost | ReplyError::NotFound | ReplyError::NotRemoved => {
                Self::not_found(detail)
            }
            ReplyError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            ReplyError::NotTheAuthor => Self::forbidden("not-the-author", detail),
            ReplyError::MayNotRemove => Self::forbidden("may-not-remove", detail),
            ReplyError::Refused(Refusal::NotOfThisPost | Refusal::TooDeep) => {
                Self::invalid_field("respondsTo", detail)
            }
            ReplyError::Refused(Refusal::Removed)
            | ReplyError::Removed
            | ReplyError::RemovedTakesNoEdit => Self::conflict("reply-removed", detail),
            ReplyError::Held => Self::conflict("held", detail),
            ReplyError::PostLocked => Self::conflict("locked", detail),
            ReplyError::BrokenRule(broken) => broken.into(),
            ReplyError::Banned(banned) => banned.into(),
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
            MessageError::MessageToSelf | MessageError::BlockSelf => {
                Self::unprocessable("to-oneself", detail)
            }
            MessageError::BlockedByYou | MessageError::BlockedByThem => {
                Self::forbidden("blocked", detail)
            }
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
            | ModerationError::UnknownUsername(_) => Self::not_found(detail),
            ModerationError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            ModerationError::NotTheOwner => Self::forbidden("not-the-owner", detail),
            ModerationError::NotAnAdmin => Self::forbidden("not-an-admin", detail),
            ModerationError::Banned => Self::unprocessable("user-banned", detail),
            ModerationError::BanModerator => Self::unprocessable("is-moderator", detail),
            ModerationError::LastModerator => Self::unprocessable("last-moderator", detail),
            ModerationError::BanSelf => Self::unprocessable("oneself", detail),
            ModerationError::LastAdmin => Self::unprocessable("last-admin", detail),
            ModerationError::Repository(error) => error.into(),
        }
    }
}

impl From<AppealError> for Problem {
    fn from(error: AppealError) -> Self {
        let detail = error.to_string();
        match error {
            AppealError::NotBanned => Self::forbidden("not-banned", detail),
            AppealError::FiledBefore => Self::conflict("appealed", detail),
            AppealError::Repository(error) => error.into(),
        }
    }
}

impl From<ReportError> for Problem {
    fn from(error: ReportError) -> Self {
        let detail = error.to_string();
        match error {
            ReportError::NotFound | ReportError::NoSuchMessage | ReportError::TargetGone => {
                Self::not_found(detail)
            }
            ReportError::ReplyRemoved => Self::conflict("reply-removed", detail),
            ReportError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            ReportError::Decided(_) => Self::conflict("decided", detail),
            ReportError::TooMany => Self::too_many_requests(detail, 3_600),
            ReportError::Repository(error) => error.into(),
        }
    }
}

impl From<ImageError> for Problem {
    fn from(error: ImageError) -> Self {
        let detail = error.to_string();
        match error {
            ImageError::Process(ProcessError::UnknownFormat) => {
                Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-an-image", detail)
            }
            ImageError::Process(ProcessError::TooManyPixels) => {
                Self::unprocessable("too-many-pixels", detail)
            }
            ImageError::Process(ProcessError::Unreadable) => {
                Self::unprocessable("unreadable-image", detail)
            }
            ImageError::NotFound => Self::not_found(detail),
            ImageError::BeingDeleted => Self::unavailable(),
            ImageError::Repository(error) => error.into(),
        }
    }
}

impl From<DraftError> for Problem {
    fn from(error: DraftError) -> Self {
        let detail = error.to_string();
        match error {
            DraftError::OtherVersion(found) => {
                let draft = found.map(|draft| Box::new(draft.into()));
                Self { draft, ..Self::conflict("other-version", detail) }
            }
            DraftError::TooMany => Self::unprocessable("too-many-drafts", detail),
            DraftError::Repository(error) => error.into(),
        }
    }
}

impl From<SavedError> for Problem {
    fn from(error: SavedError) -> Self {
        match error {
            SavedError::NotFound => Self::not_found(error.to_string()),
            SavedError::Repository(error) => error.into(),
        }
    }
}

impl From<SearchError> for Problem {
    fn from(error: SearchError) -> Self {
        match error {
            SearchError::NothingToSearchFor => Self::invalid_field("q", error.to_string()),
            SearchError::Repository(error) => error.into(),
        }
    }
}

impl From<SiteError> for Problem {
    fn from(error: SiteError) -> Self {
        let detail = error.to_string();
        match error {
            SiteError::NotAnAdmin => Self::forbidden("not-an-admin", detail),
            SiteError::RegistrationClosed | SiteError::InviteRequired => {
                Self::forbidden("registration-closed", detail)
            }
            SiteError::Repository(error) => error.into(),
        }
    }
}

impl From<NotificationError> for Problem {
    fn from(error: NotificationError) -> Self {
        let detail = error.to_string();
        match error {
            NotificationError::NotFound
            | NotificationError::NoSuchPost
            | NotificationError::NoSuchForum => Self::not_found(detail),
            NotificationError::Repository(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{
        ResponseError,
        http::header::{HeaderValue, RETRY_AFTER},
    };

    use super::*;

    #[test]
    fn each_repository_error_has_its_own_status() {
        for (error, status, code, retry) in [
            (RepositoryError::Full("disk".into()), 507, "storage-full", None),
            (RepositoryError::Unavailable("away".into()), 503, "unavailable", Some("2")),
            (RepositoryError::Gone("user_id".into()), 409, "gone", None),
            (RepositoryError::Failed("broken".into()), 500, "internal", None),
        ] {
            let problem = Problem::from(error);
            assert!(problem.to_string().starts_with(&format!("{status} {code}: ")), "{problem}");
            let answer = problem.error_response();
            assert_eq!(answer.status().as_u16(), status);
            let retry_after = answer.headers().get(RETRY_AFTER);
            assert_eq!(retry_after, retry.map(HeaderValue::from_static).as_ref());
        }
    }
}
