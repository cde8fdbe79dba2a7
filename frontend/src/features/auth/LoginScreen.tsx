import { useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { paths, safeNext } from "../../paths";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { BannedDialog } from "./BannedDialog";
import styles from "./Form.module.css";
import { useLogin } from "./useLogin";

export function LoginScreen() {
  const [params] = useSearchParams();
  const { state } = useLocation() as { state: { banned?: boolean } | null };
  const [banned, setBanned] = useState(state?.banned ?? false);
  const next = safeNext(params.get("next"));
  const form = useRef<HTMLFormElement>(null);
  const login = useLogin(next, () => {
    form.current?.reset();
    setBanned(true);
  });
  return (
    <Screen width="narrow">
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          login.mutate({
            username: String(data.get("username")).trim(),
            password: String(data.get("password")),
          });
        }}
      >
        <Heading title="Login">Please Sign In</Heading>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          required
          autoCapitalize="none"
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" variant="primary" disabled={login.isPending}>
          Sign in
        </Button>
        <p className={styles.aside}>
          <Link to={paths.recovery(next)}>Forgot your password?</Link>
        </p>
        <p className={styles.aside}>
          New here? <Link to={paths.register(next)}>Create an account</Link>
        </p>
      </form>
      {banned && <BannedDialog onClose={() => setBanned(false)} />}
    </Screen>
  );
}
