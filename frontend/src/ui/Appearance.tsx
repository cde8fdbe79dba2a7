import { t } from "@lingui/core/macro";
import { useState } from "react";
import { storage } from "../storage";
import { LANGUAGES, type Language } from "../languages";
import { LANGUAGE_KEY } from "../locale";
import { isReachable } from "../reachable";
import { Checkbox } from "./fields";
import { notify } from "./notify";
import { Select } from "./Select";
import { areShortcutsOn, setShortcutsOn } from "./shortcuts";
import { chooseTheme, useTheme, type Theme } from "./theme";

export function ThemeSelect() {
  return (
    <Select
      label={t`Theme`}
      value={useTheme()}
      onChange={(event) => chooseTheme(event.target.value as Theme)}
    >
      <option value="system">{t`System`}</option>
      <option value="light">{t`Light`}</option>
      <option value="dark">{t`Dark`}</option>
    </Select>
  );
}

type LanguageProps = {
  /** The page is loaded anew once it has ended. */
  onChoose?: (language: Language) => Promise<void>;
};

/** Changing the language reloads the page, which must be reachable; typed text stays as a draft. */
export function LanguageSelect({ onChoose }: LanguageProps) {
  const choose = async (language: Language) => {
    if (!(await isReachable())) {
      const detail = navigator.onLine ? t`Server could not be reached.` : t`You're offline.`;
      return notify({ message: t`Couldn't change the language.`, detail });
    }
    storage.set(LANGUAGE_KEY, language);
    await onChoose?.(language);
    location.reload();
  };
  return (
    <Select
      label={t`Language`}
      value={document.documentElement.lang}
      onChange={(event) => void choose(event.target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </Select>
  );
}

export function ShortcutsCheckbox() {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Checkbox
      label={t`Keyboard shortcuts`}
      hint={t`Press ? to see them all.`}
      checked={isOn}
      onChange={({ target }) => {
        setShortcutsOn(target.checked);
        setIsOn(target.checked);
      }}
    />
  );
}
