import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api, call } from "../../api/client";
import { statusOf } from "../../api/error";
import { unquote } from "../../api/session";
import { paths } from "../../paths";
import { notify, notifyFailure } from "../../ui/notify";
import { work } from "./work";

export const MISMATCH = "Password & Confirm Password do not match.";

type Registration = {
  username: string;
  password: string;
  confirmPassword: string;
  user_image: string;
  recoveryCodes: boolean;
  website: string;
};

/** Codes that came with the account are shown before the login: the server tells them once. */
export function useRegister(onCodes: (codes: string[]) => void) {
  const navigate = useNavigate();
  const [isWorking, setWorking] = useState(false);
  const mutation = useMutation({
    async mutationFn(form: Registration) {
      const solved = await work(() => setWorking(true));
      const image = unquote(form.user_image);
      const body = { ...form, ...solved, user_image: image, role: "user" };
      return call(api.POST("/register", { body }));
    },
    onSettled: () => setWorking(false),
    async onSuccess({ recoveryCodes }) {
      if (recoveryCodes) return onCodes(recoveryCodes);
      await navigate(paths.login());
      notify({ message: "Thank you for registering, please sign in.", type: "success" });
    },
    onError(error) {
      if (statusOf(error) === 400) notify("Bad Request: User already exists");
      else notifyFailure("There were problems registering this user.", error);
    },
  });
  return { ...mutation, isWorking };
}
