import { createStore } from "./store";

/** The element in the navigation bar that dialogs are drawn into. */
export const modalContainer = createStore<HTMLElement | null>(null);

export function ModalContainer() {
  return <div id="modal-container" ref={(element) => modalContainer.set(element)} />;
}
