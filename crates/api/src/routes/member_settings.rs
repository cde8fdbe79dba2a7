use actix_web::{Responder, get, put, web};
use kernel::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY},
    response::{self, ApiResponse},
    routes::accounts::owner,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_settings).service(change_settings);
}

/// What a member chose for every device.
#[derive(Serialize, ToSchema)]
struct MemberSettings {
    /// The language of what the site sends: the chosen one, or the site's.
    #[schema(pattern = "^(en|de|es|fr|pt-BR|ja|ar)$")]
    language: &'static str,
}

/// Returns the caller's settings.
#[utoipa::path(tag = "accounts", security(("token" = ["read"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The settings", body = MemberSettings),
))]
#[get("/api/user/{id}/settings")]
async fn find_settings(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    let language = api
        .read(move |s| {
            let (actor, _) = owner(s, &caller, &ids)?;
            let chosen = s.users.language(actor.id)?;
            chosen.map_or_else(|| Ok(s.site.settings()?.face.language), Ok)
        })
        .await?;
    response::Result::Ok(ApiResponse::ok(MemberSettings { language: language.tag() }))
}

#[derive(Deserialize, ToSchema)]
struct ChangeMemberSettings {
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^(en|de|es|fr|pt-BR|ja|ar)$")]
    language: Field<String>,
}

impl RequestBody for ChangeMemberSettings {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Changes the caller's settings.
#[utoipa::path(extensions(("x-audit" = json!("refusals"))), tag = "accounts", security(("token" = ["write"])), params(("id" = i64, Path)), request_body = ChangeMemberSettings, responses(
    (status = 200, description = "The settings", body = MemberSettings),
))]
#[put("/api/user/{id}/settings")]
async fn change_settings(
    caller: Caller,
    ids: PathIds,
    body: Body<ChangeMemberSettings>,
    api: web::Data<Api>,
) -> impl Responder {
    api.write(move |s| {
        let (actor, _) = owner(s, &caller, &ids)?;
        let mut invalid = Invalid::default();
        let language = invalid.text("language", &body.read()?.language, Language::parse);
        let language = language.ok_or_else(|| invalid.into_problem())?;
        s.users.set_language(&actor, language)?;
        Ok(ApiResponse::ok(MemberSettings { language: language.tag() }))
    })
    .await
}
