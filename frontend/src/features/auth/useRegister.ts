import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { statusOf } from "../../api/error";
import { unquote } from "../../api/session";
import { paths } from "../../paths";
import { notify, notifyFailure } from "../../ui/notify";
import { createWork } from "./work";

export const MISMATCH = "Password & Confirm Password do not match.";

type Registration = {
  username: string;
  password: string;
  confirmPassword: string;
  user_image: string;
  recoveryCodes: boolean;
  website: string;
};

const DONE = "Thank you for registering, please sign in.";
const MISSED =
  "Your account is there, but you left before its recovery codes came. Sign in, and make new ones in Sign-in & security.";

/** Codes that came with the account are shown before the login: the server tells them once. */
export function useRegister(next: string, onCodes: (codes: string[]) => void) {
  const navigate = useNavigate();
  const [isWorking, setWorking] = useState(false);
  const [withWork] = useState(createWork);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const mutation = useMutation({
    mutationFn(form: Registration) {
      leaving.current = new AbortController();
      const body = { ...form, user_image: unquote(form.user_image), role: "user" };
      return withWork((done) => unwrap(api.POST("/register", { body: { ...body, ...done } })), {
        onBegin: () => setWorking(true),
        signal: leaving.current.signal,
      });
    },
    // Neither the password nor the codes are kept longer than the screen.
    gcTime: 0,
    onSettled: () => setWorking(false),
    async onSuccess({ recoveryCodes }) {
      const left = leaving.current?.signal.aborted;
      if (left && recoveryCodes) return notify({ message: MISSED, type: "info", timeout: 15_000 });
      if (recoveryCodes) return onCodes(recoveryCodes);
      if (!left) await navigate(paths.login(next));
      notify({ message: DONE, type: "success" });
    },
    onError(error) {
      if (error.name === "AbortError") return;
      if (statusOf(error) === 400) notify("Bad Request: User already exists");
      else notifyFailure("There were problems registering this user.", error);
    },
  });
  return { ...mutation, isWorking };
}
