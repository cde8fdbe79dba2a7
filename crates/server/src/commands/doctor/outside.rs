//! Servers of others: replicas, the bucket of backups, the mail relay, push services.

use infrastructure::maintenance::{self, ReplicaState};

use super::report::Report;
use crate::{
    commands::{CommandError, backup::open_existing, backup_bucket, mailing::mailer},
    settings::Serve,
};

/// From here on visitors read from the primary.
const MAX_REPLICA_LAG: u64 = 5;

pub(super) fn look(settings: &Serve, report: &mut Report) {
    for (number, url) in (1..).zip(&settings.database_read_urls) {
        let state = open_existing(&settings.database)
            .and_then(|primary| Ok(maintenance::replica_state(&primary, url)?));
        replica(number, state, report);
    }
    let copies = backup_bucket(&settings.backups).and_then(|bucket| {
        Ok(bucket.map(|bucket| bucket.scheduled()).transpose()?.map(|copies| copies.len()))
    });
    match copies {
        Err(error) => report.fault("bucket", error),
        Ok(None) => {}
        Ok(Some(copies)) => report.fine("bucket", format!("copies of backups: {copies}")),
    }
    match mailer(&settings.mailing) {
        Err(error) => report.fault("mail", error),
        Ok(None) => report.advice(
            "mail",
            "is off: without POSTUP_SMTP_URL nobody gets a new password by a link, or notices",
        ),
        Ok(Some((mailer, _))) => match mailer.reach() {
            Ok(()) => {
                report.fine("mail", "the relay answers; `postup mail-test ADDRESS` sends one");
            }
            Err(error) => report.fault("mail", error),
        },
    }
    match &settings.mailing.public_url {
        Some(url) if url.scheme() == "https" => report.fine("push", "needs no setting"),
        _ => report.advice("push", "browsers allow it on https alone: set POSTUP_PUBLIC_URL"),
    }
}

fn replica(number: usize, state: Result<ReplicaState, CommandError>, report: &mut Report) {
    match state {
        Err(error) => report.fault("replica", format!("{number}: {error}")),
        Ok(ReplicaState::Primary) => {
            report
                .fault("replica", format!("{number} is a primary, not a replica: set it up anew"));
        }
        Ok(ReplicaState::Behind(None)) => {
            report.advice("replica", format!("{number} has replayed nothing yet"));
        }
        Ok(ReplicaState::Behind(Some(seconds))) if seconds > MAX_REPLICA_LAG => {
            let said = format!("{number} is {seconds} s behind: visitors read from the primary");
            report.advice("replica", said);
        }
        Ok(ReplicaState::Behind(Some(seconds))) => {
            report.fine("replica", format!("{number} is {seconds} s behind"));
        }
    }
}
