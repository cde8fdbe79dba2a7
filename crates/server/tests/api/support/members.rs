use std::sync::Arc;

use api::Services;
use reqwest::StatusCode;
use serde_json::json;
use tokio::task::spawn_blocking;
use users::{Attempt, Device, LoginError, Password, RegistrationForm, UserError, Username};

use super::{Actor, PASSWORD, TestApp};

/// Registers and signs in without a request; returns the id and a token.
pub(crate) fn sign_up(services: &Services, name: &str) -> Result<(i64, String), UserError> {
    let password = Password::parse(PASSWORD, PASSWORD).unwrap();
    let username = Username::parse(name).unwrap();
    let form = RegistrationForm { username, password, image: None, with_codes: false };
    let registered = services.users.register(services.users.screen(form)?)?;
    let attempt = Attempt { username: name.to_owned(), address: None, device: Device::default() };
    let login = services.logins.login(&attempt, PASSWORD).map_err(|error| match error {
        LoginError::Repository(error) => error.into(),
        _ => UserError::NotFound,
    })?;
    Ok((registered.account.id.0, login.token))
}

impl TestApp {
    /// A new member who is signed in.
    pub(crate) async fn member(&self, name: &str) -> Actor<'_> {
        let (services, name) = (Arc::clone(&self.behind), name.to_owned());
        let signed_up = spawn_blocking(move || sign_up(&services, &name)).await.unwrap();
        let (id, token) = signed_up.unwrap();
        self.with_token(id, &token)
    }

    /// A new admin who is signed in.
    pub(crate) async fn admin(&self, name: &str) -> Actor<'_> {
        let admin = self.member(name).await;
        self.behind.moderation.make_admin(name).unwrap();
        admin
    }

    /// Signs in to an existing account.
    pub(crate) async fn sign_in(&self, name: &str) -> Actor<'_> {
        let body = json!({"username": name, "password": PASSWORD});
        let login = self.anonymous().post("/login", body).await;
        assert_eq!(login.status, StatusCode::OK, "{}", login.body);
        let id = login.body["user"]["id"].as_i64().unwrap();
        self.with_token(id, login.body["token"].as_str().unwrap())
    }
}
