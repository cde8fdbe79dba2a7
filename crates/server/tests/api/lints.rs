//! The lints that keep the program safe are on for every crate, and no crate turns them off.

use std::{fs, path::Path};

use cargo_metadata::MetadataCommand;
use toml::{Table, Value};

fn manifest(path: impl AsRef<Path>) -> Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

fn rust_files(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path.to_str().unwrap().to_owned());
        }
    }
}

#[test]
fn all_crates_forbid_unsafe_and_unwrap() {
    let metadata = MetadataCommand::new().no_deps().exec().unwrap();
    let lints = manifest(metadata.workspace_root.join("Cargo.toml"))["workspace"]["lints"].clone();
    // Cannot be turned off again, by no attribute.
    assert_eq!(lints["rust"]["unsafe_code"], Value::from("forbid"));
    // `make check` denies warnings.
    for lint in ["unwrap_used", "expect_used", "todo", "unimplemented", "dbg_macro"] {
        assert_eq!(lints["clippy"][lint], Value::from("warn"), "{lint}");
    }
    assert!(metadata.packages.len() > 10);
    for package in &metadata.packages {
        let own = manifest(&package.manifest_path);
        assert_eq!(own["lints"]["workspace"], Value::from(true), "{}", package.name);
    }
}

#[test]
fn only_tests_may_unwrap() {
    let metadata = MetadataCommand::new().no_deps().exec().unwrap();
    let mut files = vec![];
    for package in &metadata.packages {
        // Tools of tests alone.
        if !["test-databases", "test-authenticator", "test-receiver"]
            .contains(&package.name.as_str())
        {
            let folder = package.manifest_path.parent().unwrap();
            rust_files(folder.join("src").as_std_path(), &mut files);
        }
    }
    assert!(files.len() > 100);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for lint in ["clippy::unwrap_used", "clippy::expect_used"] {
            assert!(!text.contains(lint), "{file} turns {lint} off");
        }
    }
}
