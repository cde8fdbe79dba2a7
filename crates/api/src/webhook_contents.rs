use ::webhooks::{Contents, EventType, Subject};
use actix_web::{ResponseError, http::StatusCode};
use kernel::{ForumId, PostId, Reader, ReplyId, RepositoryError, UserId};
use replies::ReplyError;
use serde::Serialize;
use serde_json::json;

use crate::{
    problem::Problem,
    routes::{Post, Reply, User},
    services::Services,
};

/// What webhooks are told: the bodies of the API.
pub struct WebhookContents(pub Services);

impl Contents for WebhookContents {
    fn data(
        &self,
        event: EventType,
        subject: Subject,
        reader: Reader,
    ) -> Result<Option<String>, RepositoryError> {
        match self.shown(event, subject, reader) {
            Ok(data) => Ok(Some(data)),
            Err(problem) if problem.status_code() == StatusCode::NOT_FOUND => Ok(None),
            Err(problem) => Err(RepositoryError::Failed(problem.to_string().into())),
        }
    }
}

impl WebhookContents {
    fn shown(&self, event: EventType, subject: Subject, reader: Reader) -> Result<String, Problem> {
        if let Some(forum) = subject.forum() {
            self.0.moderation.forum(forum, reader)?;
        }
        let is_deleted = matches!(event, EventType::PostDeleted | EventType::ReplyDeleted);
        match subject {
            Subject::Post { post: PostId(id), forum }
            | Subject::Reply { reply: ReplyId(id), forum }
                if is_deleted =>
            {
                Ok(ids(id, Some(forum)))
            }
            Subject::Post { post, .. } => text(&Post::from(self.0.posts.get(post, reader)?)),
            Subject::Reply { reply, .. } => {
                let reply = self.0.replies.get(reply, reader)?;
                let reply = Some(reply).filter(|reply| reply.content.is_some());
                text(&Reply::from(reply.ok_or(ReplyError::NotFound)?))
            }
            Subject::User(user) => self.user(user),
            Subject::Report { report, forum } => Ok(ids(report.0, forum)),
            Subject::Webhook(webhook) => Ok(json!({"webhook": webhook.0}).to_string()),
        }
    }

    fn user(&self, user: UserId) -> Result<String, Problem> {
        text(&User::from(self.0.users.profile(user)?))
    }
}

fn ids(id: i64, forum: Option<ForumId>) -> String {
    json!({"id": id, "forum_id": forum.map(|forum| forum.0)}).to_string()
}

fn text(body: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(body).map_err(|error| {
        tracing::error!(%error, "a body is no JSON");
        Problem::internal()
    })
}
