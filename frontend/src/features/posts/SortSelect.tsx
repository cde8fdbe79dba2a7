import { t } from "@lingui/core/macro";
import { useSearchParams } from "react-router";
import { Select } from "../../ui/Select";

type Props = {
  /** The order without a choice, or with one that this list lacks; it is shown then. */
  standard: string;
  orders?: { value: string; text: string }[];
};

/** The order is in the URL, so that Back, a reload and a shared link show the same. */
export function SortSelect({ standard, orders }: Props) {
  const [params, setParams] = useSearchParams();
  const choose = (sort: string) =>
    setParams(
      (old) => {
        if (sort) old.set("sort", sort);
        else old.delete("sort");
        return old;
      },
      { preventScrollReset: true },
    );
  const known = ["recent", "popularity", ...(orders ?? []).map(({ value }) => value)];
  return (
    <Select
      label={t`Sort`}
      hideLabel
      value={known.find((order) => order === params.get("sort")) ?? standard}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{t`Sort`}</option>
      <option value="recent">{t`Most Recent`}</option>
      <option value="popularity">{t`Most Popular`}</option>
      {orders?.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}
