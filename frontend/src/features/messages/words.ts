export const CHAT_FAILED = "Oops, it looks like the chat couldn't load";
