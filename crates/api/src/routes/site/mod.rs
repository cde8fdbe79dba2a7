//! The site: its settings and pages, invitations, statistics.

mod pages;
mod settings;
mod sign_in;

pub(crate) use self::{pages::page, settings::site};

use ::site::{Administrator, DayFigures, Days, Invite as NewInvite};
use actix_web::{Responder, delete, get, post, web};
use kernel::{InviteId, Member, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{Caller, Paging, Params, PathIds},
    response::{ApiResponse, NoContent},
    response_cache::Cacheable,
    routes::shared_bodies::MadeInvite,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.configure(settings::routes).configure(pages::routes);
    config.service(create_invite).service(list_invites).service(revoke_invite).service(statistics);
}

fn administrator(member: &Member) -> Result<Administrator, Problem> {
    Ok(Administrator::authorize(&member.active()?)?)
}

/// An invitation to register.
#[derive(Serialize, ToSchema)]
struct Invite {
    /// The path of the screen to register, with the code. It is shown here and never again.
    #[schema(example = "/register?invite=00112233445566778899aabbccddeeff")]
    url: String,
    /// The end of the invitation.
    #[schema(format = DateTime)]
    until: String,
}

impl From<NewInvite> for Invite {
    fn from(invite: NewInvite) -> Self {
        let url = format!("/register?invite={}", invite.code.as_str());
        Self { url, until: invite.until.to_rfc3339() }
    }
}

/// Makes an invitation, which serves anybody for seven days, any number of times. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "site", security(("token" = ["admin"])), responses(
    (status = 201, description = "Created", body = Invite),
))]
#[post("/api/invites")]
async fn create_invite(caller: Caller, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let administrator = administrator(&s.member(&caller)?)?;
        Ok(ApiResponse::created(Invite::from(s.site.invite(administrator)?)))
    })
    .await
}

/// Lists the invitations to register that serve, the newest first. Only admins may.
#[utoipa::path(tag = "site", security(("token" = ["admin"])), params(Paging), responses(
    (status = 200, description = "A page of invitations", body = [MadeInvite]),
))]
#[get("/api/invites")]
async fn list_invites(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let administrator = administrator(&s.member(&caller)?)?;
        let page = s.site.invites(administrator, &params.page()?)?;
        Ok(ApiResponse::<Vec<MadeInvite>>::page(page, &params))
    })
    .await
}

/// Revokes an invitation to register: nobody registers with it from now on. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "site", security(("token" = ["admin"])), params(("id" = i64, Path)), responses(
    (status = 204, description = "Revoked"),
))]
#[delete("/api/invites/{id}")]
async fn revoke_invite(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.write(move |s| {
        let administrator = administrator(&s.member(&caller)?)?;
        s.site.revoke_invite(administrator, InviteId(ids.first()?))?;
        Ok(NoContent)
    })
    .await
}

/// What happened on a UTC day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DailyFigures {
    #[schema(format = Date)]
    day: String,
    /// Accounts created, without those deleted before the day was counted.
    registrations: i64,
    /// Members who wrote a post, a reply or a message.
    active_members: i64,
    posts: i64,
    replies: i64,
    messages: i64,
    /// Reports filed by members.
    reports: i64,
}

impl Cacheable for DailyFigures {}

/// The length of a date without its time.
const DATE_CHARS: usize = 10;

impl From<DayFigures> for DailyFigures {
    fn from(figures: DayFigures) -> Self {
        let mut day = Timestamp::start_of_day(figures.day).to_rfc3339();
        day.truncate(DATE_CHARS);
        let DayFigures { registrations, active_members, posts, replies, messages, reports, .. } =
            figures;
        Self { day, registrations, active_members, posts, replies, messages, reports }
    }
}

/// Returns figures of the days that end with today (UTC), the first day first. Only admins may read them. Days that are
/// over keep their figures: what is deleted later still counts.
#[utoipa::path(tag = "site", security(("token" = ["admin"])), params(
    ("days" = Option<u16>, Query, description = "How many days, by default 30", minimum = 1, maximum = 365),
), responses(
    (status = 200, description = "The days", body = [DailyFigures]),
))]
#[get("/api/site/statistics")]
async fn statistics(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.slow_read(move |s| {
        let administrator = administrator(&s.member(&caller)?)?;
        let days = days(&params)?;
        let figures = s.site.statistics(administrator, days)?;
        Ok(ApiResponse::ok(figures.into_iter().map(DailyFigures::from).collect::<Vec<_>>()))
    })
    .await
}

fn days(params: &Params) -> Result<Days, Problem> {
    let Some(days) = params.get("days") else { return Ok(Days::default()) };
    let days = days.parse().ok().and_then(|days| Days::new(days).ok());
    days.ok_or_else(|| Problem::invalid_field("days", ::site::DaysError.to_string()))
}
