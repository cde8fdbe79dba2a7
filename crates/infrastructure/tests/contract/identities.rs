use std::time::Duration;

use infrastructure::{DbIdentities, DbModeration, DbPasskeys, DbSessions, DbUsers};
use kernel::{PasskeyId, SessionId, UserId};
use moderation::ModerationRepository;
use users::{
    Account, AddPasskeyOutcome, CredentialName, DeleteOutcome, Identity, IdentityRepository,
    LinkOutcome, LinkingSession, MAX_BEGUN_OF_NETWORK, NO_PASSWORD, NewAccount, NewPasskey,
    NextPath, PasskeyKey, PasskeyRepository, ProviderId, ProviderRequest, ProviderTicket,
    RegisterOutcome, RemovePasskeyOutcome, RequestPurpose, SessionRepository, UnlinkOutcome,
    UserRepository, Username, WorkingWays, default_avatar,
};

use crate::support::{ACT, HASH, T0, TestDb, contract, sixteen_at_once};

contract! {
    a_request_is_taken_once_by_its_browser,
    one_of_sixteen_concurrent_callers_takes_a_request,
    expired_requests_are_neither_valid_nor_kept,
    requests_to_sign_in_are_bounded,
    a_ticket_is_taken_once_by_its_browser,
    registering_uses_the_ticket_up,
    a_taken_name_keeps_the_ticket,
    an_identity_registers_once,
    an_identity_belongs_to_one_account,
    one_of_sixteen_accounts_gets_an_identity,
    a_session_that_ended_links_nothing,
    a_banned_member_links_nothing,
    an_account_has_one_identity_of_a_provider,
    the_same_subject_of_another_issuer_is_somebody_else,
    the_last_way_to_sign_in_stays,
    the_last_passkey_stays_where_nothing_else_signs_in,
    a_free_name_is_that_of_no_member_and_of_no_former_one,
    a_deleted_account_leaves_nothing,
    a_reset_of_the_password_removes_identities_and_passkeys,
}

fn identities(db: &TestDb) -> DbIdentities {
    DbIdentities(db.database.clone())
}

fn id(provider: &str) -> ProviderId {
    ProviderId::parse(provider).unwrap()
}

fn identity(provider: &str, subject: &str) -> Identity {
    let issuer = "https://id.example".to_owned();
    Identity { provider: id(provider), issuer, subject: subject.to_owned() }
}

fn link(db: &TestDb, user: UserId, identity: &Identity) -> LinkOutcome {
    identities(db).link(&db.open_session(user), identity, T0).unwrap()
}

fn linking(user: UserId) -> LinkingSession {
    LinkingSession { user, id: SessionId(7), version: 4 }
}

fn request(purpose: RequestPurpose) -> ProviderRequest {
    let expires_at = T0.after(Duration::from_mins(5));
    let (browser, network) = ("browser".to_owned(), "192.0.2.1".to_owned());
    ProviderRequest { browser, provider: id("work"), purpose, network, expires_at }
}

fn ticket(subject: &str) -> ProviderTicket {
    let expires_at = T0.after(Duration::from_mins(1));
    let (browser, username) = ("browser".to_owned(), "ann".to_owned());
    ProviderTicket { identity: identity("work", subject), username, browser, expires_at }
}

/// What works on a site with these providers.
fn working(passkeys: bool, configured: &[&str]) -> WorkingWays {
    let issuer = identity("work", "").issuer;
    let providers = configured.iter().map(|one| (id(one), issuer.clone())).collect();
    WorkingWays { passkeys, providers }
}

fn name(text: &str) -> Username {
    Username::parse(text).unwrap()
}

fn new(username: &str) -> NewAccount {
    NewAccount {
        username: name(username),
        password_hash: NO_PASSWORD.to_owned(),
        image: default_avatar(),
        code_digests: vec![],
        created_at: T0,
    }
}

#[track_caller]
fn registered(db: &TestDb, digest: &str, username: &str) -> Account {
    match identities(db).register(digest, "browser", &new(username)).unwrap() {
        RegisterOutcome::Registered(account) => account,
        other => panic!("{other:?}"),
    }
}

/// A member without a password, with an identity of `work`.
fn member(db: &TestDb, username: &str) -> UserId {
    let ticket = ticket(username);
    identities(db).open_ticket(username, &ticket, T0).unwrap();
    registered(db, username, username).id
}

