import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { fieldErrors, statusOf } from "../../error";
import { paths } from "../../paths";
import { Card } from "../../ui/Card";
import { TextField } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { RulesDetails } from "../rules/RulesDetails";
import { ContactLine } from "../site/ContactAdmins";
import { siteQueries } from "../site/queries";
import styles from "./Form.module.css";
import { keptInvite } from "./providerAddress";
import { useRegisterWithProvider } from "./useComplete";

type Props = { ticket: string; username: string; next: string };

/** Asks who came from a provider for a name. */
export function RegisterWithProvider({ ticket, username, next }: Props) {
  const { data: site } = useQuery(siteQueries.settings());
  const [name, setName] = useState(username);
  const register = useRegisterWithProvider(next, name.trim());
  const isTaken = statusOf(register.error) === 400;
  const errors = fieldErrors(register.error);
  const needsInvite = site?.registration === "invite";
  return (
    <Screen width="narrow">
      <Card>
        <Heading>{t`Create Account`}</Heading>
        {site?.registration === "closed" ? (
          <>
            <p>
              <Trans>Nobody can sign up here at the moment. You can still read everything.</Trans>
            </p>
            <ContactLine className={styles.aside} />
          </>
        ) : (
          <>
            <p>
              <Trans>You are new here. Choose the name that others see.</Trans>
            </p>
            <Form
              isPending={register.isPending}
              onSubmit={(data) => {
                const invite = String(data.get("invite") ?? "").trim();
                register.mutate({ ticket, username: name.trim(), ...(invite && { invite }) });
              }}
            >
              <TextField
                label={t`Username`}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
                value={name}
                onChange={(event) => setName(event.target.value)}
                error={isTaken ? t`This username is taken. Choose another one.` : errors.username}
                isErrorAnnounced={isTaken}
                hint={t`3 to 30 characters: letters A to Z, digits, dots, dashes, underscores`}
              />
              {needsInvite && (
                <TextField
                  label={t`Invitation`}
                  name="invite"
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  required
                  defaultValue={keptInvite.get()}
                  hint={t`The code at the end of the link that an admin gave you`}
                />
              )}
              {site && (
                <RulesDetails
                  label={t`Rules of this site`}
                  html={site.rules_html}
                  text={site.rules}
                />
              )}
              <FormActions submit={t`Create account`} />
            </Form>
          </>
        )}
        <p className={styles.aside}>
          <Trans>
            Have an account? <Link to={paths.login(next)}>Sign in</Link>, then connect this sign-in
            in your settings.
          </Trans>
        </p>
      </Card>
    </Screen>
  );
}
