import { useQuery } from "@tanstack/react-query";
import { useUser } from "../../api/session";
import { CurrentPassword } from "./CurrentPassword";
import { EitherCode } from "./EitherCode";
import { secondStepQueries } from "./useSecondStep";
import { sessionQueries } from "./useSessions";

/** Asks for the password and, where the second step is on and no passkey stands for it, a code. */
export function Proof({ errors }: { errors: Record<string, string | undefined> }) {
  const user = useUser();
  const { data: sessions } = useQuery(sessionQueries.list(user?.id ?? 0));
  const here = sessions?.find(({ current }) => current);
  const { data: secondStep } = useQuery(secondStepQueries.since(user?.id ?? 0));
  const needsCode = secondStep?.activeSince && here?.method !== "passkey";
  return (
    <>
      {/* Password managers learn from it whose password this is. */}
      <input hidden readOnly autoComplete="username" value={user?.username ?? ""} />
      <CurrentPassword name="password" error={errors["password"]} />
      {needsCode && <EitherCode error={errors["code"]} />}
    </>
  );
}
