//! The dependencies that ARCHITECTURE.md allows, checked with `cargo metadata`.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, MetadataCommand};

const DOMAINS: [&str; 17] = [
    "users",
    "forums",
    "posts",
    "replies",
    "messages",
    "moderation",
    "notifications",
    "push",
    "webhooks",
    "limits",
    "drafts",
    "idempotency",
    "saved",
    "search",
    "site",
    "images",
    "mail",
];

/// The normal dependencies of each of our crates.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = MetadataCommand::new().no_deps().exec().unwrap();
    let normal = |package: &cargo_metadata::Package| {
        let normal = package.dependencies.iter().filter(|d| d.kind == DependencyKind::Normal);
        normal.map(|dependency| dependency.name.clone()).collect()
    };
    metadata.packages.iter().map(|package| (package.name.to_string(), normal(package))).collect()
}

fn has(list: &BTreeSet<String>, name: &str) -> bool {
    list.contains(name)
}

#[test]
fn a_domain_depends_on_the_kernel_only() {
    let all = dependencies();
    for domain in DOMAINS.iter().chain(&["cache", "markup"]).copied() {
        let ours: Vec<_> = all[domain].iter().filter(|name| all.contains_key(*name)).collect();
        assert_eq!(ours, ["kernel"], "{domain}");
    }
    assert!(all["kernel"].iter().all(|name| !all.contains_key(name)));
}

#[test]
fn domains_depend_on_no_database_wire_or_runtime() {
    let all = dependencies();
    for inner in DOMAINS.iter().chain(&["kernel", "cache", "markup"]) {
        for outer in ["serde", "diesel", "actix-web", "tokio"] {
            assert!(!has(&all[*inner], outer), "{inner} knows {outer}");
        }
    }
}

#[test]
fn api_and_infrastructure_are_independent() {
    let all = dependencies();
    assert!(!has(&all["api"], "infrastructure"));
    assert!(!has(&all["infrastructure"], "api"));
    assert!(!has(&all["pages"], "infrastructure") && !has(&all["api"], "pages"));
}

#[test]
fn what_adapters_stand_on_knows_no_adapter() {
    let all = dependencies();
    let ours = |name: &str| -> Vec<&String> {
        all[name].iter().filter(|name| all.contains_key(*name)).collect()
    };
    // The port for the bytes of images, which are found with the database; the rule which events the moderation log has.
    assert_eq!(ours("database"), ["cache", "images", "kernel", "moderation"]);
    assert_eq!(ours("security"), ["kernel", "limits", "users", "webhooks"]);
}

#[test]
fn only_adapters_depend_on_diesel_and_actix_web() {
    let all = dependencies();
    let who = |name: &str| -> Vec<&String> {
        all.iter().filter(|(_, list)| has(list, name)).map(|(who, _)| who).collect()
    };
    // `import` reads the databases of other systems.
    assert_eq!(who("diesel"), ["database", "import", "infrastructure"]);
    assert_eq!(who("actix-web"), ["api", "bench", "pages", "server"]);
}

#[test]
fn no_crate_depends_on_server_or_bench() {
    let all = dependencies();
    for top in ["server", "bench"] {
        assert!(all.contains_key(top), "{top}");
        assert!(all.values().all(|list| !has(list, top)), "{top}");
    }
}
