use kernel::{Event, ForumId, PostId, UserId};

/// A dependency of cached values that changes independently of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CacheTag {
    /// Forums, and how members look: nearly every response shows some of it, and it seldom changes.
    Global,
    /// The counts or the latest post of any forum: lists of forums are ordered by them.
    Forums,
    /// The counts or the latest post of a forum.
    Forum(ForumId),
    /// Any post, or how many replies it has: lists over all forums are ordered and chosen by them.
    Posts,
    /// Any post of a forum, or how many replies it has.
    PostsOf(ForumId),
    /// Which posts exist, and with which words.
    PostSet,
    /// Which posts of a forum exist, and with which words.
    PostSetOf(ForumId),
    /// A post, or how many replies it has.
    Post(PostId),
    /// The replies to a post.
    Thread(PostId),
    /// The account of a member, and what it alone is shown: own votes, favorites, what is watched, visited or saved.
    Member(UserId),
    /// What moderators and admins did.
    ModerationLog,
    /// Which pictures everybody may see: a text that names one changed or is shown no longer. Members, forums and the
    /// site are under [`Self::Global`].
    Pictures,
}

/// Returns the tags that an event invalidates.
#[must_use]
pub fn tags_of(event: &Event) -> Vec<CacheTag> {
    use CacheTag::{
        Forum, Forums, Global, Member, ModerationLog, Pictures, Post, PostSet, PostSetOf, Posts,
        PostsOf, Thread,
    };
    match *event {
        Event::PostCreated { forum, .. } => {
            vec![Posts, PostsOf(forum), PostSet, PostSetOf(forum), Forums, Forum(forum)]
        }
        Event::PostEdited { post, forum, is_latest } => {
            let mut tags =
                vec![Posts, PostsOf(forum), Post(post), PostSet, PostSetOf(forum), Pictures];
            if is_latest {
                tags.extend([Forums, Forum(forum)]);
            }
            tags
        }
        Event::PostDeleted { post, forum, .. }
        | Event::PostRejected { post, forum, .. }
        | Event::PostHeld { post, forum }
        | Event::PostRestored { post, forum, .. } => vec![
            ModerationLog,
            Posts,
            PostsOf(forum),
            Post(post),
            PostSet,
            PostSetOf(forum),
            Forums,
            Forum(forum),
            Thread(post),
            Pictures,
        ],
        Event::PostVoted { post, forum } => vec![Posts, PostsOf(forum), Post(post)],
        Event::PostLocked { post, forum, .. } | Event::PostUnlocked { post, forum, .. } => {
            vec![Posts, PostsOf(forum), Post(post), ModerationLog]
        }
        // The set in its forum changes by order only, but the list by time depends on no other tag.
        Event::PostPinned { post, forum, .. } | Event::PostUnpinned { post, forum, .. } => {
            vec![Posts, PostsOf(forum), PostSetOf(forum), Post(post), ModerationLog]
        }
        Event::ReplyCreated { post, forum, .. } => of_thread(post, forum),
        Event::ReplyRemoved { post, forum, .. }
        | Event::ReplyRejected { post, forum, .. }
        | Event::ReplyHeld { post, forum, .. }
        | Event::ReplyRestored { post, forum, .. } => {
            let mut tags = of_thread(post, forum);
            tags.extend([ModerationLog, Pictures]);
            tags
        }
        Event::PostRendered { post, forum } => {
            vec![Posts, PostsOf(forum), Post(post), PostSet, PostSetOf(forum), Thread(post)]
        }
        Event::ReplyEdited { post, .. } => vec![Thread(post), Pictures],
        Event::ReplyVoted { post, .. } => vec![Thread(post)],
        Event::RevisionHidden { .. } => vec![ModerationLog, Pictures],
        Event::ForumRulesChanged { forum, .. } => vec![Forum(forum), ModerationLog, Pictures],
        Event::MessageEdited { .. } | Event::MessageDeleted { .. } | Event::AboutChanged { .. } => {
            vec![Pictures]
        }
        // Roles stand beside the names of authors, and every document shows the name of the site.
        Event::ForumEdited { .. }
        | Event::ForumDeleted { .. }
        | Event::ForumVisibilityChanged { .. }
        | Event::MemberPromoted { .. }
        | Event::MemberDemoted { .. }
        | Event::ModeratorAdded { .. }
        | Event::ModeratorRemoved { .. }
        | Event::SiteChanged { .. } => vec![Global, ModerationLog],
        Event::ForumCreated { .. }
        | Event::ForumRendered { .. }
        | Event::SiteRendered
        | Event::ImageChanged { .. }
        | Event::AccountDeleted { .. }
        | Event::DataReplaced => vec![Global],
        Event::MemberBanned { user, .. }
        | Event::MemberUnbanned { user, .. }
        | Event::ForumMemberAdded { user, .. }
        | Event::ForumMemberRemoved { user, .. } => {
            vec![Member(user), ModerationLog]
        }
        Event::OwnStateChanged { user }
        | Event::SecondStepChanged { user }
        | Event::SessionsEnded { user, .. }
        | Event::SessionEnded { user, .. } => vec![Member(user)],
        // Otherwise only members see these, or their profile shows them: neither is cached.
        Event::MemberBannedFromForum { .. }
        | Event::MemberUnbannedFromForum { .. }
        | Event::ReportDecided { .. }
        | Event::ReportReopened { .. }
        | Event::ForumInviteCreated { .. }
        | Event::ForumInvitesEnded { .. }
        | Event::InviteRevoked { .. }
        | Event::InviteCreated { .. } => vec![ModerationLog],
        Event::MemberMentioned { .. }
        | Event::MessageSent { .. }
        | Event::MessageRead { .. }
        | Event::ReportOpened { .. }
        | Event::ReportClosed { .. }
        | Event::AccountCreated { .. }
        | Event::WebhookTurnedOff { .. }
        | Event::UnreadChanged { .. } => vec![],
    }
}

