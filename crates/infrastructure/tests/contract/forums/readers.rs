use forums::{ClosedForums, ForumRepository, NewForum, SaveOutcome};
use kernel::{ForumId, Limit, Page, PageRequest, Reader, UserId, Visibility};

use super::{forums, new_forum};
use crate::support::{T0, TestDb, contract};

contract! {
    lists_hold_what_the_reader_may_read_without_gaps,
    favorites_hold_what_their_reader_may_read,
    the_sitemap_knows_public_forums_alone,
    closed_forums_are_those_that_a_user_may_read,
}

/// Forums of ann's, each of which the word "club" finds.
struct Clubs {
    open: ForumId,
    members: ForumId,
    private: ForumId,
}

impl Clubs {
    /// Bob is a member of the private one.
    fn of(db: &TestDb, ann: UserId, bob: UserId) -> Self {
        let add = |topic: &str, visibility, second| {
            let forum = NewForum { visibility, ..new_forum(ann, topic, "Text", second) };
            match forums(db).insert(&forum).unwrap() {
                SaveOutcome::Saved(forum) => forum.id,
                other => panic!("{other:?}"),
            }
        };
        let open = add("Club one", Visibility::Public, 0);
        let private = add("Club three", Visibility::Private, 1);
        let members = add("Club two", Visibility::Members, 2);
        let day = T0.unix_millis() / 86_400_000;
        for id in [open, private, members] {
            db.run(&format!(
                "INSERT INTO forum_weeks (forum_id, day, activity) VALUES ({id}, {day}, {id})"
            ));
            forums(db).add_favorite(bob, id, T0).unwrap();
        }
        db.run(&format!(
            "INSERT INTO forum_members (forum_id, user_id, since, by_id)
            VALUES ({private}, {bob}, 0, {ann})"
        ));
        Self { open, members, private }
    }

    /// By rising id.
    fn readable_by(&self, reader: Reader, is_insider: bool) -> Vec<ForumId> {
        let mut ids = vec![self.open];
        ids.extend((reader == Reader::Admin || is_insider).then_some(self.private));
        ids.extend((reader != Reader::Visitor).then_some(self.members));
        ids
    }
}

/// Reads all pages of one forum each.
fn pages<P>(read: impl Fn(&PageRequest<P>) -> Page<forums::Forum, P>) -> Vec<ForumId> {
    let limit = Limit::new(1).unwrap();
    let (mut ids, mut after) = (vec![], None);
    loop {
        let page = read(&PageRequest { limit, after });
        assert_eq!(page.items.len(), 1);
        ids.extend(page.items.into_iter().map(|forum| forum.id));
        after = page.next;
        if after.is_none() {
            ids.sort();
            return ids;
        }
    }
}

fn people(db: &TestDb) -> [UserId; 3] {
    ["ann", "bob", "eve"].map(|name| db.add_user(name))
}

/// Those who read, and whether they belong to the private forum.
fn readers([ann, bob, eve]: [UserId; 3]) -> [(Reader, bool); 6] {
    [
        (Reader::Visitor, false),
        (Reader::Member, false),
        (Reader::Insider(ann), true),
        (Reader::Insider(bob), true),
        (Reader::Insider(eve), false),
        (Reader::Admin, false),
    ]
}

fn lists_hold_what_the_reader_may_read_without_gaps(db: &TestDb) {
    let people = people(db);
    let clubs = Clubs::of(db, people[0], people[1]);
    let forums = forums(db);
    for (reader, is_insider) in readers(people) {
        let readable = clubs.readable_by(reader, is_insider);
        let newest = pages(|page| forums.newest(reader, T0, page).unwrap());
        assert_eq!(newest, readable, "newest: {reader:?}");
        let active = pages(|page| forums.most_active(reader, T0, page).unwrap());
        assert_eq!(active, readable, "active: {reader:?}");
        // No forum is active a month later.
        let later = T0.after(std::time::Duration::from_hours(24 * 30));
        let quiet = pages(|page| forums.most_active(reader, later, page).unwrap());
        assert_eq!(quiet, readable, "quiet: {reader:?}");
        let named = pages(|page| forums.by_name(reader, T0, page).unwrap());
        assert_eq!(named, readable, "by name: {reader:?}");
        let found = pages(|page| forums.with_topic(reader, T0, "club", page).unwrap());
        assert_eq!(found, readable, "by topic: {reader:?}");
        let found = pages(|page| forums.search(reader, T0, "club", page).unwrap());
        assert_eq!(found, readable, "search: {reader:?}");
        let found = forums.search(reader, T0, "club three", &PageRequest::default()).unwrap();
        assert_eq!(found.items.len(), usize::from(readable.contains(&clubs.private)));
    }
}

fn favorites_hold_what_their_reader_may_read(db: &TestDb) {
    let people @ [ann, bob, _] = people(db);
    let clubs = Clubs::of(db, ann, bob);
    for (reader, is_insider) in readers(people) {
        let favorites = pages(|page| forums(db).favorites(bob, reader, T0, page).unwrap());
        assert_eq!(favorites, clubs.readable_by(reader, is_insider), "{reader:?}");
    }
}

fn the_sitemap_knows_public_forums_alone(db: &TestDb) {
    let [ann, bob, _] = people(db);
    let clubs = Clubs::of(db, ann, bob);
    assert_eq!(forums(db).ids(ForumId(1), ForumId(9)).unwrap(), [clubs.open]);
    assert_eq!(forums(db).last_id().unwrap(), Some(clubs.open));
}

fn closed_forums_are_those_that_a_user_may_read(db: &TestDb) {
    let [ann, bob, eve] = people(db);
    let closed = |user| forums(db).reads_closed(user).unwrap();
    assert_eq!(closed(ann), ClosedForums::default());
    let clubs = Clubs::of(db, ann, bob);
    let all = ClosedForums { for_members: true, own: true, private: true };
    assert_eq!([ann, bob].map(closed), [all; 2]);
    assert_eq!(closed(eve), ClosedForums { own: false, ..all });
    db.run(&format!("UPDATE forums SET visibility = 0 WHERE id = {}", clubs.members));
    assert_eq!(closed(bob), ClosedForums { for_members: false, ..all });
}
