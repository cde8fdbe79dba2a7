// What thousands of watchers of a post cost who replies to it, and when they are notified.
import { setTimeout as sleep } from "node:timers/promises";
import { get, percentiles, post, put } from "./api.mjs";
import { run } from "./processes.mjs";
import { serverEnv, tool } from "./settings.mjs";

/** The generated community has 1,000 members at scale 1. */
export const WATCHERS_SCALE = 10;
const WATCHERS = 1_000 * WATCHERS_SCALE;
const ROUNDS = 20;
/** Replies to another post, before each reply to the watched one and while its watchers are notified. */
const OTHERS = 10;
/** Every 500th member is asked for the notification. */
const SAMPLE_EVERY = 500;
const AT_ONCE = 50;

/** Milliseconds of replies to a watched post and to another one, and until all watchers are notified. */
export async function measureWatchers({ base }) {
  const printed = await run(tool, ["tokens", "--members", String(WATCHERS)], { env: serverEnv });
  const [writer, ...watchers] = printed.trim().split("\n");
  const [quiet, watched] = [await newPost(base, writer, 1), await newPost(base, writer, 2)];
  await watch(base, watchers, watched);
  const sample = watchers.filter((_, nth) => nth % SAMPLE_EVERY === 0).concat(watchers.at(-1));
  const times = { toQuiet: [], toWatched: [], meanwhile: [], notified: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (let nth = 0; nth < OTHERS; nth += 1) times.toQuiet.push(await reply(base, writer, quiet));
    const start = performance.now();
    times.toWatched.push(await reply(base, writer, watched));
    for (let nth = 0; nth < OTHERS; nth += 1) times.meanwhile.push(await reply(base, writer, quiet));
    await untilNotified(base, sample, watched, round);
    times.notified.push(performance.now() - start);
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, percentiles(all)]));
}

async function newPost(base, writer, forum) {
  const made = { title: "A post", description: "Read it" };
  return (await post(base, `/api/forum/${forum}/posts`, writer, made)).id;
}

async function watch(base, watchers, id) {
  for (let first = 0; first < watchers.length; first += AT_ONCE)
    await Promise.all(
      watchers
        .slice(first, first + AT_ONCE)
        .map((token) => put(base, `/api/posts/${id}/watch`, token, { level: "watching" })),
    );
}

/** Writes a reply; returns how long that took in milliseconds. */
async function reply(base, writer, id) {
  const start = performance.now();
  const body = { respondsTo: null, description: "I have read it" };
  await post(base, `/api/post/${id}/replies`, writer, body);
  return performance.now() - start;
}

async function untilNotified(base, sample, id, replies) {
  for (const token of sample) {
    const isNotified = ({ post, count }) => post?.id === id && count === replies;
    while (!(await get(base, "/api/notifications?limit=1", token)).some(isNotified)) await sleep(5);
  }
}
