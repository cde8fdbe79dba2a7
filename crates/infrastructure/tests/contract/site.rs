use std::time::Duration;

use database::Database;
use images::ImageRepository;
use infrastructure::maintenance;
use infrastructure::{
    DbImages, DbModerationLog, DbPosts, DbReplies, DbSite, DbUsers, RandomInviteCodes,
};
use kernel::{
    Act, ForumId, ImageUrl, InviteCode, InviteCodes, Language, PageRequest, PostId, Reader,
    Timestamp, UserId,
};
use moderation::log::{LogAction, LogFilter, LogRepository};
use posts::{NewPost, PostContent, PostRepository};
use replies::{NewReply, ReplyRepository};
use site::{
    Accent, Announcement, Change, DayFigures, Face, Footer, NewPage, Page, PageSlug, PageText,
    PageTitle, Registration, SettingsChange, SiteName, SiteRepository, SiteRules, SiteSettings,
    Tagline,
};
use users::{DeleteOutcome, UserRepository};

use crate::{
    community::{Community, add_image},
    support::{ACT, HASH, T0, TestDb, contract, own},
};

contract! {
    a_new_site_has_the_default_settings,
    stored_settings_are_found_again,
    the_same_settings_again_are_no_act,
    the_look_of_the_site_is_found_again,
    a_logo_is_an_uploaded_image_and_kept,
    pages_are_written_listed_and_deleted,
    images_of_pages_are_shown_and_kept,
    a_site_has_twenty_pages,
    an_operator_changes_who_may_register_alone,
    an_invitation_serves_until_its_end,
    invitations_are_listed_and_revoked,
    images_of_the_rules_are_kept,
    outdated_rules_of_the_site_are_rendered_again,
    broken_settings_are_reported,
    days_are_counted_by_what_happened_on_them,
    a_stored_day_keeps_its_figures,
    days_are_stored_once_and_in_order,
    figures_of_a_community_survive_a_check,
}

fn site(db: &TestDb) -> DbSite {
    DbSite(db.database.clone())
}

fn settings(name: &str, rules: &str, registration: Registration) -> SettingsChange {
    SettingsChange {
        name: SiteName::parse(name).ok(),
        tagline: Change::Set(Tagline::parse("About gardens").unwrap()),
        rules: SiteRules::parse(rules).map_or(Change::Clear, Change::Set),
        registration: Some(registration),
        ..SettingsChange::default()
    }
}

fn page(slug: &str, title: &str, text: &str) -> NewPage {
    NewPage {
        slug: PageSlug::parse(slug).unwrap(),
        title: PageTitle::parse(title).unwrap(),
        text: PageText::parse(text).unwrap(),
    }
}

fn actions(db: &TestDb) -> Vec<LogAction> {
    let log = DbModerationLog(db.database.clone());
    let entries =
        log.entries(&LogFilter::default(), Reader::Admin, &PageRequest::default()).unwrap().items;
    for entry in &entries {
        assert_eq!((&entry.forum, &entry.target), (&None, &None));
    }
    entries.into_iter().map(|entry| entry.action).collect()
}

fn a_new_site_has_the_default_settings(db: &TestDb) {
    assert_eq!(site(db).settings().unwrap(), SiteSettings::default());
    assert_eq!(SiteSettings::default().name, "POST-UP");
}

fn stored_settings_are_found_again(db: &TestDb) {
    for (name, rules, registration) in [
        ("Gartenfreunde", "Be *kind*", Registration::Invite),
        ("It's \"ours\"", "", Registration::Closed),
        ("東京", "Be *kind*", Registration::Open),
    ] {
        let stored = site(db).change_settings(&settings(name, rules, registration), &ACT).unwrap();
        let wanted = (name, "About gardens", rules, registration);
        let found = (
            stored.name.as_str(),
            stored.tagline.as_str(),
            stored.rules.as_str(),
            stored.registration,
        );
        assert_eq!(found, wanted);
        assert_eq!(stored.rules_html.contains("<em>kind</em>"), !rules.is_empty());
        assert_eq!(site(db).settings().unwrap(), stored);
    }
}

fn the_same_settings_again_are_no_act(db: &TestDb) {
    let act = Act { by: Some(db.add_user("ada")), ..ACT };
    for _ in 0..2 {
        let new = settings("Garden", "Be kind", Registration::Open);
        site(db).change_settings(&new, &act).unwrap();
    }
    assert_eq!(actions(db), [LogAction::SiteChanged]);
}

