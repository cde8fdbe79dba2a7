//! Embeds the migrations of both databases, oldest first.

use std::{env, error::Error, fmt::Write, fs, io, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../migrations");
    let mut source = String::new();
    for database in ["sqlite", "postgres"] {
        let folder = fs::canonicalize(Path::new("../../migrations").join(database))?;
        let names = fs::read_dir(&folder)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let mut names = names.collect::<io::Result<Vec<_>>>()?;
        names.sort();
        writeln!(source, "pub(super) const {}: &[Migration] = &[", database.to_uppercase())?;
        for name in names {
            let file = |file| folder.join(&name).join(file).display().to_string();
            let (up, down) = (file("up.sql"), file("down.sql"));
            writeln!(
                source,
                "Migration {{ name: {name:?}, up: include_str!({up:?}), down: include_str!({down:?}) }},"
            )?;
        }
        source.push_str("];\n");
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("migrations.rs"), source)?;
    Ok(())
}
