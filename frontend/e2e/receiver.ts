import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./server.ts";

/** An `https` server with a certificate of its own, which takes all that it gets. */
export async function startReceiver() {
  const folder = mkdtempSync(join(tmpdir(), "postup-receiver-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=receiver"];
  const files = ["-keyout", key, "-out", certificate, "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync("openssl", ["req", ...made, ...files], { stdio: "ignore" });
  const received: { type: string }[] = [];
  const identity = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(identity, (request, response) => {
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      received.push(JSON.parse(text) as { type: string });
      response.writeHead(204).end();
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `https://127.0.0.1:${port}/hook`, certificate, received, stop };
}
