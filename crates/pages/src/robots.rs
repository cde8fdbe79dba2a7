/// Parts of the user agents of robots that fetch previews of links, or for searches, in lower case.
const PREVIEW_ROBOTS: [&str; 12] = [
    "facebookexternalhit",
    "twitterbot",
    "slackbot",
    "discordbot",
    "telegrambot",
    "whatsapp",
    "linkedinbot",
    "mastodon",
    "googlebot",
    "bingbot",
    "applebot",
    "duckduckbot",
];

/// Paths of screens that show nothing to visitors, and of the API.
const PRIVATE: [&str; 11] = [
    "/api/",
    "/messages",
    "/moderation",
    "/users",
    "/login",
    "/logout",
    "/register",
    "/settings",
    "/notifications",
    "/create-post",
    "/drafts",
];

/// Writes `robots.txt`.
pub(crate) fn write(origin: &str) -> String {
    let private = PRIVATE.map(|path| format!("Disallow: {path}\n")).concat();
    format!("User-agent: *\n{private}Allow: /\n\nSitemap: {origin}/sitemap.xml\n")
}

/// Returns whether a user agent is that of a robot that wants documents, whatever it accepts.
#[must_use]
pub fn is_preview_robot(user_agent: &str) -> bool {
    let user_agent = user_agent.to_ascii_lowercase();
    PREVIEW_ROBOTS.iter().any(|robot| user_agent.contains(robot))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_are_known_by_a_part_of_their_user_agent() {
        assert!(is_preview_robot(
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com)"
        ));
        assert!(is_preview_robot("WhatsApp/2.23.20.0"));
        assert!(!is_preview_robot("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0"));
    }
}
