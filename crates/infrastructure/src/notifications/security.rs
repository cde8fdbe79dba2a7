//! Notifies members of changes to how they sign in, including those by an operator; by mail too.

use ::notifications::{Kind, ModerationAct, Subject};
use database::{DbConnection, Events};
use diesel::QueryResult;
use kernel::{Timestamp, UserId};

use super::store::{Content, upsert};
use crate::waiting_mails;

/// Notifies a member in the transaction of the act. The caller holds the account.
pub(crate) fn notify_of_security_act(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    act: ModerationAct,
    now: Timestamp,
) -> QueryResult<()> {
    waiting_mails::tell_of_security_act(conn, user, act, now)?;
    let content = Content {
        subject: Subject::Account(act),
        act: Some(act),
        actor: None,
        forum: None,
        post: None,
        reply: None,
    };
    upsert(conn, events, &[user.0], Kind::Moderation, content, now)
}
