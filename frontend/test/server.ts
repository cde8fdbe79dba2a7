import { http, HttpResponse, type JsonBodyType } from "msw";
import { setupServer } from "msw/node";
import type { paths } from "../src/api/schema";
import { session } from "../src/api/session";
import type { Invitation, ServerDraft, Site } from "../src/api/types";
import { openSession } from "./fixtures";

/** A new site. */
export const SITE: Site = {
  name: "POST-UP",
  tagline: "",
  rules: "",
  rules_html: "",
  registration: "open",
  logo: "",
  icon: "",
  accent: "",
  language: "en",
  footer: [],
  announcement: "",
  announcement_html: "",
  signIn: { passkeys: false, providers: [], mail: false },
};

/** What the codes of the tests invite to. */
const INVITATION: Invitation = {
  topic: "Staff",
  description_html: "<p>For those who help</p>",
  members: 3,
  by: "ada",
  until: "2031-05-04T10:00:00.000Z",
};

/** The drafts of the running test. */
export const drafts = new Map<string, ServerDraft>();

/**
 * The server of the tests. Tests add their answers with `answer` and `refuse`, which the API document types.
 * These defaults answer calls that most screens send: the page is reachable, nothing is blocked, held, unread or
 * visited, the member is as the session says, has no ban, no other session, passkey, API token, connected sign-in or second step,
 * and there is no live stream.
 */
export const server = setupServer(
  http.head("*", () => new HttpResponse()),
  http.get("*/api/contacts/:userId/block", () => HttpResponse.json({ blocked: false })),
  http.get("*/api/drafts", () => HttpResponse.json([...drafts.values()].toReversed())),
  http.put("*/api/drafts/:key", async ({ request, params }) => {
    const key = String(params.key);
    const { version, data } = (await request.json()) as { version: number; data: string };
    const updatedAt = new Date().toISOString();
    const draft = { key, version: version + 1, data, updatedAt };
    drafts.delete(key);
    drafts.set(key, draft);
    return HttpResponse.json(draft);
  }),
  http.delete("*/api/drafts/:key", ({ params }) => {
    drafts.delete(String(params.key));
    return new HttpResponse(null, { status: 204 });
  }),
  http.get("*/api/posts/:id/revisions", () => HttpResponse.json([])),
  http.get("*/api/posts/:postId/replies/held", () => HttpResponse.json([])),
  http.get("*/api/posts/held", () => HttpResponse.json([])),
  http.get("*/api/bans", () => HttpResponse.json([])),
  http.get("*/api/user/:id/bans", () => HttpResponse.json([])),
  http.get("*/api/unread", () => HttpResponse.json({ notifications: 0, messages: 0, reports: 0 })),
  http.put("*/api/posts/:id/visit", () => HttpResponse.json({ previous: null })),
  http.get("*/api/events", () => new HttpResponse(null, { status: 404 })),
  http.get("*/api/user/:id", () => {
    const { user } = session.get();
    return user
      ? HttpResponse.json({ ...user, hasPassword: true })
      : new HttpResponse(null, { status: 404 });
  }),
  http.get("*/api/user/:id/totp", () => HttpResponse.json({ activeSince: null })),
  http.get("*/api/user/:id/passkeys", () => HttpResponse.json([])),
  http.get("*/api/user/:id/tokens", () => HttpResponse.json([])),
  http.get("*/api/user/:id/identities", () => HttpResponse.json([])),
  http.get("*/api/user/:id/sessions", () => HttpResponse.json([openSession()])),
  // What the side column of a post tells of its forum.
  http.get(/\/forums\/\d+$/, () => new HttpResponse(null, { status: 404 })),
  http.get("*/moderation/forum/:id", () => HttpResponse.json([])),
  http.get("*/moderation/user/:id", () => HttpResponse.json(session.get().access)),
  http.get("*/api/site", () => HttpResponse.json(SITE)),
  http.get("*/api/invites", () => HttpResponse.json([])),
  http.get("*/api/forums/:id/invites", () => HttpResponse.json([])),
  http.get("*/api/forums/join", () => HttpResponse.json(INVITATION)),
  http.get("*/api/pages", () => HttpResponse.json([])),
  http.get("*/api/forums/:id/rules", () => HttpResponse.json({ rules: "", rules_html: "" })),
  http.get("*/register/challenge", () => HttpResponse.json({ challenge: "", bits: 0 })),
);

