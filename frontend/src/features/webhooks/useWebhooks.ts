import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import type { Webhook, WriteWebhook } from "../../api/types";
import { confirm } from "../../ui/confirm";
import { focusHeading } from "../../ui/focus";
import { notify } from "../../ui/notify";

function useRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.webhooks });
}

/** Makes a webhook or, with an id, changes it. */
export function useSaveWebhook(id?: number) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (body: WriteWebhook) =>
      unwrap(
        id
          ? api.PUT("/api/webhooks/{id}", { params: { path: { id } }, body })
          : api.POST("/api/webhooks", { body }),
      ),
    onSuccess: () => notify({ message: t`Webhook saved.`, type: "success" }),
    onError: (error) => notifyFailure(t`Couldn't save the webhook. Try again.`, error),
    onSettled: refetch,
  });
}

export function usePing() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (id: number) =>
      unwrap(api.POST("/api/webhooks/{id}/ping", { params: { path: { id } } })),
    onSuccess: () => notify({ message: t`A ping is on its way.`, type: "success" }),
    onError: (error) => notifyFailure(t`Couldn't send a ping. Try again.`, error),
    onSettled: refetch,
  });
}

export function useSendAgain(id: number) {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (deliveryId: number) => {
      const params = { path: { id, deliveryId } };
      return unwrap(api.POST("/api/webhooks/{id}/deliveries/{deliveryId}/again", { params }));
    },
    onError: (error) => notifyFailure(t`Couldn't send it again. Try again.`, error),
    onSettled: refetch,
  });
}

export function useDeleteWebhook() {
  const refetch = useRefetch();
  const { mutate } = useMutation({
    mutationFn: (id: number) =>
      unwrap(api.DELETE("/api/webhooks/{id}", { params: { path: { id } } })),
    onSuccess() {
      notify({ message: t`Webhook deleted.`, type: "success" });
      focusHeading();
    },
    onError: (error) => notifyFailure(t`Couldn't delete the webhook. Try again.`, error),
    onSettled: refetch,
  });
  return async ({ id }: Webhook) => {
    const note = t`What waits for it is not sent.`;
    if (await confirm(t`Delete this webhook?`, t`Delete`, "destructive", { note })) mutate(id);
  };
}
