/** Whether the server answers, with whatever status. Without an answer a reload shows the browser's error page. */
export async function isReachable(): Promise<boolean> {
  return await fetch(location.href, { method: "HEAD" }).then(
    () => true,
    () => false,
  );
}
