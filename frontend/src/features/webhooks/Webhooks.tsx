import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Webhook } from "../../api/types";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { focusHeading } from "../../ui/focus";
import { QueryBoundary } from "../../ui/States";
import { Deliveries } from "./Deliveries";
import { eventLabel } from "./events";
import { webhookQueries } from "./queries";
import { useDeleteWebhook, usePing } from "./useWebhooks";
import { WebhookForm } from "./WebhookForm";
import { WebhookSecret } from "./WebhookSecret";
import styles from "./Webhooks.module.css";

/** The webhooks of a forum or, without one, of the site: add, edit, try and delete them. */
export function Webhooks({ forum }: { forum?: number }) {
  const query = useQuery(webhookQueries.list(forum));
  const [form, setForm] = useState<"new" | number>();
  const [made, setMade] = useState<Webhook>();
  const close = (saved?: Webhook) => {
    setForm(undefined);
    if (saved?.secret) setMade(saved);
    // The form goes with its fields.
    focusHeading();
  };
  return (
    <>
      <p className={styles.details}>
        {forum
          ? t`A webhook tells a program of yours what happens in this forum. Each message is signed as Standard Webhooks describes.`
          : t`A webhook tells a program of yours what happens here, as far as visitors can read it. Each message is signed as Standard Webhooks describes.`}
      </p>
      {form === "new" ? (
        <WebhookForm forum={forum} onClose={close} />
      ) : (
        <div>
          <Button icon="plus" onClick={() => setForm("new")}>
            {t`Add a webhook`}
          </Button>
        </div>
      )}
      <QueryBoundary query={query} failed={t`Couldn't load the webhooks. Try again.`}>
        {(webhooks) =>
          webhooks.length > 0 && (
            <ul className={styles.list} aria-label={t`Webhooks`}>
              {webhooks.map((webhook) => (
                <li key={webhook.id}>
                  {form === webhook.id ? (
                    <WebhookForm stored={webhook} forum={forum} onClose={close} />
                  ) : (
                    <WebhookCard
                      webhook={webhook}
                      secret={made?.id === webhook.id ? made.secret : undefined}
                      onEdit={() => setForm(webhook.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </>
  );
}

type CardProps = { webhook: Webhook; secret: string | undefined; onEdit: () => void };

function WebhookCard({ webhook, secret, onEdit }: CardProps) {
  const { id, url, events } = webhook;
  const [isOpen, setIsOpen] = useState(false);
  const table = useId();
  const ping = usePing();
  const remove = useDeleteWebhook();
  return (
    <Card className={styles.webhook}>
      <div className={styles.title}>
        <span className={styles.address} dir="ltr">
          {url}
        </span>
        <State webhook={webhook} />
      </div>
      <p className={styles.details}>{events.map(eventLabel).join(" · ")}</p>
      {secret && <WebhookSecret secret={secret} />}
      <div className={styles.actions}>
        <Button icon="edit" aria-label={t`Edit ${url}`} onClick={onEdit}>
          {t`Edit`}
        </Button>
        <Button
          aria-disabled={ping.isPending}
          onClick={() => ping.isPending || ping.mutate(id, { onSuccess: () => setIsOpen(true) })}
        >
          {t`Send a ping`}
        </Button>
        <Button aria-expanded={isOpen} aria-controls={table} onClick={() => setIsOpen(!isOpen)}>
          {t`Recent deliveries`}
        </Button>
        <Button
          icon="bin"
          variant="danger"
          aria-label={t`Delete ${url}`}
          onClick={() => void remove(webhook)}
        >
          {t`Delete`}
        </Button>
      </div>
      <div id={table} hidden={!isOpen}>
        {isOpen && <Deliveries id={id} />}
      </div>
    </Card>
  );
}

function State({ webhook: { active, failures } }: { webhook: Webhook }) {
  const failed = plural(failures, { one: "# failed try", other: "# failed tries" });
  if (!active) return <Badge tone="danger">{t`Off`}</Badge>;
  return failures > 0 ? (
    <Badge tone="danger">{failed}</Badge>
  ) : (
    <Badge tone="success">{t`On`}</Badge>
  );
}
