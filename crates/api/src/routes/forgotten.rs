//! New passwords by a link in a mail.

use actix_web::{post, web};
use serde::Deserialize;
use users::{ForgottenAttempt, Password};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client::Client,
    problem::Problem,
    request::{Body, Field, Invalid, RequestBody, SHORT_BODY},
    response::{Accepted, NoContent},
    routes::{emails::link_token, passwords::confirmed},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(request_reset).service(reset_password);
}

#[derive(Deserialize, ToSchema)]
struct Forgotten {
    /// A username or an e-mail address.
    #[serde(default)]
    #[schema(value_type = String, required = true, max_length = 254)]
    name: Field<String>,
}

impl RequestBody for Forgotten {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Has a link to a new password sent to the confirmed address of an account, which works for an hour, once. The answer is
/// the same, and takes the same time, if there is none. Counts as a failure to sign in with this name.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", request_body = Forgotten, responses(
    (status = 202, description = "If there is such an account, a mail is on its way"),
    (status = 404, description = "This site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures of this name or from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login/forgotten")]
async fn request_reset(
    client: Client,
    body: Body<Forgotten>,
    api: web::Data<Api>,
) -> Result<Accepted, Problem> {
    api.write(move |s| {
        let emails = s.emails()?;
        let mut invalid = Invalid::default();
        let name = invalid.text("name", &body.read()?.name, |text| match text.trim() {
            "" => Err("A username or an e-mail address is required."),
            text => Ok(text.to_owned()),
        });
        let name = name.ok_or_else(|| invalid.into_problem())?;
        Ok(emails.request_reset(&ForgottenAttempt { name, address: client.0 })?)
    })
    .await?;
    Ok(Accepted)
}

#[derive(Deserialize, ToSchema)]
struct NewPassword {
    /// Of the link in the mail.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    token: Field<String>,
    /// 8 characters to 72 bytes.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 8, max_length = 72)]
    password: Field<String>,
    #[serde(default, rename = "confirmPassword")]
    #[schema(value_type = String, required = true)]
    confirm_password: Field<String>,
}

impl RequestBody for NewPassword {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl NewPassword {
    fn parse(self) -> Result<(String, Password), Problem> {
        let mut invalid = Invalid::default();
        let token = link_token(&mut invalid, &self.token);
        let password = confirmed(&mut invalid, &self.password, &self.confirm_password);
        token.zip(password).ok_or_else(|| invalid.into_problem())
    }
}

/// Sets a new password by the link of a mail, once, and ends every session. A second step stays in force.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", request_body = NewPassword, responses(
    (status = 204, description = "Set"),
    (status = 404, description = "The link was used, is older than an hour or never was, or this site sends no mail (`mail-off`)", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login/new-password")]
async fn reset_password(
    body: Body<NewPassword>,
    api: web::Data<Api>,
) -> Result<NoContent, Problem> {
    // Who has no link takes no place in the queue of the hashing pool.
    let (token, password) = api
        .read(move |s| {
            let emails = s.emails()?;
            let (token, password) = body.read()?.parse()?;
            emails.check_reset(&token, &password)?;
            Ok((token, password))
        })
        .await?;
    api.hash(move |s| Ok(s.emails()?.reset(&token, &password)?)).await?;
    Ok(NoContent)
}
