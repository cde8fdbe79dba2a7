//! What moderators of the demo did, so that the queue of reports and the log have something to show.

use std::sync::Arc;

use database::Database;
use forums::{AccountAge, BlockedWords, Forums, NewRules, RulesText, WritingLimits};
use infrastructure::{
    DbAppeals, DbForumBans, DbForumReaders, DbForumRules, DbForums, DbModeration, DbModerators,
    DbPosts, DbReports, SystemClock,
};
use kernel::{
    Actor, Ban, Clock, ForumId, ForumReaders, Member, Moderators, PostId, Reader, Reason, ReportId,
    UserId, WritingCheck,
};
use moderation::{
    Administrator, BanDays, Moderation,
    appeals::{AppealText, Appeals, Appellant},
    forum_bans::ForumBans,
    reports::{Report, ReportNote, ReportReason, ReportState, ReportTarget, Reports, TargetKind},
};
use posts::{Description, LockReason, NewPost, Pin, PostContent, PostRepository, Posts, Title};

use super::Community;

type Outcome<T = ()> = Result<T, String>;

const RULES: &str = include_str!("../../demo/rules/board-games.md");
const BLOCKED_WORDS: [&str; 4] = ["casino", "free spins", "betting site", "promo code"];

/// Acts through the use cases, as members do.
pub struct DemoModeration<'a> {
    community: &'a Community,
    forums: Forums,
    posts: Posts,
    stored_posts: Arc<DbPosts>,
    reports: Reports,
    moderation: Moderation,
    forum_bans: ForumBans,
    appeals: Appeals,
}

impl<'a> DemoModeration<'a> {
    /// The database holds what was written.
    #[must_use]
    pub fn new(community: &'a Community, database: &Database) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let moderators: Arc<dyn Moderators> = Arc::new(DbModerators(database.clone()));
        let readers: Arc<dyn ForumReaders> = Arc::new(DbForumReaders(database.clone()));
        let rules = Arc::new(DbForumRules(database.clone()));
        let writing = WritingCheck::new(rules, moderators.clone());
        let posts = Arc::new(DbPosts::new(database.clone()));
        let reports = Arc::new(DbReports(database.clone()));
        let bans = Arc::new(DbForumBans(database.clone()));
        Self {
            community,
            forums: Forums::new(
                Arc::new(DbForums(database.clone())),
                readers.clone(),
                moderators.clone(),
                clock.clone(),
            ),
            posts: Posts::new(
                posts.clone(),
                readers.clone(),
                moderators.clone(),
                writing,
                clock.clone(),
            ),
            stored_posts: posts,
            reports: Reports::new(reports, moderators.clone(), clock.clone()),
            moderation: Moderation::new(
                Arc::new(DbModeration(database.clone())),
                readers.clone(),
                moderators,
                clock.clone(),
            ),
            forum_bans: ForumBans::new(bans.clone(), clock.clone()),
            appeals: Appeals::new(Arc::new(DbAppeals(database.clone())), bans, readers, clock),
        }
    }

    /// Writes rules, pins and locks posts, files reports and decides some of them, bans members, who appeal, and has a post
    /// wait for approval.
    ///
    /// # Errors
    /// When a text or member is missing, which a test rules out, or the database refuses something.
    pub fn act(&self) -> Outcome {
        self.pin("admin-ada", "Welcome, and the three rules")?;
        self.set_rules("tomas_k", "Board Games")?;
        let reason = "It became a quarrel. Thank you for the calm answers.";
        self.lock("tomas_k", "Games that use an app are not board games", reason)?;

        let spam = self.report("priya_kn", "Nice thread. For old consoles", ReportReason::Spam)?;
        self.report("ines.b", "Nice thread. For old consoles", ReportReason::Spam)?;
        let note = "The account is banned.";
        self.decide("oldmillroad", spam.id, ReportState::Resolved, note)?;
        let opinion = self.report("fatou_d", "Pull them out before it", ReportReason::Other)?;
        let note = "It may be wrong, but it is no offence.";
        self.decide("bramble_jo", opinion.id, ReportState::Rejected, note)?;
        self.report("leilani_k", "Cats hunt, birds get eaten", ReportReason::Abuse)?;
        self.report("tlacey", "Cats hunt, birds get eaten", ReportReason::OffTopic)?;
        self.report("akira_s", "Just unwrap. If it is broken", ReportReason::Abuse)?;

        let reason = "Went on with the quarrel after two warnings.";
        self.ban_from_forum("tomas_k", "akira_s", "Board Games", reason)?;
        let words = "I know, I should have stopped. May I come back before the tournament?";
        self.appeal_in_forum("akira_s", "Board Games", words)?;
        self.ban("admin-ada", "The same advertisement in five forums.")?;
        self.appeal("That was my nephew, who had my password. I have changed it, and I am sorry.")?;
        let words =
            "Forty kinds of tomatoes, and they answer questions: https://seeds.example/tomatoes";
        self.hold("leilani_k", "Gardening", "Where I get my seeds", words)
    }

