//! Addresses of screens, as paths.

use kernel::{ForumId, MAX_ID, PostId, ReplyId};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

pub(crate) fn forum(id: ForumId) -> String {
    format!("/forums/{}", id.0)
}

pub(crate) fn post(id: PostId) -> String {
    format!("/posts/{}", id.0)
}

/// A part of the document of a post: the replies to one reply.
pub(crate) fn branch(post: PostId, reply: ReplyId) -> String {
    format!("/posts/{}?branch={}", post.0, reply.0)
}

pub(crate) fn profile(name: &str) -> String {
    format!("/u/{}", encoded(name))
}

/// A page of the site.
pub(crate) fn page(slug: &str) -> String {
    format!("/pages/{slug}")
}

/// Returns a name as a segment of a path.
pub(crate) fn encoded(name: &str) -> String {
    utf8_percent_encode(name, SEGMENT).to_string()
}

/// Reads a segment of a path as a name.
pub(crate) fn name(segment: &str) -> Option<String> {
    percent_decode_str(segment).decode_utf8().ok().map(Into::into)
}

/// Reads a segment of a path as an id: `found` makes something of it, and `nothing` stands for digits that are
/// no id. None for words.
pub(crate) fn numbered<T>(segment: &str, found: impl FnOnce(i64) -> T, nothing: T) -> Option<T> {
    if segment.is_empty() || !segment.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let id = segment.parse().ok().filter(|id| (1..=MAX_ID).contains(id));
    Some(id.map_or(nothing, found))
}

/// Returns whether a shown name is a member's; that of deleted accounts and that of removed replies are not.
pub(crate) fn is_member(name: &str) -> bool {
    !name.starts_with('[')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_one_segment_of_a_path() {
        assert_eq!(profile("ann.b-c_d"), "/u/ann.b-c_d");
        assert_eq!(profile("a/ü?\""), "/u/a%2F%C3%BC%3F%22");
    }
}
