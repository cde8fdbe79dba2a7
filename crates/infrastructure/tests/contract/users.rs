use std::time::Duration;

use infrastructure::{DbSessions, DbUsers};
use kernel::{ByName, ImageUrl, Language, Limit, Page, PageRequest, Role, SessionId, UserId};
use users::{
    Device, FirstAdminOutcome, KeptSession, NewAccount, NewSession, Profile, SessionRepository,
    SignInMethod, UserRepository, Username, default_avatar,
};

use crate::support::{T0, TestDb, contract, sixteen_at_once};

const HOUR: Duration = Duration::from_hours(1);

contract! {
    a_stored_account_is_found_again,
    a_name_is_taken_without_regard_to_case,
    one_of_sixteen_concurrent_registrations_wins,
    credentials_are_found_by_the_key_of_the_name,
    an_impossible_name_is_not_found,
    a_new_image_is_stored,
    a_chosen_language_is_stored,
    a_password_change_needs_the_stored_hash,
    a_hash_is_renewed_once_and_ends_no_session,
    a_reset_password_leaves_no_recovery_code,
    a_failed_reset_changes_nothing,
    the_first_admin_is_created_once,
    a_member_with_the_name_does_not_become_the_first_admin,
    one_of_sixteen_concurrent_first_admins_is_created,
    user_search_pages_by_name,
    user_search_matches_any_part_of_the_name,
    user_search_results_page_by_name,
    wildcards_in_a_part_are_literal,
}

fn users(db: &TestDb) -> DbUsers {
    DbUsers(db.database.clone())
}

fn new_account(name: &str) -> NewAccount {
    NewAccount {
        username: Username::parse(name).unwrap(),
        password_hash: format!("hash of {name}"),
        image: default_avatar(),
        code_digests: vec![],
        created_at: T0,
    }
}

fn add(db: &TestDb, name: &str) -> UserId {
    users(db).insert(&new_account(name)).unwrap().unwrap().id
}

/// Opens a session of a new account.
pub(crate) fn sign_in(db: &TestDb, user: UserId) -> SessionId {
    let (method, device) = (SignInMethod::Password, Device::default());
    let session =
        NewSession { user, version: 0, method, device, opened_at: T0, ends_at: T0.after(HOUR) };
    DbSessions(db.database.clone()).open(&session).unwrap().unwrap()
}

fn a_stored_account_is_found_again(db: &TestDb) {
    let stored = users(db).insert(&new_account("Ann")).unwrap().unwrap();
    assert_eq!(users(db).find(stored.id).unwrap(), Some(stored.clone()));
    assert_eq!(stored.username, "Ann");
    assert_eq!(stored.image, "/images/avatars/default.svg");
    assert_eq!((stored.role, stored.ban), (Role::User, None));
    assert_eq!(users(db).find(UserId(stored.id.0 + 1)).unwrap(), None);
}

fn a_name_is_taken_without_regard_to_case(db: &TestDb) {
    add(db, "Ann");
    assert_eq!(users(db).insert(&new_account("aNN")).unwrap(), None);
}

fn one_of_sixteen_concurrent_registrations_wins(db: &TestDb) {
    let users = users(db);
    let outcomes = sixteen_at_once(|_| users.insert(&new_account("Ann")).unwrap().is_some());
    assert_eq!(outcomes.into_iter().filter(|won| *won).count(), 1);
}

fn credentials_are_found_by_the_key_of_the_name(db: &TestDb) {
    let ann = add(db, "Ann");
    let by_name = users(db).credentials_by_name("ann").unwrap().unwrap();
    assert_eq!(by_name.account.id, ann);
    assert_eq!(by_name.password_hash, "hash of Ann");
    assert_eq!(users(db).credentials(ann).unwrap(), Some(by_name));
    assert_eq!(users(db).credentials_by_name("bob").unwrap(), None);
}

fn an_impossible_name_is_not_found(db: &TestDb) {
    assert_eq!(users(db).credentials_by_name("a\0b").unwrap(), None);
    assert_eq!(users(db).credentials_by_name("ä").unwrap(), None);
}

