import { t } from "@lingui/core/macro";
import { Button, ButtonLabel } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { MenuItem } from "../../ui/Menu";
import type { Savable } from "./setSaved";
import { useSaved } from "./useSaved";

type Props = Savable & { saved: boolean };

/** Saves or unsaves a post or a reply; `hasText` beside other buttons with words. */
export function SaveButton({ hasText = false, ...props }: Props & { hasText?: boolean }) {
  const { isSaved, isPending, toggle } = useSaved(props);
  return (
    <Button
      variant="ghost"
      data-shortcut="save"
      aria-pressed={isSaved}
      aria-label={t`Save`}
      title={t`Keep it in your list of saved posts and replies`}
      aria-disabled={isPending}
      onClick={toggle}
    >
      <Icon name="bookmark" filled={isSaved} />
      {hasText && <ButtonLabel>{t`Save`}</ButtonLabel>}
    </Button>
  );
}

/** The same in a menu, whose words say what a click does. */
export function SaveItem(props: Props) {
  const { isSaved, toggle } = useSaved(props);
  return (
    <MenuItem
      icon="bookmark"
      hint={t`Keep it in your list of saved posts and replies`}
      onSelect={toggle}
    >
      {isSaved ? t`Remove from saved` : t`Save`}
    </MenuItem>
  );
}
