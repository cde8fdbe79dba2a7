use ::forums::Topic;
use database::{DbConnection, schema::forums};
use diesel::{dsl::exists, prelude::*};
use kernel::Visibility;

use crate::readers;

/// Computes missing skeletons, the oldest forum first. A forum that looks like an older one gets none.
pub(crate) fn fill_skeletons(conn: &mut DbConnection) -> QueryResult<()> {
    let missing: Vec<(i64, String)> = forums::table
        .filter(forums::topic_skeleton.is_null())
        .filter(forums::visibility.ne(readers::stored(Visibility::Private)))
        .order(forums::id)
        .select((forums::id, forums::topic))
        .load(conn)?;
    for (id, topic) in missing {
        let skeleton = Topic::skeleton_of(&topic);
        let others = forums::table.filter(forums::topic_skeleton.eq(&skeleton));
        if diesel::select(exists(others)).get_result(conn)? {
            continue;
        }
        diesel::update(forums::table.find(id))
            .set(forums::topic_skeleton.eq(skeleton))
            .execute(conn)?;
    }
    Ok(())
}
