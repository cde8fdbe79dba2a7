// Fills a Lemmy 0.19.20 through its HTTP API with what an import meets, and a second one that federates with it:
//   git checkout 0.19.20 && git submodule update --init && cargo build --bin lemmy_server
//   node fill.mjs target/debug/lemmy_server postgres://postgres@127.0.0.1:5432 pictures
//   pg_dump --no-owner --no-privileges --inserts --rows-per-insert=100 lemmy | sed -E '/^(--|SET |SELECT pg_catalog.set_config|COMMENT |\\)/d' | cat -s
// It makes the databases "lemmy" and "far" anew and starts both servers. Only a debug build federates without TLS. Every
// account has the password below. In place of a network stands a proxy here, which is pict-rs, other sites and a mail
// server, too. What needs years to pass is done by SQL at the end, which also drops the tables that an import does not read.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import { createServer as createMailServer } from "node:net";
import { tmpdir } from "node:os";
import { crc32 } from "node:zlib";

import { picture } from "../picture.mjs";

const [server, postgres, folder] = process.argv.slice(2);
const password = "Lemmy-pass-1";
const [proxyPort, mailPort] = [8537, 8538];
const home = { host: "lemmy.example", port: 8536, database: "lemmy", admin: "root" };
const far = { host: "far.example", port: 8546, database: "far", admin: "far_admin" };
const sql = (database, ...statements) => {
	const commands = statements.flatMap((statement) => ["-c", statement]);
	return execFileSync("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", `${postgres}/${database}`, ...commands]).toString().trim();
};
const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

async function until(what, condition) {
	for (let tries = 0; tries < 200; tries += 1) {
		const found = await condition().catch(() => undefined);
		if (found) return found;
		await wait(0.5);
	}
	throw new Error(`it does not come: ${what}`);
}

/** What pict-rs 0.5 answers, with the pictures by their names. */
const pictures = new Map();
const details = { width: 16, height: 12, content_type: "image/png", created_at: "2024-01-01T00:00:00Z" };
function stored(bytes) {
	const file = `${crc32(bytes).toString(16).padStart(8, "0")}.png`;
	pictures.set(file, bytes);
	return { msg: "ok", files: [{ file, delete_token: "token", details }] };
}
async function pictrs(request, { pathname }) {
	if (request.method === "POST") {
		const parts = [];
		for await (const part of request) parts.push(part);
		const form = await new Response(Buffer.concat(parts), { headers: { "content-type": request.headers["content-type"] } }).formData();
		return stored(Buffer.from(await form.get("images[]").arrayBuffer()));
	}
	if (pathname === "/image/download") return stored(picture(7, 7, 7));
	if (pathname.startsWith("/image/details/")) return details;
	return pictures.get(pathname.split("/").at(-1)) ?? picture(8, 8, 8);
}

const elsewhere = ({ pathname }) =>
	pathname.endsWith(".png") ? picture(30, 60, 90) : '<html><head><title>Cheese</title><meta property="og:description" content="About cheese"></head></html>';

const proxy = createServer(async (request, response) => {
	const url = new URL(request.url, "http://127.0.0.1");
	const lemmy = [home, far].find(({ host }) => host === url.hostname);
	if (lemmy) {
		const options = { port: lemmy.port, method: request.method, path: url.pathname + url.search, headers: request.headers };
		const passed = send(options, (answer) => answer.pipe(response.writeHead(answer.statusCode, answer.headers)));
		request.pipe(passed.on("error", () => response.writeHead(502).end()));
		return;
	}
	const answer = url.hostname === "elsewhere.example" ? elsewhere(url) : await pictrs(request, url);
	if (Buffer.isBuffer(answer)) response.writeHead(200, { "content-type": "image/png" }).end(answer);
	else if (typeof answer === "string") response.writeHead(200, { "content-type": "text/html" }).end(answer);
	else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}).listen(proxyPort, "127.0.0.1");

const mails = [];
const mailServer = createMailServer((socket) => {
	let mail;
	socket.on("error", () => {}).write("220 mail\r\n");
	socket.on("data", (chunk) => {
		if (mail === undefined) {
			if (String(chunk).startsWith("DATA")) mail = "";
			socket.write(mail === "" ? "354 go on\r\n" : "250 ok\r\n");
			return;
		}
		mail += chunk;
		if (!mail.endsWith("\r\n.\r\n")) return;
		mails.push(mail.replaceAll("=\r\n", ""));
		mail = undefined;
		socket.write("250 ok\r\n");
	});
}).listen(mailPort, "127.0.0.1");

