//! The payload of a notification: the name of its sender, and a word for each event.

use std::collections::HashSet;

use kernel::Event;

use super::codec::{decode, encode};

/// PostgreSQL takes less than 8,000 bytes at once.
const MAX_BYTES: usize = 7_900;

/// Returns the payload for these events from the copy of this name.
pub(crate) fn write<'a>(name: &str, events: impl IntoIterator<Item = &'a Event>) -> String {
    let words: Vec<String> = events.into_iter().map(encode).collect();
    let payload = format!("{name} {}", words.join(" "));
    if payload.len() <= MAX_BYTES {
        return payload;
    }
    format!("{name} {}", encode(&Event::DataReplaced))
}

/// Returns the events of another copy; none of one's own.
pub(crate) fn read(payload: &str, own_name: &str) -> HashSet<Event> {
    let mut words = payload.split(' ');
    if words.next() == Some(own_name) {
        return HashSet::new();
    }
    // What cannot be read comes from a newer version, and may mean anything.
    words.map(|word| decode(word).unwrap_or(Event::DataReplaced)).collect()
}

#[cfg(test)]
mod tests {
    use kernel::{ForumId, PostId, ReplyId};

    use super::*;

    #[test]
    fn payload_of_others_is_read_and_unknown_words_mean_everything() {
        let (reply, post, forum) = (ReplyId(3), PostId(12), ForumId(7));
        let events = [Event::PostVoted { post, forum }, Event::ReplyVoted { reply, post }];
        assert_eq!(read(&write("ann", &events), "bob"), HashSet::from(events));
        assert_eq!(read(&write("ann", &events), "ann"), HashSet::new());
        assert_eq!(read("ann x7", "bob"), HashSet::from([Event::DataReplaced]));
        let many: Vec<_> =
            (0..2_000).map(|id| Event::PostVoted { post: PostId(id), forum }).collect();
        assert_eq!(read(&write("ann", &many), "bob"), HashSet::from([Event::DataReplaced]));
    }
}
