import { useEffect } from "react";
import { useSession } from "../../api/session";
import { storage } from "../../storage";

/** Holds which session has which subscription: the member wants notifications on this device. */
export const PUSH_KEY = "push";

/** Where this device was told of notifications, it is so in the next session, too. */
export function useRenewedPush() {
  const { token } = useSession();
  useEffect(() => {
    if (token && storage.get(PUSH_KEY))
      // What fails now is tried at the next start.
      void import("./device").then(({ renew }) => renew()).catch(() => undefined);
  }, [token]);
}
