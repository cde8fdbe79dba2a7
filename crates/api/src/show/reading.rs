use std::time::Duration;

use kernel::Subject;

/// What a read is made of and how long it takes: whether its answer may be kept, and where it runs.
pub(crate) struct Reading {
    /// None if its answer is not worth keeping.
    pub(crate) subjects: Option<Vec<Subject>>,
    /// What each thing that it shows is, by its id, if that changes beside them.
    each: Option<fn(i64) -> Subject>,
    /// How long its answer may be kept even if nothing changes.
    pub(crate) life: Option<Duration>,
    /// Whether it may take longer than others should wait for on their worker.
    pub(crate) is_long: bool,
}

impl Reading {
    /// Shows forums and members, and this.
    pub(crate) fn of(subject: Subject) -> Self {
        let subjects = Some(vec![Subject::Community, subject]);
        Self { subjects, each: None, life: None, is_long: false }
    }

    /// As [`Self::of`], for what the path names. What is no id is not there, which is not kept.
    pub(crate) fn of_named(subject: Option<Subject>) -> Self {
        subject.map_or_else(Self::passing, Self::of)
    }

    /// Is asked once, or changes as fast as it is asked.
    pub(crate) fn passing() -> Self {
        Self { subjects: None, each: None, life: None, is_long: false }
    }

    /// Shows things that change without any other.
    pub(crate) fn and_each(self, subject: fn(i64) -> Subject) -> Self {
        Self { each: Some(subject), ..self }
    }

    /// What an answer is made of that shows things with these ids.
    pub(super) fn subjects_of(self, ids: &[i64]) -> Option<Vec<Subject>> {
        let each = self.each.into_iter().flat_map(|each| ids.iter().map(move |&id| each(id)));
        self.subjects.map(|subjects| subjects.into_iter().chain(each).collect())
    }

    /// Says something of the time that passes, which may be wrong for a second.
    pub(crate) fn changing_with_time(self) -> Self {
        Self { life: Some(Duration::from_secs(1)), ..self }
    }

    /// Says something of the day, which changes after this time even if nothing is written.
    pub(crate) fn changing_after(self, life: Duration) -> Self {
        Self { life: Some(life), ..self }
    }

    /// May take milliseconds.
    pub(crate) fn long(self) -> Self {
        Self { is_long: true, ..self }
    }
}
