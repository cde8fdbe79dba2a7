import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { applyChange } from "../../api/changes";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { session, unquote } from "../../api/session";
import type { LoginUser } from "../../api/types";
import { TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { notify } from "../../ui/notify";
import { UploadButton } from "../uploads/UploadButton";
import styles from "./AccountMenu.module.css";

export function ProfileImageForm({ user, onClose }: { user: LoginUser; onClose: () => void }) {
  const save = useSaveImage(user.id, onClose);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Form
      className={styles.form}
      isPending={save.isPending}
      onSubmit={(data) => save.mutate(String(data.get("image")))}
    >
      <TextField
        ref={field}
        label={t`Profile Image URL`}
        name="image"
        placeholder={t`Enter new image URL`}
        dir="auto"
      />
      <UploadButton
        onUploaded={(url) => {
          if (field.current) field.current.value = url;
        }}
      />
      <FormActions submit={t`Save`} onCancel={onClose} />
    </Form>
  );
}

export function useSaveImage(id: number, onClose?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) =>
      unwrap(api.PUT("/api/user/{id}", { params: { path: { id } }, body: unquote(url) })),
    onMutate: () => session.get().token,
    onSuccess(user, _, before) {
      if (!session.renew(before, { user })) return;
      void applyChange(client, "everywhere", {});
      notify({ message: t`User details updated successfully.`, type: "success" });
      onClose?.();
    },
    onError: (error) => notifyFailure(t`Failed to update user details.`, error),
  });
}
