import { createServer, type Server, type Socket } from "node:net";
import { startServer } from "./server.ts";

/** What the links of mails begin with. */
const PUBLIC_URL = "http://forum.example";

/** Starts a forum that sends mail, and the relay that takes it. */
export async function startWithMail() {
  const mails: string[] = [];
  const relay = createServer((socket) => take(socket, mails));
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const forum = await startServer({
    POSTUP_SMTP_URL: `smtp://127.0.0.1:${portOf(relay)}`,
    POSTUP_MAIL_FROM: "forum@forum.example",
    POSTUP_PUBLIC_URL: PUBLIC_URL,
  });
  const stop = () => {
    forum.stop();
    relay.close();
  };
  /** The path of the link in the latest mail to an address. */
  const link = (to: string) => linkIn(mails.findLast((mail) => mail.includes(`To: ${to}`)));
  return { origin: forum.origin, stop, link };
}

function portOf(relay: Server): number {
  const address = relay.address();
  if (!address || typeof address === "string") throw new Error("the relay has no port");
  return address.port;
}

/** Takes every mail that comes over a connection (RFC 5321). */
function take(socket: Socket, mails: string[]) {
  let text = "";
  let mail: string | undefined;
  socket.on("error", () => socket.destroy());
  socket.write("220 mailbox\r\n");
  socket.on("data", (chunk) => {
    text += String(chunk);
    for (let end = text.indexOf("\r\n"); end >= 0; end = text.indexOf("\r\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (mail === undefined) {
        if (line === "DATA") mail = "";
        socket.write(line === "DATA" ? "354 go on\r\n" : "250 mailbox\r\n");
      } else if (line === ".") {
        mails.push(mail);
        mail = undefined;
        socket.write("250 taken\r\n");
      } else mail += `${line}\r\n`;
    }
  });
}

/** Long lines are broken, and `=` is written in hexadecimal digits. */
function linkIn(mail = ""): string | undefined {
  const [, path, token] =
    /forum\.example(\/\S+\?token=)(?:3D)?([0-9a-f]{64})/.exec(mail.replaceAll("=\r\n", "")) ?? [];
  return path && token && path + token;
}
