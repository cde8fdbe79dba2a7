import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { detailOf, statusOf } from "../../api/error";
import { accessOf } from "../../api/me";
import { session } from "../../api/session";
import type { LoginUser } from "../../api/types";
import { dismiss, notify, notifyFailure } from "../../ui/notify";

type Credentials = { username: string; password: string };

export function useLogin(next: string, onBanned: () => void) {
  const enter = useEnter(next);
  return useMutation({
    mutationFn: (body: Credentials) => unwrap(api.POST("/login", { body })),
    onSuccess: enter,
    onError(error) {
      if (statusOf(error) === 401) return notifyFailure("Invalid username and password!", error);
      if (tellWait(error)) return;
      if (statusOf(error) !== 403) return notifyFailure("Sorry, login unsuccessful", error);
      notifyFailure("You have been banned.", error);
      onBanned();
    },
  });
}

/** Signs in with what the server answered, and goes on with a welcome. */
export function useEnter(next: string) {
  const navigate = useNavigate();
  return async ({ token, user }: { token: string; user: LoginUser }) => {
    session.set({ token, user, access: [] });
    const access = await accessOf(user.id).catch(() => []);
    if (!session.renew(token, { access })) return;
    dismiss();
    await navigate(next, { replace: true, state: { welcome: true } });
  };
}

/** Whoever failed too often is told by the server how long to wait. */
export function tellWait(error: unknown): boolean {
  if (statusOf(error) !== 429) return false;
  notify({ message: detailOf(error) ?? "Please wait a while, then try again.", timeout: 15_000 });
  return true;
}
