import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { User } from "../../api/types";
import { parseId, paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Heading } from "../../ui/Heading";
import { isLoadError, LoadError, NotFound } from "../../ui/ErrorPage";
import { Avatar } from "../../ui/Picture";
import { Screen } from "../../ui/Screen";
import { Loading } from "../../ui/States";
import { BlockButton, BlockedNote } from "./Blocking";
import { ChatLog } from "./ChatLog";
import styles from "./Chat.module.css";
import { MessageForm } from "./MessageForm";
import { CHAT_FAILED } from "./words";
import { messageQueries } from "./queries";
import { useBlock } from "./useBlock";

export function ChatScreen() {
  const id = parseId(useParams().user);
  return id ? <Chat id={id} /> : <NotFound text={CHAT_FAILED} />;
}

function Chat({ id }: { id: number }) {
  const query = useQuery(messageQueries.person(id));
  if (isLoadError(query)) return <LoadError query={query} text={CHAT_FAILED} />;
  return (
    <Screen>
      <div>
        <ButtonLink variant="ghost" icon="back" to={paths.messages}>
          Messages
        </ButtonLink>
      </div>
      {query.data ? <With key={id} person={query.data} /> : <Loading />}
    </Screen>
  );
}

function With({ person }: { person: User }) {
  const { data, isPending } = useQuery(messageQueries.block(person.id));
  const block = useBlock(person);
  return (
    <>
      <div className={styles.peer}>
        <Avatar src={person.user_image} size={40} />
        <Heading>{person.username}</Heading>
        {!isPending && !data?.blocked && <BlockButton person={person} block={block} />}
      </div>
      <ChatLog peerId={person.id} />
      {data?.blocked ? (
        <BlockedNote person={person} block={block} />
      ) : (
        <MessageForm peerId={person.id} autoFocus={!block.isIdle} />
      )}
    </>
  );
}
