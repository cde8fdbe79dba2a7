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
  /** "secondary" beside other buttons with a border. */
  variant?: "ghost" | "secondary";
};

/** Watch and Mute, each one click; a second click takes it back. */
export function WatchButtons({ what, level, variant = "ghost" }: Props) {
  const signedIn = useSignedIn();
  const { mutate, variables, isPending } = useWatch(what);
  if (!signedIn || !level) return null;
  const shown = isPending ? variables : level;
  const toggle = (wanted: WatchLevel) => mutate(shown === wanted ? "normal" : wanted);
  const isWatching = shown === "watching";
  const isMuted = shown === "muted";
  return (
    <>
      <Button
        variant={variant}
        aria-pressed={isWatching}
        aria-label={isWatching ? t`Watching` : t`Watch`}
        onClick={() => toggle("watching")}
      >
        <Icon name="bell" filled={isWatching} />
        <ButtonLabel>{isWatching ? t`Watching` : t`Watch`}</ButtonLabel>
      </Button>
      <Button
        variant={variant}
        aria-pressed={isMuted}
        aria-label={isMuted ? t`Muted` : t`Mute`}
        title={isMuted ? t`Muted` : t`Mute`}
        onClick={() => toggle("muted")}
      >
        <Icon name="bellOff" filled={isMuted} />
      </Button>
    </>
  );
}
