import { t } from "@lingui/core/macro";
import { useSignedIn } from "../../api/session";
import type { WatchLevel } from "../../api/types";
import { Button, ButtonLabel } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useWatch, type Watchable } from "./useWatch";

type Props = {
  what: Watchable;
  /** Null for visitors. */
  level: WatchLevel | null;
  onLevel?: (level: WatchLevel) => void;
  /** "secondary" beside other buttons with a border. */
  variant?: "ghost" | "secondary";
  /** Icons alone that name what they watch, for rows. */
  isInRow?: boolean;
};

/** Watch and Mute, each one click; a second click takes it back. Being pressed says which is in force. */
export function WatchButtons(props: Props) {
  const { what, level, onLevel, variant = "ghost", isInRow = false } = props;
  const signedIn = useSignedIn();
  const { mutate, variables, isPending } = useWatch(what);
  if (!signedIn || !level) return null;
  const shown = isPending ? variables : level;
  const toggle = (wanted: WatchLevel) =>
    mutate(shown === wanted ? "normal" : wanted, {
      onSuccess: ({ level: now }) => onLevel?.(now),
    });
  const isWatching = shown === "watching";
  const isMuted = shown === "muted";
  const names = isInRow ? namesOf(what) : { watch: t`Watch`, mute: t`Mute` };
  return (
    <>
      <Button
        variant={variant}
        aria-pressed={isWatching}
        aria-label={names.watch}
        title={isInRow ? names.watch : undefined}
        onClick={() => toggle("watching")}
      >
        <Icon name="bell" filled={isWatching} />
        {!isInRow && <ButtonLabel>{names.watch}</ButtonLabel>}
      </Button>
      <Button
        variant={variant}
        aria-pressed={isMuted}
        aria-label={names.mute}
        title={names.mute}
        onClick={() => toggle("muted")}
      >
        <Icon name="bellOff" filled={isMuted} />
      </Button>
    </>
  );
}

function namesOf({ kind }: Watchable) {
  return kind === "post"
    ? { watch: t`Watch this post`, mute: t`Mute this post` }
    : { watch: t`Watch this forum`, mute: t`Mute this forum` };
}
