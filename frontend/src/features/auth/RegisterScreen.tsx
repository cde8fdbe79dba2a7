import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Site } from "../../api/types";
import { fieldErrors, statusOf } from "../../error";
import { paths, safeNext } from "../../paths";
import { Card } from "../../ui/Card";
import { Checkbox, PasswordField, TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { AvatarPicker, DEFAULT_AVATAR } from "../profile/AvatarPicker";
import { RulesDetails } from "../rules/RulesDetails";
import { ContactLine } from "../site/ContactAdmins";
import { siteQueries } from "../site/queries";
import { FirstCodes } from "./FirstCodes";
import styles from "./Form.module.css";
import { ProviderButtons } from "./ProviderButtons";
import { usePasswordMatch } from "./usePasswordMatch";
import { useRegister } from "./useRegister";
import { VisitorsOnly } from "./VisitorsOnly";

export function RegisterScreen() {
  return (
    <VisitorsOnly>
      <Register />
    </VisitorsOnly>
  );
}

function Register() {
  const [codes, setCodes] = useState<string[]>();
  const [params] = useSearchParams();
  const next = safeNext(params.get("next"));
  const invite = params.get("invite") ?? undefined;
  const { data: site } = useQuery(siteQueries.settings());
  if (codes) return <FirstCodes codes={codes} next={next} />;
  if (site?.registration === "closed" || (site?.registration === "invite" && !invite))
    return <NoRegistration isClosed={site.registration === "closed"} next={next} />;
  return <Registration site={site} next={next} invite={invite} onCodes={setCodes} />;
}

/** Says that registration is closed or needs an invitation. */
function NoRegistration({ isClosed, next }: { isClosed: boolean; next: string }) {
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Create Account`}</Heading>
        <p>
          {isClosed ? (
            <Trans>Nobody can sign up here at the moment. You can still read everything.</Trans>
          ) : (
            <Trans>
              You need an invitation to sign up here. Open the link that an admin gave you.
            </Trans>
          )}
        </p>
        <ContactLine className={styles.aside} />
        <p className={styles.aside}>
          <Trans>
            Have an account? <Link to={paths.login(next)}>Sign in</Link>
          </Trans>
        </p>
      </Card>
    </Screen>
  );
}

type Props = {
  site: Site | undefined;
  next: string;
  invite: string | undefined;
  onCodes: (codes: string[]) => void;
};

function Registration({ site, next, invite, onCodes }: Props) {
  const register = useRegister(next, onCodes);
  const [image, setImage] = useState(DEFAULT_AVATAR);
  const match = usePasswordMatch();
  const errors = fieldErrors(register.error);
  const isTaken = statusOf(register.error) === 400;

  function submit(data: FormData) {
    if (!match.check(data)) return;
    const text = (name: string) => String(data.get(name));
    register.mutate({
      username: text("username").trim(),
      password: text("password"),
      confirmPassword: text("confirmPassword"),
      user_image: image,
      recoveryCodes: data.has("recoveryCodes"),
      website: text("website"),
      invite,
    });
  }

  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Create Account`}</Heading>
        <Form isPending={register.isPending} onSubmit={submit}>
          <TextField
            label={t`Username`}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={isTaken ? t`This username is taken. Choose another one.` : errors.username}
            isErrorAnnounced={isTaken}
            hint={t`3 to 30 characters: letters A to Z, digits, dots, dashes, underscores`}
          />
          <PasswordField
            label={t`Password`}
            name="password"
            error={errors.password}
            hint={t`At least 8 characters`}
          />
          <PasswordField
            label={t`Confirm password`}
            name="confirmPassword"
            error={match.error ?? errors.confirmPassword}
          />
          <Honeypot />
          <Checkbox
            label={t`Generate recovery codes`}
            name="recoveryCodes"
            hint={t`A code sets a new password if you forget yours.`}
          />
          {site && (
            <RulesDetails label={t`Rules of this site`} html={site.rules_html} text={site.rules} />
          )}
          {register.isWorking && (
            <p role="status">
              <Trans>Checking that you are not a robot…</Trans>
            </p>
          )}
          <FormActions submit={t`Create account`} />
          <AvatarPicker value={image} onChange={setImage} error={errors.user_image} />
        </Form>
        <ProviderButtons next={next} invite={invite} />
        <p className={styles.aside}>
          <Trans>
            Have an account? <Link to={paths.login(next)}>Sign in</Link>
          </Trans>
        </p>
      </Card>
    </Screen>
  );
}

/** Honeypot: hidden from users and screen readers; robots that fill in every field reveal themselves. */
function Honeypot() {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <label htmlFor="website">Website</label>
      <input id="website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