/// What counts the replies to a post, or shows them.
fn of_thread(post: PostId, forum: ForumId) -> Vec<CacheTag> {
    use CacheTag::{Forum, Forums, Post, Posts, PostsOf, Thread};
    vec![Posts, PostsOf(forum), Post(post), Forums, Forum(forum), Thread(post)]
}

#[cfg(test)]
mod tests {
    use kernel::{ReplyId, UserId};

    use super::*;

    const POST: PostId = PostId(7);
    const FORUM: ForumId = ForumId(2);

    #[test]
    fn vote_invalidates_the_post_and_its_lists_but_not_the_post_set() {
        let tags = tags_of(&Event::PostVoted { post: POST, forum: FORUM });
        assert_eq!(tags, [CacheTag::Posts, CacheTag::PostsOf(FORUM), CacheTag::Post(POST)]);
        let tags = tags_of(&Event::ReplyVoted { reply: ReplyId(1), post: POST });
        assert_eq!(tags, [CacheTag::Thread(POST)]);
    }

    #[test]
    fn pin_invalidates_the_lists_of_its_forum_that_start_with_it() {
        let tags = tags_of(&Event::PostPinned { post: POST, forum: FORUM, by: UserId(1) });
        for tag in [CacheTag::PostSetOf(FORUM), CacheTag::PostsOf(FORUM), CacheTag::Post(POST)] {
            assert!(tags.contains(&tag), "{tag:?}");
        }
        assert!(!tags.contains(&CacheTag::PostSet));
    }

    #[test]
    fn edit_invalidates_lists_of_forums_only_if_they_show_the_title() {
        let edited = |is_latest| Event::PostEdited { post: POST, forum: FORUM, is_latest };
        for is_latest in [false, true] {
            let tags = tags_of(&edited(is_latest));
            assert_eq!(tags.contains(&CacheTag::Forums), is_latest);
            assert!(tags.contains(&CacheTag::PostSet) && tags.contains(&CacheTag::Post(POST)));
        }
    }

    #[test]
    fn new_post_invalidates_the_post_set_and_its_forums_counts() {
        let tags = tags_of(&Event::PostCreated { post: POST, forum: FORUM });
        for tag in [CacheTag::PostSet, CacheTag::PostSetOf(FORUM), CacheTag::Forum(FORUM)] {
            assert!(tags.contains(&tag), "{tag:?}");
        }
    }

    #[test]
    fn reply_invalidates_its_thread_and_the_counts_above_it() {
        let tags = tags_of(&Event::ReplyCreated { reply: ReplyId(1), post: POST, forum: FORUM });
        for tag in [CacheTag::Thread(POST), CacheTag::Post(POST), CacheTag::Forum(FORUM)] {
            assert!(tags.contains(&tag), "{tag:?}");
        }
        assert!(!tags.contains(&CacheTag::PostSet));
    }

    #[test]
    fn names_and_pictures_invalidate_everything() {
        for event in [Event::AccountDeleted { user: UserId(1) }, Event::DataReplaced] {
            assert_eq!(tags_of(&event), [CacheTag::Global]);
        }
        assert_eq!(tags_of(&Event::AboutChanged { user: UserId(1) }), [CacheTag::Pictures]);
    }
}
