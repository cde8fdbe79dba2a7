//! What copies of the program tell each other over PostgreSQL: the name of who tells, and a word for
//! each subject that changed.

use std::collections::HashSet;

use kernel::{ForumId, PostId, Subject};

/// PostgreSQL takes less than 8,000 bytes at once.
const LONGEST: usize = 7_900;

/// What `name` tells: that these subjects changed.
pub(super) fn write<'a>(name: &str, subjects: impl IntoIterator<Item = &'a Subject>) -> String {
    let words: Vec<String> = subjects.into_iter().map(word).collect();
    let payload = format!("{name} {}", words.join(" "));
    if payload.len() <= LONGEST {
        return payload;
    }
    // Nearly every answer shows some of it.
    format!("{name} {}", word(&Subject::Community))
}

/// What somebody else told; nothing if it was oneself.
pub(super) fn read(payload: &str, own_name: &str) -> HashSet<Subject> {
    let mut words = payload.split(' ');
    if words.next() == Some(own_name) {
        return HashSet::new();
    }
    // What cannot be read comes from a later version, and may mean anything.
    words.map(|word| subject(word).unwrap_or(Subject::Community)).collect()
}

fn word(subject: &Subject) -> String {
    match subject {
        Subject::Community => "c".to_owned(),
        Subject::Forums => "o".to_owned(),
        Subject::Forum(forum) => format!("n{forum}"),
        Subject::Posts => "a".to_owned(),
        Subject::PostsOf(forum) => format!("f{forum}"),
        Subject::Written => "w".to_owned(),
        Subject::WrittenIn(forum) => format!("l{forum}"),
        Subject::Post(post) => format!("p{post}"),
        Subject::Thread(post) => format!("t{post}"),
    }
}

fn subject(word: &str) -> Option<Subject> {
    let (kind, id) = word.split_at_checked(1)?;
    match (kind, id.parse().ok()) {
        ("c", None) => Some(Subject::Community),
        ("o", None) => Some(Subject::Forums),
        ("n", Some(id)) => Some(Subject::Forum(ForumId(id))),
        ("a", None) => Some(Subject::Posts),
        ("f", Some(id)) => Some(Subject::PostsOf(ForumId(id))),
        ("w", None) => Some(Subject::Written),
        ("l", Some(id)) => Some(Subject::WrittenIn(ForumId(id))),
        ("p", Some(id)) => Some(Subject::Post(PostId(id))),
        ("t", Some(id)) => Some(Subject::Thread(PostId(id))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_round_trips() {
        let (forum, post) = (ForumId(7), PostId(12));
        for all in [
            Subject::Community,
            Subject::Forums,
            Subject::Forum(forum),
            Subject::Posts,
            Subject::PostsOf(forum),
            Subject::Written,
            Subject::WrittenIn(forum),
            Subject::Post(post),
            Subject::Thread(post),
        ] {
            assert_eq!(subject(&word(&all)), Some(all));
        }
        for unknown in ["", "x", "p", "p1x", "é", "c1"] {
            assert_eq!(subject(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn unreadable_payloads_invalidate_everything() {
        let told = [Subject::Written, Subject::Post(PostId(3))];
        assert_eq!(read(&write("ann", &told), "bob"), HashSet::from(told));
        assert_eq!(read(&write("ann", &told), "ann"), HashSet::new());
        assert_eq!(read("ann x7", "bob"), HashSet::from([Subject::Community]));
        let many: Vec<_> = (0..2_000).map(|id| Subject::Thread(PostId(id))).collect();
        assert_eq!(read(&write("ann", &many), "bob"), HashSet::from([Subject::Community]));
    }
}
