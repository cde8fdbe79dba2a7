// Members who read lists, posts and threads, write posts and replies and vote, each request once.
import { randomInt, randomUUID } from "node:crypto";

const READERS = 6;
const LISTS = ["/api/posts?filter=popularity", "/api/posts", "/forums"];

export class Load {
  /** The texts of acknowledged writes. */
  acknowledged = [];
  /** What came instead of a success. */
  failed = [];
  /** The requests by phase: how many milliseconds each took. */
  phases = new Map();
  #base;
  #site;
  #phase;
  #isOver = false;
  #people;

  /** `site` has the tokens of members, and how many posts and forums there are. */
  constructor(base, site, phase) {
    this.#base = base;
    this.#site = site;
    this.begin(phase);
    const readers = Array.from({ length: READERS }, (_, number) => this.#read(site.tokens[number]));
    this.#people = [...readers, ...site.tokens.map((token) => this.#write(token))];
  }

  /** Counts requests for another phase from now on. */
  begin(name) {
    this.#phase = { times: [], failed: 0, began: performance.now() };
    this.phases.set(name, this.#phase);
  }

  async end() {
    this.#isOver = true;
    await Promise.all(this.#people);
  }

  async #read(token) {
    while (!this.#isOver) {
      const post = randomInt(this.#site.posts) + 1;
      const paths = [LISTS[randomInt(LISTS.length)], `/api/posts/${post}`, `/api/posts/${post}/replies`];
      for (const path of paths) await this.#send(token, "GET", path);
    }
  }

  async #write(token) {
    while (!this.#isOver) {
      const post = randomInt(this.#site.posts) + 1;
      const forum = randomInt(this.#site.forums) + 1;
      const [title, description] = [`Written ${randomUUID()}`, `Written ${randomUUID()}`];
      const text = "Of a post that somebody writes during an upgrade.";
      if (await this.#send(token, "POST", `/api/forum/${forum}/posts`, { title, description: text })) {
        this.acknowledged.push(title);
      }
      if (await this.#send(token, "POST", `/api/post/${post}/replies`, { description })) {
        this.acknowledged.push(description);
      }
      await this.#send(token, "PUT", `/api/posts/${post}/upvote`);
    }
  }

  async #send(token, method, path, body) {
    const phase = this.#phase;
    const began = performance.now();
    const headers = { Accept: "application/json", "Content-Type": "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (method === "POST") headers["Idempotency-Key"] = randomUUID();
    const why = await this.#try(path, { method, headers, body: body && JSON.stringify(body) });
    phase.times.push(performance.now() - began);
    if (why === undefined) return true;
    phase.failed += 1;
    this.failed.push(`${method} ${path}: ${why}`);
    return false;
  }

  /** Returns what came instead of a success. */
  async #try(path, options) {
    try {
      const response = await fetch(this.#base + path, options);
      const text = await response.text();
      return response.ok ? undefined : `${response.status} ${text}`;
    } catch (error) {
      return String(error.cause ?? error);
    }
  }
}
