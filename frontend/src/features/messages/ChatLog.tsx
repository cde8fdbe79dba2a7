import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { isThisYear } from "date-fns/isThisYear";
import { isToday } from "date-fns/isToday";
import { isYesterday } from "date-fns/isYesterday";
import { useState, type Ref, type UIEvent } from "react";
import { useUser } from "../../api/session";
import type { Message, User } from "../../api/types";
import { Button } from "../../ui/Button";
import { More } from "../../ui/List";
import { Empty, ErrorState, Loading } from "../../ui/States";
import styles from "./Chat.module.css";
import { WaitingTexts } from "../drafts/WaitingTexts";
import { formKey } from "./MessageForm";
import { MessageItem } from "./MessageItem";
import { messageQueries } from "./queries";
import { useMarkRead, usePollNewest } from "./useMessages";

/** Within this distance of the end, in pixels, the newest message counts as seen. */
const NEAR_END = 40;

type Props = { person: User; ref: Ref<HTMLDivElement>; onShowNewest: () => void };

export function ChatLog({ person, ref, onShowNewest }: Props) {
  const query = useInfiniteQuery(messageQueries.chat(person.id));
  // Sorted by id, and so by age, across pages.
  const messages = query.data?.toSorted((a, b) => a.id - b.id) ?? [];
  const news = useNews(messages, person);
  if (query.isLoadingError)
    return (
      <ErrorState
        text={t`Oops, it looks like the chat couldn't load`}
        onRetry={() => void query.refetch()}
      />
    );
  function showNews(log: HTMLElement | null | undefined) {
    onShowNewest();
    news.markSeen();
    log?.focus();
  }
  return (
    <div className={styles.view}>
      <div
        ref={ref}
        className={styles.log}
        role="log"
        aria-label={t`Messages`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
        tabIndex={0}
        onScroll={news.onScroll}
      >
        <WaitingTexts of={formKey(person.id)} className={styles.waiting} />
        {query.data && <Days messages={messages} person={person} />}
        {query.hasNextPage && <More query={query} />}
        {query.isPending && <Loading />}
        {query.data?.length === 0 && (
          <Empty>
            <p dir="auto">
              <Trans>Say hello to {person.username}.</Trans>
            </p>
          </Empty>
        )}
      </div>
      {news.count > 0 && (
        <Button
          variant="primary"
          className={styles.news}
          onClick={({ currentTarget }) =>
            showNews(currentTarget.parentElement?.querySelector<HTMLElement>("[role=log]"))
          }
        >
          {plural(news.count, { one: "# new message", other: "# new messages" })}
        </Button>
      )}
    </div>
  );
}

/** Counts what arrived since the reader scrolled away from the newest message. */
function useNews(messages: Message[], person: User) {
  const [lastSeen, setLastSeen] = useState<number>();
  const newest = messages.at(-1)?.id ?? 0;
  return {
    count: messages.filter(
      ({ id, sender }) => lastSeen !== undefined && id > lastSeen && sender.id === person.id,
    ).length,
    markSeen: () => setLastSeen(undefined),
    onScroll({ currentTarget }: UIEvent<HTMLElement>) {
      const isAtEnd = Math.abs(currentTarget.scrollTop) < NEAR_END;
      setLastSeen(isAtEnd ? undefined : (lastSeen ?? newest));
    },
  };
}

function Days({ messages, person }: { messages: Message[]; person: User }) {
  usePollNewest(person.id);
  const markRead = useMarkRead(person.id);
  const user = useUser();
  const lastRead = messages.findLast(({ read, sender }) => read && sender.id === user?.id)?.id;
  const days = Object.groupBy(messages, ({ receivedOn }) => new Date(receivedOn).toDateString());
  return (
    <div>
      {Object.entries(days).map(([day, sent = []]) => (
        <section key={day} className={styles.day}>
          <h2>{nameDay(new Date(day))}</h2>
          <ol className={styles.messages}>
            {sent.map((message, index) => (
              <MessageItem
                key={message.id}
                message={message}
                person={person}
                isFirst={sent[index - 1]?.sender.id !== message.sender.id}
                isLastRead={message.id === lastRead}
                onSeen={markRead}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function nameDay(day: Date): string {
  if (isToday(day)) return t`Today`;
  if (isYesterday(day)) return t`Yesterday`;
  return i18n.date(day, {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(!isThisYear(day) && { year: "numeric" }),
  });
}
