use actix_web::{HttpMessage, HttpRequest, Responder, get, post, web};
use kernel::ImageUrl;
use limits::{LimitedAction, ProofOfWork};
use serde::{Deserialize, Serialize};
use users::{RecoveryCode, Registration, RegistrationForm, Username, check_honeypot};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client::SignedIn,
    problem::Problem,
    request::{Body, Field, Invalid, RequestBody, body_with_text},
    request_limiter::RateLimited,
    response::{self, ApiResponse},
    routes::{passwords::confirmed, shared_bodies::User},
    state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config.service(find_challenge).service(register);
}

#[derive(Deserialize, ToSchema)]
struct Register {
    #[serde(default)]
    #[schema(value_type = String, required = true, pattern = "^[A-Za-z0-9_.-]{3,30}$")]
    username: Field<String>,
    /// 8 characters to 72 bytes.
    #[serde(default)]
    #[schema(value_type = String, required = true, min_length = 8, max_length = 72)]
    password: Field<String>,
    #[serde(default, rename = "confirmPassword")]
    #[schema(value_type = String, required = true)]
    confirm_password: Field<String>,
    /// The URL of an image; without one the account has the default avatar.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2048)]
    user_image: Field<String>,
    /// A honeypot to leave empty: the form hides it, and programs that fill in every field are refused.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    website: Field<String>,
    /// Whether to return recovery codes.
    #[serde(default, rename = "recoveryCodes")]
    #[schema(value_type = Option<bool>)]
    recovery_codes: Field<bool>,
    /// Of a solved challenge; required if its `bits` are not 0.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    challenge: Field<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 32)]
    solution: Field<String>,
    /// The code of an invitation, if one is needed.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 32)]
    invite: Field<String>,
}

impl RequestBody for Register {
    const MAX_BYTES: usize = body_with_text(ImageUrl::MAX_CHARS);
}

#[derive(Serialize, ToSchema)]
struct NewUser {
    #[serde(flatten)]
    user: User,
    /// The requested codes. They are shown here and never again.
    #[serde(rename = "recoveryCodes", skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    recovery_codes: Vec<String>,
}

impl From<Registration> for NewUser {
    fn from(registered: Registration) -> Self {
        let recovery_codes =
            registered.recovery_codes.iter().map(RecoveryCode::formatted).collect();
        Self { user: registered.account.into(), recovery_codes }
    }
}

/// Creates an account.
#[utoipa::path(extensions(("x-audit" = json!("successes"))), tag = "accounts", request_body = Register, responses(
    (status = 201, description = "Created", body = NewUser),
    (status = 400, description = "The name is taken", body = Problem, content_type = "application/problem+json"),
    (status = 403, description = "A challenge has to be solved first; each is valid once. Or registration is closed, or needs an invitation (`registration-closed`)", body = Problem, content_type = "application/problem+json"),
))]
#[post("/register")]
async fn register(
    request: HttpRequest,
    limited: RateLimited,
    body: Body<Register>,
    api: web::Data<Api>,
) -> impl Responder {
    let body = body.read()?;
    let invite = match &body.invite {
        Field::Given(code) => Some(code.clone()),
        Field::Missing | Field::WronglyTyped => None,
    };
    api.read(move |s| Ok(s.site.authorize_registration(invite.as_deref())?)).await?;
    let (challenge, solution) = (body.challenge.clone(), body.solution.clone());
    let registration = api.executor.services().users.screen(body.parse()?)?;
    if let Some(work) = api.work.clone() {
        api.write(move |_| check_work(&work, &challenge, &solution)).await?;
    }
    if let Some(limiter) = limited.limiter(LimitedAction::Register) {
        api.write(move |_| limiter.spend(None)).await?;
    }
    let registered = api.hash(move |s| Ok(s.users.register(registration)?)).await?;
    request.extensions_mut().insert(SignedIn(registered.account.id));
    response::Result::Ok(ApiResponse::created(NewUser::from(registered)))
}

impl Register {
    fn parse(self) -> Result<RegistrationForm, Problem> {
        let mut invalid = Invalid::default();
        let mut username =
            invalid.text("username", &self.username, Username::parse_for_registration);
        let honeypot = match &self.website {
            Field::Missing => None,
            Field::Given(text) => Some(text.as_str()),
            Field::WronglyTyped => Some("not a text"),
        };
        if let Err(filled) = check_honeypot(honeypot) {
            username = username.and_then(|_| invalid.refuse("username", filled.to_string()));
        }
        let password = confirmed(&mut invalid, &self.password, &self.confirm_password);
        let image = invalid.text("user_image", &self.user_image, ImageUrl::parse);
        let with_codes = match self.recovery_codes {
            Field::Given(with_codes) => Some(with_codes),
            Field::Missing => Some(false),
            Field::WronglyTyped => invalid.refuse("recoveryCodes", "Must be true or false."),
        };
        match (username, password, image, with_codes) {
            (Some(username), Some(password), Some(image), Some(with_codes)) => {
                Ok(RegistrationForm { username, password, image, with_codes })
            }
            _ => Err(invalid.into_problem()),
        }
    }
}

/// A challenge: find a `solution` so that the SHA-256 of `challenge:solution` begins with `bits` zero bits.
#[derive(Serialize, ToSchema)]
struct Challenge {
    /// Valid for ten minutes and one registration; empty if no work is required.
    challenge: String,
    /// The number of zero bits; 0 if no work is required.
    bits: u32,
}

/// Issues a proof-of-work challenge for a registration.
#[utoipa::path(tag = "accounts", responses(
    (status = 200, description = "A new challenge", body = Challenge),
))]
#[get("/register/challenge")]
async fn find_challenge(api: web::Data<Api>) -> impl Responder {
    let puzzle = match &api.work {
        Some(work) => Challenge { challenge: work.issue()?, bits: work.bits() },
        None => Challenge { challenge: String::new(), bits: 0 },
    };
    response::Result::Ok(ApiResponse::ok(puzzle))
}

/// # Errors
/// 403 if the challenge is solved wrongly, used before or expired.
fn check_work(
    work: &ProofOfWork,
    challenge: &Field<String>,
    solution: &Field<String>,
) -> Result<(), Problem> {
    if let (Field::Given(challenge), Field::Given(solution)) = (challenge, solution)
        && work.verify(challenge, solution)?
    {
        return Ok(());
    }
    let detail = "We could not make sure that you are not a robot. Please try again.";
    Err(Problem::forbidden("work-required", detail))
}
