use std::time::Duration;

use kernel::Subject;

/// What a read is made of and how long it takes: whether its answer may be kept, and where it runs.
pub(crate) struct Reading {
    /// None if its answer is not worth keeping.
    pub(crate) subjects: Option<Vec<Subject>>,
    /// How long its answer may be kept even if nothing changes.
    pub(crate) life: Option<Duration>,
    /// Whether it may take longer than others should wait for on their worker.
    pub(crate) is_long: bool,
}

impl Reading {
    /// Shows forums and members, and this.
    pub(crate) fn of(subject: Subject) -> Self {
        Self { subjects: Some(vec![Subject::Community, subject]), life: None, is_long: false }
    }

    /// As [`Self::of`], for what the path names. What is no id is not there, which is not kept.
    pub(crate) fn of_named(subject: Option<Subject>) -> Self {
        subject.map_or_else(Self::passing, Self::of)
    }

    /// Is asked once, or changes as fast as it is asked.
    pub(crate) fn passing() -> Self {
        Self { subjects: None, life: None, is_long: false }
    }

    /// Says something of the time that passes, which may be wrong for a second.
    pub(crate) fn changing_with_time(self) -> Self {
        Self { life: Some(Duration::from_secs(1)), ..self }
    }

    /// May take milliseconds.
    pub(crate) fn long(self) -> Self {
        Self { is_long: true, ..self }
    }
}
