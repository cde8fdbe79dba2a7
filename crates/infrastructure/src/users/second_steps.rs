//! Second steps, and the tickets between the two steps of a sign-in.

use ::notifications::ModerationAct;
use ::users::{Account, BeginOutcome, SecondStep, SecondStepRepository, SignInTicket, TotpSecret};
use database::{
    Database, DbConnection, Events, locks, on_backend,
    schema::{second_steps, sign_in_tickets, users},
};
use diesel::{dsl::exists, prelude::*, upsert::excluded};
use kernel::{Event, RepositoryError, Timestamp, UserId};

use super::{
    passkeys,
    passwords::raise_version,
    sessions::{self, from_stored, stored},
};
use crate::{notifications::notify_of_security_act, recovery_codes};

/// Second steps in the database.
pub struct DbSecondSteps(pub Database);

type Row = (String, i64, Option<i64>, i64);

impl SecondStepRepository for DbSecondSteps {
    fn find(&self, user: UserId) -> Result<Option<SecondStep>, RepositoryError> {
        let query = second_steps::table.find(user.0).select((
            second_steps::secret,
            second_steps::begun_at,
            second_steps::active_since,
            second_steps::last_step,
        ));
        let row: Option<Row> =
            self.0.read(|conn| on_backend!(conn, conn => query.first(conn)).optional())?;
        row.map(second_step).transpose()
    }

    fn begin(
        &self,
        user: UserId,
        hash: &str,
        secret: TotpSecret,
        now: Timestamp,
    ) -> Result<BeginOutcome, RepositoryError> {
        self.0.write(|conn, _| begin(conn, user, hash, secret, now))
    }

    fn activate(
        &self,
        user: UserId,
        secret: TotpSecret,
        step: i64,
        digests: &[String],
        now: Timestamp,
    ) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| {
            locks::lock_users(conn, &[user.0])?;
            let begun = second_steps::table
                .find(user.0)
                .filter(second_steps::active_since.is_null())
                .filter(second_steps::secret.eq(digits_of(secret)));
            let activated = diesel::update(begun).set((
                second_steps::active_since.eq(now.unix_millis()),
                second_steps::last_step.eq(step),
            ));
            if activated.execute(conn)? == 0 {
                return Ok(false);
            }
            passkeys::end_challenge(conn, user)?;
            recovery_codes::delete_all(conn, user.0)?;
            recovery_codes::insert(conn, user.0, digests)?;
            events.record(Event::SecondStepChanged { user });
            notify_of_security_act(conn, events, user, ModerationAct::SecondStepAdded, now)?;
            Ok(true)
        })
    }

    fn delete_begun(&self, before: Timestamp) -> Result<usize, RepositoryError> {
        let begun = second_steps::table
            .filter(second_steps::active_since.is_null())
            .filter(second_steps::begun_at.le(before.unix_millis()));
        self.0.write(|conn, _| diesel::delete(begun).execute(conn))
    }

    fn remove(&self, user: UserId, now: Timestamp) -> Result<bool, RepositoryError> {
        self.0.write(|conn, events| remove(conn, events, user, now))
    }

    fn remove_and_end_sessions(
        &self,
        user: UserId,
        now: Timestamp,
    ) -> Result<Option<Account>, RepositoryError> {
        self.0.write(|conn, events| {
            if !remove(conn, events, user, now)? {
                return Ok(None);
            }
            sessions::delete_all(conn, user)?;
            raise_version(conn, events, user).map(Some)
        })
    }

    fn use_step(&self, user: UserId, step: i64) -> Result<bool, RepositoryError> {
        let unused = second_steps::table.find(user.0).filter(second_steps::last_step.lt(step));
        let spent = diesel::update(unused).set(second_steps::last_step.eq(step));
        Ok(self.0.write(|conn, _| spent.execute(conn))? > 0)
    }

    fn use_recovery_code(&self, user: UserId, digest: &str) -> Result<bool, RepositoryError> {
        self.0.write(|conn, _| {
            locks::lock_users(conn, &[user.0])?;
            let is_left = recovery_codes::has(conn, user.0, digest)?;
            if is_left {
                recovery_codes::delete(conn, user.0, digest)?;
            }
            Ok(is_left)
        })
    }

    fn open_ticket(
        &self,
        digest: &str,
        ticket: &SignInTicket,
        now: Timestamp,
    ) -> Result<(), RepositoryError> {
        let expired =
            sign_in_tickets::table.filter(sign_in_tickets::expires_at.le(now.unix_millis()));
        let row = diesel::insert_into(sign_in_tickets::table).values((
            sign_in_tickets::digest.eq(digest),
            sign_in_tickets::user_id.eq(ticket.user.0),
            sign_in_tickets::session_version.eq(ticket.version),
            sign_in_tickets::method.eq(stored(ticket.method)),
            sign_in_tickets::tries_left.eq(SignInTicket::TRIES),
            sign_in_tickets::expires_at.eq(ticket.expires_at.unix_millis()),
        ));
        // In two transactions: the deletion of an account locks the account and then its tickets.
        self.0.write(|conn, _| diesel::delete(expired).execute(conn))?;
        self.0.write(|conn, _| row.execute(conn))?;
        Ok(())
    }

    fn ticket(
        &self,
        digest: &str,
        now: Timestamp,
    ) -> Result<Option<SignInTicket>, RepositoryError> {
        let query = sign_in_tickets::table
            .find(digest)
            .filter(sign_in_tickets::tries_left.gt(0))
            .filter(sign_in_tickets::expires_at.gt(now.unix_millis()))
            .select((
                sign_in_tickets::user_id,
                sign_in_tickets::session_version,
                sign_in_tickets::method,
                sign_in_tickets::expires_at,
            ));
        let row: Option<(i64, i32, i16, i64)> = self.0.read(|conn| query.first(conn).optional())?;
        Ok(row.map(|(user, version, method, expires_at)| SignInTicket {
            user: UserId(user),
            version,
            method: from_stored(method),
            expires_at: Timestamp::from_unix_millis(expires_at),
        }))
    }

    fn take_try(&self, digest: &str) -> Result<bool, RepositoryError> {
        let left = sign_in_tickets::tries_left;
        let ticket = sign_in_tickets::table.find(digest).filter(left.gt(0));
        Ok(self.0.write(|conn, _| diesel::update(ticket).set(left.eq(left - 1)).execute(conn))? > 0)
    }

    fn end_ticket(&self, digest: &str) -> Result<bool, RepositoryError> {
        let ticket = sign_in_tickets::table.find(digest);
        Ok(self.0.write(|conn, _| diesel::delete(ticket).execute(conn))? > 0)
    }
}

