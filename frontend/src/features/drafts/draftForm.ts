import type { ServerDraft } from "../../api/types";
import { readDraft, type StoredDraft } from "./draftStorage";

/** A form; the server stores the drafts of its fields as one. */
export type DraftForm = {
  userId: number;
  /** The key on the server. */
  key: string;
  /** The address of the form. */
  to: string;
  /** The title or name shown in the list of drafts. */
  about: string;
  /** The keys of the drafts in the browser, by field. */
  fields: Record<string, string>;
};

/** What the server stores for us. */
export type DraftData = Pick<DraftForm, "to" | "about"> & { fields: Record<string, StoredDraft> };

/** Parses the data of a draft; empty if another client stored something else. */
export function parse(data: string): DraftData {
  const found: DraftData = { to: "", about: "", fields: {} };
  try {
    const { to, about, fields } = JSON.parse(data) as Partial<DraftData>;
    if (typeof to === "string") found.to = to;
    if (typeof about === "string") found.about = about;
    for (const [name, field] of Object.entries(fields ?? {}))
      if (typeof field.text === "string")
        found.fields[name] = { text: field.text, base: String(field.base ?? "") };
  } catch {
    // Another client stored it.
  }
  return found;
}

export function formOf(userId: number, { key, data }: ServerDraft): DraftForm {
  const { to, about, fields } = parse(data);
  return { userId, key, to, about, fields: localKeys(userId, key, Object.keys(fields)) };
}

/** The keys in the browser of the drafts of a form, by field. */
export function localKeys(userId: number, key: string, names: string[]): Record<string, string> {
  const local = `${userId}:${key}`;
  return Object.fromEntries(
    names.map((name) => [name, name === "text" ? local : `${local}:${name}`]),
  );
}

/** The form's drafts as the server stores them; undefined if there are none. */
export function serialise({ to, about, fields }: DraftForm): string | undefined {
  const stored: DraftData["fields"] = {};
  for (const [name, key] of Object.entries(fields)) {
    const draft = readDraft(key);
    if (draft) stored[name] = draft;
  }
  const isEmpty = Object.keys(stored).length === 0;
  return isEmpty ? undefined : JSON.stringify({ to, about, fields: stored });
}

/** Whether two drafts have the same text in all fields. */
export function sameText(one: string, other: string): boolean {
  return JSON.stringify(parse(one).fields) === JSON.stringify(parse(other).fields);
}