async function start(lemmy, image_mode = "StoreLinkPreviews") {
	const { host, port, database, admin } = lemmy;
	const config = {
		hostname: host, bind: "127.0.0.1", port, tls_enabled: false, database: { uri: `${postgres}/${database}` },
		pictrs: { url: `http://127.0.0.1:${proxyPort}/`, image_mode },
		email: { smtp_server: `127.0.0.1:${mailPort}`, smtp_from_address: "noreply@lemmy.example", tls_type: "none" },
		setup: { admin_username: admin, admin_password: password, site_name: database },
	};
	const file = `${mkdtempSync(`${tmpdir()}/lemmy-`)}/config.hjson`;
	writeFileSync(file, JSON.stringify(config));
	const environment = { LEMMY_CONFIG_LOCATION: file, LEMMY_TEST_FAST_FEDERATION: "1", http_proxy: `http://127.0.0.1:${proxyPort}` };
	lemmy.process = spawn(server, { env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "inherit"] });
	process.on("exit", () => lemmy.process.kill());
	await until(host, () => call({ lemmy }, "GET", "/site"));
}
async function stop({ process: running }) {
	running.kill();
	await once(running, "exit");
}

async function call({ lemmy, token }, method, path, body = {}) {
	const headers = { "content-type": "application/json", "accept-language": "en", ...(token && { authorization: `Bearer ${token}` }) };
	const inQuery = method === "GET";
	const address = `http://127.0.0.1:${lemmy.port}/api/v3${path}${inQuery ? `?${new URLSearchParams(body)}` : ""}`;
	const answer = await fetch(address, { method, headers, ...(!inQuery && { body: JSON.stringify(body) }) });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path} ${JSON.stringify(body).slice(0, 200)}: ${text}`);
	return JSON.parse(text);
}

async function withId(member) {
	const { my_user } = await call(member, "GET", "/site");
	return { ...member, id: my_user.local_user_view.person.id };
}
async function signIn(lemmy, username_or_email) {
	const { jwt } = await call({ lemmy }, "POST", "/user/login", { username_or_email, password });
	return withId({ lemmy, token: jwt });
}
const register = (lemmy, username, more = {}) =>
	call({ lemmy }, "POST", "/user/register", { username, password, password_verify: password, ...more });
const signUp = async (lemmy, username, more) => withId({ lemmy, token: (await register(lemmy, username, more)).jwt });

const community = async (by, name, title, more = {}) =>
	(await call(by, "POST", "/community", { name, title, description: `About ${name}`, ...more })).community_view.community.id;
const follow = (by, community_id, isSo = true) => call(by, "POST", "/community/follow", { community_id, follow: isSo });
const post = async (by, community_id, name, more) =>
	(await call(by, "POST", "/post", { community_id, name, ...more })).post_view.post.id;
const comment = async (by, post_id, content, parent_id) =>
	(await call(by, "POST", "/comment", { post_id, content, parent_id })).comment_view.comment.id;
const vote = (by, post_id, score) => call(by, "POST", "/post/like", { post_id, score });
const voteComment = (by, comment_id, score) => call(by, "POST", "/comment/like", { comment_id, score });
const message = async (by, to, content) =>
	(await call(by, "POST", "/private_message", { recipient_id: to.id ?? to, content })).private_message_view.private_message.id;
const read = (by, private_message_id) => call(by, "POST", "/private_message/mark_as_read", { private_message_id, read: true });
const soon = () => Math.ceil(Date.now() / 1_000) + 3;
const inYears = (years) => soon() + years * 365 * 86_400;
const ban = (person, more) => call(root, "POST", "/user/ban", { person_id: person.id, ban: true, ...more });
const banFrom = (by, community_id, person, more) =>
	call(by, "POST", "/community/ban_user", { community_id, person_id: person.id, ban: true, ...more });
const feature = (by, post_id, featured, feature_type = "Community") => call(by, "POST", "/post/feature", { post_id, featured, feature_type });
const settings = (by, changes) => call(by, "PUT", "/user/save_user_settings", changes);
const changeEmail = async (by, email) => {
	await settings(by, { email });
	// Lemmy writes addresses small.
	return until(email, async () => mails.at(-1).includes(email.toLowerCase()) && mails.at(-1).match(/verify_email\/([0-9a-f-]{36})/)[1]);
};
const confirm = async (by, email) => call(by, "POST", "/user/verify_email", { token: await changeEmail(by, email) });
async function upload(by, bytes) {
	const form = new FormData();
	form.append("images[]", new Blob([bytes], { type: "image/png" }), "mouse.png");
	const options = { method: "POST", headers: { authorization: `Bearer ${by.token}` }, body: form };
	const { files } = await (await fetch(`http://127.0.0.1:${by.lemmy.port}/pictrs/image`, options)).json();
	mkdirSync(folder, { recursive: true });
	writeFileSync(`${folder}/${files[0].file}`, bytes);
	return `http://${by.lemmy.host}/pictrs/image/${files[0].file}`;
}
/** What an address of one Lemmy is on the other. */
const resolve = (by, address) => until(address, () => call(by, "GET", "/resolve_object", { q: `http://${address}` }));
const newestAtHome = (name) =>
	until(name, async () => {
		const { posts } = await call(root, "GET", "/post/list", { sort: "New", type_: "All", limit: 1 });
		return posts[0].post.name === name && posts[0].post.id;
	});

