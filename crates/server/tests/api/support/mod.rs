mod actor;

use std::{env, sync::Arc, thread, time::Duration};

use actix_web::{dev::ServerHandle, rt::System};
use api::{Backend, Services};
use infrastructure::{Database, DatabaseUrl, JwtSecret};
use reqwest::StatusCode;
use serde_json::json;
use server::{
    commands::serve::start,
    web::Web,
    wiring::{self, SignIn, serving},
};
use tempfile::TempDir;

pub(crate) use self::actor::{Actor, Answer, send};

pub(crate) const PASSWORD: &str = "correct horse";

/// The server over a database of its own.
pub(crate) struct TestApp {
    pub(crate) address: String,
    client: reqwest::Client,
    server: ServerHandle,
    /// The use cases behind the server, for what no call does.
    behind: Services,
    pub(crate) database: Database,
    url: DatabaseUrl,
    /// None beside one that has it.
    _folder: Option<TempDir>,
}

/// What the tokens are signed with.
pub(crate) const SECRET: [u8; 32] = [7; 32];

/// With the least cost that bcrypt knows, and nobody made to wait: most tests are not about that.
fn sign_in() -> SignIn {
    SignIn {
        secret: JwtSecret::new(SECRET.to_vec()).unwrap(),
        token_ttl: Duration::from_hours(1),
        hashing_cost: 4,
        throttled: false,
    }
}

fn throttled() -> SignIn {
    SignIn { throttled: true, ..sign_in() }
}

fn behind_a_proxy() -> Web {
    Web { trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()], ..Web::default() }
}

impl TestApp {
    pub(crate) async fn spawn() -> Self {
        Self::spawn_with(Web::default()).await
    }

    pub(crate) async fn spawn_with(web: Web) -> Self {
        Self::spawn_all(web, &sign_in()).await
    }

    /// With passwords hashed at this cost.
    pub(crate) async fn spawn_hashing_at(cost: u32) -> Self {
        let sign_in = SignIn { hashing_cost: cost, ..sign_in() };
        Self::spawn_all(Web::default(), &sign_in).await
    }

    /// As [`Self::spawn_hashing_at`]. Every client is believed where it says it comes from.
    pub(crate) async fn spawn_hashing_behind_a_proxy(cost: u32) -> Self {
        let sign_in = SignIn { hashing_cost: cost, ..sign_in() };
        Self::spawn_all(behind_a_proxy(), &sign_in).await
    }

    /// Where those who fail too often have to wait. Every client is believed where it says it comes
    /// from (`X-Forwarded-For`).
    pub(crate) async fn spawn_throttled() -> Self {
        Self::spawn_all(behind_a_proxy(), &throttled()).await
    }

    /// As [`Self::beside`], of a server from [`Self::spawn_throttled`].
    pub(crate) async fn beside_throttled(&self) -> Self {
        let database = Database::open(&self.url).unwrap();
        let backend = serving(&database, &self.url, &throttled(), None).unwrap();
        Self::over(database, self.url.clone(), backend, behind_a_proxy(), None).await
    }

