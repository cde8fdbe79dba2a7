use actix_web::{delete, web};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    problem::Problem,
    request::{AccountHolder, Body, PathIds},
    response::NoContent,
    routes::{
        accounts::held_account,
        passwords::{Current, before_reauthentication},
    },
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(delete_account);
}

/// Deletes the caller's account for good. Posts and replies stay without its name; votes and messages
/// are deleted, every token ends, and nobody can register the name again. Many votes go in parts: after an error, the call goes
/// on where it stopped. Banned members may call it, with the `appeal_token` of the refused sign-in too.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("session" = [])), params(("id" = i64, Path)),
    request_body = Current, responses(
    (status = 204, description = "Deleted"),
    (status = 422, description = "Invalid fields, or the last admin", body = Problem, content_type = "application/problem+json"),
))]
#[delete("/api/user/{id}")]
async fn delete_account(
    caller: AccountHolder,
    ids: PathIds,
    body: Body<Current>,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    let identify = move |s: &Services| {
        let account = held_account(s, &caller.leaver(s)?, &ids)?;
        Ok((account.id, caller.proof()?.sign_in()))
    };
    let read = move |_: &Services, has_password| Ok((body.read()?.parse(has_password)?, ()));
    let (presence, ()) = before_reauthentication(&api, identify, read).await?;
    let owner = api.hash(move |s| Ok(s.logins.reauthenticate(&presence)?)).await?;
    api.slow_write(move |s| {
        s.logins.delete_account(&owner)?;
        if let Err(error) = s.images.delete_marked() {
            tracing::error!(%error, "an avatar is left to the next sweep");
        }
        Ok(NoContent)
    })
    .await
}
