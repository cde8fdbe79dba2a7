use std::{sync::Arc, time::Instant};

use kernel::{Changes, Seen};
use quick_cache::{Weighter, sync::Cache};

use super::member_fields::FieldPlaces;
use crate::answer::Encoded;

/// How many bytes of answers are kept at the most.
const ROOM: u64 = 96 << 20;
/// About so many answers of a common size.
const ANSWERS: usize = 24_576;
/// What an answer takes beside its text.
const OVERHEAD: usize = 400;

/// Answers to visitors, kept for as long as they are true.
pub(crate) struct Kept(Cache<Box<str>, Arc<KeptAnswer>, BySize>);

pub(crate) struct KeptAnswer {
    pub(crate) encoded: Encoded,
    pub(crate) fields: FieldPlaces,
    /// What was known of what it shows before that was read.
    pub(crate) seen: Seen,
    pub(crate) end: Option<Instant>,
}

#[derive(Clone)]
struct BySize;

impl Weighter<Box<str>, Arc<KeptAnswer>> for BySize {
    fn weight(&self, target: &Box<str>, answer: &Arc<KeptAnswer>) -> u64 {
        let KeptAnswer { encoded, fields, seen, .. } = &**answer;
        (target.len() + encoded.size() + fields.size() + seen.size() + OVERHEAD) as u64
    }
}

impl Kept {
    pub(crate) fn new() -> Self {
        Self(Cache::with_weighter(ANSWERS, ROOM, BySize))
    }

    /// What a visitor is to be answered, if that is known and still so.
    pub(crate) fn get(&self, target: &str, changes: &Changes) -> Option<Arc<KeptAnswer>> {
        let answer = self.0.get(target)?;
        let is_over = answer.end.is_some_and(|end| end <= Instant::now());
        (!is_over && changes.is_current(&answer.seen)).then_some(answer)
    }

    pub(crate) fn put(&self, target: Box<str>, answer: Arc<KeptAnswer>) {
        self.0.insert(target, answer);
    }
}