fn a_request_is_taken_once_by_its_browser(db: &TestDb) {
    let ann = db.add_user("ann");
    for (digest, purpose) in [
        ("one", RequestPurpose::SignIn { next: NextPath::parse("/search?q=ü") }),
        ("two", RequestPurpose::SignIn { next: None }),
        ("three", RequestPurpose::Link(linking(ann))),
    ] {
        let request = request(purpose);
        identities(db).open_request(digest, &request, T0).unwrap();
        let take =
            |digest, browser, now| identities(db).take_request(digest, browser, now).unwrap();
        assert_eq!(take(digest, "another", T0), None);
        assert_eq!(take("none", "browser", T0), None);
        assert_eq!(take(digest, "browser", request.expires_at), None);
        assert_eq!(take(digest, "browser", T0), Some(request));
        assert_eq!(take(digest, "browser", T0), None);
    }
}

fn one_of_sixteen_concurrent_callers_takes_a_request(db: &TestDb) {
    let request = request(RequestPurpose::SignIn { next: None });
    identities(db).open_request("one", &request, T0).unwrap();
    let taken =
        sixteen_at_once(|_| identities(db).take_request("one", "browser", T0).unwrap().is_some());
    assert_eq!(taken.into_iter().filter(|taken| *taken).count(), 1);
}

fn expired_requests_are_neither_valid_nor_kept(db: &TestDb) {
    let request = request(RequestPurpose::SignIn { next: None });
    identities(db).open_request("one", &request, T0).unwrap();
    let ticket = ticket("7");
    identities(db).open_ticket("one", &ticket, T0).unwrap();
    identities(db).open_request("two", &request, request.expires_at).unwrap();
    identities(db).open_ticket("two", &ticket, ticket.expires_at).unwrap();
    assert_eq!(db.number("SELECT count(*) AS n FROM provider_requests"), 1);
    assert_eq!(db.number("SELECT count(*) AS n FROM provider_tickets"), 1);
}

fn requests_to_sign_in_are_bounded(db: &TestDb) {
    let ann = db.add_user("ann");
    let open = |digest: &str, purpose, millis| {
        let expires_at = T0.after(Duration::from_millis(millis));
        let request = ProviderRequest { expires_at, ..request(purpose) };
        identities(db).open_request(digest, &request, T0).unwrap();
    };
    open("hers", RequestPurpose::Link(linking(ann)), 1);
    for nth in 0..=MAX_BEGUN_OF_NETWORK {
        open(&nth.to_string(), RequestPurpose::SignIn { next: None }, nth as u64 + 2);
    }
    let count = "SELECT count(*) AS n FROM provider_requests WHERE user_id IS NULL";
    assert_eq!(db.number(count), i64::try_from(MAX_BEGUN_OF_NETWORK).unwrap());
    let take = |digest| identities(db).take_request(digest, "browser", T0).unwrap();
    assert_eq!(take("0"), None, "the oldest ended");
    assert!(take("1").is_some() && take("hers").is_some());
}

fn a_ticket_is_taken_once_by_its_browser(db: &TestDb) {
    let ticket = ticket("7");
    identities(db).open_ticket("one", &ticket, T0).unwrap();
    let take = |digest, browser, now| identities(db).take_ticket(digest, browser, now).unwrap();
    assert_eq!(take("one", "another", T0), None);
    assert_eq!(take("one", "browser", ticket.expires_at), None);
    assert_eq!(take("one", "browser", T0), Some(ticket));
    assert_eq!(take("one", "browser", T0), None);
}

fn registering_uses_the_ticket_up(db: &TestDb) {
    let ticket = ticket("7");
    identities(db).open_ticket("one", &ticket, T0).unwrap();
    let elsewhere = identities(db).register("one", "another", &new("ann")).unwrap();
    assert_eq!(elsewhere, RegisterOutcome::Ended, "it is another browser's");
    let late = NewAccount { created_at: ticket.expires_at, ..new("ann") };
    assert_eq!(identities(db).register("one", "browser", &late).unwrap(), RegisterOutcome::Ended);
    let ann = registered(db, "one", "Ann");
    assert_eq!(identities(db).find(&ticket.identity).unwrap(), Some(ann.clone()));
    let credentials = DbUsers(db.database.clone()).credentials(ann.id).unwrap().unwrap();
    assert!(!credentials.has_password());
    assert_eq!(
        identities(db).register("one", "browser", &new("bob")).unwrap(),
        RegisterOutcome::Ended
    );
    let listed = identities(db).list(ann.id).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((&listed[0].provider, listed[0].since), (&id("work"), T0));
}

fn a_taken_name_keeps_the_ticket(db: &TestDb) {
    db.add_user("ann");
    identities(db).open_ticket("one", &ticket("7"), T0).unwrap();
    assert_eq!(
        identities(db).register("one", "browser", &new("ANN")).unwrap(),
        RegisterOutcome::NameTaken
    );
    assert_eq!(registered(db, "one", "bob").username, "bob");
}

