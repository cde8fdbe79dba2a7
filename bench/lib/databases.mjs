// Databases that `postup demo` filled.
import { join } from "node:path";
import { run } from "./processes.mjs";
import { serverEnv } from "./settings.mjs";

/** A new SQLite database in a folder. */
export async function sqlite(folder, name) {
  return { kind: "sqlite", url: `sqlite://${join(folder, `${name}.db`)}` };
}

/** Fills a database with the large community. */
export async function fill(binary, database, scale) {
  const env = { ...serverEnv, POSTUP_DATABASE_URL: database.url };
  await run(binary, ["demo", "--scale", String(scale)], { env });
}
