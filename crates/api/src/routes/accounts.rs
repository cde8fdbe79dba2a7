use actix_web::{HttpMessage, HttpRequest, Responder, get, post, put, web};
use kernel::{Actor, ImageUrl, UserId};
use limits::Act;
use serde::{Deserialize, Serialize};
use users::{Account, Attempt, Login, Password, PasswordError};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    Api, Problem, Services,
    answer::{self, Answer},
    meter::Limited,
    request::{Body, Caller, Client, Field, Ids, Invalid, SignedIn},
    routes::shapes::{Authority, authorities},
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(log_in).service(find_account).service(set_image).service(set_password);
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
            banned: account.banned,
            authorities: authorities(account.role, account.banned),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(super) struct LoggedIn {
    /// Goes into `Authorization: Bearer {token}`.
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
#[utoipa::path(tag = "accounts", request_body = LogIn, responses(
    (status = 200, description = "Signed in", body = LoggedIn),
    (status = 401, description = "Unknown name or wrong password", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "Banned", body = Problem, content_type = "application/problem+json"),
    (status = 429, description = "Too many failures of this name or from this address: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[post("/login")]
async fn log_in(
    request: HttpRequest,
    limited: Limited,
    client: Client,
    body: Body<LogIn>,
    api: web::Data<Api>,
) -> impl Responder {
    let (username, password) = body.read()?.parse()?;
    let attempt = Attempt { username, from: client.0 };
    // Whoever has to wait takes nobody's place in the queue.
    let attempt = api.run(move |s| Ok(s.logins.may_log_in(&attempt).map(|()| attempt)?)).await?;
    count_sign_in(&limited, &api).await?;
    let login = api.run_hashing(move |s| Ok(s.logins.login(&attempt, &password)?)).await?;
    request.extensions_mut().insert(SignedIn(login.account.id));
    answer::Result::Ok(Answer::ok(LoggedIn::from(login)))
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

/// Also where the password is right: whoever compares takes a processor's time.
pub(super) async fn count_sign_in(limited: &Limited, api: &Api) -> Result<(), Problem> {
    match limited.to(Act::SignIn) {
        Some(meter) => api.run_at_once(move |_| meter.spend(None)).await,
        None => Ok(()),
    }
}

/// A password and its confirmation, each refused under its own name.
pub(super) fn confirmed(
    invalid: &mut Invalid,
    password: &Field<String>,
    confirmation: &Field<String>,
) -> Option<Password> {
    let confirmation = invalid
        .text("confirmPassword", confirmation, |text| Ok::<_, PasswordError>(text.to_owned()))?;
    let password =
        invalid.text("password", password, |text| Ok::<_, PasswordError>(text.to_owned()))?;
    match Password::parse(&password, &confirmation) {
        Ok(password) => Some(password),
        Err(error @ PasswordError::NotConfirmed) => {
            invalid.refuse("confirmPassword", error.to_string())
        }
        Err(error @ (PasswordError::TooShort | PasswordError::TooLong)) => {
            invalid.refuse("password", error.to_string())
        }
    }
}

/// The caller's own account.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("id" = i64, Path)), responses(
    (status = 200, description = "The account", body = LoginUser),
))]
#[get("/api/user/{id}")]
async fn find_account(caller: Caller, ids: Ids, api: web::Data<Api>) -> impl Responder {
    let (_, account) = api.run(move |s| owner(s, &caller, &ids)).await?;
    answer::Result::Ok(Answer::ok(LoginUser::from(account)))
}

