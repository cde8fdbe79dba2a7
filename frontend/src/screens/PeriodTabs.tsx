import { t } from "@lingui/core/macro";
import { TabLinks } from "../ui/TabLinks";

/** The period of the top posts. */
export function PeriodTabs() {
  return (
    <TabLinks
      label={t`Period`}
      param="period"
      standard="all"
      tabs={[
        { value: "day", text: t`Day` },
        { value: "week", text: t`Week` },
        { value: "month", text: t`Month` },
        { value: "year", text: t`Year` },
        { value: "all", text: t`All time` },
      ]}
    />
  );
}
