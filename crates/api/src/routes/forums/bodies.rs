use ::forums::{Description, Forum as Found, LatestPost as FoundPost, Topic};
use kernel::ForumId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Problem,
    request::{Field, Invalid, RequestBody, body_with_text},
    response_cache::{Cacheable, MemberFields},
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Forum {
    id: i64,
    topic: String,
    description: String,
    /// The description as HTML; not in lists.
    #[serde(rename = "description_html", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    description_html: Option<String>,
    /// The author's username.
    author: String,
    #[schema(format = DateTime)]
    time_of_creation: String,
    /// Whether it is a favorite of the caller; false for visitors.
    favorited: bool,
    post_count: i64,
    /// Posts and replies of today and the six days before (UTC), without removed replies.
    activity: i64,
    /// The newest post; null if there is none.
    #[schema(required)]
    latest: Option<LatestPost>,
}

/// The newest post of a forum.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LatestPost {
    id: i64,
    title: String,
    #[schema(format = DateTime)]
    time_of_creation: String,
}

impl Cacheable for Forum {
    const MEMBER_FIELDS: Option<MemberFields> = Some(MemberFields {
        of_visitors: br#""favorited":false"#,
        find: |services, user, ids| {
            let ids: Vec<_> = ids.iter().copied().map(ForumId).collect();
            let favorites = services.forums.favorites_among(user, &ids)?;
            Ok(favorites.into_iter().map(|forum| (forum.0, &br#""favorited":true"#[..])).collect())
        },
    });

    fn ids(&self, ids: &mut Vec<i64>) {
        ids.push(self.id);
    }
}

impl From<Found> for Forum {
    fn from(forum: Found) -> Self {
        Self {
            id: forum.id.0,
            topic: forum.topic,
            description: forum.description,
            description_html: forum.html,
            author: forum.author,
            time_of_creation: forum.created_at.to_rfc3339(),
            favorited: forum.favorited,
            post_count: forum.post_count,
            activity: forum.activity,
            latest: forum.latest.map(LatestPost::from),
        }
    }
}

impl From<FoundPost> for LatestPost {
    fn from(post: FoundPost) -> Self {
        Self { id: post.id.0, title: post.title, time_of_creation: post.created_at.to_rfc3339() }
    }
}

/// The editable fields of a forum.
#[derive(Deserialize, ToSchema)]
pub(super) struct WriteForum {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 100)]
    topic: Field<String>,
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 2000)]
    description: Field<String>,
}

impl RequestBody for WriteForum {
    const MAX_BYTES: usize = body_with_text(Topic::MAX_CHARS + Description::MAX_CHARS);
}

impl WriteForum {
    pub(super) fn parse(self) -> Result<(Topic, Description), Problem> {
        let mut invalid = Invalid::default();
        let topic = invalid.text("topic", &self.topic, Topic::parse);
        let description = invalid.text("description", &self.description, Description::parse);
        topic.zip(description).ok_or_else(|| invalid.into_problem())
    }
}
