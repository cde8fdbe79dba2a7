//! E-mail addresses, the links in mails, and the mails that wait.

mod resets;
mod unread;

use std::{sync::Arc, time::Duration};

use database::Due;
use infrastructure::{DbEmails, DbModeration, DbUsers, MailCarrier};
use kernel::{Clock, Language, Timestamp, UserId};
use mail::{Mail, Mailer, SendError};
use moderation::ModerationRepository;
use notifications::MailPace;
use parking_lot::Mutex;
use security::{HmacLinkTokens, JwtSecret};
use users::{
    BeginEmailOutcome, Email, EmailAddress, EmailRepository, LinkTokens, NewLink, UserRepository,
};

use crate::{
    outbox::{PATIENCE, stopped_clock, wait_for},
    support::{ACT, HASH, T0, TestDb, contract, sixteen_at_once},
};

contract! {
    an_address_waits_until_its_link_confirms_it,
    one_of_sixteen_confirms,
    a_link_to_an_address_that_was_replaced_does_not_work,
    the_sixth_mail_of_a_day_is_refused,
    a_password_that_changed_begins_nothing,
    the_former_address_is_told,
    a_removed_address_is_told,
    a_language_is_chosen_once,
    a_link_that_ended_is_not_sent,
    what_waits_lets_nobody_in,
    a_second_try_is_the_same_mail,
    three_refusals_in_a_row_switch_an_address_off,
    a_change_of_how_to_sign_in_is_mailed,
    the_banned_get_no_notices,
    a_site_that_sends_no_mail_keeps_none,
    a_deleted_account_leaves_no_address,
}

/// A mail server: what it took, and what it answers.
#[derive(Default)]
struct Post {
    taken: Mutex<Vec<Mail>>,
    /// The answers to the next mails, the last one first; then all are taken.
    answers: Mutex<Vec<SendError>>,
}

impl Mailer for Post {
    fn send(&self, mail: &Mail) -> Result<(), SendError> {
        self.taken.lock().push(mail.clone());
        self.answers.lock().pop().map_or(Ok(()), Err)
    }
}

impl Post {
    fn refusing(times: usize) -> Arc<Self> {
        let answer = SendError::RecipientRefused("550 no such user".to_owned());
        Arc::new(Self { answers: Mutex::new(vec![answer; times]), ..Self::default() })
    }

    /// The recipients and subjects, in order of the recipients.
    fn subjects(&self) -> Vec<(String, String)> {
        let taken = self.taken.lock();
        let mut all: Vec<_> =
            taken.iter().map(|mail| (mail.to.clone(), mail.subject.clone())).collect();
        all.sort();
        all
    }
}

fn emails(db: &TestDb) -> DbEmails {
    DbEmails(db.database.clone())
}

fn tokens() -> HmacLinkTokens {
    HmacLinkTokens::new(&JwtSecret::new(vec![7; 32]).unwrap())
}

fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

fn begin_at(db: &TestDb, user: UserId, to: &str, now: Timestamp) -> (NewLink, BeginEmailOutcome) {
    let link = tokens().generate();
    let begun = emails(db).begin(user, HASH, &address(to), &link, None, now).unwrap();
    (link, begun)
}

fn begin(db: &TestDb, user: UserId, to: &str) -> NewLink {
    begin_at(db, user, to, T0).0
}

/// Gives a member a confirmed address.
fn confirm(db: &TestDb, user: UserId, to: &str) {
    let link = begin(db, user, to);
    assert_eq!(emails(db).confirm(&link.digest, T0).unwrap().as_deref(), Some(to));
}

fn member(db: &TestDb, name: &str) -> UserId {
    let user = db.add_user(name);
    confirm(db, user, &format!("{name}@x.org"));
    user
}

/// Carries all that waits and is due at `now`.
fn carry_at(db: &TestDb, mailer: Option<Arc<Post>>, now: Timestamp) {
    let clock = stopped_clock();
    clock.advance(now.since(T0));
    let carrier = MailCarrier {
        database: db.database.clone(),
        mailer: mailer.map(|post| post as _),
        tokens: Arc::new(tokens()),
        public_url: "https://tea.example".to_owned(),
        host: "tea.example".to_owned(),
        clock: clock.clone(),
        pace: MailPace::default(),
    };
    let clock: Arc<dyn Clock> = clock;
    let _runner = db.database.start_deliveries(vec![Arc::new(carrier)], &clock).unwrap();
    // What is being carried is due after its lease.
    let (due, lease) = (now.unix_millis(), now.after(Due::LEASE).unix_millis());
    let left =
        format!("SELECT count(*) AS n FROM deliveries WHERE due_at <= {due} OR due_at = {lease}");
    wait_for("the end of the queue", PATIENCE, || db.number(&left) == 0);
}

fn carry(db: &TestDb, mailer: &Arc<Post>) {
    carry_at(db, Some(Arc::clone(mailer)), T0);
}

/// Drops what waits.
fn forget(db: &TestDb) {
    db.run("DELETE FROM deliveries");
}

