use ::site::{
    Administrator, DayFigures, Days, Invite as NewInvite, NewSettings, Registration, SiteName,
    SiteRules, SiteSettings, Tagline,
};
use actix_web::{Responder, get, post, put, web};
use cache::CacheTag;
use kernel::{Member, Text, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{
        Body, Caller, Field, Invalid, Params, PublicRequest, RequestBody, TextBody, body_with_text,
    },
    response::ApiResponse,
    response_cache::{CachePolicy, Cacheable},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_site).service(change_site).service(create_invite).service(statistics);
}

/// What the site is called, and who may register.
#[derive(Serialize, ToSchema)]
struct Site {
    name: String,
    /// Empty if there is none.
    tagline: String,
    /// In Markdown; empty if there are none.
    rules: String,
    rules_html: String,
    #[schema(pattern = "^(open|invite|closed)$")]
    registration: &'static str,
}

impl Cacheable for Site {}

impl From<SiteSettings> for Site {
    fn from(settings: SiteSettings) -> Self {
        Self {
            name: settings.name,
            tagline: settings.tagline,
            rules: settings.rules,
            rules_html: settings.rules_html,
            registration: settings.registration.word(),
        }
    }
}

/// Returns the settings of the site.
#[utoipa::path(tag = "site", responses(
    (status = 200, description = "The settings", body = Site),
))]
#[get("/api/site")]
async fn find_site(request: PublicRequest, api: web::Data<Api>) -> impl Responder {
    api.public_read(request, CachePolicy::of(CacheTag::Global), move |s, _| {
        Ok(ApiResponse::ok(Site::from(s.site.settings()?)))
    })
    .await
}

/// The settings of the site, all of them.
#[derive(Deserialize, ToSchema)]
struct WriteSite {
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 1, max_length = 60)]
    name: Field<String>,
    /// Missing, null or blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    tagline: Field<String>,
    /// In Markdown; missing, null or blank for none.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 10_000)]
    rules: Field<String>,
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^(open|invite|closed)$")]
    registration: Field<String>,
}

impl RequestBody for WriteSite {
    const MAX_BYTES: usize =
        body_with_text(SiteName::MAX_CHARS + Tagline::MAX_CHARS + SiteRules::MAX_CHARS);
}

impl TextBody for WriteSite {
    type Written = NewSettings;

    fn parse(self) -> Result<Self::Written, Problem> {
        let mut invalid = Invalid::default();
        let name = invalid.text("name", &self.name, SiteName::parse);
        let tagline = invalid.optional_text("tagline", &self.tagline, Tagline::parse);
        let rules = invalid.optional_text("rules", &self.rules, SiteRules::parse);
        let registration = invalid.text("registration", &self.registration, |word| {
            Registration::of_word(word).ok_or("Must be open, invite or closed.")
        });
        let (Some(name), Some(tagline), Some(rules), Some(registration)) =
            (name, tagline, rules, registration)
        else {
            return Err(invalid.into_problem());
        };
        Ok(NewSettings { name, tagline, rules, registration })
    }

    fn text(settings: &Self::Written) -> &str {
        settings.rules.as_ref().map_or("", Text::as_str)
    }
}

fn administrator(member: &Member) -> Result<Administrator, Problem> {
    Ok(Administrator::authorize(&member.active()?)?)
}

/// Replaces the settings of the site. Only admins may.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "site", security(("token" = [])), request_body = WriteSite, responses(
    (status = 200, description = "The settings", body = Site),
))]
#[put("/api/site")]
async fn change_site(caller: Caller, body: Body<WriteSite>, api: web::Data<Api>) -> impl Responder {
    api.write_text(caller, body, move |s, caller, written| {
        let administrator = administrator(&s.member(caller)?)?;
        Ok(ApiResponse::ok(Site::from(s.site.change(administrator, &written?)?)))
    })
    .await
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
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "site", security(("token" = [])), responses(
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
#[utoipa::path(tag = "site", security(("token" = [])), params(
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
