//! Accounts, logins, sessions and passwords.
//!
//! - A username has 3 to 30 ASCII characters, is unique regardless of case and kept as typed. Nobody
//!   registers a reserved one, such as `admin`.
//! - A password has 8 characters to 72 bytes; only its hash is stored.
//! - A failed login does not reveal whether a name exists: same message, same work. Only the right
//!   password reveals a ban.
//! - Failed logins are throttled with growing waits, by name and by address.
//! - Common passwords are refused.
//! - A recovery code sets a new password, once.
//! - A second step asks for a code of an app or a recovery code after the password, each once.
//! - A passkey stands for both steps: a device that verified its member signs a challenge, which counts once.
//! - A provider of OpenID Connect vouches for an identity, which signs in to the account that it is linked to or registers
//!   one. No account is joined by e-mail address. The last way to sign in stays.
//! - An account may have an e-mail address, which counts once a link in a mail confirmed it. It gets notices about the account
//!   and, on request, a link to a new password. Each link works once. Several accounts may have one address, so nothing tells
//!   whether an address is in use.
//! - An account may have no password; a sign-in of the last ten minutes then stands for it.
//! - A sign-in opens a session, which a token represents. A token is valid until it expires, the password changes or
//!   its owner ends the session, from another device if need be. Role and ban are read for each request, so changes apply immediately.
//! - A member makes API tokens for programs. Each has scopes, none of which implies another, and permits within them what its
//!   member may. It ends after its days, when its member revokes it, and with the account; not with a new password. Only its
//!   hash is stored.
//! - Deleting an account deletes its name, password, votes, messages and roles; its posts and replies
//!   stay under a neutral name. A hash of the name stays, so that nobody registers it again.
//! - Only its owner changes image, password and text about themselves; operators can reset the password.
//! - Everybody may read the profile of a member: name, image, that text, counts of what they wrote, role.

mod account;
mod api_tokens;
mod credential_name;
mod email;
mod error;
mod export;
#[cfg(test)]
mod fixtures;
mod identities;
mod logins;
mod passkeys;
mod password;
mod password_resets;
mod ports;
mod recovery_code;
mod registration;
mod repository;
mod reserved_names;
mod second_step;
mod service;
mod sessions;
mod throttle;
mod username;

pub use account::{
    About, Account, Credentials, DELETED_USER, DELETED_USER_IMAGE, MAX_MODERATED, ModeratedForum,
    NO_PASSWORD, NewAccount, Profile, PublicProfile, RecoveryOutcome, default_avatar,
};
pub use api_tokens::{
    AddApiTokenOutcome, ApiGrant, ApiToken, ApiTokenRepository, ApiTokenTexts, MAX_API_TOKENS,
    NewApiToken, Scope, Scopes, TokenDays, TokenDaysError, TokenRequest,
};
pub use credential_name::CredentialName;
pub use email::{
    BeginEmailOutcome, Email, EmailAddress, EmailAddressError, EmailRepository, Emails,
    ForgottenAttempt, LinkPurpose, LinkTokens, MAX_CONFIRMATIONS, MAX_REFUSALS, MAX_RESETS,
    NewLink, unsubscribe_token, unsubscriber,
};
pub use error::{CommonPassword, LoginError, UserError, WrongCode};
pub use export::{ExportRecord, ExportRepository, ExportSection, ExportedSettings, MAX_RECORDS};
pub use identities::{
    AuthorizationRequest, CodeExchange, Identity, IdentityProviders, IdentityRepository,
    LinkOutcome, LinkedIdentity, LinkingSession, NextPath, ProvenIdentity, Provider, ProviderError,
    ProviderId, ProviderRequest, ProviderTicket, RegisterOutcome, RequestPurpose, UnlinkOutcome,
    WorkingWays,
};
pub use logins::{
    Attempt, BegunSignIn, Callback, CompletedSignIn, CompletionAttempt, Landing, Login, Logins,
    MAX_BEGUN, MAX_BEGUN_OF_NETWORK, Presence, Reauthenticated, RegistrationAttempt, SecondAttempt,
    SignInFailure, SignInProof,
};
pub use passkeys::{
    AddPasskeyOutcome, BegunCeremony, KnownPasskey, MAX_PASSKEYS, NewPasskey, Passkey,
    PasskeyAttempt, PasskeyCeremonies, PasskeyChallenge, PasskeyKey, PasskeyRepository,
    PasskeyRequest, PasskeyResponse, RemovePasskeyOutcome,
};
pub use password::{Password, PasswordError};
pub use password_resets::PasswordResets;
pub use ports::{
    AppealPass, CommonPasswords, CountOutcome, CountedFailure, LoginFailures, PasswordHasher,
    RecoveryCodes, Session, TicketTexts, Tokens, Totp, UserPorts,
};
pub use recovery_code::RecoveryCode;
pub use registration::{
    HoneypotFilled, Registration, RegistrationForm, ScreenedRegistration, check_honeypot,
};
pub use repository::{DeleteOutcome, FirstAdminOutcome, UserRepository};
pub use second_step::{
    BeginOutcome, SecondStep, SecondStepRemovals, SecondStepRepository, ShownSecret, SignInTicket,
    TotpSecret,
};
pub use service::Users;
pub use sessions::{
    Admission, Device, KeptSession, MAX_SESSIONS, NewSession, OpenSession, SessionRefusal,
    SessionRepository, SignInMethod, USE_PRECISION, session_of_early_tokens,
};
pub use throttle::{Failures, Success, ThrottleKey, ThrottleKind, TooManyAttempts};
pub use username::{Username, UsernameError};
