import { translator } from "../serverSentences";
import serverSentences from "./server.pt-BR.json";

export { messages } from "./pt-BR.po";
export const translate = translator(serverSentences);
