import { plural, t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { WebhookDelivery } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { ErrorState, Loading } from "../../ui/States";
import { exactTime, Time } from "../../ui/Time";
import { eventLabel } from "./events";
import { webhookQueries } from "./queries";
import { useSendAgain } from "./useWebhooks";
import styles from "./Webhooks.module.css";

/** What a webhook was told in the last days, the newest first. */
export function Deliveries({ id }: { id: number }) {
  const query = useInfiniteQuery(webhookQueries.deliveries(id));
  const { isPending, mutate } = useSendAgain(id);
  const send = (delivery: number) => {
    if (!isPending) mutate(delivery);
  };
  if (query.isPending) return <Loading />;
  if (!query.data)
    return (
      <ErrorState
        text={t`Couldn't load the deliveries. Try again.`}
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data.length === 0)
    return <p className={styles.details}>{t`No deliveries in the last 7 days.`}</p>;
  return (
    <>
      <table className={styles.deliveries}>
        <caption className="visually-hidden">{t`Recent deliveries`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Event`}</th>
            <th scope="col" colSpan={2}>{t`Status`}</th>
          </tr>
        </thead>
        <tbody>
          {query.data.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} onAgain={() => send(delivery.id)} />
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <div>
          <Button
            aria-disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t`Show more`}
          </Button>
        </div>
      )}
    </>
  );
}

type RowProps = { delivery: WebhookDelivery; onAgain: () => void };

function Row({ delivery, onAgain }: RowProps) {
  const event = eventLabel(delivery.event);
  return (
    <tr>
      <th scope="row">
        {event}
        <p className={styles.details}>
          <Time at={delivery.at} />
        </p>
      </th>
      <td>
        <Status delivery={delivery} />
      </td>
      <td>
        <Button aria-label={t`Send ${event} again`} onClick={onAgain}>
          {t`Send again`}
        </Button>
      </td>
    </tr>
  );
}

function Status({ delivery: { status, tries, nextTry } }: { delivery: WebhookDelivery }) {
  const time = nextTry && exactTime(nextTry);
  return (
    <>
      {status === "delivered" && <Badge tone="success">{t`Delivered`}</Badge>}
      {status === "waiting" && <Badge>{t`Waiting`}</Badge>}
      {status === "failed" && <Badge tone="danger">{t`Failed`}</Badge>}
      {status === "dropped" && <Badge>{t`Not sent`}</Badge>}
      <p className={styles.details}>
        {plural(tries, { one: "# try", other: "# tries" })}
        {time && tries > 0 && <> · {t`next at ${time}`}</>}
      </p>
    </>
  );
}
