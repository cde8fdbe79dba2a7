/** Fits the height of a text box to its text in browsers without `field-sizing`, such as Firefox ESR. */
export function grow(box: HTMLTextAreaElement | null): void {
  if (!box || globalThis.CSS?.supports?.("field-sizing", "content")) return;
  box.style.height = "auto";
  const border = box.offsetHeight - box.clientHeight;
  box.style.height = `${box.scrollHeight + border}px`;
}
