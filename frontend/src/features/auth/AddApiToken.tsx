import { plural, t } from "@lingui/core/macro";
import { fieldErrors } from "../../error";
import { Checkbox, TextField } from "../../ui/fields";
import fields from "../../ui/fields.module.css";
import { FormDialog } from "../../ui/FormDialog";
import { Select } from "../../ui/Select";
import { Proof } from "./Proof";
import { scopeHint, scopeName, useScopes } from "./scopes";
import { useAddApiToken, type MadeToken } from "./useApiTokens";

const MAX_NAME = 60;

type Props = { onAdded: (made: MadeToken) => void; onClose: () => void };

/** Asks what the token is for, what it may do and for how long, and for the password. */
export function AddApiToken({ onAdded, onClose }: Props) {
  const add = useAddApiToken(onAdded);
  const scopes = useScopes();
  const errors = fieldErrors(add.error);
  return (
    <FormDialog
      title={t`Create an API token`}
      action={t`Create the token`}
      isPending={add.isPending}
      onSubmit={({ name = "", days, password = "", code, ...chosen }) =>
        add.mutate({
          name,
          scopes: scopes.filter((scope) => scope in chosen),
          days: Number(days),
          password,
          ...(code && { code }),
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t`Name of the token`}
        hint={t`Such as the program that uses it`}
        name="name"
        autoComplete="off"
        maxLength={MAX_NAME}
        required
        error={errors["name"]}
      />
      <fieldset className={fields.choices}>
        <legend>{t`What may it do?`}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            name={scope}
            label={scopeName(scope)}
            hint={scopeHint(scope)}
            defaultChecked={scope === "read"}
          />
        ))}
        {errors["scopes"] && (
          <p role="alert" className={`${fields.note} ${fields.error}`}>
            {errors["scopes"]}
          </p>
        )}
      </fieldset>
      <Select label={t`Valid for`} name="days" defaultValue="30" error={errors["days"]}>
        {[7, 30, 90, 366].map((days) => (
          <option key={days} value={days}>
            {plural(days, { one: "# day", other: "# days" })}
          </option>
        ))}
      </Select>
      <Proof errors={errors} />
    </FormDialog>
  );
}
