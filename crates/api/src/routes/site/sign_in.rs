use serde::Serialize;
use users::Provider;
use utoipa::ToSchema;

use crate::services::Services;

/// The ways to sign in besides a password.
#[derive(Serialize, ToSchema)]
pub(super) struct SignInWays {
    /// Whether browsers make passkeys for the address of the forum.
    passkeys: bool,
    providers: Vec<SignInProvider>,
    /// Whether the site sends mail, such as a link to a new password.
    mail: bool,
}

/// A provider of OpenID Connect.
#[derive(Serialize, ToSchema)]
struct SignInProvider {
    /// As in `/login/oidc/{provider}`.
    id: String,
    name: String,
}

impl SignInWays {
    pub(super) fn of(services: &Services) -> Self {
        let provider =
            |one: Provider| SignInProvider { id: one.id.as_str().to_owned(), name: one.name };
        Self {
            passkeys: services.logins.passkeys_are_possible(),
            providers: services.logins.providers().into_iter().map(provider).collect(),
            mail: services.emails.is_some(),
        }
    }
}
