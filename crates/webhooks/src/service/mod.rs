use std::{collections::BTreeSet, sync::Arc};

use kernel::{
    Actor, ById, Clock, Endpoint, ForumId, ForumReaders, Moderators, Page, PageRequest, Reader,
    WebhookDeliveryId, WebhookId,
};

use crate::{
    Change, CreateOutcome, Delivery, EventType, MAX_OF_FORUM, MAX_OF_SITE, NewWebhook, RETENTION,
    Receivers, Secret, Webhook, WebhookError, WebhookRepository, WebhookSecrets,
};

/// The use cases of webhooks.
pub struct Webhooks {
    repository: Arc<dyn WebhookRepository>,
    receivers: Arc<dyn Receivers>,
    secrets: Arc<dyn WebhookSecrets>,
    readers: Arc<dyn ForumReaders>,
    moderators: Arc<dyn Moderators>,
    clock: Arc<dyn Clock>,
}

/// The site, or a forum that the reader may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope(Option<ForumId>);

/// Proof that the actor may manage webhooks: the site's, or those of a forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Managed(Option<ForumId>);

/// Lookups and permission checks.
impl Webhooks {
    pub fn new(
        repository: Arc<dyn WebhookRepository>,
        (receivers, secrets): (Arc<dyn Receivers>, Arc<dyn WebhookSecrets>),
        (readers, moderators): (Arc<dyn ForumReaders>, Arc<dyn Moderators>),
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { repository, receivers, secrets, readers, moderators, clock }
    }

    /// Looks up a forum that the reader may read; without one it is the site.
    pub fn scope(&self, forum: Option<ForumId>, reader: Reader) -> Result<Scope, WebhookError> {
        match forum {
            Some(forum) if !self.readers.exists_for(reader, forum)? => {
                Err(WebhookError::NoSuchForum)
            }
            Some(_) | None => Ok(Scope(forum)),
        }
    }

    /// Checks that the actor is an admin or, for a forum, moderates it.
    pub fn authorize(&self, Scope(forum): Scope, actor: &Actor) -> Result<Managed, WebhookError> {
        match forum {
            Some(forum) if self.moderators.may_moderate(actor, forum)? => {}
            Some(_) => return Err(WebhookError::NotAModerator),
            None if actor.is_admin() => {}
            None => return Err(WebhookError::NotAnAdmin),
        }
        Ok(Managed(forum))
    }

    /// Looks up a webhook whose forum, if it has one, the reader may read.
    pub fn find(&self, id: WebhookId, reader: Reader) -> Result<(Webhook, Scope), WebhookError> {
        let webhook = self.repository.find(id)?.ok_or(WebhookError::NotFound)?;
        let scope = self.scope(webhook.forum, reader).map_err(|error| match error {
            WebhookError::NoSuchForum => WebhookError::NotFound,
            error => error,
        })?;
        Ok((webhook, scope))
    }
}

/// Use cases, each of who may manage the webhook.
impl Webhooks {
    /// Returns the webhooks of the site or of a forum, the oldest first.
    pub fn list(&self, Managed(forum): Managed) -> Result<Vec<Webhook>, WebhookError> {
        Ok(self.repository.list(forum)?)
    }

    /// Makes a webhook and sends it a ping. Waits for a name to be found.
    pub fn create(
        &self,
        Managed(forum): Managed,
        url: Endpoint,
        events: BTreeSet<EventType>,
    ) -> Result<(Webhook, Secret), WebhookError> {
        check_events(forum, &events)?;
        self.receivers.check(&url)?;
        let (seed, created_at) = (self.secrets.seed(), self.clock.now());
        let secret = self.secrets.secret(&seed);
        match self.repository.insert(&NewWebhook { url, events, forum, seed, created_at })? {
            CreateOutcome::Created(webhook) => Ok((webhook, secret)),
            CreateOutcome::TooMany => {
                let max = if forum.is_some() { MAX_OF_FORUM } else { MAX_OF_SITE };
                Err(WebhookError::TooMany { max })
            }
            CreateOutcome::NoForum => Err(WebhookError::NoSuchForum),
        }
    }

    /// Changes a webhook. Waits for a name to be found.
    pub fn update(
        &self,
        Managed(forum): Managed,
        id: WebhookId,
        change: &Change,
    ) -> Result<Webhook, WebhookError> {
        check_events(forum, &change.events)?;
        self.receivers.check(&change.url)?;
        self.repository.update(id, change)?.ok_or(WebhookError::NotFound)
    }

    pub fn delete(&self, _: Managed, id: WebhookId) -> Result<(), WebhookError> {
        Ok(self.repository.delete(id)?)
    }

    /// Returns the deliveries to a webhook in the last days, the newest first.
    pub fn deliveries(
        &self,
        _: Managed,
        id: WebhookId,
        page: &PageRequest<ById>,
    ) -> Result<Page<Delivery, ById>, WebhookError> {
        Ok(self.repository.deliveries(id, page)?)
    }

    /// Sends a delivery once more, as what it is about is shown now.
    pub fn send_again(
        &self,
        _: Managed,
        id: WebhookId,
        delivery: WebhookDeliveryId,
    ) -> Result<(), WebhookError> {
        let is_there = self.repository.send_again(id, delivery, self.clock.now())?;
        if is_there { Ok(()) } else { Err(WebhookError::NoSuchDelivery) }
    }

    /// Sends a ping, also to a webhook that is off.
    pub fn ping(&self, _: Managed, id: WebhookId) -> Result<(), WebhookError> {
        let is_there = self.repository.ping(id, self.clock.now())?;
        if is_there { Ok(()) } else { Err(WebhookError::NotFound) }
    }

    /// Deletes deliveries that are kept no longer. Returns how many.
    pub fn delete_old_deliveries(&self) -> Result<usize, WebhookError> {
        let start = self.clock.now().before(RETENTION);
        let mut deleted = 0;
        loop {
            match self.repository.delete_deliveries_before(start)? {
                0 => return Ok(deleted),
                some => deleted += some,
            }
        }
    }
}

/// Who registers concerns no forum.
fn check_events(forum: Option<ForumId>, events: &BTreeSet<EventType>) -> Result<(), WebhookError> {
    if forum.is_some() && events.contains(&EventType::UserRegistered) {
        return Err(WebhookError::OnlyOfSite);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