fn begin(
    conn: &mut DbConnection,
    user: UserId,
    hash: &str,
    secret: TotpSecret,
    now: Timestamp,
) -> QueryResult<BeginOutcome> {
    locks::lock_users(conn, &[user.0])?;
    let current = users::table.find(user.0).filter(users::password_hash.eq(hash));
    let is_current: bool = diesel::select(exists(current)).get_result(conn)?;
    if !is_current {
        return Ok(BeginOutcome::PasswordChanged);
    }
    let active = second_steps::table.find(user.0).filter(second_steps::active_since.is_not_null());
    let is_active: bool = diesel::select(exists(active)).get_result(conn)?;
    if is_active {
        return Ok(BeginOutcome::Active);
    }
    let row = diesel::insert_into(second_steps::table)
        .values((
            second_steps::user_id.eq(user.0),
            second_steps::secret.eq(digits_of(secret)),
            second_steps::begun_at.eq(now.unix_millis()),
        ))
        .on_conflict(second_steps::user_id)
        .do_update()
        .set((
            second_steps::secret.eq(excluded(second_steps::secret)),
            second_steps::begun_at.eq(excluded(second_steps::begun_at)),
        ));
    on_backend!(conn, conn => row.execute(conn))?;
    Ok(BeginOutcome::Begun)
}

/// Those in force.
#[diesel::dsl::auto_type]
pub(crate) fn in_force() -> _ {
    second_steps::table.filter(second_steps::active_since.is_not_null())
}

/// Returns whether the account has one in force.
pub(crate) fn is_in_force(conn: &mut DbConnection, user: UserId) -> QueryResult<bool> {
    let of_user = in_force().filter(second_steps::user_id.eq(user.0));
    diesel::select(exists(of_user)).get_result(conn)
}

/// Returns whether a second step was in force.
fn remove(
    conn: &mut DbConnection,
    events: &mut Events,
    user: UserId,
    now: Timestamp,
) -> QueryResult<bool> {
    locks::lock_users(conn, &[user.0])?;
    let tickets = sign_in_tickets::table.filter(sign_in_tickets::user_id.eq(user.0));
    diesel::delete(tickets).execute(conn)?;
    let active = second_steps::table.find(user.0).filter(second_steps::active_since.is_not_null());
    let is_removed = diesel::delete(active).execute(conn)? > 0;
    if is_removed {
        events.record(Event::SecondStepChanged { user });
        notify_of_security_act(conn, events, user, ModerationAct::SecondStepRemoved, now)?;
    }
    Ok(is_removed)
}

fn second_step(
    (secret, begun_at, active_since, last_step): Row,
) -> Result<SecondStep, RepositoryError> {
    let secret = secret_of(&secret)
        .ok_or_else(|| RepositoryError::Failed("a secret is no 40 hexadecimal digits".into()))?;
    Ok(SecondStep {
        secret,
        begun_at: Timestamp::from_unix_millis(begun_at),
        active_since: active_since.map(Timestamp::from_unix_millis),
        last_step,
    })
}

/// The secret is stored as text, because backups hold rows as JSON.
fn digits_of(TotpSecret(bytes): TotpSecret) -> String {
    hex::encode(bytes)
}

fn secret_of(digits: &str) -> Option<TotpSecret> {
    let mut bytes = [0; _];
    hex::decode_to_slice(digits, &mut bytes).ok()?;
    Some(TotpSecret(bytes))
}