    /// Has a post wait for approval, past the rule for it: nobody in the demo is new.
    fn hold(&self, by: &str, topic: &str, title: &str, description: &str) -> Outcome {
        let content = PostContent {
            title: Title::parse(title).map_err(text)?,
            description: Description::parse(description).map_err(text)?,
            image: None,
            image_description: None,
        };
        let (forum, author) = (self.forum(topic)?, self.member(by)?.id);
        let post = NewPost { forum, author, content, request: None, created_at: SystemClock.now() };
        self.stored_posts.hold(&post).map_err(text)?;
        Ok(())
    }

    fn set_rules(&self, by: &str, topic: &str) -> Outcome {
        let editable = self.forums.authorize_edit(self.forum(topic)?, &self.member(by)?);
        let limits = WritingLimits {
            blocked_words: BlockedWords::parse(BLOCKED_WORDS).map_err(text)?,
            hold_links_of_new: true,
            min_account_age: AccountAge::default(),
        };
        let rules = NewRules { text: Some(RulesText::parse(RULES).map_err(text)?), limits };
        self.forums.set_rules(editable.map_err(text)?, &rules).map_err(text)?;
        Ok(())
    }

    fn ban_from_forum(&self, by: &str, name: &str, topic: &str, reason: &str) -> Outcome {
        let forum = self.moderation.forum(self.forum(topic)?, Reader::Admin).map_err(text)?;
        let moderated =
            self.moderation.authorize_moderator(forum, &self.member(by)?).map_err(text)?;
        let user = self.moderation.user(self.member(name)?.id).map_err(text)?;
        let days = BanDays::new(30).map_err(text)?;
        let reason = Reason::parse(reason).map_err(text)?;
        self.forum_bans.ban(moderated, user, Some(days), Some(reason)).map_err(text)?;
        Ok(())
    }

    /// Says why the banned member is.
    fn ban(&self, by: &str, reason: &str) -> Outcome {
        let admin = Administrator::authorize(&self.member(by)?).map_err(text)?;
        let user = self.moderation.user(self.banned()?.id).map_err(text)?;
        let reason = Reason::parse(reason).map_err(text)?;
        self.moderation.ban(admin, user, None, Some(reason)).map_err(text)?;
        Ok(())
    }

    fn appeal(&self, words: &str) -> Outcome {
        let Actor { id, role } = self.banned()?;
        let member = Member { id, role, ban: Some(Ban::default()), since: SystemClock.now() };
        let appellant = Appellant::authorize(&member).map_err(text)?;
        self.appeals.file(appellant, AppealText::parse(words).map_err(text)?).map_err(text)?;
        Ok(())
    }

    fn appeal_in_forum(&self, by: &str, topic: &str, words: &str) -> Outcome {
        let appellant = self.appeals.authorize_in(self.forum(topic)?, &self.member(by)?);
        let words = AppealText::parse(words).map_err(text)?;
        self.appeals.file(appellant.map_err(text)?, words).map_err(text)?;
        Ok(())
    }

    fn banned(&self) -> Outcome<Actor> {
        let user = self.community.users.iter().find(|user| user.banned);
        let user = user.ok_or("nobody is banned")?;
        Ok(Actor { id: UserId(user.id), role: user.role })
    }

