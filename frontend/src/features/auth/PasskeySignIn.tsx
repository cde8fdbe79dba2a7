import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Ban } from "../../api/session";
import { Button } from "../../ui/Button";
import { siteQueries } from "../site/queries";
import { usePasskeySignIn } from "./usePasskeySignIn";
import { canUsePasskeys } from "./webauthn";

type Props = { next: string; onBanned: (ban: Ban) => void };

/** Signs in with a passkey, chosen from a dialog or from what the browser fills in for the name. */
export function PasskeySignIn(props: Props) {
  const isAble = canUsePasskeys();
  const { data: site } = useQuery({ ...siteQueries.settings(), enabled: isAble });
  return isAble && site?.signIn.passkeys && <PasskeyButton {...props} />;
}

function PasskeyButton({ next, onBanned }: Props) {
  const { isPending, ask } = usePasskeySignIn(next, onBanned);
  return (
    <Button aria-disabled={isPending} onClick={() => isPending || ask()}>
      {t`Sign in with a passkey`}
    </Button>
  );
}
