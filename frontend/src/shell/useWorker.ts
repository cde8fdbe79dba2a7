import { useEffect } from "react";
import { workerRegistration } from "../worker/register";

/** Registers the service worker once the page is loaded and idle. */
export function useWorker(): void {
  useEffect(() => {
    const register = () => void workerRegistration();
    // Safari lacks the first one.
    const whenIdle = () => void (globalThis.requestIdleCallback ?? setTimeout)(register);
    if (document.readyState === "complete") whenIdle();
    else addEventListener("load", whenIdle, { once: true });
  }, []);
}
