//! The errors of moderation.

use moderation::{
    ModerationError, appeals::AppealError, forum_bans::ForumBanError, reports::ReportError,
};

use crate::problem::Problem;

impl From<ModerationError> for Problem {
    fn from(error: ModerationError) -> Self {
        let detail = error.to_string();
        match error {
            ModerationError::NoSuchForum
            | ModerationError::NoSuchInvite
            | ModerationError::NoSuchUser
            | ModerationError::UnknownUsername(_) => Self::not_found(detail),
            ModerationError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            ModerationError::NotTheOwner => Self::forbidden("not-the-owner", detail),
            ModerationError::NotAnAdmin => Self::forbidden("not-an-admin", detail),
            ModerationError::NotPrivate => Self::conflict("not-private", detail),
            ModerationError::BannedFromForum(banned) => banned.into(),
            ModerationError::Banned | ModerationError::AddBanned => {
                Self::unprocessable("user-banned", detail)
            }
            ModerationError::BanModerator => Self::unprocessable("is-moderator", detail),
            ModerationError::LastModerator => Self::unprocessable("last-moderator", detail),
            ModerationError::BanSelf => Self::unprocessable("oneself", detail),
            ModerationError::LastAdmin => Self::unprocessable("last-admin", detail),
            ModerationError::Repository(error) => error.into(),
        }
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
            ReportError::Decided(_) | ReportError::Closed => Self::conflict("decided", detail),
            ReportError::NotShown
            | ReportError::ReportedAgain
            | ReportError::BanOver
            | ReportError::Moderates
            | ReportError::Answered
            | ReportError::Changed => Self::conflict("not-reopenable", detail),
            ReportError::TooMany => Self::too_many_requests(detail, 3_600),
            ReportError::Repository(error) => error.into(),
        }
    }
}
