mod bodies;
mod settings;

use actix_web::{Responder, get, put, web};
use kernel::NotificationId;
use limits::LimitedAction;
use utoipa_actix_web::service_config::ServiceConfig;

use self::{
    bodies::{Notification, ReadUpTo},
    settings::{SetSettings, Settings},
};
use crate::{
    bodies::Unread,
    problem::Problem,
    request::{Body, Caller, Paging, Params, PathIds},
    response::{ApiResponse, NoContent},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(list_notifications)
        .service(mark_all_read)
        .service(mark_notification_read)
        .service(count_unread)
        .service(notification_settings)
        .service(set_notification_settings);
}

/// Lists the caller's notifications, the latest first. They are kept for 90 days, and of those that were
/// read the latest 500. Banned members read theirs.
#[utoipa::path(tag = "notifications", security(("token" = ["read"])), params(
    ("unread" = Option<bool>, Query, description = "Only unread ones"),
    Paging,
), responses(
    (status = 200, description = "A page of notifications", body = [Notification]),
))]
#[get("/api/notifications")]
async fn list_notifications(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let unread_only = params.flag("unread")?;
        let page = s.notifications.list(&member, unread_only, &params.page()?)?;
        Ok(ApiResponse::<Vec<Notification>>::page(page, &params))
    })
    .await
}

/// Marks a notification as read. Repeating it changes nothing. With `upTo`, the `updatedAt` that the caller saw, it stays
/// unread if something was merged into it later.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("token" = ["write"])), params(
    ("id" = i64, Path),
    ("upTo" = Option<String>, Query, format = DateTime, description = "RFC 3339"),
), responses(
    (status = 204, description = "Read"),
))]
#[put("/api/notifications/{id}/read")]
async fn mark_notification_read(
    caller: Caller,
    ids: PathIds,
    params: Params,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let id = NotificationId(ids.first()?);
        // Without a time, what the caller never saw would be marked, too.
        if params.get("upTo").is_some() {
            params.required("upTo")?;
        }
        s.notifications.mark_read(&member, id, params.time("upTo")?)?;
        Ok::<_, Problem>(NoContent)
    })
    .await
}

/// Marks all notifications up to a time as read: what came later stays unread.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("token" = ["write"])), request_body = ReadUpTo, responses(
    (status = 204, description = "Read"),
))]
#[put("/api/notifications/read")]
async fn mark_all_read(
    caller: Caller,
    body: Body<ReadUpTo>,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        s.notifications.mark_read_up_to(&member, body.read()?.parse()?)?;
        Ok::<_, Problem>(NoContent)
    })
    .await
}

/// Counts what the caller has not seen yet. Banned members may ask, too.
#[utoipa::path(tag = "notifications", security(("token" = ["read"])), responses(
    (status = 200, description = "The counts", body = Unread),
))]
#[get("/api/unread")]
async fn count_unread(caller: Caller, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let member = s.member(&caller)?;
        let counts = s.notifications.unread(&[member.id])?;
        let unread = counts.first().copied().ok_or_else(Problem::internal)?;
        Ok(ApiResponse::ok(Unread::from(unread)))
    })
    .await
}

/// Returns what the caller is notified of.
#[utoipa::path(tag = "notifications", security(("token" = ["read"])), responses(
    (status = 200, description = "The settings", body = Settings),
))]
#[get("/api/notifications/settings")]
async fn notification_settings(caller: Caller, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let actor = s.member(&caller)?.active()?;
        Ok(ApiResponse::ok(Settings::from(s.notifications.settings(actor.id)?)))
    })
    .await
}

/// Sets what the caller is notified of.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", security(("token" = ["write"])), request_body = SetSettings, responses(
    (status = 200, description = "The settings", body = Settings),
))]
#[put("/api/notifications/settings")]
async fn set_notification_settings(
    caller: Caller,
    body: Body<SetSettings>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let actor = s.member(&caller)?.active()?;
        let settings = body.read()?.parse(s.notifications.settings(actor.id)?)?;
        s.notifications.set_settings(&actor, settings)?;
        Ok(ApiResponse::ok(Settings::from(settings)))
    })
    .await
}
