import { t } from "@lingui/core/macro";
import { useUser } from "../../api/session";
import type { Site } from "../../api/types";
import { fieldErrors } from "../../error";
import { LANGUAGES } from "../../languages";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { Select } from "../../ui/Select";
import { Composer } from "../composer/Composer";
import { DraftNotice } from "../drafts/DraftNotice";
import { useDraft } from "../drafts/useDraft";
import { AccentField } from "./AccentField";
import { FooterField, readLinks } from "./FooterField";
import { ImageField } from "./ImageField";
import styles from "./Look.module.css";
import { useSaveSettings } from "./useSaveSettings";

const MAX_ANNOUNCEMENT = 500;

/** The logo, icon, accent, language, announcement and foot of the site. */
export function LookSettings({ stored }: { stored: Site }) {
  const save = useSaveSettings();
  const errors = fieldErrors(save.error);
  const key = `${useUser()?.id}:site`;
  const drafts = {
    logo: useDraft(`${key}:logo`, stored.logo),
    icon: useDraft(`${key}:icon`, stored.icon),
    accent: useDraft(`${key}:accent`, stored.accent),
    language: useDraft(`${key}:language`, stored.language),
    announcement: useDraft(`${key}:announcement`, stored.announcement),
    footer: useDraft(`${key}:footer`, JSON.stringify(stored.footer)),
  };
  const { logo, icon, accent, language, announcement, footer } = drafts;

  function submit() {
    const body = {
      logo: logo.text,
      icon: icon.text,
      accent: accent.text.trim().toLowerCase(),
      language: language.text,
      announcement: announcement.text.trim(),
      footer: readLinks(footer.text),
    };
    const clear = () => Object.values(drafts).forEach((draft) => draft.clearSent(draft.text));
    save.mutateAsync(body).then(clear, () => undefined);
  }

  return (
    <Card as="section" aria-labelledby="look">
      <h2 id="look" className={styles.title}>{t`Look`}</h2>
      <Form onSubmit={submit} isPending={save.isPending}>
        <DraftNotice drafts={Object.values(drafts)} />
        <ImageField
          label={t`Logo`}
          hint={t`Stands for the name in the navigation bar, at most 40 pixels high.`}
          value={logo.text}
          error={errors.logo}
          onChange={logo.setText}
        />
        <ImageField
          label={t`Icon`}
          hint={t`Square, for tabs and home screens.`}
          value={icon.text}
          error={errors.icon}
          onChange={icon.setText}
        />
        <AccentField value={accent.text} error={errors.accent} onChange={accent.setText} />
        <Select
          label={t`Language`}
          name="language"
          value={language.text}
          hint={t`For readers whose browser prefers none of these languages.`}
          error={errors.language}
          onChange={({ target }) => language.setText(target.value)}
        >
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </Select>
        <Composer
          label={t`Announcement`}
          value={announcement.text}
          rows={3}
          maxLength={MAX_ANNOUNCEMENT}
          hint={t`Shown above every screen until it is dismissed.`}
          error={errors.announcement}
          onText={announcement.setText}
        />
        <FooterField value={footer.text} error={errors.footer} onChange={footer.setText} />
        <FormActions submit={t`Apply`} />
      </Form>
    </Card>
  );
}
