import { t } from "@lingui/core/macro";
import { Navigate } from "react-router";
import { useUser } from "../../api/session";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { useSignOut } from "../drafts/useSignOut";

/** A link may lead here, so that only the button ends the session. */
export function LogoutScreen() {
  const user = useUser();
  const signOut = useSignOut();
  if (!user) return <Navigate to={paths.login()} replace />;
  const { username } = user;
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Sign out?`}</Heading>
        <p>{t`You are signed in as ${username}. Text that you haven't sent is removed from this browser.`}</p>
        <div>
          <Button variant="primary" icon="leave" onClick={signOut}>
            {t`Sign out`}
          </Button>
        </div>
      </Card>
    </Screen>
  );
}