fn a_new_image_is_stored(db: &TestDb) {
    let ann = add(db, "Ann");
    let image = ImageUrl::parse("https://example.org/ä.png").unwrap().unwrap();
    let changed = users(db).set_image(ann, &image).unwrap().unwrap();
    assert_eq!(changed.image, "https://example.org/ä.png");
    assert_eq!(users(db).find(ann).unwrap(), Some(changed));
    assert_eq!(users(db).set_image(UserId(ann.0 + 1), &image).unwrap(), None);
}

fn a_chosen_language_is_stored(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let users = DbUsers(db.database.clone());
    assert_eq!(users.language(ann).unwrap(), None);
    let japanese = Language::parse("ja").unwrap();
    assert!(users.set_language(ann, japanese).unwrap());
    assert_eq!(users.language(ann).unwrap(), Some(japanese));
    assert_eq!(users.language(bob).unwrap(), None, "another's");
    let nobody = UserId(bob.0 + 1);
    assert!(!users.set_language(nobody, japanese).unwrap());
    assert_eq!(users.language(nobody).unwrap(), None);
}

fn a_password_change_needs_the_stored_hash(db: &TestDb) {
    let ann = add(db, "Ann");
    let users = users(db);
    let before = users.find(ann).unwrap().unwrap().session_version;
    let kept = KeptSession { id: sign_in(db, ann), renewed_at: T0, ends_at: T0 };
    let gone = KeptSession { id: SessionId(0), ..kept };
    assert_eq!(users.set_password(ann, "another hash", "new hash", &kept).unwrap(), None);
    assert_eq!(users.set_password(ann, "hash of Ann", "new hash", &gone).unwrap(), None);
    let changed = users.set_password(ann, "hash of Ann", "new hash", &kept).unwrap().unwrap();
    assert_eq!(changed.session_version, before + 1);
    assert_eq!(users.credentials(ann).unwrap().unwrap().password_hash, "new hash");
}

fn a_hash_is_renewed_once_and_ends_no_session(db: &TestDb) {
    let ann = add(db, "Ann");
    let users = users(db);
    let before = users.find(ann).unwrap().unwrap().session_version;
    let hash = || users.credentials(ann).unwrap().unwrap().password_hash;
    users.renew_hash(ann, "hash of Ann", "renewed").unwrap();
    assert_eq!(hash(), "renewed");
    users.renew_hash(ann, "hash of Ann", "renewed again").unwrap();
    assert_eq!(hash(), "renewed", "the hash that it was to replace is gone");
    assert_eq!(users.find(ann).unwrap().unwrap().session_version, before);
}

const CODES: &str = "SELECT count(*) AS n FROM recovery_codes";

fn a_reset_password_leaves_no_recovery_code(db: &TestDb) {
    let account = NewAccount { code_digests: vec!["digest".to_owned()], ..new_account("Ann") };
    let ann = users(db).insert(&account).unwrap().unwrap();
    assert_eq!(users(db).reset_password(ann.id, "another hash", "new hash", T0).unwrap(), None);
    assert_eq!(db.number(CODES), 1);
    let reset = users(db).reset_password(ann.id, "hash of Ann", "new hash", T0).unwrap().unwrap();
    assert_eq!(reset.session_version, ann.session_version + 1);
    assert_eq!(users(db).credentials(ann.id).unwrap().unwrap().password_hash, "new hash");
    assert_eq!(db.number(CODES), 0);
}

fn a_failed_reset_changes_nothing(db: &TestDb) {
    let account = NewAccount { code_digests: vec!["digest".to_owned()], ..new_account("Ann") };
    let ann = users(db).insert(&account).unwrap().unwrap();
    db.break_deletes("recovery_codes");
    users(db).reset_password(ann.id, "hash of Ann", "new hash", T0).unwrap_err();
    assert_eq!(users(db).credentials(ann.id).unwrap().unwrap().password_hash, "hash of Ann");
}

fn the_first_admin_is_created_once(db: &TestDb) {
    assert!(!users(db).has_admin().unwrap());
    let outcome = users(db).insert_first_admin(&new_account("root")).unwrap();
    let FirstAdminOutcome::Created(admin) = outcome else { panic!("{outcome:?}") };
    assert_eq!((admin.username.as_str(), admin.role), ("root", Role::Admin));
    assert_eq!(users(db).find(admin.id).unwrap(), Some(admin));
    assert!(users(db).has_admin().unwrap());
    let again = users(db).insert_first_admin(&new_account("other")).unwrap();
    assert_eq!(again, FirstAdminOutcome::AdminExists);
    assert_eq!(users(db).credentials_by_name("other").unwrap(), None);
}

