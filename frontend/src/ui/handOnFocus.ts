import { focusHeading } from "./focus";
import { ignoreTyping, isTextField } from "./ignoreTyping";

const GROUP = "article, li, form, section, fieldset, dialog, [popover], [role='log']";
const TABBABLE = ":is(a[href], button, input, select, textarea):not([tabindex='-1'], :disabled)";

let isOn = false;

/**
 * Hands the focus on whenever the focused element is removed: to what comes next in the same item, form or section,
 * or else to the screen's heading. Without it the focus falls to `body`. From a text field it goes to where its text is
 * kept, never to a button, which the next space would press. `latest` had the focus while this was loaded.
 */
export function handOnFocus(latest: EventTarget | null): void {
  if (isOn) return;
  isOn = true;
  let focused: HTMLElement | undefined;
  let groups: Element[] = [];
  let later: Element[] = [];

  function remember({ target }: { target: EventTarget | null }) {
    focused = target as HTMLElement;
    groups = [];
    for (let at = focused.closest(GROUP); at; at = at.parentElement?.closest(GROUP) ?? null)
      groups.push(at);
    later = [...(groups.at(-1)?.querySelectorAll(TABBABLE) ?? [])].filter(
      (one) => focused && focused.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
  }
  /** A click elsewhere takes the focus away on purpose; a browser may report a removal in the same way. */
  function forget({ target }: FocusEvent) {
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = undefined;
    });
  }
  function handOn() {
    const gone = focused;
    if (!gone || gone.isConnected || document.activeElement !== document.body) return;
    focused = undefined;
    const group = groups.find(({ isConnected }) => isConnected);
    if (isTextField(gone)) return handOnTyping(gone, group ?? document.body);
    const next =
      later.find((one) => group?.contains(one)) ??
      [...(group?.querySelectorAll(TABBABLE) ?? [])].at(-1);
    // A log of messages can be scrolled by keys.
    const target = group?.matches("[role='log']") ? group : next;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    else focusHeading();
  }

  const observer = new MutationObserver(handOn);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", forget);
  if (document.activeElement !== document.body) remember({ target: document.activeElement });
  else if (latest instanceof Element && !latest.isConnected) {
    remember({ target: latest });
    handOn();
  }
}

function handOnTyping(gone: HTMLElement, within: Element) {
  const { value = "" } = gone as Partial<HTMLTextAreaElement>;
  const kept = [...within.querySelectorAll<HTMLTextAreaElement>("textarea[readonly]")];
  const holds = (one: HTMLTextAreaElement) => value !== "" && one.value.includes(value);
  const target = kept.find((one) => one.value === value) ?? kept.find(holds);
  if (target) target.focus({ preventScroll: true });
  else focusHeading();
  if (!target && document.activeElement !== document.body) ignoreTyping();
}
