//! Signing in at a provider of OpenID Connect. A browser follows the first two routes, which answer redirects alone.

mod completion;

use actix_web::{
    HttpRequest, HttpResponse, ResponseError, get,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, COOKIE, HOST, HeaderName, HeaderValue, LOCATION, SET_COOKIE},
    },
    web,
};
use url::form_urlencoded::Serializer;
use users::{BegunSignIn, Callback, Landing, NextPath, ProviderId, SignInFailure, UserError};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    client::Client, problem::Problem, request::Params, request_limiter::RateLimited,
    routes::accounts::count_sign_in, state::Api,
};

pub(super) fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(begin_provider_sign_in)
        .service(finish_provider_sign_in)
        .configure(completion::routes);
}

/// Its value is a secret, to which a sign-in at a provider is bound.
const COOKIE_NAME: &str = "postup-sign-in";
/// The same for the registration that a sign-in may lead to.
const REGISTRATION_COOKIE_NAME: &str = "postup-registration";

/// Returns the cookie that binds a sign-in to the browser.
pub(super) fn browser_cookie(
    BegunSignIn { browser, is_secure, .. }: &BegunSignIn,
) -> Result<(HeaderName, HeaderValue), Problem> {
    set_cookie(&format!("{COOKIE_NAME}={browser}; Path=/login; Max-Age=600"), *is_secure)
}

/// Returns the cookie that binds a registration to the browser; that of an empty secret clears it.
fn registration_cookie(
    secret: &str,
    is_secure: bool,
) -> Result<(HeaderName, HeaderValue), Problem> {
    let seconds = if secret.is_empty() { 0 } else { 1_800 };
    let cookie =
        format!("{REGISTRATION_COOKIE_NAME}={secret}; Path=/register/oidc; Max-Age={seconds}");
    set_cookie(&cookie, is_secure)
}

fn set_cookie(cookie: &str, is_secure: bool) -> Result<(HeaderName, HeaderValue), Problem> {
    let secure = if is_secure { "; Secure" } else { "" };
    let value = HeaderValue::from_str(&format!("{cookie}; HttpOnly; SameSite=Lax{secure}"));
    Ok((SET_COOKIE, value.map_err(|_| Problem::internal())?))
}

/// Returns the secret in the browser's cookie of this name; empty without one.
fn browser(request: &HttpRequest, cookie: &str) -> String {
    let headers = request.headers().get_all(COOKIE).filter_map(|header| header.to_str().ok());
    let mut pairs = headers.flat_map(|header| header.split(';')).filter_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == cookie).then(|| value.to_owned())
    });
    pairs.next().unwrap_or_default()
}

/// Returns the host that the request asks; empty if unknown.
pub(super) fn host(request: &HttpRequest) -> String {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    host.unwrap_or_default().to_owned()
}

/// Returns the provider that the path names.
pub(super) fn provider_of(request: &HttpRequest) -> Result<ProviderId, Problem> {
    let id = request.match_info().get("provider").and_then(ProviderId::parse);
    id.ok_or_else(|| UserError::NoIdentity.into())
}

/// The codes of `error` in the address of a screen.
const fn code(failure: SignInFailure) -> &'static str {
    match failure {
        SignInFailure::Unavailable => "provider-unavailable",
        SignInFailure::Denied => "sign-in-denied",
        SignInFailure::Refused => "sign-in-refused",
        SignInFailure::Expired => "sign-in-expired",
        SignInFailure::Taken => "identity-taken",
        SignInFailure::HasOther => "identity-exists",
    }
}

fn to_screen(path: &str, query: &[(&str, &str)]) -> HttpResponse {
    let query = Serializer::new(String::new()).extend_pairs(query).finish();
    see_other(&format!("{path}?{query}"), None)
}

fn see_other(address: &str, header: Option<(HeaderName, HeaderValue)>) -> HttpResponse {
    let mut response = HttpResponse::SeeOther();
    response.insert_header((LOCATION, address)).insert_header((CACHE_CONTROL, "no-store"));
    if let Some(header) = header {
        response.insert_header(header);
    }
    response.finish()
}

