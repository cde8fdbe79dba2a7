// Records the product's responses for the bare server.
import { writeFileSync } from "node:fs";
import { mapConcurrently, send } from "./site.mjs";

/** Sends each read and each kind of write once, and writes the responses by path to a file. */
export async function recordResponses(site, one, requests, file) {
  const kinds = new Map(requests.map((request) => [kind(request), request]));
  const recorded = new Map();
  await mapConcurrently([...kinds.values()], async (request) => {
    recorded.set(kind(request), await responseTo(site, one, request));
  });
  const responses = requests.map((request) => [request.path, recorded.get(kind(request))]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(responses)));
}

/** Reads differ by path; writes of one kind have similar responses. */
function kind({ method = "GET", path }) {
  return method === "GET" ? path : `${method} ${path.replace(/\d+/g, "…")}`;
}

async function responseTo(site, one, { method, path, member, body }) {
  const headers = { Accept: one.accept ?? "application/json", "Accept-Encoding": "identity" };
  if (member) headers.Authorization = `Bearer ${site.tokens[member]}`;
  if (body) headers["Content-Type"] = "application/json";
  const response = await send(site.base + path, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${one.name}: ${path}: ${response.status} ${await response.text()}`);
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "text/plain",
    body: await response.text(),
  };
}
