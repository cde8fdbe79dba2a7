//! Stored codes of the states, kinds and reasons of reports. A code never changes its meaning.

use ::moderation::reports::{ReportReason, ReportState, TargetKind};
use diesel::{dsl::sql, expression::SqlLiteral, sql_types::Bool};

/// Reports that are not decided. A parameter would not be the condition of their index, and the whole queue would be read.
pub(crate) fn is_undecided() -> SqlLiteral<Bool> {
    sql("reports.state < 2")
}

/// Appeals, by the condition of their index.
pub(crate) fn is_appeal() -> SqlLiteral<Bool> {
    sql("reports.kind = 3")
}

pub(crate) fn state_code(state: ReportState) -> i16 {
    match state {
        ReportState::Open => 0,
        ReportState::InProgress => 1,
        ReportState::Resolved => 2,
        ReportState::Rejected => 3,
    }
}

/// An unknown code, which no version wrote, reads as decided.
pub(crate) fn state_of(code: i16) -> ReportState {
    let known = ReportState::ALL.into_iter().find(|state| state_code(*state) == code);
    known.unwrap_or(ReportState::Rejected)
}

pub(crate) fn kind_code(kind: TargetKind) -> i16 {
    match kind {
        TargetKind::Post => 0,
        TargetKind::Reply => 1,
        TargetKind::Message => 2,
        TargetKind::Member => 3,
    }
}

pub(crate) fn kind_of(code: i16) -> TargetKind {
    match code {
        0 => TargetKind::Post,
        1 => TargetKind::Reply,
        3 => TargetKind::Member,
        _ => TargetKind::Message,
    }
}

pub(crate) fn reason_code(reason: ReportReason) -> i16 {
    match reason {
        ReportReason::Spam => 0,
        ReportReason::Abuse => 1,
        ReportReason::OffTopic => 2,
        ReportReason::Illegal => 3,
        ReportReason::Other => 4,
        ReportReason::Appeal => 5,
    }
}

pub(crate) fn reason_of(code: i16) -> ReportReason {
    let known = ReportReason::ALL.into_iter().find(|reason| reason_code(*reason) == code);
    known.unwrap_or(ReportReason::Other)
}

/// Returns the kind in the words of the API, for exports.
pub(crate) fn kind_word(code: i16) -> &'static str {
    match kind_of(code) {
        TargetKind::Post => "post",
        TargetKind::Reply => "reply",
        TargetKind::Message => "message",
        TargetKind::Member => "member",
    }
}

/// Returns the reason in the words of the API, for exports.
pub(crate) fn reason_word(code: i16) -> &'static str {
    match reason_of(code) {
        ReportReason::Spam => "spam",
        ReportReason::Abuse => "abuse",
        ReportReason::OffTopic => "off-topic",
        ReportReason::Illegal => "illegal",
        ReportReason::Other => "other",
        ReportReason::Appeal => "appeal",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_were_written() {
        for state in ReportState::ALL {
            assert_eq!(state_of(state_code(state)), state);
            assert_eq!(state.is_decided(), state_code(state) >= 2);
        }
        for reason in ReportReason::ALL {
            assert_eq!(reason_of(reason_code(reason)), reason);
        }
        assert_eq!(kind_code(TargetKind::Member), 3);
        for kind in TargetKind::ALL {
            assert_eq!(kind_of(kind_code(kind)), kind);
        }
    }
}
