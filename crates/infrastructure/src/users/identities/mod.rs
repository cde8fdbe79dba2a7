//! Identities at providers, and the accounts that they sign in to.

mod under_way;

use ::notifications::ModerationAct;
use ::users::{
    Account, Identity, IdentityRepository, LinkOutcome, LinkedIdentity, LinkingSession, NewAccount,
    ProviderId, ProviderRequest, ProviderTicket, RegisterOutcome, UnlinkOutcome, Username,
    WorkingWays,
};
use database::{
    Database, DbConnection, Events, locks,
    schema::{identities, sessions, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{RepositoryError, Role, Timestamp, UserId};

use super::{
    account::{self, ACCOUNT, AccountRow},
    former_names,
    sign_in_ways::{self, Removed},
};
use crate::notifications::notify_of_security_act;

/// Identities in the database.
pub struct DbIdentities(pub Database);

impl IdentityRepository for DbIdentities {
    fn open_request(
        &self,
        digest: &str,
        request: &ProviderRequest,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        under_way::open_request(&self.0, digest, request, now)
    }

    fn take_request(
        &self,
        digest: &str,
        browser: &str,
        now: Timestamp,
    ) -> Result<Option<ProviderRequest>, RepositoryError> {
        under_way::take_request(&self.0, digest, browser, now)
    }

    fn open_ticket(
        &self,
        digest: &str,
        ticket: &ProviderTicket,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        under_way::open_ticket(&self.0, digest, ticket, now)
    }

    fn take_ticket(
        &self,
        digest: &str,
        browser: &str,
        now: Timestamp,
    ) -> Result<Option<ProviderTicket>, RepositoryError> {
        self.0.write(|conn, _| under_way::take_ticket(conn, digest, browser, now))
    }

    fn find(&self, identity: &Identity) -> Result<Option<Account>, RepositoryError> {
        let row: Option<AccountRow> = self.0.read(|conn| {
            let Some(user) = holder(conn, identity)? else { return Ok(None) };
            users::table.find(user).select(ACCOUNT).first(conn).optional()
        })?;
        Ok(row.map(Account::from))
    }

    fn first_free(&self, names: &[Username]) -> Result<Option<Username>, RepositoryError> {
        self.0.read(|conn| {
            for name in names {
                let holder = users::table.filter(users::username_key.eq(name.key()));
                let is_taken: bool = diesel::select(exists(holder)).get_result(conn)?;
                if !is_taken && !former_names::is_reserved(conn, name)? {
                    return Ok(Some(name.clone()));
                }
            }
            Ok(None)
        })
    }

    fn register(
        &self,
        digest: &str,
        browser: &str,
        account: &NewAccount,
    ) -> Result<RegisterOutcome, RepositoryError> {
        let outcome =
            self.0.write_unique(|conn, events| register(conn, events, digest, browser, account))?;
        Ok(outcome.unwrap_or(RegisterOutcome::NameTaken))
    }

    fn list(&self, user: UserId) -> Result<Vec<LinkedIdentity>, RepositoryError> {
        let query = identities::table
            .filter(identities::user_id.eq(user.0))
            .order(identities::provider)
            .select((identities::provider, identities::since));
        let rows: Vec<(String, i64)> = self.0.read(|conn| query.load(conn))?;
        let linked = |(provider, since)| LinkedIdentity {
            provider: ProviderId::from_stored(provider),
            since: Timestamp::from_unix_millis(since),
        };
        Ok(rows.into_iter().map(linked).collect())
    }

    fn link(
        &self,
        session: &LinkingSession,
        identity: &Identity,
        now: Timestamp,
    ) -> Result<LinkOutcome, RepositoryError> {
        let outcome =
            self.0.write_unique(|conn, events| link(conn, events, session, identity, now))?;
        // Another account linked it at the same time.
        Ok(outcome.unwrap_or(LinkOutcome::Taken))
    }

    fn unlink(
        &self,
        user: UserId,
        provider: &ProviderId,
        working: &WorkingWays,
        now: Timestamp,
    ) -> Result<UnlinkOutcome, RepositoryError> {
        self.0.write(|conn, events| {
            locks::lock_users(conn, &[user.0])?;
            let linked = identities::table.find((user.0, provider.as_str()));
            let is_linked: bool = diesel::select(exists(linked)).get_result(conn)?;
            if !is_linked {
                return Ok(UnlinkOutcome::None);
            }
            if !sign_in_ways::has_another(conn, user, Removed::Identity(provider), working)? {
                return Ok(UnlinkOutcome::LastSignIn);
            }
            diesel::delete(linked).execute(conn)?;
            notify_of_security_act(conn, events, user, ModerationAct::IdentityRemoved, now)?;
            Ok(UnlinkOutcome::Removed)
        })
    }
}

/// Fails as a duplicate does where somebody has or had the name.
fn register(
    conn: &mut DbConnection,
    events: &mut Events,
    digest: &str,
    browser: &str,
    account: &NewAccount,
) -> QueryResult<RegisterOutcome> {
    let now = account.created_at;
    let taken = under_way::take_ticket(conn, digest, browser, now)?;
    let Some(ProviderTicket { identity, .. }) = taken else {
        return Ok(RegisterOutcome::Ended);
    };
    if holder(conn, &identity)?.is_some() {
        return Ok(RegisterOutcome::Ended);
    }
    let account = account::insert(conn, events, account, Role::User)?;
    insert(conn, account.id, &identity, now)?;
    Ok(RegisterOutcome::Registered(account))
}

fn holder(conn: &mut DbConnection, identity: &Identity) -> QueryResult<Option<i64>> {
    let of_identity = identities::table.filter(
        identities::subject
            .eq(&identity.subject)
            .and(identities::issuer.eq(&identity.issuer))
            .and(identities::provider.eq(identity.provider.as_str())),
    );
    of_identity.select(identities::user_id).first(conn).optional()
}

fn insert(
    conn: &mut DbConnection,
    user: UserId,
    identity: &Identity,
    now: Timestamp,
) -> QueryResult<usize> {
    diesel::insert_into(identities::table)
        .values((
            identities::user_id.eq(user.0),
            identities::provider.eq(identity.provider.as_str()),
            identities::issuer.eq(&identity.issuer),
            identities::subject.eq(&identity.subject),
            identities::since.eq(now.unix_millis()),
        ))
        .execute(conn)
}

fn link(
    conn: &mut DbConnection,
    events: &mut Events,
    session: &LinkingSession,
    identity: &Identity,
    now: Timestamp,
) -> QueryResult<LinkOutcome> {
    let user = session.user;
    locks::lock_users(conn, &[user.0])?;
    if !may_link(conn, session, now)? {
        return Ok(LinkOutcome::Ended);
    }
    match holder(conn, identity)? {
        Some(holder) if holder == user.0 => return Ok(LinkOutcome::Linked),
        Some(_) => return Ok(LinkOutcome::Taken),
        None => {}
    }
    let of_provider = identities::table.find((user.0, identity.provider.as_str()));
    let has_other: bool = diesel::select(exists(of_provider)).get_result(conn)?;
    if has_other {
        return Ok(LinkOutcome::HasOther);
    }
    insert(conn, user, identity, now)?;
    notify_of_security_act(conn, events, user, ModerationAct::IdentityLinked, now)?;
    Ok(LinkOutcome::Linked)
}

/// Returns whether a session is open, and its member not banned.
fn may_link(
    conn: &mut DbConnection,
    session: &LinkingSession,
    now: Timestamp,
) -> QueryResult<bool> {
    let of_session = sessions::id.eq(session.id.0).and(sessions::user_id.eq(session.user.0));
    let holder: Option<AccountRow> = users::table
        .inner_join(sessions::table)
        .filter(of_session.and(sessions::expires_at.gt(now.unix_millis())))
        .filter(users::session_version.eq(session.version))
        .select(ACCOUNT)
        .first(conn)
        .optional()?;
    Ok(holder.is_some_and(|holder| Account::from(holder).at(now).ban.is_none()))
}

/// Removes all identities of an account.
pub(super) fn delete_all(conn: &mut DbConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(identities::table.filter(identities::user_id.eq(user.0))).execute(conn)?;
    Ok(())
}
