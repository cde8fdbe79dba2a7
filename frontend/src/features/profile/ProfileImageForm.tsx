import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "../../api/client";
import { session, unquote } from "../../api/session";
import type { LoginUser } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { notify, notifyFailure } from "../../ui/notify";
import styles from "./ProfileMenu.module.css";

export function ProfileImageForm({ user, onClose }: { user: LoginUser; onClose: () => void }) {
  const save = useSaveImage(user.id, onClose);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(String(new FormData(event.currentTarget).get("image")));
      }}
    >
      <TextField
        label="Profile Image URL"
        name="image"
        placeholder="Enter new image URL"
        autoFocus
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" disabled={save.isPending}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      <div className={styles.account}>
        <Link to={paths.security} onClick={onClose}>
          Sign-in &amp; security
        </Link>
        <Link to={paths.yourData} onClick={onClose}>
          Your data
        </Link>
      </div>
    </form>
  );
}

function useSaveImage(id: number, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) =>
      unwrap(api.PUT("/api/user/{id}", { params: { path: { id } }, body: unquote(url) })),
    onMutate: () => session.get().token,
    onSuccess(user, _, before) {
      if (!session.renew(before, { user })) return;
      void client.invalidateQueries();
      notify({ message: "User details updated successfully.", type: "success" });
      onClose();
    },
    onError: (error) => notifyFailure("Failed to update user details.", error),
  });
}
