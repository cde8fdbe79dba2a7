import { AS_OF } from "../asOf";
import { createStore } from "../ui/store";

type Connection = {
  /** The server can't be reached. */
  isLost: boolean;
  /** The time of the oldest answer that is shown meanwhile, in milliseconds; 0 where there is none. */
  asOf: number;
  /** A newer version of the app is in this browser. */
  isOutdated: boolean;
};

export const connection = createStore<Connection>({ isLost: false, asOf: 0, isOutdated: false });

let lastAnswer = 0;

/** Called with each answer, which the service worker may have kept, and without one if there is none. */
export function noteAnswer(answer?: Response): void {
  const kept = Number(answer?.headers.get(AS_OF));
  const { isLost, asOf } = connection.get();
  if (answer && !kept) {
    lastAnswer = Date.now();
    if (isLost) noteReachable();
  } else {
    const times = [kept || lastAnswer, asOf].filter(Boolean);
    const oldest = times.length > 0 ? Math.min(...times) : 0;
    connection.set({ ...connection.get(), isLost: true, asOf: oldest });
  }
}

export function noteReachable(): void {
  connection.set({ ...connection.get(), isLost: false, asOf: 0 });
}
