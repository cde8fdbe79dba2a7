import { createServer, request } from "node:http";
import { freePort } from "./server.ts";

/** The names of the app's files, which have a hash. */
const HASHED = /(-[\w-]{7,8})\.(js|css)\b/g;
const RENAMED = /(-[\w-]{7,8})\.next\.(js|css)\b/g;

/** A proxy before a server, with which the app can get a new version: the same one, with other names of its files. */
export async function startProxy(to: string) {
  const { hostname, port } = new URL(to);
  let isNew = false;
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const isRenamed = isNew && !url.startsWith("/api");
    const path = isRenamed ? url.replace(RENAMED, "$1.$2") : url;
    const { "if-none-match": _, ...plain } = headers;
    const asked = isRenamed ? { ...plain, "accept-encoding": "identity" } : headers;
    const passed = request({ hostname, port, method, path, headers: asked }, (answer) => {
      const isText = /html|javascript|css/.test(answer.headers["content-type"] ?? "");
      if (!isRenamed || !isText) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        return void answer.pipe(outgoing);
      }
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { link: _, etag: __, "content-length": ___, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest);
        outgoing.end(Buffer.concat(parts).toString().replace(HASHED, "$1.next.$2"));
      });
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const at = await freePort();
  await new Promise<void>((resolve) => proxy.listen(at, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${at}`,
    release: () => (isNew = true),
    stop: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}
