use forums::ForumRepository;
use infrastructure::{DbExports, DbForumBans, DbForums};
use kernel::{Reader, UserId};
use moderation::forum_bans::{ForumBanRepository, NewForumBan};
use users::{ExportRecord, ExportRepository, ExportSection, MAX_RECORDS};

use crate::{
    community::Community,
    posts::readers::Places,
    support::{T0, TestDb, contract},
};

contract! {
    each_section_holds_the_own_records_only,
    a_section_pages_by_key,
    what_others_wrote_in_forums_that_the_member_may_not_read_is_left_out,
}

fn records(db: &TestDb, of: UserId, part: ExportSection, after: i64) -> Vec<ExportRecord> {
    records_for(db, (of, Reader::Insider(of)), part, after)
}

fn records_for(
    db: &TestDb,
    of: (UserId, Reader),
    part: ExportSection,
    after: i64,
) -> Vec<ExportRecord> {
    DbExports(db.database.clone()).records(of, part, after).unwrap()
}

fn each_section_holds_the_own_records_only(db: &TestDb) {
    let people = Community::of(db).people;
    for person in people {
        for part in ExportSection::ALL {
            let rows = match part {
                ExportSection::Forums => format!("forums WHERE author_id = {person}"),
                ExportSection::Posts => format!("posts WHERE author_id = {person}"),
                ExportSection::Replies => {
                    format!(
                        "replies r WHERE author_id = {person} AND (NOT removed OR EXISTS
                            (SELECT 1 FROM removed_replies t WHERE t.reply_id = r.id))"
                    )
                }
                ExportSection::PostRevisions => {
                    format!("post_revisions WHERE author_id = {person}")
                }
                ExportSection::ReplyRevisions => {
                    format!("reply_revisions WHERE author_id = {person}")
                }
                ExportSection::PostVotes => format!("post_votes WHERE user_id = {person}"),
                ExportSection::ReplyVotes => format!("reply_votes WHERE user_id = {person}"),
                ExportSection::Favorites => format!("favorites WHERE user_id = {person}"),
                ExportSection::Moderates => format!("forum_moderators WHERE user_id = {person}"),
                ExportSection::Memberships => format!("forum_members WHERE user_id = {person}"),
                ExportSection::ForumBans => format!("forum_bans WHERE user_id = {person}"),
                ExportSection::Blocks => format!("blocks WHERE owner_id = {person}"),
                ExportSection::Sessions => format!("sessions WHERE user_id = {person}"),
                ExportSection::PushSubscriptions => {
                    format!("push_subscriptions WHERE user_id = {person}")
                }
                ExportSection::Passkeys => format!("passkeys WHERE user_id = {person}"),
                ExportSection::ApiTokens => format!("api_tokens WHERE user_id = {person}"),
                ExportSection::Identities => format!("identities WHERE user_id = {person}"),
                ExportSection::Messages => {
                    format!("messages WHERE {person} IN (sender_id, recipient_id)")
                }
                ExportSection::Drafts => format!("drafts WHERE user_id = {person}"),
                ExportSection::Images => format!("images WHERE owner_id = {person}"),
                ExportSection::NotificationSettings => {
                    format!("notification_settings WHERE user_id = {person}")
                }
                ExportSection::Notifications => format!("notifications WHERE user_id = {person}"),
                ExportSection::PostWatches => format!("post_watches WHERE user_id = {person}"),
                ExportSection::ForumWatches => format!("forum_watches WHERE user_id = {person}"),
                ExportSection::ModerationLog => {
                    format!("moderation_log WHERE {person} IN (actor_id, user_id)")
                }
                ExportSection::Reports => format!("report_filings WHERE user_id = {person}"),
                ExportSection::Saved => format!("saved WHERE user_id = {person}"),
                ExportSection::Visits => format!("visits WHERE user_id = {person}"),
            };
            let count = db.number(&format!("SELECT count(*) AS n FROM {rows}"));
            assert_eq!(records(db, person, part, 0).len() as i64, count, "{person} {part:?}");
        }
    }
}

fn a_section_pages_by_key(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Boats");
    let posts: Vec<i64> = (0..=MAX_RECORDS).map(|_| db.add_post(ann, forum).0).collect();
    let first = records(db, ann, ExportSection::Posts, 0);
    let second = records(db, ann, ExportSection::Posts, first.last().unwrap().key());
    let keys: Vec<i64> = first.iter().chain(&second).map(ExportRecord::key).collect();
    assert_eq!((first.len(), second.len()), (MAX_RECORDS, 1));
    assert_eq!(keys, posts);
}

fn what_others_wrote_in_forums_that_the_member_may_not_read_is_left_out(db: &TestDb) {
    let places = Places::of(db);
    let [ann, _, eve] = places.people;
    for forum in places.forums {
        db.run(&format!(
            "INSERT INTO notifications (user_id, kind, subject, forum_id, count, updated_at)
                VALUES ({eve}, 3, 'f{forum}', {forum}, 1, 0)"
        ));
        DbForums(db.database.clone()).add_favorite(eve, forum, T0).unwrap();
        let ban = NewForumBan { forum, user: eve, until: None, reason: None, by: ann, at: T0 };
        DbForumBans(db.database.clone()).ban(&ban).unwrap();
    }
    for (reader, forums) in places.readers() {
        let count = |of, part| records_for(db, (of, reader), part, 0).len();
        for part in
            [ExportSection::Favorites, ExportSection::ForumBans, ExportSection::ModerationLog]
        {
            assert_eq!(count(eve, part), forums, "{reader:?} {part:?}");
        }
        assert_eq!(count(ann, ExportSection::Forums), forums, "{reader:?}: others edit them");
        assert_eq!(count(eve, ExportSection::Notifications), forums, "{reader:?}");
        assert_eq!(count(ann, ExportSection::ModerationLog), 3, "{reader:?}: what she did");
        assert_eq!(count(ann, ExportSection::Posts), 9, "{reader:?}: what she wrote");
    }
}
