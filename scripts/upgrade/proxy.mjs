// A proxy that sends each request to the next copy that was ready at its last check, once.
import { once } from "node:events";
import { createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const ASK_EVERY_MS = 200;

export class Proxy {
  /** Where all copies are. */
  copies;
  base;
  #ready;
  #turn = 0;
  #server;
  #isOver = false;
  #watch;

  static async start(copies) {
    const proxy = new Proxy();
    proxy.copies = copies;
    proxy.#ready = [...copies];
    proxy.#server = createServer((incoming, answer) => proxy.#pass(incoming, answer)).listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    proxy.base = `http://127.0.0.1:${proxy.#server.address().port}`;
    proxy.#watch = proxy.#ask();
    return proxy;
  }

  async stop() {
    this.#isOver = true;
    await this.#watch;
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Waits until all copies are ready. */
  async untilReady() {
    for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
      if (this.copies.every((copy) => this.#ready.includes(copy))) return;
    }
    throw new Error("a copy is not ready");
  }

  async #ask() {
    for (; !this.#isOver; await sleep(ASK_EVERY_MS)) {
      const isReady = (copy) => fetch(`${copy}/readyz`).then((answer) => answer.ok, () => false);
      const copies = [...this.copies];
      const answers = await Promise.all(copies.map(isReady));
      this.#ready = copies.filter((_, number) => answers[number]);
    }
  }

  #pass(incoming, answer) {
    const copy = this.#ready[this.#turn++ % this.#ready.length];
    const refuse = (error) => answer.headersSent ? answer.destroy() : answer.writeHead(502).end(String(error));
    if (!copy) return refuse("no copy is ready");
    const { method, url, headers } = incoming;
    const outgoing = request(copy + url, { method, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    });
    outgoing.on("error", refuse);
    incoming.pipe(outgoing);
  }
}
