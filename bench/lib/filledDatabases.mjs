// Large databases, generated once and reused.
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LONG_THREAD, longPost } from "../cases/growth.mjs";
import { fill, databaseFactories, vacuum } from "./databases.mjs";
import { seededRandom } from "./random.mjs";
import { startProduct } from "./server.mjs";
import { data } from "./settings.mjs";
import { mapConcurrently, range, send, inspectSite } from "./site.mjs";

/** Returns the database of a kind at a scale; generates it unless a complete one exists. */
export async function filledDatabase(kind, binary, scale) {
  const folder = join(data, `${kind}-${scale}`);
  const marker = join(folder, "complete");
  const isComplete = existsSync(marker);
  if (!isComplete) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const database = (await databaseFactories[kind](folder))(kind);
  if (!isComplete) {
    await generate(binary, database, scale);
    writeFileSync(marker, "");
  }
  return database;
}

async function generate(binary, database, scale) {
  const startedAt = performance.now();
  await fill(database, scale);
  const server = await startProduct("loading", binary, database.url);
  await writeLongThread(await inspectSite(server.base, scale));
  await server.stop();
  await vacuum(database);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.error(`${database.kind} at scale ${scale}: generated in ${seconds} s`);
}

/** Half of them reply to the post, half to an earlier reply. */
async function writeLongThread(site) {
  const random = seededRandom(5);
  const ids = [];
  await mapConcurrently(range(LONG_THREAD), async (nth) => {
    const respondsTo = nth % 2 && ids.length ? random.pick(ids) : null;
    const token = site.tokens[random.id(site.tokens.length - 1)];
    const response = await send(`${site.base}/api/post/${longPost(site)}/replies`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ respondsTo, description: `Reply ${nth} of a long thread.` }),
    });
    // 422: the parent is at the maximum depth.
    if (response.status === 201) ids.push((await response.json()).id);
    else if (response.status !== 422)
      throw new Error(`reply: ${response.status} ${await response.text()}`);
  });
}
