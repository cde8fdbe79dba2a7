import { translator } from "../serverSentences";
import serverSentences from "./server.es.json";

export { messages } from "./es.po";
export const translate = translator(serverSentences);