    /// With limits; every client is believed where it says it comes from (`X-Forwarded-For`).
    pub(crate) async fn spawn_limited() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (database, url) = database(&folder);
        Self::limited(database, url, Some(folder)).await
    }

    /// Asking for so many bits of work before a registration.
    pub(crate) async fn spawn_asking_for_work(bits: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (database, url) = database(&folder);
        let sign_in = sign_in();
        let work = wiring::work(&database, &url, &sign_in.secret, bits);
        let backend = serving(&database, &url, &sign_in, None).unwrap();
        Self::over(database, url, backend, Web { work, ..Web::default() }, Some(folder)).await
    }

    /// Another copy of a server with limits, over the same database.
    pub(crate) async fn beside_limited(&self) -> Self {
        Self::limited(Database::open(&self.url).unwrap(), self.url.clone(), None).await
    }

    async fn limited(database: Database, url: DatabaseUrl, folder: Option<TempDir>) -> Self {
        let web =
            Web { limits: Some(Arc::new(wiring::limits(&database, &url))), ..behind_a_proxy() };
        let backend = serving(&database, &url, &sign_in(), None).unwrap();
        Self::over(database, url, backend, web, folder).await
    }

    /// Another copy of the server over the same database.
    pub(crate) async fn beside(&self) -> Self {
        let database = Database::open(&self.url).unwrap();
        let backend = serving(&database, &self.url, &sign_in(), None).unwrap();
        Self::over(database, self.url.clone(), backend, Web::default(), None).await
    }

    /// As [`Self::beside`], of a server that reads whatever it is asked anew.
    pub(crate) async fn beside_that_keeps_nothing(&self) -> Self {
        let database = Database::open(&self.url).unwrap();
        let backend = wiring::backend(&database, &sign_in(), None).unwrap();
        Self::over(database, self.url.clone(), backend, Web::default(), None).await
    }

    async fn spawn_all(web: Web, sign_in: &SignIn) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (database, url) = database(&folder);
        let backend = serving(&database, &url, sign_in, None).unwrap();
        Self::over(database, url, backend, web, Some(folder)).await
    }

    async fn over(
        database: Database,
        url: DatabaseUrl,
        backend: Backend,
        web: Web,
        folder: Option<TempDir>,
    ) -> Self {
        let behind = wiring::services(&database, &sign_in());
        let (started, address) = tokio::sync::oneshot::channel();
        thread::spawn(move || {
            System::new().block_on(async move {
                let (server, address) = start(backend, ([127, 0, 0, 1], 0).into(), web).unwrap();
                started.send((server.handle(), address)).unwrap();
                server.await.unwrap();
            });
        });
        let (server, address) = address.await.unwrap();
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self {
            address: format!("http://{address}"),
            client,
            server,
            behind,
            database,
            url,
            _folder: folder,
        }
    }

    pub(crate) fn is_on_postgres(&self) -> bool {
        matches!(self.url, DatabaseUrl::Postgres(_))
    }

    pub(crate) fn anonymous(&self) -> Actor<'_> {
        Actor { app: self, id: 0, token: None }
    }

    /// Somebody who signed in before.
    pub(crate) fn with_token(&self, id: i64, token: &str) -> Actor<'_> {
        Actor { app: self, id, token: Some(token.to_owned()) }
    }

    /// Registers and signs in.
    pub(crate) async fn member(&self, name: &str) -> Actor<'_> {
        let body = json!({"username": name, "password": PASSWORD, "confirmPassword": PASSWORD});
        let registered = self.anonymous().post("/register", body).await;
        assert_eq!(registered.status, StatusCode::CREATED, "{}", registered.body);
        self.sign_in(name).await
    }

    /// Registers, signs in and is an admin.
    pub(crate) async fn admin(&self, name: &str) -> Actor<'_> {
        let admin = self.member(name).await;
        self.behind.moderation.make_admin(name).unwrap();
        admin
    }

    /// Signs in somebody who has an account.
    pub(crate) async fn sign_in(&self, name: &str) -> Actor<'_> {
        let body = json!({"username": name, "password": PASSWORD});
        let login = self.anonymous().post("/login", body).await;
        assert_eq!(login.status, StatusCode::OK, "{}", login.body);
        Actor {
            app: self,
            id: login.body["user"]["id"].as_i64().unwrap(),
            token: Some(login.body["token"].as_str().unwrap().to_owned()),
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        // The order is sent at once; nobody waits for it to be carried out.
        drop(self.server.stop(false));
    }
}

fn database(folder: &TempDir) -> (Database, DatabaseUrl) {
    if env::var("POSTUP_TEST_DATABASE").as_deref() == Ok("postgres") {
        let migrate = |url: &str| {
            Database::open(&url.parse().unwrap()).unwrap().migrate().unwrap();
        };
        let url = test_postgres::filled_database(migrate).parse().unwrap();
        return (Database::open(&url).unwrap(), url);
    }
    let file = folder.path().join("test.db").to_str().unwrap().to_owned();
    let url = DatabaseUrl::Sqlite(file);
    let database = Database::open(&url).unwrap();
    database.migrate().unwrap();
    (database, url)
}
