import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, unwrap } from "../../api/client";
import { useUser } from "../../api/session";
import type { LoginUser } from "../../api/types";
import { Button } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { notifyFailure } from "../../ui/notify";
import { Screen } from "../../ui/Screen";
import { DeleteAccount } from "./DeleteAccount";
import { saveFile } from "./saveFile";
import styles from "./YourData.module.css";

export function YourDataScreen() {
  const user = useUser();
  const [deleting, setDeleting] = useState(false);
  const download = useDownload();
  if (!user) return null;
  return (
    <Screen width="narrow">
      <Heading>Your data</Heading>
      <section className={styles.part} aria-labelledby="download">
        <h2 id="download">Download a copy</h2>
        <p>
          One file (JSON) with your account, forums, posts, replies, votes and favorites, whom you
          block, and the messages that you sent and received.
        </p>
        <Button onClick={() => download.mutate(user)} disabled={download.isPending}>
          {download.isPending ? "Downloading . . ." : "Download"}
        </Button>
      </section>
      <section className={styles.part} aria-labelledby="delete">
        <h2 id="delete">Delete your account</h2>
        <p>Your name and your messages go, what you posted stays. This cannot be undone.</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </section>
      {deleting && <DeleteAccount user={user} onClose={() => setDeleting(false)} />}
    </Screen>
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
    onError: (error) => notifyFailure("Your data could not be downloaded.", error),
  });
}
