import { t } from "@lingui/core/macro";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { ReplyOrder } from "../../api/replyCache";
import { Select } from "../../ui/Select";

export function useOrder(): ReplyOrder {
  return orderOf(useSearchParams()[0]);
}

/** The order of a thread, from the URL. */
export function orderOf(params: URLSearchParams): ReplyOrder {
  const sort = params.get("sort");
  return sort === "new" || sort === "top" || sort === "best" ? sort : "old";
}

/** In the URL beside the hash of a linked reply, so that both are shared together. */
export function SortReplies() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [params] = useSearchParams();
  const choose = (sort: string) => {
    const next = new URLSearchParams(params);
    if (sort === "old") next.delete("sort");
    else next.set("sort", sort);
    void navigate({ search: next.toString(), hash }, { preventScrollReset: true });
  };
  return (
    <Select
      label={t`Sort replies`}
      hideLabel
      value={useOrder()}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="old">{t`Oldest first`}</option>
      <option value="new">{t`Newest first`}</option>
      <option value="best">{t`Best first`}</option>
      <option value="top">{t`Most points first`}</option>
    </Select>
  );
}
