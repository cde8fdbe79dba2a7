//! New passwords by links in mails.

use std::{sync::Arc, time::Duration};

use infrastructure::{DbSessions, DbUsers};
use users::{EmailRepository, LinkTokens, MAX_RESETS, SessionRepository, UserRepository};

use super::{Post, begin, carry, carry_at, confirm, emails, forget, member, token_in, tokens};
use crate::support::{HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_name_and_an_address_get_links,
    nobody_gets_more_links_than_are_open,
    one_of_sixteen_sets_a_password,
    a_reset_ends_sessions_and_links,
    a_link_confirms_or_resets_but_not_both,
}

fn a_name_and_an_address_get_links(db: &TestDb) {
    let [ann, bob] = ["ann", "bob"].map(|name| member(db, name));
    confirm(db, bob, "Shared@x.org");
    confirm(db, ann, "shared@x.org");
    begin(db, db.add_user("eve"), "eve@x.org");
    for (name, told) in [
        ("ANN", vec!["shared@x.org"]),
        ("shared@X.org", vec!["Shared@x.org", "shared@x.org"]),
        // Not confirmed, replaced, and nobody's.
        ("eve", vec![]),
        ("eve@x.org", vec![]),
        ("ann@x.org", vec![]),
        ("nobody", vec![]),
        ("nobody@x.org", vec![]),
    ] {
        forget(db);
        emails(db).request_reset(name, T0).unwrap();
        emails(db).request_reset(name, T0).unwrap();
        let post = Arc::new(Post::default());
        carry(db, &post);
        let to: Vec<_> = post.subjects().into_iter().map(|(to, _)| to).collect();
        assert_eq!(to, told, "{name}");
    }
}

fn nobody_gets_more_links_than_are_open(db: &TestDb) {
    member(db, "ann");
    forget(db);
    let post = Arc::new(Post::default());
    for _ in 0..=MAX_RESETS {
        emails(db).request_reset("ann", T0).unwrap();
        carry(db, &post);
    }
    assert_eq!(post.taken.lock().len(), MAX_RESETS);
    let later = T0.after(Duration::from_hours(1));
    emails(db).request_reset("ann", later).unwrap();
    carry_at(db, Some(Arc::clone(&post)), later);
    assert_eq!(post.taken.lock().len(), MAX_RESETS + 1);
}

/// Has links to a new password sent; their digests.
fn resets(db: &TestDb, name: &str, count: usize) -> Vec<String> {
    forget(db);
    let post = Arc::new(Post::default());
    for _ in 0..count {
        emails(db).request_reset(name, T0).unwrap();
        carry(db, &post);
    }
    let taken = post.taken.lock();
    taken.iter().map(|mail| tokens().digest(&token_in(mail))).collect()
}

fn one_of_sixteen_sets_a_password(db: &TestDb) {
    let ann = member(db, "ann");
    let link = resets(db, "ann", 1).remove(0);
    let set = sixteen_at_once(|nth| {
        emails(db).reset(&link, &format!("({nth})"), T0).unwrap().then_some(nth)
    });
    let set: Vec<_> = set.into_iter().flatten().collect();
    let hash = DbUsers(db.database.clone()).credentials(ann).unwrap().unwrap().password_hash;
    assert_eq!((set.len(), hash), (1, format!("({})", set[0])));
}

fn a_reset_ends_sessions_and_links(db: &TestDb) {
    let ann = member(db, "ann");
    let session = db.open_session(ann);
    let links = resets(db, "ann", 2);
    let late = T0.after(Duration::from_hours(1));
    assert!(emails(db).may_reset(&links[0], T0).unwrap());
    assert!(!emails(db).may_reset(&links[0], late).unwrap());
    assert!(!emails(db).reset(&links[0], "(late)", late).unwrap());
    assert!(emails(db).reset(&links[0], "(new)", T0).unwrap());
    for link in &links {
        assert!(!emails(db).may_reset(link, T0).unwrap());
        assert!(!emails(db).reset(link, "(again)", T0).unwrap());
    }
    let sessions = DbSessions(db.database.clone());
    assert_eq!(sessions.holder(ann, session.id).unwrap(), None);
    let account = DbUsers(db.database.clone()).find(ann).unwrap().unwrap();
    assert_eq!(account.session_version, session.version + 1);
    // An operator's reset, a new address and its removal end them, too.
    let users = DbUsers(db.database.clone());
    for nth in 0..3 {
        let link = resets(db, "ann", 1).remove(0);
        match nth {
            0 => drop(users.reset_password(ann, "(new)", HASH, T0).unwrap().unwrap()),
            1 => confirm(db, ann, "new@x.org"),
            _ => emails(db).remove(ann, T0).unwrap(),
        }
        assert!(!emails(db).may_reset(&link, T0).unwrap(), "{nth}");
    }
}

fn a_link_confirms_or_resets_but_not_both(db: &TestDb) {
    let ann = member(db, "ann");
    let (reset, confirms) = (resets(db, "ann", 1).remove(0), begin(db, ann, "b@x.org").digest);
    assert!(!emails(db).may_reset(&confirms, T0).unwrap());
    assert!(!emails(db).reset(&confirms, "(new)", T0).unwrap());
    assert_eq!(emails(db).confirm(&reset, T0).unwrap(), None);
    assert!(emails(db).may_reset(&reset, T0).unwrap());
}
