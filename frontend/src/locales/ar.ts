import { translator } from "../serverSentences";
import serverSentences from "./server.ar.json";

export { messages } from "./ar.po";
export const translate = translator(serverSentences);
