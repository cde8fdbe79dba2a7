import { solve, type Challenge } from "./solve";

addEventListener("message", ({ data }: MessageEvent<Challenge>) => postMessage(solve(data)));
