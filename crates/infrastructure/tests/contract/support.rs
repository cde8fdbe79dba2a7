use std::{path::Path, time::Duration};

use database::{Database, DatabaseUrl};
use diesel::{
    Connection, PgConnection, QueryResult, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::SimpleConnection, sql_types::BigInt,
};
use forums::{Description, ForumRepository, NewForum, SaveOutcome, Topic};
use infrastructure::maintenance;
use infrastructure::{DbForums, DbSessions, DbUsers};
use kernel::{Act, ForumId, PostId, Timestamp, UserId, Visibility};
use parking_lot::Mutex;
use tempfile::TempDir;
use test_databases::OwnDatabase;
use users::{
    Device, LinkingSession, NewAccount, NewSession, SessionRepository, SignInMethod,
    UserRepository, Username, default_avatar,
};

/// When all begins.
pub(crate) const T0: Timestamp = Timestamp::from_unix_millis(1_795_172_280_123);

/// What an operator does at [`T0`].
pub(crate) const ACT: Act = Act { by: None, reason: None, at: T0 };

/// What somebody does to their own at [`T0`].
pub(crate) fn own(author: UserId) -> Act {
    Act { by: Some(author), ..ACT }
}

/// Makes two tests of each case, which is a `fn(&TestDb)`.
macro_rules! contract {
    ($($case:ident),* $(,)?) => {$(
        mod $case {
            #[test]
            fn on_sqlite() {
                super::$case(&crate::support::sqlite());
            }

            #[test]
            fn on_postgres() {
                super::$case(&crate::support::postgres());
            }
        }
    )*};
}
pub(crate) use contract;

/// A migrated database of one test.
pub(crate) struct TestDb {
    pub(crate) database: Database,
    url: DatabaseUrl,
    _folder: Option<TempDir>,
    /// Runs statements behind the back of the ports: PostgreSQL takes milliseconds for a new connection.
    behind: Mutex<Option<PgConnection>>,
    _on_postgres: Option<OwnDatabase>,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// A stored password hash of bcrypt's lowest cost; no password is known for it.
pub(crate) const HASH: &str = "$2b$04$.....................................................";

impl TestDb {
    /// An existing database on PostgreSQL.
    pub(crate) fn at(url: &str) -> Self {
        let url: DatabaseUrl = url.parse().unwrap();
        Self::of(Database::open(&url).unwrap(), url)
    }

    fn of(database: Database, url: DatabaseUrl) -> Self {
        Self { database, url, _folder: None, behind: Mutex::default(), _on_postgres: None }
    }

    pub(crate) fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Runs statements behind the back of the ports.
    pub(crate) fn run(&self, statements: &str) {
        match &self.url {
            DatabaseUrl::Sqlite(file) => {
                SqliteConnection::establish(file).unwrap().batch_execute(statements).unwrap();
            }
            DatabaseUrl::Postgres(url) => {
                self.behind_on_postgres(url, |conn| conn.batch_execute(statements));
            }
        }
    }

    /// Uses the kept connection, or a new one where that is in use or broken.
    fn behind_on_postgres<T>(
        &self,
        url: &str,
        mut act: impl FnMut(&mut PgConnection) -> QueryResult<T>,
    ) -> T {
        let mut kept = self.behind.try_lock();
        if let Some(conn) = kept.as_deref_mut().and_then(Option::as_mut)
            && let Ok(done) = act(conn)
        {
            return done;
        }
        let mut conn = PgConnection::establish(url).unwrap();
        let done = act(&mut conn).unwrap();
        if let Some(mut kept) = kept {
            *kept = Some(conn);
        }
        done
    }

    /// Tells PostgreSQL's planner how large the tables are now, as it finds out by itself in time.
    pub(crate) fn analyze(&self) {
        if let DatabaseUrl::Postgres(_) = self.url {
            self.run("ANALYZE");
        }
    }

    /// The one number, a `BIGINT` named `n`, that `query` answers.
    pub(crate) fn number(&self, query: &str) -> i64 {
        let query = diesel::sql_query(query);
        let number: Number = match &self.url {
            DatabaseUrl::Sqlite(file) => {
                query.get_result(&mut SqliteConnection::establish(file).unwrap()).unwrap()
            }
            DatabaseUrl::Postgres(url) => {
                self.behind_on_postgres(url, |conn| query.clone().get_result(conn))
            }
        };
        number.n
    }

    /// Makes every `INSERT` into `table` fail from now on.
    pub(crate) fn break_inserts(&self, table: &str) {
        self.break_statements("INSERT", table);
    }