for (const { database } of [home, far]) sql("postgres", `DROP DATABASE IF EXISTS ${database}`, `CREATE DATABASE ${database}`);
await Promise.all([start(home), start(far)]);
const [root, farAdmin] = [await signIn(home, home.admin), await signIn(far, far.admin)];
for (const admin of [root, farAdmin]) await call(admin, "PUT", "/site", { registration_mode: "Open" });

const names = ["Lena", "moritz_m", "troll", "resting", "left", "forgiven", "мышовка", "فأر_صغير", "restored", "vanished", "moved_on"];
const members = [];
for (const name of names) {
	const email = { email: `Member${members.length}@example.org` };
	members.push(await signUp(home, name, ["Lena", "moved_on"].includes(name) ? {} : email));
}
const [lena, moritz, troll, resting, left, forgiven, myshovka, faar, restored, vanished, movedOn] = members;
const isTaken = await register(home, "LENA").then(() => false, (error) => error.message.includes("user_already_exists"));
if (!isTaken) throw new Error("names differ by more than their case");
await confirm(lena, "Lena@example.org");
await confirm(movedOn, "moved_on@example.org");
await changeEmail(movedOn, "mayor@example.org");
const avatar = await upload(lena, picture(180, 40, 90));
const grey = await upload(lena, picture(90, 90, 90));
await settings(lena, { avatar, display_name: "Lena 🐁", bio: "I keep **mice**." });
await settings(faar, { display_name: "الفأر الصغير", bio: "أكتب عن <b>الفئران</b> & 鼠" });

const mice = await community(moritz, "mice", "Mice & men");
const inside = await community(lena, "inside", "Only for us", { visibility: "LocalOnly" });
const shut = await community(root, "shut", "Shut by the admins");
const over = await community(moritz, "over", "Shut by its owner");
const burrows = await community(myshovka, "норы", "Норы & <b>ходы</b>");
await call(myshovka, "POST", "/community/mod", { community_id: burrows, person_id: lena.id, added: true });
await follow(lena, mice);
for (const isSo of [true, false]) await follow(restored, mice, isSo);
await follow(forgiven, mice);

const mouse = await post(lena, mice, "A mouse of mine", { url: grey, alt_text: "A grey mouse" });
const cheese = await post(moritz, mice, "Cheese is food", { url: "http://elsewhere.example/cheese?for=mice&utm_source=a", body: "They like it." });
const rules = await post(moritz, mice, "Rules", { body: "Be kind to mice." });
const locked = await post(lena, mice, "Nothing more to say", { body: "This one is locked." });
const taken = await post(lena, mice, "Taken back", { body: "I regret this." });
const removed = await post(troll, mice, "Removed by a moderator", { body: "Cats are better than mice." });
await post(lena, inside, "Members read this", { body: "A text for accounts of this instance." });
await post(resting, shut, "From a community that is shut", { body: "Nobody reads this any more." });

const [farLena, stranger] = [await signUp(far, "lena"), await signUp(far, "stranger")];
const farMice = await community(farAdmin, "mice", "Mice elsewhere");
const { community: { community: { id: miceFromFar } } } = await resolve(farLena, `${home.host}/c/mice`);
const { community: { community: { id: farMiceFromHome } } } = await resolve(lena, `${far.host}/c/mice`);
// A Lemmy sends to another one only some seconds after it met it.
await wait(12);
for (const by of [farLena, stranger]) await follow(by, miceFromFar);
await follow(lena, farMiceFromHome);
const isFollowed = async (by, id) => (await call(by, "GET", "/community", { id })).community_view.subscribed === "Subscribed";
for (const [by, id] of [[farLena, miceFromFar], [stranger, miceFromFar], [lena, farMiceFromHome]]) await until("a follower", () => isFollowed(by, id));
await post(farLena, miceFromFar, "From far away", { body: "A post of another instance in our community." });
await newestAtHome("From far away");
const farPost = await post(stranger, farMice, "Elsewhere", { body: "A post in a community of another instance." });
const farPostAtHome = await newestAtHome("Elsewhere");

