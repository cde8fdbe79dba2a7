import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import type { ChangeSite } from "../../api/types";
import { notify } from "../../ui/notify";
import { showSite } from "./queries";

/** Changes the settings that it is given; the others stay. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeSite) => unwrap(api.PUT("/api/site", { body })),
    onSuccess(site) {
      void applyChange(client, "replaced", { queryKey: keys.site, answer: site });
      showSite(site);
      notify({ message: t`Settings saved.`, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't save the settings. Try again.`, error),
  });
}
