//! A small community with something of everything, written through the ports.

use database::Database;
use drafts::{DraftData, DraftKey, DraftRepository, DraftWrite};
use forums::{
    BlockedWords, ForumRepository, NewForum, NewRules, RulesText, SaveOutcome, Topic, WritingLimits,
};
use images::{ImageName, ImageRepository, ImageSize, NewImage};
use infrastructure::{
    DbApiTokens, DbAppeals, DbDrafts, DbEmails, DbForumBans, DbForumMembers, DbForums,
    DbIdentities, DbImages, DbLoginFailures, DbMessages, DbModeration, DbPasskeys, DbPosts,
    DbReplies, DbReports, DbSaved, DbSecondSteps, DbSessions, DbSite, DbSubscriptions, DbWebhooks,
};
use kernel::{
    Endpoint, ForumId, ImageUrl, PostId, Reason, ReplyId, Timestamp, UserId, Visibility,
    VoteCommand,
};
use messages::{Block, MessageRepository, MessageText, NewMessage, Participants};
use moderation::{
    ModerationRepository,
    appeals::{AppealRepository, AppealText, NewAppeal},
    forum_bans::{ForumBanRepository, NewForumBan},
    forum_members::{ForumMemberRepository, NewForumMember},
    reports::{
        Decision, FileOutcome, NewReport, ReportNote, ReportReason, ReportRepository, ReportState,
        ReportTarget, TargetKind,
    },
};
use posts::{NewPost, PostContent, PostRepository};
use push::SubscriptionRepository;
use replies::{InsertOutcome, NewReply, ReplyRepository};
use saved::{SavedRepository, Target};
use sha2::{Digest, Sha256};
use site::{
    Announcement, Change, Footer, NewPage, PageSlug, PageText, PageTitle, Registration,
    SettingsChange, SiteName, SiteRepository, SiteRules, Tagline,
};
use users::{
    ApiTokenRepository, CredentialName, Device, EmailAddress, EmailRepository, Identity,
    IdentityRepository, LinkOutcome, LinkingSession, LoginFailures, NewApiToken, NewLink,
    NewPasskey, NewSession, PasskeyKey, PasskeyRepository, ProviderId, Scope, SecondStepRepository,
    SessionRepository, SignInMethod, ThrottleKey, TotpSecret,
};
use webhooks::{EventType, NewWebhook, WebhookRepository};

use crate::{
    messages::done,
    push::subscription,
    support::{ACT, HASH, T0, TestDb, own},
};

/// Characters that JSON and SQL escape, and one outside of the first plane.
const ODD: &str = "It's \"quoted\", \\ and \u{1f331}\n\tNULL; naïve 東京 %_?1$1";

pub(crate) fn later(minutes: i64) -> Timestamp {
    Timestamp::from_unix_millis(T0.unix_millis() + minutes * 60_000)
}

/// Its members.
pub(crate) struct Community<'a> {
    db: &'a TestDb,
    pub(crate) people: [UserId; 3],
    pub(crate) forums: [ForumId; 2],
    /// What posts show from then on.
    picture: Option<String>,
}

/// Stores an image of these bytes, which need be none, in two sizes.
pub(crate) fn add_image(db: &TestDb, owner: UserId, bytes: &[u8]) -> ImageName {
    add_image_in(&db.database, owner, bytes)
}

pub(crate) fn add_image_in(database: &Database, owner: UserId, bytes: &[u8]) -> ImageName {
    let name = ImageName::parse(&format!("{}.png", hex::encode(Sha256::digest(bytes)))).unwrap();
    let (width, height, bytes_in_full) = (640, 480, bytes.len());
    let new = NewImage { name: name.clone(), owner, width, height, bytes: bytes_in_full, at: T0 };
    let images = DbImages(database.clone());
    assert_eq!(images.insert(&new).unwrap(), images::InsertOutcome::Inserted);
    for size in [ImageSize::Px48, ImageSize::Full] {
        infrastructure::image_store(database).put(&name, size, bytes).unwrap();
    }
    name
}

