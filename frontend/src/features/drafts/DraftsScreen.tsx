import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import type { ServerDraft } from "../../api/types";
import { safeNext } from "../../paths";
import { Button } from "../../ui/Button";
import { confirm } from "../../ui/confirm";
import { copyText } from "../../ui/copy";
import { focusHeading } from "../../ui/focus";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { Empty, ErrorState, Loading } from "../../ui/States";
import { Time } from "../../ui/Time";
import { draftQueries } from "./queries";
import { formOf, parse } from "./draftForm";
import { adopt, discardDraft, isNewerHere } from "./draftSync";
import styles from "./DraftsScreen.module.css";
import { isGone } from "./isGone";
import { outbox } from "./outbox";
import { WaitingTexts } from "./WaitingTexts";

export function DraftsScreen() {
  return (
    <Screen>
      <Heading>{t`Drafts`}</Heading>
      <WaitingTexts />
      <Drafts />
    </Screen>
  );
}

function Drafts() {
  const query = useQuery(draftQueries.list());
  const isWaiting = outbox.use().length > 0;
  if (query.isPending) return <Loading />;
  if (!query.data)
    return (
      <ErrorState
        text={t`Couldn't load drafts. Try again.`}
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data.length === 0)
    return isWaiting ? null : (
      <Empty>
        <p>
          <Trans>Unsent text is saved here, on all your devices.</Trans>
        </p>
      </Empty>
    );
  return (
    <ul className={styles.drafts} aria-label={t`Drafts`}>
      {query.data.map((draft) => (
        <li key={draft.key} className={styles.draft}>
          <DraftRow draft={draft} />
        </li>
      ))}
    </ul>
  );
}

function DraftRow({ draft }: { draft: ServerDraft }) {
  const [isStuck, setIsStuck] = useState(false);
  const { about, fields } = parse(draft.data);
  const text = (fields.text ?? fields.description)?.text ?? "";
  const title = (fields.title ?? fields.topic)?.text || about;
  return (
    <article className={styles.row}>
      <p className={styles.meta}>
        {kindOf(draft.key)} · <Time at={draft.updatedAt} />
      </p>
      {title && (
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
      )}
      <p className={isStuck ? styles.whole : styles.text} dir="auto">
        {text}
      </p>
      {isStuck && (
        <p role="alert">
          <Trans>This draft can't be continued: what it was written for is gone.</Trans>
        </p>
      )}
      <RowActions draft={draft} isStuck={isStuck} onStuck={() => setIsStuck(true)} />
    </article>
  );
}

type ActionsProps = {
  draft: ServerDraft;
  /** There is no place to continue it. */
  isStuck: boolean;
  onStuck: () => void;
};

function RowActions({ draft, isStuck, onStuck }: ActionsProps) {
  const userId = useUser()?.id ?? 0;
  const navigate = useNavigate();
  async function open() {
    if (await isGone(draft.key)) return onStuck();
    const form = formOf(userId, draft);
    // Store it in the browser first, so that the screen opens its box.
    if (!isNewerHere(form)) adopt(form, draft);
    void navigate(safeNext(form.to));
  }
  async function discard() {
    if (!(await confirm(t`Discard this draft?`, t`Discard`, "destructive"))) return;
    try {
      await discardDraft(userId, draft);
      focusHeading();
    } catch (error) {
      notifyFailure(t`Couldn't discard the draft. Try again.`, error);
    }
  }
  return (
    <div className={styles.actions}>
      {!isStuck && (
        <Button onClick={() => void open()}>
          <Trans>Continue</Trans>
        </Button>
      )}
      <Button onClick={() => void copyText(textOf(draft), t`Text copied.`)}>{t`Copy`}</Button>
      <Button variant="ghost" icon="bin" onClick={() => void discard()}>
        <Trans>Discard</Trans>
      </Button>
    </div>
  );
}

/** Everything that was written, in all fields. */
function textOf({ data }: ServerDraft): string {
  const texts = Object.values(parse(data).fields).map(({ text }) => text);
  return texts.filter(Boolean).join("\n\n");
}

/** The kind of a draft, from the start of its key. */
function kindOf(key: string): string {
  const kinds: [string, string][] = [
    ["post-in-", t`New post`],
    ["post-", t`Edit post`],
    ["reply-edit-", t`Edit reply`],
    ["reply-", t`New reply`],
    ["message-edit-", t`Edit message`],
    ["message-", t`New message`],
    ["forum-", t`Edit forum`],
    ["forum", t`New forum`],
    ["about", t`About you`],
  ];
  return kinds.find(([start]) => key.startsWith(start))?.[1] ?? t`Draft`;
}
