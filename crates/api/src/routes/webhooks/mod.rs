//! Webhooks, and the deliveries of each.

mod bodies;

use ::webhooks::{Change, Managed, Webhook as Found};
use actix_web::{Responder, delete, get, post, put, web};
use kernel::{ForumId, Reader, WebhookDeliveryId, WebhookId};
use users::Scope;
use utoipa_actix_web::service_config::ServiceConfig;

use self::bodies::{Webhook, WebhookDelivery, WriteWebhook};
use crate::{
    problem::Problem,
    request::{Body, Caller, Paging, Params, PathIds},
    response::{Accepted, ApiResponse, NoContent},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_webhooks)
        .service(create_webhook)
        .service(find_webhook)
        .service(change_webhook)
        .service(delete_webhook)
        .service(list_webhook_deliveries)
        .service(send_again)
        .service(ping_webhook);
}

/// Looks up a webhook that the caller may manage.
fn managed(s: &Services, caller: &Caller, ids: &PathIds) -> Result<(Found, Managed), Problem> {
    let member = s.member(caller)?;
    let (webhook, scope) = s.webhooks.find(WebhookId(ids.first()?), Reader::from(&member))?;
    let managed = s.webhooks.authorize(scope, &member.active()?)?;
    require_scope(caller, webhook.forum)?;
    Ok((webhook, managed))
}

/// Refuses an API token that manages webhooks of forums alone where it is the site's.
fn require_scope(caller: &Caller, forum: Option<ForumId>) -> Result<(), Problem> {
    if forum.is_none() { caller.require(Scope::Admin) } else { Ok(()) }
}

/// Lists the webhooks of a forum or, without one, of the site, the oldest first. Moderators of the forum may; those of
/// the site are for admins.
#[utoipa::path(tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), params(("forum" = Option<i64>, Query, description = "A forum")), responses(
    (status = 200, description = "The webhooks", body = [Webhook]),
    (status = 404, description = "No such forum", body = Problem, content_type = "application/problem+json"),
))]
#[get("/api/webhooks")]
async fn list_webhooks(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let forum = params.forum()?;
        let scope = s.webhooks.scope(forum, Reader::from(&member))?;
        let managed = s.webhooks.authorize(scope, &member.active()?)?;
        require_scope(&caller, forum)?;
        let webhooks = s.webhooks.list(managed)?.into_iter().map(Webhook::from);
        Ok::<_, Problem>(ApiResponse::ok(webhooks.collect::<Vec<_>>()))
    })
    .await
}

/// Makes a webhook of a forum or, without one, of the site, and sends it a ping. Every message has the headers
/// `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks and is JSON `{type, timestamp, data}`:
/// `data` is what visitors or, of the forum, its members may see at that moment, and of what was deleted and of reports
/// the ids. Deliveries about one post and its replies, or about one report, come in order.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), request_body = WriteWebhook, responses(
    (status = 201, description = "Made; `secret` is shown here and never again", body = Webhook),
    (status = 404, description = "No such forum", body = Problem, content_type = "application/problem+json"),
    (status = 409, description = "There are 20 of the site or 5 of the forum (`too-many-webhooks`)", body = Problem, content_type = "application/problem+json"),
))]
#[post("/api/webhooks")]
async fn create_webhook(
    caller: Caller,
    body: Body<WriteWebhook>,
    api: web::Data<Api>,
) -> impl Responder {
    api.outbound(move |s| {
        let member = s.member(&caller)?;
        let body = body.read()?;
        let forum = body.forum()?;
        let scope = s.webhooks.scope(forum, Reader::from(&member))?;
        let managed = s.webhooks.authorize(scope, &member.active()?)?;
        require_scope(&caller, forum)?;
        let Change { url, events, .. } = body.parse()?;
        let (webhook, secret) = s.webhooks.create(managed, url, events)?;
        Ok::<_, Problem>(ApiResponse::created(Webhook::new(webhook, &secret)))
    })
    .await
}

/// Returns a webhook. Moderators of its forum may; those of the site are for admins.
#[utoipa::path(tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The webhook", body = Webhook),
))]
#[get("/api/webhooks/{id}")]
async fn find_webhook(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let (webhook, _) = managed(s, &caller, &ids)?;
        Ok::<_, Problem>(ApiResponse::ok(Webhook::from(webhook)))
    })
    .await
}

/// Changes a webhook, or turns it on or off. What waits for one that is turned off is not sent.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), params(("id" = i64, Path)), request_body = WriteWebhook, responses(
    (status = 200, description = "The webhook", body = Webhook),
))]
#[put("/api/webhooks/{id}")]
async fn change_webhook(
    caller: Caller,
    ids: PathIds,
    body: Body<WriteWebhook>,
    api: web::Data<Api>,
) -> impl Responder {
    api.outbound(move |s| {
        let (webhook, managed) = managed(s, &caller, &ids)?;
        let changed = s.webhooks.update(managed, webhook.id, &body.read()?.parse()?)?;
        Ok::<_, Problem>(ApiResponse::ok(Webhook::from(changed)))
    })
    .await
}

/// Deletes a webhook with what waits for it.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), params(("id" = i64, Path)), responses(
    (status = 204, description = "Deleted"),
))]
#[delete("/api/webhooks/{id}")]
async fn delete_webhook(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let (webhook, managed) = managed(s, &caller, &ids)?;
        s.webhooks.delete(managed, webhook.id)?;
        Ok::<_, Problem>(NoContent)
    })
    .await
}

/// Lists the deliveries to a webhook of the last 7 days, and those that wait, the newest first.
#[utoipa::path(tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), params(("id" = i64, Path), Paging), responses(
    (status = 200, description = "A page of deliveries", body = [WebhookDelivery]),
))]
#[get("/api/webhooks/{id}/deliveries")]
async fn list_webhook_deliveries(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    api.read(move |s| {
        let (webhook, managed) = managed(s, &caller, &ids)?;
        let page = s.webhooks.deliveries(managed, webhook.id, &params.page()?)?;
        Ok::<_, Problem>(ApiResponse::<Vec<WebhookDelivery>>::page(page, &params))
    })
    .await
}

/// Sends a delivery once more, with the same `webhook-id` and as what it is about is shown now.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), params(("id" = i64, Path), ("deliveryId" = i64, Path)), responses(
    (status = 202, description = "It will be sent"),
))]
#[post("/api/webhooks/{id}/deliveries/{deliveryId}/again")]
async fn send_again(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let (webhook, managed) = managed(s, &caller, &ids)?;
        let delivery = WebhookDeliveryId(ids.second()?);
        s.webhooks.send_again(managed, webhook.id, delivery)?;
        Ok::<_, Problem>(Accepted)
    })
    .await
}

/// Sends a webhook a ping, also if it is off.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "webhooks", security(("token" = ["admin"]), ("token" = ["moderate"])), params(("id" = i64, Path)), responses(
    (status = 202, description = "It will be sent"),
))]
#[post("/api/webhooks/{id}/ping")]
async fn ping_webhook(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let (webhook, managed) = managed(s, &caller, &ids)?;
        s.webhooks.ping(managed, webhook.id)?;
        Ok::<_, Problem>(Accepted)
    })
    .await
}