impl<'a> Community<'a> {
    /// Three people who have written, voted and removed, with gaps in the ids, and hidden texts.
    pub(crate) fn of(db: &'a TestDb) -> Self {
        let people = ["ann", "Bob", "eve.3"].map(|name| db.add_user(name));
        let forums = ["Gardening", "Äpfel & Birnen"].map(|topic| db.add_forum(people[0], topic));
        let mut community = Self { db, people, forums, picture: None };
        community.moderate();
        community.sign_in();
        community.draft();
        let image = add_image(db, community.people[0], b"a picture");
        community.picture = Some(image.url());
        for minute in 0..6 {
            community.write(minute);
        }
        let (hidden, _) = community.write(7);
        assert!(DbPosts::new(db.database.clone()).delete(hidden, &ACT).unwrap());
        community.remove_the_last();
        community
    }

    fn moderate(&self) {
        let (moderation, forums) =
            (DbModeration(self.db.database.clone()), DbForums(self.db.database.clone()));
        moderation.make_admin(self.people[0], &ACT).unwrap();
        moderation.add_moderator(self.forums[1], self.people[1], &ACT).unwrap();
        moderation.ban(self.people[2], None, &ACT).unwrap();
        let text = AppealText::parse(ODD).unwrap();
        let appeal = NewAppeal { by: self.people[2], forum: None, text, at: T0 };
        DbAppeals(self.db.database.clone()).file(&appeal).unwrap();
        let ban = NewForumBan {
            forum: self.forums[1],
            user: self.people[2],
            until: Some(later(-1)),
            reason: Reason::parse(ODD.trim()).ok(),
            by: self.people[0],
            at: later(-60),
        };
        DbForumBans(self.db.database.clone()).ban(&ban).unwrap();
        self.found_club();
        forums.add_favorite(self.people[1], self.forums[0], T0).unwrap();
        let rules = NewRules {
            text: Some(RulesText::parse(ODD).unwrap()),
            limits: WritingLimits {
                blocked_words: BlockedWords::parse(["buy now", "賭場"]).unwrap(),
                ..WritingLimits::default()
            },
        };
        self.site();
        forums.set_rules(self.forums[1], &rules, &ACT).unwrap().unwrap();
        let messages = DbMessages(self.db.database.clone());
        self.db.run(
            "INSERT INTO imported (system, kind, source_id, id, user_id)
                VALUES ('discourse', 0, '7', NULL, 1), ('discourse', 1, '5', 1, NULL)",
        );
        let block = Block { owner: self.people[1], peer: self.db.add_user("mallory") };
        messages.block(block, T0).unwrap();
    }

    /// A private forum with a member and an invitation.
    fn found_club(&self) {
        let [founder, member, _] = self.people;
        let club = NewForum {
            topic: Topic::parse("Gardening").unwrap(),
            description: forums::Description::parse(ODD).unwrap(),
            visibility: Visibility::Private,
            author: founder,
            created_at: T0,
        };
        let SaveOutcome::Saved(club) = DbForums(self.db.database.clone()).insert(&club).unwrap()
        else {
            panic!("not stored");
        };
        let members = DbForumMembers(self.db.database.clone());
        let new = NewForumMember { forum: club.id, user: member, by: founder, since: T0 };
        members.add(&new).unwrap();
        members.insert_invite("club digest", club.id, later(60), &own(founder)).unwrap();
    }

    fn site(&self) {
        let site = DbSite(self.db.database.clone());
        let settings = SettingsChange {
            name: SiteName::parse("Gärten & Äpfel").ok(),
            tagline: Change::Set(Tagline::parse("It's \"ours\"").unwrap()),
            rules: Change::Set(SiteRules::parse(ODD).unwrap()),
            registration: Some(Registration::Invite),
            footer: Footer::parse([("It's \"ours\"", "/pages/imprint")].into_iter()).ok(),
            announcement: Change::Set(Announcement::parse(ODD).unwrap()),
            ..SettingsChange::default()
        };
        site.change_settings(&settings, &ACT).unwrap();
        let page = NewPage {
            slug: PageSlug::parse("imprint").unwrap(),
            title: PageTitle::parse("It's \"ours\"").unwrap(),
            text: PageText::parse(ODD).unwrap(),
        };
        site.write_page(&page, &ACT).unwrap().unwrap();
        site.insert_invite("digest", later(60), &ACT).unwrap();
        let webhook = NewWebhook {
            url: Endpoint::parse("https://bot.example/it's").unwrap(),
            events: EventType::ALL.into(),
            forum: None,
            seed: ODD.to_owned(),
            created_at: T0,
        };
        DbWebhooks(self.db.database.clone()).insert(&webhook).unwrap();
        site.store_figures(T0.day(), T0.day()).unwrap();
    }