type Method = "get" | "put" | "post" | "delete";
type PathWith<M extends Method> = {
  [Path in keyof paths]: NonNullable<paths[Path][M & keyof paths[Path]]> extends {
    responses: unknown;
  }
    ? Path
    : never;
}[keyof paths];
type Answers<Path extends keyof paths, M> = paths[Path][M & keyof paths[Path]] extends {
  responses: infer R;
}
  ? R[keyof R] extends infer One
    ? One extends { content: { "application/json": infer Body } }
      ? Body
      : never
    : never
  : never;
/** `key` is the Idempotency-Key, `language` the Accept-Language. */
type Call = {
  method: string;
  url: URL;
  body: unknown;
  token: string | null;
  key: string | null;
  language: string | null;
};
type Headers = Record<string, string>;
type Options = { status?: number; headers?: Headers | ((call: Call) => Headers) };

/** The headers of a list of two pages, the second one at the cursor "b". */
export const twoPages = ({ url }: Call): Headers =>
  url.searchParams.has("cursor") ? {} : { Link: '</?cursor=b>; rel="next"' };

/** Answers a call; returns the requests. */
export function answer<M extends Method, Path extends PathWith<M>>(
  method: M,
  path: Path,
  body: Answers<Path, M> | ((call: Call) => Answers<Path, M> | Promise<Answers<Path, M>>) | null,
  { status = 200, headers = {} }: Options = {},
): Call[] {
  return handle(method, path, async (call) => {
    if (status === 204) return new HttpResponse(null, { status });
    const given = typeof body === "function" ? await body(call) : body;
    const named = typeof headers === "function" ? headers(call) : headers;
    return HttpResponse.json(given as JsonBodyType, { status, headers: named });
  });
}

/** Refuses a call with a problem; returns the requests. */
export function refuse<M extends Method, Path extends PathWith<M>>(
  method: M,
  path: Path,
  status: number,
  { detail = "Refused.", code = "refused", title = "Refused", ...more }: Partial<Reason> = {},
): Call[] {
  const body = { type: "about:blank", title, status, detail, code, ...more };
  return handle(method, path, () =>
    HttpResponse.json(body, {
      status,
      headers: { "Content-Type": "application/problem+json" },
    }),
  );
}

export function unreachable<M extends Method, Path extends PathWith<M>>(method: M, path: Path) {
  return handle(method, path, () => HttpResponse.error());
}

/** Uploads have other content types. */
function isJson({ headers }: Request): boolean {
  return headers.get("Content-Type")?.includes("json") ?? false;
}

type Reason = {
  detail: string;
  code: string;
  title: string;
  errors: { field: string; message: string }[];
  until: string;
  reason: string;
  appeal_token: string;
  ticket: string;
  methods: string[];
};

function handle(
  method: Method,
  path: string,
  respond: (call: Call) => Response | Promise<Response>,
): Call[] {
  const calls: Call[] = [];
  server.use(
    http[method](location.origin + path.replaceAll(/\{(\w+)\}/g, ":$1"), async ({ request }) => {
      const text = await request.text();
      const call = {
        method: request.method,
        url: new URL(request.url),
        body: isJson(request) ? JSON.parse(text) : text || undefined,
        token: request.headers.get("Authorization"),
        key: request.headers.get("Idempotency-Key"),
        language: request.headers.get("Accept-Language"),
      };
      calls.push(call);
      return respond(call);
    }),
  );
  return calls;
}
