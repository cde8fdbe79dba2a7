//! Signing in at a provider of OpenID Connect: to there, back, and on to an account.

mod completion;

use kernel::{Network, RepositoryError, UserId};

pub use self::completion::{CompletedSignIn, CompletionAttempt, RegistrationAttempt};
use super::{Logins, Reauthenticated, counted_network};
use crate::{
    AuthorizationRequest, CodeExchange, LinkOutcome, LinkedIdentity, LinkingSession, NextPath,
    ProvenIdentity, Provider, ProviderError, ProviderId, ProviderRequest, ProviderTicket,
    RequestPurpose, Session, UnlinkOutcome, UserError, UserPorts, WorkingWays,
    identities::{MAX_SUBJECT_BYTES, TicketStage, valid_name},
};

/// A sign-in that goes on at a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BegunSignIn {
    /// Where the browser goes.
    pub address: String,
    /// The secret for the browser's cookie, to which all that follows is bound.
    pub browser: String,
    /// Whether the browser comes back by TLS.
    pub is_secure: bool,
}

/// What a browser brings back from a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    pub provider: ProviderId,
    /// The host that the browser asked; empty if unknown.
    pub host: String,
    /// The secret in its cookie; empty without one.
    pub browser: String,
    pub state: String,
    pub code: Option<String>,
    /// An error by RFC 6749, section 4.1.2.1.
    pub error: Option<String>,
}

/// Where a browser goes on that came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landing {
    /// To [`Logins::complete`], with this ticket.
    Complete {
        ticket: String,
        next: Option<NextPath>,
    },
    Linked(ProviderId),
    SignInFailed(SignInFailure),
    LinkFailed(SignInFailure),
}

/// Why a sign-in at a provider failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInFailure {
    /// The provider does not answer.
    Unavailable,
    /// The person refused, there.
    Denied,
    /// The provider vouches for nobody.
    Refused,
    /// Too late, a second time, or in another browser.
    Expired,
    /// Another account has the identity.
    Taken,
    /// The account has another identity of the provider.
    HasOther,
}

impl Logins {
    /// Returns the configured providers.
    #[must_use]
    pub fn providers(&self) -> Vec<Provider> {
        self.ports.providers.list()
    }

    /// Begins a sign-in. Waits for the provider. `host` is the host that the browser asked.
    pub fn begin_sign_in(
        &self,
        provider: &ProviderId,
        next: Option<NextPath>,
        host: &str,
        network: Option<Network>,
    ) -> Result<BegunSignIn, UserError> {
        self.begin(provider, RequestPurpose::SignIn { next }, host, counted_network(network))
    }

    /// Begins to link a sign-in to the account of the member, who asks in this session. Waits for the provider.
    pub fn begin_link(
        &self,
        owner: &Reauthenticated,
        session: &Session,
        provider: &ProviderId,
        host: &str,
    ) -> Result<BegunSignIn, UserError> {
        let user = owner.user;
        if self.identities(user)?.iter().any(|linked| linked.provider == *provider) {
            return Err(UserError::IdentityExists);
        }
        let session = LinkingSession { user, id: session.id, version: session.version };
        self.begin(provider, RequestPurpose::Link(session), host, String::new())
    }

    fn begin(
        &self,
        provider: &ProviderId,
        purpose: RequestPurpose,
        host: &str,
        network: String,
    ) -> Result<BegunSignIn, UserError> {
        let UserPorts { providers, identities, ticket_texts, clock, .. } = &self.ports;
        if !providers.list().iter().any(|known| known.id == *provider) {
            return Err(UserError::NoIdentity);
        }
        let redirect = providers.redirect_address(provider, host);
        let redirect_address = redirect.ok_or(UserError::ProviderUnavailable)?;
        let is_secure = redirect_address.starts_with("https:");
        let (browser, state, now) = (ticket_texts.generate(), ticket_texts.generate(), clock.now());
        let (nonce, verifier) = self.ports.secrets_of(&browser, &state);
        let digest = ticket_texts.digest(&state);
        let request = AuthorizationRequest { redirect_address, state, nonce, verifier };
        let address = providers
            .authorization_address(provider, &request, now)
            .map_err(|_| UserError::ProviderUnavailable)?;
        let request = ProviderRequest {
            browser: ticket_texts.digest(&browser),
            provider: provider.clone(),
            network,
            expires_at: now.after(purpose.lifetime()),
            purpose,
        };
        identities.open_request(&digest, &request, now)?;
        Ok(BegunSignIn { address, browser, is_secure })
    }