fn the_look_of_the_site_is_found_again(db: &TestDb) {
    db.add_user("ann");
    let footer = [("Imprint", "/pages/imprint"), ("\"Mail\"", "mailto:a@example.org")];
    let change = SettingsChange {
        accent: Change::Set(Accent::parse("#0969DA").unwrap()),
        language: Some(Language::parse("ja").unwrap()),
        footer: Some(Footer::parse(footer.into_iter()).unwrap()),
        announcement: Change::Set(Announcement::parse("**Closed**, says @ann").unwrap()),
        ..SettingsChange::default()
    };
    let stored = site(db).change_settings(&change, &ACT).unwrap();
    assert_eq!(stored.name, "POST-UP");
    let Face { accent, language, announcement_html, .. } = &stored.face;
    assert_eq!((accent.as_str(), language.tag()), ("#0969da", "ja"));
    assert!(announcement_html.contains("<strong>Closed</strong>"), "{announcement_html}");
    assert!(announcement_html.contains("href=\"/u/ann\""), "{announcement_html}");
    let links = stored.face.footer.iter().map(|link| (link.title.as_str(), link.url.as_str()));
    assert_eq!(links.collect::<Vec<_>>(), footer);
    assert_eq!(site(db).settings().unwrap(), stored);
    site(db).change_settings(&settings("Garden", "", Registration::Open), &ACT).unwrap();
    assert_eq!(site(db).settings().unwrap().face, stored.face);
}

fn a_logo_is_an_uploaded_image_and_kept(db: &TestDb) {
    let ada = db.add_user("ada");
    let [logo, icon] = [b"1", b"2"].map(|bytes| add_image(db, ada, bytes));
    let address = |url: String| ImageUrl::from_stored(url);
    for (url, is_uploaded) in [
        (logo.url(), true),
        (logo.url().replace(".png", ".jpg"), false),
        (format!("{}/x", logo.url()), false),
        (format!("https://example.org{}", logo.url()), false),
        ("/images/POST-UP_logo.png".to_owned(), false),
    ] {
        assert_eq!(site(db).is_uploaded(&address(url.clone())).unwrap(), is_uploaded, "{url}");
    }
    let change = SettingsChange {
        logo: Change::Set(address(logo.url())),
        icon: Change::Set(address(icon.url())),
        ..SettingsChange::default()
    };
    site(db).change_settings(&change, &ACT).unwrap();
    let images = DbImages(db.database.clone());
    let later = T0.after(Duration::from_hours(1));
    assert_eq!(images.mark_unreferenced(later).unwrap(), 0);
    assert!(images.is_shown(&logo).unwrap());
    let change = SettingsChange { logo: Change::Clear, ..SettingsChange::default() };
    site(db).change_settings(&change, &ACT).unwrap();
    assert!(!images.is_shown(&logo).unwrap());
    assert_eq!(images.mark_unreferenced(later).unwrap(), 1);
    assert!(!site(db).is_uploaded(&address(logo.url())).unwrap());
    assert!(site(db).is_uploaded(&address(icon.url())).unwrap());
}

fn pages_are_written_listed_and_deleted(db: &TestDb) {
    let act = Act { by: Some(db.add_user("ada")), ..ACT };
    let slug = PageSlug::parse("imprint").unwrap();
    assert_eq!(site(db).page(&slug).unwrap(), None);
    site(db).write_page(&page("terms", "Terms", "Text"), &act).unwrap().unwrap();
    site(db).write_page(&page("imprint", "Who we are", "Old"), &act).unwrap().unwrap();
    let later = Act { at: T0.after(DAY), ..act.clone() };
    let written = site(db).write_page(&page("imprint", "Imprint", "It is *us*"), &later).unwrap();
    let found = site(db).page(&slug).unwrap();
    assert_eq!(found, written);
    let Page { title, text, text_html, edited_at, .. } = found.unwrap();
    assert_eq!((&*title, &*text), ("Imprint", "It is *us*"));
    assert_eq!((text_html.trim(), edited_at), ("<p>It is <em>us</em></p>", T0.after(DAY)));
    let slugs = || site(db).pages().unwrap().into_iter().map(|page| page.slug).collect::<Vec<_>>();
    assert_eq!(slugs(), ["imprint", "terms"]);
    assert!(site(db).delete_page(&slug, &act).unwrap());
    assert!(!site(db).delete_page(&slug, &act).unwrap());
    assert_eq!(slugs(), ["terms"]);
    assert_eq!(actions(db), [LogAction::SiteChanged; 4]);
}

fn images_of_pages_are_shown_and_kept(db: &TestDb) {
    let ada = db.add_user("ada");
    let image = add_image(db, ada, b"1");
    let images = DbImages(db.database.clone());
    let text = format!("![]({})", image.url());
    site(db).write_page(&page("a", "A", &text), &ACT).unwrap().unwrap();
    assert!(images.is_shown(&image).unwrap());
    assert_eq!(images.mark_unreferenced(T0.after(DAY)).unwrap(), 0);
    site(db).delete_page(&PageSlug::parse("a").unwrap(), &ACT).unwrap();
    assert!(!images.is_shown(&image).unwrap());
    assert_eq!(images.mark_unreferenced(T0.after(DAY)).unwrap(), 1);
}

