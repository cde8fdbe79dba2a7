import { useState, type FormEvent } from "react";
import { Link, useSearchParams } from "react-router";
import { fieldErrors } from "../../api/error";
import { paths, safeNext } from "../../paths";
import { AvatarPicker, DEFAULT_AVATAR } from "../../ui/AvatarPicker";
import { Button } from "../../ui/Button";
import { Checkbox, TextField } from "../../ui/fields";
import { Heading } from "../../ui/Heading";
import { notify } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import { FirstCodes } from "./FirstCodes";
import styles from "./Form.module.css";
import { MISMATCH, useRegister } from "./useRegister";

export function RegisterScreen() {
  const next = safeNext(useSearchParams()[0].get("next"));
  const [codes, setCodes] = useState<string[]>();
  const register = useRegister(next, setCodes);
  const [image, setImage] = useState(DEFAULT_AVATAR);
  const errors = fieldErrors(register.error);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name));
    const password = text("password");
    const confirmPassword = text("confirmPassword");
    if (password !== confirmPassword) return notify(MISMATCH);
    register.mutate({
      username: text("username").trim(),
      password,
      confirmPassword,
      user_image: image,
      recoveryCodes: data.has("recoveryCodes"),
      website: text("website"),
    });
  }

  if (codes) return <FirstCodes codes={codes} next={next} />;

  return (
    <Screen width="narrow">
      <form className={styles.form} onSubmit={submit}>
        <Heading>Create Account</Heading>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          error={errors.username}
          hint="3 to 30 letters, digits, dots, dashes or underscores"
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.password}
          hint="At least 8 characters"
        />
        <TextField
          label="Confirm password"
          name="confirmPassword"
          type="password"
          autoComplete="new-password"
          required
          error={errors.confirmPassword}
        />
        <Trap />
        <AvatarPicker value={image} onChange={setImage} error={errors.user_image} />
        <Checkbox
          label="Give me recovery codes"
          name="recoveryCodes"
          hint="There is no mail here: with a code you can set a new password if you forget yours."
        />
        {register.isWorking && <p role="status">Checking that you are not a robot…</p>}
        <Button type="submit" variant="primary" disabled={register.isPending}>
          Create account
        </Button>
        <p className={styles.aside}>
          Have an account? <Link to={paths.login(next)}>Sign in</Link>
        </p>
      </form>
    </Screen>
  );
}

/** Nobody sees or hears of this field; programs that fill in all there is give themselves away. */
function Trap() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label htmlFor="website">Website</label>
      <input id="website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
