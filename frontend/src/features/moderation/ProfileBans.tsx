import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { applyChange } from "../../api/changes";
import { isAdmin, useUser } from "../../api/session";
import type { OwnForumBan, Profile } from "../../api/types";
import { paths } from "../../paths";
import { Button } from "../../ui/Button";
import { Menu, MenuItem } from "../../ui/Menu";
import { ErrorState } from "../../ui/States";
import { BanEnd } from "../bans/BanTerms";
import { profileQueries } from "../profile/queries";
import styles from "./ProfileBans.module.css";
import { moderationQueries } from "./queries";
import { useForumBans } from "./useForumBans";
import { useUserAction } from "./useUserActions";

type Forum = { id: number; topic: string };
type Terms = { until: string | null; reason: string | null };

/** The bans of a member and their tools: from the site for admins, from a forum for its moderators. */
export function ProfileBans({ profile }: { profile: Profile }) {
  const user = useUser();
  const admin = isAdmin(user);
  const site = useQuery({ ...moderationQueries.account(profile.username), enabled: admin });
  const bans = useQuery(moderationQueries.bansOf(profile.id));
  const bannable = useBannable(profile, bans.data);
  const failed = [site, bans].find(({ isError, data }) => isError && !data);
  if (failed)
    return (
      <ErrorState
        text={t`Couldn't load the bans. Try again.`}
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  const banned = site.data?.ban;
  // Moderators do not ban admins, nor each other.
  if (!site.data && bannable.length + (bans.data?.length ?? 0) === 0) return null;
  return (
    <section className={styles.bans} aria-label={t`Bans`}>
      {banned && <SiteBan profile={profile} terms={banned} />}
      {bans.data?.map(({ forum, ...terms }) => (
        <ForumBan key={forum.id} profile={profile} forum={forum} terms={terms} />
      ))}
      <div className={styles.actions}>
        {site.data && !banned && <BanFromSite profile={profile} />}
        {bannable.length === 1 && <BanFromForum profile={profile} forum={bannable[0]!} />}
        {bannable.length > 1 && (
          <Menu icon="block" label={t`Ban from a forum…`} text={t`Ban from a forum…`}>
            {bannable.map((forum) => (
              <BanItem key={forum.id} profile={profile} forum={forum} />
            ))}
          </Menu>
        )}
      </div>
    </section>
  );
}

/** The viewer's forums from which the member can be banned. Admins, a forum's moderators and its banned members cannot. */
function useBannable({ role, moderates }: Profile, bans: OwnForumBan[] | undefined): Forum[] {
  const { username = "" } = useUser() ?? {};
  const { data: own } = useQuery(profileQueries.detail(username));
  if (!own || !bans || role === "ROLE_ADMIN") return [];
  const excluded = new Set([...moderates, ...bans.map(({ forum }) => forum)].map(({ id }) => id));
  return own.moderates.filter(({ id }) => !excluded.has(id));
}

function useSiteAction() {
  const client = useQueryClient();
  return useUserAction<Profile>(() => void applyChange(client, "membersChanged", {}));
}

function SiteBan({ profile, terms }: { profile: Profile; terms: Terms }) {
  const act = useSiteAction();
  return (
    <Row
      where={t`Banned from the site`}
      terms={terms}
      label={t`Unban ${profile.username}`}
      onLift={() => act("unban", profile)}
    />
  );
}

function BanFromSite({ profile }: { profile: Profile }) {
  const act = useSiteAction();
  const { username } = profile;
  return (
    <Button
      variant="danger"
      icon="block"
      aria-label={t`Ban ${username}`}
      onClick={() => void act("ban", profile)}
    >
      {t`Ban`}
    </Button>
  );
}

type OfForum = { profile: Profile; forum: Forum };

function ForumBan({ profile, forum: { id, topic }, terms }: OfForum & { terms: Terms }) {
  const { lift } = useForumBans(id, topic);
  const { username } = profile;
  const forum = (
    <Link to={paths.forum(id)} dir="auto">
      {topic}
    </Link>
  );
  return (
    <Row
      where={<Trans>Banned from {forum}</Trans>}
      terms={terms}
      label={t`Unban ${username} from ${topic}`}
      onLift={() => lift(profile)}
    />
  );
}

function BanFromForum({ profile, forum: { id, topic } }: OfForum) {
  const { ban } = useForumBans(id, topic);
  return (
    <Button icon="block" onClick={() => void ban(profile)}>
      <bdi>{t`Ban from ${topic}`}</bdi>
    </Button>
  );
}

function BanItem({ profile, forum: { id, topic } }: OfForum) {
  const { ban } = useForumBans(id, topic);
  return (
    <MenuItem onSelect={() => void ban(profile)}>
      <bdi>{topic}</bdi>
    </MenuItem>
  );
}

type RowProps = { where: ReactNode; terms: Terms; label: string; onLift: () => Promise<void> };

function Row({ where, terms: { until, reason }, label, onLift }: RowProps) {
  return (
    <div className={styles.row}>
      <p className={styles.terms}>
        <span className={styles.where}>{where}</span>
        <span>
          <BanEnd until={until} />
        </span>
        {reason && <bdi>{t`Reason: ${reason}`}</bdi>}
      </p>
      <Button aria-label={label} onClick={() => void onLift()}>
        {t`Unban`}
      </Button>
    </div>
  );
}