    /// A second step, passkeys, API tokens, recovery codes, and a trial at one that failed.
    fn sign_in(&self) {
        let (second_steps, failures) =
            (DbSecondSteps(self.db.database.clone()), DbLoginFailures(self.db.database.clone()));
        let digests = ["one", "other"].map(str::to_owned);
        let secret = TotpSecret([7; 20]);
        second_steps.begin(self.people[1], HASH, secret, T0).unwrap();
        assert!(second_steps.activate(self.people[1], secret, 1, &digests, T0).unwrap());
        for (user, credential) in [(1, "one"), (1, "two"), (0, "three")] {
            let name = CredentialName::parse(ODD).unwrap();
            let [credential, handle, public_key] = [credential, "handle", ODD].map(str::to_owned);
            let key = PasskeyKey { credential, handle, public_key };
            let passkey = NewPasskey { user: self.people[user], name, key, created_at: T0 };
            DbPasskeys(self.db.database.clone()).add(&passkey).unwrap();
        }
        for (user, digest) in [(1, "one"), (0, "other")] {
            let token = NewApiToken {
                user: self.people[user],
                name: CredentialName::parse(ODD).unwrap(),
                digest: digest.to_owned(),
                scopes: Scope::ALL.into_iter().collect(),
                method: SignInMethod::Password,
                created_at: T0,
                ends_at: later(60 * 24),
            };
            DbApiTokens(self.db.database.clone()).add(&token).unwrap();
        }
        let emails = DbEmails(self.db.database.clone());
        for (nth, to) in ["ann@x.org", "O'Neil+1@x.org", "later@x.org"].iter().enumerate() {
            let [seed, digest] = ["seed", "digest"].map(|part| format!("{part} {nth}"));
            let (link, to) = (NewLink { seed, digest }, EmailAddress::parse(to).unwrap());
            emails.begin(self.people[nth.min(1)], HASH, &to, &link, None, T0).unwrap();
            if nth < 2 {
                emails.confirm(&link.digest, T0).unwrap().unwrap();
            }
        }
        let identities = DbIdentities(self.db.database.clone());
        let provider = ProviderId::parse("work").unwrap();
        let identity =
            Identity { provider, issuer: "https://id.example".to_owned(), subject: ODD.to_owned() };
        let sessions = DbSessions(self.db.database.clone());
        for client in ["Firefox on Linux", ODD] {
            let device = Device { client: client.to_owned(), network: "192.0.2.0/24".to_owned() };
            let (user, method) = (self.people[1], SignInMethod::Password);
            let session = NewSession {
                user,
                version: 0,
                method,
                device,
                opened_at: T0,
                ends_at: later(60 * 24),
            };
            let id = sessions.open(&session).unwrap().unwrap();
            let session = LinkingSession { user, id, version: 0 };
            assert_eq!(identities.link(&session, &identity, T0).unwrap(), LinkOutcome::Linked);
            DbSubscriptions(self.db.database.clone())
                .put((user, id), &subscription(i64::from(client == ODD)), T0)
                .unwrap();
        }
        let keys =
            [ThrottleKey::address([192, 0, 2, 1].into()), ThrottleKey::codes_of("Bob").unwrap()];
        failures.count(&keys, T0).unwrap();
    }

    fn draft(&self) {
        let drafts = DbDrafts(self.db.database.clone());
        for owner in [self.people[1], self.people[0], self.people[1]] {
            let key = DraftKey::parse(&format!("reply:{owner}")).unwrap();
            let data = DraftData::parse(ODD).unwrap();
            let write = DraftWrite { owner, key, replaces: 0, data, at: T0 };
            drafts.save(&write, later(-1), 100).unwrap();
        }
    }

