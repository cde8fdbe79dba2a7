// Contents of a server filled by `postup-bench fill --scale N`: what a request can ask for.
import { run } from "./processes.mjs";
import { seededRandom } from "./random.mjs";
import { serverEnv, toolOf } from "./settings.mjs";

/** Number of members with a token; the first is the admin. */
const SIGNED_IN = 500;
const CONCURRENCY = 16;

/** Collects search words, authors and chats of a server that runs a binary. */
export async function inspectSite(base, binary, scale) {
  const tokens = await tokensOf(binary, SIGNED_IN);
  const site = {
    base,
    scale,
    posts: 10_000 * scale,
    forums: 50 * scale,
    members: 1_000 * scale,
    tokens,
  };
  const posts = await getPages(site, "/api/posts?limit=100", 10);
  site.words = words(posts.map((post) => `${post.title} ${post.description}`));
  site.authors = [...new Set(posts.map((post) => post.creator_username))];
  const forums = await getPages(site, "/forums?limit=100", 1);
  site.forumWords = words(forums.map((forum) => `${forum.topic} ${forum.description}`));
  site.chats = (await mapConcurrently(range(SIGNED_IN), (member) => chatsOf(site, member))).flat();
  return site;
}

export async function tokensOf(binary, members) {
  const command = ["tokens", "--members", String(members)];
  const output = await run(toolOf(binary), command, { env: serverEnv });
  return ["", ...output.trim().split("\n")];
}

/** Like `fetch`, with one retry: a keep-alive connection may be closed just when it is reused. */
export const send = (url, options) => fetch(url, options).catch(() => fetch(url, options));

/** Requests JSON as a member, or as a visitor for 0. */
export async function get(site, path, member = 0) {
  const headers = { Accept: "application/json" };
  if (member) headers.Authorization = `Bearer ${site.tokens[member]}`;
  const response = await send(site.base + path, { headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** The paths of the first pages of a list. */
export async function pagesOf(site, path, count) {
  const paths = [];
  let next = path;
  while (next && paths.length < count) {
    paths.push(next);
    const response = await get(site, next);
    await response.arrayBuffer();
    next = response.headers.get("link")?.match(/<(.*?)>/)[1];
  }
  return paths;
}

async function getPages(site, path, count) {
  const paths = await pagesOf(site, path, count);
  return (await mapConcurrently(paths, async (one) => (await get(site, one)).json())).flat();
}

async function chatsOf(site, member) {
  const contacts = await (await get(site, "/api/contacts/", member)).json();
  return contacts.map(({ id }) => ({ member, peer: id }));
}

/** The distinct words of some texts, shuffled. */
function words(texts) {
  const all = texts.flatMap((text) => text.toLowerCase().match(/[a-z]{3,}/g));
  return seededRandom(7).shuffled([...new Set(all)].sort());
}

export function range(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Maps over a list with bounded concurrency. */
export async function mapConcurrently(list, work) {
  const results = new Array(list.length);
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const index = next++;
      results[index] = await work(list[index]);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}
