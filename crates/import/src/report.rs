//! What became of the rows of a source.

use std::{collections::BTreeMap, fmt};

/// What a source has rows of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    User,
    Forum,
    Tie,
    Post,
    Reply,
    Vote,
    Message,
    File,
}

impl Kind {
    /// In the order in which an import reads them.
    pub const ALL: [Self; 8] = [
        Self::User,
        Self::Forum,
        Self::Tie,
        Self::Post,
        Self::Reply,
        Self::Vote,
        Self::Message,
        Self::File,
    ];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::User => "users",
            Self::Forum => "forums",
            Self::Tie => "roles and favorites",
            Self::Post => "posts",
            Self::Reply => "replies",
            Self::Vote => "votes",
            Self::Message => "messages",
            Self::File => "files",
        })
    }
}

/// Whether rows with a remark are here now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// Carried, but not just as it was.
    Changed,
    NotCarried,
}

/// The rows of one kind with one remark.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub rows: u64,
    /// The ids of the first ones in the source, with what each became where that says more.
    pub examples: Vec<String>,
}

/// How many rows were carried, and remarks on those that were not, or not just as they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    carried: BTreeMap<Kind, u64>,
    lines: BTreeMap<(Kind, Fate, &'static str), Line>,
}

impl Report {
    /// How many examples a line has.
    pub const EXAMPLES: usize = 3;
    /// The most characters of an example: ids come from the source.
    const EXAMPLE_CHARS: usize = 60;

    /// Counts a row that is here now.
    pub fn carried(&mut self, kind: Kind) {
        *self.carried.entry(kind).or_default() += 1;
    }

    fn remark(&mut self, kind: Kind, fate: Fate, remark: &'static str, example: &str) {
        let line = self.lines.entry((kind, fate, remark)).or_default();
        line.rows += 1;
        if line.examples.len() < Self::EXAMPLES {
            let shown = example.chars().filter(|c| !c.is_control()).take(Self::EXAMPLE_CHARS);
            line.examples.push(shown.collect());
        }
    }

    /// Counts a row that is not carried.
    pub fn lose(&mut self, kind: Kind, reason: &'static str, example: &str) {
        self.remark(kind, Fate::NotCarried, reason, example);
    }

    /// Counts a row that is carried, but not just as it was.
    pub fn change(&mut self, kind: Kind, remark: &'static str, example: &str) {
        self.remark(kind, Fate::Changed, remark, example);
    }

    /// Returns how many rows of a kind are here now.
    #[must_use]
    pub fn count(&self, kind: Kind) -> u64 {
        self.carried.get(&kind).copied().unwrap_or_default()
    }

    /// Returns the remarks, by kind.
    pub fn lines(&self) -> impl Iterator<Item = (Kind, Fate, &'static str, &Line)> {
        self.lines.iter().map(|((kind, fate, remark), line)| (*kind, *fate, *remark, line))
    }
}
