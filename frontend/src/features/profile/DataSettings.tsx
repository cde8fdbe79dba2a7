import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { notifyFailure } from "../../api/refusal";
import type { LoginUser } from "../../api/types";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { DeleteAccount } from "./DeleteAccount";

export function DataSettings({ user }: { user: LoginUser }) {
  const [isDeleting, setDeleting] = useState(false);
  const download = useDownload();
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
            onClick={() => download.isPending || download.mutate(user)}
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
      {isDeleting && <DeleteAccount user={user} onClose={() => setDeleting(false)} />}
    </>
  );
}

function useDownload() {
  return useMutation({
    async mutationFn({ id, username }: LoginUser) {
      const file = await unwrap<unknown>(
        api.GET("/api/user/{id}/export", { params: { path: { id } }, parseAs: "blob" }),
      );
      saveFile(file as Blob, `postup-${username}.json`);
    },
    onError: (error) => notifyFailure(t`Couldn't download your data.`, error),
  });
}

/** Makes the browser download a file. */
function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
