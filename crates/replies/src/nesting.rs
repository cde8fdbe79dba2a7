use kernel::PostId;

/// The maximum depth of a reply; a reply to the post has depth 0.
pub const MAX_DEPTH: i16 = 60;

/// The properties of a reply that decide whether it takes an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parent {
    pub post: PostId,
    pub depth: i16,
    pub removed: bool,
}

/// The reason why a reply takes no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It does not exist or belongs to another post.
    #[error("There is no such reply to this post.")]
    NotOfThisPost,
    #[error("A removed reply takes no answers.")]
    Removed,
    #[error("Replies are nested down to {MAX_DEPTH} levels and no deeper.")]
    TooDeep,
}

impl Parent {
    /// Returns the depth of an answer to this reply under `post`.
    ///
    /// # Errors
    /// [`Refusal`] when it takes no answer.
    pub fn child_depth(&self, post: PostId) -> Result<i16, Refusal> {
        if self.post != post {
            return Err(Refusal::NotOfThisPost);
        }
        if self.removed {
            return Err(Refusal::Removed);
        }
        if self.depth >= MAX_DEPTH {
            return Err(Refusal::TooDeep);
        }
        Ok(self.depth + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: PostId = PostId(1);

    #[test]
    fn an_answer_is_one_level_below_its_parent() {
        let parent = Parent { post: POST, depth: 3, removed: false };
        assert_eq!(parent.child_depth(POST), Ok(4));
    }

    #[test]
    fn replies_nest_at_most_60_levels() {
        let parent = |depth| Parent { post: POST, depth, removed: false };
        assert_eq!(parent(59).child_depth(POST), Ok(60));
        assert_eq!(parent(60).child_depth(POST), Err(Refusal::TooDeep));
    }

    #[test]
    fn a_parent_of_another_post_is_refused() {
        let parent = Parent { post: PostId(2), depth: 0, removed: true };
        assert_eq!(parent.child_depth(POST), Err(Refusal::NotOfThisPost));
    }

    #[test]
    fn a_removed_reply_takes_no_answers() {
        let parent = Parent { post: POST, depth: 0, removed: true };
        assert_eq!(parent.child_depth(POST), Err(Refusal::Removed));
    }
}
