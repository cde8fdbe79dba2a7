import { useEffect, useState, type ReactNode } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { session, useSignedIn } from "../../api/session";
import { safeNext } from "../../paths";

/** Leads members on to where the form would have led them; the sign-in itself navigates with its welcome. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const [wasSignedIn] = useState(useSignedIn());
  const next = safeNext(useSearchParams()[0].get("next"));
  const navigate = useNavigate();
  // Another tab signed in.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      session.followStorage(event);
      if (session.get().token) void navigate(next, { replace: true });
    };
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, [navigate, next]);
  return wasSignedIn ? <Navigate to={next} replace /> : children;
}
