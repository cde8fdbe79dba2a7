import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import { statusOf } from "../../error";
import { paths } from "../../paths";
import { Card } from "../../ui/Card";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { LinkEnded } from "./LinkEnded";
import { EMAIL } from "./useEmail";

/** Confirms an address by the link of a mail. A button does: programs that look at links follow them. */
export function ConfirmEmailScreen() {
  const token = useSearchParams()[0].get("token") ?? "";
  const confirm = useConfirm(token);
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Confirm your e-mail address`}</Heading>
        <Outcome token={token} confirm={confirm} />
      </Card>
    </Screen>
  );
}

type Props = { token: string; confirm: ReturnType<typeof useConfirm> };

function Outcome({ token, confirm }: Props) {
  const settings = (
    <Link to={paths.settings("notifications")}>
      <Trans>Notification settings</Trans>
    </Link>
  );
  if (confirm.data) {
    const { email } = confirm.data;
    return (
      <>
        <p role="status">
          <Trans>
            <b>{email}</b> is confirmed. Mails go there from now on.
          </Trans>
        </p>
        <p>{settings}</p>
      </>
    );
  }
  if (!token || statusOf(confirm.error) === 404) return <LinkEnded>{settings}</LinkEnded>;
  return (
    <>
      <p>
        <Trans>Then you get a link there if you forget your password.</Trans>
      </p>
      <Form isPending={confirm.isPending} onSubmit={() => confirm.mutate()}>
        <FormActions submit={t`Confirm address`} />
      </Form>
    </>
  );
}

function useConfirm(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/api/email/confirm", { body: { token } })),
    onSuccess: () => client.invalidateQueries({ queryKey: [EMAIL] }),
    onError(error) {
      if (statusOf(error) !== 404) notifyFailure(t`Couldn't confirm the address.`, error);
    },
  });
}
