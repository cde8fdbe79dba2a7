import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/queryKeys";
import { notifyFailure } from "../../api/refusal";
import { useUser } from "../../api/session";
import type { Page } from "../../api/types";
import { fieldErrors } from "../../error";
import { Card } from "../../ui/Card";
import { TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { LimitedField } from "../../ui/LimitedField";
import { notify } from "../../ui/notify";
import { QueryBoundary } from "../../ui/States";
import { Composer } from "../composer/Composer";
import { DraftNotice } from "../drafts/DraftNotice";
import { useDraft } from "../drafts/useDraft";
import { siteQueries } from "./queries";

const MAX_TITLE = 100;
const MAX_TEXT = 20_000;

/** The form of a page that exists. */
export function EditPage({ slug, onClose }: { slug: string; onClose: () => void }) {
  const query = useQuery(siteQueries.page(slug));
  return (
    <QueryBoundary query={query} failed={t`Couldn't load the page. Try again.`}>
      {(page) => <PageForm stored={page} onClose={onClose} />}
    </QueryBoundary>
  );
}

type Props = {
  /** Missing for another page. */
  stored?: Page;
  /** The slugs of the other pages, which another page must not replace. */
  taken?: string[];
  onClose: () => void;
};

/** The address, title and text of a page. */
export function PageForm({ stored, taken, onClose }: Props) {
  const save = useSavePage();
  const errors = fieldErrors(save.error);
  const key = `${useUser()?.id}:page-${stored?.slug ?? ""}`;
  const drafts = {
    slug: useDraft(`${key}:slug`, stored?.slug ?? ""),
    title: useDraft(`${key}:title`, stored?.title ?? ""),
    text: useDraft(`${key}:text`, stored?.text ?? ""),
  };
  const { slug, title, text } = drafts;
  const isTaken = taken?.includes(slug.text.trim()) ?? false;

  function submit() {
    if (isTaken) return;
    const page = { slug: slug.text.trim(), title: title.text.trim(), text: text.text.trim() };
    const clear = () => {
      for (const draft of Object.values(drafts)) draft.clearSent(draft.text);
      onClose();
    };
    save.mutateAsync(page).then(clear, () => undefined);
  }

  return (
    <Card as="section" aria-label={stored ? t`Edit ${stored.title}` : t`Add a page`}>
      <Form onSubmit={submit} isPending={save.isPending}>
        <DraftNotice drafts={Object.values(drafts)} />
        {!stored && (
          <TextField
            label={t`Name in the address`}
            dir="ltr"
            required
            maxLength={40}
            pattern="\s*[a-z0-9\-]+\s*"
            title={t`Small letters from a to z, digits and hyphens.`}
            autoCapitalize="none"
            value={slug.text}
            error={isTaken ? t`There is already a page at this address.` : errors.slug}
            hint={t`Small letters from a to z, digits and hyphens.`}
            onChange={({ target }) => slug.setText(target.value)}
          />
        )}
        <LimitedField
          label={t`Title`}
          dir="auto"
          required
          maxLength={MAX_TITLE}
          value={title.text}
          error={errors.title}
          onChange={({ target }) => title.setText(target.value)}
        />
        <Composer
          label={t`Text`}
          required
          rows={10}
          maxLength={MAX_TEXT}
          value={text.text}
          error={errors.text}
          onText={text.setText}
        />
        <FormActions submit={t`Save`} onCancel={onClose} />
      </Form>
    </Card>
  );
}

function useSavePage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slug, ...body }: Pick<Page, "slug" | "title" | "text">) =>
      unwrap(api.PUT("/api/pages/{slug}", { params: { path: { slug } }, body })),
    onSuccess(page) {
      client.setQueryData(siteQueries.page(page.slug).queryKey, page);
      notify({ message: t`Page saved.`, type: "success" });
    },
    onError: (error) => notifyFailure(t`Couldn't save the page. Try again.`, error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.pages }),
  });
}
