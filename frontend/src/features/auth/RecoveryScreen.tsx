import { useMutation } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { fieldErrors, statusOf } from "../../api/error";
import { paths, safeNext } from "../../paths";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { Heading } from "../../ui/Heading";
import { notify, notifyFailure } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import styles from "./Form.module.css";
import { Secret } from "./Secret";
import { tellWait, useEnter } from "./useLogin";
import { MISMATCH } from "./useRegister";

export function RecoveryScreen() {
  const next = safeNext(useSearchParams()[0].get("next"));
  const recover = useRecover(next);
  const errors = fieldErrors(recover.error);
  return (
    <Screen width="narrow">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const data = Object.fromEntries(new FormData(event.currentTarget)) as Recovery;
          if (data.password !== data.confirmPassword) return notify(MISMATCH);
          recover.mutate({ ...data, username: data.username.trim() });
        }}
      >
        <Heading>Forgot your password?</Heading>
        <p>Set a new one with one of your recovery codes. You are signed out everywhere else.</p>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          required
          autoCapitalize="none"
          error={errors.username}
        />
        <TextField
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          error={errors.code}
          hint="16 letters and digits, with or without dashes"
        />
        <Secret label="New password" name="password" error={errors.password} />
        <Secret label="Confirm password" name="confirmPassword" error={errors.confirmPassword} />
        <Button type="submit" variant="primary" disabled={recover.isPending}>
          Set password and sign in
        </Button>
        <p className={styles.aside}>
          No code left? Ask those who run this forum: they can give you a new password.
        </p>
        <p className={styles.aside}>
          <Link to={paths.login(next)}>Back to the login</Link>
        </p>
      </form>
    </Screen>
  );
}

type Recovery = { username: string; code: string; password: string; confirmPassword: string };

function useRecover(next: string) {
  const enter = useEnter(next);
  return useMutation({
    mutationFn: (body: Recovery) => unwrap(api.POST("/login/recovery", { body })),
    onSuccess: enter,
    onError(error) {
      if (tellWait(error)) return;
      if (statusOf(error) === 403) return notifyFailure("You have been banned.", error);
      notifyFailure("The password could not be set.", error);
    },
  });
}
