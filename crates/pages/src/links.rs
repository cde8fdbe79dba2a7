//! Addresses of screens, as paths.

use kernel::{ForumId, PostId, ReplyId};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

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
    format!("/u/{}", utf8_percent_encode(name, SEGMENT))
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
