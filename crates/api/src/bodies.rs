//! Bodies that problems and streams carry, too.

use notifications::Unread as UnreadCounts;
use serde::Serialize;
use utoipa::ToSchema;

/// What a member is writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Draft {
    key: String,
    /// Counts its writes, from 1.
    version: i64,
    data: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

impl From<drafts::Draft> for Draft {
    fn from(draft: drafts::Draft) -> Self {
        Self {
            key: draft.key,
            version: draft.version,
            data: draft.data,
            updated_at: draft.updated_at.to_rfc3339(),
        }
    }
}

/// What the caller has not seen yet.
#[derive(Serialize, ToSchema)]
pub(crate) struct Unread {
    /// Unread notifications; merged ones are one.
    notifications: i64,
    /// Unread messages.
    messages: i64,
    /// Open reports that the caller may decide; those in progress are not counted.
    reports: i64,
}

impl From<UnreadCounts> for Unread {
    fn from(unread: UnreadCounts) -> Self {
        let UnreadCounts { notifications, messages, reports, .. } = unread;
        Self { notifications, messages, reports }
    }
}
