use std::collections::HashMap;

use kernel::{ForumId, MAX_ID, PostId};

use crate::problem::Problem;

/// What a stream follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// All posts.
    Posts,
    /// The posts of a forum.
    Forum(ForumId),
    /// A post and its thread.
    Post(PostId),
}

/// The topics of a stream, and the forums that they are of or in.
pub(crate) type Topics = HashMap<Topic, Option<ForumId>>;

/// The most topics of a stream.
const MAX_TOPICS: usize = 20;

/// Parses a list with commas, each topic once.
pub(crate) fn parse_topics(text: &str) -> Result<Vec<Topic>, Problem> {
    let mut topics = vec![];
    for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let refused = "Each must be posts, forum:{id} or post:{id}.";
        let topic = parse(word).ok_or_else(|| Problem::invalid_field("topics", refused))?;
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    if topics.len() > MAX_TOPICS {
        return Err(Problem::invalid_field("topics", "Must be at most 20 topics."));
    }
    Ok(topics)
}

fn parse(word: &str) -> Option<Topic> {
    if word == "posts" {
        return Some(Topic::Posts);
    }
    let (kind, id) = word.split_once(':')?;
    // Digits alone: `+1` and `01` name nothing.
    if id.starts_with('0') || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let id: i64 = id.parse().ok().filter(|id| (1..=MAX_ID).contains(id))?;
    match kind {
        "forum" => Some(Topic::Forum(ForumId(id))),
        "post" => Some(Topic::Post(PostId(id))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_parsed_each_once() {
        let (forum, post) = (Topic::Forum(ForumId(3)), Topic::Post(PostId(4)));
        assert_eq!(
            parse_topics("posts,forum:3, post:4,posts").unwrap(),
            [Topic::Posts, forum, post]
        );
        assert_eq!(parse_topics("").unwrap(), []);
    }

    #[test]
    fn malformed_and_too_many_topics_are_refused() {
        for text in ["post", "forum:", "forum:x", "post:01", "post:+1", "post:0", "user:1", "Posts"]
        {
            assert!(parse_topics(text).is_err(), "{text}");
        }
        let many = |count| (1..=count).map(|id| format!("post:{id}")).collect::<Vec<_>>().join(",");
        assert_eq!(parse_topics(&many(20)).unwrap().len(), 20);
        assert!(parse_topics(&many(21)).is_err());
    }
}
