// Databases that `postup-bench fill` filled.
import { join } from "node:path";
import { startCluster } from "./postgres.mjs";
import { run } from "./processes.mjs";
import { serverEnv, tool } from "./settings.mjs";

/** Names databases of a kind in a folder; for PostgreSQL, its cluster runs then. */
export const makers = {
  sqlite: async (folder) => (name) => ({
    kind: "sqlite",
    url: `sqlite://${join(folder, `${name}.db`)}`,
  }),
  postgres: async (folder) => {
    const cluster = await startCluster(join(folder, "postgres"));
    return (name) => {
      const database = `postup_${name.replace("-", "_")}`;
      return { kind: "postgres", url: cluster.url(database), cluster, database };
    };
  },
};

/** Makes a database, and fills it with the generated community. */
export async function fill({ url, cluster, database }, scale) {
  await cluster?.sql(`CREATE DATABASE ${database}`);
  await run(tool, ["fill", "--scale", String(scale)], {
    env: { ...serverEnv, POSTUP_DATABASE_URL: url },
  });
}

/** Does what PostgreSQL's own housekeeping would do soon, and at any moment. */
export async function settle({ cluster, database }) {
  await cluster?.sql("VACUUM (ANALYZE)", database);
  await cluster?.sql("CHECKPOINT", database);
}