fn token_in(mail: &Mail) -> String {
    let (_, after) = mail.text.split_once("?token=").unwrap();
    after.lines().next().unwrap().to_owned()
}

fn an_address_waits_until_its_link_confirms_it(db: &TestDb) {
    let ann = db.add_user("ann");
    assert_eq!(emails(db).find(ann).unwrap(), Email::default());
    let waits = Email { pending: Some("Ann@x.org".to_owned()), ..Email::default() };
    let (_, begun) = begin_at(db, ann, "Ann@x.org", T0);
    assert_eq!(begun, BeginEmailOutcome::Begun(waits.clone()));
    let post = Arc::new(Post::default());
    carry(db, &post);
    let mail = post.taken.lock()[0].clone();
    assert_eq!((mail.to.as_str(), mail.from_name.as_str()), ("Ann@x.org", "POST-UP"));
    let digest = tokens().digest(&token_in(&mail));
    let late = T0.after(Duration::from_hours(24));
    assert_eq!(emails(db).confirm(&digest, late).unwrap(), None);
    assert_eq!(emails(db).find(ann).unwrap(), waits);
    assert_eq!(emails(db).confirm(&digest, T0).unwrap().as_deref(), Some("Ann@x.org"));
    let confirmed = Email { confirmed: Some("Ann@x.org".to_owned()), ..Email::default() };
    assert_eq!(emails(db).find(ann).unwrap(), confirmed);
    assert_eq!(emails(db).confirm(&digest, T0).unwrap(), None);
}

fn one_of_sixteen_confirms(db: &TestDb) {
    let link = begin(db, db.add_user("ann"), "ann@x.org");
    let confirmed = sixteen_at_once(|_| emails(db).confirm(&link.digest, T0).unwrap());
    assert_eq!(confirmed.iter().flatten().count(), 1);
}

fn a_link_to_an_address_that_was_replaced_does_not_work(db: &TestDb) {
    let ann = db.add_user("ann");
    let (first, again, other) =
        (begin(db, ann, "a@x.org"), begin(db, ann, "a@x.org"), begin(db, ann, "b@x.org"));
    for link in [first, again] {
        assert_eq!(emails(db).confirm(&link.digest, T0).unwrap(), None);
    }
    assert!(emails(db).confirm(&other.digest, T0).unwrap().is_some());
    let post = Arc::new(Post::default());
    carry(db, &post);
    assert_eq!(post.subjects(), []);
}

fn the_sixth_mail_of_a_day_is_refused(db: &TestDb) {
    let (ann, bob) = (db.add_user("ann"), db.add_user("bob"));
    let at = |hours| T0.after(Duration::from_hours(hours));
    for hour in 0..5 {
        let (link, begun) = begin_at(db, ann, "ann@x.org", at(hour));
        assert!(matches!(begun, BeginEmailOutcome::Begun(_)), "{begun:?}");
        emails(db).confirm(&link.digest, at(hour)).unwrap();
        // Those of a removed address count, too.
        emails(db).remove(ann, at(hour)).unwrap();
    }
    assert_eq!(begin_at(db, ann, "b@x.org", at(23)).1, BeginEmailOutcome::TooMany { first: T0 });
    assert_eq!(emails(db).find(ann).unwrap(), Email::default());
    assert!(matches!(begin_at(db, bob, "b@x.org", at(23)).1, BeginEmailOutcome::Begun(_)));
    assert!(matches!(begin_at(db, ann, "b@x.org", at(24)).1, BeginEmailOutcome::Begun(_)));
}

fn a_password_that_changed_begins_nothing(db: &TestDb) {
    let ann = db.add_user("ann");
    let link = tokens().generate();
    let begun = emails(db).begin(ann, "(former)", &address("a@x.org"), &link, None, T0).unwrap();
    assert_eq!(begun, BeginEmailOutcome::PasswordChanged);
    assert_eq!(emails(db).find(ann).unwrap(), Email::default());
}

fn the_former_address_is_told(db: &TestDb) {
    let ann = member(db, "ann");
    forget(db);
    confirm(db, ann, "Ann@x.org");
    let post = Arc::new(Post::default());
    carry(db, &post);
    assert_eq!(post.subjects(), [], "the same address in other letters");
    confirm(db, ann, "new@x.org");
    carry(db, &post);
    let told = ("Ann@x.org".to_owned(), "Your e-mail address at POST-UP was changed".to_owned());
    assert_eq!(post.subjects(), [told]);
}

fn a_removed_address_is_told(db: &TestDb) {
    let (ann, bob) = (member(db, "ann"), db.add_user("bob"));
    begin(db, bob, "bob@x.org");
    forget(db);
    for user in [ann, bob] {
        emails(db).remove(user, T0).unwrap();
        assert_eq!(emails(db).find(user).unwrap(), Email::default());
    }
    let post = Arc::new(Post::default());
    carry(db, &post);
    let told = ("ann@x.org".to_owned(), "Your e-mail address at POST-UP was removed".to_owned());
    assert_eq!(post.subjects(), [told]);
}

