import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/Button";
import { RichText } from "../../ui/RichText";
import { areNew, forumRules, markSeen } from "./forumRules";
import styles from "./RulesNote.module.css";

/** The rules of the forum, above a text box until the member dismisses them. */
export function RulesNote({ forumId }: { forumId: number }) {
  const { data } = useQuery(forumRules(forumId));
  const [isOpen, setOpen] = useState(false);
  const [isHidden, setHidden] = useState(false);
  if (!data || isHidden || !(isOpen || areNew(forumId, data.rules))) return null;
  const close = () => {
    markSeen(forumId, data.rules);
    setHidden(true);
  };
  return (
    <section className={styles.note} aria-label={t`Forum rules`}>
      <p>
        <Trans>This forum has rules. Please read them before you write.</Trans>
      </p>
      {isOpen && <RichText html={data.rules_html} text={data.rules} />}
      <div className={styles.actions}>
        {!isOpen && (
          <Button variant="ghost" onClick={() => setOpen(true)}>
            {t`Read the rules`}
          </Button>
        )}
        <Button variant="ghost" onClick={close}>
          {t`Got it`}
        </Button>
      </div>
    </section>
  );
}
