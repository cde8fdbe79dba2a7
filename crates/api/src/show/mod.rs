//! Reads where visitors are welcome: what they are answered is kept, and given to the next as long
//! as it is true.

mod kept;
mod member_fields;
mod reading;

use std::{sync::Arc, time::Instant};

use kernel::UserId;

pub(crate) use self::{
    kept::Kept,
    member_fields::{MemberFields, NO_VOTE, Shown, vote_fields},
    reading::Reading,
};
use self::{kept::KeptAnswer, member_fields::FieldPlaces};
use crate::{
    Api, Problem, Services,
    answer::{self, Encoded},
    request::{Caller, Visit},
};

impl Api {
    /// Runs a use case that only reads; it is told who looks.
    ///
    /// Whoever sends a token reads what is so now, and thus all that was written before. What
    /// visitors are refused by services that may be behind, the others are asked: it may be new, or
    /// what stands behind them lost.
    pub(crate) async fn show<T: Shown>(
        &self,
        visit: Visit,
        reading: Reading,
        use_case: impl Fn(&Services, Option<UserId>) -> answer::Result<T> + Send + 'static,
    ) -> Result<Encoded, Problem> {
        let Caller { session, meter } = &visit.caller;
        if session.is_none()
            && meter.is_none()
            && let Some(known) = self.kept.get(&visit.target, &self.services().changes)
        {
            return Ok(known.encoded.clone());
        }
        let may_be_behind = session.is_none() && self.services().for_visitors.is_some();
        let (kept, is_long) = (Arc::clone(&self.kept), reading.is_long);
        let look = move |services: &Services| {
            let encoded = look(services, &kept, &visit, reading, use_case)?;
            if visit.takes_packed {
                encoded.pack();
            }
            Ok(encoded)
        };
        if may_be_behind {
            // On threads that no member waits for, should what stands behind it hang.
            return self.run(look).await;
        }
        if is_long { self.run_long(look).await } else { self.run_at_once(look).await }
    }
}

fn look<T: Shown>(
    services: &Services,
    kept: &Kept,
    visit: &Visit,
    reading: Reading,
    use_case: impl Fn(&Services, Option<UserId>) -> answer::Result<T>,
) -> Result<Encoded, Problem> {
    let Some(viewer) = services.viewer(&visit.caller)? else {
        // Whoever is counted was not given it before.
        if visit.caller.meter.is_some()
            && let Some(known) = kept.get(&visit.target, &services.changes)
        {
            return Ok(known.encoded.clone());
        }
        return look_as_visitor(services, kept, visit, reading, use_case)
            .map(|(encoded, _)| encoded);
    };
    if let (true, Some(subjects), Some(own)) =
        (services.is_alone, &reading.subjects, T::MEMBER_FIELDS)
    {
        let known = match kept.get(&visit.target, &services.changes) {
            Some(known) => Some(known),
            // While they change, it could not be kept.
            None if services.changes.look(subjects, services.changes.now()).is_none() => None,
            None => look_as_visitor(services, kept, visit, reading, &use_case)?.1,
        };
        if let Some(known) = known {
            let fields = (own.find)(services, viewer, &known.fields.ids)?;
            // Else the fields may be newer than the rest.
            if services.changes.is_current(&known.seen) {
                return Ok(known.encoded.for_member(|text| known.fields.fill_in(text, fields)));
            }
        }
    }
    use_case(services, Some(viewer)).and_then(|answer| Encoded::private(&answer, visit.path()))
}

/// The answer, and as it is kept, if it is.
fn look_as_visitor<T: Shown>(
    services: &Services,
    kept: &Kept,
    visit: &Visit,
    reading: Reading,
    use_case: impl Fn(&Services, Option<UserId>) -> answer::Result<T>,
) -> Result<(Encoded, Option<Arc<KeptAnswer>>), Problem> {
    let before = services.changes.now();
    let end = reading.life.map(|life| Instant::now() + life);
    let answer = match &services.for_visitors {
        Some(behind) => use_case(behind, None).or_else(|_| use_case(services, None)),
        None => use_case(services, None),
    }?;
    let encoded = Encoded::public(&answer, visit.path())?;
    let mut ids = vec![];
    answer.body().ids(&mut ids);
    // What was read elsewhere may be older than what is known to have changed.
    let may_be_kept = services.for_visitors.is_none() && visit.may_be_kept();
    let subjects = reading.subjects_of(&ids).filter(|_| may_be_kept);
    let Some(seen) = subjects.and_then(|subjects| services.changes.look(&subjects, before)) else {
        return Ok((encoded, None));
    };
    let fields = FieldPlaces::find(ids, T::MEMBER_FIELDS, encoded.text());
    let known = Arc::new(KeptAnswer { encoded: encoded.clone(), fields, seen, end });
    kept.put(visit.target.clone(), Arc::clone(&known));
    Ok((encoded, Some(known)))
}
