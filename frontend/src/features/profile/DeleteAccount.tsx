import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { detailOf, failureText, fieldErrors } from "../../api/error";
import { session } from "../../api/session";
import type { LoginUser } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/fields";
import { notify } from "../../ui/notify";
import { clearDrafts } from "../../ui/useDraft";
import styles from "./YourData.module.css";

type Props = { user: LoginUser; onClose: () => void };

/** Says exactly what happens, and asks for the password. */
export function DeleteAccount({ user, onClose }: Props) {
  const password = useRef<HTMLInputElement>(null);
  const leave = useLeave(user.id, () => password.current?.focus());
  const [form, consequences] = [useId(), useId()];
  return (
    <Dialog
      title="Delete your account?"
      describedBy={consequences}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="danger" disabled={leave.isPending}>
            Delete account
          </Button>
        </>
      }
    >
      <ul id={consequences} className={styles.list}>
        <li>
          Forums, posts and replies of yours stay, under the name [deleted]. Delete first what
          should not.
        </li>
        <li>Your messages go, from the other person’s list too.</li>
        <li>
          Your votes and favorites go, and your rights: a forum that nobody else moderates is left
          to the admins.
        </li>
        <li>Every device is signed out, and somebody else may take the name {user.username}.</li>
        <li>Nobody can bring any of it back.</li>
      </ul>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          leave.mutate(String(new FormData(event.currentTarget).get("current")));
        }}
      >
        <TextField
          ref={password}
          label="Password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          error={leave.error ? reason(leave.error) : undefined}
        />
      </form>
    </Dialog>
  );
}

function reason(error: Error): string {
  return fieldErrors(error).current ?? detailOf(error) ?? failureText(error, (status) => status);
}

function useLeave(id: number, onError: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (current: string) =>
      unwrap(api.DELETE("/api/user/{id}", { params: { path: { id } }, body: { current } })),
    onMutate: () => session.get().token,
    async onSuccess(_, __, before) {
      const { token } = session.get();
      // Somebody else has signed in here meanwhile.
      if (token && token !== before) return;
      session.clear();
      clearDrafts();
      await navigate(paths.home, { replace: true });
      notify({ message: "Your account was deleted.", type: "success" });
    },
    onError,
  });
}
