//! Every way to sign in, with and without a second step: none gets around it but the passkey, which stands for both.

use std::sync::Arc;

use infrastructure::{DbLoginFailures, DbUsers, SystemClock};
use security::Bcrypt;
use serde_json::json;
use test_authenticator::Passkey;
use users::{Password, PasswordResets};

use crate::{
    oidc::{self, provider::FakeProvider},
    passkeys,
    second_step::{Authenticator, log_in, protect, second, ticket_of},
    support::{Actor, Answer, PASSWORD, TestApp},
};

const NEW_PASSWORD: &str = "another horse";

#[derive(Clone, Copy, Debug)]
enum Way {
    Password,
    /// Sets a new password.
    RecoveryCode,
    /// By an operator, who prints a new password.
    Reset,
    Provider,
    Passkey,
}

const WAYS: [Way; 5] = [Way::Password, Way::RecoveryCode, Way::Reset, Way::Provider, Way::Passkey];

/// A member with every way in, and perhaps a second step.
struct Member {
    passkey: Passkey,
    codes: Vec<String>,
    authenticator: Option<Authenticator>,
}

async fn set_up(app: &TestApp, provider: &FakeProvider, has_second_step: bool) -> Member {
    let ann = oidc::member(app, provider, "ann").await;
    let password = json!({"password": PASSWORD, "confirmPassword": PASSWORD});
    let set = ann.put(&format!("/api/user/{}/password", ann.id), password).await;
    let ann: Actor<'_> = ann.with_token(set.body["token"].as_str().unwrap());
    let (passkey, _) = passkeys::add(&ann).await;
    if has_second_step {
        let (authenticator, codes) = protect(&ann).await;
        return Member { passkey, codes, authenticator: Some(authenticator) };
    }
    let path = format!("/api/user/{}/recovery-codes", ann.id);
    let made = ann.post(&path, json!({"current": PASSWORD})).await;
    let codes = made.body["recoveryCodes"].as_array().unwrap();
    let codes = codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    Member { passkey, codes, authenticator: None }
}

async fn first_step(way: Way, app: &TestApp, provider: &FakeProvider, member: &Member) -> Answer {
    match way {
        Way::Password => log_in(app, "ann", PASSWORD).await,
        Way::RecoveryCode => {
            let form = json!({
                "username": "ann", "code": member.codes[0],
                "password": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD,
            });
            app.anonymous().post("/login/recovery", form).await
        }
        Way::Reset => {
            let database = app.database.clone();
            let resets = PasswordResets::new(
                Arc::new(DbUsers(database.clone())),
                Arc::new(DbLoginFailures(database)),
                Arc::new(Bcrypt::new(4)),
                Arc::new(SystemClock),
            );
            resets.reset("ann", &Password::parse(NEW_PASSWORD, NEW_PASSWORD).unwrap()).unwrap();
            log_in(app, "ann", NEW_PASSWORD).await
        }
        Way::Provider => oidc::sign_in(app, provider).await,
        Way::Passkey => passkeys::sign_in(app, &member.passkey).await,
    }
}

#[tokio::test]
async fn only_a_passkey_needs_no_second_step_that_is_in_force() {
    for way in WAYS {
        for has_second_step in [false, true] {
            let provider = FakeProvider::start().await;
            let app = passkeys::options().providers(provider.settings()).spawn().await;
            let member = set_up(&app, &provider, has_second_step).await;
            let answer = first_step(way, &app, &provider, &member).await;
            let Some(authenticator) =
                member.authenticator.as_ref().filter(|_| !matches!(way, Way::Passkey))
            else {
                assert_eq!(answer.status, 200, "{way:?}: {}", answer.body);
                assert!(answer.body["token"].is_string(), "{way:?}");
                continue;
            };
            let ticket = ticket_of(&answer);
            assert_eq!(answer.body.get("token"), None, "{way:?}");
            second(&app, &ticket, "000000").await.is_refused(401, "wrong-code");
            let done = second(&app, &ticket, &authenticator.code(1)).await;
            assert_eq!(done.status, 200, "{way:?}: {}", done.body);
        }
    }
}
