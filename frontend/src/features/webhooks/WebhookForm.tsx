import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { Webhook } from "../../api/types";
import { fieldErrors } from "../../error";
import { Card } from "../../ui/Card";
import { Checkbox, TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { eventLabel, OF_FORUM, OF_SITE } from "./events";
import { useSaveWebhook } from "./useWebhooks";
import styles from "./Webhooks.module.css";

const MAX_ADDRESS = 2_000;

type Props = {
  /** Missing for another webhook. */
  stored?: Webhook;
  /** Missing for one of the site. */
  forum: number | undefined;
  /** Also with what was made or changed. */
  onClose: (saved?: Webhook) => void;
};

/** The address of a webhook, and what it is told of. */
export function WebhookForm({ stored, forum, onClose }: Props) {
  const save = useSaveWebhook(stored?.id);
  const errors = fieldErrors(save.error);
  const [isLacking, setIsLacking] = useState(false);
  const eventsError = isLacking ? t`Choose one event at least.` : errors.events;

  function submit(data: FormData) {
    const events = data.getAll("event").map(String);
    setIsLacking(events.length === 0);
    if (events.length === 0) return;
    const url = String(data.get("url")).trim();
    const active = stored ? { active: data.has("active") } : {};
    save.mutateAsync({ url, events, forum, ...active }).then(onClose, () => undefined);
  }

  return (
    <Card as="section" aria-label={stored ? t`Edit the webhook` : t`Add a webhook`}>
      <Form onSubmit={submit} isPending={save.isPending}>
        <TextField
          label={t({ message: "Address", context: "webhook" })}
          name="url"
          type="url"
          dir="ltr"
          required
          maxLength={MAX_ADDRESS}
          placeholder="https://"
          defaultValue={stored?.url}
          error={errors.url}
        />
        <fieldset className={styles.events} aria-describedby={eventsError && "events-error"}>
          <legend>{t`Events`}</legend>
          {(forum ? OF_FORUM : OF_SITE).map((event) => (
            <Checkbox
              key={event}
              label={eventLabel(event)}
              name="event"
              value={event}
              defaultChecked={stored?.events.includes(event)}
            />
          ))}
          {eventsError && (
            <p id="events-error" role="alert" className={styles.error}>
              {eventsError}
            </p>
          )}
        </fieldset>
        {stored && (
          <Checkbox
            label={t`Turned on`}
            name="active"
            defaultChecked={stored.active}
            hint={t`While it is off, it is told nothing.`}
          />
        )}
        <FormActions submit={t`Save`} onCancel={() => onClose()} />
      </Form>
    </Card>
  );
}
