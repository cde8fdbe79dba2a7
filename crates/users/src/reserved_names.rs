//! Names that could pass for the people who run the forum, or for the program itself.

/// Without separators, in lower case.
const RESERVED: [&str; 44] = [
    "abuse",
    "adm",
    "admin",
    "administration",
    "administrator",
    "admins",
    "all",
    "anonymous",
    "deleted",
    "deleteduser",
    "everybody",
    "everyone",
    "forumadmin",
    "guest",
    "helpdesk",
    "here",
    "hostmaster",
    "mod",
    "moderation",
    "moderator",
    "moderators",
    "mods",
    "nobody",
    "noreply",
    "null",
    "official",
    "operator",
    "owner",
    "postmaster",
    "postup",
    "postupteam",
    "removed",
    "removeduser",
    "root",
    "rootadm",
    "rootadmin",
    "security",
    "siteadmin",
    "staff",
    "superuser",
    "support",
    "sysadmin",
    "system",
    "webmaster",
];

/// Returns whether nobody may register the name: it equals a reserved one when case and separators
/// are ignored and digits that look like letters are read as these.
pub(crate) fn is_reserved(name: &str) -> bool {
    let skeleton = skeleton(name);
    RESERVED.iter().any(|reserved| self::skeleton(reserved) == skeleton)
}

fn skeleton(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters
        .map(|c| match c.to_ascii_lowercase() {
            '0' => 'o',
            '1' | 'l' => 'i',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '7' => 't',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_names_are_found_in_any_disguise() {
        for name in [
            "admin",
            "Admin",
            "ADMIN",
            "adm1n",
            "4dmin",
            "a.d.m.i.n",
            "_admin_",
            "root_adm",
            "moderator",
            "m0derat0r",
            "system",
            "sys-tem",
            "removed",
            "POST-UP",
            "postup",
            "support",
            "nu1l",
        ] {
            assert!(is_reserved(name), "{name}");
        }
    }

    #[test]
    fn names_that_only_contain_a_reserved_one_are_free() {
        for name in
            ["admiral", "badminton", "modena", "rooter", "ann", "admin1", "sysadmin_fan", "..."]
        {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
