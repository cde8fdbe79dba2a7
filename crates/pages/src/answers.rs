//! The data block of a document: what its screen asks the API first, so that it need not ask.

use api::{Problem, Services, answer_to_visitor};
use maud::{Markup, PreEscaped, Render, html};
use serde_json::{Map, Value};

use site::SiteSettings;

use crate::{document::Address, head, json_ld, links};

const POPULAR_TODAY: &str = "/api/posts?filter=popularity&limit=10&today=true";
const POPULAR: &str = "/api/posts?filter=popularity&limit=10";
/// What every screen asks where the site has a look of its own.
const SITE: &str = "/api/site";
/// With fewer popular posts, a day is quiet.
const FEW: usize = 3;

/// Answers by the path and query that the web interface asks for.
#[derive(Default)]
pub(crate) struct Answers(Option<Value>);

impl Answers {
    pub(crate) fn read(
        services: &Services,
        address: &Address,
        site: &SiteSettings,
    ) -> Result<Self, Problem> {
        let answer = |target: String| {
            let answer = answer_to_visitor(services, &target)?;
            Ok((target, answer))
        };
        let mut answers =
            targets(address).into_iter().map(answer).collect::<Result<Map<_, _>, Problem>>()?;
        if *address == Address::Home && is_quiet(&answers[POPULAR_TODAY]) {
            answers.extend([answer(POPULAR.to_owned())?]);
        }
        if head::has_face(site) {
            answers.extend([answer(SITE.to_owned())?]);
        }
        Ok(Self(Some(answers.into())))
    }
}

/// Whether home asks for the popular posts of all time, too, as `postQueries.trending` does.
fn is_quiet(popular_today: &Value) -> bool {
    popular_today["body"].as_array().is_some_and(|posts| posts.len() < FEW)
}

/// The first requests of a screen, as `firstCalls` in the route table of the web interface has them.
fn targets(address: &Address) -> Vec<String> {
    match address {
        Address::Home => vec![
            POPULAR_TODAY.to_owned(),
            "/forums?isMostActive=true".to_owned(),
            "/api/posts?filter=recent&limit=20".to_owned(),
        ],
        Address::Forums => vec!["/forums".to_owned()],
        Address::Forum(id) => {
            let forum = format!("/forums/{id}");
            let posts = format!("/api/forum/{id}/posts?filter=recent");
            vec![forum, posts, format!("/api/forums/{id}/rules")]
        }
        Address::Post(id) => {
            vec![format!("/api/posts/{id}"), format!("/api/posts/{id}/replies?sort=old")]
        }
        Address::Profile(name) => {
            let name = links::encoded(name);
            vec![format!("/api/people/{name}"), format!("/api/people/{name}/posts")]
        }
        Address::Rules => vec![SITE.to_owned()],
        Address::Page(slug) => vec![format!("/api/pages/{}", links::encoded(slug))],
        Address::Nothing => vec![],
    }
}

impl Render for Answers {
    fn render(&self) -> Markup {
        html! {
            @if let Some(answers) = &self.0 {
                script type="application/json" id="answers" { (PreEscaped(json_ld::write(answers))) }
            }
        }
    }
}
