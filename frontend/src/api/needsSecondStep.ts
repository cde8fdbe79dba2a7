import { createStore } from "../ui/store";

/** The token whose calls were refused because its member lacks a second step that the site asks for; empty if none was. */
export const needsSecondStep = createStore("");
