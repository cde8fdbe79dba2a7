//! The errors of forums, of devices, and of what members write, upload, save and search.

use actix_web::http::StatusCode;
use drafts::DraftError;
use forums::ForumError;
use idempotency::IdempotencyError;
use images::{ImageError, ProcessError};
use kernel::{BrokenRule, TextField};
use messages::MessageError;
use posts::PostError;
use push::PushError;
use replies::{Refusal, ReplyError};
use saved::SavedError;
use search::SearchError;
use webhooks::WebhookError;

use crate::problem::{BanMembers, Problem};

impl From<BrokenRule> for Problem {
    fn from(broken: BrokenRule) -> Self {
        let detail = broken.to_string();
        match broken {
            BrokenRule::AccountTooYoung { until } => {
                let until = Some(until.to_rfc3339());
                let end = BanMembers { until, reason: None, appeal_token: None };
                Self::forbidden("account-too-young", detail).with_ban(end)
            }
            BrokenRule::BlockedWord { field, .. } | BrokenRule::AddedLink { field } => {
                let field = match field {
                    TextField::Title => "title",
                    TextField::Description => "description",
                    TextField::Image => "image",
                    TextField::ImageDescription => "imageDescription",
                };
                Self::invalid_field(field, detail)
            }
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
            PostError::NotFound
            | PostError::NoSuchForum
            | PostError::NotRemoved
            | PostError::NoSuchVersion => Self::not_found(detail),
            PostError::MayNotHide => Self::forbidden("may-not-hide", detail),
            PostError::PresentVersion => Self::conflict("present-version", detail),
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
            ReplyError::NoSuchPost
            | ReplyError::NotFound
            | ReplyError::NotRemoved
            | ReplyError::NoSuchVersion => Self::not_found(detail),
            ReplyError::MayNotHide => Self::forbidden("may-not-hide", detail),
            ReplyError::PresentVersion => Self::conflict("present-version", detail),
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

impl From<PushError> for Problem {
    fn from(error: PushError) -> Self {
        let detail = error.to_string();
        match error {
            PushError::NotPublic(_) => Self::invalid_field("endpoint", detail),
            PushError::TooMany => Self::conflict("too-many-subscriptions", detail),
            PushError::Repository(error) => error.into(),
        }
    }
}

impl From<WebhookError> for Problem {
    fn from(error: WebhookError) -> Self {
        let detail = error.to_string();
        match error {
            WebhookError::NoSuchForum | WebhookError::NotFound | WebhookError::NoSuchDelivery => {
                Self::not_found(detail)
            }
            WebhookError::NotAnAdmin => Self::forbidden("not-an-admin", detail),
            WebhookError::NotAModerator => Self::forbidden("not-a-moderator", detail),
            WebhookError::OnlyOfSite => Self::invalid_field("events", detail),
            WebhookError::NotPublic(_) => Self::invalid_field("url", detail),
            WebhookError::TooMany { .. } => Self::conflict("too-many-webhooks", detail),
            WebhookError::Repository(error) => error.into(),
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

impl From<IdempotencyError> for Problem {
    fn from(error: IdempotencyError) -> Self {
        let detail = error.to_string();
        match error {
            IdempotencyError::Reused => Self::unprocessable("idempotency-key-reused", detail),
            IdempotencyError::Running => Self::conflict("being-done", detail),
            IdempotencyError::Repository(error) => error.into(),
        }
    }
}
