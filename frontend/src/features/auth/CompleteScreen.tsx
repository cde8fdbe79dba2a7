import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { paths, safeNext } from "../../paths";
import { Card } from "../../ui/Card";
import { Heading } from "../../ui/Heading";
import { lazyPart } from "../../ui/lazyPart";
import { Screen } from "../../ui/Screen";
import { Loading } from "../../ui/States";
import { RegisterWithProvider } from "./RegisterWithProvider";
import { useComplete } from "./useComplete";

/** Only banned members need it. */
const BannedDialog = lazyPart(() =>
  import("./BannedDialog").then(({ BannedDialog }) => BannedDialog),
);

/** Signs in who comes back from a provider, or lets them choose a name. */
export function CompleteScreen() {
  const [params] = useSearchParams();
  const next = safeNext(params.get("next"));
  const ticket = params.get("ticket");
  const navigate = useNavigate();
  const { mutate, data, ban } = useComplete(next);
  const sent = useRef<string>(null);
  useEffect(() => {
    // It serves once, and effects may run twice.
    if (!ticket || sent.current === ticket) return;
    sent.current = ticket;
    mutate(ticket);
  }, [mutate, ticket]);
  if (!ticket) return <Navigate to={paths.login(next)} replace />;
  if (data && "registration" in data)
    return <RegisterWithProvider {...data.registration} next={next} />;
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Signing in…`}</Heading>
        {ban ? (
          <BannedDialog
            ban={ban}
            onClose={() => void navigate(paths.login(next), { replace: true })}
          />
        ) : (
          <Loading />
        )}
      </Card>
    </Screen>
  );
}
