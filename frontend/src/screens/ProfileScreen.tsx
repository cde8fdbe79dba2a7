import { t } from "@lingui/core/macro";
import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { NavLink, useLocation, useParams } from "react-router";
import { useModeratesAny, useUser } from "../api/session";
import { HeldPosts } from "../features/posts/HeldPosts";
import { PostRows } from "../features/posts/PostList";
import { postQueries } from "../features/posts/queries";
import { AuthoredReplies } from "../features/profile/AuthoredReplies";
import { ProfileHeader } from "../features/profile/ProfileHeader";
import { profileQueries } from "../features/profile/queries";
import { paths } from "../paths";
import { isLoadError, LoadError } from "../features/access/ErrorPage";
import { lazyPart } from "../ui/lazyPart";
import { Screen } from "../ui/Screen";
import { Loading } from "../ui/States";
import tabs from "../ui/TabLinks.module.css";

const ProfileBans = lazyPart(() =>
  import("../features/moderation/ProfileBans").then(({ ProfileBans }) => ProfileBans),
);

/** A profile with the member's posts or, at their own address, replies. */
export function ProfileScreen() {
  const { name = "" } = useParams();
  const { pathname } = useLocation();
  const showsReplies = pathname.endsWith("/replies");
  const user = useUser();
  const moderatesAny = useModeratesAny();
  const query = useQuery(profileQueries.detail(name));
  usePrefetchInfiniteQuery(postQueries.ofPerson(name));
  if (isLoadError(query))
    return <LoadError query={query} text={t`There is no member with this name.`} />;
  return (
    <Screen>
      {query.data ? (
        <ProfileHeader key={query.data.id} profile={query.data}>
          {moderatesAny && user?.username !== query.data.username && (
            <Suspense>
              <ProfileBans profile={query.data} />
            </Suspense>
          )}
        </ProfileHeader>
      ) : (
        <Loading />
      )}
      {query.data && (
        <>
          <nav className={tabs.tabs} aria-label={t`Posts and replies`}>
            <NavLink className={tabs.tab} to={paths.profile(name)} end>
              {t`Posts`}
            </NavLink>
            <NavLink className={tabs.tab} to={paths.profileReplies(name)}>
              {t`Replies`}
            </NavLink>
          </nav>
          {showsReplies ? (
            <AuthoredReplies username={name} />
          ) : (
            <>
              {user?.username === query.data.username && <HeldPosts />}
              <Posts username={name} />
            </>
          )}
        </>
      )}
    </Screen>
  );
}

function Posts({ username }: { username: string }) {
  const query = useInfiniteQuery(postQueries.ofPerson(username));
  return <PostRows query={query} label={t`Posts`} />;
}
