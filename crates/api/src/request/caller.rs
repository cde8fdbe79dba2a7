use std::future::{Ready, ready};

use actix_web::{
    FromRequest, HttpMessage, HttpRequest,
    dev::Payload,
    http::{Method, header::AUTHORIZATION},
    web,
};
use kernel::{Actor, Member, UserId};
use limits::LimitedAction;
use users::{Scope, Scopes, Session, UserError};

use super::api_token::identified;
use crate::{
    client::SignedIn, problem::Problem, request_limiter::RequestLimiter, scopes,
    services::Services, state::Api,
};

/// The sender of a request: a visitor, or the holder of a valid, unexpired token.
///
/// A bad token is refused here, on public routes too; whether its session still counts, the
/// services say ([`crate::services::Services::member`], [`crate::services::Services::viewer`]).
///
/// Requests that change something count against the rate limits once the member is known.
pub(crate) struct Caller {
    pub(crate) session: Option<Session>,
    /// The scopes of which the call needs one, if the token is an API token that has none of them.
    lacking: Option<Scopes>,
    /// None if this request is not limited.
    pub(crate) limiter: Option<RequestLimiter>,
}

impl Caller {
    /// Counted as this, instead of as a write.
    pub(crate) fn counted_as(mut self, act: LimitedAction) -> Self {
        if let Some(limiter) = &mut self.limiter {
            limiter.action = act;
        }
        self
    }

    /// Counted by `limiter`, where nothing is changed.
    pub(crate) fn limited_by(mut self, limiter: Option<RequestLimiter>) -> Self {
        self.limiter = limiter;
        self
    }

    /// Returns the session, if it permits more than what visitors may do.
    pub(crate) fn viewing_session(&self) -> Option<&Session> {
        self.session.as_ref().filter(|_| self.lacking.is_none())
    }

    /// Refuses an API token that has none of the scopes of which the call needs one. Counted requests come here counted:
    /// the audit log records refusals.
    pub(crate) fn refuse_lacking(&self) -> Result<(), Problem> {
        refuse_lacking(self.lacking)
    }

    /// Refuses an API token without the scope for what is the member's own, or another's.
    pub(crate) fn require_for(&self, is_own: bool) -> Result<(), Problem> {
        self.require(if is_own { Scope::Write } else { Scope::Moderate })
    }

    /// Refuses an API token without the scope, where a call declares others too.
    pub(crate) fn require(&self, scope: Scope) -> Result<(), Problem> {
        match self.session.and_then(|session| session.api) {
            Some(api) if !api.scopes.contains(scope) => {
                Err(Problem::scope_missing(Scopes::from_iter([scope])))
            }
            _ => Ok(()),
        }
    }

    /// Counts the request, if it is limited.
    pub(crate) fn spend(&self, account: Option<&Member>) -> Result<(), Problem> {
        self.limiter.as_ref().map_or(Ok(()), |limiter| limiter.spend(account))
    }
}

impl Services {
    /// Returns the sender of a request that requires a login, and counts the request if it is limited.
    pub(crate) fn member(&self, caller: &Caller) -> Result<Member, Problem> {
        let session = caller.session.as_ref().ok_or_else(Problem::unauthorized)?;
        let member = self.users.member(session)?;
        caller.spend(Some(&member))?;
        caller.refuse_lacking()?;
        Ok(member)
    }

    /// Like [`Self::member`], for what needs no second step where the site asks for one.
    pub(crate) fn signed_in(&self, caller: &Caller) -> Result<Member, Problem> {
        let session = caller.session.as_ref().ok_or_else(Problem::unauthorized)?;
        let member = self.users.signed_in(session)?;
        caller.spend(Some(&member))?;
        caller.refuse_lacking()?;
        Ok(member)
    }

    /// Returns the holder of a session, who may see more than visitors do; nobody who is banned, or lacks a second step
    /// that the site asks for.
    pub(crate) fn actor_of(&self, session: &Session) -> Result<Option<Actor>, Problem> {
        match self.users.member(session) {
            Ok(member) => Ok(member.active().ok()),
            Err(UserError::SecondStepNeeded) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the sender of a request that visitors may send, and counts the request if it is
    /// limited. Refuses a token whose session ended.
    pub(crate) fn viewer(&self, caller: &Caller) -> Result<Option<UserId>, Problem> {
        Ok(self.viewing_member(caller)?.map(|member| member.id))
    }

    /// Like [`Self::viewer`], for what depends on more than who views. A member who lacks a second step that the site asks
    /// for views as a visitor, and so does an API token without the scope.
    pub(crate) fn viewing_member(&self, caller: &Caller) -> Result<Option<Member>, Problem> {
        let member = match caller.session.as_ref().map(|session| self.users.member(session)) {
            None | Some(Err(UserError::SecondStepNeeded)) => None,
            Some(found) => Some(found?).filter(|_| caller.lacking.is_none()),
        };
        caller.spend(member.as_ref())?;
        Ok(member)
    }
}

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(caller(request))
    }
}

fn caller(request: &HttpRequest) -> Result<Caller, Problem> {
    let changes = *request.method() != Method::GET;
    let limiter = || changes.then(|| RequestLimiter::of(request, LimitedAction::Write)).flatten();
    if !request.headers().contains_key(AUTHORIZATION) {
        return Ok(Caller { session: None, lacking: None, limiter: limiter() });
    }
    let session = session_of(request)?.ok_or_else(Problem::unauthorized)?;
    Ok(Caller { session: Some(session), lacking: lacking(request, &session), limiter: limiter() })
}

/// Returns the session or the API token that a request is sent with, and notes its use; `None` for a token that is none.
pub(super) fn session_of(request: &HttpRequest) -> Result<Option<Session>, Problem> {
    let api = request.app_data::<web::Data<Api>>().ok_or_else(Problem::internal)?;
    let read = |token| api.executor.services().users.session(token);
    let session = match identified(request)? {
        None => bearer_token(request).and_then(read),
        program => program,
    };
    if let Some(session) = session {
        api.note_use(session);
        request.extensions_mut().insert(SignedIn(session.user));
    }
    Ok(session)
}

/// Returns the scopes of which the call needs one, if it is made with an API token that has none of them.
pub(super) fn lacking(request: &HttpRequest, session: &Session) -> Option<Scopes> {
    let api = session.api?;
    let needed = scopes::needed(request.method(), request.match_pattern().unwrap_or_default());
    (!api.scopes.intersects(needed)).then_some(needed)
}

/// Refuses an API token that has none of the scopes of which the call needs one.
pub(super) fn refuse_lacking(lacking: Option<Scopes>) -> Result<(), Problem> {
    lacking.map_or(Ok(()), |needed| Err(Problem::scope_missing(needed)))
}

/// Returns the token of the `Authorization` header.
pub(crate) fn bearer_token(request: &HttpRequest) -> Option<&str> {
    let (scheme, token) = request.headers().get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
