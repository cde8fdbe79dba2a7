/** Hands a file to the browser to keep. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun by then, and holds the file itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
