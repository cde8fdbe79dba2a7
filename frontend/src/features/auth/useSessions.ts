import { t } from "@lingui/core/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, replaceToken, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import { detailOf, statusOf } from "../../error";
import { notify } from "../../ui/notify";

export const sessionQueries = {
  all: ["sessions"] as const,
  /** The open sessions of the member, the latest used first. */
  list: (id: number) =>
    queryOptions({
      queryKey: [...sessionQueries.all, id],
      queryFn: ({ signal }) =>
        unwrap(api.GET("/api/user/{id}/sessions", { params: { path: { id } }, signal })),
    }),
};

/** Signs out on one other device. */
export function useEndSession() {
  const id = useUser()?.id ?? 0;
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: (sessionId: number) =>
      unwrap(
        api.DELETE("/api/user/{id}/sessions/{sessionId}", { params: { path: { id, sessionId } } }),
      ),
    onSuccess: () => notify({ message: t`The device is signed out.`, type: "success" }),
    onError(error) {
      // Somebody was faster, or it expired: nothing is left to do.
      const isOver = statusOf(error) === 404 && detailOf(error);
      if (isOver) notify({ message: isOver, type: "info" });
      else notifyFailure(t`Couldn't sign out the device. Try again.`, error);
    },
    onSettled: refresh,
  });
}

/** Signs out everywhere else. The session of this browser gets a new token. */
export function useEndOtherSessions() {
  const id = useUser()?.id ?? 0;
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: () => {
      // Without `keep`: a copy of this browser's token ends, too.
      const params = { path: { id } };
      return replaceToken(unwrap(api.DELETE("/api/user/{id}/sessions", { params })));
    },
    onSuccess(isReplaced) {
      if (!isReplaced) return;
      notify({ message: t`All other devices are signed out.`, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't sign out the other devices. Try again.`, error),
    onSettled: refresh,
  });
}

/** Refetches the list after sessions have ended. */
export function useRefreshSessions() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionQueries.all });
}
