//! What the export says of how a member signs in, and lets programs act.

use ::users::{ExportRecord, OpenSession};
use database::{
    DbConnection,
    schema::{api_tokens, identities, passkeys, sessions},
};
use diesel::prelude::*;
use kernel::Timestamp;

use super::LIMIT;
use crate::users::{
    api_tokens::{TOKEN, TokenRow, token_of},
    passkeys::{PASSKEY, PasskeyRow, passkey_of},
    sessions::{SESSION, SessionRow, open_session},
};

pub(super) fn sessions(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<SessionRow> = sessions::table
        .filter(sessions::user_id.eq(user).and(sessions::id.gt(after)))
        .order(sessions::id)
        .limit(LIMIT)
        .select(SESSION)
        .load(conn)?;
    let record = |row| {
        let OpenSession { id, method, device, opened_at, last_used_at } = open_session(row);
        ExportRecord::Session { id: id.0, method, device, opened_at, last_used_at }
    };
    Ok(rows.into_iter().map(record).collect())
}

pub(super) fn passkeys(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<PasskeyRow> = passkeys::table
        .filter(passkeys::user_id.eq(user).and(passkeys::id.gt(after)))
        .order(passkeys::id)
        .limit(LIMIT)
        .select(PASSKEY)
        .load(conn)?;
    Ok(rows.into_iter().map(passkey_of).map(ExportRecord::Passkey).collect())
}

pub(super) fn identities(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<(String, String, String, i64)> = identities::table
        .filter(identities::user_id.eq(user))
        .order(identities::provider)
        .offset(after)
        .limit(LIMIT)
        .select((identities::provider, identities::issuer, identities::subject, identities::since))
        .load(conn)?;
    let record = |(number, (provider, issuer, subject, at))| {
        let since = Timestamp::from_unix_millis(at);
        ExportRecord::Identity { number, provider, issuer, subject, since }
    };
    Ok((after + 1..).zip(rows).map(record).collect())
}

pub(super) fn api_tokens(
    conn: &mut DbConnection,
    user: i64,
    after: i64,
) -> QueryResult<Vec<ExportRecord>> {
    let rows: Vec<TokenRow> = api_tokens::table
        .filter(api_tokens::user_id.eq(user).and(api_tokens::id.gt(after)))
        .order(api_tokens::id)
        .limit(LIMIT)
        .select(TOKEN)
        .load(conn)?;
    Ok(rows.into_iter().map(token_of).map(ExportRecord::ApiToken).collect())
}
