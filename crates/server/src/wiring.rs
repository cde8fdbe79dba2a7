//! Which adapter stands behind which port.

use std::{sync::Arc, time::Duration};

use api::Services;
use forums::Forums;
use infrastructure::{
    Bcrypt, Database, DatabaseUrl, DbExports, DbForums, DbMessages, DbModeration, DbModerators,
    DbPosts, DbReplies, DbUsers, Jwt, JwtPuzzles, JwtSecret, SystemClock,
};
use kernel::{Clock, Moderators, RepositoryError};
use limits::{Limits, Work};
use messages::Messages;
use moderation::Moderation;
use posts::Posts;
use replies::Replies;
use users::Users;

/// All use cases over the database at `url`, made to answer requests.
///
/// # Errors
/// When the database cannot be reached.
pub fn serving(
    database: &Database,
    url: &DatabaseUrl,
    secret: &JwtSecret,
    ttl: Duration,
    hashing_cost: u32,
) -> Result<Services, RepositoryError> {
    database.follow_others(url)?;
    let is_alone = matches!(url, DatabaseUrl::Sqlite(_));
    let services = |database: &Database| Services {
        is_alone,
        ..services(database, secret, ttl, hashing_cost)
    };
    let at_once = database.at_once().map(|database| Box::new(services(&database)));
    Ok(Services { at_once, ..services(database) })
}

/// How often somebody may do something, over the database at `url`.
#[must_use]
pub fn limits(database: &Database, url: &DatabaseUrl) -> Limits {
    Limits::new(database.budgets(url), Arc::new(SystemClock))
}

/// A puzzle of so many `bits` for whoever registers; none of 0.
#[must_use]
pub fn work(
    database: &Database,
    url: &DatabaseUrl,
    secret: &JwtSecret,
    bits: u32,
) -> Option<Arc<Work>> {
    let puzzles = || Arc::new(JwtPuzzles::new(secret));
    let solved = || database.budgets(url);
    (bits > 0).then(|| Arc::new(Work::new(puzzles(), solved(), Arc::new(SystemClock), bits)))
}

/// All use cases over one database. `hashing_cost` is [`Bcrypt::COST`] but in tests.
#[must_use]
pub fn services(
    database: &Database,
    secret: &JwtSecret,
    ttl: Duration,
    hashing_cost: u32,
) -> Services {
    let db = || database.clone();
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let moderators: Arc<dyn Moderators> = Arc::new(DbModerators(db()));
    let probed = db();
    Services {
        users: Users::new(
            Arc::new(DbUsers(db())),
            Arc::new(DbExports(db())),
            Arc::new(Bcrypt::new(hashing_cost)),
            Arc::new(Jwt::new(secret, ttl)),
            clock.clone(),
        ),
        forums: Forums::new(Arc::new(DbForums(db())), moderators.clone(), clock.clone()),
        posts: Posts::new(Arc::new(DbPosts(db())), moderators.clone(), clock.clone()),
        replies: Replies::new(Arc::new(DbReplies(db())), moderators.clone(), clock.clone()),
        messages: Messages::new(Arc::new(DbMessages(db())), clock),
        moderation: Moderation::new(Arc::new(DbModeration(db())), moderators),
        ready: Box::new(move || probed.answers()),
        for_visitors: None,
        at_once: None,
        is_alone: false,
        changes: Arc::clone(database.changes()),
    }
}
