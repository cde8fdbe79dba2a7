import type { QueryClient } from "@tanstack/react-query";
import { isShown } from "../../api/cache";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";

export type Savable = { kind: "post" | "reply"; id: number };

/** Saves or unsaves a post or reply; returns whether it is saved now. */
export async function setSaved(
  client: QueryClient,
  { kind, id }: Savable,
  save: boolean,
): Promise<boolean> {
  const inList = isShown(client, keys.saved);
  const { saved } = await send(kind, id, save);
  void applyChange(client, "saved", { kind, id, saved, inList });
  return saved;
}

function send(kind: Savable["kind"], id: number, save: boolean) {
  const options = { params: { path: { id } } };
  if (kind === "post")
    return unwrap(
      save
        ? api.PUT("/api/posts/{id}/saved", options)
        : api.DELETE("/api/posts/{id}/saved", options),
    );
  return unwrap(
    save
      ? api.PUT("/api/replies/{id}/saved", options)
      : api.DELETE("/api/replies/{id}/saved", options),
  );
}
