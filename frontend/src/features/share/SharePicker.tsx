import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { DESTINATIONS, openPopUp, shareText } from "./destinations";
import styles from "./SharePicker.module.css";

type Props = { url: string; title: string; description: string };

export function SharePicker({ url, title, description }: Props) {
  const text = shareText(description);
  // Without a share sheet the promise rejects; so does closing the sheet.
  const openSheet = () => void navigator.share({ url, title, text }).catch(() => undefined);
  return (
    <div className={styles.picker}>
      <div className={styles.link}>
        <span className={styles.url} dir="ltr">
          {url}
        </span>
        <Button variant="primary" icon="link" onClick={() => void copyText(url)}>
          <Trans>Copy link</Trans>
        </Button>
        {"share" in navigator && (
          <Button icon="share" onClick={openSheet}>
            <Trans>More . . .</Trans>
          </Button>
        )}
      </div>
      <ul className={styles.destinations} aria-label={t`Share to`}>
        {DESTINATIONS.map(({ name, color, address }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.destination}
              onClick={() => openPopUp(address(url, text))}
            >
              <span
                className={styles.mark}
                style={{ "--brand": color } as CSSProperties}
                aria-hidden="true"
              >
                {name[0]}
              </span>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
