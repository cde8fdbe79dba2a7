import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { banOf, notifyFailure } from "../../api/refusal";
import { accessOf } from "../../api/me";
import { session, type Ban } from "../../api/session";
import type { LoginUser } from "../../api/types";
import { codeOf, detailOf, statusOf, type ApiError } from "../../error";
import { paths } from "../../paths";
import { dismiss, notify } from "../../ui/notify";

type Credentials = { username: string; password: string };

/** `withoutCodes`: the name of a new account, to which the welcome offers recovery codes. */
export function useLogin(next: string, withoutCodes: string, onBanned: (ban: Ban) => void) {
  const completeLogin = useCompleteLogin(next, withoutCodes);
  const askForCode = useAskForCode(next);
  return useMutation({
    mutationFn: (body: Credentials) => unwrap(api.POST("/login", { body })),
    onSuccess: completeLogin,
    onError(error) {
      if (askForCode(error)) return;
      if (statusOf(error) === 401) return notifyFailure(t`Invalid username and password!`, error);
      if (notifyRateLimited(error)) return;
      if (statusOf(error) !== 403) return notifyFailure(t`Sorry, login unsuccessful`, error);
      notifyFailure(t`You have been banned.`, error);
      onBanned(banOf(error));
    },
  });
}

/** The forms to which a visitor came to write or join: no dialog lies over them. */
const FORM =
  /^\/(create-post|forums\/(create|join)|forums\/\d+\/create-post|posts\/\d+\/edit)(\?|$)/;

/** Signs in with the server's response, then shows the welcome. */
export function useCompleteLogin(next: string, withoutCodes = "") {
  const navigate = useNavigate();
  return async ({ token, user }: { token: string; user: LoginUser }) => {
    session.set({ token, user, access: [] });
    const access = await accessOf(user.id).catch(() => []);
    if (!session.renew(token, { access })) return;
    dismiss();
    const state = FORM.test(next)
      ? undefined
      : { welcome: true, lacksCodes: user.username === withoutCodes };
    await navigate(next, { replace: true, state });
  };
}

/** Goes to the second step if that is what the error asks for; returns whether it is. */
export function useAskForCode(next: string) {
  const navigate = useNavigate();
  return (error: unknown): boolean => {
    if (codeOf(error) !== "second-step-required") return false;
    const { ticket } = (error as ApiError).problem as { ticket: string };
    dismiss();
    void navigate(paths.secondStep(next), { replace: true, state: { ticket } });
    return true;
  };
}

/** Shows the wait after too many failed attempts; returns whether that was the error. */
export function notifyRateLimited(error: unknown): boolean {
  if (statusOf(error) !== 429) return false;
  notify({ message: detailOf(error) ?? t`Please wait a while, then try again.`, timeout: 15_000 });
  return true;
}
