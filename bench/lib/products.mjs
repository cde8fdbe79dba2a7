// Starts the product on each database, filled.
import { fill, databaseFactories, vacuum } from "./databases.mjs";
import { median } from "./rounds.mjs";
import { startProduct } from "./server.mjs";
import { binaries, candidates } from "./settings.mjs";
import { inspectSite } from "./site.mjs";

const STARTS = 5;
const IDLE_MS = 1_000;

/** Starts each binary on each candidate database, filled with the community of a scale. */
export async function startProducts(work, scale) {
  const products = [];
  for (const kind of candidates.filter((name) => name in databaseFactories)) {
    const make = await databaseFactories[kind](work);
    for (const [letter, binary] of Object.entries(binaries)) {
      const database = make(kind + letter);
      console.error(`filling ${kind}${letter} at scale ${scale}`);
      await fill(database, binary, scale);
      await vacuum(database);
      products.push(await startFilled(database, kind + letter, binary, scale));
    }
  }
  return products;
}

/** Starts a server several times to measure its start; the last one stays. */
export async function startFilled(database, name, binary, scale) {
  const times = [];
  for (let nth = 1; nth < STARTS; nth++) {
    const server = await startProduct(name, binary, database.url);
    times.push(server.readyMs);
    await server.stop();
  }
  const server = await startProduct(name, binary, database.url);
  times.push(server.readyMs);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idleMiB = server.memory();
  const site = await inspectSite(server.base, binary, scale);
  const databaseCpuSeconds = database.cluster?.cpuSeconds;
  return {
    ...server,
    ...database,
    databaseCpuSeconds,
    site,
    start: { readyMs: median(times), idleMiB },
  };
}