fn a_site_has_twenty_pages(db: &TestDb) {
    let write = |slug: usize| {
        site(db).write_page(&page(&format!("page-{slug}"), "Page", "Text"), &ACT).unwrap()
    };
    for slug in 0..Page::MOST {
        assert!(write(slug).is_some());
    }
    assert_eq!(write(Page::MOST), None);
    assert!(write(0).is_some());
    assert_eq!(site(db).pages().unwrap().len(), Page::MOST);
}

fn an_operator_changes_who_may_register_alone(db: &TestDb) {
    for registration in [Registration::Open, Registration::Closed, Registration::Closed] {
        site(db).set_registration(registration, &ACT).unwrap();
        let wanted = SiteSettings { registration, ..SiteSettings::default() };
        assert_eq!(site(db).settings().unwrap(), wanted);
    }
    assert_eq!(actions(db), [LogAction::SiteChanged]);
    let new = settings("Garden", "Be *kind*", Registration::Closed);
    let stored = site(db).change_settings(&new, &ACT).unwrap();
    site(db).set_registration(Registration::Invite, &ACT).unwrap();
    let wanted = SiteSettings { registration: Registration::Invite, ..stored };
    assert_eq!(site(db).settings().unwrap(), wanted);
}

fn an_invitation_serves_until_its_end(db: &TestDb) {
    let code = RandomInviteCodes.generate();
    let digest = RandomInviteCodes.digest(&code);
    assert!(!digest.contains(code.as_str()));
    let end = T0.after(Duration::from_hours(1));
    site(db).insert_invite(&digest, end, &ACT).unwrap();
    let before = end.before(Duration::from_millis(1));
    assert!(site(db).has_invite(&digest, T0).unwrap());
    assert!(site(db).has_invite(&digest, before).unwrap());
    assert!(!site(db).has_invite(&digest, end).unwrap());
    let other = RandomInviteCodes.digest(&InviteCode::from_bits(7));
    assert!(!site(db).has_invite(&other, T0).unwrap());
    assert_eq!(actions(db), [LogAction::InviteCreated]);
    assert_eq!(site(db).delete_expired_invites(before).unwrap(), 0);
    assert_eq!(site(db).delete_expired_invites(end).unwrap(), 1);
    assert!(!site(db).has_invite(&digest, T0).unwrap());
}

fn invitations_are_listed_and_revoked(db: &TestDb) {
    let ada = db.add_user("ada");
    let end = T0.after(Duration::from_hours(1));
    site(db).insert_invite("one", end, &own(ada)).unwrap();
    site(db).insert_invite("two", end, &ACT).unwrap();
    let listed = |at| site(db).invites(at, &PageRequest::default()).unwrap().items;
    let by: Vec<_> = listed(T0).into_iter().map(|one| one.by).collect();
    assert_eq!(by, [None, Some("ada".to_owned())], "an operator has no name");
    assert_eq!(listed(end), []);
    let first = listed(T0)[1].id;
    assert!(site(db).revoke_invite(first, &own(ada)).unwrap());
    assert!(!site(db).revoke_invite(first, &own(ada)).unwrap());
    assert!(!site(db).has_invite("one", T0).unwrap());
    assert!(site(db).has_invite("two", T0).unwrap());
    assert_eq!(actions(db)[0], LogAction::InviteRevoked);
}

fn images_of_the_rules_are_kept(db: &TestDb) {
    let ada = db.add_user("ada");
    let [named, other] = [b"1", b"2"].map(|bytes| add_image(db, ada, bytes));
    let rules = format!("![]({})", named.url());
    site(db).change_settings(&settings("Garden", &rules, Registration::Open), &ACT).unwrap();
    let images = DbImages(db.database.clone());
    let later = T0.after(Duration::from_hours(1));
    assert_eq!(images.mark_unreferenced(later).unwrap(), 1);
    assert_eq!(images.marked().unwrap(), [other]);
    site(db).change_settings(&settings("Garden", "", Registration::Open), &ACT).unwrap();
    assert_eq!(images.mark_unreferenced(later).unwrap(), 1);
}

fn outdated_rules_of_the_site_are_rendered_again(db: &TestDb) {
    let new = settings("Garden", "Be *kind*", Registration::Open);
    let stored = site(db).change_settings(&new, &ACT).unwrap();
    db.run("UPDATE site SET renderer = 0, html = ''");
    assert_eq!(site(db).settings().unwrap().rules_html, "<p>Be *kind*</p>");
    assert_eq!(maintenance::render_outdated_texts(&db.database, || true).unwrap(), 1);
    assert_eq!(site(db).settings().unwrap(), stored);
}

