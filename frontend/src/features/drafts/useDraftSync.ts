import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUser } from "../../api/session";
import { draftQueries } from "./queries";
import type { DraftForm } from "./draftForm";
import { reconcile, watchForm } from "./draftSync";

/** Stores the drafts of a form on the server too, so that other devices can continue them. */
export function useDraftSync({ key, to, about, fields }: Omit<DraftForm, "userId">): void {
  const userId = useUser()?.id;
  const { data, dataUpdatedAt } = useQuery({ ...draftQueries.list(), enabled: Boolean(userId) });
  const names = JSON.stringify(fields);
  useEffect(() => {
    if (!userId) return;
    const form = { userId, key, to, about, fields: JSON.parse(names) as DraftForm["fields"] };
    watchForm(form);
    if (data)
      reconcile(
        form,
        data.find((draft) => draft.key === key),
        dataUpdatedAt,
      );
  }, [userId, key, to, about, names, data, dataUpdatedAt]);
}
