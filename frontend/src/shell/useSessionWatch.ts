import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { session, useSession, type Ending } from "../api/session";
import { paths } from "../paths";

/** Reacts to changes of the session: its end, other tabs, another user. */
export function useSessionWatch(): void {
  useEndedSession();
  useOtherTabs();
  useResetCacheOnUserChange();
}

function useEndedSession() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const leave = (ending: Ending) => {
      const here = pathname.startsWith("/log") ? undefined : pathname + search + hash;
      const to = ending === "banned" ? paths.login() : paths.login(here);
      void navigate(to, { state: ending === "banned" ? { banned: true } : null });
    };
    return session.onEnd(leave);
  }, [navigate, pathname, search, hash]);
}

/** Another tab may sign in or out. */
function useOtherTabs() {
  useEffect(() => {
    addEventListener("storage", session.followStorage);
    return () => removeEventListener("storage", session.followStorage);
  }, []);
}

/** Cached answers belong to one user, so another user fetches them again. */
function useResetCacheOnUserChange() {
  const client = useQueryClient();
  const id = useSession().user?.id;
  const answered = useRef(id);
  useEffect(() => {
    if (answered.current === id) return;
    answered.current = id;
    if (id) return void client.resetQueries();
    // The login screen is loading: until then, queries must not run without a token.
    client.removeQueries({ type: "inactive" });
    void client.invalidateQueries({ refetchType: "none" });
  }, [client, id]);
}
