use ::users::{EmailAddress, LinkPurpose, MAX_CONFIRMATIONS, MAX_REFUSALS, MAX_RESETS, NewLink};
use database::{
    DbConnection,
    schema::{email_tokens, user_emails, users},
};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_types::{Bool, Text},
};
use kernel::{Timestamp, UserId};

/// A new link of an account.
pub(super) struct MadeLink<'a> {
    pub(super) link: &'a NewLink,
    pub(super) user: UserId,
    /// What it confirms; `None` for a link to a new password.
    pub(super) address: Option<&'a str>,
    pub(super) at: Timestamp,
}

/// How many accounts one address gets links for.
const MAX_ACCOUNTS: i64 = 10;

pub(super) fn insert(conn: &mut DbConnection, made: &MadeLink<'_>) -> QueryResult<()> {
    let purpose = made.address.map_or(LinkPurpose::Reset, |_| LinkPurpose::Confirm);
    diesel::insert_into(email_tokens::table)
        .values((
            email_tokens::digest.eq(&made.link.digest),
            email_tokens::user_id.eq(made.user.0),
            email_tokens::address.eq(made.address),
            email_tokens::created_at.eq(made.at.unix_millis()),
            email_tokens::expires_at.eq(made.at.after(purpose.lifetime()).unix_millis()),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns the account of a link that works, and the address that it confirms, which still waits for that.
pub(super) fn open(
    conn: &mut DbConnection,
    digest: &str,
    now: Timestamp,
) -> QueryResult<Option<(UserId, Option<String>)>> {
    let waits = email_tokens::address.is_null().or(email_tokens::address.eq(user_emails::pending));
    let found: Option<(i64, Option<String>)> = email_tokens::table
        .left_join(user_emails::table.on(user_emails::user_id.eq(email_tokens::user_id)))
        .filter(email_tokens::digest.eq(digest))
        .filter(email_tokens::expires_at.gt(now.unix_millis()))
        .filter(waits)
        .select((email_tokens::user_id, email_tokens::address))
        .first(conn)
        .optional()?;
    Ok(found.map(|(user, address)| (UserId(user), address)))
}

/// Returns when the first of [`MAX_CONFIRMATIONS`] links of the last day was made, if there are as many.
pub(super) fn first_of_too_many(
    conn: &mut DbConnection,
    user: UserId,
    now: Timestamp,
) -> QueryResult<Option<Timestamp>> {
    let day_ago = now.before(LinkPurpose::Confirm.lifetime());
    let times: Vec<i64> = email_tokens::table
        .filter(email_tokens::user_id.eq(user.0))
        .filter(email_tokens::address.is_not_null())
        .filter(email_tokens::created_at.gt(day_ago.unix_millis()))
        .order(email_tokens::created_at)
        .select(email_tokens::created_at)
        .load(conn)?;
    let first = times.first().filter(|_| times.len() >= MAX_CONFIRMATIONS);
    Ok(first.map(|at| Timestamp::from_unix_millis(*at)))
}

/// Returns the accounts with this username or confirmed address that mails reach, without those that have enough links.
pub(super) fn forgotten(
    conn: &mut DbConnection,
    name: &str,
    now: Timestamp,
) -> QueryResult<Vec<UserId>> {
    let key = EmailAddress::key_of(name);
    let is_named = users::username_key.eq(key.clone());
    let has_address = sql::<Bool>("lower(user_emails.confirmed) = ").bind::<Text, _>(key);
    let reached = user_emails::table
        .inner_join(users::table)
        .filter(user_emails::confirmed.is_not_null())
        .filter(user_emails::refusals.lt(MAX_REFUSALS))
        .order(user_emails::user_id)
        .limit(MAX_ACCOUNTS)
        .select(user_emails::user_id);
    // Usernames have no @.
    let found: Vec<i64> = if name.contains('@') {
        reached.filter(has_address).load(conn)?
    } else {
        reached.filter(is_named).load(conn)?
    };
    let mut users = vec![];
    for user in found.into_iter().map(UserId) {
        if open_resets(conn, user, now)? < MAX_RESETS as i64 {
            users.push(user);
        }
    }
    Ok(users)
}

fn open_resets(conn: &mut DbConnection, user: UserId, now: Timestamp) -> QueryResult<i64> {
    email_tokens::table
        .filter(email_tokens::user_id.eq(user.0).and(email_tokens::address.is_null()))
        .filter(email_tokens::expires_at.gt(now.unix_millis()))
        .count()
        .get_result(conn)
}

/// Ends the links of an account. Those that confirm still count for their day.
pub(super) fn end_all(conn: &mut DbConnection, user: UserId, now: Timestamp) -> QueryResult<()> {
    end_resets(conn, user)?;
    diesel::update(email_tokens::table.filter(email_tokens::user_id.eq(user.0)))
        .set(email_tokens::expires_at.eq(now.unix_millis()))
        .execute(conn)?;
    Ok(())
}

/// Ends the links to a new password.
pub(in crate::users) fn end_resets(conn: &mut DbConnection, user: UserId) -> QueryResult<()> {
    let resets = email_tokens::user_id.eq(user.0).and(email_tokens::address.is_null());
    diesel::delete(email_tokens::table.filter(resets)).execute(conn)?;
    Ok(())
}

/// Deletes links that ended, and do not count any more.
pub(super) fn delete_old(conn: &mut DbConnection, now: Timestamp) -> QueryResult<()> {
    let day_ago = now.before(LinkPurpose::Confirm.lifetime());
    diesel::delete(email_tokens::table.filter(email_tokens::created_at.le(day_ago.unix_millis())))
        .execute(conn)?;
    Ok(())
}
