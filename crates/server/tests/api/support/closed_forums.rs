//! Closes forums and changes their members, without a call.

use forums::{Description, ForumEdit, ForumRepository, SaveOutcome, Topic};
use infrastructure::{DbForumMembers, DbForums, SystemClock};
use kernel::{Act, Clock, ForumId, UserId, Visibility};
use moderation::forum_members::{ForumMemberRepository, NewForumMember};
use tokio::task::spawn_blocking;

use super::TestApp;

impl TestApp {
    pub(crate) async fn set_visibility(&self, forum: i64, visibility: Visibility) {
        let (forums, id) = (DbForums(self.database.clone()), ForumId(forum));
        let set = move || {
            let at = SystemClock.now();
            let found = forums.find(id, at).unwrap().unwrap();
            let edit = ForumEdit {
                topic: Topic::parse(&found.topic).unwrap(),
                description: Description::parse(&found.description).unwrap(),
                visibility: Some(visibility),
            };
            let saved = forums.update(id, &edit, &Act { by: None, reason: None, at }).unwrap();
            assert!(matches!(saved, SaveOutcome::Saved(_)), "{saved:?}");
        };
        spawn_blocking(set).await.unwrap();
    }

    pub(crate) fn add_forum_member(&self, forum: i64, user: i64, by: i64) {
        let since = SystemClock.now();
        let [user, by] = [user, by].map(UserId);
        let member = NewForumMember { forum: ForumId(forum), user, by, since };
        DbForumMembers(self.database.clone()).add(&member).unwrap();
    }

    pub(crate) fn remove_forum_member(&self, forum: i64, user: i64, by: i64) {
        let act = Act { by: Some(UserId(by)), reason: None, at: SystemClock.now() };
        let members = DbForumMembers(self.database.clone());
        members.remove(ForumId(forum), UserId(user), &act).unwrap();
    }
}
