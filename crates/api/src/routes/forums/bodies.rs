use ::forums::{Description, Forum as Found, Topic};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Problem,
    request::{Field, Invalid},
    show::Shown,
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Forum {
    id: i64,
    topic: String,
    description: String,
    /// The author's username.
    author: String,
    #[schema(format = DateTime)]
    time_of_creation: String,
    /// Whether the caller marked it; false for visitors.
    favorited: bool,
}

impl Shown for Forum {}

impl From<Found> for Forum {
    fn from(forum: Found) -> Self {
        Self {
            id: forum.id.0,
            topic: forum.topic,
            description: forum.description,
            author: forum.author,
            time_of_creation: forum.created_at.to_rfc3339(),
            favorited: forum.favorited,
        }
    }
}

/// What a person writes of a forum.
#[derive(Deserialize, ToSchema)]
pub(super) struct WriteForum {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 100)]
    topic: Field<String>,
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 2000)]
    description: Field<String>,
}

impl WriteForum {
    pub(super) fn parse(self) -> Result<(Topic, Description), Problem> {
        let mut invalid = Invalid::default();
        let topic = invalid.text("topic", &self.topic, Topic::parse);
        let description = invalid.text("description", &self.description, Description::parse);
        topic.zip(description).ok_or_else(|| invalid.into_problem())
    }
}