    /// A post, replies, votes and a message, some of them of the next day.
    pub(crate) fn write(&self, minute: i64) -> (PostId, ReplyId) {
        let nth = |nth: i64| self.people[(nth % 3) as usize];
        let at = later(minute * 700);
        let post = self.post(nth(minute), self.forums[(minute % 2) as usize], at);
        let reply = self.reply(nth(minute + 1), post, None, at);
        let answer = self.reply(nth(minute + 2), post, Some(reply), at);
        let (posts, replies) =
            (DbPosts::new(self.db.database.clone()), DbReplies(self.db.database.clone()));
        posts.vote(post, nth(minute + 1), VoteCommand::Upvote, T0).unwrap();
        posts.vote(post, nth(minute + 2), VoteCommand::Downvote, T0).unwrap();
        replies.vote(reply, nth(minute), VoteCommand::Upvote, T0).unwrap();
        replies.remove(answer, &ACT).unwrap();
        let saved = DbSaved(self.db.database.clone());
        for target in [Target::Post(post), Target::Reply(reply)] {
            saved.save(nth(minute), target, at).unwrap();
        }
        self.message(nth(minute), nth(minute + 1), at);
        self.report((post, self.forums[(minute % 2) as usize]), nth(minute + 1), at);
        if minute == 4 {
            self.edit((post, nth(minute)), (reply, nth(minute + 1)), at);
        }
        (post, reply)
    }

    /// Makes second versions, which mention members.
    fn edit(&self, (post, author): (PostId, UserId), reply: (ReplyId, UserId), written: Timestamp) {
        let text = format!("@ann and @bob: {ODD}");
        let content = PostContent {
            title: posts::Title::parse(&format!("Title of {written:?}")).unwrap(),
            description: posts::Description::parse(&text).unwrap(),
            image: None,
            image_description: None,
        };
        let at = Timestamp::from_unix_millis(written.unix_millis() + 600_000);
        let posts = DbPosts::new(self.db.database.clone());
        posts.update(post, &content, author, at).unwrap().done().unwrap();
        let description = replies::Description::parse(&text).unwrap();
        let replies = DbReplies(self.db.database.clone());
        let edited = replies.update(reply.0, &description, reply.1, at).unwrap();
        assert!(matches!(edited, replies::EditOutcome::Edited(_)));
    }

    fn post(&self, author: UserId, forum: ForumId, created_at: Timestamp) -> PostId {
        let content = PostContent {
            title: posts::Title::parse(&format!("Title of {created_at:?}")).unwrap(),
            description: posts::Description::parse(ODD).unwrap(),
            image: self.picture.as_deref().and_then(|url| ImageUrl::parse(url).unwrap()),
            image_description: posts::ImageDescription::parse("A \"boat\"").ok(),
        };
        let new = NewPost { request: None, forum, author, content, created_at };
        DbPosts::new(self.db.database.clone()).insert(&new).unwrap().inserted().unwrap().id
    }

    fn reply(
        &self,
        author: UserId,
        post: PostId,
        responds_to: Option<ReplyId>,
        created_at: Timestamp,
    ) -> ReplyId {
        let description = replies::Description::parse(ODD).unwrap();
        let new = NewReply { request: None, post, responds_to, description, author, created_at };
        match DbReplies(self.db.database.clone()).insert(&new).unwrap() {
            InsertOutcome::Inserted(reply) => reply.id,
            other => panic!("{other:?}"),
        }
    }

    /// A report of a post, which the first member decides for every other post.
    fn report(&self, (post, forum): (PostId, ForumId), by: UserId, at: Timestamp) {
        let target = ReportTarget { kind: TargetKind::Post, id: post.0 };
        let note = Some(ReportNote::parse(ODD).unwrap());
        let (forum, reason) = (Some(forum), ReportReason::Other);
        let new = NewReport { target, forum, by, reason, note: note.clone(), at };
        let reports = DbReports(self.db.database.clone());
        let FileOutcome::Filed(filed) = reports.file(&new, T0, 100).unwrap() else { panic!() };
        let (report, state, by) = (filed.id, ReportState::Rejected, self.people[0]);
        if post.0 % 2 == 0 {
            reports.decide(&Decision { report, state, note, by, at }).unwrap();
        }
    }

    fn message(&self, sender: UserId, recipient: UserId, sent_at: Timestamp) {
        let participants = Participants { sender, recipient };
        let new = NewMessage {
            request: None,
            participants,
            text: MessageText::parse(ODD).unwrap(),
            sent_at,
        };
        let messages = DbMessages(self.db.database.clone());
        let id = done(messages.insert(&new).unwrap()).id;
        if sent_at.unix_millis() % 2 == 0 {
            messages.mark_read(id, None).unwrap();
        }
    }

    /// So that the highest id ever given is no row's.
    fn remove_the_last(&self) {
        let (post, _) = self.write(6);
        let by = own(self.people[0]);
        assert!(DbPosts::new(self.db.database.clone()).delete(post, &by).unwrap());
    }
}
