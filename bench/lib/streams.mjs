// Clients of the stream of events, over bare sockets: thousands of them in one process.
import { connect } from "node:net";

const OPENED_AT_ONCE = 200;

/** Opens a stream; resolves once it is open. `onEvent` gets the name and the data of each event. */
export function openStream(base, path, onEvent, token = "") {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const authorization = token && `Authorization: Bearer ${token}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n${authorization}\r\n`);
  return new Promise((resolve, reject) => {
    let text = "";
    socket.once("error", reject);
    socket.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
      if (!text.startsWith("HTTP/1.1 200")) return reject(new Error(text.slice(0, 200)));
      resolve({ close: () => socket.destroy() });
      for (const [block, name, data] of text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)) {
        text = text.slice(0, 12) + text.slice(text.indexOf(block) + block.length);
        onEvent(name, data);
      }
    });
  });
}

/** Opens many streams of visitors. */
export async function openStreams(count, base, path, onEvent) {
  const streams = [];
  while (streams.length < count) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, count - streams.length) });
    streams.push(...(await Promise.all(some.map(() => openStream(base, path, onEvent)))));
  }
  return { close: () => streams.forEach((stream) => stream.close()) };
}
