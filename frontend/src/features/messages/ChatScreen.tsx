import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useParams } from "react-router";
import { useUser } from "../../api/session";
import type { User } from "../../api/types";
import { parseId, paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { isLoadError, LoadError, NotFound } from "../access/ErrorPage";
import { Heading } from "../../ui/Heading";
import { Screen } from "../../ui/Screen";
import { ErrorState, Loading } from "../../ui/States";
import { Person, PersonPicture } from "../members/Person";
import { BlockButton, BlockedNote } from "./Blocking";
import styles from "./Chat.module.css";
import { ChatLog } from "./ChatLog";
import { MessageForm } from "./MessageForm";
import { messageQueries } from "./queries";
import { useBlock } from "./useBlock";

export function ChatScreen() {
  const id = parseId(useParams().user);
  const user = useUser();
  if (!id) return <NotFound text={t`Oops, it looks like the chat couldn't load`} />;
  return id === user?.id ? <OwnChat username={user.username} /> : <Chat id={id} />;
}

/** The server refuses messages to oneself. */
function OwnChat({ username }: { username: string }) {
  return (
    <Screen>
      <Heading dir="auto">{username}</Heading>
      <ErrorState text={t`You can't send messages to yourself.`} />
      <div>
        <ButtonLink icon="back" to={paths.messages}>
          <Trans>Back To Messages</Trans>
        </ButtonLink>
      </div>
    </Screen>
  );
}

function Chat({ id }: { id: number }) {
  const query = useQuery(messageQueries.person(id));
  if (isLoadError(query))
    return <LoadError query={query} text={t`Oops, it looks like the chat couldn't load`} />;
  return query.data ? <Conversation key={id} person={query.data} /> : <Loading />;
}

function Conversation({ person }: { person: User }) {
  const { data, isPending } = useQuery(messageQueries.block(person.id));
  const block = useBlock(person);
  const log = useRef<HTMLDivElement>(null);
  // The column is reversed: its start is the newest message.
  const showNewest = () => {
    if (log.current) log.current.scrollTop = 0;
  };
  return (
    <div className={styles.chat}>
      <header className={styles.header}>
        <ButtonLink
          variant="ghost"
          icon="back"
          to={paths.messages}
          aria-label={t`Back To Messages`}
        />
        <PersonPicture name={person.username} image={person.user_image} size={36} />
        <Heading dir="auto" title={person.username}>
          <Person className={styles.name} name={person.username} />
        </Heading>
        {!isPending && !data?.blocked && <BlockButton person={person} block={block} />}
      </header>
      <ChatLog person={person} ref={log} onShowNewest={showNewest} />
      {data?.blocked ? (
        <BlockedNote person={person} block={block} />
      ) : (
        <MessageForm person={person} autoFocus={!block.isIdle} onSent={showNewest} />
      )}
    </div>
  );
}
