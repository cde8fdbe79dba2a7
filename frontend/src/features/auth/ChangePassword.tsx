import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/error";
import { session, useUser } from "../../api/session";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { notify, notifyFailure } from "../../ui/notify";
import styles from "./Form.module.css";
import { Secret } from "./Secret";
import { tellWait } from "./useLogin";
import { MISMATCH } from "./useRegister";

export function ChangePassword() {
  const change = useChangePassword();
  const errors = fieldErrors(change.error);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const data = Object.fromEntries(new FormData(event.currentTarget)) as Passwords;
        if (data.password === data.confirmPassword) change.mutate(data);
        else notify(MISMATCH);
      }}
    >
      <h2>Change password</h2>
      <Secret
        label="Current password"
        name="current"
        autoComplete="current-password"
        error={errors.current}
      />
      <Secret label="New password" name="password" error={errors.password} />
      <Secret label="Confirm password" name="confirmPassword" error={errors.confirmPassword} />
      <p className={styles.aside}>Every other device of yours is signed out.</p>
      <Button type="submit" variant="primary" disabled={change.isPending}>
        Save
      </Button>
    </form>
  );
}

type Passwords = { current: string; password: string; confirmPassword: string };

function useChangePassword() {
  const navigate = useNavigate();
  const id = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: (body: Passwords) =>
      unwrap(api.PUT("/api/user/{id}/password", { params: { path: { id } }, body })),
    onMutate: () => session.get().token,
    async onSuccess({ token }, _, before) {
      if (!session.renew(before, { token })) return;
      await navigate(paths.home);
      notify({ message: "Your password was changed.", type: "success" });
    },
    onError(error) {
      if (!tellWait(error)) notifyFailure("The password could not be changed.", error);
    },
  });
}
