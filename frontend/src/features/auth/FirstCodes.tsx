import { useEffect, useRef } from "react";
import { useBlocker, useNavigate } from "react-router";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import styles from "./Form.module.css";
import { RecoveryCodes } from "./RecoveryCodes";

/** The codes of a new account. Nothing can bring them back: whoever leaves them is asked. */
export function FirstCodes({ codes, next }: { codes: string[]; next: string }) {
  const navigate = useNavigate();
  const kept = useRef(false);
  const leaving = useBlocker(() => !kept.current);
  useEffect(() => {
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return (
    <Screen width="narrow">
      <div className={styles.form}>
        <Heading>Your recovery codes</Heading>
        <p>Welcome! Your account is there. Before you sign in, keep these codes:</p>
        <RecoveryCodes codes={codes} />
        <Button
          variant="primary"
          onClick={() => {
            kept.current = true;
            void navigate(paths.login(next));
          }}
        >
          I have kept them, sign in
        </Button>
      </div>
      {leaving.state === "blocked" && (
        <Dialog
          title="Leave without your recovery codes?"
          onClose={leaving.reset}
          actions={
            <>
              <Button onClick={leaving.reset}>Stay</Button>
              <Button variant="danger" onClick={leaving.proceed}>
                Leave
              </Button>
            </>
          }
        >
          <p>They are shown this once. You cannot see them again.</p>
        </Dialog>
      )}
    </Screen>
  );
}

/** The browser asks in words of its own. */
function ask(event: Event) {
  event.preventDefault();
}