fn broken_settings_are_reported(db: &TestDb) {
    site(db).change_settings(&settings("Garden", "Be kind", Registration::Open), &ACT).unwrap();
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
    db.run("UPDATE site SET html = 'x', registration = 7");
    db.run("INSERT INTO site_days VALUES (20000, 0, 0, -1, 0, 0, 0)");
    let findings = maintenance::check(&db.database, &|_, _| ()).unwrap();
    let problems: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "site 1: has no name, or registration is 7, which none is",
            "site_days 20000: a figure is negative",
            "site 1: html is not that of the text",
        ]
    );
    assert_eq!(site(db).settings().unwrap().registration, Registration::Closed);
}

const DAY: Duration = Duration::from_hours(24);

fn post(database: &Database, author: UserId, forum: ForumId, at: Timestamp) -> PostId {
    let content = PostContent {
        title: posts::Title::parse("Title").unwrap(),
        description: posts::Description::parse("Text").unwrap(),
        image: None,
        image_description: None,
    };
    let new = NewPost { request: None, forum, author, content, created_at: at };
    DbPosts::new(database.clone()).insert(&new).unwrap().inserted().unwrap().id
}

fn reply(database: &Database, author: UserId, post: PostId, at: Timestamp) {
    let description = replies::Description::parse("Text").unwrap();
    let new =
        NewReply { request: None, post, responds_to: None, description, author, created_at: at };
    DbReplies(database.clone()).insert(&new).unwrap();
}

fn figures(db: &TestDb, first: i32, last: i32) -> Vec<DayFigures> {
    site(db).figures(first, last).unwrap()
}

/// Ann and Bob of the first day; a post of Ann then, and replies of both on the next.
fn two_days(db: &TestDb) -> (UserId, i32) {
    let [ann, bob] = ["ann", "bob"].map(|name| db.add_user(name));
    let forum = db.add_forum(ann, "Boats");
    let written = post(&db.database, ann, forum, T0);
    for author in [ann, bob, ann] {
        reply(&db.database, author, written, T0.after(DAY));
    }
    (ann, T0.day())
}

fn days_are_counted_by_what_happened_on_them(db: &TestDb) {
    assert_eq!(figures(db, 1, 2), [1, 2].map(|day| DayFigures { day, ..DayFigures::default() }));
    let (_, day) = two_days(db);
    let before = DayFigures { day: day - 1, ..DayFigures::default() };
    let first =
        DayFigures { day, registrations: 2, active_members: 1, posts: 1, ..DayFigures::default() };
    let second =
        DayFigures { day: day + 1, active_members: 2, replies: 3, ..DayFigures::default() };
    assert_eq!(figures(db, day - 1, day + 1), [before, first, second]);
}

fn a_stored_day_keeps_its_figures(db: &TestDb) {
    let (ann, day) = two_days(db);
    let counted = figures(db, day, day + 1);
    assert_eq!(site(db).store_figures(day - 365, day).unwrap(), 1);
    let deleted = DbUsers(db.database.clone()).delete(ann, HASH, T0).unwrap();
    assert!(matches!(deleted, DeleteOutcome::Deleted), "{deleted:?}");
    let now = figures(db, day, day + 1);
    assert_eq!(now[0], counted[0], "the day was stored");
    let active_members = counted[1].active_members - 1;
    assert_eq!(now[1], DayFigures { active_members, ..counted[1] }, "the next day was not");
}

fn days_are_stored_once_and_in_order(db: &TestDb) {
    assert_eq!(site(db).store_figures(19_000, 20_000).unwrap(), 0, "nobody was there");
    let (_, day) = two_days(db);
    assert_eq!(site(db).store_figures(day - 365, day - 1).unwrap(), 0);
    assert_eq!(site(db).store_figures(day - 365, day).unwrap(), 1);
    assert_eq!(site(db).store_figures(day - 365, day).unwrap(), 0);
    assert_eq!(site(db).store_figures(day - 363, day + 3).unwrap(), 3);
    assert_eq!(db.number("SELECT count(*) AS n FROM site_days"), 4);
    // After a long pause older days are not of interest.
    assert_eq!(site(db).store_figures(day + 10, day + 12).unwrap(), 3);
}

fn figures_of_a_community_survive_a_check(db: &TestDb) {
    Community::of(db);
    let day = T0.day();
    let counted = figures(db, day, day + 3);
    assert!(counted.iter().map(|figures| figures.messages).sum::<i64>() > 0);
    assert!(counted.iter().map(|figures| figures.reports).sum::<i64>() > 0);
    // The community stored its first day at once.
    assert_eq!(site(db).store_figures(day - 365, day + 3).unwrap(), 3);
    assert_eq!(figures(db, day, day + 3), counted);
    assert_eq!(maintenance::check(&db.database, &|_, _| ()).unwrap(), []);
}
