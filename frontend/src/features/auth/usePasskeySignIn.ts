import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, unwrap } from "../../api/client";
import { banOf, notifyFailure } from "../../api/refusal";
import type { Ban } from "../../api/session";
import { useCompleteLogin } from "./useLogin";
import {
  canAutofill,
  isBan,
  notifyPasskeyFailure,
  choosePasskey,
  type CredentialJson,
} from "./webauthn";

/** A challenge is good for five minutes; the browser may wait for longer. */
const RENEWED_AFTER = 4 * 60_000;

const options = () => unwrap(api.POST("/login/passkey/options"));

/** Offers passkeys where the browser fills in the name, and asks for one at once when told to. */
export function usePasskeySignIn(next: string, onBanned: (ban: Ban) => void) {
  const completeLogin = useCompleteLogin(next);
  /** Of what the browser waits for: it asks one thing at a time. */
  const waiting = useRef<AbortController>(undefined);
  /** Ends what was asked when the visitor leaves. */
  const left = useRef<AbortController>(undefined);
  const signIn = useMutation({
    mutationFn: async (chosen?: CredentialJson) => {
      const { signal } = (left.current = new AbortController());
      const credential = chosen ?? (await choosePasskey(await options(), "optional", signal));
      signal.throwIfAborted();
      return unwrap(api.POST("/login/passkey", { body: { credential } }));
    },
    onSuccess: completeLogin,
    onError(error) {
      if (left.current?.signal.aborted) return;
      if (!isBan(error)) return notifyPasskeyFailure(t`Couldn't sign you in.`, error);
      notifyFailure(t`You have been banned.`, error);
      onBanned(banOf(error));
    },
  });
  const { mutate, isPending, isSuccess } = signIn;
  useEffect(() => () => left.current?.abort(), []);
  useEffect(() => {
    if (isPending || isSuccess) return;
    const controller = new AbortController();
    waiting.current = controller;
    void autofilled(controller.signal).then((chosen) => {
      if (chosen && !controller.signal.aborted) mutate(chosen);
    });
    return () => controller.abort();
  }, [mutate, isPending, isSuccess]);
  return {
    isPending,
    ask() {
      waiting.current?.abort();
      mutate(undefined);
    },
  };
}

/** Waits until the visitor picks a passkey in the name field; nothing if that cannot be. */
async function autofilled(left: AbortSignal): Promise<CredentialJson | undefined> {
  if (!(await canAutofill())) return;
  while (!left.aborted) {
    const renewed = AbortSignal.timeout(RENEWED_AFTER);
    try {
      // oxlint-disable-next-line no-await-in-loop -- each waits for the end of the one before
      return await choosePasskey(await options(), "conditional", AbortSignal.any([left, renewed]));
    } catch {
      if (!renewed.aborted) return;
    }
  }
}
