use ::posts::{Description, ImageDescription, Post as Found, PostContent, Title};
use kernel::{ImageUrl, PostId, Timestamp, UserId};
use notifications::ReaderState;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::Problem,
    request::{Field, Invalid, RequestBody, TextBody, body_with_text},
    response_cache::{Cacheable, FieldText, MemberFields, NO_VOTE, saved_field, vote_fields},
    routes::shared_bodies::{AuthorRole, VisibilityWord, WatchWord},
    services::Services,
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the wire")]
pub(crate) struct Post {
    id: i64,
    title: String,
    description: String,
    /// The description as HTML; not in lists.
    #[serde(rename = "description_html", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    description_html: Option<String>,
    /// The start of the description without markup and spoilers, at most 200 characters; in lists alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    excerpt: Option<String>,
    #[schema(required = true)]
    image: Option<String>,
    /// What the image shows, for those who can't see it; missing without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    image_description: Option<String>,
    #[serde(rename = "creator_username")]
    creator_username: String,
    #[serde(rename = "creator_image")]
    creator_image: String,
    /// The author's role in its forum; missing for members who neither moderate it nor are admins.
    #[serde(rename = "creator_role", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AuthorRole, required = false)]
    creator_role: Option<AuthorRole>,
    #[schema(format = DateTime)]
    time_of_creation: String,
    upvotes: i64,
    downvotes: i64,
    /// Whether the caller voted up; false for visitors.
    has_upvoted: bool,
    /// Whether the caller voted down; false for visitors.
    has_downvoted: bool,
    /// How closely the caller follows it; null for visitors.
    #[schema(required = true)]
    watch: Option<WatchWord>,
    /// Replies of others since the caller's last visit, counted up to 99; null without one, and for
    /// visitors.
    #[schema(required = true, minimum = 0, maximum = 99)]
    new_replies: Option<i64>,
    /// Whether the caller saved it; null for visitors.
    #[schema(required = true)]
    saved: Option<bool>,
    /// Replies that are not removed.
    reply_count: i64,
    #[serde(rename = "forum_id")]
    forum_id: i64,
    #[serde(rename = "forum_topic")]
    forum_topic: String,
    #[serde(rename = "forum_visibility")]
    forum_visibility: VisibilityWord,
    edited: bool,
    /// When title or description were edited last; missing if they never were.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, format = DateTime)]
    edited_at: Option<String>,
    /// Whether only moderators of the forum write, edit and vote in it: others get 409 `locked`.
    locked: bool,
    /// Why it is locked; null if it is not, or if no reason was given.
    #[schema(required = true)]
    lock_reason: Option<String>,
    /// Whether it comes first in the lists of its forum.
    pinned: bool,
    /// When the pin ends; null if it is not pinned, or if it has no end.
    #[schema(required = true, format = DateTime)]
    pinned_until: Option<String>,
    /// Whether it waits for approval: until then only its author and those who may approve it see it. Missing otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    held: bool,
    #[serde(skip)]
    valid_until: Option<Timestamp>,
}

/// What visitors are shown of votes, level, visits and what is saved.
const OF_VISITORS: &[u8] =
    br#""hasUpvoted":false,"hasDownvoted":false,"watch":null,"newReplies":null,"saved":null"#;

/// What members are shown of a post that they have nothing to do with.
const UNTOUCHED: &[u8] =
    br#""hasUpvoted":false,"hasDownvoted":false,"watch":"normal","newReplies":null,"saved":false"#;

impl Cacheable for Post {
    const MEMBER_FIELDS: Option<MemberFields> =
        Some(MemberFields { of_visitors: OF_VISITORS, untouched: UNTOUCHED, find: member_fields });

    fn ids(&self, ids: &mut Vec<i64>) {
        ids.push(self.id);
    }

    fn valid_until(&self) -> Option<Timestamp> {
        self.valid_until
    }
}

fn member_fields(
    services: &Services,
    member: UserId,
    ids: &[i64],
) -> Result<Vec<(i64, FieldText)>, Problem> {
    let ids: Vec<_> = ids.iter().copied().map(PostId).collect();
    let states = services.notifications.reader_states(member, &ids)?;
    let fields = |state: ReaderState| {
        let mut text = state.vote.map_or(NO_VOTE, vote_fields).to_vec();
        text.extend(b",\"watch\":\"");
        text.extend(WatchWord::from(state.watch).as_str().as_bytes());
        text.extend(b"\",\"newReplies\":");
        match state.new_replies {
            Some(count) => text.extend(count.to_string().as_bytes()),
            None => text.extend(b"null"),
        }
        text.extend(saved_field(state.saved));
        (state.post.0, text.into())
    };
    Ok(states.into_iter().map(fields).collect())
}

impl From<Found> for Post {
    fn from(post: Found) -> Self {
        let valid_until = post.pin.and_then(|pin| pin.until);
        Self {
            id: post.id.0,
            title: post.title,
            description: post.description,
            excerpt: post.html.is_none().then_some(post.excerpt),
            description_html: post.html,
            image: post.image,
            image_description: post.image_description,
            creator_username: post.author_name,
            creator_image: post.author_image,
            creator_role: AuthorRole::of(post.author_role),
            time_of_creation: post.created_at.to_rfc3339(),
            upvotes: post.votes.upvotes,
            downvotes: post.votes.downvotes,
            has_upvoted: false,
            has_downvoted: false,
            watch: None,
            new_replies: None,
            saved: None,
            reply_count: post.reply_count,
            forum_id: post.forum.0,
            forum_topic: post.forum_topic,
            forum_visibility: post.forum_visibility.into(),
            edited: post.edited,
            edited_at: post.edited_at.map(Timestamp::to_rfc3339),
            locked: post.locked,
            lock_reason: post.lock_reason.filter(|_| post.locked),
            pinned: post.pin.is_some(),
            pinned_until: valid_until.map(Timestamp::to_rfc3339),
            held: post.held,
            valid_until,
        }
    }
}

/// The editable fields of a post.
#[derive(Deserialize, ToSchema)]
pub(super) struct WritePost {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 200)]
    title: Field<String>,
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 20000)]
    description: Field<String>,
    /// An `http:` or `https:` URL, or a path under `/images/`; missing, null or blank means no image.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2048)]
    image: Field<String>,
    /// What the image shows, for those who can't see it; dropped without an image.
    #[serde(default, rename = "imageDescription")]
    #[schema(value_type = Option<String>, max_length = 300)]
    image_description: Field<String>,
}

impl RequestBody for WritePost {
    const MAX_BYTES: usize = body_with_text(
        Title::MAX_CHARS
            + Description::MAX_CHARS
            + ImageUrl::MAX_CHARS
            + ImageDescription::MAX_CHARS,
    );
}

impl TextBody for WritePost {
    type Written = PostContent;

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let title = invalid.text("title", &self.title, Title::parse);
        let description = invalid.markdown("description", &self.description, Description::parse);
        let image = invalid.text("image", &self.image, ImageUrl::parse);
        let image_description = invalid.optional_text(
            "imageDescription",
            &self.image_description,
            ImageDescription::parse,
        );
        let (Some(title), Some(description), Some(image), Some(image_description)) =
            (title, description, image, image_description)
        else {
            return Err(invalid.into_problem());
        };
        let image_description = image_description.filter(|_| image.is_some());
        Ok(PostContent { title, description, image, image_description })
    }

    fn text(content: &Self::Written) -> &str {
        content.description.as_str()
    }
}
