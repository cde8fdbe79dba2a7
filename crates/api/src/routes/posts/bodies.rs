use ::posts::{Description, Post as Found, PostContent, Title};
use kernel::{ImageUrl, PostId, Vote};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Problem,
    request::{Field, Invalid, RequestBody, body_with_text},
    response_cache::{Cacheable, MemberFields, NO_VOTE, vote_fields},
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Post {
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
    #[serde(rename = "creator_username")]
    creator_username: String,
    #[serde(rename = "creator_image")]
    creator_image: String,
    #[schema(format = DateTime)]
    time_of_creation: String,
    upvotes: i64,
    downvotes: i64,
    /// Whether the caller voted up; false for visitors.
    has_upvoted: bool,
    /// Whether the caller voted down; false for visitors.
    has_downvoted: bool,
    /// Replies that are not removed.
    reply_count: i64,
    #[serde(rename = "forum_id")]
    forum_id: i64,
    #[serde(rename = "forum_topic")]
    forum_topic: String,
    edited: bool,
}

impl Cacheable for Post {
    const MEMBER_FIELDS: Option<MemberFields> = Some(MemberFields {
        of_visitors: NO_VOTE,
        find: |services, voter, ids| {
            let ids: Vec<_> = ids.iter().copied().map(PostId).collect();
            let votes = services.posts.votes_of(voter, &ids)?;
            Ok(votes.into_iter().map(|(post, vote)| (post.0, vote_fields(vote))).collect())
        },
    });

    fn ids(&self, ids: &mut Vec<i64>) {
        ids.push(self.id);
    }
}

impl From<Found> for Post {
    fn from(post: Found) -> Self {
        Self {
            id: post.id.0,
            title: post.title,
            description: post.description,
            excerpt: post.html.is_none().then_some(post.excerpt),
            description_html: post.html,
            image: post.image,
            creator_username: post.author_name,
            creator_image: post.author_image,
            time_of_creation: post.created_at.to_rfc3339(),
            upvotes: post.tally.upvotes,
            downvotes: post.tally.downvotes,
            has_upvoted: post.tally.own_vote == Some(Vote::Up),
            has_downvoted: post.tally.own_vote == Some(Vote::Down),
            reply_count: post.reply_count,
            forum_id: post.forum.0,
            forum_topic: post.forum_topic,
            edited: post.edited,
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
}

impl RequestBody for WritePost {
    const MAX_BYTES: usize =
        body_with_text(Title::MAX_CHARS + Description::MAX_CHARS + ImageUrl::MAX_CHARS);
}

impl WritePost {
    pub(super) fn parse(self) -> Result<PostContent, Problem> {
        let mut invalid = Invalid::default();
        let title = invalid.text("title", &self.title, Title::parse);
        let description = invalid.text("description", &self.description, Description::parse);
        let image = invalid.text("image", &self.image, ImageUrl::parse);
        let (Some(title), Some(description), Some(image)) = (title, description, image) else {
            return Err(invalid.into_problem());
        };
        Ok(PostContent { title, description, image })
    }
}