    /// Takes [`Self::break_inserts`] back.
    pub(crate) fn mend_inserts(&self, table: &str) {
        let name = format!("broken_INSERT_{table}");
        self.run(&match &self.url {
            DatabaseUrl::Sqlite(_) => format!("DROP TRIGGER {name}"),
            DatabaseUrl::Postgres(_) => format!("DROP FUNCTION {name} CASCADE"),
        });
    }

    /// Makes every `UPDATE` of a row of `table` fail from now on.
    pub(crate) fn break_updates(&self, table: &str) {
        self.break_statements("UPDATE", table);
    }

    /// Makes every `DELETE` of a row of `table` fail from now on.
    pub(crate) fn break_deletes(&self, table: &str) {
        self.break_statements("DELETE", table);
    }

    fn break_statements(&self, verb: &str, table: &str) {
        let name = format!("broken_{verb}_{table}");
        self.run(&match &self.url {
            DatabaseUrl::Sqlite(_) => format!(
                "CREATE TRIGGER {name} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, 'broken'); END"
            ),
            DatabaseUrl::Postgres(_) => format!(
                "CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
                 CREATE TRIGGER {name} BEFORE {verb} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
            ),
        });
    }

    pub(crate) fn add_user(&self, name: &str) -> UserId {
        let account = NewAccount {
            username: Username::parse(name).unwrap(),
            password_hash: HASH.to_owned(),
            image: default_avatar(),
            code_digests: vec![],
            created_at: T0,
        };
        DbUsers(self.database.clone()).insert(&account).unwrap().unwrap().id
    }

    /// Signs a member in, for a day from [`T0`].
    pub(crate) fn open_session(&self, user: UserId) -> LinkingSession {
        let account = DbUsers(self.database.clone()).find(user).unwrap().unwrap();
        let version = account.session_version;
        let (method, device) = (SignInMethod::Password, Device::default());
        let ends_at = T0.after(Duration::from_hours(24));
        let session = NewSession { user, version, method, device, opened_at: T0, ends_at };
        let id = DbSessions(self.database.clone()).open(&session).unwrap().unwrap();
        LinkingSession { user, id, version }
    }

    pub(crate) fn add_forum(&self, author: UserId, topic: &str) -> ForumId {
        let forum = NewForum {
            topic: Topic::parse(topic).unwrap(),
            description: Description::parse("About it").unwrap(),
            visibility: Visibility::Public,
            author,
            created_at: T0,
        };
        match DbForums(self.database.clone()).insert(&forum).unwrap() {
            SaveOutcome::Saved(forum) => forum.id,
            other => panic!("{other:?}"),
        }
    }

    /// A post at [`T0`], with nothing else that follows from one.
    pub(crate) fn add_post(&self, author: UserId, forum: ForumId) -> PostId {
        let (at, day) = (T0.unix_millis(), T0.day());
        let before = self.number("SELECT coalesce(max(id), 0) AS n FROM posts");
        self.run(&format!(
            "INSERT INTO posts (forum_id, author_id, title, description, created_at, day)
             VALUES ({forum}, {author}, 'Title', 'Text', {at}, {day})"
        ));
        PostId(self.number(&format!("SELECT id AS n FROM posts WHERE id > {before}")))
    }
}

pub(crate) fn sqlite() -> TestDb {
    let folder = test_databases::folder();
    let file = folder.path().join("test.db");
    test_databases::filled_file(&file, |file| {
        let url = sqlite_url(file);
        maintenance::migrate(&Database::open(&url).unwrap()).unwrap();
        Database::empty_log(&url).unwrap();
    });
    let url = sqlite_url(&file);
    let database = Database::open(&url).unwrap();
    TestDb { _folder: Some(folder), ..TestDb::of(database, url) }
}

fn sqlite_url(file: &Path) -> DatabaseUrl {
    DatabaseUrl::Sqlite(file.to_str().unwrap().to_owned())
}

pub(crate) fn postgres() -> TestDb {
    let own = test_databases::filled_database(|url| {
        maintenance::migrate(&Database::open(&url.parse().unwrap()).unwrap()).unwrap();
    });
    let db = TestDb::at(&own.url);
    TestDb { _on_postgres: Some(own), ..db }
}

/// Runs `act` with the numbers 0 to 15 concurrently.
pub(crate) fn sixteen_at_once<T: Send>(act: impl Fn(i64) -> T + Sync) -> Vec<T> {
    let barrier = std::sync::Barrier::new(16);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..16)
            .map(|number| {
                let (barrier, act) = (&barrier, &act);
                scope.spawn(move || {
                    barrier.wait();
                    act(number)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
