import { t } from "@lingui/core/macro";
import { LanguageSelect, ThemeSelect } from "../ui/Appearance";
import { Button } from "../ui/Button";
import menu from "../ui/Menu.module.css";
import { usePopover } from "../ui/usePopover";
import styles from "./NavBar.module.css";

/** Theme and language for visitors; members have them in the menu of their picture. */
export function AppearanceMenu() {
  const { isOpen, trigger, popover } = usePopover((element) =>
    element.querySelector("select")?.focus(),
  );
  return (
    <>
      <Button {...trigger} variant="ghost" icon="settings" aria-label={t`Appearance`} />
      <div {...popover} className={`${menu.popover} ${styles.appearance}`}>
        {isOpen && (
          <>
            <ThemeSelect />
            <LanguageSelect />
          </>
        )}
      </div>
    </>
  );
}
