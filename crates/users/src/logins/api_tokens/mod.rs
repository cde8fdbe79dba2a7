//! API tokens: made, listed and revoked by their member.

use kernel::{SessionId, UserId};

use super::{Logins, Reauthenticated};
use crate::{
    AddApiTokenOutcome, ApiToken, NewApiToken, SignInMethod, TokenRequest, UserError, UserPorts,
};

impl Logins {
    /// Returns the account's API tokens, the newest first.
    pub fn api_tokens(&self, user: UserId) -> Result<Vec<ApiToken>, UserError> {
        Ok(self.ports.api_tokens.list(user, self.ports.clock.now())?)
    }

    /// Makes an API token. Returns it and its text, which is never shown again. Where a second step is in force, it takes a
    /// code, as [`Self::begin_passkey`] does.
    pub fn add_api_token(
        &self,
        owner: &Reauthenticated,
        asked: TokenRequest,
    ) -> Result<(ApiToken, String), UserError> {
        let UserPorts { api_tokens, api_token_texts, clock, .. } = &self.ports;
        let method = self.prove_device(owner, asked.session, &asked.code)?;
        let ((text, digest), created_at) = (api_token_texts.generate(), clock.now());
        let token = NewApiToken {
            user: owner.user,
            name: asked.name,
            digest,
            scopes: asked.scopes,
            method,
            created_at,
            ends_at: created_at.after(asked.days.span()),
        };
        match api_tokens.add(&token)? {
            AddApiTokenOutcome::Added(token) => Ok((token, text)),
            AddApiTokenOutcome::TooMany => Err(UserError::TooManyApiTokens),
        }
    }

    /// Revokes an API token of the account.
    pub fn remove_api_token(&self, user: UserId, token: SessionId) -> Result<(), UserError> {
        let removed = self.ports.api_tokens.remove(user, token, self.ports.clock.now())?;
        if removed { Ok(()) } else { Err(UserError::NoApiToken) }
    }

    /// Uses up a code of the app or a recovery code where a second step is in force, but not in a session that a passkey
    /// opened. Returns how the session was opened.
    pub(super) fn prove_device(
        &self,
        owner: &Reauthenticated,
        session: SessionId,
        code: &str,
    ) -> Result<SignInMethod, UserError> {
        let session = self.ports.open_session_of(owner.user, session)?;
        let method = session.ok_or(UserError::SessionEnded)?.method;
        if method != SignInMethod::Passkey
            && let Some(second_step) = self.second_step_of(owner.user)?
        {
            self.prove_second_step(owner.user, &second_step, code)?;
        }
        Ok(method)
    }
}

#[cfg(test)]
mod tests;
