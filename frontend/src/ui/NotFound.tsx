import { paths } from "../paths";
import { ButtonLink } from "./Button";
import { Heading } from "./Heading";
import { Screen } from "./Screen";
import { ErrorState } from "./States";

/** Nothing is at this address; for a thing that is gone, with the sentence of its screen. */
export function NotFound({ text = "There is nothing at this address." }: { text?: string }) {
  return (
    <Screen>
      <Heading>Not found</Heading>
      <ErrorState text={text} />
      <div>
        <ButtonLink icon="home" to={paths.home}>
          Home
        </ButtonLink>
      </div>
    </Screen>
  );
}
