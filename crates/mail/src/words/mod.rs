//! The sentences of mails in each language. `{site}` is its name, `{name}` the reader's and `{time}` a time.

mod ar;
mod de;
mod en;
mod es;
mod fr;
mod ja;
mod pt_br;

use kernel::Language;

use crate::{Content, SecurityAct};

/// The sentences of a language.
pub(crate) struct Words {
    pub(crate) greeting: &'static str,
    /// Why the reader got this.
    pub(crate) reason: &'static str,
    confirm: Parts,
    replaced: Parts,
    removed: Parts,
    reset: Parts,
    security: Security,
    unread: Parts,
    /// Above the posts that are popular where the reader likes to be.
    pub(crate) popular: &'static str,
    pub(crate) unsubscribe: &'static str,
    pub(crate) unsubscribe_question: &'static str,
    pub(crate) unsubscribed: &'static str,
    pub(crate) unsubscribe_effect: &'static str,
}

/// The sentences of one content.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    pub(crate) subject: &'static str,
    pub(crate) body: &'static str,
    pub(crate) button: &'static str,
    pub(crate) note: &'static str,
}

/// The sentences about the ways to sign in: what happened is the subject.
struct Security {
    password_changed: &'static str,
    recovery_codes_renewed: &'static str,
    second_step_added: &'static str,
    second_step_removed: &'static str,
    passkey_added: &'static str,
    passkey_removed: &'static str,
    identity_linked: &'static str,
    identity_removed: &'static str,
    api_token_added: &'static str,
    api_token_removed: &'static str,
    body: &'static str,
    button: &'static str,
    note: &'static str,
}

impl Words {
    pub(crate) fn of(language: Language) -> &'static Self {
        match language.tag() {
            "de" => &de::WORDS,
            "es" => &es::WORDS,
            "fr" => &fr::WORDS,
            "pt-BR" => &pt_br::WORDS,
            "ja" => &ja::WORDS,
            "ar" => &ar::WORDS,
            _ => &en::WORDS,
        }
    }

    pub(crate) fn parts(&self, content: &Content) -> Parts {
        match content {
            Content::Confirm { .. } => self.confirm,
            Content::AddressReplaced => self.replaced,
            Content::AddressRemoved => self.removed,
            Content::Reset { .. } => self.reset,
            Content::Security { act, .. } => self.security.parts(*act),
            Content::Unread { .. } => self.unread,
        }
    }
}

impl Security {
    fn parts(&self, act: SecurityAct) -> Parts {
        let subject = match act {
            SecurityAct::PasswordChanged => self.password_changed,
            SecurityAct::RecoveryCodesRenewed => self.recovery_codes_renewed,
            SecurityAct::SecondStepAdded => self.second_step_added,
            SecurityAct::SecondStepRemoved => self.second_step_removed,
            SecurityAct::PasskeyAdded => self.passkey_added,
            SecurityAct::PasskeyRemoved => self.passkey_removed,
            SecurityAct::IdentityLinked => self.identity_linked,
            SecurityAct::IdentityRemoved => self.identity_removed,
            SecurityAct::ApiTokenAdded => self.api_token_added,
            SecurityAct::ApiTokenRemoved => self.api_token_removed,
        };
        Parts { subject, body: self.body, button: self.button, note: self.note }
    }
}
