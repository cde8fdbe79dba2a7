//! The errors of accounts, of the site and of notifications.

use kernel::{Ban, Banned, BannedFromForum, Timestamp};
use notifications::NotificationError;
use site::SiteError;
use users::{LoginError, TooManyAttempts, UserError};

use crate::problem::{BanMembers, Problem, SecondStepMembers};

impl From<Banned> for Problem {
    fn from(banned: Banned) -> Self {
        Self::forbidden("banned", banned.to_string()).with_ban(banned.0.into())
    }
}

impl From<BannedFromForum> for Problem {
    fn from(banned: BannedFromForum) -> Self {
        Self::forbidden("banned-from-forum", banned.to_string()).with_ban(banned.0.into())
    }
}

impl From<Ban> for BanMembers {
    fn from(Ban { until, reason }: Ban) -> Self {
        Self { until: until.map(Timestamp::to_rfc3339), reason, appeal_token: None }
    }
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
            LoginError::SecondStepRequired { ticket } => {
                let members = SecondStepMembers { ticket, methods: ["totp", "recovery-code"] };
                Self { detail, code: "second-step-required", ..Self::unauthorized() }
                    .with_second_step(members)
            }
            LoginError::WrongCode(_) => Self { detail, code: "wrong-code", ..Self::unauthorized() },
            LoginError::PasskeysImpossible => Self::conflict("passkeys-impossible", detail),
            LoginError::WrongPasskey => {
                Self { detail, code: "wrong-passkey", ..Self::unauthorized() }
            }
            LoginError::TicketEnded | LoginError::SignInEnded => {
                Self { detail, code: "ticket-ended", ..Self::unauthorized() }
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
            UserError::NotFound
            | UserError::NoSession
            | UserError::NoSecondStep
            | UserError::NoPasskey
            | UserError::NoApiToken
            | UserError::NoIdentity
            | UserError::LinkEnded => Self::not_found(detail),
            UserError::PasskeysImpossible => Self::conflict("passkeys-impossible", detail),
            UserError::TooManyApiTokens => Self::conflict("too-many-tokens", detail),
            UserError::TooManyPasskeys => Self::conflict("too-many-passkeys", detail),
            UserError::PasskeyRefused | UserError::PasskeyKnown => {
                Self::invalid_field("credential", detail)
            }
            UserError::SignInAgain => Self::forbidden("sign-in-again", detail),
            UserError::IdentityExists => Self::conflict("identity-exists", detail),
            UserError::LastSignIn => Self::conflict("last-sign-in", detail),
            UserError::RegistrationEnded => Self::forbidden("ticket-ended", detail),
            UserError::ProviderUnavailable => {
                Self { detail, code: "provider-unavailable", ..Self::unavailable() }
            }
            UserError::SecondStepActive => Self::conflict("second-step-active", detail),
            UserError::NoSecondStepBegun => Self::conflict("nothing-begun", detail),
            UserError::InvalidFirstCode => Self::invalid_field("code", detail),
            UserError::WrongCode(_) => Self::forbidden("wrong-code", detail),
            UserError::NotTheOwner => Self::forbidden("not-the-owner", detail),
            UserError::UsernameTaken => Self::bad_request("username-taken", detail),
            UserError::WrongPassword => Self::forbidden("wrong-password", detail),
            UserError::SecondStepNeeded => Self::forbidden("second-step-needed", detail),
            UserError::LastAdmin => Self::unprocessable("last-admin", detail),
            UserError::CommonPassword(_) => Self::invalid_field("password", detail),
            UserError::TooMany(TooManyAttempts { wait_seconds }) => {
                Self::too_many_attempts(detail, wait_seconds)
            }
            UserError::TooManyConfirmations { wait_seconds } => {
                Self::too_many_requests(detail, wait_seconds)
            }
            UserError::SessionEnded => Self { detail, ..Self::unauthorized() },
            UserError::Repository(error) => error.into(),
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
            SiteError::NotUploaded { field } => Self::invalid_field(field, detail),
            SiteError::NoSecondStep => Self::conflict("no-second-step", detail),
            SiteError::NoSuchPage | SiteError::NoSuchInvite => Self::not_found(detail),
            SiteError::TooManyPages => Self::unprocessable("too-many-pages", detail),
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
