import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { message, signIn } from "../../../test/fixtures";
import { answer } from "../../../test/server";
import { applyChange } from "../../api/changes";
import { queryClient } from "../../api/queryClient";
import { messageKeys as keys } from "../../api/queryKeys";
import { messageQueries, type Chat } from "./queries";

test("a change loses no message in transit", async () => {
  signIn();
  const first = message();
  const chat: Chat = { pages: [{ items: [first], next: undefined }], pageParams: [undefined] };
  queryClient.setQueryData(keys.chat(2), chat);
  queryClient.setQueryData(keys.newest(2), null);
  const next = message({ id: first.id + 1, message: "Still there?" });
  answer("get", "/api/contacts/{userId}/messages", [next, first]);
  void queryClient.fetchQuery({ ...messageQueries.newest(2), staleTime: 0 });
  void applyChange(queryClient, "message", { contactId: 2, messageId: first.id, act: "read" });
  await waitFor(() => {
    const items = queryClient.getQueryData<Chat>(keys.chat(2))?.pages.flatMap((page) => page.items);
    expect(items).toContainEqual(next);
  });
});
