// Large databases, which are made once and kept in a folder.
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LONG_THREAD, longPost } from "../cases/growth.mjs";
import { fill, makers, settle } from "./databases.mjs";
import { chance } from "./random.mjs";
import { startProduct } from "./server.mjs";
import { data } from "./settings.mjs";
import { each, range, send, survey } from "./site.mjs";

/** The database of a kind at a scale; filled if it is not there whole. */
export async function kept(kind, binary, scale) {
  const folder = join(data, `${kind}-${scale}`);
  const whole = join(folder, "whole");
  const isWhole = existsSync(whole);
  if (!isWhole) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  const database = (await makers[kind](folder))(kind);
  if (!isWhole) {
    await load(binary, database, scale);
    writeFileSync(whole, "");
  }
  return database;
}

async function load(binary, database, scale) {
  const begun = performance.now();
  await fill(database, scale);
  const server = await startProduct("loading", binary, database.url);
  await writeLongThread(await survey(server.base, scale));
  await server.stop();
  await settle(database);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.error(`${database.kind} at scale ${scale}: made in ${seconds} s`);
}

/** Half answer the post, half one of the replies before. */
async function writeLongThread(site) {
  const luck = chance(5);
  const ids = [];
  await each(range(LONG_THREAD), async (nth) => {
    const respondsTo = nth % 2 && ids.length ? luck.pick(ids) : null;
    const token = site.tokens[luck.id(site.tokens.length - 1)];
    const answer = await send(`${site.base}/api/post/${longPost(site)}/replies`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ respondsTo, description: `Reply ${nth} of a long thread.` }),
    });
    // A reply at the deepest level takes no answer: its place is left to the post.
    if (answer.status === 201) ids.push((await answer.json()).id);
    else if (answer.status !== 422)
      throw new Error(`reply: ${answer.status} ${await answer.text()}`);
  });
}
