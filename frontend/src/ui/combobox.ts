/** Attributes of a field with a list of suggestions, before the list is loaded, which changes them. */
export const CLOSED_COMBOBOX = {
  type: "search",
  role: "combobox",
  "aria-expanded": false,
  autoComplete: "off",
} as const;
