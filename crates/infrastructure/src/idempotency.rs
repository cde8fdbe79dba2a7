use ::idempotency::{Claim, Claimed, IdempotencyRepository, StoredAnswer};
use database::{Database, DbConnection, on_backend, schema::idempotency_keys as keys};
use diesel::prelude::*;
use kernel::{RepositoryError, Timestamp};

/// How many keys one transaction deletes.
const BATCH: i64 = 500;

/// Keys and answers in the database.
pub struct DbIdempotency(pub Database);

impl IdempotencyRepository for DbIdempotency {
    fn claim(&self, claim: &Claim) -> Result<Claimed, RepositoryError> {
        self.0.write(|conn, _| insert(conn, claim))
    }

    fn answer(&self, claim: &Claim, answer: &StoredAnswer) -> Result<(), RepositoryError> {
        let own = keys::table.find((claim.member.0, claim.key.as_str()));
        let answered =
            (keys::status.eq(i16::try_from(answer.status).ok()), keys::body.eq(&answer.body));
        self.0.write(|conn, _| diesel::update(own).set(answered).execute(conn).map(drop))
    }

    fn release(&self, claim: &Claim) -> Result<(), RepositoryError> {
        let own = keys::table.find((claim.member.0, claim.key.as_str()));
        self.0.write(|conn, _| diesel::delete(own).execute(conn).map(drop))
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

fn insert(conn: &mut DbConnection, claim: &Claim) -> QueryResult<Claimed> {
    let own = || keys::table.find((claim.member.0, claim.key.as_str()));
    let is_over = keys::claimed_at
        .le(claim.forgotten.unix_millis())
        .or(keys::status.is_null().and(keys::claimed_at.le(claim.abandoned.unix_millis())));
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
    let known: Option<(i64, Option<i16>, Option<String>)> =
        own().select((keys::fingerprint, keys::status, keys::body)).first(conn).optional()?;
    Ok(match known {
        Some((fingerprint, _, _)) if fingerprint != claim.fingerprint => Claimed::ByAnother,
        Some((_, Some(status), Some(body))) => {
            Claimed::Answered(StoredAnswer { status: status.unsigned_abs(), body })
        }
        // Another copy does it, or has just been refused.
        Some(_) | None => Claimed::Running,
    })
}
