import { translator } from "../serverSentences";
import serverSentences from "./server.fr.json";

export { messages } from "./fr.po";
export const translate = translator(serverSentences);
