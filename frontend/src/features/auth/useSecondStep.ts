import { t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { needsSecondStep } from "../../api/needsSecondStep";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import { statusOf } from "../../error";
import { dismiss, notify } from "../../ui/notify";
import { notifyRateLimited } from "./useLogin";

export const secondStepQueries = {
  /** Since when the account asks for a code. */
  since: (id: number) =>
    queryOptions({
      queryKey: ["second-step", id],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/user/{id}/totp", { params: { path: { id } }, signal })),
    }),
};

/** Draws a secret for the app. */
export function useBeginSecondStep() {
  const id = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: (password: string) => {
      const params = { path: { id } };
      return unwrap(api.POST("/api/user/{id}/totp", { params, body: { password } }));
    },
    // Don't cache the secret.
    gcTime: 0,
    onSuccess: dismiss,
    onError(error) {
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't begin the set-up.`, error);
    },
  });
}

/** Turns the second step on; the answer has new recovery codes. */
export function useActivateSecondStep(onLost: () => void) {
  const id = useUser()?.id ?? 0;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => {
      const params = { path: { id } };
      return unwrap(api.PUT("/api/user/{id}/totp", { params, body: { code } }));
    },
    // Don't cache the codes.
    gcTime: 0,
    onSuccess() {
      dismiss();
      needsSecondStep.set("");
      // Also what was refused for want of it.
      void client.invalidateQueries();
    },
    async onError(error) {
      if (notifyRateLimited(error)) return;
      notifyFailure(t`Couldn't turn on the second step.`, error);
      // It may be on, and the answer with the codes lost.
      if (statusOf(error) === 422) return;
      const now = { ...secondStepQueries.since(id), staleTime: 0 };
      const found = await client.fetchQuery(now).catch(() => undefined);
      if (!found?.activeSince) return;
      onLost();
      const message = t`The second step is on, but your new recovery codes got lost on the way. Generate new ones.`;
      notify({ message, type: "error" });
    },
  });
}

/** Turns the second step off. */
export function useRemoveSecondStep(onRemoved: () => void) {
  const id = useUser()?.id ?? 0;
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { password?: string; code: string }) => {
      const params = { path: { id } };
      return unwrap(api.DELETE("/api/user/{id}/totp", { params, body }));
    },
    onSuccess() {
      client.setQueryData(secondStepQueries.since(id).queryKey, { activeSince: null });
      onRemoved();
      notify({ message: t`The second step is off.`, type: "success" });
    },
    onError(error) {
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't turn off the second step.`, error);
    },
  });
}
