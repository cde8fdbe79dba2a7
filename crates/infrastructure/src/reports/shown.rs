use ::moderation::reports::{ReportTarget, TargetKind};
use database::{
    DbConnection,
    schema::{messages, posts, replies, users},
};
use diesel::{dsl::exists, prelude::*};

/// Returns whether the thing exists and no moderator removed it.
pub(super) fn is_shown(conn: &mut DbConnection, target: ReportTarget) -> QueryResult<bool> {
    let id = target.id;
    match target.kind {
        TargetKind::Post => diesel::select(exists(posts::table.find(id))).get_result(conn),
        TargetKind::Reply => {
            let shown = replies::table
                .inner_join(posts::table)
                .filter(replies::id.eq(id).and(replies::removed.eq(false)));
            diesel::select(exists(shown)).get_result(conn)
        }
        TargetKind::Message => diesel::select(exists(messages::table.find(id))).get_result(conn),
        TargetKind::Member => diesel::select(exists(users::table.find(id))).get_result(conn),
    }
}
