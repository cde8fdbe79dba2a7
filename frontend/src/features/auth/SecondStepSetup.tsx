import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { encode } from "uqr";
import type { components } from "../../api/schema";
import { fieldErrors } from "../../error";
import { Button } from "../../ui/Button";
import { copyText } from "../../ui/copy";
import { Checkbox } from "../../ui/fields";
import { Form, FormActions } from "../../ui/Form";
import { CodeField } from "./CodeField";
import { CurrentPassword } from "./CurrentPassword";
import { LeavingCodes } from "./LeavingCodes";
import { RecoveryCodes } from "./RecoveryCodes";
import styles from "./SecondStepSetup.module.css";
import { useActivateSecondStep, useBeginSecondStep } from "./useSecondStep";

/** Password, scan and first code, saved codes: one after the other. */
export function SecondStepSetup({ onClose }: { onClose: () => void }) {
  const begin = useBeginSecondStep();
  const activate = useActivateSecondStep(onClose);
  if (activate.data) return <SaveCodes codes={activate.data.recoveryCodes} onDone={onClose} />;
  if (begin.data) return <Scan secret={begin.data} activate={activate} onClose={onClose} />;
  return (
    <Form
      isPending={begin.isPending}
      onSubmit={(data) => begin.mutate(String(data.get("password") ?? ""))}
    >
      <CurrentPassword name="password" autoFocus error={fieldErrors(begin.error).password} />
      <FormActions submit={t({ message: "Continue", context: "set-up" })} onCancel={onClose} />
    </Form>
  );
}

type ScanProps = {
  secret: components["schemas"]["Secret"];
  activate: ReturnType<typeof useActivateSecondStep>;
  onClose: () => void;
};

function Scan({ secret: { secret, uri }, activate, onClose }: ScanProps) {
  return (
    <>
      <p>
        <Trans>
          Scan the picture with an authenticator app, such as the one of your password manager, or
          type the key into it.
        </Trans>
      </p>
      <QrCode text={uri} label={t`QR code of the key`} />
      <p className={styles.key}>
        <span>
          <Trans>
            Key: <code dir="ltr">{grouped(secret)}</code>
          </Trans>
        </span>
        <Button onClick={() => void copyText(secret, t`Key copied.`)}>{t`Copy the key`}</Button>
      </p>
      <p>
        <a href={uri}>
          <Trans>Open it in an app on this device</Trans>
        </a>
      </p>
      <Form
        isPending={activate.isPending}
        onSubmit={(data) => activate.mutate(String(data.get("code")))}
      >
        <CodeField isRecovery={false} autoFocus error={fieldErrors(activate.error).code} />
        <FormActions submit={t`Turn on`} onCancel={onClose} />
      </Form>
    </>
  );
}

/** Black on white in every theme: not every app reads it inverted. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return (
    <svg className={styles.picture} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" shapeRendering="crispEdges" d={path.join("")} />
    </svg>
  );
}

/** Groups of four are easier to type. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

function SaveCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  return (
    <>
      <p>
        <Trans>
          The second step is on. These codes sign you in without your app, each once. Your earlier
          codes are no good any more.
        </Trans>
      </p>
      <RecoveryCodes codes={codes} />
      <LeavingCodes isSaved={() => isSaved} />
      <Checkbox
        label={t`I saved them`}
        checked={isSaved}
        onChange={(event) => setIsSaved(event.target.checked)}
      />
      <div>
        <Button
          variant="primary"
          aria-disabled={!isSaved}
          onClick={() => {
            if (!isSaved) return;
            onDone();
          }}
        >
          {t`Done`}
        </Button>
      </div>
    </>
  );
}
