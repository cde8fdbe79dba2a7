import { t } from "@lingui/core/macro";
import { useSignedIn } from "../../api/session";
import type { WatchLevel } from "../../api/types";
import { Button, ButtonLabel } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { MenuItem } from "../../ui/Menu";
import { useWatch, type Watchable } from "./useWatch";

type Props = {
  what: Watchable;
  /** Null for visitors. */
  level: WatchLevel | null;
};

/** Watch and Mute; a second click takes each back. */
function useLevels({ what, level }: Props, onLevel?: (level: WatchLevel) => void) {
  const { mutate, variables, isPending } = useWatch(what);
  const shown = isPending ? variables : level;
  const toggle = (wanted: WatchLevel) =>
    mutate(shown === wanted ? "normal" : wanted, {
      onSuccess: ({ level: now }) => onLevel?.(now),
    });
  return { isWatching: shown === "watching", isMuted: shown === "muted", toggle };
}

/** Watch, one click; being pressed says that it is in force. */
export function WatchButton({
  variant = "ghost",
  ...props
}: Props & {
  /** "secondary" beside other buttons with a border. */
  variant?: "ghost" | "secondary";
}) {
  const { isWatching, toggle } = useLevels(props);
  if (!useSignedIn() || !props.level) return null;
  return (
    <Button
      variant={variant}
      aria-pressed={isWatching}
      aria-label={t`Watch`}
      title={watchHint(props.what)}
      onClick={() => toggle("watching")}
    >
      <Icon name="bell" filled={isWatching} />
      <ButtonLabel>{t`Watch`}</ButtonLabel>
    </Button>
  );
}

/** The same in a menu, whose words say what a click does. */
export function WatchItem(props: Props) {
  const { isWatching, toggle } = useLevels(props);
  return (
    <MenuItem icon="bell" hint={watchHint(props.what)} onSelect={() => toggle("watching")}>
      {isWatching ? t`Stop watching` : t`Watch`}
    </MenuItem>
  );
}

export function MuteItem(props: Props) {
  const { isMuted, toggle } = useLevels(props);
  const hint =
    props.what.kind === "post"
      ? t`No notifications from this post, not even of replies to you`
      : t`No notifications from this forum, not even of replies to you`;
  return (
    <MenuItem icon="bellOff" hint={hint} onSelect={() => toggle("muted")}>
      {isMuted ? t`Unmute` : t`Mute`}
    </MenuItem>
  );
}

/** Both as icons that name what they watch, for rows. */
export function WatchIcons({
  onLevel,
  ...props
}: Props & { onLevel: (level: WatchLevel) => void }) {
  const { isWatching, isMuted, toggle } = useLevels(props, onLevel);
  const { watch, mute } = namesOf(props.what);
  return (
    <>
      <Button
        variant="ghost"
        aria-pressed={isWatching}
        aria-label={watch}
        title={watch}
        onClick={() => toggle("watching")}
      >
        <Icon name="bell" filled={isWatching} />
      </Button>
      <Button
        variant="ghost"
        aria-pressed={isMuted}
        aria-label={mute}
        title={mute}
        onClick={() => toggle("muted")}
      >
        <Icon name="bellOff" filled={isMuted} />
      </Button>
    </>
  );
}

function watchHint({ kind }: Watchable): string {
  return kind === "post"
    ? t`Get notified of every new reply`
    : t`Get notified of every new post here`;
}

function namesOf({ kind }: Watchable) {
  return kind === "post"
    ? { watch: t`Watch this post`, mute: t`Mute this post` }
    : { watch: t`Watch this forum`, mute: t`Mute this forum` };
}
