import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { User } from "../../api/types";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/fields";
import { Form } from "../../ui/Form";
import { Person } from "../members/Person";
import styles from "./ForumMembers.module.css";
import { moderationQueries } from "./queries";
import { useAddMember } from "./useForumMembers";

/** Wait until the moderator stops typing. */
const PAUSE_MS = 150;

/** Adds people to a private forum. They are suggested while their name is typed; Enter adds who is called that. */
export function AddMember({ forumId }: { forumId: number }) {
  const [typed, setTyped] = useState("");
  const username = usePaused(typed.trim());
  const { data = [], isFetched } = useQuery({
    ...moderationQueries.people(username),
    enabled: username !== "",
    placeholderData: keepPreviousData,
  });
  const { mutate, isPending } = useAddMember(forumId);
  const people = username && typed.trim() ? data : [];
  const named = people.find((user) => user.username.toLowerCase() === typed.trim().toLowerCase());
  const isUnknown = isFetched && people.length === 0 && username === typed.trim();
  const add = (user: User) => {
    if (!isPending) mutate(user, { onSuccess: () => setTyped("") });
  };
  return (
    <section className={styles.section} aria-labelledby="add-member">
      <h2 id="add-member">{t`Add a member`}</h2>
      <Form isPending={isPending} onSubmit={() => named && add(named)}>
        <TextField
          type="search"
          label={t`Name`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          hint={isUnknown && username ? t`${username} not found.` : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Form>
      <ul className={styles.people} aria-label={t`Suggestions`} aria-live="polite">
        {people.map((user) => (
          <li key={user.id}>
            <Person
              className={styles.user}
              name={user.username}
              image={user.user_image}
              size={24}
            />
            <Button aria-label={t`Add ${user.username}`} onClick={() => add(user)}>
              {t`Add`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
