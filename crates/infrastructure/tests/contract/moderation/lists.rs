use kernel::{ById, ByName, ForumId, Limit, Page, PageRequest, RepositoryError};
use moderation::{AccountStatus, Candidates, ModerationRepository, Profile};

use super::moderation;
use crate::support::{ACT, T0, TestDb, contract};

contract! {
    moderators_page_by_name,
    moderators_show_their_current_profiles,
    promotable_users_exclude_moderators_and_banned,
    bannable_users_are_promotable_ones_without_admins,
    promotable_users_page_by_name,
    promotable_users_match_any_part_of_the_name,
    an_access_list_pages_by_forum,
    user_search_returns_non_admins_with_role_and_ban,
    admin_search_returns_active_admins_by_name,
    user_search_pages_by_name,
    user_search_matches_any_part_of_the_name,
    an_impossible_part_of_a_name_matches_no_member,
}

/// The names of a list, page by page, two a page.
fn pages<T>(
    name: impl Fn(&T) -> &str,
    list: impl Fn(&PageRequest<ByName>) -> Result<Page<T, ByName>, RepositoryError>,
) -> Vec<Vec<String>> {
    let mut page = PageRequest { limit: Limit::new(2).unwrap(), after: None };
    let mut pages = vec![];
    loop {
        let found = list(&page).unwrap();
        pages.push(found.items.iter().map(|item| name(item).to_owned()).collect());
        page.after = found.next;
        if page.after.is_none() {
            return pages;
        }
    }
}

fn name(person: &Profile) -> &str {
    &person.username
}

fn name_of(status: &AccountStatus) -> &str {
    &status.profile.username
}

fn moderators_page_by_name(db: &TestDb) {
    let forum = db.add_forum(db.add_user("Zoe"), "Gardening");
    for name in ["bob", "Carl", "ann"] {
        moderation(db).add_moderator(forum, db.add_user(name), &ACT).unwrap();
    }
    let pages = pages(name, |page| moderation(db).moderators(forum, page));
    assert_eq!(pages, [["ann", "bob"], ["Carl", "Zoe"]]);
}

fn moderators_show_their_current_profiles(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let (forum, _) = (db.add_forum(ann, "Gardening"), db.add_forum(bob, "Boats"));
    db.run("UPDATE users SET image = 'https://example.org/a.png' WHERE username = 'ann'");
    let moderators = moderation(db).moderators(forum, &PageRequest::default()).unwrap();
    let image = "https://example.org/a.png".to_owned();
    assert_eq!(moderators.items, [Profile { id: ann, username: "ann".to_owned(), image }]);
}

fn search_promotable(db: &TestDb, forum: ForumId, part: &str) -> Vec<String> {
    let page = moderation(db)
        .search_candidates(forum, Candidates::Promotable, part, T0, &PageRequest::default())
        .unwrap();
    page.items.into_iter().map(|person| person.username).collect()
}

fn promotable_users_exclude_moderators_and_banned(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let [bob, eve, joe, ada] = ["bob", "eve", "joe", "ada"].map(|name| db.add_user(name));
    db.add_forum(joe, "Boats");
    moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    moderation(db).ban(eve, None, &ACT).unwrap();
    moderation(db).make_admin(ada, &ACT).unwrap();
    assert_eq!(search_promotable(db, forum, ""), ["ada", "joe"]);
    moderation(db).unban(eve, &ACT).unwrap();
    moderation(db).remove_moderator(forum, bob, false, &ACT).unwrap();
    assert_eq!(search_promotable(db, forum, ""), ["ada", "bob", "eve", "joe"]);
}

fn bannable_users_are_promotable_ones_without_admins(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let [bob, eve, joe, ada] = ["bob", "eve", "joe", "ada"].map(|name| db.add_user(name));
    db.add_forum(joe, "Boats");
    moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    moderation(db).ban(eve, None, &ACT).unwrap();
    moderation(db).make_admin(ada, &ACT).unwrap();
    let bannable = |part| {
        pages(name, |page| {
            moderation(db).search_candidates(forum, Candidates::Bannable, part, T0, page)
        })
    };
    assert_eq!(bannable(""), [["joe"]]);
    assert_eq!(bannable("a"), [[""; 0]]);
    assert_eq!(bannable("\0"), [[""; 0]]);
    moderation(db).make_admin(ann, &ACT).unwrap();
    moderation(db).demote(ada, &ACT).unwrap();
    moderation(db).unban(eve, &ACT).unwrap();
    moderation(db).remove_moderator(forum, bob, false, &ACT).unwrap();
    assert_eq!(bannable(""), [vec!["ada", "bob"], vec!["eve", "joe"]]);
}

fn promotable_users_page_by_name(db: &TestDb) {
    let forum = db.add_forum(db.add_user("carla"), "Gardening");
    for name in ["Zoe", "bob", "Carl", "dora", "ann"] {
        db.add_user(name);
    }
    let all = pages(name, |page| {
        moderation(db).search_candidates(forum, Candidates::Promotable, "", T0, page)
    });
    assert_eq!(all, [vec!["ann", "bob"], vec!["Carl", "dora"], vec!["Zoe"]]);
    let with_o = pages(name, |page| {
        moderation(db).search_candidates(forum, Candidates::Promotable, "o", T0, page)
    });
    assert_eq!(with_o, [vec!["bob", "dora"], vec!["Zoe"]]);
}

