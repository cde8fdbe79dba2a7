import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import { useNavigate } from "react-router";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { session } from "../../api/session";
import { detailOf, fieldErrors } from "../../error";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Form } from "../../ui/Form";
import { notify } from "../../ui/notify";
import { clearDrafts } from "../drafts/clearDrafts";
import styles from "../profile/Settings.module.css";
import { authorizationOf, type OwnAccount } from "../profile/useDownloadData";
import { CurrentPassword } from "./CurrentPassword";

type Props = { account: OwnAccount; onClose: () => void };

/** Lists the consequences and asks for the password. */
export function DeleteAccount({ account, onClose }: Props) {
  const deletion = useDeleteAccount(account);
  const [form, consequences] = [useId(), useId()];
  return (
    <Dialog
      title={t`Delete your account?`}
      describedBy={consequences}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={form}
            variant="destructive"
            aria-disabled={deletion.isPending}
          >
            <Trans>Delete account</Trans>
          </Button>
        </>
      }
    >
      <ul id={consequences} className={styles.list}>
        <li>
          <Trans>
            Your content stays, shown as [deleted]. Delete anything you don't want kept first.
          </Trans>
        </li>
        <li>
          <Trans>Your messages are deleted, from the other person's list too.</Trans>
        </li>
        <li>
          <Trans>
            Your votes and favorites are deleted. Forums that nobody else moderates pass to the
            admins.
          </Trans>
        </li>
        <li>
          <Trans>
            All devices are signed out. Your name stays reserved: nobody can register it again.
          </Trans>
        </li>
        <li>
          <Trans>This can't be undone.</Trans>
        </li>
      </ul>
      <Form
        id={form}
        isPending={deletion.isPending}
        onSubmit={(data) => deletion.mutate(String(data.get("current") ?? ""))}
      >
        <CurrentPassword
          name="current"
          label={t`Password`}
          error={deletion.error ? reason(deletion.error) : undefined}
        />
      </Form>
    </Dialog>
  );
}

function reason(error: Error): string | undefined {
  return fieldErrors(error).current ?? detailOf(error);
}

function useDeleteAccount(account: OwnAccount) {
  const { id } = account;
  const headers = authorizationOf(account);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (current: string) =>
      unwrap(
        api.DELETE("/api/user/{id}", { params: { path: { id } }, headers, body: { current } }),
      ),
    onMutate: () => session.get().token,
    async onSuccess(_, __, before) {
      const { token } = session.get();
      // Another member signed in meanwhile.
      if (token && token !== before) return;
      session.clear();
      clearDrafts(id);
      await navigate(paths.home, { replace: true });
      notify({ message: t`Your account was deleted.`, type: "success" });
    },
    onError(error) {
      if (!reason(error)) notifyFailure(t`Couldn't delete the account. Try again.`, error);
    },
  });
}