/// Sends a browser to a provider of OpenID Connect: code flow with PKCE, bound to the browser by a cookie. It comes back
/// to the callback below.
#[utoipa::path(tag = "accounts", params(
    ("provider" = String, Path),
    ("next" = Option<String>, Query, description = "The path of this site to go on to; anything else is ignored"),
), responses(
    (status = 303, description = "To the provider; to `/login?error=provider-unavailable` if it does not answer, or `?error=too-many-attempts`"),
))]
#[get("/login/oidc/{provider}")]
async fn begin_provider_sign_in(
    request: HttpRequest,
    limited: RateLimited,
    client: Client,
    params: Params,
    api: web::Data<Api>,
) -> Result<HttpResponse, Problem> {
    let provider = provider_of(&request)?;
    let (next, host) = (params.get("next").and_then(NextPath::parse), host(&request));
    if !api.executor.services().logins.providers().iter().any(|known| known.id == provider) {
        return Err(UserError::NoIdentity.into());
    }
    if let Some(refused) = too_many(&limited, &api).await? {
        return Ok(refused);
    }
    let network = client.network();
    let begun =
        api.outbound(move |s| Ok(s.logins.begin_sign_in(&provider, next, &host, network)?));
    match begun.await {
        Ok(begun) => Ok(see_other(&begun.address, Some(browser_cookie(&begun)?))),
        Err(problem) => busy_screen(problem),
    }
}

/// Counts a step of a sign-in, and leads back who made too many.
async fn too_many(limited: &RateLimited, api: &Api) -> Result<Option<HttpResponse>, Problem> {
    match count_sign_in(limited, api).await {
        Err(problem) if problem.status_code() == StatusCode::TOO_MANY_REQUESTS => {
            Ok(Some(to_screen("/login", &[("error", "too-many-attempts")])))
        }
        counted => counted.map(|()| None),
    }
}

/// Leads back where the provider, or all that wait for it, take too long. People read no other answer here.
fn busy_screen(problem: Problem) -> Result<HttpResponse, Problem> {
    if problem.status_code() == StatusCode::SERVICE_UNAVAILABLE {
        return Ok(to_screen("/login", &[("error", code(SignInFailure::Unavailable))]));
    }
    Err(problem)
}

/// Where a provider sends browsers back to. It leads to `/login/complete?ticket=`, with `next` if there is one, whose
/// ticket is for `POST /login/complete`.
///
/// Errors lead to `/login?error=`: `provider-unavailable`, `sign-in-denied` (the person refused), `sign-in-refused` (the
/// provider vouches for nobody), `sign-in-expired` (too late, a second time, or in another browser), `too-many-attempts`. A
/// browser that came to link a sign-in goes to `/settings/security?linked={provider}`, or `?error=` with one of the first
/// four, `identity-taken` (it belongs to another account) or `identity-exists` (the account has another one of the
/// provider).
#[utoipa::path(tag = "accounts", params(
    ("provider" = String, Path),
    ("state" = Option<String>, Query),
    ("code" = Option<String>, Query),
    ("error" = Option<String>, Query, description = "By RFC 6749"),
), responses(
    (status = 303, description = "To a screen"),
))]
#[get("/login/oidc/{provider}/callback")]
async fn finish_provider_sign_in(
    request: HttpRequest,
    limited: RateLimited,
    params: Params,
    api: web::Data<Api>,
) -> Result<HttpResponse, Problem> {
    let text = |name| params.get(name).map(str::to_owned);
    let callback = Callback {
        provider: provider_of(&request)?,
        host: host(&request),
        browser: browser(&request, COOKIE_NAME),
        state: text("state").unwrap_or_default(),
        code: text("code"),
        error: text("error"),
    };
    // Nothing of this browser is stored: the database need not be asked.
    if callback.browser.is_empty() || callback.state.is_empty() {
        return Ok(to_screen("/login", &[("error", code(SignInFailure::Expired))]));
    }
    if let Some(refused) = too_many(&limited, &api).await? {
        return Ok(refused);
    }
    let landing = match api.outbound(move |s| Ok(s.logins.finish(&callback)?)).await {
        Ok(landing) => landing,
        Err(problem) => return busy_screen(problem),
    };
    Ok(match landing {
        Landing::Complete { ticket, next } => {
            let next = next.as_ref().map(|next| ("next", next.as_str()));
            let query: Vec<_> = [("ticket", ticket.as_str())].into_iter().chain(next).collect();
            to_screen("/login/complete", &query)
        }
        Landing::Linked(provider) => {
            to_screen("/settings/security", &[("linked", provider.as_str())])
        }
        Landing::SignInFailed(failure) => to_screen("/login", &[("error", code(failure))]),
        Landing::LinkFailed(failure) => {
            to_screen("/settings/security", &[("error", code(failure))])
        }
    })
}