fn an_identity_registers_once(db: &TestDb) {
    for digest in ["one", "two"] {
        identities(db).open_ticket(digest, &ticket("7"), T0).unwrap();
    }
    registered(db, "one", "ann");
    assert_eq!(
        identities(db).register("two", "browser", &new("bob")).unwrap(),
        RegisterOutcome::Ended
    );
    assert!(DbUsers(db.database.clone()).credentials_by_name("bob").unwrap().is_none());
}

fn an_identity_belongs_to_one_account(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    assert_eq!(identities(db).find(&identity("work", "7")).unwrap(), None);
    assert_eq!(link(db, ann, &identity("work", "7")), LinkOutcome::Linked);
    assert_eq!(link(db, ann, &identity("work", "7")), LinkOutcome::Linked, "it was before");
    assert_eq!(link(db, bob, &identity("work", "7")), LinkOutcome::Taken);
    assert_eq!(identities(db).find(&identity("work", "7")).unwrap().unwrap().id, ann);
    assert_eq!(identities(db).list(bob).unwrap(), []);
}

fn one_of_sixteen_accounts_gets_an_identity(db: &TestDb) {
    let members: Vec<UserId> = (0..16).map(|nth| db.add_user(&format!("member{nth}"))).collect();
    let outcomes = sixteen_at_once(|nth| link(db, members[nth as usize], &identity("work", "7")));
    let linked = outcomes.iter().filter(|outcome| **outcome == LinkOutcome::Linked).count();
    let taken = outcomes.iter().filter(|outcome| **outcome == LinkOutcome::Taken).count();
    assert_eq!((linked, taken), (1, 15));
}

fn a_session_that_ended_links_nothing(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let session = db.open_session(ann);
    let link = |session: &LinkingSession, now| {
        identities(db).link(session, &identity("work", "7"), now).unwrap()
    };
    let day = Duration::from_hours(24);
    assert_eq!(link(&session, T0.after(day)), LinkOutcome::Ended, "its token expired");
    let of_bob = LinkingSession { user: bob, ..session };
    assert_eq!(link(&of_bob, T0), LinkOutcome::Ended, "it is another's");
    let earlier = LinkingSession { version: session.version - 1, ..session };
    assert_eq!(link(&earlier, T0), LinkOutcome::Ended, "its token ended");
    DbSessions(db.database.clone()).end(ann, session.id).unwrap();
    assert_eq!(link(&session, T0), LinkOutcome::Ended, "signed out");
    let session = db.open_session(ann);
    DbUsers(db.database.clone()).reset_password(ann, HASH, "new", T0).unwrap().unwrap();
    assert_eq!(link(&session, T0), LinkOutcome::Ended, "there is a new password");
    assert_eq!(identities(db).list(ann).unwrap(), []);
}

fn a_banned_member_links_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    let session = db.open_session(ann);
    let until = T0.after(Duration::from_hours(1));
    DbModeration(db.database.clone()).ban(ann, Some(until), &ACT).unwrap();
    let link = |now| identities(db).link(&session, &identity("work", "7"), now).unwrap();
    assert_eq!(link(T0), LinkOutcome::Ended);
    assert_eq!(link(until), LinkOutcome::Linked, "the ban is over");
}

fn an_account_has_one_identity_of_a_provider(db: &TestDb) {
    let ann = db.add_user("ann");
    assert_eq!(link(db, ann, &identity("work", "7")), LinkOutcome::Linked);
    assert_eq!(link(db, ann, &identity("work", "8")), LinkOutcome::HasOther);
    assert_eq!(link(db, ann, &identity("other", "7")), LinkOutcome::Linked);
    let listed = identities(db).list(ann).unwrap();
    let providers: Vec<_> = listed.iter().map(|one| one.provider.as_str()).collect();
    assert_eq!(providers, ["other", "work"]);
}

fn the_same_subject_of_another_issuer_is_somebody_else(db: &TestDb) {
    let ann = db.add_user("ann");
    link(db, ann, &identity("work", "7"));
    let issuer = "https://new.example".to_owned();
    let other = Identity { issuer, ..identity("work", "7") };
    assert_eq!(identities(db).find(&other).unwrap(), None);
}

