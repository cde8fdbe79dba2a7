use clap::{
    Args,
    error::{ContextKind, ContextValue},
};

use super::Serve;

/// Formats an error about settings as one line that names flag and variable. It hides values that may
/// hold a secret.
#[must_use]
pub fn error_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let line = lines.join(" ");
    let line = line.trim_start_matches("error: ");
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return line.to_owned();
    };
    let Some(arg) = setting(argument) else {
        return line.to_owned();
    };
    let line = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if arg.is_hide_env_values_set() && !value.is_empty() => {
            line.replace(value, "…")
        }
        _ => line.to_owned(),
    };
    match arg.get_env() {
        Some(variable) => format!("{line} ({})", variable.to_string_lossy()),
        None => line,
    }
}

/// The setting of a flag such as `--bind <BIND>`.
fn setting(argument: &str) -> Option<clap::Arg> {
    let flag = argument.strip_prefix("--")?.split([' ', '=']).next()?;
    let of_serve = <Serve as Args>::augment_args(clap::Command::new(""));
    of_serve.get_arguments().find(|arg| arg.get_long() == Some(flag)).cloned()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::settings::Cli;

    fn refused(arguments: &[&str]) -> String {
        let arguments = ["postup", "serve"].iter().chain(arguments);
        error_line(&Cli::try_parse_from(arguments).unwrap_err())
    }

    #[test]
    fn a_wrong_value_is_one_line_that_names_flag_and_variable() {
        for (flag, value, variable) in [
            ("--bind", "nowhere", "POSTUP_BIND"),
            ("--token-ttl-hours", "0", "POSTUP_TOKEN_TTL_HOURS"),
            ("--password-cost", "9", "POSTUP_PASSWORD_COST"),
            ("--public-url", "ftp://x", "POSTUP_PUBLIC_URL"),
            ("--mail-from", "nobody", "POSTUP_MAIL_FROM"),
            ("--cors-origins", "https://a.example/path", "POSTUP_CORS_ORIGINS"),
            ("--trusted-proxies", "10.0.0.0/99", "POSTUP_TRUSTED_PROXIES"),
            ("--rate-limit", "maybe", "POSTUP_RATE_LIMIT"),
            ("--registration-work", "27", "POSTUP_REGISTRATION_WORK"),
            ("--database-connections", "1", "POSTUP_DATABASE_CONNECTIONS"),
            ("--backup-every", "daily", "POSTUP_BACKUP_EVERY"),
            ("--backup-keep", "none", "POSTUP_BACKUP_KEEP"),
            ("--log-format", "xml", "POSTUP_LOG_FORMAT"),
            ("--metrics-bind", "9464", "POSTUP_METRICS_BIND"),
            ("--drain", "soon", "POSTUP_DRAIN"),
        ] {
            let line = refused(&[flag, value]);
            assert!(!line.contains('\n'), "{line}");
            assert!(
                line.contains(flag) && line.contains(variable) && line.contains(value),
                "{line}"
            );
        }
    }

    #[test]
    fn a_database_url_is_refused_without_being_shown() {
        let line = refused(&["--database-url", "mysql://me:geheim@db/postup"]);
        assert!(line.contains("POSTUP_DATABASE_URL") && line.contains("postgres://"), "{line}");
        assert!(!line.contains("geheim"), "{line}");
    }

    #[test]
    fn the_url_of_a_replica_is_refused_without_being_shown() {
        for urls in
            ["postgres://me@a/postup,mysql://me:geheim@b/postup", "postgres://me:a,geheim@b/c"]
        {
            let line = refused(&["--database-read-urls", urls]);
            assert!(line.contains("POSTUP_DATABASE_READ_URLS"), "{line}");
            assert!(!line.contains("geheim"), "{line}");
        }
    }

    #[test]
    fn the_url_of_a_relay_is_refused_without_being_shown() {
        let line = refused(&["--smtp-url", "http://me:geheim@mail.example"]);
        assert!(line.contains("POSTUP_SMTP_URL") && line.contains("smtps://"), "{line}");
        assert!(!line.contains("geheim"), "{line}");
    }

    #[test]
    fn mail_needs_a_sender_and_a_public_address() {
        let line = refused(&["--smtp-url", "smtp://mail.example"]);
        assert!(line.contains("--mail-from") && line.contains("--public-url"), "{line}");
    }

    #[test]
    fn an_admin_needs_name_and_password() {
        assert!(refused(&["--admin-username", "ann"]).contains("--admin-password"));
    }

    #[test]
    fn an_unknown_flag_is_named() {
        assert!(refused(&["--colour"]).contains("--colour"));
    }
}
