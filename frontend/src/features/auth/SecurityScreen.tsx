import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { ChangePassword } from "./ChangePassword";
import { NewRecoveryCodes } from "./NewRecoveryCodes";
import { SignOutEverywhere } from "./SignOutEverywhere";

export function SecurityScreen() {
  return (
    <Screen width="narrow">
      <Heading>Sign-in & security</Heading>
      <ChangePassword />
      <NewRecoveryCodes />
      <SignOutEverywhere />
    </Screen>
  );
}
