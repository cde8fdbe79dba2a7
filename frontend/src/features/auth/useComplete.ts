import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { banOf, notifyFailure } from "../../api/refusal";
import type { Ban } from "../../api/session";
import { codeOf, statusOf } from "../../error";
import { paths } from "../../paths";
import { keptInvite } from "./providerAddress";
import { notifyRateLimited, useAskForCode, useCompleteLogin } from "./useLogin";

/** Completes a sign-in at a provider. The answer may ask for a registration instead. */
export function useComplete(next: string) {
  const navigate = useNavigate();
  const completeLogin = useCompleteLogin(next);
  const askForCode = useAskForCode(next);
  const [ban, setBan] = useState<Ban>();
  const mutation = useMutation({
    mutationFn: (ticket: string) => unwrap(api.POST("/login/complete", { body: { ticket } })),
    // Don't cache the ticket.
    gcTime: 0,
    async onSuccess(answer) {
      if (!("token" in answer)) return;
      keptInvite.forget();
      await completeLogin(answer);
    },
    onError(error) {
      if (askForCode(error)) return;
      if (statusOf(error) === 403) {
        notifyFailure(t`You have been banned.`, error);
        return setBan(banOf(error));
      }
      if (!notifyRateLimited(error)) notifyFailure(t`Couldn't sign you in.`, error);
      void navigate(paths.login(next), { replace: true });
    },
  });
  return { ...mutation, ban };
}

type Registration = { ticket: string; username: string; invite?: string };

/** Creates an account for who came from a provider, and signs in. */
export function useRegisterWithProvider(next: string, username: string) {
  const navigate = useNavigate();
  const completeLogin = useCompleteLogin(next, username);
  return useMutation({
    mutationFn: (body: Registration) => unwrap(api.POST("/register/oidc", { body })),
    // Don't cache the ticket.
    gcTime: 0,
    onSuccess(login) {
      keptInvite.forget();
      return completeLogin(login);
    },
    onError(error) {
      if (statusOf(error) === 400 || statusOf(error) === 422) return;
      if (!notifyRateLimited(error))
        notifyFailure(t`There were problems registering this user.`, error);
      if (codeOf(error) === "ticket-ended") void navigate(paths.login(next), { replace: true });
    },
  });
}
