use actix_web::{HttpMessage, HttpRequest, Responder, get, post, put, web};
use kernel::{Actor, ImageUrl, Member, UserId};
use limits::LimitedAction;
use serde::{Deserialize, Serialize};
use users::{Account, Attempt, Login, SignInProof};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client::{self, Client, SignedIn},
    problem::Problem,
    request::{Body, Caller, Field, Invalid, PathIds, RequestBody, SHORT_BODY, body_with_text},
    request_limiter::RateLimited,
    response::{self, ApiResponse},
    routes::shared_bodies::{Authority, authorities},
    services::Services,
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(log_in).service(find_account).service(set_image);
}

/// An account as its owner sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LoginUser {
    id: i64,
    username: String,
    user_image: String,
    banned: bool,
    #[schema(min_items = 1, max_items = 1)]
    authorities: [Authority; 1],
}

impl From<Account> for LoginUser {
    fn from(account: Account) -> Self {
        Self {
            id: account.id.0,
            username: account.username,
            user_image: account.image,
            banned: account.ban.is_some(),
            authorities: authorities(account.role, account.ban.is_some()),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(super) struct LoggedIn {
    /// Send it as `Authorization: Bearer {token}`.
    token: String,
    user: LoginUser,
}

impl From<Login> for LoggedIn {
    fn from(login: Login) -> Self {
        Self { token: login.token, user: login.account.into() }
    }
}

#[derive(Serialize, ToSchema)]
pub(super) struct NewToken {
    pub(super) token: String,
}

#[derive(Deserialize, ToSchema)]
struct LogIn {
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    username: Field<String>,
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    password: Field<String>,
}

/// Signs in.
#[utoipa::path(extensions(("x-audit" = json!("sign-in"))), tag = "accounts", request_body = LogIn, responses(
    (status = 200, description = "Signed in", body = LoggedIn),
    (status = 401, description = "Unknown name or wrong password", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "Banned", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures of this name or from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login")]
async fn log_in(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    body: Body<LogIn>,
    api: web::Data<Api>,
) -> impl Responder {
    let (username, password) = body.read()?.parse()?;
    let device = client::device(&request, client);
    let attempt = Attempt { username, address: client.0, device };
    // A throttled caller takes no place in the queue of the hashing pool.
    let attempt = api.read(move |s| Ok(s.logins.check_login(&attempt).map(|()| attempt)?)).await?;
    count_sign_in(&limited, &api).await?;
    let login = api.hash(move |s| Ok(s.logins.login(&attempt, &password)?)).await?;
    request.extensions_mut().insert(SignedIn(login.account.id));
    response::Result::Ok(ApiResponse::ok(LoggedIn::from(login)))
}

impl RequestBody for LogIn {
    const MAX_BYTES: usize = SHORT_BODY;
}

impl LogIn {
    fn parse(self) -> Result<(String, String), Problem> {
        let mut invalid = Invalid::default();
        let required = |text: &str| match text {
            "" => Err("Username and password are required."),
            text => Ok(text.to_owned()),
        };
        let username = invalid.text("username", &self.username, required);
        let password = invalid.text("password", &self.password, required);
        username.zip(password).ok_or_else(|| invalid.into_problem())
    }
}

/// Also where the password is right: every comparison takes processor time.
pub(super) async fn count_sign_in(limits: &RateLimited, api: &Api) -> Result<(), Problem> {
    match limits.limiter(LimitedAction::SignIn) {
        Some(limiter) => api.write(move |_| limiter.spend(None)).await,
        None => Ok(()),
    }
}

/// The caller's own account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnAccount {
    #[serde(flatten)]
    user: LoginUser,
    /// Calls that ask for the password take none where there is none, but a sign-in of the last ten minutes.
    has_password: bool,
}

/// Returns the caller's own account.
#[utoipa::path(tag = "accounts", security(("token" = ["read"])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The account", body = OwnAccount),
))]
#[get("/api/user/{id}")]
async fn find_account(caller: Caller, ids: PathIds, api: web::Data<Api>) -> impl Responder {
    api.read(move |s| {
        let (_, account) = own_account(s, &caller, &ids)?;
        let has_password = s.logins.has_password(account.id)?;
        Ok(ApiResponse::ok(OwnAccount { user: account.into(), has_password }))
    })
    .await
}

impl RequestBody for Field<String> {
    const MAX_BYTES: usize = body_with_text(ImageUrl::MAX_CHARS);
}

/// Changes the caller's image; an empty string restores the default avatar.
#[utoipa::path(extensions(("x-audit" = json!("all"))), tag = "accounts", security(("token" = ["write"])), params(("id" = i64, Path)),
    request_body(content = String, content_type = "application/json"), responses(
    (status = 200, description = "The account", body = LoginUser),
))]
#[put("/api/user/{id}")]
async fn set_image(
    caller: Caller,
    ids: PathIds,
    body: Body<Field<String>>,
    api: web::Data<Api>,
) -> impl Responder {
    let account = api
        .write(move |s| {
            let (actor, _) = owner(s, &caller, &ids)?;
            let mut invalid = Invalid::default();
            let image = invalid.text("user_image", &body.read()?, ImageUrl::parse);
            let image = image.ok_or_else(|| invalid.into_problem())?;
            Ok(s.users.set_image(&actor, image)?)
        })
        .await?;
    response::Result::Ok(ApiResponse::ok(LoginUser::from(account)))
}

/// The caller, whose account the path names.
pub(super) fn owner(
    services: &Services,
    caller: &Caller,
    ids: &PathIds,
) -> Result<(Actor, Account), Problem> {
    let member = services.member(caller)?;
    let account = held_account(services, &member, ids)?;
    Ok((member.active()?, account))
}

/// Like [`owner`], for what needs no second step where the site asks for one.
pub(super) fn own_account(
    services: &Services,
    caller: &Caller,
    ids: &PathIds,
) -> Result<(Actor, Account), Problem> {
    let member = services.signed_in(caller)?;
    let account = held_account(services, &member, ids)?;
    Ok((member.active()?, account))
}

/// The caller, whose account the path names, and the sign-in behind the request.
pub(super) fn present_owner(
    services: &Services,
    caller: &Caller,
    ids: &PathIds,
) -> Result<(UserId, SignInProof), Problem> {
    let (actor, _) = own_account(services, caller, ids)?;
    let session = caller.session.as_ref().ok_or_else(Problem::unauthorized)?;
    Ok((actor.id, SignInProof::Session(session.id)))
}

/// Returns the account that the path names, if it is the member's own, banned or not.
pub(super) fn held_account(
    services: &Services,
    member: &Member,
    ids: &PathIds,
) -> Result<Account, Problem> {
    let id = UserId(ids.first()?);
    services.users.profile(id)?;
    if id != member.id {
        // Banned members learn of the ban before anything else about others.
        member.active()?;
    }
    Ok(services.users.account(id, member.id)?)
}
