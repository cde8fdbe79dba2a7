import { storage } from "../storage";
import { createStore } from "../ui/store";
import type { banOf } from "./refusal";
import type { Access, LoginUser } from "./types";

/** The session in browser storage, under the spec's keys. */
export type Session = { token: string; user: LoginUser | null; access: Access[] };
export type Ending = "expired" | "banned";
/** The reason and end of a ban and a token to appeal it, as far as the server has sent them. */
export type Ban = ReturnType<typeof banOf>;

/** The spec's keys. */
const KEYS = new Set(["token", "user", "access"]);
const endings = new Set<(ending: Ending) => void>();
let untold: Ending | undefined;
/** Never stored, because it contains the token of the session. */
let ban: Ban = {};
const store = createStore(load());

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  set(change: Partial<Session>) {
    ban = {};
    const next = { ...store.get(), ...change };
    if (change.user) next.user = { ...change.user, userImage: unquote(change.user.userImage) };
    save(next);
  },
  /**
   * Updates the session that sent the request. Ignored if it was replaced or ended meanwhile, so that a
   * late response does not sign in again.
   */
  renew(token: string, change: Partial<Session>): boolean {
    if (store.get().token !== token) return false;
    session.set(change);
    return true;
  },
  clear() {
    save({ token: "", user: null, access: [] });
  },
  /** Ends the session after a ban or expiry, not a logout: listeners navigate to the login. */
  end(ending: Ending, terms: Ban = {}) {
    ban = terms;
    session.clear();
    // A request of the first screen may end it before there is a listener.
    if (endings.size === 0) untold = ending;
    for (const tell of endings) tell(ending);
  },
  /** The ban that ended the last session. */
  ban: () => ban,
  onEnd(tell: (ending: Ending) => void) {
    endings.add(tell);
    if (untold) tell(untold);
    untold = undefined;
    return () => void endings.delete(tell);
  },
  /** Reads the session again after another tab has signed in or out. */
  reload() {
    const before = store.get();
    const next = load();
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    store.set(next);
    if (before.token && !next.token) for (const tell of endings) tell("expired");
  },
  /** Reloads if another tab has changed one of the session's keys. */
  followStorage({ key }: StorageEvent) {
    if (key === null || KEYS.has(key)) session.reload();
  },
};

export const useSession = store.use;

export function useUser(): LoginUser | null {
  const { token, user } = useSession();
  return token ? user : null;
}

export function useSignedIn(): boolean {
  return useSession().token !== "";
}

/** Whether the member moderates the forum; admins moderate all. */
export function useModerates(forumId: number | undefined): boolean {
  const { access } = useSession();
  const user = useUser();
  if (!user) return false;
  return isAdmin(user) || access.some((entry) => entry.forumId === forumId);
}

/** Whether the member has a queue of reports: moderators of any forum and admins. */
export function useModeratesAny(): boolean {
  const { access } = useSession();
  const user = useUser();
  return user !== null && (isAdmin(user) || access.length > 0);
}

/** The first authority's name; an ordinary user where there is none. */
export function roleOf(user: LoginUser | null): string {
  return user?.authorities[0]?.name ?? "ROLE_USER";
}

export function isAdmin(user: LoginUser | null): boolean {
  return roleOf(user) === "ROLE_ADMIN";
}

export function unquote(url: string): string {
  return url.trim().replaceAll('"', "");
}

function save(next: Session) {
  keep("token", next.token);
  keep("user", next.user && JSON.stringify(next.user));
  keep("access", next.user && JSON.stringify(next.access));
  store.set(next);
}

function keep(key: string, value: string | null) {
  if (value) storage.set(key, value);
  else storage.remove(key);
}

function load(): Session {
  const user = storage.getJson("user", isUser);
  return {
    token: storage.get("token") ?? "",
    user: user && { ...user, userImage: unquote(user.userImage ?? "") },
    access: storage.getJson("access", isAccess) ?? [],
  };
}

/** An older release, or the user, may have stored something else. */
function isUser(value: unknown): value is LoginUser {
  const { id, username, userImage, authorities } = (value ?? {}) as Partial<LoginUser>;
  return (
    typeof id === "number" &&
    typeof username === "string" &&
    (userImage == null || typeof userImage === "string") &&
    Array.isArray(authorities) &&
    authorities.every((authority) => typeof authority?.name === "string")
  );
}

function isAccess(value: unknown): value is Access[] {
  return Array.isArray(value) && value.every((entry) => typeof entry?.forumId === "number");
}
