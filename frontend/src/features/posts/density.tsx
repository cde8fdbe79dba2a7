import { t } from "@lingui/core/macro";
import { storage } from "../../api/storage";
import { Select } from "../../ui/Select";
import { createStore } from "../../ui/store";

type Density = "comfortable" | "compact";
const KEY = "density";

const density = createStore<Density>(storage.get(KEY) === "compact" ? "compact" : "comfortable");

/** How tall the rows of posts are in this browser. */
export const useDensity = density.use;

/** The label is visually hidden, because the toolbar explains the field. */
export function DensitySelect({ hideLabel = false }: { hideLabel?: boolean }) {
  const choose = (value: string) => {
    const next: Density = value === "compact" ? "compact" : "comfortable";
    storage.set(KEY, next);
    density.set(next);
  };
  return (
    <Select
      label={t`Density`}
      hideLabel={hideLabel}
      value={useDensity()}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="comfortable">{t`Comfortable`}</option>
      <option value="compact">{t`Compact`}</option>
    </Select>
  );
}
