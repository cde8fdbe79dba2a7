import { useEffect } from "react";
import { useRouteError } from "react-router";
import { Button } from "../ui/Button";
import { Heading } from "../ui/Heading";
import { Screen } from "../ui/Screen";
import { ErrorState } from "../ui/States";
import { reloadOnce } from "./reloadOnce";

/** A screen that broke, or a part of the app that could not be fetched. */
export function ErrorScreen() {
  const error = useRouteError();
  useEffect(() => void reloadOnce(error), [error]);
  const reason = error instanceof Error ? error.message : undefined;
  return (
    <Screen>
      <Heading>Something went wrong</Heading>
      <ErrorState text="This screen could not be shown." />
      {reason && <p>{reason}</p>}
      <div>
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </Screen>
  );
}
