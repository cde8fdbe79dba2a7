//! The calls, an area a file: each with its path, its document, its bodies and its handler.

mod account_deletion;
mod accounts;
mod admins;
mod api_tokens;
mod docs;
pub(crate) mod drafts;
mod emails;
mod events;
mod export;
mod forgotten;
mod forum_bans;
mod forum_members;
mod forums;
mod health;
mod hits;
mod identities;
mod images;
mod member_settings;
mod messages;
mod moderation;
mod moderation_log;
mod notifications;
mod passkeys;
mod passwords;
mod posts;
mod profiles;
mod provider_sign_in;
mod push;
mod recovery;
mod registration;
mod removals;
mod replies;
mod reports;
mod revisions;
mod saved;
mod search;
mod second_step;
mod sessions;
mod shared_bodies;
mod site;
mod texts;
mod unsubscribe;
mod user_search;
mod watching;
mod webhooks;

use utoipa_actix_web::service_config::ServiceConfig;

pub(crate) use self::{
    forums::{Forum, ForumRules, page as forums},
    posts::{Post, feed},
    profiles::{posts_of, profile},
    replies::{Reply, thread},
    shared_bodies::User,
    site::{page, site},
};
pub use search::CORRECTED_QUERY;

/// Registers every call. Where two paths could match, the one without an id comes first: `/users/admin` before `/users/{id}`.
pub(crate) fn all(config: &mut ServiceConfig<'_>) {
    // actix tries paths in order, so the busiest come first.
    config
        .configure(posts::routes)
        .configure(replies::routes)
        .configure(forums::routes)
        .configure(messages::routes)
        .configure(notifications::routes)
        .configure(unsubscribe::routes)
        .configure(push::routes)
        .configure(webhooks::routes)
        .configure(watching::routes)
        .configure(saved::routes)
        .configure(search::routes)
        .configure(site::routes)
        .configure(events::routes)
        .configure(admins::routes)
        .configure(accounts::routes)
        .configure(passwords::routes)
        .configure(emails::routes)
        .configure(forgotten::routes)
        .configure(account_deletion::routes)
        .configure(export::routes)
        .configure(recovery::routes)
        .configure(second_step::routes)
        .configure(passkeys::routes)
        .configure(provider_sign_in::routes)
        .configure(identities::routes)
        .configure(sessions::routes)
        .configure(api_tokens::routes)
        .configure(user_search::routes)
        .configure(profiles::routes)
        .configure(member_settings::routes)
        .configure(registration::routes)
        .configure(moderation::routes)
        .configure(forum_bans::routes)
        .configure(forum_members::routes)
        .configure(reports::routes)
        .configure(moderation_log::routes)
        .configure(texts::routes)
        .configure(revisions::routes)
        .configure(removals::routes)
        .configure(drafts::routes)
        .configure(images::routes)
        .configure(health::routes)
        .configure(docs::routes);
}
