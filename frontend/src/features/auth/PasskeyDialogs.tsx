import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "../../api/session";
import type { Passkey } from "../../api/types";
import { fieldErrors } from "../../error";
import { TextField } from "../../ui/fields";
import { FormDialog } from "../../ui/FormDialog";
import { Proof } from "./Proof";
import { deviceName } from "./Sessions";
import { useAddPasskey, useRenamePasskey, type NewPasskey } from "./usePasskeys";
import { sessionQueries } from "./useSessions";

const MAX_NAME = 60;

/** Asks for a name, the password and perhaps a code; then the browser asks for the rest. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const add = useAddPasskey(onClose);
  const errors = fieldErrors(add.error);
  const { data: sessions } = useQuery(sessionQueries.list(user?.id ?? 0));
  const here = sessions?.find(({ current }) => current);
  return (
    <FormDialog
      title={t`Add a passkey`}
      action={t({ message: "Continue", context: "set-up" })}
      isPending={add.isPending}
      onSubmit={(data) => add.mutate(data as NewPasskey)}
      onClose={onClose}
    >
      <p>
        <Trans>Then your browser asks for your fingerprint, face or PIN, or for a device.</Trans>
      </p>
      <NameField name={here?.client ? deviceName(here.client) : ""} error={errors["name"]} />
      <Proof errors={errors} />
    </FormDialog>
  );
}

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey(passkey.id, onClose);
  return (
    <FormDialog
      title={t`Rename the passkey`}
      action={t`Save`}
      isPending={rename.isPending}
      onSubmit={({ name = "" }) => rename.mutate(name)}
      onClose={onClose}
    >
      <NameField name={passkey.name} error={fieldErrors(rename.error)["name"]} />
    </FormDialog>
  );
}

function NameField({ name, error }: { name: string; error: string | undefined }) {
  return (
    <TextField
      label={t`Name of the passkey`}
      hint={t`Such as the device that keeps it`}
      name="name"
      defaultValue={name}
      autoComplete="off"
      maxLength={MAX_NAME}
      required
      error={error}
    />
  );
}
