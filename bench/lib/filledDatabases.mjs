// Large databases, generated once and reused.
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LONG_THREAD, longPost } from "../cases/growth.mjs";
import { fill, databaseFactories, vacuum } from "./databases.mjs";
import { seededRandom } from "./random.mjs";
import { startProduct } from "./server.mjs";
import { data } from "./settings.mjs";
import { mapConcurrently, range, send, inspectSite } from "./site.mjs";

const THREAD_WRITERS = 10;
/** The length of the queue that its goal names. */
const MAX_REPORTS = 100_000;
const REASONS = ["spam", "abuse", "off-topic", "illegal", "other"];

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
  await fill(database, binary, scale);
  const server = await startProduct("loading", binary, database.url);
  const site = await inspectSite(server.base, binary, scale);
  await reportPosts(site);
  await writeLongThread(site);
  await server.stop();
  await vacuum(database);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.error(`${database.kind} at scale ${scale}: generated in ${seconds} s`);
}

/** Fills the moderators' queue: one report about each of the first posts. */
async function reportPosts(site) {
  await mapConcurrently(range(Math.min(site.posts, MAX_REPORTS)), async (id) => {
    const response = await post(site, id, `/api/posts/${id}/report`, {
      reason: REASONS[id % REASONS.length],
      note: `Report of post ${id}.`,
    });
    if (response.status !== 201)
      throw new Error(`report: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  });
}

/**
 * Half of them reply to the post, half to an earlier reply. Whoever replies watches the post: with more writers, the
 * server would still be notifying them while the reads are measured.
 */
async function writeLongThread(site) {
  const random = seededRandom(5);
  const ids = [];
  await mapConcurrently(range(LONG_THREAD), async (nth) => {
    const respondsTo = nth % 2 && ids.length ? random.pick(ids) : null;
    const author = random.id(THREAD_WRITERS);
    const response = await post(site, author, `/api/post/${longPost(site)}/replies`, {
      respondsTo,
      description: `Reply ${nth} of a long thread.`,
    });
    // 422: the parent is at the maximum depth.
    if (response.status === 201) ids.push((await response.json()).id);
    else if (response.status !== 422)
      throw new Error(`reply: ${response.status} ${await response.text()}`);
  });
}

/** Sends a body as one of the members with a token, by a number of any size. */
function post(site, member, path, body) {
  const token = site.tokens[(member % (site.tokens.length - 1)) + 1];
  return send(site.base + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
