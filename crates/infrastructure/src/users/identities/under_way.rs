//! What is under way at providers, and the tickets of what came back.

use ::users::{
    Identity, LinkingSession, NextPath, ProviderId, ProviderRequest, ProviderTicket, RequestPurpose,
};
use database::{
    Database, DbConnection,
    schema::{provider_requests, provider_tickets},
};
use diesel::prelude::*;
use kernel::{RepositoryError, SessionId, Timestamp, UserId};

use crate::users::begun::{self, Begun};

type RequestRow = (String, String, String, String, Option<i64>, Option<i64>, Option<i32>, i64);
type TicketRow = (String, String, String, String, String, i64);

pub(super) fn open_request(
    database: &Database,
    digest: &str,
    request: &ProviderRequest,
    now: Timestamp,
) -> Result<(), RepositoryError> {
    let (next, link) = match &request.purpose {
        RequestPurpose::SignIn { next } => (next.as_ref().map_or("", NextPath::as_str), None),
        RequestPurpose::Link(session) => ("", Some(session)),
    };
    let expired =
        provider_requests::table.filter(provider_requests::expires_at.le(now.unix_millis()));
    let row = diesel::insert_into(provider_requests::table).values((
        provider_requests::digest.eq(digest),
        provider_requests::browser.eq(&request.browser),
        provider_requests::provider.eq(request.provider.as_str()),
        provider_requests::next_path.eq(next),
        provider_requests::network.eq(&request.network),
        provider_requests::user_id.eq(link.map(|session| session.user.0)),
        provider_requests::session_id.eq(link.map(|session| session.id.0)),
        provider_requests::session_version.eq(link.map(|session| session.version)),
        provider_requests::expires_at.eq(request.expires_at.unix_millis()),
    ));
    // In two transactions: the deletion of an account locks the account and then its requests.
    database.write(|conn, _| {
        diesel::delete(expired).execute(conn)?;
        if link.is_none() {
            begun::make_room(conn, Begun::ProviderRequests, &request.network)?;
        }
        Ok(())
    })?;
    database.write(|conn, _| row.execute(conn))?;
    Ok(())
}

pub(super) fn take_request(
    database: &Database,
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
        provider_requests::network,
        provider_requests::user_id,
        provider_requests::session_id,
        provider_requests::session_version,
        provider_requests::expires_at,
    ));
    let row: Option<RequestRow> = database.write(|conn, _| taken.get_result(conn).optional())?;
    Ok(row.map(request))
}

pub(super) fn open_ticket(
    database: &Database,
    digest: &str,
    ticket: &ProviderTicket,
    now: Timestamp,
) -> Result<(), RepositoryError> {
    let expired =
        provider_tickets::table.filter(provider_tickets::expires_at.le(now.unix_millis()));
    let row = diesel::insert_into(provider_tickets::table).values((
        provider_tickets::digest.eq(digest),
        provider_tickets::browser.eq(&ticket.browser),
        provider_tickets::provider.eq(ticket.identity.provider.as_str()),
        provider_tickets::issuer.eq(&ticket.identity.issuer),
        provider_tickets::subject.eq(&ticket.identity.subject),
        provider_tickets::username.eq(&ticket.username),
        provider_tickets::expires_at.eq(ticket.expires_at.unix_millis()),
    ));
    database.write(|conn, _| {
        diesel::delete(expired).execute(conn)?;
        row.execute(conn)
    })?;
    Ok(())
}

/// Takes a ticket of this browser that is valid at `now`.
pub(super) fn take_ticket(
    conn: &mut DbConnection,
    digest: &str,
    browser: &str,
    now: Timestamp,
) -> QueryResult<Option<ProviderTicket>> {
    let valid = provider_tickets::table
        .filter(provider_tickets::digest.eq(digest))
        .filter(provider_tickets::browser.eq(browser))
        .filter(provider_tickets::expires_at.gt(now.unix_millis()));
    let row: Option<TicketRow> =
        diesel::delete(valid).returning(TICKET).get_result(conn).optional()?;
    Ok(row.map(ticket))
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

fn request(
    (browser, provider, next, network, user, session, version, expires_at): RequestRow,
) -> ProviderRequest {
    let purpose = if let Some(((user, id), version)) = user.zip(session).zip(version) {
        RequestPurpose::Link(LinkingSession { user: UserId(user), id: SessionId(id), version })
    } else {
        RequestPurpose::SignIn { next: (!next.is_empty()).then(|| NextPath::from_stored(next)) }
    };
    let provider = ProviderId::from_stored(provider);
    let expires_at = Timestamp::from_unix_millis(expires_at);
    ProviderRequest { browser, provider, purpose, network, expires_at }
}

fn ticket((browser, provider, issuer, subject, username, expires_at): TicketRow) -> ProviderTicket {
    let provider = ProviderId::from_stored(provider);
    ProviderTicket {
        identity: Identity { provider, issuer, subject },
        username,
        browser,
        expires_at: Timestamp::from_unix_millis(expires_at),
    }
}
