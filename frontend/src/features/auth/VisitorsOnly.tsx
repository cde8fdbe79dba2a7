import { useState, type ReactNode } from "react";
import { Navigate, useSearchParams } from "react-router";
import { useSignedIn } from "../../api/session";
import { safeNext } from "../../paths";

/** Leads members on to where the form would have led them; the sign-in itself navigates with its welcome. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const [wasSignedIn] = useState(useSignedIn());
  const next = safeNext(useSearchParams()[0].get("next"));
  return wasSignedIn ? <Navigate to={next} replace /> : children;
}
