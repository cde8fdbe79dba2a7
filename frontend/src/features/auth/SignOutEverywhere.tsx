import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { session, useUser } from "../../api/session";
import { Button } from "../../ui/Button";
import { notify, notifyFailure } from "../../ui/notify";
import styles from "./Form.module.css";

export function SignOutEverywhere() {
  const end = useEndSessions();
  return (
    <section className={styles.form} aria-labelledby="sessions">
      <h2 id="sessions">Sign out everywhere</h2>
      <p className={styles.aside}>
        For a lost device, or one that you used once: all others are signed out at once. This one
        stays signed in.
      </p>
      <Button onClick={() => end.mutate()} disabled={end.isPending}>
        Sign out other devices
      </Button>
    </section>
  );
}

function useEndSessions() {
  const id = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/user/{id}/sessions", { params: { path: { id } } })),
    onMutate: () => session.get().token,
    onSuccess({ token }, _, before) {
      if (!session.renew(before, { token })) return;
      notify({ message: "All other devices are signed out.", type: "success" });
    },
    onError: (error) => notifyFailure("The other devices could not be signed out.", error),
  });
}
