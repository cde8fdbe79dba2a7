//! Which adapter stands behind which port.

use std::{sync::Arc, time::Duration};

use api::{InLine, Services};
use forums::Forums;
use infrastructure::{
    Bcrypt, CommonPasswordList, Database, DatabaseUrl, DbExports, DbForums, DbLoginFailures,
    DbMessages, DbModeration, DbModerators, DbPosts, DbReplies, DbUsers, Jwt, JwtChallenges,
    JwtSecret, RandomRecoveryCodes, SystemClock,
};
use kernel::{Clock, Moderators, RepositoryError};
use limits::{Limits, ProofOfWork};
use messages::Messages;
use moderation::Moderation;
use posts::Posts;
use replies::Replies;
use users::{LoginFailures, Logins, UserPorts, Users};

/// How people sign in.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// What tokens are signed with.
    pub secret: JwtSecret,
    /// How long a token is good.
    pub token_ttl: Duration,
    /// [`Bcrypt::COST`] but in tests.
    pub hashing_cost: u32,
    /// Whether those who fail too often have to wait.
    pub throttled: bool,
}

impl SignIn {
    fn ports(&self, database: &Database, clock: Arc<dyn Clock>) -> UserPorts {
        UserPorts {
            repository: Arc::new(DbUsers(database.clone())),
            exports: Arc::new(DbExports(database.clone())),
            hasher: Arc::new(Bcrypt::new(self.hashing_cost)),
            tokens: Arc::new(Jwt::new(&self.secret, self.token_ttl)),
            common_passwords: Arc::new(CommonPasswordList),
            recovery_codes: Arc::new(RandomRecoveryCodes),
            clock,
        }
    }

    fn failures(&self, database: &Database) -> Option<Arc<dyn LoginFailures>> {
        self.throttled.then(|| Arc::new(DbLoginFailures(database.clone())) as _)
    }
}

/// All use cases over the database at `url`, made to answer requests.
///
/// # Errors
/// When the database cannot be reached.
pub fn serving(
    database: &Database,
    url: &DatabaseUrl,
    sign_in: &SignIn,
) -> Result<Services, RepositoryError> {
    database.follow_others(url)?;
    database.carry_over(url)?;
    let is_alone = matches!(url, DatabaseUrl::Sqlite(_));
    let services = |database: &Database| Services { is_alone, ..services(database, sign_in) };
    let at_once = database.at_once().map(|database| Box::new(services(&database)));
    let in_line = database.in_line()?.map(|(line, database)| InLine {
        services: Arc::new(services(&database)),
        queue: Box::new(move |job| line.queue(job)),
    });
    let (reading_threads, changing_threads) =
        (Some(database.reads_at_once()), database.changes_at_once());
    Ok(Services { at_once, in_line, reading_threads, changing_threads, ..services(database) })
}

/// How often somebody may do something, over the database at `url`.
#[must_use]
pub fn limits(database: &Database, url: &DatabaseUrl) -> Limits {
    Limits::new(database.budgets(url), Arc::new(SystemClock))
}

/// A challenge of so many `bits` for whoever registers; none of 0.
#[must_use]
pub fn work(
    database: &Database,
    url: &DatabaseUrl,
    secret: &JwtSecret,
    bits: u32,
) -> Option<Arc<ProofOfWork>> {
    let issuer = || Arc::new(JwtChallenges::new(secret));
    let solved = || database.budgets(url);
    (bits > 0).then(|| Arc::new(ProofOfWork::new(issuer(), solved(), Arc::new(SystemClock), bits)))
}

/// All use cases over one database.
#[must_use]
pub fn services(database: &Database, sign_in: &SignIn) -> Services {
    let db = || database.clone();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let moderators: Arc<dyn Moderators> = Arc::new(DbModerators(db()));
    let probed = db();
    let ports = sign_in.ports(database, clock.clone());
    Services {
        users: Users::new(ports.clone()),
        logins: Logins::new(ports, sign_in.failures(database)),
        forums: Forums::new(Arc::new(DbForums(db())), moderators.clone(), clock.clone()),
        posts: Posts::new(Arc::new(DbPosts::new(db())), moderators.clone(), clock.clone()),
        replies: Replies::new(Arc::new(DbReplies(db())), moderators.clone(), clock.clone()),
        messages: Messages::new(Arc::new(DbMessages(db())), clock),
        moderation: Moderation::new(Arc::new(DbModeration(db())), moderators),
        ready: Box::new(move || probed.answers()),
        for_visitors: None,
        at_once: None,
        in_line: None,
        reading_threads: None,
        changing_threads: None,
        is_alone: false,
        changes: Arc::clone(database.changes()),
    }
}
