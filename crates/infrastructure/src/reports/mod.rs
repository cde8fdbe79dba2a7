//! Reports in the database. Their locks come after those of users, so that deleting an account cannot deadlock.

mod appeals;
mod evidence;
mod filings;
mod held;
mod queue;
mod reopening;
mod rows;
mod same_author;
mod shown;
mod writes;

use std::collections::HashMap;

use ::moderation::reports::{
    DecideOutcome, Decision, FileOutcome, NewReport, QueueScope, ReopenOutcome, Report,
    ReportLocation, ReportRepository, ReportState, TargetKind,
};
use database::{
    Database,
    schema::{forum_moderators, forums, messages, reports},
};
use diesel::{dsl::exists, prelude::*};
use kernel::{
    Act, ByTime, ForumId, MessageId, Page, PageRequest, RemovalRetention, ReportId,
    RepositoryError, Timestamp, UserId, Visibility,
};

pub use self::appeals::DbAppeals;
use crate::{readers, report_codes::kind_of};

/// Reports and who filed them.
pub struct DbReports(pub Database);

impl ReportRepository for DbReports {
    fn file(
        &self,
        report: &NewReport,
        since: Timestamp,
        most: i64,
    ) -> Result<FileOutcome, RepositoryError> {
        self.0.write(|conn, events| writes::file(conn, events, report, since, most))
    }

    fn is_received(
        &self,
        message: MessageId,
        sender: UserId,
        recipient: UserId,
    ) -> Result<bool, RepositoryError> {
        let received = messages::table
            .find(message.0)
            .filter(messages::sender_id.eq(sender.0))
            .filter(messages::recipient_id.eq(recipient.0));
        self.0.read(|conn| diesel::select(exists(received)).get_result(conn))
    }

    fn find(&self, id: ReportId) -> Result<Option<ReportLocation>, RepositoryError> {
        let query = reports::table
            .left_join(forums::table.on(forums::id.nullable().eq(reports::forum_id)))
            .filter(reports::id.eq(id.0))
            .select((reports::kind, reports::forum_id, forums::visibility.nullable()));
        let found: Option<(i16, Option<i64>, Option<i16>)> =
            self.0.read(|conn| query.first(conn).optional())?;
        Ok(found.map(|(kind, forum, visibility)| {
            // Of a text whose forum was deleted nobody knows any more who could read it.
            let otherwise = match kind_of(kind) {
                TargetKind::Post | TargetKind::Reply => Visibility::Private,
                TargetKind::Message | TargetKind::Member => Visibility::Public,
            };
            ReportLocation {
                report: id,
                forum: forum.map(ForumId),
                visibility: visibility.map_or(otherwise, readers::from_stored),
            }
        }))
    }

    fn get(
        &self,
        id: ReportId,
        retention: RemovalRetention,
    ) -> Result<Option<Report>, RepositoryError> {
        self.0.snapshot(|conn| Ok(rows::load(conn, &[id.0], retention)?.pop()))
    }

    fn moderates_any(&self, member: UserId) -> Result<bool, RepositoryError> {
        let entries = forum_moderators::table.filter(forum_moderators::user_id.eq(member.0));
        self.0.read(|conn| diesel::select(exists(entries)).get_result(conn))
    }

    fn queue(
        &self,
        scope: QueueScope,
        states: &[ReportState],
        page: &PageRequest<ByTime>,
        retention: RemovalRetention,
    ) -> Result<Page<Report, ByTime>, RepositoryError> {
        self.0.snapshot(|conn| queue::page(conn, scope, states, page, retention))
    }

    fn count_same_author(
        &self,
        reports: &[ReportId],
        reader: UserId,
    ) -> Result<HashMap<ReportId, usize>, RepositoryError> {
        if reports.is_empty() {
            return Ok(HashMap::new());
        }
        self.0.snapshot(|conn| same_author::count(conn, reports, reader))
    }

    fn remove_same_author(
        &self,
        report: ReportId,
        by: UserId,
        act: &Act,
    ) -> Result<usize, RepositoryError> {
        same_author::remove(&self.0, report, by, act)
    }

    fn decide(&self, decision: &Decision) -> Result<DecideOutcome, RepositoryError> {
        self.0.write(|conn, events| writes::decide(conn, events, decision))
    }

    fn reopen(
        &self,
        report: ReportId,
        by: UserId,
        at: Timestamp,
    ) -> Result<ReopenOutcome, RepositoryError> {
        self.0.write(|conn, events| reopening::reopen(conn, events, report, (by, at)))
    }
}
