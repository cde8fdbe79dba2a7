import { t } from "@lingui/core/macro";
import { Suspense, useState } from "react";
import { useModerates, useUser } from "../../api/session";
import type { Reply } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { Menu, MenuItem } from "../../ui/Menu";
import { DESKTOP, useMediaQuery } from "../../ui/useMediaQuery";
import { ReportButton, ReportDialog } from "../reports/ReportButton";
import { SaveButton, SaveItem } from "../saved/SaveButton";
import styles from "./ReplyActions.module.css";
import { useThread } from "./threadState";
import { useDeleteReply } from "./useReplies";

type Props = {
  reply: Reply;
  /** For its author. */
  onEdit: (() => void) | undefined;
};

/** What is done less often: icons, or on narrow screens a menu with words, so that all of it stays on one row. */
export function ReplyTools({ reply, onEdit }: Props) {
  const isWide = useMediaQuery(DESKTOP);
  const user = useUser();
  const moderates = useModerates(useThread().forumId);
  const isOwn = user?.username === reply.user.username;
  const isThere = !reply.deleted;
  const can = {
    edit: isThere ? onEdit : undefined,
    save: isThere && user !== null,
    report: isThere && user !== null && !isOwn,
    remove: isThere && (isOwn || moderates),
  };
  const link = () => void copyText(location.origin + paths.reply(reply.postId, reply.id));
  const Tools = isWide ? Icons : ToolsMenu;
  return <Tools reply={reply} can={can} isOwn={isOwn} onLink={link} />;
}

type ToolsProps = {
  reply: Reply;
  can: { edit: (() => void) | undefined; save: boolean; report: boolean; remove: boolean };
  isOwn: boolean;
  onLink: () => void;
};

function Icons({ reply, can, isOwn, onLink }: ToolsProps) {
  const { id } = reply;
  return (
    <span className={styles.secondary}>
      <Button
        variant="ghost"
        icon="link"
        aria-label={t`Copy link`}
        title={t`Copy link`}
        onClick={onLink}
      />
      {can.edit && (
        <Button
          variant="ghost"
          icon="edit"
          data-edit
          aria-label={t`Edit`}
          title={t`Edit`}
          onClick={can.edit}
        />
      )}
      {can.save && <SaveButton kind="reply" id={id} saved={reply.saved ?? false} />}
      {can.report && <ReportButton target={{ kind: "reply", id }} />}
      {can.remove && <DeleteButton reply={reply} isOwn={isOwn} />}
    </span>
  );
}

function ToolsMenu({ reply, can, isOwn, onLink }: ToolsProps) {
  const { id } = reply;
  const [isReporting, setReporting] = useState(false);
  return (
    // The focus comes back here from the editor.
    <span data-edit-menu>
      <Menu label={t`More actions`}>
        <MenuItem icon="link" onSelect={onLink}>
          {t`Copy link`}
        </MenuItem>
        {can.edit && (
          <MenuItem icon="edit" onSelect={can.edit}>
            {t`Edit`}
          </MenuItem>
        )}
        {can.save && <SaveItem kind="reply" id={id} saved={reply.saved ?? false} />}
        {can.report && (
          <MenuItem icon="flag" onSelect={() => setReporting(true)}>
            {t`Report`}
          </MenuItem>
        )}
        {can.remove && <DeleteItem reply={reply} isOwn={isOwn} />}
      </Menu>
      {isReporting && (
        <Suspense>
          <ReportDialog target={{ kind: "reply", id }} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </span>
  );
}

type DeleteProps = { reply: Reply; isOwn: boolean };

/** Authors delete, the forum's moderators and admins remove. */
export function DeleteButton({ reply, isOwn }: DeleteProps) {
  const { ask, busy } = useDeleteReply(reply, isOwn);
  const label = isOwn ? t`Delete` : t`Remove`;
  return (
    <Button
      variant="ghost"
      icon="bin"
      aria-label={label}
      title={label}
      aria-disabled={busy}
      onClick={() => void ask()}
    />
  );
}

function DeleteItem({ reply, isOwn }: DeleteProps) {
  const { ask } = useDeleteReply(reply, isOwn);
  return (
    <MenuItem icon="bin" danger onSelect={() => void ask()}>
      {isOwn ? t`Delete` : t`Remove`}
    </MenuItem>
  );
}
