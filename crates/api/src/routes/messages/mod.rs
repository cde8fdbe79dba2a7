mod blocks;

use ::messages::{Contact as Known, Message as Found, MessageText};
use actix_web::{Responder, delete, get, post, put, web};
use kernel::{MessageId, UserId};
use limits::LimitedAction;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{
        Body, Caller, Field, IdempotencyHeader, Idempotent, Invalid, Paging, Params, PathIds,
        RequestBody, TextBody, Todo, body_with_text,
    },
    response::{ApiResponse, NoContent, SerializedResponse},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_contacts)
        .service(list_messages)
        .service(send_message)
        .service(edit_message)
        .service(delete_message)
        .service(mark_read)
        .configure(blocks::routes);
}

/// A user with whom the caller exchanged messages.
#[derive(Serialize, ToSchema)]
struct Contact {
    /// The other user's id.
    id: i64,
    username: String,
    user_image: String,
    /// The number of messages from them that the caller has not read.
    unread: i64,
    /// The number of messages of both.
    #[serde(rename = "totalMessages")]
    total_messages: i64,
    /// When the latest of them was sent.
    #[schema(format = DateTime)]
    latest: String,
    /// Whether the caller blocks them.
    blocked: bool,
    /// Null if it is being deleted.
    #[serde(rename = "lastMessage")]
    last_message: Option<LastMessage>,
}

/// The latest message of a contact.
#[derive(Serialize, ToSchema)]
struct LastMessage {
    /// Its start without markup.
    excerpt: String,
    /// Whether the caller sent it.
    own: bool,
}

impl From<Known> for Contact {
    fn from(contact: Known) -> Self {
        Self {
            id: contact.id.0,
            username: contact.username,
            user_image: contact.image,
            unread: contact.unread,
            total_messages: contact.total,
            latest: contact.latest_at.to_rfc3339(),
            blocked: contact.blocked,
            last_message: contact
                .last
                .map(|last| LastMessage { excerpt: last.excerpt, own: last.is_own }),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Message {
    id: i64,
    #[serde(rename = "message")]
    text: String,
    /// The message as HTML.
    #[serde(rename = "message_html")]
    html: String,
    sender: Sender,
    #[schema(format = DateTime)]
    received_on: String,
    edited: bool,
    /// Whether its recipient marked it as read.
    read: bool,
}

#[derive(Serialize, ToSchema)]
struct Sender {
    id: i64,
    username: String,
}

impl From<Found> for Message {
    fn from(message: Found) -> Self {
        Self {
            id: message.id.0,
            text: message.text,
            html: message.html,
            sender: Sender { id: message.sender.0, username: message.sender_name },
            received_on: message.sent_at.to_rfc3339(),
            edited: message.edited,
            read: message.read,
        }
    }
}

/// The editable fields of a message.
#[derive(Deserialize, ToSchema)]
struct WriteMessage {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 5000)]
    message: Field<String>,
}

impl RequestBody for WriteMessage {
    const MAX_BYTES: usize = body_with_text(MessageText::MAX_CHARS);
}

impl TextBody for WriteMessage {
    type Written = MessageText;

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let text = invalid.markdown("message", &self.message, MessageText::parse);
        text.ok_or_else(|| invalid.into_problem())
    }

    fn text(text: &Self::Written) -> &str {
        text.as_str()
    }
}

/// Lists the caller's contacts, the latest first.
#[utoipa::path(tag = "messages", security(("token" = ["read"])), params(Paging), responses(
    (status = 200, description = "A page of contacts", body = [Contact]),
))]
#[get("/api/contacts")]
async fn list_contacts(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let page = s.messages.contacts(&actor, &params.page()?)?;
        Ok(ApiResponse::<Vec<Contact>>::page(page, &params))
    })
    .await
}