fn the_last_way_to_sign_in_stays(db: &TestDb) {
    let ann = member(db, "ann");
    let unlink = |user, provider, configured: &[&str]| {
        identities(db).unlink(user, &id(provider), &working(false, configured), T0).unwrap()
    };
    let both = ["work", "other"];
    assert_eq!(unlink(ann, "other", &both), UnlinkOutcome::None);
    assert_eq!(unlink(ann, "work", &both), UnlinkOutcome::LastSignIn);
    link(db, ann, &identity("other", "7"));
    assert_eq!(unlink(ann, "work", &["work"]), UnlinkOutcome::LastSignIn, "the site dropped it");
    let mut moved = working(false, &both);
    moved.providers[1].1.push('/');
    let outcome = identities(db).unlink(ann, &id("work"), &moved, T0).unwrap();
    assert_eq!(outcome, UnlinkOutcome::LastSignIn, "the other has another issuer");
    assert_eq!(unlink(ann, "work", &both), UnlinkOutcome::Removed);
    assert_eq!(unlink(ann, "other", &both), UnlinkOutcome::LastSignIn);
    let bob = db.add_user("bob");
    link(db, bob, &identity("work", "9"));
    assert_eq!(unlink(bob, "work", &both), UnlinkOutcome::Removed, "there is a password");
    assert_eq!(identities(db).list(bob).unwrap(), []);
}

fn the_last_passkey_stays_where_nothing_else_signs_in(db: &TestDb) {
    let ann = member(db, "ann");
    let passkeys = DbPasskeys(db.database.clone());
    let [first, second] = ["one", "two"].map(|credential| add_passkey(db, ann, credential));
    let remove = |passkey, configured: &[&str]| {
        passkeys.remove(ann, passkey, &working(true, configured), T0).unwrap()
    };
    let outcome = passkeys.remove(ann, first, &working(false, &[]), T0).unwrap();
    assert_eq!(outcome, RemovePasskeyOutcome::LastSignIn, "the other does not work here");
    assert_eq!(remove(first, &[]), RemovePasskeyOutcome::Removed, "there is another");
    assert_eq!(remove(first, &[]), RemovePasskeyOutcome::NotFound);
    assert_eq!(remove(second, &[]), RemovePasskeyOutcome::LastSignIn, "the site dropped hers");
    let unlink = |passkeys| {
        identities(db).unlink(ann, &id("work"), &working(passkeys, &["work"]), T0).unwrap()
    };
    assert_eq!(unlink(false), UnlinkOutcome::LastSignIn, "hers does not work here");
    assert_eq!(unlink(true), UnlinkOutcome::Removed, "there is a passkey");
    assert_eq!(remove(second, &["work"]), RemovePasskeyOutcome::LastSignIn);
    let bob = db.add_user("bob");
    let his = add_passkey(db, bob, "three");
    assert_eq!(
        passkeys.remove(bob, his, &working(false, &[]), T0).unwrap(),
        RemovePasskeyOutcome::Removed
    );
}

fn add_passkey(db: &TestDb, user: UserId, credential: &str) -> PasskeyId {
    let key = PasskeyKey {
        credential: credential.to_owned(),
        handle: "handle".to_owned(),
        public_key: "{}".to_owned(),
    };
    let name = CredentialName::parse("Phone").unwrap();
    let passkey = NewPasskey { user, name, key, created_at: T0 };
    match DbPasskeys(db.database.clone()).add(&passkey).unwrap() {
        AddPasskeyOutcome::Added(added) => added.id,
        outcome => panic!("{outcome:?}"),
    }
}

fn a_free_name_is_that_of_no_member_and_of_no_former_one(db: &TestDb) {
    let ann = member(db, "ann");
    member(db, "ann2");
    let deleted = DbUsers(db.database.clone()).delete(ann, NO_PASSWORD, T0).unwrap();
    assert_eq!(deleted, DeleteOutcome::Deleted);
    let names = ["Ann", "ANN2", "ann3", "ann4"].map(name);
    assert_eq!(identities(db).first_free(&names).unwrap(), Some(name("ann3")));
    assert_eq!(identities(db).first_free(&names[..2]).unwrap(), None);
}

fn a_deleted_account_leaves_nothing(db: &TestDb) {
    let ann = member(db, "ann");
    let to_link = request(RequestPurpose::Link(linking(ann)));
    identities(db).open_request("one", &to_link, T0).unwrap();
    DbUsers(db.database.clone()).delete(ann, NO_PASSWORD, T0).unwrap();
    assert_eq!(identities(db).find(&identity("work", "ann")).unwrap(), None);
    assert_eq!(identities(db).take_request("one", "browser", T0).unwrap(), None);
}

fn a_reset_of_the_password_removes_identities_and_passkeys(db: &TestDb) {
    let ann = member(db, "ann");
    add_passkey(db, ann, "one");
    let users = DbUsers(db.database.clone());
    users.reset_password(ann, NO_PASSWORD, "new", T0).unwrap().unwrap();
    assert_eq!(identities(db).list(ann).unwrap(), []);
    assert_eq!(DbPasskeys(db.database.clone()).list(ann).unwrap(), []);
}
