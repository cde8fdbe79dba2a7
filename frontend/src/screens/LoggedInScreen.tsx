import { Welcome } from "../features/auth/Welcome";
import { HomeScreen } from "./HomeScreen";

/** The welcome, typed by hand: home with the dialog over it. */
export function LoggedInScreen() {
  return (
    <>
      <HomeScreen />
      <Welcome />
    </>
  );
}