await post(left, mice, "Of somebody who left", { body: "My words remain." });
await post(lena, mice, "العناوين العربية", { body: "> اقتباس\n\nنص من اليمين إلى اليسار 🐭\n\n::: spoiler Surprise\nA mouse\n:::" });
await post(faar, burrows, "w".repeat(200), { body: "0123456789abcdef".repeat(750).slice(1) });
await post(myshovka, burrows, "Raw <b>HTML</b> & \"signs\"", { body: "<script>alert(1)</script> <b>bold</b> &amp; &lt;\n\n```\nno end **of\n\n[link](http:// | a |\n| --" });
await post(faar, burrows, "  ネズミ 👩‍👩‍👧 鼠  ", { body: "日本語の本文です。𠮷野家 e\u0301 \u202Ertl\u202C" });
await post(moritz, mice, "A magnet", { url: "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a" });
await post(moritz, mice, "A picture elsewhere", { url: "http://elsewhere.example/photo.png", alt_text: "Somebody else's mouse", body: "Not mine." });
const gone = await post(vanished, mice, "My words go with me", { url: "http://elsewhere.example/vanished", body: "Soon nobody reads this." });
const front = await post(root, mice, "News of the instance", { body: "Pinned above all communities." });
const back = await post(restored, mice, "Removed and restored", { body: "It was a mistake." });

await call(moritz, "PUT", "/post", { post_id: cheese, name: "Cheese is no food", body: `They **like** it, but ![see](${grey})` });
for (const featured of [true, false, true]) await feature(moritz, rules, featured);
for (const featured of [true, false]) await feature(moritz, cheese, featured);
await feature(root, front, true, "Local");
await call(moritz, "POST", "/post/lock", { post_id: locked, locked: true });
await call(lena, "POST", "/post/delete", { post_id: taken, deleted: true });
await call(moritz, "POST", "/post/remove", { post_id: removed, removed: true, reason: "Cats" });
for (const isSo of [true, false]) await call(moritz, "POST", "/post/remove", { post_id: back, removed: isSo });

let parent;
for (let depth = 1; depth <= 12; depth += 1) parent = await comment([root, lena, moritz][depth % 3], mouse, `Level ${depth}`, parent);
const [first] = (await call(root, "GET", "/comment/list", { post_id: mouse, sort: "Old", limit: 1 })).comments;
const branch = await comment(lena, mouse, "Another branch", first.comment.id);
await call(lena, "PUT", "/comment", { comment_id: branch, content: "Another branch, [@moritz_m@lemmy.example](http://lemmy.example/u/moritz_m)" });
const regretted = await comment(left, mouse, "I regret this.");
await call(left, "POST", "/comment/delete", { comment_id: regretted, deleted: true });
const { comment: { comment: { id: branchFromFar, post_id: mouseFromFar } } } = await resolve(farLena, `${home.host}/comment/${branch}`);
await comment(farLena, mouseFromFar, "Hello from *far* away", branchFromFar);
await until("a comment", async () => (await call(root, "GET", "/post", { id: mouse })).post_view.counts.comments >= 14);
const wrong = await comment(troll, cheese, "You are all wrong.");
await comment(moritz, cheese, "He is gone.", wrong);
await call(moritz, "POST", "/comment/remove", { comment_id: wrong, removed: true, reason: "Rude" });
await comment(stranger, farPost, "In another community");
const farComment = await until("a comment", async () => (await call(root, "GET", "/comment/list", { post_id: farPostAtHome, type_: "All" })).comments[0].comment.id);
await comment(vanished, mouse, "This goes with me, too.");
const again = await comment(restored, mouse, "Removed and **restored** <b>raw</b> 👋🏽");
for (const isSo of [true, false]) await call(moritz, "POST", "/comment/remove", { comment_id: again, removed: isSo });

await vote(moritz, mouse, 1);
await vote(forgiven, mouse, -1);
for (const score of [1, 0]) await vote(resting, mouse, score);
await vote(stranger, mouseFromFar, 1);
await until("a vote", async () => (await call(root, "GET", "/post", { id: mouse })).post_view.counts.upvotes === 3);
await voteComment(lena, first.comment.id, 1);
await voteComment(moritz, branch, -1);
await voteComment(lena, farComment, 1);

