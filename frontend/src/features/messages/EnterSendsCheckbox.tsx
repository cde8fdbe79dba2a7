import { t } from "@lingui/core/macro";
import { Checkbox } from "../../ui/fields";
import { setEnterSends, useEnterSends } from "./enterSends";

export function EnterSendsCheckbox() {
  return (
    <Checkbox
      label={t`Enter sends a message`}
      hint={t`Shift+Enter then starts a new line. Ctrl+Enter always sends.`}
      checked={useEnterSends()}
      onChange={({ target }) => setEnterSends(target.checked)}
    />
  );
}
