import { t } from "@lingui/core/macro";
import { lazy, useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { notify } from "./notify";

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a screen that is a chunk of its own. If the chunk fails to load, the rest of the screen stays: a
 * notification says so, a dialog is closed again, and the next time the part is shown it is loaded again.
 */
export function lazyPart<Props extends object>(load: Load<Props>) {
  return lazy(async () => ({ default: await load().catch(() => onceMore(load)) }));
}

function onceMore<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return function OnceMore(props: Props) {
    const [Part, show] = useState<ComponentType<Props>>();
    const giveUp = useEffectEvent(() => {
      notify(t`Couldn't load this part of the page. Check your connection and try again.`);
      if ("onClose" in props && typeof props.onClose === "function") props.onClose();
    });
    useEffect(() => {
      load().then(
        (loaded) => show(() => loaded),
        () => giveUp(),
      );
    }, []);
    return Part && <Part {...props} />;
  };
}
