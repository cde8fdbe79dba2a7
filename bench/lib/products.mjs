// The product on each database, filled and started.
import { fill, makers, settle } from "./databases.mjs";
import { median } from "./rounds.mjs";
import { startProduct } from "./server.mjs";
import { binaries, candidates } from "./settings.mjs";
import { survey } from "./site.mjs";

const STARTS = 5;
const IDLE_MS = 1_000;

/** Starts each binary on each database of the wanted candidates, with the community of a scale. */
export async function startProducts(work, scale) {
  const products = [];
  for (const kind of candidates.filter((name) => name in makers)) {
    const make = await makers[kind](work);
    for (const [letter, binary] of Object.entries(binaries)) {
      const database = make(kind + letter);
      console.error(`filling ${kind}${letter} at scale ${scale}`);
      await fill(database, scale);
      await settle(database);
      products.push(await startFilled(database, kind + letter, binary, scale));
    }
  }
  return products;
}

/** Starts it some times, to see how long that takes, and the last time to stay. */
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
  const idle = server.memory();
  const site = await survey(server.base, scale);
  const databaseCpuSeconds = database.cluster?.cpuSeconds;
  return {
    ...server,
    ...database,
    databaseCpuSeconds,
    site,
    start: { readyMs: median(times), idleMiB: idle.now },
  };
}
