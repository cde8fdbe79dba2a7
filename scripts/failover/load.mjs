// People who write, read and follow, on two copies of the forum.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

const WRITERS = 4;
const VISITORS = 2;
const READ_EVERY_MS = 25;
/** Of one try of a write; the key makes another try safe. */
const WRITE_TIMEOUT_MS = 30_000;

export class Load {
  /** When each write was acknowledged, by its text. */
  acknowledged = new Map();
  reads = 0;
  /** What visitors got instead of their page. */
  failedReads = [];
  /** Streams by copy: what they told of. */
  streams;
  #bases;
  #post;
  #isOver = false;
  #people = [];

  constructor(bases, post, tokens) {
    this.#bases = bases;
    this.#post = post;
    this.streams = bases.map(() => ({ told: new Map(), resyncs: 0, opened: 0 }));
    for (let number = 0; number < WRITERS; number++) {
      this.#people.push(this.#write(this.#base(number), tokens[number % tokens.length]));
    }
    for (let number = 0; number < VISITORS * bases.length; number++) this.#people.push(this.#read(this.#base(number)));
    bases.forEach((base, number) => this.#people.push(this.#follow(base, this.streams[number])));
  }

  async end() {
    this.#isOver = true;
    await Promise.all(this.#people);
  }

  /** Returns when somebody's write was acknowledged first after a time. */
  async writeAfter(since, patienceMs) {
    for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(20)) {
      const later = [...this.acknowledged.values()].filter((at) => at > since);
      if (later.length > 0) return Math.min(...later);
    }
    return Number.NaN;
  }

  #base(number) {
    return this.#bases[number % this.#bases.length];
  }

  async #write(base, token) {
    while (!this.#isOver) {
      const text = `Written ${randomUUID()}`;
      const key = randomUUID();
      while (!(await this.#send(base, token, key, text)) && !this.#isOver) await sleep(100);
    }
  }

  async #send(base, token, key, text) {
    try {
      const response = await fetch(`${base}/api/post/${this.#post}/replies`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          Accept: "application/json",
          "Idempotency-Key": key,
        },
        body: JSON.stringify({ description: text }),
        signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (response.status !== 201) return false;
      this.acknowledged.set(text, Date.now());
      return true;
    } catch {
      return false;
    }
  }

  async #read(base) {
    while (!this.#isOver) {
      try {
        const response = await fetch(`${base}/api/posts/${this.#post}`, { signal: AbortSignal.timeout(WRITE_TIMEOUT_MS) });
        const text = await response.text();
        if (response.status !== 200) this.failedReads.push({ at: Date.now(), why: `${response.status} ${text}` });
      } catch (error) {
        this.failedReads.push({ at: Date.now(), why: String(error) });
      }
      this.reads += 1;
      await sleep(READ_EVERY_MS);
    }
  }

  /** Follows the post as browsers do: after an end it goes on behind the last event. */
  async #follow(base, stream) {
    let last = "";
    while (!this.#isOver) {
      const over = new AbortController();
      const watch = setInterval(() => this.#isOver && over.abort(), 100);
      try {
        const headers = last ? { "Last-Event-ID": last } : {};
        const response = await fetch(`${base}/api/events?topics=post:${this.#post}`, { headers, signal: over.signal });
        stream.opened += 1;
        let text = "";
        for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
          text += chunk;
          for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
            last = hear(text.slice(0, end), stream) ?? last;
            text = text.slice(end + 2);
          }
        }
      } catch {
        // It is opened again.
      } finally {
        clearInterval(watch);
      }
      await sleep(100);
    }
  }
}

/** Notes an event, and returns its id. */
function hear(block, stream) {
  const field = (name) => block.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [id, event] = [field("id"), field("event")];
  if (event === "resync") stream.resyncs += 1;
  if (event === "reply") {
    const { id: reply } = JSON.parse(field("data"));
    const ids = stream.told.get(reply) ?? new Set();
    stream.told.set(reply, ids.add(id));
  }
  return id;
}
