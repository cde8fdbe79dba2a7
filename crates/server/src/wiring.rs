//! Which adapter stands behind which port.

use std::{sync::Arc, time::Duration};

use api::Services;
use forums::Forums;
use infrastructure::{
    Bcrypt, Database, DbForums, DbModerators, DbUsers, Jwt, JwtSecret, SystemClock,
};
use kernel::{Clock, Moderators};
use users::Users;

/// All use cases over one database. `hashing_cost` is [`Bcrypt::COST`] but in tests.
#[must_use]
pub fn services(
    database: &Database,
    secret: &JwtSecret,
    ttl: Duration,
    hashing_cost: u32,
) -> Services {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let moderators: Arc<dyn Moderators> = Arc::new(DbModerators(database.clone()));
    let probed = database.clone();
    Services {
        users: Users::new(
            Arc::new(DbUsers(database.clone())),
            Arc::new(Bcrypt::new(hashing_cost)),
            Arc::new(Jwt::new(secret, ttl)),
            clock.clone(),
        ),
        forums: Forums::new(Arc::new(DbForums(database.clone())), moderators, clock),
        ready: Box::new(move || probed.answers()),
    }
}
