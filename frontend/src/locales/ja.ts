import { translator } from "../serverSentences";
import serverSentences from "./server.ja.json";

export { messages } from "./ja.po";
export const translate = translator(serverSentences);
