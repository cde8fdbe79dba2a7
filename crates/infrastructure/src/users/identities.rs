//! Identities at providers, what is under way there, and the tickets of what came back.

use ::notifications::ModerationAct;
use ::users::{
    Account, Identity, IdentityRepository, LinkOutcome, LinkedIdentity, NewAccount, NextPath,
    ProviderId, ProviderRequest, ProviderTicket, RegisterOutcome, RequestPurpose, TicketStage,
    UnlinkOutcome, Username,
};
use database::{
    Database, DbConnection, Events, locks,
    schema::{identities, provider_requests, provider_tickets, users},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{RepositoryError, Role, Timestamp, UserId};

use super::{
    account::{self, ACCOUNT, AccountRow},
    former_names,
    sessions::has_version,
    sign_in_ways,
};
use crate::notifications::notify_of_security_act;

/// Identities in the database.
pub struct DbIdentities(pub Database);

type RequestRow = (String, String, String, Option<i64>, Option<i32>, i64);
type TicketRow = (Option<String>, String, String, String, String, i64);

impl IdentityRepository for DbIdentities {
    fn open_request(
        &self,
        digest: &str,
        request: &ProviderRequest,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        let (next, link) = match &request.purpose {
            RequestPurpose::SignIn { next } => (next.as_ref().map_or("", NextPath::as_str), None),
            RequestPurpose::Link { user, version } => ("", Some((user.0, *version))),
        };
        let expired =
            provider_requests::table.filter(provider_requests::expires_at.le(now.unix_millis()));
        let row = diesel::insert_into(provider_requests::table).values((
            provider_requests::digest.eq(digest),
            provider_requests::browser.eq(&request.browser),
            provider_requests::provider.eq(request.provider.as_str()),
            provider_requests::next_path.eq(next),
            provider_requests::user_id.eq(link.map(|(user, _)| user)),
            provider_requests::session_version.eq(link.map(|(_, version)| version)),
            provider_requests::expires_at.eq(request.expires_at.unix_millis()),
        ));
        // In two transactions: the deletion of an account locks the account and then its requests.
        self.0.write(|conn, _| diesel::delete(expired).execute(conn))?;
        self.0.write(|conn, _| row.execute(conn))?;
        Ok(())
    }

    fn take_request(
        &self,
        digest: &str,
        browser: &str,
        now: Timestamp,
    ) -> Result<Option<ProviderRequest>, RepositoryError> {
        let valid = provider_requests::table
            .filter(provider_requests::digest.eq(digest))
            .filter(provider_requests::browser.eq(browser))
            .filter(provider_requests::expires_at.gt(now.unix_millis()));
        let taken = diesel::delete(valid).returning((
            provider_requests::browser,
            provider_requests::provider,
            provider_requests::next_path,
            provider_requests::user_id,
            provider_requests::session_version,
            provider_requests::expires_at,
        ));
        let row: Option<RequestRow> = self.0.write(|conn, _| taken.get_result(conn).optional())?;
        Ok(row.map(request))
    }

    fn open_ticket(
        &self,
        digest: &str,
        ticket: &ProviderTicket,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        let browser = match &ticket.stage {
            TicketStage::Complete { browser } => Some(browser),
            TicketStage::Register => None,
        };
        let expired =
            provider_tickets::table.filter(provider_tickets::expires_at.le(now.unix_millis()));
        let row = diesel::insert_into(provider_tickets::table).values((
            provider_tickets::digest.eq(digest),
            provider_tickets::browser.eq(browser),
            provider_tickets::provider.eq(ticket.identity.provider.as_str()),
            provider_tickets::issuer.eq(&ticket.identity.issuer),
            provider_tickets::subject.eq(&ticket.identity.subject),
            provider_tickets::username.eq(&ticket.username),
            provider_tickets::expires_at.eq(ticket.expires_at.unix_millis()),
        ));
        self.0.write(|conn, _| {
            diesel::delete(expired).execute(conn)?;
            row.execute(conn)
        })?;
        Ok(())
    }

    fn take_ticket(
        &self,
        digest: &str,
        browser: &str,
        now: Timestamp,
    ) -> Result<Option<ProviderTicket>, RepositoryError> {
        let valid = provider_tickets::table
            .filter(provider_tickets::digest.eq(digest))
            .filter(provider_tickets::browser.eq(browser))
            .filter(provider_tickets::expires_at.gt(now.unix_millis()));
        let taken = diesel::delete(valid).returning(TICKET);
        let row: Option<TicketRow> = self.0.write(|conn, _| taken.get_result(conn).optional())?;
        Ok(row.map(ticket))
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
        account: &NewAccount,
    ) -> Result<RegisterOutcome, RepositoryError> {
        let outcome = self.0.write_unique(|conn, _| register(conn, digest, account))?;
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
        user: UserId,
        version: i32,
        identity: &Identity,
        now: Timestamp,
    ) -> Result<LinkOutcome, RepositoryError> {
        let outcome = self
            .0
            .write_unique(|conn, events| link(conn, events, (user, version), identity, now))?;
        // Another account linked it at the same time.
        Ok(outcome.unwrap_or(LinkOutcome::Taken))
    }

    fn unlink(
        &self,
        user: UserId,
        provider: &ProviderId,
        configured: &[ProviderId],
        now: Timestamp,
    ) -> Result<UnlinkOutcome, RepositoryError> {
        self.0.write(|conn, events| {
            locks::lock_users(conn, &[user.0])?;
            let linked = identities::table.find((user.0, provider.as_str()));
            let is_linked: bool = diesel::select(exists(linked)).get_result(conn)?;
            if !is_linked {
                return Ok(UnlinkOutcome::None);
            }
            let others = configured.iter().filter(|other| *other != provider);
            if !sign_in_ways::has_any(conn, user, others)? {
                return Ok(UnlinkOutcome::LastSignIn);
            }
            diesel::delete(linked).execute(conn)?;
            notify_of_security_act(conn, events, user, ModerationAct::IdentityRemoved, now)?;
            Ok(UnlinkOutcome::Removed)
        })
    }
}

/// The columns of a [`TicketRow`].
const TICKET: (
    provider_tickets::browser,
    provider_tickets::provider,
    provider_tickets::issuer,
    provider_tickets::subject,
    provider_tickets::username,
    provider_tickets::expires_at,
) = (
    provider_tickets::browser,
    provider_tickets::provider,
    provider_tickets::issuer,
    provider_tickets::subject,
    provider_tickets::username,
    provider_tickets::expires_at,
);

fn request((browser, provider, next, user, version, expires_at): RequestRow) -> ProviderRequest {
    let purpose = if let Some((user, version)) = user.zip(version) {
        RequestPurpose::Link { user: UserId(user), version }
    } else {
        RequestPurpose::SignIn { next: (!next.is_empty()).then(|| NextPath::from_stored(next)) }
    };
    let provider = ProviderId::from_stored(provider);
    let expires_at = Timestamp::from_unix_millis(expires_at);
    ProviderRequest { browser, provider, purpose, expires_at }
}

fn ticket((browser, provider, issuer, subject, username, expires_at): TicketRow) -> ProviderTicket {
    let stage = browser.map_or(TicketStage::Register, |browser| TicketStage::Complete { browser });
    let provider = ProviderId::from_stored(provider);
    ProviderTicket {
        identity: Identity { provider, issuer, subject },
        username,
        stage,
        expires_at: Timestamp::from_unix_millis(expires_at),
    }
}

/// Fails as a duplicate does where somebody has or had the name.
fn register(
    conn: &mut DbConnection,
    digest: &str,
    account: &NewAccount,
) -> QueryResult<RegisterOutcome> {
    let now = account.created_at;
    let valid = provider_tickets::table
        .filter(provider_tickets::digest.eq(digest))
        .filter(provider_tickets::browser.is_null())
        .filter(provider_tickets::expires_at.gt(now.unix_millis()));
    let row: Option<TicketRow> =
        diesel::delete(valid).returning(TICKET).get_result(conn).optional()?;
    let Some(ProviderTicket { identity, .. }) = row.map(ticket) else {
        return Ok(RegisterOutcome::Ended);
    };
    if holder(conn, &identity)?.is_some() {
        return Ok(RegisterOutcome::Ended);
    }
    let account = account::insert(conn, account, Role::User)?;
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
    (user, version): (UserId, i32),
    identity: &Identity,
    now: Timestamp,
) -> QueryResult<LinkOutcome> {
    locks::lock_users(conn, &[user.0])?;
    if !has_version(conn, user, version)? {
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

/// Removes all identities of an account.
pub(super) fn delete_all(conn: &mut DbConnection, user: UserId) -> QueryResult<()> {
    diesel::delete(identities::table.filter(identities::user_id.eq(user.0))).execute(conn)?;
    Ok(())
}