    /// Goes on with a browser that came back. Waits for the provider.
    pub fn finish(&self, callback: &Callback) -> Result<Landing, RepositoryError> {
        let UserPorts { identities, ticket_texts, clock, .. } = &self.ports;
        let (digest, browser) =
            (ticket_texts.digest(&callback.state), ticket_texts.digest(&callback.browser));
        let request = identities.take_request(&digest, &browser, clock.now())?;
        let Some(request) = request.filter(|request| request.provider == callback.provider) else {
            return Ok(Landing::SignInFailed(SignInFailure::Expired));
        };
        let proven = self.redeem(callback);
        match (request.purpose, proven) {
            (RequestPurpose::SignIn { next }, Ok(proven)) => {
                let names = proven.names.iter().map(String::as_str);
                let username = valid_name(names).as_str().to_owned();
                let ticket = ProviderTicket {
                    identity: proven.identity,
                    username,
                    browser,
                    expires_at: clock.now().after(TicketStage::Complete.lifetime()),
                };
                let ticket = self.ports.open_ticket_of(&ticket, TicketStage::Complete)?;
                Ok(Landing::Complete { ticket, next })
            }
            (RequestPurpose::SignIn { .. }, Err(failure)) => Ok(Landing::SignInFailed(failure)),
            (RequestPurpose::Link(session), Ok(proven)) => {
                let outcome = identities.link(&session, &proven.identity, clock.now())?;
                Ok(match outcome {
                    LinkOutcome::Linked => Landing::Linked(callback.provider.clone()),
                    LinkOutcome::Taken => Landing::LinkFailed(SignInFailure::Taken),
                    LinkOutcome::HasOther => Landing::LinkFailed(SignInFailure::HasOther),
                    LinkOutcome::Ended => Landing::LinkFailed(SignInFailure::Expired),
                })
            }
            (RequestPurpose::Link(_), Err(failure)) => Ok(Landing::LinkFailed(failure)),
        }
    }

    fn redeem(&self, callback: &Callback) -> Result<ProvenIdentity, SignInFailure> {
        let UserPorts { providers, clock, .. } = &self.ports;
        let Some(code) = callback.code.clone() else {
            return Err(SignInFailure::of_error(callback.error.as_deref()));
        };
        let redirect = providers.redirect_address(&callback.provider, &callback.host);
        let redirect_address = redirect.ok_or(SignInFailure::Unavailable)?;
        let (nonce, verifier) = self.ports.secrets_of(&callback.browser, &callback.state);
        let exchange = CodeExchange { code, redirect_address, nonce, verifier };
        let proven = providers.redeem(&callback.provider, &exchange, clock.now());
        let proven = proven.map_err(|error| match error {
            ProviderError::Unavailable => SignInFailure::Unavailable,
            ProviderError::Refused => SignInFailure::Refused,
        })?;
        let is_subject = |subject: &str| {
            (1..=MAX_SUBJECT_BYTES).contains(&subject.len()) && !subject.contains(char::is_control)
        };
        if is_subject(&proven.identity.subject) { Ok(proven) } else { Err(SignInFailure::Refused) }
    }

    /// Returns the sign-ins that are linked to the account.
    pub fn identities(&self, user: UserId) -> Result<Vec<LinkedIdentity>, UserError> {
        Ok(self.ports.identities.list(user)?)
    }

    /// Removes the sign-in at this provider from the account, unless it is the last way to sign in.
    pub fn unlink(&self, user: UserId, provider: &ProviderId) -> Result<(), UserError> {
        let (working, now) = (self.working_ways(), self.ports.clock.now());
        match self.ports.identities.unlink(user, provider, &working, now)? {
            UnlinkOutcome::Removed => Ok(()),
            UnlinkOutcome::None => Err(UserError::NoIdentity),
            UnlinkOutcome::LastSignIn => Err(UserError::LastSignIn),
        }
    }

    /// Returns the ways in which somebody can sign in now, besides a password.
    pub(super) fn working_ways(&self) -> WorkingWays {
        let providers = self.providers().into_iter().map(|known| (known.id, known.issuer));
        WorkingWays { passkeys: self.passkeys_are_possible(), providers: providers.collect() }
    }
}

impl SignInFailure {
    fn of_error(error: Option<&str>) -> Self {
        match error {
            Some("access_denied") => Self::Denied,
            Some("temporarily_unavailable" | "server_error") => Self::Unavailable,
            Some(_) | None => Self::Refused,
        }
    }
}

impl UserPorts {
    /// Returns the nonce and the PKCE verifier of a sign-in: only who has the browser's secret can compute them.
    fn secrets_of(&self, browser: &str, state: &str) -> (String, String) {
        let secret = |of: &str| self.ticket_texts.digest(&format!("{of} {browser} {state}"));
        (secret("nonce"), secret("verifier"))
    }

    /// Stores a ticket and returns its text.
    fn open_ticket_of(
        &self,
        ticket: &ProviderTicket,
        stage: TicketStage,
    ) -> Result<String, RepositoryError> {
        let text = self.ticket_texts.generate();
        let digest = stage.digest(&*self.ticket_texts, &text);
        self.identities.open_ticket(&digest, ticket, self.clock.now())?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests;
