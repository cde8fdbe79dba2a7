import { screen } from "@testing-library/react";
import type { visit } from "./app";

/** Signs in as ann on the login screen. */
export async function fillLogin(user: ReturnType<typeof visit>["user"]) {
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}
