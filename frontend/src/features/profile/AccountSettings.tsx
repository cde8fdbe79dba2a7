import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { LoginUser } from "../../api/types";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { DraftNotice } from "../drafts/DraftNotice";
import { useDraft } from "../drafts/useDraft";
import { Avatar } from "../members/Avatar";
import { AvatarPicker } from "./AvatarPicker";
import styles from "./Settings.module.css";
import { useSaveImage } from "./ProfileImageForm";

export function AccountSettings({ user }: { user: LoginUser }) {
  const draft = useDraft(`${user.id}:picture`, user.userImage);
  const save = useSaveImage(user.id);
  const submit = () => {
    const sent = draft.text;
    save.mutateAsync(sent).then(
      () => draft.clearSent(sent),
      () => undefined,
    );
  };
  return (
    <>
      <Card as="section" aria-labelledby="username">
        <h2 id="username">{t`Username`}</h2>
        <div className={styles.who}>
          <Avatar src={user.userImage} size={48} />
          <div>
            <strong dir="auto">{user.username}</strong>
            <p className={styles.note}>
              <Trans>Shown beside everything you write. It can't be changed.</Trans>
            </p>
          </div>
        </div>
      </Card>
      <Card as="section" aria-label={t`Profile picture`}>
        <Form isPending={save.isPending} onSubmit={submit}>
          <DraftNotice drafts={[draft]} />
          {/* A discarded address leaves its field, too. */}
          <AvatarPicker
            key={String(draft.isRestored)}
            value={draft.text}
            stored={user.userImage}
            onChange={draft.setText}
          />
          <FormActions submit={t`Save`} />
        </Form>
      </Card>
    </>
  );
}
