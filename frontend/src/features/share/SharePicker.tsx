import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { DESTINATIONS, openPopUp, shareText } from "./destinations";
import styles from "./SharePicker.module.css";

type Props = { url: string; title: string; description: string };

export function SharePicker({ url, title, description }: Props) {
  const text = shareText(description);
  // Without a share sheet the promise is refused; closing it is no failure either.
  const sheet = () => void navigator.share({ url, title, text }).catch(() => undefined);
  return (
    <div className={styles.picker}>
      <ul className={styles.destinations}>
        {DESTINATIONS.map(({ name, color, address }) => (
          <li key={name}>
            <button
              type="button"
              className={styles.destination}
              onClick={() => openPopUp(address(url, text))}
            >
              <span className={styles.mark} style={{ background: color }} aria-hidden="true">
                {name[0]}
              </span>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <Button icon="link" onClick={() => void copyText(url)}>
          Copy link
        </Button>
        {"share" in navigator && (
          <Button icon="share" onClick={sheet}>
            More . . .
          </Button>
        )}
      </div>
    </div>
  );
}
