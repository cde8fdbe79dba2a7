import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import type { OwnForumBan } from "../../api/types";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { hasDraft } from "../drafts/draftStorage";
import { AppealForm, sentWords } from "./AppealForm";
import styles from "./ForumBanDetails.module.css";
import { BanTerms } from "./BanTerms";
import { refreshOwnBans } from "./ownBans";

/** Shown instead of text boxes: the reason and end of the ban, and the form to appeal it. */
export function ForumBanDetails({ ban }: { ban: OwnForumBan }) {
  const { reason, until } = ban;
  const id = useId();
  return (
    <section className={styles.note} aria-labelledby={id}>
      <p id={id} className={styles.title}>
        <Icon name="block" />
        <Trans>You are banned from this forum: you can read, but not write or vote here.</Trans>
      </p>
      <BanTerms reason={reason} until={until} />
      <Appeal ban={ban} />
    </section>
  );
}

function Appeal({ ban: { appeal, forum } }: { ban: OwnForumBan }) {
  const client = useQueryClient();
  const draft = `${useUser()?.id}:appeal-${forum.id}`;
  // Open at once if there is a draft of an appeal.
  const [box, setBox] = useState<"closed" | "kept" | "asked">(hasDraft(draft) ? "kept" : "closed");
  const send = async (text: string) => {
    const body = { text, forum: forum.id };
    try {
      await unwrap(api.POST("/api/appeals", { body }));
    } finally {
      // Also after a refusal: it was sent before, or the ban is over.
      await refreshOwnBans(client);
    }
  };
  switch (appeal) {
    case "waiting":
      return <p role="status">{sentWords("moderators")}</p>;
    case "rejected":
      return (
        <p>
          <Trans>Your appeal was rejected.</Trans>
        </p>
      );
    case "none":
      return box !== "closed" ? (
        <AppealForm to="moderators" draft={draft} send={send} autoFocus={box === "asked"} />
      ) : (
        <div>
          <Button onClick={() => setBox("asked")}>
            {t({ message: "Appeal", context: "verb" })}
          </Button>
        </div>
      );
  }
}
