use ::idempotency::{Claim, Claimed, IdempotencyRepository, StoredAnswer};
use database::{Database, DbConnection, on_backend, schema::idempotency_keys as keys};
use diesel::{
    prelude::*,
    result::{DatabaseErrorKind, Error as DieselError},
};
use kernel::{KeyedRequest, RepositoryError, Timestamp, UserId};

/// How many keys one transaction deletes.
const BATCH: i64 = 500;

/// Keys and answers in the database.
pub struct DbIdempotency(pub Database);

impl IdempotencyRepository for DbIdempotency {
    fn claim(&self, claim: &Claim) -> Result<Claimed, RepositoryError> {
        self.0.write(|conn, _| insert(conn, claim))
    }

    fn answer(&self, claim: &Claim, answer: &StoredAnswer) -> Result<(), RepositoryError> {
        // Another request may have taken the key over, unless this one wrote.
        let own = keys::table
            .find((claim.member.0, claim.key.as_str()))
            .filter(keys::claimed_at.eq(claim.at.unix_millis()).or(keys::written_id.is_not_null()));
        let answered =
            (keys::status.eq(i16::try_from(answer.status).ok()), keys::body.eq(&answer.body));
        self.0.write(|conn, _| diesel::update(own).set(answered).execute(conn).map(drop))
    }

    fn release(&self, claim: &Claim) -> Result<(), RepositoryError> {
        let own = keys::table
            .find((claim.member.0, claim.key.as_str()))
            .filter(keys::claimed_at.eq(claim.at.unix_millis()));
        // The database may have been lost while it committed.
        let unwritten = own.filter(keys::written_id.is_null());
        self.0.write(|conn, _| diesel::delete(unwritten).execute(conn).map(drop))
    }

    fn delete_forgotten(&self, forgotten: Timestamp) -> Result<usize, RepositoryError> {
        let old: Vec<(i64, String)> = self.0.read(|conn| {
            keys::table
                .filter(keys::claimed_at.le(forgotten.unix_millis()))
                .order(keys::claimed_at)
                .limit(BATCH)
                .select((keys::user_id, keys::key))
                .load(conn)
        })?;
        self.0.write(|conn, _| {
            for (member, key) in &old {
                // The condition again: it may have been used anew since.
                let old = keys::table
                    .find((member, key))
                    .filter(keys::claimed_at.le(forgotten.unix_millis()));
                diesel::delete(old).execute(conn)?;
            }
            Ok(old.len())
        })
    }
}

/// Notes in the transaction of a write which request wrote it, if that may come again. Where it came again, and the other
/// one took its key over, this one writes nothing.
pub(crate) fn written(
    conn: &mut DbConnection,
    (member, request): (UserId, Option<&KeyedRequest>),
    id: i64,
) -> QueryResult<()> {
    let Some(KeyedRequest { key, claimed_at }) = request else { return Ok(()) };
    let own = keys::table
        .find((member.0, key.as_str()))
        .filter(keys::claimed_at.eq(claimed_at.unix_millis()));
    let noted = diesel::update(own).set(keys::written_id.eq(id));
    if on_backend!(conn, conn => noted.execute(conn))? == 1 {
        return Ok(());
    }
    let reason = "the same request is done by another one".to_owned();
    Err(DieselError::DatabaseError(DatabaseErrorKind::SerializationFailure, Box::new(reason)))
}

/// Fingerprint, status, body and what was written.
type KnownRow = (i64, Option<i16>, Option<String>, Option<i64>);

fn insert(conn: &mut DbConnection, claim: &Claim) -> QueryResult<Claimed> {
    let own = || keys::table.find((claim.member.0, claim.key.as_str()));
    let is_over = keys::claimed_at.le(claim.forgotten.unix_millis()).or(keys::status
        .is_null()
        .and(keys::written_id.is_null())
        .and(keys::claimed_at.le(claim.abandoned.unix_millis())));
    diesel::delete(own().filter(is_over)).execute(conn)?;
    let claimed = (
        keys::user_id.eq(claim.member.0),
        keys::key.eq(claim.key.as_str()),
        keys::fingerprint.eq(claim.fingerprint),
        keys::claimed_at.eq(claim.at.unix_millis()),
    );
    let inserted = on_backend!(conn, conn => diesel::insert_into(keys::table)
        .values(claimed)
        .on_conflict_do_nothing()
        .execute(conn))?;
    if inserted == 1 {
        return Ok(Claimed::New);
    }
    let known: Option<KnownRow> = own()
        .select((keys::fingerprint, keys::status, keys::body, keys::written_id))
        .first(conn)
        .optional()?;
    Ok(match known {
        Some((fingerprint, ..)) if fingerprint != claim.fingerprint => Claimed::ByAnother,
        Some((_, Some(status), Some(body), _)) => {
            Claimed::Answered(StoredAnswer { status: status.unsigned_abs(), body })
        }
        Some((_, _, _, Some(id))) => Claimed::Written(id),
        // Another copy does it, or has just been refused.
        Some(_) | None => Claimed::Running,
    })
}
