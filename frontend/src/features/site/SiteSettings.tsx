import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "../../api/session";
import type { Site } from "../../api/types";
import { codeOf, detailOf, fieldErrors } from "../../error";
import { Card } from "../../ui/Card";
import { TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Select } from "../../ui/Select";
import { QueryBoundary } from "../../ui/States";
import { Composer } from "../composer/Composer";
import { DraftNotice } from "../drafts/DraftNotice";
import { useDraft } from "../drafts/useDraft";
import { Invitations } from "./Invitations";
import { LookSettings } from "./LookSettings";
import { siteQueries } from "./queries";
import { useSaveSettings } from "./useSaveSettings";

const MAX_RULES = 10_000;

/** The name, tagline, rules, registration and look of the site. */
export function SiteSettings() {
  const query = useQuery(siteQueries.settings());
  return (
    <QueryBoundary query={query} failed={t`Couldn't load the settings. Try again.`}>
      {(site) => (
        <>
          <SettingsForm stored={site} />
          <LookSettings stored={site} />
          <Invitations registration={site.registration} />
        </>
      )}
    </QueryBoundary>
  );
}

function SettingsForm({ stored }: { stored: Site }) {
  const save = useSaveSettings();
  const errors = fieldErrors(save.error);
  const key = `${useUser()?.id}:site`;
  const drafts = {
    name: useDraft(`${key}:name`, stored.name),
    tagline: useDraft(`${key}:tagline`, stored.tagline),
    rules: useDraft(`${key}:rules`, stored.rules),
    registration: useDraft(`${key}:registration`, stored.registration),
    secondStep: useDraft(`${key}:second-step`, stored.secondStep ?? "nobody"),
  };
  const { name, tagline, rules, registration, secondStep } = drafts;

  function submit() {
    const body = {
      name: name.text.trim(),
      tagline: tagline.text.trim(),
      rules: rules.text.trim(),
      registration: registration.text,
      // Another admin may have changed it meanwhile.
      ...(secondStep.isChanged && { secondStep: secondStep.text }),
    };
    const clear = () => Object.values(drafts).forEach((draft) => draft.clearSent(draft.text));
    save.mutateAsync(body).then(clear, () => undefined);
  }

  return (
    <Card as="section" aria-label={t`Site settings`}>
      <Form onSubmit={submit} isPending={save.isPending}>
        <DraftNotice drafts={Object.values(drafts)} />
        <TextField
          label={t`Name`}
          name="name"
          dir="auto"
          required
          maxLength={60}
          value={name.text}
          onChange={({ target }) => name.setText(target.value)}
          error={errors.name}
          hint={t`Shown in the navigation bar, page titles, feeds and link previews.`}
        />
        <TextField
          label={t`Tagline`}
          name="tagline"
          dir="auto"
          maxLength={200}
          value={tagline.text}
          onChange={({ target }) => tagline.setText(target.value)}
          error={errors.tagline}
          hint={t`One sentence about the site, for visitors and search engines.`}
        />
        <Composer
          label={t`Rules`}
          value={rules.text}
          rows={6}
          maxLength={MAX_RULES}
          error={errors.rules}
          onText={rules.setText}
        />
        <Select
          label={t`Registration`}
          name="registration"
          value={registration.text}
          onChange={({ target }) => registration.setText(target.value)}
          error={errors.registration}
        >
          <option value="open">{t`Open to everybody`}</option>
          <option value="invite">{t`Invite only`}</option>
          <option value="closed">{t`Closed`}</option>
        </Select>
        {stored.secondStep && (
          <Select
            label={t`Who needs a second step to sign in`}
            name="secondStep"
            value={secondStep.text}
            onChange={({ target }) => secondStep.setText(target.value)}
            error={
              codeOf(save.error) === "no-second-step" ? detailOf(save.error) : errors.secondStep
            }
            hint={t`Those who have none can only read until they set one up. You need one yourself.`}
          >
            <option value="nobody">{t`Nobody`}</option>
            <option value="moderators">{t`Moderators and admins`}</option>
            <option value="everyone">{t`Everyone`}</option>
          </Select>
        )}
        <FormActions submit={t`Save`} />
      </Form>
    </Card>
  );
}
