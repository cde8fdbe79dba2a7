"""An SMTP relay for tests. Prints its port, then what it took: a line of JSON for each mail.

What it does is the name of the recipient: `refused`, `later`, `spam`, `hang` or `drop`; anything else is taken.
"""

import asyncio
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

ANSWERS = {"refused": "550 no such user", "later": "451 try again later"}


class Handler:
    async def handle_MAIL(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 unknown sender"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        what = address.split("@")[0]
        if what == "hang":
            await asyncio.sleep(3600)
        if what == "drop":
            server.transport.abort()
        if what in ANSWERS:
            return ANSWERS[what]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if envelope.rcpt_tos[0].startswith("spam@"):
            return "554 looks like spam"
        mail = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "content": envelope.content.decode(),
            "peer": session.peer[1],
            "encrypted": session.ssl is not None or server.transport.get_extra_info("ssl_object") is not None,
            "signedIn": session.authenticated,
            "hello": session.host_name,
        }
        print(json.dumps(mail), flush=True)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=(data.login, data.password) == (b"forum", b"p/ss"), handled=False)


async def main(encryption, certificate=None):
    context = None
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
    starttls = encryption == "starttls"

    def connection():
        return SMTP(
            Handler(),
            tls_context=context if starttls else None,
            require_starttls=starttls,
            authenticator=authenticate,
            auth_require_tls=False,
        )

    server = await asyncio.get_running_loop().create_server(
        connection, "127.0.0.1", 0, ssl=None if starttls else context
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main(*sys.argv[1:]))