/// Changes the caller's picture; an empty string brings the default avatar back.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("id" = i64, Path)),
    request_body(content = String, content_type = "application/json"), responses(
    (status = 200, description = "The account", body = LoginUser),
))]
#[put("/api/user/{id}")]
async fn set_image(
    caller: Caller,
    ids: Ids,
    body: Body<Field<String>>,
    api: web::Data<Api>,
) -> impl Responder {
    let account = api
        .run(move |s| {
            let (actor, _) = owner(s, &caller, &ids)?;
            let mut invalid = Invalid::default();
            let image = invalid.text("user_image", &body.read()?, ImageUrl::parse);
            let image = image.ok_or_else(|| invalid.into_problem())?;
            Ok(s.users.set_image(&actor, image)?)
        })
        .await?;
    answer::Result::Ok(Answer::ok(LoginUser::from(account)))
}

#[derive(Deserialize, ToSchema)]
struct SetPassword {
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    current: Field<String>,
    /// 8 characters to 72 bytes.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 8, max_length = 72)]
    password: Field<String>,
    #[serde(default, rename = "confirmPassword")]
    #[schema(value_type = String, required = true)]
    confirm_password: Field<String>,
}

/// Changes the caller's password; every token issued before ends.
#[utoipa::path(tag = "accounts", security(("token" = [])), params(("id" = i64, Path)),
    request_body = SetPassword, responses(
    (status = 200, description = "A token of the new session", body = NewToken),
    (status = 429, description = "Too many wrong passwords: try again after `Retry-After` seconds", body = Problem, content_type = "application/problem+json"),
))]
#[put("/api/user/{id}/password")]
async fn set_password(
    caller: Caller,
    ids: Ids,
    body: Body<SetPassword>,
    api: web::Data<Api>,
) -> impl Responder {
    let read = move |s: &Services| {
        let (current, password) = body.read()?.parse()?;
        s.users.refuse_common(&password)?;
        Ok((current, password))
    };
    let (actor, (current, password)) = owner_who_may_prove(&api, caller, ids, read).await?;
    let token = api
        .run_hashing(move |s| {
            let owner = s.logins.prove(&actor, &current)?;
            Ok(s.logins.set_password(&owner, &password)?)
        })
        .await?;
    answer::Result::Ok(Answer::ok(NewToken { token }))
}

impl SetPassword {
    fn parse(self) -> Result<(String, Password), Problem> {
        let mut invalid = Invalid::default();
        let current = current_password(&mut invalid, &self.current);
        let password = confirmed(&mut invalid, &self.password, &self.confirm_password);
        current.zip(password).ok_or_else(|| invalid.into_problem())
    }
}

fn current_password(invalid: &mut Invalid, current: &Field<String>) -> Option<String> {
    invalid.text("current", current, |text| match text {
        "" => Err("The current password is required."),
        text => Ok(text.to_owned()),
    })
}

/// The caller, whose account the path names.
pub(super) fn owner(
    services: &Services,
    caller: &Caller,
    ids: &Ids,
) -> Result<(Actor, Account), Problem> {
    let member = services.member(caller)?;
    let id = UserId(ids.first()?);
    services.users.profile(id)?;
    let actor = member.active()?;
    let account = services.users.account(id, actor.id)?;
    Ok((actor, account))
}

/// The caller, whose account the path names, and what the body says, if a password may be tried
/// now: whoever is refused takes nobody's place in the queue.
pub(super) async fn owner_who_may_prove<T: Send + 'static>(
    api: &Api,
    caller: Caller,
    ids: Ids,
    read: impl FnOnce(&Services) -> Result<T, Problem> + Send + 'static,
) -> Result<(Actor, T), Problem> {
    api.run(move |s| {
        let (actor, _) = owner(s, &caller, &ids)?;
        let read = read(s)?;
        s.logins.may_prove(&actor)?;
        Ok((actor, read))
    })
    .await
}

/// The body of what only asks for the current password.
#[derive(Deserialize, ToSchema)]
pub(super) struct Current {
    #[serde(default)]
    #[schema(value_type = String, required = true)]
    current: Field<String>,
}

impl Current {
    pub(super) fn parse(self) -> Result<String, Problem> {
        let mut invalid = Invalid::default();
        current_password(&mut invalid, &self.current).ok_or_else(|| invalid.into_problem())
    }
}
