import { t } from "@lingui/core/macro";
import { Select } from "../../ui/Select";
import { setDensity, useDensity } from "./density";

/** The label is visually hidden, because the toolbar explains the field. */
export function DensitySelect({ hideLabel = false }: { hideLabel?: boolean }) {
  const choose = (value: string) => setDensity(value === "compact" ? "compact" : "comfortable");
  return (
    <Select
      label={t`Row height`}
      hideLabel={hideLabel}
      value={useDensity()}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="comfortable">{t`Comfortable`}</option>
      <option value="compact">{t`Compact`}</option>
    </Select>
  );
}
