import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { LoginUser } from "../../api/types";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { useDownloadData } from "../profile/useDownloadData";
import { DeleteAccount } from "./DeleteAccount";

export function DataSettings({ user }: { user: LoginUser }) {
  const [isDeleting, setDeleting] = useState(false);
  const download = useDownloadData();
  return (
    <>
      <Card as="section" aria-labelledby="download">
        <h2 id="download">{t`Download a copy`}</h2>
        <p>
          <Trans>
            One file (JSON) with your account, forums, posts, replies, votes, favorites, blocked
            people, and the messages you sent and received.
          </Trans>
        </p>
        <div>
          <Button
            aria-disabled={download.isPending}
            onClick={() =>
              download.isPending || download.mutate({ id: user.id, username: user.username })
            }
          >
            {download.isPending ? t`Downloading . . .` : t`Download`}
          </Button>
        </div>
      </Card>
      <Card as="section" aria-labelledby="delete">
        <h2 id="delete">{t`Delete your account`}</h2>
        <p>
          <Trans>
            Your name and your messages are deleted; what you posted stays. This can't be undone.
          </Trans>
        </p>
        <div>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            <Trans>Delete account</Trans>
          </Button>
        </div>
      </Card>
      {isDeleting && <DeleteAccount account={user} onClose={() => setDeleting(false)} />}
    </>
  );
}
