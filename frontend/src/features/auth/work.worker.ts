import { solve, type Puzzle } from "./solve";

addEventListener("message", ({ data }: MessageEvent<Puzzle>) => postMessage(solve(data)));
