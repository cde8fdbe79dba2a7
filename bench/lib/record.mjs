// The answers of the product, written down for the bare server.
import { writeFileSync } from "node:fs";
import { each, send } from "./site.mjs";

/** Asks each read once, and each kind of write once, and writes the answers by their paths to a file. */
export async function record(site, one, requests, file) {
  const kinds = new Map(requests.map((request) => [kind(request), request]));
  const recorded = new Map();
  await each([...kinds.values()], async (request) => {
    recorded.set(kind(request), await answer(site, one, request));
  });
  const answers = requests.map((request) => [request.path, recorded.get(kind(request))]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(answers)));
}

/** Reads differ by their path; writes of one kind have answers alike. */
function kind({ method = "GET", path }) {
  return method === "GET" ? path : `${method} ${path.replace(/\d+/g, "…")}`;
}

async function answer(site, one, { method, path, member, body }) {
  const headers = { Accept: one.accept ?? "application/json", "Accept-Encoding": "identity" };
  if (member) headers.Authorization = `Bearer ${site.tokens[member]}`;
  if (body) headers["Content-Type"] = "application/json";
  const answer = await send(site.base + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${one.name}: ${path}: ${answer.status} ${await answer.text()}`);
  return {
    status: answer.status,
    type: answer.headers.get("content-type") ?? "text/plain",
    body: await answer.text(),
  };
}
