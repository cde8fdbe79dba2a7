// A worker thread that keeps streams open and reads them without a look at their events.
import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

const { base, path, count } = workerData;
const OPENED_AT_ONCE = 200;
const { hostname, port } = new URL(base);

let bytes = 0;
let ended = 0;
for (let opened = 0; opened < count; opened += OPENED_AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened) }, open));
parentPort.postMessage("open");
parentPort.on("message", () => parentPort.postMessage({ bytes, ended }));

/** Opens a stream; resolves with the first bytes of its answer. */
function open() {
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  socket.on("error", () => {});
  socket.on("close", () => (ended += 1));
  return new Promise((resolve, reject) => {
    socket.once("data", (head) => {
      if (head.toString().startsWith("HTTP/1.1 200")) resolve();
      else reject(new Error(head.toString().slice(0, 200)));
    });
    socket.on("data", (chunk) => (bytes += chunk.length));
  });
}
