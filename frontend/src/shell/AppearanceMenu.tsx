import { t } from "@lingui/core/macro";
import { Button } from "../ui/Button";
import menu from "../ui/Menu.module.css";
import { Loading } from "../ui/States";
import styles from "./NavBar.module.css";
import { usePopoverOnDemand } from "./onDemand";

/** Theme and language for visitors; members have them in the menu of their picture. */
export function AppearanceMenu() {
  const { isOpen, trigger, popover, parts } = usePopoverOnDemand("select");
  return (
    <>
      <Button {...trigger} variant="ghost" icon="settings" aria-label={t`Appearance`} />
      <div {...popover} className={`${menu.popover} ${styles.appearance}`}>
        {isOpen && !parts && <Loading />}
        {isOpen && parts && (
          <>
            <parts.ThemeSelect />
            <parts.LanguageSelect />
          </>
        )}
      </div>
    </>
  );
}
