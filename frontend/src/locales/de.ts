import { translator } from "../serverSentences";
import serverSentences from "./server.de.json";

export { messages } from "./de.po";
export const translate = translator(serverSentences);
