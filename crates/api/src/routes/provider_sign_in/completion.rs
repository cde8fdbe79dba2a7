//! From a ticket to an account.

use actix_web::{HttpMessage, HttpRequest, Responder, post, web};
use limits::LimitedAction;
use serde::{Deserialize, Serialize};
use users::{CompletedSignIn, CompletionAttempt, RegistrationAttempt, Username};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{COOKIE_NAME, REGISTRATION_COOKIE_NAME, browser, host, registration_cookie};
use crate::{
    client::{self, Client, SignedIn},
    problem::Problem,
    request::{Body, Field, Invalid, RequestBody, SHORT_BODY},
    request_limiter::RateLimited,
    response::{self, ApiResponse},
    routes::accounts::{LoggedIn, count_sign_in},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(complete_sign_in).service(register_with_identity);
}

#[derive(Deserialize, ToSchema)]
struct CompletionTicket {
    /// Of the address to which the provider's answer led.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    ticket: Field<String>,
}

impl RequestBody for CompletionTicket {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Signed in, or who is not registered yet.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum CompletedLogin {
    SignedIn(LoggedIn),
    Unregistered(UnregisteredIdentity),
}

#[derive(Serialize, ToSchema)]
struct UnregisteredIdentity {
    registration: IdentityRegistration,
}

/// How to register with an identity that has no account.
#[derive(Serialize, ToSchema)]
struct IdentityRegistration {
    /// For `POST /register/oidc`, within 30 minutes, with the cookie of this answer.
    ticket: String,
    /// A free name to start from.
    username: String,
}

impl From<CompletedSignIn> for CompletedLogin {
    fn from(completed: CompletedSignIn) -> Self {
        match completed {
            CompletedSignIn::SignedIn(login) => Self::SignedIn(login.into()),
            CompletedSignIn::Unregistered { ticket, username, .. } => {
                Self::Unregistered(UnregisteredIdentity {
                    registration: IdentityRegistration { ticket, username },
                })
            }
        }
    }
}

/// Completes a sign-in at a provider, in the browser that began it: the ticket is valid for a minute, once.
#[utoipa::path(extensions(("x-audit" = json!("sign-in"))), tag = "accounts", request_body = CompletionTicket, responses(
    (status = 200, description = "Signed in, or what is needed to register", body = CompletedLogin),
    (status = 401, description = "The ticket has ended, or belongs to another browser; or a second step is needed, as for `POST /login`", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "Banned", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login/complete")]
async fn complete_sign_in(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    body: Body<CompletionTicket>,
    api: web::Data<Api>,
) -> impl Responder {
    let mut invalid = Invalid::default();
    let ticket = ticket_of(&mut invalid, &body.read()?.ticket);
    let ticket = ticket.ok_or_else(|| invalid.into_problem())?;
    let (browser, device) = (browser(&request, COOKIE_NAME), client::device(&request, client));
    let host = host(&request);
    let attempt = CompletionAttempt { ticket, browser, host, address: client.0, device };
    count_sign_in(&limited, &api).await?;
    let completed = api.write(move |s| Ok(s.logins.complete(&attempt)?)).await?;
    let cookie = match &completed {
        CompletedSignIn::SignedIn(login) => {
            request.extensions_mut().insert(SignedIn(login.account.id));
            None
        }
        CompletedSignIn::Unregistered { browser, is_secure, .. } => {
            Some(registration_cookie(browser, *is_secure)?)
        }
    };
    response::Result::Ok(ApiResponse::ok(CompletedLogin::from(completed)).with_header(cookie))
}

fn ticket_of(invalid: &mut Invalid, ticket: &Field<String>) -> Option<String> {
    invalid.text("ticket", ticket, |text| Ok::<_, &str>(text.to_owned()))
}

#[derive(Deserialize, ToSchema)]
struct RegisterWithIdentity {
    /// Of the answer to `POST /login/complete`.
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    ticket: Field<String>,
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^[A-Za-z0-9_.-]{3,30}$")]
    username: Field<String>,
    /// The code of an invitation, if one is needed.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 32)]
    invite: Field<String>,
}

impl RequestBody for RegisterWithIdentity {
    const MAX_BYTES: usize = SHORT_BODY;
}

/// Creates an account without a password for who came from a provider, and signs in. The ticket stays valid where a name
/// is refused.
#[utoipa::path(extensions(("x-audit" = json!("successes"))), tag = "accounts", request_body = RegisterWithIdentity, responses(
    (status = 201, description = "Created, and signed in", body = LoggedIn),
    (status = 400, description = "The name is taken", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "The ticket has ended, or belongs to another browser (`ticket-ended`). Or registration is closed, or needs an invitation (`registration-closed`)", body = Problem, content_type = "application/problem+json"),
))]
#[post("/register/oidc")]
async fn register_with_identity(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    body: Body<RegisterWithIdentity>,
    api: web::Data<Api>,
) -> impl Responder {
    let body = body.read()?;
    let invite = match &body.invite {
        Field::Given(code) => Some(code.clone()),
        Field::Missing | Field::WronglyTyped => None,
    };
    api.read(move |s| Ok(s.site.authorize_registration(invite.as_deref())?)).await?;
    let mut invalid = Invalid::default();
    let ticket = ticket_of(&mut invalid, &body.ticket);
    let username = invalid.text("username", &body.username, Username::parse_for_registration);
    let (ticket, username) = ticket.zip(username).ok_or_else(|| invalid.into_problem())?;
    if let Some(limiter) = limited.limiter(LimitedAction::Register) {
        api.write(move |_| limiter.spend(None)).await?;
    }
    let browser = browser(&request, REGISTRATION_COOKIE_NAME);
    let device = client::device(&request, client);
    let attempt = RegistrationAttempt { ticket, browser, username, device };
    let login = api.write(move |s| Ok(s.logins.register_with_identity(attempt)?)).await?;
    request.extensions_mut().insert(SignedIn(login.account.id));
    let cleared = registration_cookie("", false)?;
    response::Result::Ok(ApiResponse::created(LoggedIn::from(login)).with_header(Some(cleared)))
}
