import { t } from "@lingui/core/macro";
import { DEFAULT_SHADES, isColour, shadesOf } from "../../ui/accent";
import { TextField } from "../../ui/fields";
import { Select } from "../../ui/Select";
import { AccentPreview } from "./AccentPreview";
import styles from "./Look.module.css";

/** The value of the choice of a colour that is none of the others. */
const OWN = "own";

type Props = {
  value: string;
  error: string | undefined;
  onChange: (colour: string) => void;
};

/** The accent: a prepared colour or any other one, and how it looks in both themes. */
export function AccentField({ value, error, onChange }: Props) {
  const colour = value.trim().toLowerCase();
  const isKnown = isColour(colour);
  const shades = isKnown
    ? { light: shadesOf(colour, "light"), dark: shadesOf(colour, "dark") }
    : DEFAULT_SHADES;
  const isAdjusted = isKnown && (shades.light.accent !== colour || shades.dark.accent !== colour);
  const presets = presetsOf();
  return (
    <div className={styles.group}>
      <div className={styles.row}>
        <Select
          label={t`Accent`}
          value={colour in presets ? colour : OWN}
          onChange={({ target }) => target.value !== OWN && onChange(target.value)}
        >
          {Object.entries(presets).map(([preset, name]) => (
            <option key={preset} value={preset}>
              {name}
            </option>
          ))}
          <option value={OWN}>{t`Custom`}</option>
        </Select>
        <TextField
          label={t`Colour code`}
          name="accent"
          dir="ltr"
          placeholder="#0b7a75"
          pattern="\s*#[0-9a-fA-F]{6}\s*"
          title={t`A colour such as #0b7a75.`}
          value={value}
          error={error}
          hint={isAdjusted ? t`Adjusted for contrast.` : t`Empty for the default colour.`}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <div className={styles.previews} role="group" aria-label={t`Preview of the accent`}>
        <AccentPreview theme="light" shades={shades.light} />
        <AccentPreview theme="dark" shades={shades.dark} />
      </div>
    </div>
  );
}

function presetsOf(): Record<string, string> {
  return {
    "": t`Default`,
    "#1d5fc4": t`Blue`,
    "#0b7a75": t`Teal`,
    "#2c7a3f": t`Green`,
    "#7a3fb8": t`Purple`,
    "#b3245f": t`Pink`,
  };
}