/// Lists the messages between the caller and a user: the newest on the first page, each page oldest first.
#[utoipa::path(tag = "messages", security(("token" = ["read"])), params(("userId" = i64, Path), Paging), responses(
    (status = 200, description = "A page of messages", body = [Message]),
))]
#[get("/api/contacts/{userId}/messages")]
async fn list_messages(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let peer = UserId(ids.first()?);
        // A missing peer comes before all other problems.
        let or_nobody = |wrong| s.messages.peer(peer).map_or_else(Problem::from, |_| wrong);
        let actor = member.active().map_err(|banned| or_nobody(banned.into()))?;
        let page = s.messages.chat(&actor, peer, &params.page().map_err(or_nobody)?)?;
        Ok(ApiResponse::<Vec<Message>>::page(page, &params))
    })
    .await
}

/// Sends a message to another user.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "messages", security(("token" = ["write"])), params(("userId" = i64, Path), IdempotencyHeader), request_body = WriteMessage, responses(
    (status = 201, description = "Sent", body = Message),
))]
#[post("/api/contacts/{userId}")]
async fn send_message(
    caller: Caller,
    ids: PathIds,
    key: Idempotent,
    body: Body<WriteMessage>,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Message);
    let once = key.with(&body);
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        once.run(
            s,
            &member,
            |_| Ok(()),
            |Todo { request, written: before }| {
                let created = |message| {
                    SerializedResponse::private(&ApiResponse::created(Message::from(message)), "")
                };
                if let Some(id) = before {
                    return created(s.messages.sent(member.id, MessageId(id))?);
                }
                let peer = s.messages.peer(UserId(ids.first()?))?;
                let actor = member.active()?;
                let text = written?;
                created(s.messages.send(&actor, peer, text, request)?)
            },
        )
    })
    .await
}

/// Changes the text of a message. Only its sender may.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "messages", security(("token" = ["write"])), params(("userId" = i64, Path), ("messageId" = i64, Path)), request_body = WriteMessage, responses(
    (status = 200, description = "The message", body = Message),
))]
#[put("/api/contacts/{userId}/messages/{messageId}")]
async fn edit_message(
    caller: Caller,
    ids: PathIds,
    body: Body<WriteMessage>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let member = s.member(caller)?;
        let (peer, id) = (UserId(ids.first()?), MessageId(ids.second()?));
        let found = s.messages.find(member.id, peer, id)?;
        let sent = found.authorize_sender(&member.active()?)?;
        let text = written?;
        Ok(ApiResponse::ok(Message::from(s.messages.edit(sent, &text)?)))
    })
    .await
}

/// Deletes a message for both users. Only its sender may.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "messages", security(("token" = ["write"])), params(("userId" = i64, Path), ("messageId" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
))]
#[delete("/api/contacts/{userId}/messages/{messageId}")]
async fn delete_message(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let member = s.member(&caller)?;
        let (peer, id) = (UserId(ids.first()?), MessageId(ids.second()?));
        let found = s.messages.find(member.id, peer, id)?;
        s.messages.delete(found.authorize_sender(&member.active()?)?)?;
        Ok(NoContent)
    })
    .await
}

/// Marks a message as read. Only its recipient may; repeating it changes nothing. With `from`, the first one on the
/// screen, those in between are marked, too, at most 100.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "messages", security(("token" = ["write"])), params(("userId" = i64, Path), ("messageId" = i64, Path), ("from" = Option<i64>, Query)), responses(
    (status = 200, description = "The message", body = Message),
))]
#[put("/api/contacts/{userId}/messages/{messageId}/read")]
async fn mark_read(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let (peer, id) = (UserId(ids.first()?), MessageId(ids.second()?));
        let found = s.messages.find(member.id, peer, id)?;
        let received = found.authorize_recipient(&member.active()?)?;
        Ok(ApiResponse::ok(Message::from(
            s.messages.mark_read(received, params.id("from")?.map(MessageId))?,
        )))
    })
    .await
}