await read(moritz, await message(lena, moritz, "A *private* word?"));
await message(moritz, lena, "Of course.");
const unsaid = await message(lena, moritz, "Taken back");
await call(lena, "POST", "/private_message/delete", { private_message_id: unsaid, deleted: true });
const { person: { person: { id: lenaFromFar } } } = await resolve(stranger, `${home.host}/u/Lena`);
await message(stranger, lenaFromFar, "Hello from far away");
await until("a message", async () => (await call(lena, "GET", "/private_message/list")).private_messages.some(({ creator }) => !creator.local));
await read(lena, await message(left, lena, "Good-bye"));
await message(faar, root, "مرحبا يا مدير 🐭");
const asked = await message(moritz, root, "May I?");
await call(moritz, "PUT", "/private_message", { private_message_id: asked, content: "May I moderate **more**?" });
await read(root, asked);
await message(troll, lena, "Cats!");

await ban(troll, { reason: "Trolls everybody", remove_data: true });
await ban(resting, { reason: "Needs a rest", expires: inYears(9) });
await ban(restored, { reason: "By mistake" });
await ban(restored, { ban: false, reason: "It was a mistake" });
await banFrom(moritz, mice, forgiven, { reason: "Feeds the mice cheese" });
await banFrom(lena, inside, forgiven, { reason: "For a moment", expires: soon() });
await banFrom(moritz, mice, faar, { reason: "Needs a pause", expires: inYears(9) });
await ban(forgiven, { reason: "Long ago", expires: soon() });
await call(root, "POST", "/community/remove", { community_id: shut, removed: true, reason: "Empty" });
await call(moritz, "POST", "/community/delete", { community_id: over, deleted: true });
await call(left, "POST", "/user/delete_account", { password, delete_content: false });
await call(vanished, "POST", "/user/delete_account", { password, delete_content: true });

await call(root, "PUT", "/site", { registration_mode: "RequireApplication" });
for (const name of ["accepted", "denied", "waiting"]) await register(home, name, { answer: `I am ${name}.` });
const { registration_applications } = await call(root, "GET", "/admin/registration_application/list");
for (const { creator, registration_application: { id } } of registration_applications) {
	if (creator.name === "waiting") continue;
	await call(root, "PUT", "/admin/registration_application/approve", { id, approve: creator.name === "accepted" });
}
const accepted = await signIn(home, "accepted");

await stop(home);
await start(home, "ProxyAllImages");
await settings(accepted, { avatar: "http://elsewhere.example/me.png" });
await post(accepted, mice, "Through the proxy of pictures", {
	url: "http://elsewhere.example/kitten.png", alt_text: "A kitten", body: "See ![a tail](http://elsewhere.example/tail%20two.png?w=1&h=2 \"Its tail\").",
});
await wait(3);
await Promise.all([stop(home), stop(far)]);
proxy.close();
mailServer.close();

const tables = [
	"comment", "comment_like", "community", "community_follower", "community_moderator", "community_person_ban", "email_verification",
	"instance", "local_site", "local_user", "mod_ban", "mod_ban_from_community", "mod_feature_post", "person", "post", "post_like",
	"private_message", "registration_application", "site",
];
const dropped = sql("lemmy", `SELECT string_agg(quote_ident(tablename), ', ') FROM pg_tables
	WHERE schemaname = 'public' AND tablename <> ALL ('{${tables}}')`);
sql("lemmy",
	"DROP SCHEMA IF EXISTS r, utils CASCADE",
	`DROP TABLE ${dropped} CASCADE`,
	"DROP EXTENSION pg_trgm, pgcrypto CASCADE",
	`DROP FUNCTION diesel_manage_updated_at, diesel_set_updated_at, drop_ccnew_indexes, generate_unique_changeme,
		reverse_timestamp_sort CASCADE`,
	"DROP TYPE actor_type_enum",
	"UPDATE person SET private_key = NULL, public_key = ''",
	"UPDATE community SET private_key = NULL, public_key = ''",
	"UPDATE site SET private_key = NULL, public_key = ''",
	// All happened in March 2024.
	`DO $$ DECLARE
		shift interval := (SELECT published FROM local_site) - timestamptz '2024-03-01 12:00+00';
		field record;
	BEGIN
		FOR field IN SELECT table_name AS t, column_name AS c FROM information_schema.columns
			WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' LOOP
			EXECUTE format('UPDATE %I SET %I = %I - $1', field.t, field.c, field.c) USING shift;
		END LOOP;
	END $$`,
	// Lemmy takes bans of at most ten years.
	"UPDATE person SET ban_expires = '2125-01-01' WHERE name = 'resting'",
	`UPDATE community_person_ban SET expires = '2125-01-01' WHERE person_id = ${faar.id}`,
);
