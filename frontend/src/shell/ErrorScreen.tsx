import { useRouteError } from "react-router";
import { Button } from "../ui/Button";
import { Heading } from "../ui/Heading";
import { Screen } from "../ui/Screen";
import { Failed } from "../ui/States";

/** A screen that broke, or a part of the app that could not be fetched after a new release. */
export function ErrorScreen() {
  const error = useRouteError();
  const reason = error instanceof Error ? error.message : undefined;
  return (
    <Screen>
      <Heading>Something went wrong</Heading>
      <Failed text="This screen could not be shown." />
      {reason && <p>{reason}</p>}
      <div>
        <Button look="main" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </Screen>
  );
}
