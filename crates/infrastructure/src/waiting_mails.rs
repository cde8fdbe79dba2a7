//! Mails that wait to be carried: what each needs to be composed, without a secret that would let anybody in.

use ::notifications::ModerationAct;
use ::users::MAX_REFUSALS;
use database::{Channel, DbConnection, NewDelivery, enqueue, schema::user_emails};
use diesel::{dsl::exists, prelude::*, result::Error::SerializationError};
use kernel::{Timestamp, UserId};
use mail::SecurityAct;
use serde::{Deserialize, Serialize};

/// What a mail is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum WaitingMail {
    Confirm {
        seed: String,
    },
    AddressReplaced {
        to: String,
    },
    AddressRemoved {
        to: String,
    },
    /// Somebody forgot a password. Whose, if anybody's, turns out when it is carried, after the answer to the request.
    Forgotten {
        name: String,
    },
    Reset {
        seed: String,
    },
    Security {
        act: String,
        at: i64,
    },
    /// What a member has not read. It is composed when it is carried.
    Unread,
}

/// [`WaitingMail::Unread`] as it is stored, for statements that store many.
pub(crate) const UNREAD: &str = r#"{"kind":"unread"}"#;

/// Stores a mail in the transaction of the change it tells of. Of one `key` only one waits.
pub(crate) fn store(
    conn: &mut DbConnection,
    user: Option<UserId>,
    key: &str,
    mail: &WaitingMail,
    now: Timestamp,
) -> QueryResult<()> {
    let data = serde_json::to_string(mail).map_err(|error| SerializationError(error.into()))?;
    let channel = Channel::Mail;
    enqueue(conn, &NewDelivery { channel, user, key, data: &data, now, due_at: now })
}

/// Stores a mail about a change to how a member signs in, if there is an address for it.
pub(crate) fn tell_of_security_act(
    conn: &mut DbConnection,
    user: UserId,
    act: ModerationAct,
    now: Timestamp,
) -> QueryResult<()> {
    let Some(act) = security_act(act) else { return Ok(()) };
    let reached = user_emails::table
        .find(user.0)
        .filter(user_emails::confirmed.is_not_null())
        .filter(user_emails::refusals.lt(MAX_REFUSALS));
    let is_reached: bool = diesel::select(exists(reached)).get_result(conn)?;
    if !is_reached {
        return Ok(());
    }
    let (word, at) = (word(act), now.unix_millis());
    let mail = WaitingMail::Security { act: word.to_owned(), at };
    store(conn, Some(user), &format!("security {user} {word} {at}"), &mail, now)
}

/// The stored word; it never changes.
pub(crate) fn word(act: SecurityAct) -> &'static str {
    match act {
        SecurityAct::PasswordChanged => "password-changed",
        SecurityAct::RecoveryCodesRenewed => "recovery-codes-renewed",
        SecurityAct::SecondStepAdded => "second-step-added",
        SecurityAct::SecondStepRemoved => "second-step-removed",
        SecurityAct::PasskeyAdded => "passkey-added",
        SecurityAct::PasskeyRemoved => "passkey-removed",
        SecurityAct::IdentityLinked => "identity-linked",
        SecurityAct::IdentityRemoved => "identity-removed",
        SecurityAct::ApiTokenAdded => "api-token-added",
        SecurityAct::ApiTokenRemoved => "api-token-removed",
    }
}

fn security_act(act: ModerationAct) -> Option<SecurityAct> {
    match act {
        ModerationAct::PasswordChanged => Some(SecurityAct::PasswordChanged),
        ModerationAct::RecoveryCodesRenewed => Some(SecurityAct::RecoveryCodesRenewed),
        ModerationAct::SecondStepAdded => Some(SecurityAct::SecondStepAdded),
        ModerationAct::SecondStepRemoved => Some(SecurityAct::SecondStepRemoved),
        ModerationAct::PasskeyAdded => Some(SecurityAct::PasskeyAdded),
        ModerationAct::PasskeyRemoved => Some(SecurityAct::PasskeyRemoved),
        ModerationAct::IdentityLinked => Some(SecurityAct::IdentityLinked),
        ModerationAct::IdentityRemoved => Some(SecurityAct::IdentityRemoved),
        ModerationAct::ApiTokenAdded => Some(SecurityAct::ApiTokenAdded),
        ModerationAct::ApiTokenRemoved => Some(SecurityAct::ApiTokenRemoved),
        ModerationAct::Promoted
        | ModerationAct::Demoted
        | ModerationAct::ModeratorAdded
        | ModerationAct::ModeratorRemoved
        | ModerationAct::ForumMemberAdded
        | ModerationAct::BannedFromForum
        | ModerationAct::UnbannedFromForum
        | ModerationAct::Banned
        | ModerationAct::Unbanned
        | ModerationAct::ForumDeleted
        | ModerationAct::PostRemoved
        | ModerationAct::ReplyRemoved
        | ModerationAct::PostRestored
        | ModerationAct::ReplyRestored
        | ModerationAct::PostLocked
        | ModerationAct::PostApproved
        | ModerationAct::ReplyApproved
        | ModerationAct::ReportResolved
        | ModerationAct::ReportRejected
        | ModerationAct::AppealAccepted
        | ModerationAct::AppealRejected
        | ModerationAct::WebhookTurnedOff => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mails_of_unread_things_are_stored_as_all_others() {
        assert_eq!(serde_json::from_str::<WaitingMail>(UNREAD).unwrap(), WaitingMail::Unread);
    }
}
