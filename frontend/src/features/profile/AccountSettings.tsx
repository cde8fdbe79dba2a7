import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { LoginUser } from "../../api/types";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { Avatar } from "../members/Avatar";
import { AvatarPicker } from "./AvatarPicker";
import styles from "./Settings.module.css";
import { useSaveImage } from "./ProfileImageForm";

export function AccountSettings({ user }: { user: LoginUser }) {
  const [image, setImage] = useState(user.userImage);
  const save = useSaveImage(user.id);
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
        <Form isPending={save.isPending} onSubmit={() => save.mutate(image)}>
          <AvatarPicker value={image} onChange={setImage} />
          <FormActions submit={t`Save`} />
        </Form>
      </Card>
    </>
  );
}
