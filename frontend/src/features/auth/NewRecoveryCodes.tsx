import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { fieldErrors } from "../../api/error";
import { useUser } from "../../api/session";
import { Button } from "../../ui/Button";
import { dismiss, notifyFailure } from "../../ui/notify";
import styles from "./Form.module.css";
import { RecoveryCodes } from "./RecoveryCodes";
import { Secret } from "./Secret";
import { tellWait } from "./useLogin";

export function NewRecoveryCodes() {
  const renew = useRenewCodes();
  return (
    <section className={styles.form} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recoveryCodes} />
      ) : (
        <form
          className={styles.fields}
          onSubmit={(event) => {
            event.preventDefault();
            renew.mutate(String(new FormData(event.currentTarget).get("current")));
          }}
        >
          <p className={styles.aside}>
            With a code you can set a new password if you forget yours. New codes replace all that
            you had before, and a new password does not: make new ones if somebody may have them.
          </p>
          <Secret
            label="Your password"
            name="current"
            autoComplete="current-password"
            error={fieldErrors(renew.error).current}
          />
          <Button type="submit" disabled={renew.isPending}>
            Make new codes
          </Button>
        </form>
      )}
    </section>
  );
}

function useRenewCodes() {
  const id = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: (current: string) => {
      const params = { path: { id } };
      return unwrap(api.POST("/api/user/{id}/recovery-codes", { params, body: { current } }));
    },
    // They are for this screen alone: nothing may bring them back later.
    gcTime: 0,
    onSuccess: dismiss,
    onError(error) {
      if (!tellWait(error)) notifyFailure("The codes could not be made.", error);
    },
  });
}
