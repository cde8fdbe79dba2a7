import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { refreshMeAfterChange } from "../../api/me";
import { notifyFailure, textIsKept } from "../../api/refusal";
import { session } from "../../api/session";
import { failureText, statusOf } from "../../error";
import { paths } from "../../paths";
import { notify } from "../../ui/notify";
import type { ForumText } from "./ForumForm";

export function useCreateForum() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (text: ForumText) => {
      const author = session.get().user?.username ?? "";
      const body = { ...text, id: null, author, date: new Date().toISOString() };
      return await unwrap(api.POST("/forums/create", { body }));
    },
    async onSuccess(forum) {
      void refreshMeAfterChange();
      void applyChange(client, "forumCreated", forum);
      await navigate(paths.forums);
      notify({ message: t`Forum created successfully.`, type: "success" });
    },
    onError(error) {
      if (statusOf(error) === 404) return void navigate("/not-found");
      const say = (text: string) => t`Error adding forum. Response received was "${text}".`;
      notifyFailure(failureText(error, say), error, textIsKept());
    },
  });
}
