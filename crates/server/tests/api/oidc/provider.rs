//! A provider of OpenID Connect that breaks the protocol where a test asks for it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
    thread,
    time::Duration,
};

use actix_web::{
    App, HttpResponse, HttpServer,
    dev::ServerHandle,
    http::KeepAlive,
    rt::System,
    web::{self, Data},
};
use outbound::{OidcProvider, OidcProviders};
use reqwest::Url;
use serde_json::{Value, json};
use tokio::{sync::oneshot, time::sleep};

use super::{
    keys::{Algorithm, sha_256},
    tokens::{KEYS, id_token},
};

pub(super) const CLIENT: &str = "forum";
pub(super) const SECRET: &str = "hush, secret";
/// Below what the forum waits for.
const FOREVER: Duration = Duration::from_mins(1);

/// What is wrong with a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lie {
    Nothing,
    DiscoveryOfAnotherIssuer,
    Down,
    Hangs,
    /// The answer of discovery has two megabytes.
    Huge,
    Redirects,
    AnotherIssuer,
    AnotherAudience,
    SecondAudience,
    AnotherNonce,
    NoNonce,
    Expired,
    NoExpiry,
    NoSubject,
    LongSubject,
    Unsigned,
    SignedWithTheSecret,
    AnotherAlgorithm,
    ForgedSignature,
    /// Signed with a key that the provider does not publish.
    UnknownKey,
    NoToken,
}

/// What the provider knows.
pub(super) struct State {
    pub(super) lie: Lie,
    pub(super) algorithm: Algorithm,
    /// Claims besides those of the protocol.
    pub(super) claims: Value,
    /// The number of the key that signs, and is published.
    pub(super) key: usize,
    /// How often the keys were read.
    pub(super) keys_read: usize,
    grants: HashMap<String, Grant>,
}

/// Somebody signed in, and their browser goes back.
struct Grant {
    nonce: String,
    challenge: String,
    redirect: String,
}

pub(crate) struct FakeProvider {
    pub(super) issuer: String,
    state: Arc<Mutex<State>>,
    server: ServerHandle,
}

impl FakeProvider {
    pub(crate) async fn start() -> Self {
        let state = Arc::new(Mutex::new(State {
            lie: Lie::Nothing,
            algorithm: Algorithm::Rs256,
            claims: json!({"sub": "ann-1", "preferred_username": "ann"}),
            key: 0,
            keys_read: 0,
            grants: HashMap::new(),
        }));
        let (started, address) = oneshot::channel();
        let shared = Data::from(Arc::clone(&state));
        thread::spawn(move || {
            System::new().block_on(async move {
                let app = move || {
                    App::new()
                        .app_data(shared.clone())
                        .route("/.well-known/openid-configuration", web::get().to(discovery))
                        .route("/keys", web::get().to(keys))
                        .route("/token", web::post().to(token))
                };
                // A connection that stays open is answered for a moment after the end.
                let server = HttpServer::new(app).workers(1).keep_alive(KeepAlive::Disabled);
                let server = server.bind("127.0.0.1:0").unwrap();
                let address = format!("http://{}", server.addrs()[0]);
                let server = server.disable_signals().run();
                started.send((server.handle(), address)).unwrap();
                server.await.unwrap();
            });
        });
        let (server, issuer) = address.await.unwrap();
        Self { issuer, state, server }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// The forum's settings of this provider, which it calls `work`.
    pub(crate) fn settings(&self) -> OidcProviders {
        let provider = OidcProvider::new("work", "Work", &self.issuer, CLIENT, SECRET).unwrap();
        let other = OidcProvider::new("other", "Other", &self.issuer, CLIENT, SECRET).unwrap();
        OidcProviders::new(vec![provider, other], None).unwrap()
    }

    /// Somebody signs in at the address to which the forum sent them: the address to which they go back.
    pub(super) fn approve(&self, address: &str) -> Url {
        let asked = Url::parse(address).unwrap();
        assert!(address.starts_with(&format!("{}/authorize?", self.issuer)), "{address}");
        let query: HashMap<_, _> = asked.query_pairs().into_owned().collect();
        assert_eq!((&*query["response_type"], &*query["client_id"]), ("code", CLIENT));
        assert_eq!(query["code_challenge_method"], "S256");
        assert!(query["scope"].split(' ').any(|scope| scope == "openid"), "{address}");
        let code = format!("code-{}", self.state().grants.len());
        let grant = Grant {
            nonce: query["nonce"].clone(),
            challenge: query["code_challenge"].clone(),
            redirect: query["redirect_uri"].clone(),
        };
        let mut back = Url::parse(&grant.redirect).unwrap();
        back.query_pairs_mut().append_pair("code", &code).append_pair("state", &query["state"]);
        self.state().grants.insert(code, grant);
        back
    }
}

impl FakeProvider {
    /// Returns when nothing answers any more.
    pub(super) async fn stop(&self) {
        self.server.stop(false).await;
    }
}

impl Drop for FakeProvider {
    fn drop(&mut self) {
        drop(self.server.stop(false));
    }
}

async fn discovery(state: Data<Mutex<State>>, request: actix_web::HttpRequest) -> HttpResponse {
    let lie = state.lock().unwrap().lie;
    let issuer = format!("http://{}", request.connection_info().host());
    let named = if lie == Lie::DiscoveryOfAnotherIssuer { "https://id.example" } else { &issuer };
    let mut document = json!({
        "issuer": named,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
    });
    match lie {
        Lie::Down => return HttpResponse::InternalServerError().finish(),
        Lie::Hangs => sleep(FOREVER).await,
        Lie::Huge => document["padding"] = "x".repeat(2 << 20).into(),
        Lie::Redirects => {
            let elsewhere = ("Location", format!("{issuer}/.well-known/openid-configuration?"));
            return HttpResponse::Found().insert_header(elsewhere).finish();
        }
        _ => {}
    }
    HttpResponse::Ok().json(document)
}

async fn keys(state: Data<Mutex<State>>) -> HttpResponse {
    let mut state = state.lock().unwrap();
    state.keys_read += 1;
    HttpResponse::Ok().json(json!({"keys": KEYS[state.key].published()}))
}

async fn token(
    state: Data<Mutex<State>>,
    request: actix_web::HttpRequest,
    form: web::Form<HashMap<String, String>>,
) -> HttpResponse {
    let mut state = state.lock().unwrap();
    let issuer = format!("http://{}", request.connection_info().host());
    // "hush, secret", as forms encode it: RFC 6749, section 2.3.1.
    let basic = request.headers().get("authorization").unwrap().to_str().unwrap();
    assert_eq!(basic, "Basic Zm9ydW06aHVzaCUyQytzZWNyZXQ=");
    let is_asked = |grant: &Grant| {
        form["redirect_uri"] == grant.redirect && sha_256(&form["code_verifier"]) == grant.challenge
    };
    let Some(grant) = state.grants.remove(&form["code"]).filter(is_asked) else {
        return HttpResponse::BadRequest().json(json!({"error": "invalid_grant"}));
    };
    let id_token = id_token(&state, &issuer, &grant.nonce);
    let mut answer = json!({"access_token": "a", "token_type": "Bearer", "id_token": id_token});
    if state.lie == Lie::NoToken {
        answer.as_object_mut().unwrap().remove("id_token");
    }
    HttpResponse::Ok().json(answer)
}