fn a_language_is_chosen_once(db: &TestDb) {
    let ann = db.add_user("ann");
    for tag in ["de", "fr"] {
        let (link, language) = (tokens().generate(), Language::parse(tag).ok());
        emails(db).begin(ann, HASH, &address("ann@x.org"), &link, language, T0).unwrap();
    }
    assert_eq!(DbUsers(db.database.clone()).language(ann).unwrap(), Language::parse("de").ok());
    let post = Arc::new(Post::default());
    carry(db, &post);
    assert!(post.taken.lock()[0].subject.starts_with("Bestätige"), "{:?}", post.subjects());
}

fn a_link_that_ended_is_not_sent(db: &TestDb) {
    let ann = db.add_user("ann");
    begin(db, ann, "ann@x.org");
    let post = Arc::new(Post::default());
    carry_at(db, Some(Arc::clone(&post)), T0.after(Duration::from_hours(24)));
    assert_eq!(post.subjects(), []);
}

fn what_waits_lets_nobody_in(db: &TestDb) {
    let link = begin(db, db.add_user("ann"), "ann@x.org");
    let token = tokens().token(&link.seed);
    for column in ["deliveries WHERE data", "deliveries WHERE key", "email_tokens WHERE digest"] {
        let found = format!("SELECT count(*) AS n FROM {column} LIKE '%{token}%'");
        assert_eq!(db.number(&found), 0, "{column}");
    }
    for stored in [&link.seed, &link.digest] {
        assert_eq!(emails(db).confirm(&tokens().digest(stored), T0).unwrap(), None);
    }
}

fn a_second_try_is_the_same_mail(db: &TestDb) {
    begin(db, db.add_user("ann"), "ann@x.org");
    let again = SendError::Temporary("421 later".to_owned());
    let post = Arc::new(Post { answers: Mutex::new(vec![again]), ..Post::default() });
    carry(db, &post);
    carry_at(db, Some(Arc::clone(&post)), T0.after(Duration::from_mins(1)));
    let taken = post.taken.lock();
    assert_eq!((taken.len(), &taken[0]), (2, &taken[1]));
    assert!(taken[0].message_id.ends_with("@tea.example"), "{}", taken[0].message_id);
}

fn three_refusals_in_a_row_switch_an_address_off(db: &TestDb) {
    let ann = member(db, "ann");
    let reset = |post: &Arc<Post>| {
        db.run("DELETE FROM deliveries; DELETE FROM email_tokens");
        emails(db).request_reset("ann", T0).unwrap();
        carry(db, post);
    };
    reset(&Post::refusing(1));
    reset(&Post::refusing(1));
    reset(&Post::refusing(0));
    for refusal in 0..3 {
        assert!(!emails(db).find(ann).unwrap().switched_off, "{refusal}");
        reset(&Post::refusing(1));
    }
    let off = emails(db).find(ann).unwrap();
    assert_eq!((off.confirmed.as_deref(), off.switched_off), (Some("ann@x.org"), true));
    let post = Post::refusing(0);
    reset(&post);
    assert_eq!(post.subjects(), []);
    confirm(db, ann, "ann@x.org");
    assert!(!emails(db).find(ann).unwrap().switched_off);
}

fn a_change_of_how_to_sign_in_is_mailed(db: &TestDb) {
    let (ann, bob) = (member(db, "ann"), db.add_user("bob"));
    forget(db);
    for user in [ann, bob] {
        assert!(DbUsers(db.database.clone()).set_recovery_codes(user, HASH, &[], T0).unwrap());
    }
    let post = Arc::new(Post::default());
    carry(db, &post);
    let told = ("ann@x.org".to_owned(), "Your recovery codes at POST-UP were replaced".to_owned());
    assert_eq!(post.subjects(), [told]);
}

fn the_banned_get_no_notices(db: &TestDb) {
    let ann = member(db, "ann");
    forget(db);
    DbUsers(db.database.clone()).set_recovery_codes(ann, HASH, &[], T0).unwrap();
    DbModeration(db.database.clone()).ban(ann, None, &ACT).unwrap();
    let post = Arc::new(Post::default());
    carry(db, &post);
    assert_eq!(post.subjects(), []);
}

fn a_site_that_sends_no_mail_keeps_none(db: &TestDb) {
    begin(db, db.add_user("ann"), "ann@x.org");
    carry_at(db, None, T0);
    assert_eq!(db.number("SELECT count(*) AS n FROM deliveries"), 0);
}

fn a_deleted_account_leaves_no_address(db: &TestDb) {
    let ann = member(db, "ann");
    begin(db, ann, "new@x.org");
    DbUsers(db.database.clone()).delete(ann, HASH, T0).unwrap();
    for table in ["user_emails", "email_tokens", "deliveries"] {
        assert_eq!(db.number(&format!("SELECT count(*) AS n FROM {table}")), 0, "{table}");
    }
}
