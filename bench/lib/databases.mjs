// Databases filled by `postup-bench fill`.
import { join } from "node:path";
import { startCluster } from "./postgres.mjs";
import { run } from "./processes.mjs";
import { serverEnv, toolOf } from "./settings.mjs";

/** By kind: gives a function that names a database in a folder. The PostgreSQL one starts a cluster first. */
export const databaseFactories = {
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

/** Creates a database and fills it with the generated community, for a binary. */
export async function fill({ url, cluster, database }, binary, scale) {
  await cluster?.sql(`CREATE DATABASE ${database}`);
  await run(toolOf(binary), ["fill", "--scale", String(scale)], {
    env: { ...serverEnv, POSTUP_DATABASE_URL: url },
  });
}

/** Runs VACUUM and a checkpoint now, so that they don't start during a measurement. */
export async function vacuum({ cluster, database }) {
  await cluster?.sql("VACUUM (ANALYZE)", database);
  await cluster?.sql("CHECKPOINT", database);
}
