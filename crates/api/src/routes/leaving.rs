use actix_web::{delete, web};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    Api, Problem,
    answer::Done,
    request::{Body, Caller, Field, Ids, Invalid},
    routes::accounts::{current_password, owner},
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(delete_account);
}

#[derive(Deserialize, ToSchema)]
struct DeleteAccount {
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    current: Field<String>,
}

/// Takes the caller's account away for good. Posts and replies stay without its name, votes and
/// messages go, every token ends; the name is free again.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("id" = i64, Path)),
    request_body = DeleteAccount, responses(
    (status = 204, description = "Gone"),
    (status = 422, description = "Refused fields, or the last admin", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/user/{id}")]
async fn delete_account(
    caller: Caller,
    ids: Ids,
    body: Body<DeleteAccount>,
    api: web::Data<Api>,
) -> Result<Done, Problem> {
    api.run_hashing(move |s| {
        let actor = owner(s, &caller, &ids)?;
        let mut invalid = Invalid::default();
        let current = current_password(&mut invalid, &body.read()?.current);
        s.logins.delete_account(&actor, &current.ok_or_else(|| invalid.into_problem())?)?;
        Ok(Done)
    })
    .await
}
