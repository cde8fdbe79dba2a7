// What there is to ask a server that `postup-bench fill --scale N` filled.
import { run } from "./processes.mjs";
import { chance } from "./random.mjs";
import { serverEnv, tool } from "./settings.mjs";

/** As many members sign in; the first is the admin. */
const SIGNED_IN = 500;
const AT_ONCE = 16;

/** Looks around: words that are found, who writes with whom. */
export async function survey(base, scale) {
  const tokens = await tokensOf(SIGNED_IN);
  const site = {
    base,
    scale,
    posts: 10_000 * scale,
    forums: 50 * scale,
    members: 1_000 * scale,
    tokens,
  };
  const posts = await followed(site, "/api/posts?limit=100", 10);
  site.words = words(posts.map((post) => `${post.title} ${post.description}`));
  const forums = await followed(site, "/forums?limit=100", 1);
  site.forumWords = words(forums.map((forum) => `${forum.topic} ${forum.description}`));
  site.chats = (await each(range(SIGNED_IN), (member) => chatsOf(site, member))).flat();
  return site;
}

export async function tokensOf(members) {
  const output = await run(tool, ["tokens", "--members", String(members)], { env: serverEnv });
  return ["", ...output.trim().split("\n")];
}

/** As `fetch`, and once more when a connection that was kept is closed just as it is used. */
export const send = (url, options) => fetch(url, options).catch(() => fetch(url, options));

/** Asks for JSON as a member, or as a visitor for 0. */
export async function ask(site, path, member = 0) {
  const headers = { Accept: "application/json" };
  if (member) headers.Authorization = `Bearer ${site.tokens[member]}`;
  const answer = await send(site.base + path, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** The paths of the first pages of a list. */
export async function pagesOf(site, path, count) {
  const paths = [];
  let next = path;
  while (next && paths.length < count) {
    paths.push(next);
    const answer = await ask(site, next);
    await answer.arrayBuffer();
    next = answer.headers.get("link")?.match(/<(.*?)>/)[1];
  }
  return paths;
}

async function followed(site, path, count) {
  const paths = await pagesOf(site, path, count);
  return (await each(paths, async (one) => (await ask(site, one)).json())).flat();
}

async function chatsOf(site, member) {
  const contacts = await (await ask(site, "/api/contacts/", member)).json();
  return contacts.map(({ id }) => ({ member, peer: id }));
}

/** The words of some texts, each once, in an order of chance. */
function words(texts) {
  const all = texts.flatMap((text) => text.toLowerCase().match(/[a-z]{3,}/g));
  return chance(7).shuffled([...new Set(all)].sort());
}

export function range(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Maps over a list, a few at once. */
export async function each(list, work) {
  const results = new Array(list.length);
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const mine = next++;
      results[mine] = await work(list[mine]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
