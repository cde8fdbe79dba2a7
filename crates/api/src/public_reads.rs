//! Reads that visitors may send: from the cache, or by the use case.

use std::{slice, sync::Arc, time::Instant};

use actix_web::{ResponseError as _, http::StatusCode};
use kernel::{Actor, UserId};

use crate::{
    problem::Problem,
    request::PublicRequest,
    response::{self, SerializedResponse},
    response_cache::{CachePolicy, Cacheable, CachedResponse, FieldPlaces, ResponseCache},
    services::Services,
    state::Api,
};

impl Api {
    /// Runs a use case as `read` or, where the policy says so, `slow_read`, unless
    /// its response is cached. The use case gets the viewer.
    ///
    /// Members read from the primary, and thus their own writes. Visitors may read from
    /// replicas; where a replica fails, the primary answers: the row may be new, or the replica lost.
    pub(crate) async fn public_read<T: Cacheable>(
        &self,
        request: PublicRequest,
        policy: CachePolicy,
        use_case: impl Fn(&Services, Option<UserId>) -> response::Result<T> + Send + 'static,
    ) -> Result<SerializedResponse, Problem> {
        let is_visitor = request.caller.session.is_none();
        if is_visitor
            && request.caller.limiter.is_none()
            && let Some(cached) = self.cache.get(&request.target)
        {
            return Ok(cached.encoded.clone());
        }
        if is_visitor && let Some(replicas) = &self.executor.replica_reads {
            let load = move |primary: &Services, replica: &Services| {
                primary.viewer(&request.caller)?;
                let answer = use_case(replica, None).or_else(|_| use_case(primary, None))?;
                let encoded = SerializedResponse::public(&answer, request.path())?;
                Ok(compressed(encoded, &request))
            };
            return replicas.run(load).await;
        }
        let (cache, is_slow) = (Arc::clone(&self.cache), policy.is_slow);
        let load = move |services: &Services| {
            let encoded = cache.load(services, &request, policy, use_case)?;
            Ok(compressed(encoded, &request))
        };
        if is_slow { self.slow_read(load).await } else { self.read(load).await }
    }

    /// Like [`Self::public_read`]. If others find nothing, `own` reads what only the caller may see, which is never cached.
    pub(crate) async fn public_or_own_read<T: Cacheable>(
        &self,
        request: PublicRequest,
        policy: CachePolicy,
        use_case: impl Fn(&Services, Option<UserId>) -> response::Result<T> + Send + 'static,
        own: impl FnOnce(&Services, &Actor) -> response::Result<T> + Send + 'static,
    ) -> Result<SerializedResponse, Problem> {
        let (session, path) = (request.caller.session, request.path().to_owned());
        let found = self.public_read(request, policy, use_case).await;
        let (problem, session) = match (found, session) {
            (Err(problem), Some(session)) if problem.status_code() == StatusCode::NOT_FOUND => {
                (problem, session)
            }
            (answer, _) => return answer,
        };
        self.read(move |s| {
            let Ok(actor) = s.users.member(&session)?.active() else { return Err(problem) };
            let mut answer = own(s, &actor)?;
            T::personalize(slice::from_mut(answer.body_mut()), s, actor.id)?;
            SerializedResponse::private(&answer, &path)
        })
        .await
    }
}

/// Compresses where the work belongs, not where the response is sent.
fn compressed(encoded: SerializedResponse, request: &PublicRequest) -> SerializedResponse {
    if request.accepts_zstd {
        encoded.compress();
    }
    encoded
}

impl ResponseCache {
    fn load<T: Cacheable>(
        &self,
        services: &Services,
        request: &PublicRequest,
        policy: CachePolicy,
        use_case: impl Fn(&Services, Option<UserId>) -> response::Result<T>,
    ) -> Result<SerializedResponse, Problem> {
        let Some(viewer) = services.viewer(&request.caller)? else {
            // A limited request is looked up only once it is counted.
            if request.caller.limiter.is_some()
                && let Some(cached) = self.get(&request.target)
            {
                return Ok(cached.encoded.clone());
            }
            let response = self.load_for_visitors(services, request, policy, use_case);
            return response.map(|(encoded, _)| encoded);
        };
        if let Some(response) =
            self.load_for_member(services, viewer, request, &policy, &use_case)?
        {
            return Ok(response);
        }
        let mut answer = use_case(services, Some(viewer))?;
        T::personalize(slice::from_mut(answer.body_mut()), services, viewer)?;
        SerializedResponse::private(&answer, request.path())
    }

    /// Returns the visitors' response with the member's own fields spliced in; none where that is
    /// not possible.
    fn load_for_member<T: Cacheable>(
        &self,
        services: &Services,
        viewer: UserId,
        request: &PublicRequest,
        policy: &CachePolicy,
        use_case: impl Fn(&Services, Option<UserId>) -> response::Result<T>,
    ) -> Result<Option<SerializedResponse>, Problem> {
        let (true, Some(tags), Some(own)) = (self.serves_members, &policy.tags, T::MEMBER_FIELDS)
        else {
            return Ok(None);
        };
        let cached = match self.get(&request.target) {
            Some(cached) => Some(cached),
            // While its tags change, it could not be cached.
            None if self.versions.snapshot(tags, self.versions.current()).is_none() => None,
            None => self.load_for_visitors(services, request, policy.clone(), use_case)?.1,
        };
        let Some(cached) = cached else { return Ok(None) };
        let Some(places) = &cached.fields else { return Ok(None) };
        let fields = (own.find)(services, viewer, &places.ids)?;
        // Else the fields may be newer than the rest.
        let is_current = self.versions.is_current(&cached.snapshot);
        Ok(is_current.then(|| cached.encoded.for_member(|text| places.splice(text, fields))))
    }

    /// Returns the response, and the entry in the cache if it could be cached.
    fn load_for_visitors<T: Cacheable>(
        &self,
        services: &Services,
        request: &PublicRequest,
        policy: CachePolicy,
        use_case: impl Fn(&Services, Option<UserId>) -> response::Result<T>,
    ) -> Result<(SerializedResponse, Option<Arc<CachedResponse>>), Problem> {
        let before = self.versions.current();
        let start = Instant::now();
        let life = policy.life;
        let answer = use_case(services, None)?;
        let outdated = answer.body().valid_until().map(|until| until.since(services.clock.now()));
        let life = life.into_iter().chain(outdated).min();
        let end = life.and_then(|life| start.checked_add(life));
        let encoded = SerializedResponse::public(&answer, request.path())?;
        let mut ids = vec![];
        answer.body().ids(&mut ids);
        let tags = policy.tags_of(&ids).filter(|_| request.is_cacheable());
        let Some(snapshot) = tags.and_then(|tags| self.versions.snapshot(&tags, before)) else {
            return Ok((encoded, None));
        };
        let fields =
            T::MEMBER_FIELDS.and_then(|fields| FieldPlaces::find(ids, fields, encoded.text()));
        let cached = Arc::new(CachedResponse { encoded: encoded.clone(), fields, snapshot, end });
        self.put(request.target.clone(), Arc::clone(&cached));
        Ok((encoded, Some(cached)))
    }
}
