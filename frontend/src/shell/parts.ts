/** Parts that are loaded on demand, by a click, a key or a confirmation. */
export { Welcome } from "../features/auth/Welcome";
export { AccountMenu } from "../features/profile/AccountMenu";
export { Suggestions } from "../features/search/Suggestions";
export { LanguageSelect, ThemeSelect } from "../ui/Appearance";
export { ConfirmDialog } from "../ui/ConfirmDialog";
export { pressShortcut } from "./pressShortcut";
export { ShortcutsDialog } from "./ShortcutsDialog";
