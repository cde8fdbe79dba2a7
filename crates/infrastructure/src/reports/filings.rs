//! Reasons and notes of reports.

use std::collections::HashMap;

use ::moderation::reports::{NEWEST_NOTES, Report};
use database::{
    DbConnection, on_backend,
    schema::report_filings,
    sql::{
        padded_in,
        prepared::{Value, prepared},
    },
};
use diesel::{
    dsl::count_star,
    prelude::*,
    sql_types::{BigInt, Text},
};

use crate::report_codes::reason_of;

/// Ids are numbered before notes and names are read: a report may have any number of them.
const NOTES: &str = "SELECT f.report_id, u.username, f.note
    FROM (SELECT r.id, row_number() OVER (PARTITION BY r.report_id ORDER BY r.id DESC) AS place
        FROM ? AS asked CROSS JOIN report_filings AS r
        WHERE r.report_id = asked.value AND r.note <> '') AS few
    JOIN report_filings AS f ON f.id = few.id
    JOIN users AS u ON u.id = f.user_id
    WHERE few.place <= ?
    ORDER BY f.id";

/// Adds to each report the number of each reason, and its newest notes, the oldest of them first.
pub(super) fn add(conn: &mut DbConnection, reports: &mut [Report]) -> QueryResult<()> {
    if reports.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = reports.iter().map(|report| report.id.0).collect();
    let counts: Vec<(i64, i16, i64)> = report_filings::table
        .filter(padded_in(report_filings::report_id, ids.iter().copied()))
        .group_by((report_filings::report_id, report_filings::reason))
        .order((report_filings::report_id, report_filings::reason))
        .select((report_filings::report_id, report_filings::reason, count_star()))
        .load(conn)?;
    let notes = prepared::<(BigInt, Text, Text)>(NOTES)
        .bind(ids.into_iter().collect::<Value>())
        .bind(NEWEST_NOTES);
    let notes: Vec<(i64, String, String)> = on_backend!(conn, conn => notes.load(conn))?;
    let mut by_id: HashMap<_, _> = reports.iter_mut().map(|report| (report.id.0, report)).collect();
    for (id, reason, count) in counts {
        if let Some(report) = by_id.get_mut(&id) {
            report.reasons.push((reason_of(reason), count as usize));
        }
    }
    for (id, username, note) in notes {
        if let Some(report) = by_id.get_mut(&id) {
            report.notes.push((username, note));
        }
    }
    Ok(())
}
