import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, call } from "../../api/client";
import { statusOf } from "../../api/error";
import { accessOf } from "../../api/me";
import { session } from "../../api/session";
import { dismiss, notifyFailure } from "../../ui/notify";

type Credentials = { username: string; password: string };

export function useLogin(next: string, onBanned: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Credentials) => call(api.POST("/login", { body })),
    async onSuccess({ token, user }) {
      session.set({ token, user, access: [] });
      session.set({ access: await accessOf(user.id).catch(() => []) });
      dismiss();
      await navigate(next, { replace: true, state: { welcome: true } });
    },
    onError(error) {
      if (statusOf(error) === 401) return notifyFailure("Invalid username and password!", error);
      if (statusOf(error) !== 403) return notifyFailure("Sorry, login unsuccessful", error);
      notifyFailure("You have been banned.", error);
      onBanned();
    },
  });
}
