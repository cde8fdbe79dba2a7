use diesel::{dsl::exists, prelude::*};
use kernel::{ForumId, Moderators, RepositoryError, UserId};

use crate::{Database, schema::forum_moderators};

/// The access lists in the database.
pub struct DbModerators(pub Database);

impl Moderators for DbModerators {
    fn moderates(&self, user: UserId, forum: ForumId) -> Result<bool, RepositoryError> {
        let entry = forum_moderators::table.find((forum.0, user.0));
        self.0.read(|conn| diesel::select(exists(entry)).get_result(conn))
    }
}
