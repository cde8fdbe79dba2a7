//! The database: whether it answers, its schema and clock, and what waits in it.

use std::time::Duration;

use database::Database;
use infrastructure::{
    SystemClock,
    maintenance::{self, Overview, RenderingProgress, Waiting},
};
use kernel::{Clock, Timestamp};

use super::report::{Report, bytes};
use crate::{
    commands::{CommandError, backup::open_existing, with_images},
    settings::Serve,
};

/// Clocks that differ by more sign people out early, or leave a code of an app unaccepted.
const MAX_CLOCK_DIFFERENCE: Duration = Duration::from_secs(10);
/// Events are handled within a second, and deliveries shortly after they are due.
const LATE: Duration = Duration::from_mins(5);

pub(super) fn look(settings: &Serve, report: &mut Report) {
    let opened = open_existing(&settings.database)
        .and_then(|database| with_images(&settings.database, database));
    let looked = opened.and_then(|database| look_at(&database, report));
    if let Err(error) = looked {
        report.fault("database", error);
    }
}

fn look_at(database: &Database, report: &mut Report) -> Result<(), CommandError> {
    let pending = maintenance::pending(database)?;
    if !pending.is_empty() {
        let versions = pending.join(", ");
        report.advice(
            "schema",
            format!("pending: {versions}. The next start applies them, after a backup"),
        );
        return Ok(());
    }
    let unknown = maintenance::unknown(database)?;
    if !unknown.is_empty() {
        let versions = unknown.join(", ");
        report.advice("schema", format!("newer than this program, by {versions}: end the upgrade"));
    }
    let now = SystemClock.now();
    let seen = maintenance::overview(database)?;
    report.fine("database", format!("{}, with all migrations of this program", bytes(seen.size)));
    if !database.reports_errors_in_english()? {
        report.advice("database", "as a superuser run: ALTER ROLE … SET lc_messages = 'C'");
    }
    clock(&seen, now, report);
    match seen.admins {
        0 => report.advice("admins", "none: run `postup admin NAME`"),
        admins => report.fine("admins", admins),
    }
    waiting("events", seen.events, now, report);
    if seen.set_aside > 0 {
        report.fault(
            "events",
            format!("{} failed three times: see the faults in docs/operating.md", seen.set_aside),
        );
    }
    for (channel, waits) in seen.deliveries {
        waiting(channel.name(), waits, now, report);
    }
    rendering(seen.rendering, report);
    Ok(())
}

fn rendering(seen: RenderingProgress, report: &mut Report) {
    let RenderingProgress { outdated, is_paused } = seen;
    match outdated {
        0 => report.fine("texts", "all are of the newest renderer"),
        _ if is_paused => report.advice(
            "texts",
            format!("{outdated} of an older renderer wait: run `postup rendering resume`"),
        ),
        _ => report.fine("texts", format!("{outdated} of an older renderer, being rendered again")),
    }
}

fn clock(seen: &Overview, now: Timestamp, report: &mut Report) {
    let there = seen.clock.unwrap_or(now);
    let apart = now.since(there).max(there.since(now));
    let is_behind = seen.last_sign_in.is_some_and(|at| at.since(now) > MAX_CLOCK_DIFFERENCE);
    if apart > MAX_CLOCK_DIFFERENCE {
        let seconds = apart.as_secs();
        report.fault(
            "clock",
            format!("{seconds} s apart from the database's: synchronize both (NTP)"),
        );
    } else if is_behind {
        report.fault("clock", "behind the last sign-in: synchronize it (NTP)");
    } else {
        report.fine("clock", now.to_rfc3339());
    }
}

fn waiting(part: &'static str, waits: Waiting, now: Timestamp, report: &mut Report) {
    let late = waits.since.map_or(Duration::ZERO, |since| now.since(since));
    let count = waits.count;
    if late > LATE {
        let late = humantime::format_duration(Duration::from_secs(late.as_secs()));
        report.fault(
            part,
            format!("{count} wait, {late} late: is a server running? Its log has the reason"),
        );
    } else if count > 0 {
        report.fine(part, format!("{count} wait, none late"));
    } else {
        report.fine(part, "none waits");
    }
}
