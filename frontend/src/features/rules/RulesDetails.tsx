import { RichText } from "../../ui/RichText";
import styles from "./RulesDetails.module.css";

type Props = { label: string; html: string; text: string };

/** Rules behind a line that opens; nothing if there are none. */
export function RulesDetails({ label, html, text }: Props) {
  if (!text) return null;
  return (
    <details className={styles.rules}>
      <summary>{label}</summary>
      <RichText html={html} text={text} />
    </details>
  );
}
