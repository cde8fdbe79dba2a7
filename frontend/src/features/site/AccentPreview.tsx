import { t } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import type { CSSProperties, ReactNode } from "react";
import { contrast, SURFACE, type Shades, type Theme } from "../../ui/accent";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import styles from "./Look.module.css";

/** What stands in the accent in one theme, each with its contrast. */
export function AccentPreview({ theme, shades }: { theme: Theme; shades: Shades }) {
  const { accent, strong, soft, on } = shades;
  const style = {
    colorScheme: theme,
    "--accent": accent,
    "--accent-strong": strong,
    "--accent-soft": soft,
    "--on-accent": on,
  } as CSSProperties;
  const surface = SURFACE[theme];
  return (
    <dl
      className={styles.preview}
      style={style}
      aria-label={theme === "light" ? t`Light` : t`Dark`}
    >
      <Sample name={t`Button`} ratio={contrast(on, accent)}>
        <Button variant="primary">{t`Button`}</Button>
      </Sample>
      <Sample name={t`Link`} ratio={contrast(accent, surface)}>
        <a href="/">{t`Link`}</a>
      </Sample>
      <Sample name={t`Badge`} ratio={contrast(strong, soft)}>
        <Badge tone="accent">{t`Badge`}</Badge>
      </Sample>
      <Sample name={t`Focus ring`} ratio={contrast(accent, surface)}>
        <span className={styles.ring} />
      </Sample>
    </dl>
  );
}

type SampleProps = { name: string; ratio: number; children: ReactNode };

/** The sample is a picture of a control: nothing to press. */
function Sample({ name, ratio, children }: SampleProps) {
  const value = i18n.number(ratio, { maximumFractionDigits: 1 });
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span inert>{children}</span>
        <bdi>{`${value} : 1`}</bdi>
      </dd>
    </div>
  );
}
