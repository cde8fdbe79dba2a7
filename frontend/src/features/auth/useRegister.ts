import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { unquote } from "../../api/session";
import { statusOf } from "../../error";
import { paths } from "../../paths";
import { notify } from "../../ui/notify";
import { newAccount } from "./newAccount";
import { createProofOfWork } from "./proofOfWork";

type Registration = {
  username: string;
  password: string;
  confirmPassword: string;
  user_image: string;
  recoveryCodes: boolean;
  website: string;
  invite: string | undefined;
};

/** Shows the recovery codes before the login: the server sends them once. */
export function useRegister(next: string, onCodes: (codes: string[]) => void) {
  const navigate = useNavigate();
  const [isWorking, setWorking] = useState(false);
  const [withProof] = useState(createProofOfWork);
  const leaving = useRef<AbortController>(undefined);
  // With the next screen at once: after an effect's clean-up, which may wait, an answer would show its codes to nobody.
  useLayoutEffect(() => () => leaving.current?.abort(), []);
  const mutation = useMutation({
    mutationFn(form: Registration) {
      leaving.current = new AbortController();
      const body = { ...form, user_image: unquote(form.user_image), role: "user" };
      return withProof((proof) => unwrap(api.POST("/register", { body: { ...body, ...proof } })), {
        onBegin: () => setWorking(true),
        signal: leaving.current.signal,
      });
    },
    // Don't keep the password or the codes after the screen.
    gcTime: 0,
    onSettled: () => setWorking(false),
    async onSuccess({ recoveryCodes }, { username, password }) {
      const left = leaving.current?.signal.aborted;
      if (!left) newAccount.set({ username, password, hasCodes: Boolean(recoveryCodes) });
      if (left && recoveryCodes) return notifyMissedCodes();
      if (recoveryCodes) return onCodes(recoveryCodes);
      if (!left) await navigate(paths.login(next));
      notify({ message: t`Thank you for registering, please sign in.`, type: "success" });
    },
    onError(error) {
      if (error.name === "AbortError") return;
      if (statusOf(error) === 400) notify(t`Bad Request: User already exists`);
      else notifyFailure(t`There were problems registering this user.`, error);
    },
  });
  return { ...mutation, isWorking };
}

function notifyMissedCodes() {
  const message = t`Your account is ready, but you left before your recovery codes were shown. Sign in, then generate new ones in Settings.`;
  notify({ message, type: "info", timeout: 15_000 });
}
