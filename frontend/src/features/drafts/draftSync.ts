import { api, unwrap } from "../../api/client";
import { queryClient } from "../../api/queryClient";
import { session } from "../../api/session";
import type { ServerDraft } from "../../api/types";
import { ApiError, statusOf } from "../../error";
import { hashOf } from "../../hash";
import { storage } from "../../storage";
import { SYNC } from "./clearDrafts";
import { draftQueries } from "./queries";
import { formOf, parse, sameText, serialise, type DraftData, type DraftForm } from "./draftForm";
import { onDraftWritten, readDraft, readOther, replaceDraft, writeOther } from "./draftStorage";

/** The version and hash of the server's copy as this browser last saw it, and the time of the last change here. */
type SyncState = { version: number; hash: number; changedAt: number };

/** The delay between the first key and the request. */
const DELAY_MS = 1500;
const RETRY_MS = 10_000;
const MAX_TRIES = 3;
/** The most characters of a `keepalive` request; browsers allow 64 KiB. */
const KEEPALIVE = 15_000;

const forms = new Map<string, DraftForm>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Whether the server has no drafts, because it is older than the app. */
let isUnavailable = false;

onDraftWritten((field) => {
  for (const form of forms.values())
    if (Object.values(form.fields).includes(field)) {
      remember(form, { changedAt: Date.now() });
      // After sending or discarding, the member may leave at once.
      schedule(form, serialise(form) === undefined ? 0 : DELAY_MS);
    }
});
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") flush();
});

/** Stores the drafts of a form on the server from now on, even after the form leaves the screen. */
export function watchForm(form: DraftForm): void {
  forms.set(form.key, form);
}

/** Merges the draft of the browser with the server's copy, which was fetched at `fetchedAt`. */
export function reconcile(form: DraftForm, server: ServerDraft | undefined, fetchedAt: number) {
  const known = syncStateOf(form);
  const local = serialise(form);
  // The copy is older than the last change in this browser.
  if (timers.has(form.key) || fetchedAt <= known.changedAt) return;
  if (server && server.version < known.version) return;
  const isUnchanged = local !== undefined && hashOf(local) === known.hash;
  if (!server) {
    if (local === undefined) return;
    // Sent or discarded on another device.
    if (known.version > 0 && isUnchanged) forget(form);
    else schedule(form, 0);
  } else if (local === undefined) {
    if (server.version === known.version) schedule(form, 0);
    else adopt(form, server);
  } else if (sameText(local, server.data)) {
    remember(form, { version: server.version, hash: hashOf(local) });
  } else if (server.version === known.version) {
    schedule(form, 0);
  } else if (isUnchanged || Date.parse(server.updatedAt) > known.changedAt) {
    adopt(form, server);
    if (!isUnchanged) offer(form, parse(local));
  } else {
    offer(form, parse(server.data));
    remember(form, { version: server.version });
    schedule(form, 0);
  }
}

/** Whether the browser has a text that the server lacks. */
export function isNewerHere(form: DraftForm): boolean {
  const local = serialise(form);
  return local !== undefined && hashOf(local) !== syncStateOf(form).hash;
}

/** Puts the server's draft into the browser. */
export function adopt(form: DraftForm, { data, version }: ServerDraft): void {
  const { fields } = parse(data);
  for (const [name, key] of Object.entries(form.fields)) replaceDraft(key, fields[name]);
  remember(form, { version, hash: hashOf(serialise(form) ?? "") });
}

/** Discards a draft here and on the server. */
export async function discardDraft(userId: number, draft: ServerDraft): Promise<void> {
  const form = formOf(userId, draft);
  await remove(draft.key);
  forget(form);
}

function forget(form: DraftForm) {
  for (const key of Object.values(form.fields)) replaceDraft(key, undefined);
  storage.remove(metaKey(form));
}

function flush() {
  for (const key of timers.keys()) {
    const form = forms.get(key);
    if (form) void push(form);
  }
}

function schedule(form: DraftForm, delay: number) {
  if (isUnavailable || (timers.has(form.key) && delay > 0)) return;
  clearTimeout(timers.get(form.key));
  timers.set(
    form.key,
    setTimeout(() => void push(form), delay),
  );
}

async function push(form: DraftForm) {
  clearTimeout(timers.get(form.key));
  timers.delete(form.key);
  // Another member may be signed in by now.
  if (session.get().user?.id !== form.userId) return;
  try {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) if (await store(form)) return;
  } catch (error) {
    const status = statusOf(error);
    isUnavailable = status === 404 || status === 405;
    // After any other refusal the draft stays in the browser.
    if (status === 0 || status === 429 || status >= 500) schedule(form, RETRY_MS);
  }
}

/** Returns whether the server has what the browser has; false after a conflict, to try again. */
async function store(form: DraftForm): Promise<boolean> {
  const { version } = syncStateOf(form);
  const data = serialise(form);
  if (data === undefined) {
    if (version > 0) await remove(form.key);
    storage.remove(metaKey(form));
    return true;
  }
  try {
    const params = { path: { key: form.key } };
    const saved = await unwrap(
      // Sent even while the page is closing, if the browser allows that size.
      api.PUT("/api/drafts/{key}", {
        params,
        body: { version, data },
        keepalive: data.length < KEEPALIVE,
      }),
    );
    remember(form, { version: saved.version, hash: hashOf(data) });
    await change((drafts) => [saved, ...drafts.filter(({ key }) => key !== form.key)]);
    return true;
  } catch (error) {
    if (statusOf(error) !== 409) throw error;
    const there = conflicting(error);
    // Ours was typed just now, so it is the newer one.
    if (there && !sameText(data, there.data)) offer(form, parse(there.data));
    remember(form, { version: there?.version ?? 0 });
    return false;
  }
}

async function remove(key: string) {
  await unwrap(api.DELETE("/api/drafts/{key}", { params: { path: { key } }, keepalive: true }));
  await change((drafts) => drafts.filter((draft) => draft.key !== key));
}

async function change(patch: (drafts: ServerDraft[]) => ServerDraft[]) {
  const { queryKey } = draftQueries.list();
  // A pending fetch may be older than this change.
  const isFetching = queryClient.isFetching({ queryKey }) > 0;
  if (isFetching) await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (old) => old && patch(old));
  if (isFetching) void queryClient.invalidateQueries({ queryKey });
}

function conflicting(error: unknown): ServerDraft | undefined {
  const problem = error instanceof ApiError ? error.problem : undefined;
  return (problem as { draft?: ServerDraft } | undefined)?.draft ?? undefined;
}

/** Offers the losing texts beside the shown ones. */
function offer(form: DraftForm, { fields }: DraftData) {
  for (const [name, key] of Object.entries(form.fields)) {
    const text = fields[name]?.text;
    if (!text || text === readDraft(key)?.text || readOther(key)) continue;
    writeOther(key, text);
  }
}

const metaKey = ({ userId, key }: DraftForm) => `${SYNC}${userId}:${key}`;

function syncStateOf(form: DraftForm): SyncState {
  const isKnown = (value: unknown): value is Partial<SyncState> =>
    typeof value === "object" && value !== null;
  return { version: 0, hash: 0, changedAt: 0, ...storage.getJson(metaKey(form), isKnown) };
}

function remember(form: DraftForm, by: Partial<SyncState>) {
  // A response may arrive after the member has signed out: then nothing is stored.
  if (session.get().user?.id !== form.userId) return;
  storage.set(metaKey(form), JSON.stringify({ ...syncStateOf(form), ...by }));
}
