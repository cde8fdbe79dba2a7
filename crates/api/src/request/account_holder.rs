use std::{
    convert::Infallible,
    future::{Ready, ready},
};

use actix_web::{FromRequest, HttpMessage, HttpRequest, dev::Payload, web};
use kernel::Member;
use limits::LimitedAction;
use users::{AppealPass, Scopes, Session, SignInProof};

use super::{
    bearer_token,
    caller::{lacking, refuse_lacking, session_of},
};
use crate::{
    client::SignedIn, problem::Problem, request_limiter::RequestLimiter, services::Services,
    state::Api,
};

/// The sender of a request that stays open to banned members: the holder of a session, or of the
/// token that a sign-in refused for a ban carries.
pub(crate) struct AccountHolder {
    proof: Result<Option<Proof>, Problem>,
    /// The scopes of which the call needs one, if the token is an API token that has none of them.
    lacking: Option<Scopes>,
    /// None if the request is not limited.
    limiter: Option<RequestLimiter>,
}

/// What shows who sends a request.
#[derive(Clone, Copy)]
pub(crate) enum Proof {
    Pass(AppealPass),
    Session(Session),
}

impl FromRequest for AccountHolder {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let limiter = RequestLimiter::of(request, LimitedAction::Write);
        let proof = proof(request);
        let lacking = match &proof {
            Ok(Some(Proof::Session(session))) => lacking(request, session),
            _ => None,
        };
        ready(Ok(Self { proof, lacking, limiter }))
    }
}

fn proof(request: &HttpRequest) -> Result<Option<Proof>, Problem> {
    if let Some(session) = session_of(request)? {
        return Ok(Some(Proof::Session(session)));
    }
    let api = request.app_data::<web::Data<Api>>().ok_or_else(Problem::internal)?;
    let users = &api.executor.services().users;
    let pass = bearer_token(request).and_then(|token| users.appeal_pass(token));
    if let Some(pass) = &pass {
        request.extensions_mut().insert(SignedIn(pass.user));
    }
    Ok(pass.map(Proof::Pass))
}

impl Proof {
    /// Returns the sign-in that led to it.
    pub(crate) fn sign_in(self) -> SignInProof {
        match self {
            Self::Pass(pass) => SignInProof::Refused { at: pass.issued_at },
            Self::Session(session) => SignInProof::Session(session.id),
        }
    }

    /// Returns the member, banned or not, if the proof still counts.
    pub(crate) fn member(&self, services: &Services) -> Result<Member, Problem> {
        Ok(match self {
            Self::Pass(pass) => services.users.appellant(pass)?,
            Self::Session(session) => services.users.member(session)?,
        })
    }
}

impl AccountHolder {
    pub(crate) fn proof(&self) -> Result<Proof, Problem> {
        self.proof.clone()?.ok_or_else(Problem::unauthorized)
    }

    /// Like [`Self::member`], but refuses the token of a refused sign-in where the account has a second step: that
    /// sign-in did not ask for its code.
    pub(crate) fn proven_member(&self, services: &Services) -> Result<Member, Problem> {
        let member = self.member(services)?;
        self.refuse_unproven(services, &member)?;
        Ok(member)
    }

    /// Like [`Self::proven_member`], for whoever deletes the account, which needs no second step where the site asks for
    /// one.
    pub(crate) fn leaver(&self, services: &Services) -> Result<Member, Problem> {
        let member = match self.proof()? {
            Proof::Session(session) => services.users.signed_in(&session)?,
            Proof::Pass(pass) => services.users.appellant(&pass)?,
        };
        self.count(&member)?;
        self.refuse_unproven(services, &member)?;
        Ok(member)
    }

    fn refuse_unproven(&self, services: &Services, member: &Member) -> Result<(), Problem> {
        let is_pass = matches!(self.proof, Ok(Some(Proof::Pass(_))));
        if is_pass && services.logins.second_step_since(member.id)?.is_some() {
            let detail =
                "Your account has a second step: only a device that is signed in may do this.";
            return Err(Problem::forbidden("session-needed", detail));
        }
        Ok(())
    }

    /// Returns the member, banned or not, and counts the request if it is limited.
    pub(crate) fn member(&self, services: &Services) -> Result<Member, Problem> {
        let member = self.proof()?.member(services)?;
        self.count(&member)?;
        Ok(member)
    }

    /// Counts the request if it is limited, and refuses an API token that the call does not take.
    fn count(&self, member: &Member) -> Result<(), Problem> {
        self.limiter.as_ref().map_or(Ok(()), |limiter| limiter.spend(Some(member)))?;
        refuse_lacking(self.lacking)
    }
}
