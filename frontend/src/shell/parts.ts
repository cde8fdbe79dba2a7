/** What is loaded on demand: opened by a click or a key, or by a question. */
export { Welcome } from "../features/auth/Welcome";
export { AccountMenu } from "../features/profile/AccountMenu";
export { LanguageSelect, ThemeSelect } from "../ui/Appearance";
export { ConfirmDialog } from "../ui/ConfirmDialog";
export { SearchBox } from "../ui/SearchBox";
export { pressShortcut } from "./pressShortcut";
export { ShortcutsDialog } from "./ShortcutsDialog";