fn promotable_users_match_any_part_of_the_name(db: &TestDb) {
    let forum = db.add_forum(db.add_user("tamar"), "Gardening");
    for name in ["Mara", "tamara", "omar.k", "Ann", "a_b", "axb"] {
        db.add_user(name);
    }
    assert_eq!(search_promotable(db, forum, "MAR"), ["Mara", "omar.k", "tamara"]);
    assert_eq!(search_promotable(db, forum, "_"), ["a_b"]);
    assert_eq!(search_promotable(db, forum, "marx"), [""; 0]);
}

fn an_access_list_pages_by_forum(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let forums: Vec<ForumId> =
        ["a", "b", "c", "d"].into_iter().map(|topic| db.add_forum(ann, topic)).collect();
    for forum in [forums[3], forums[0], forums[2]] {
        moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    }
    let limit = Limit::new(2).unwrap();
    let first = moderation(db).access(bob, &PageRequest { limit, after: None }).unwrap();
    assert_eq!(first.items, [forums[0], forums[2]]);
    assert_eq!(first.next, Some(ById(forums[2].0)));
    let second = moderation(db).access(bob, &PageRequest { limit, after: first.next }).unwrap();
    assert_eq!(second, Page { items: vec![forums[3]], next: None });
}

fn user_search_returns_non_admins_with_role_and_ban(db: &TestDb) {
    let ann = db.add_user("ann");
    let forum = db.add_forum(ann, "Gardening");
    let [bob, eve, ada, alf] = ["bob", "eve", "ada", "alf"].map(|name| db.add_user(name));
    for admin in [ada, alf] {
        moderation(db).make_admin(admin, &ACT).unwrap();
    }
    moderation(db).add_moderator(forum, bob, &ACT).unwrap();
    moderation(db).ban(eve, None, &ACT).unwrap();
    // Otherwise the ban could never be lifted.
    moderation(db).ban(alf, None, &ACT).unwrap();
    let people = moderation(db).search_non_admins("", T0, &PageRequest::default()).unwrap().items;
    let told: Vec<_> = people
        .iter()
        .map(|who| (name_of(who), format!("{:?}", who.role), who.ban.is_some()))
        .collect();
    assert_eq!(
        told,
        [
            ("alf", "Admin".to_owned(), true),
            ("ann", "User".to_owned(), false),
            ("bob", "Moderator".to_owned(), false),
            ("eve", "User".to_owned(), true),
        ]
    );
}

fn admin_search_returns_active_admins_by_name(db: &TestDb) {
    for name in ["Zoe", "ada", "Bea", "al_f", "alxf"] {
        moderation(db).make_admin(db.add_user(name), &ACT).unwrap();
    }
    let banned = db.add_user("carl");
    moderation(db).make_admin(banned, &ACT).unwrap();
    moderation(db).ban(banned, None, &ACT).unwrap();
    db.add_user("dora");
    let pages = pages(name_of, |page| moderation(db).search_admins("", T0, page));
    assert_eq!(pages, [vec!["ada", "al_f"], vec!["alxf", "Bea"], vec!["Zoe"]]);
    for (part, names) in [("A", vec!["ada", "al_f", "alxf", "Bea"]), ("l_", vec!["al_f"])] {
        let found = moderation(db).search_admins(part, T0, &PageRequest::default()).unwrap();
        assert_eq!(found.items.iter().map(name_of).collect::<Vec<_>>(), names, "{part}");
    }
}

fn user_search_pages_by_name(db: &TestDb) {
    moderation(db).make_admin(db.add_user("bea"), &ACT).unwrap();
    for name in ["Zoe", "bob", "Carl"] {
        db.add_user(name);
    }
    let pages = pages(name_of, |page| moderation(db).search_non_admins("", T0, page));
    assert_eq!(pages, [vec!["bob", "Carl"], vec!["Zoe"]]);
}

fn user_search_matches_any_part_of_the_name(db: &TestDb) {
    for name in ["Mara", "tamara", "Ann"] {
        db.add_user(name);
    }
    let found = moderation(db).search_non_admins("Mar", T0, &PageRequest::default()).unwrap();
    assert_eq!(found.items.iter().map(name_of).collect::<Vec<_>>(), ["Mara", "tamara"]);
}

fn an_impossible_part_of_a_name_matches_no_member(db: &TestDb) {
    let forum = db.add_forum(db.add_user("ann"), "Gardening");
    let page = PageRequest::default();
    for part in ["%", "ä", "a\0", "a b", "\u{7f}"] {
        assert_eq!(search_promotable(db, forum, part), [""; 0], "{part:?}");
        assert!(
            moderation(db).search_non_admins(part, T0, &page).unwrap().items.is_empty(),
            "{part:?}"
        );
        assert!(
            moderation(db).search_admins(part, T0, &page).unwrap().items.is_empty(),
            "{part:?}"
        );
        assert_eq!(moderation(db).find_by_name(part, T0).unwrap(), None, "{part:?}");
    }
}