fn a_member_with_the_name_does_not_become_the_first_admin(db: &TestDb) {
    let ann = add(db, "Ann");
    let outcome = users(db).insert_first_admin(&new_account("ann")).unwrap();
    assert_eq!(outcome, FirstAdminOutcome::NameTaken);
    assert_eq!(users(db).find(ann).unwrap().unwrap().role, Role::User);
    assert!(!users(db).has_admin().unwrap());
}

fn one_of_sixteen_concurrent_first_admins_is_created(db: &TestDb) {
    let users = users(db);
    let outcomes = sixteen_at_once(|nth| {
        users.insert_first_admin(&new_account(&format!("admin-{nth}"))).unwrap()
    });
    let created = |outcome: &&FirstAdminOutcome| matches!(outcome, FirstAdminOutcome::Created(_));
    assert_eq!(outcomes.iter().filter(created).count(), 1);
}

fn names(page: &Page<Profile, ByName>) -> Vec<&str> {
    page.items.iter().map(|profile| profile.username.as_str()).collect()
}

fn user_search_pages_by_name(db: &TestDb) {
    let ann = add(db, "ann");
    for name in ["Zoe", "bob", "Carl", "dora"] {
        add(db, name);
    }
    let limit = Limit::new(2).unwrap();
    let first = users(db).search_users(ann, "", &PageRequest { limit, after: None }).unwrap();
    assert_eq!(names(&first), ["bob", "Carl"]);
    let second =
        users(db).search_users(ann, "", &PageRequest { limit, after: first.next }).unwrap();
    assert_eq!(names(&second), ["dora", "Zoe"]);
    assert_eq!(second.next, None);
}

fn found(db: &TestDb, part: &str) -> Vec<String> {
    let page = users(db).search_users(UserId(0), part, &PageRequest::default()).unwrap();
    names(&page).into_iter().map(str::to_owned).collect()
}

fn user_search_matches_any_part_of_the_name(db: &TestDb) {
    for name in ["Mara", "tamara", "omar.k", "Ann"] {
        add(db, name);
    }
    assert_eq!(found(db, "mar"), ["Mara", "omar.k", "tamara"]);
    assert_eq!(found(db, "a"), ["Ann", "Mara", "omar.k", "tamara"]);
    assert_eq!(found(db, "tamara"), ["tamara"]);
    assert_eq!(found(db, ".k"), ["omar.k"]);
    assert_eq!(found(db, "marx"), [""; 0]);
}

fn user_search_results_page_by_name(db: &TestDb) {
    for name in ["Tamara", "banana", "omar", "Anansi", "lamaar", "manama"] {
        add(db, name);
    }
    let pages = |part: &str| {
        let (mut all, mut after) = (vec![], None);
        loop {
            let limit = Limit::new(2).unwrap();
            let page =
                users(db).search_users(UserId(0), part, &PageRequest { limit, after }).unwrap();
            all.extend(names(&page).into_iter().map(str::to_owned));
            after = page.next;
            if after.is_none() {
                return all;
            }
        }
    };
    assert_eq!(pages("a"), ["Anansi", "banana", "lamaar", "manama", "omar", "Tamara"]);
    assert_eq!(pages("an"), ["Anansi", "banana", "manama"]);
    assert_eq!(pages("ama"), ["lamaar", "manama", "Tamara"]);
    assert_eq!(pages("amaa"), ["lamaar"]);
}

fn wildcards_in_a_part_are_literal(db: &TestDb) {
    for name in ["a_b", "axb", "a-b"] {
        add(db, name);
    }
    assert_eq!(found(db, "a_b"), ["a_b"]);
    assert_eq!(found(db, "_"), ["a_b"]);
    for name in ["some_name", "somexname"] {
        add(db, name);
    }
    assert_eq!(found(db, "some_n"), ["some_name"]);
}
