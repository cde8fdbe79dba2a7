import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, call } from "../../api/client";
import { statusOf } from "../../api/error";
import { unquote } from "../../api/session";
import { paths } from "../../paths";
import { notify, notifyFailure } from "../../ui/notify";

export const MISMATCH = "Password & Confirm Password do not match.";

type Registration = {
  username: string;
  password: string;
  confirmPassword: string;
  user_image: string;
  recoveryCodes: boolean;
};

/** Codes that came with the account are shown before the login: the server tells them once. */
export function useRegister(onCodes: (codes: string[]) => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (form: Registration) => {
      const body = { ...form, user_image: unquote(form.user_image), role: "user" };
      return call(api.POST("/register", { body }));
    },
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
}
