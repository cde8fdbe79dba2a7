import { insertText } from "./insert";

/** Uploads pasted and dropped pictures; makes a link of a selection over which an address is pasted. */
export function takeFiles(box: HTMLTextAreaElement, onFiles: (files: File[]) => void) {
  const paste = (event: ClipboardEvent) => {
    const { clipboardData: data } = event;
    const text = data?.getData("text/plain") ?? "";
    const images = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    const selected = box.value.slice(box.selectionStart, box.selectionEnd);
    // A spreadsheet copies text together with a picture of it.
    if (images.length > 0 && !text) onFiles(images);
    else if (selected && isAddress(text) && !isAddress(selected))
      insertText(box, `[${selected}](${text.trim()})`);
    else return;
    event.preventDefault();
  };
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    box.dataset.drop = "";
  };
  const dragLeave = () => delete box.dataset.drop;
  const drop = (event: DragEvent) => {
    dragLeave();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  box.addEventListener("paste", paste);
  box.addEventListener("dragover", dragOver);
  box.addEventListener("dragleave", dragLeave);
  box.addEventListener("drop", drop);
  return () => {
    box.removeEventListener("paste", paste);
    box.removeEventListener("dragover", dragOver);
    box.removeEventListener("dragleave", dragLeave);
    box.removeEventListener("drop", drop);
  };
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text.trim()) && URL.canParse(text.trim());
}
