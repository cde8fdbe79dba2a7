use ::drafts::{DraftData, DraftKey};
use actix_web::{Responder, delete, get, put, web};
use kernel::MAX_ID;
use limits::LimitedAction;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    bodies::Draft,
    problem::Problem,
    request::{Body, Caller, Field, Invalid, Paging, Params, RequestBody, body_with_text},
    response::{ApiResponse, NoContent},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(list_drafts).service(save_draft).service(delete_draft);
}

#[derive(Deserialize, ToSchema)]
struct WriteDraft {
    /// The version that this replaces; 0 makes a new draft.
    #[serde(default)]
    #[schema(value_type = i64, required = true, minimum = 0)]
    version: Field<i64>,
    /// The client's own.
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 50000)]
    data: Field<String>,
}

impl RequestBody for WriteDraft {
    const MAX_BYTES: usize = body_with_text(DraftData::MAX_CHARS);
}

impl WriteDraft {
    fn parse(self) -> Result<(i64, DraftData), Problem> {
        let mut invalid = Invalid::default();
        let version = match self.version {
            Field::Given(version) if (0..MAX_ID).contains(&version) => Some(version),
            Field::Given(_) | Field::Missing | Field::WronglyTyped => {
                invalid.refuse("version", "Must be the version to replace, or 0 for none.")
            }
        };
        let data = invalid.given_text("data", &self.data, DraftData::parse);
        version.zip(data).ok_or_else(|| invalid.into_problem())
    }
}

fn key(raw: &str) -> Result<DraftKey, Problem> {
    DraftKey::parse(raw).ok_or_else(|| Problem::not_found("There is nothing at this address."))
}

/// Lists the caller's drafts, the latest first. A draft is kept for 180 days after its last write.
#[utoipa::path(tag = "drafts", security(("token" = ["read"])), params(Paging), responses(
    (status = 200, description = "A page of drafts", body = [Draft]),
))]
#[get("/api/drafts")]
async fn list_drafts(caller: Caller, params: Params, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let actor = s.member(&caller)?.active()?;
        let page = s.drafts.list(&actor, &params.page()?)?;
        Ok(ApiResponse::<Vec<Draft>>::page(page, &params))
    })
    .await
}

/// Stores a draft if it replaces the version that is there. A key has at most 100 letters, digits, `-`, `_`,
/// `.` and `:`, and a member at most 100 drafts.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "drafts", security(("token" = ["write"])), params(("key" = String, Path)), request_body = WriteDraft, responses(
    (status = 200, description = "The draft, its version one higher", body = Draft),
    (status = 409, description = "Another version is there, in `draft`, or none; or the caller was deleted concurrently", body = Problem, content_type = "application/problem+json"),
    (status = 422, description = "Invalid fields, or the caller has 100 other drafts", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/drafts/{key}")]
async fn save_draft(
    caller: Caller,
    name: web::Path<String>,
    body: Body<WriteDraft>,
    api: web::Data<Api>,
) -> impl Responder {
    // Saved while somebody types.
    let caller = caller.counted_as(LimitedAction::Interaction);
    // Parsed before the write's turn, which other writes wait for. The write checks the session again.
    let read = api.read(move |s| {
        let member = s.member(&caller)?;
        let key = key(&name)?;
        member.active()?;
        Ok((caller.limited_by(None), key, body.read()?.parse()?))
    });
    let (caller, key, (version, data)) = read.await?;
    api.write(move |s| {
        let actor = s.member(&caller)?.active()?;
        Ok(ApiResponse::ok(Draft::from(s.drafts.save(&actor, key, version, data)?)))
    })
    .await
}

/// Deletes a draft; one that is not there is no error.
#[utoipa::path(extensions(("x-audit" = json!("none"))), tag = "drafts", security(("token" = ["write"])), params(("key" = String, Path)), responses(
    (status = 204, description = "Deleted"),
))]
#[delete("/api/drafts/{key}")]
async fn delete_draft(
    caller: Caller,
    name: web::Path<String>,
    api: web::Data<Api>,
) -> impl Responder {
    let caller = caller.counted_as(LimitedAction::Interaction);
    api.write(move |s| {
        let member = s.member(&caller)?;
        let key = key(&name)?;
        s.drafts.delete(&member.active()?, &key)?;
        Ok(NoContent)
    })
    .await
}
