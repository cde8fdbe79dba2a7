// Databases that `postup demo` filled.
import { join } from "node:path";
import { startCluster } from "./postgres.mjs";
import { run } from "./processes.mjs";
import { serverEnv } from "./settings.mjs";

/** Makes empty databases of a kind in a folder. */
export const makers = {
  sqlite: async (folder) => (name) => ({
    kind: "sqlite",
    url: `sqlite://${join(folder, `${name}.db`)}`,
  }),
  postgres: async (folder) => {
    const cluster = await startCluster(join(folder, "postgres"));
    return async (name) => {
      const database = `postup_${name.replace("-", "_")}`;
      await cluster.sql(`CREATE DATABASE ${database}`);
      return { kind: "postgres", url: cluster.url(database), cluster, database };
    };
  },
};

/** Fills a database with the large community. */
export async function fill(binary, { url, cluster, database }, scale) {
  await run(binary, ["demo", "--scale", String(scale)], {
    env: { ...serverEnv, POSTUP_DATABASE_URL: url },
  });
  // What its own housekeeping would do soon, and at any moment.
  await cluster?.sql("VACUUM (ANALYZE)", database);
  await cluster?.sql("CHECKPOINT", database);
}
