//! Rebuilds the server when the built web interface changes.

use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let screens = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../frontend/dist");
    // Cargo watches a folder only if it is there.
    fs::create_dir_all(&screens)?;
    println!("cargo:rerun-if-changed={}", screens.display());
    Ok(())
}