    fn pin(&self, by: &str, title: &str) -> Outcome {
        let post = self.posts.get(self.post(title)?, Reader::Admin).map_err(text)?;
        let moderated = self.posts.authorize_moderation(&post, &self.member(by)?).map_err(text)?;
        self.posts.set_pin(moderated, Some(Pin { until: None })).map_err(text)?;
        Ok(())
    }

    fn lock(&self, by: &str, title: &str, reason: &str) -> Outcome {
        let post = self.posts.get(self.post(title)?, Reader::Admin).map_err(text)?;
        let moderated = self.posts.authorize_moderation(&post, &self.member(by)?).map_err(text)?;
        let reason = LockReason::parse(reason).map_err(text)?;
        self.posts.set_lock(moderated, true, Some(reason)).map_err(text)?;
        Ok(())
    }

    /// Reports the reply that starts with this text.
    fn report(&self, by: &str, start: &str, reason: ReportReason) -> Outcome<Report> {
        let mut replies = self.community.replies.iter();
        let reply = replies.find(|reply| reply.description.starts_with(start));
        let reply = reply.ok_or_else(|| format!("no reply starts with {start}"))?;
        let forum = self.community.posts[reply.post_id as usize - 1].forum_id;
        let target = ReportTarget { kind: TargetKind::Reply, id: reply.id };
        let about = (target, Some(ForumId(forum)));
        let filed = self.reports.file(&self.member(by)?, about, (reason, None), false);
        filed.map(|(report, _)| report).map_err(text)
    }

    fn decide(&self, by: &str, id: ReportId, state: ReportState, note: &str) -> Outcome {
        let found = self.reports.find(id, Reader::Admin).map_err(text)?;
        let decidable = self.reports.authorize(found, &self.member(by)?).map_err(text)?;
        let note = ReportNote::parse(note).map_err(text)?;
        self.reports.decide(decidable, state, Some(note)).map_err(text)?;
        Ok(())
    }

    fn member(&self, name: &str) -> Outcome<Actor> {
        let user = self.community.users.iter().find(|user| user.username == name);
        let user = user.ok_or_else(|| format!("{name} is no member"))?;
        Ok(Actor { id: UserId(user.id), role: user.role })
    }

    fn forum(&self, topic: &str) -> Outcome<ForumId> {
        let forum = self.community.forums.iter().find(|forum| forum.topic == topic);
        forum.map(|forum| ForumId(forum.id)).ok_or_else(|| format!("there is no forum {topic}"))
    }

    fn post(&self, title: &str) -> Outcome<PostId> {
        let post = self.community.posts.iter().find(|post| post.title == title);
        post.map(|post| PostId(post.id)).ok_or_else(|| format!("there is no post {title}"))
    }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use infrastructure::maintenance;
    use kernel::{Limit, PageRequest, Timestamp};
    use moderation::reports::QueueScope;

    use super::*;

    #[test]
    fn the_demo_has_open_and_decided_reports() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("demo.db").display());
        let database = Database::open(&url.parse().unwrap()).unwrap();
        maintenance::migrate(&database).unwrap();
        let now = Timestamp::from_unix_millis(1_795_172_280_123);
        let community = Community::new(now, "hash").unwrap();
        assert!(maintenance::load(&database, |loader| community.load(loader, &|_| {})).unwrap());
        let demo = DemoModeration::new(&community, &database);
        demo.act().unwrap();
        let page = PageRequest { limit: Limit::default(), after: None };
        let count = |state| {
            let found = demo.reports.queue(UserId(1), QueueScope::All, Some(state), &page).unwrap();
            let filings = |report: &Report| report.reasons.iter().map(|(_, count)| count).sum();
            found.items.iter().map(filings).collect::<Vec<usize>>()
        };
        assert_eq!(count(ReportState::Open), [2, 1, 1, 1, 0], "two appeals, and a held post");
        assert_eq!(count(ReportState::Resolved), [2]);
        assert_eq!(count(ReportState::Rejected), [1]);
        let rules =
            demo.forums.rules(demo.forum("Board Games").unwrap(), Reader::Visitor, None).unwrap();
        assert!(rules.html.contains("<strong>Games, not quarrels.</strong>"), "{}", rules.html);
    }
}
