//! The page behind the link at the end of a mail about notifications.

use actix_web::{
    HttpResponse, get,
    http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, ContentType},
    post, web,
};
use kernel::UserId;
use mail::UnsubscribePage;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{problem::Problem, request::Params, services::Services, state::Api};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(unsubscribe_page).service(unsubscribe);
}

/// The page has a style of its own and one form.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Asks whether mails about notifications shall end, with one button. For mail programs that open the link at once, it
/// changes nothing.
#[utoipa::path(tag = "notifications", params(
    ("token" = String, Query, description = "Of the link in the mail; for a year"),
), responses(
    (status = 200, description = "A page", body = String, content_type = "text/html"),
    (status = 404, description = "No such link, or this site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
))]
#[get("/mail/unsubscribe")]
async fn unsubscribe_page(params: Params, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let page = api.read(move |s| page(s, subscriber(s, &params)?, UnsubscribePage::Ask)).await?;
    Ok(html(page))
}

/// Ends mails about notifications for the member of the link (RFC 8058).
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "notifications", params(
    ("token" = String, Query, description = "Of the link in the mail; for a year"),
), responses(
    (status = 200, description = "A page that says so", body = String, content_type = "text/html"),
    (status = 404, description = "No such link, or this site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
))]
#[post("/mail/unsubscribe")]
async fn unsubscribe(params: Params, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let page = api
        .write(move |s| {
            let user = subscriber(s, &params)?;
            s.notifications.stop_mails(user)?;
            page(s, user, UnsubscribePage::Done)
        })
        .await?;
    Ok(html(page))
}

fn subscriber(s: &Services, params: &Params) -> Result<UserId, Problem> {
    Ok(s.emails()?.unsubscriber(params.get("token").unwrap_or_default())?)
}

fn page(s: &Services, user: UserId, page: UnsubscribePage) -> Result<String, Problem> {
    let site = s.site.settings()?;
    let language = s.users.language(user)?.unwrap_or(site.face.language);
    Ok(page.html(&site.name, language))
}

fn html(page: String) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .content_type(ContentType::html())
        .body(page)
}
