// Fills a fresh NodeBB 4 through its HTTP API with what an import meets: node fill.mjs http://127.0.0.1:4567
// The administrator is "admin" with the password below, which every account has.
import { picture } from "../picture.mjs";

const base = process.argv[2];
const password = "Nodebb-pass-1";

/** A session with a cookie and a CSRF token, which uploads need. */
async function signIn(username) {
	const config = await fetch(`${base}/api/config`);
	const cookie = config.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
	const csrf = (await config.json()).csrf_token;
	const headers = { cookie, "x-csrf-token": csrf, "content-type": "application/json" };
	const answer = await fetch(`${base}/login`, { method: "POST", headers, body: JSON.stringify({ username, password }) });
	if (!answer.ok) throw new Error(`${username}: ${await answer.text()}`);
	const session = answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
	const own = await (await fetch(`${base}/api/config`, { headers: { cookie: session } })).json();
	return { cookie: session, "x-csrf-token": own.csrf_token };
}

async function call(headers, method, path, body) {
	const options = { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
	const answer = await fetch(`${base}/api/v3${path}`, options);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${method} ${path} ${JSON.stringify(body).slice(0, 200)}: ${text}`);
	return JSON.parse(text).response;
}

async function upload(headers, path, name, bytes, type = "image/png") {
	const form = new FormData();
	form.append("files[]", new Blob([bytes], { type }), name);
	const answer = await fetch(`${base}/api${path}`, { method: "POST", headers, body: form });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${path}: ${text}`);
	const found = JSON.parse(text);
	return (found.response?.images ?? found)[0].url;
}

const admin = await signIn("admin");
const settings = {
	initialPostDelay: 0, postDelay: 0, newbiePostDelay: 0, postQueue: 0, chatMessageDelay: 0, newbieChatMessageDelay: 0,
	upvotesPerDay: 0, upvotesPerUserPerDay: 0, downvotesPerDay: 0, downvotesPerUserPerDay: 0, uploadRateLimitThreshold: 0,
};
for (const [setting, value] of Object.entries(settings)) await call(admin, "PUT", `/admin/settings/${setting}`, { value });
await call(admin, "PUT", "/categories/0/privileges/groups:upload:post:file", { member: "registered-users" });
const { token } = await call(admin, "POST", "/admin/tokens", { uid: 0, description: "fill" });
const as = (uid, method, path, body = {}) => call({ authorization: `Bearer ${token}` }, method, path, { ...body, _uid: uid });

const names = [
	"Grace Hopper", "linus_t", "spam bot", "gone girl", "Zoë Müller", "日本 太郎", "Анна", "مريم", "o'neil.j", "a b", "a_b", "paused",
];
for (const username of names) await as(1, "POST", "/users", { username, password });
const [grace, linus, spam, gone, zoe, taro, anna, maryam, oneil, ab, a_b, paused] = names.map((_, index) => index + 2);
const everybody = [1, grace, linus, spam, gone, zoe, taro, anna, maryam, oneil, ab, a_b, paused];
await as(1, "POST", `/users/${zoe}/emails`, { email: "zoe@example.org", skipConfirmation: 1 });
await as(zoe, "PUT", `/users/${zoe}`, {
	fullname: "Zoë M.", aboutme: "I draw **maps** & I mean it.\n\n<b>Really</b>", signature: "-- Zoë",
});
await as(maryam, "PUT", `/users/${maryam}`, { aboutme: "أكتب عن الخط العربي" });
const [zoeSession, linusSession] = [await signIn("Zoë Müller"), await signIn("linus_t")];
await upload(zoeSession, `/user/${encodeURIComponent("zoë-müller")}/uploadpicture`, "me.png", picture(180, 40, 90));
await as(1, "PUT", `/groups/global-moderators/membership/${grace}`);

const category = (name, parentCid, more = {}) => as(1, "POST", "/categories", { name, parentCid, description: `About ${name}`, ...more });
const { cid: engineering } = await category("Engineering", 0);
const { cid: rust } = await category("Rust", engineering);
const { cid: asynchronous } = await category("Async & <Tokio>", rust);
const { cid: staff } = await category("Staff room", 0);
await category("Elsewhere", 0, { link: "https://example.org/" });
await as(1, "PUT", `/categories/${rust}/moderator/${linus}`);
for (const privilege of ["groups:find", "groups:read", "groups:topics:read"]) {
	for (const member of ["guests", "spiders", "registered-users"]) await as(1, "DELETE", `/categories/${staff}/privileges/${privilege}`, { member });
}

const topic = (uid, cid, title, content, more = {}) => as(uid, "POST", "/topics", { cid, title, content, ...more });
const reply = (uid, { tid }, content, toPid) => as(uid, "POST", `/topics/${tid}`, { content, ...(toPid && { toPid }) });

const image = await upload(zoeSession, "/post/upload", "map of köln.png", picture(20, 120, 200));
const second = await upload(linusSession, "/post/upload", "graph.png", picture(90, 160, 30));
const notes = await upload(linusSession, "/post/upload", "notes.txt", Buffer.from("plain notes\n"), "text/plain");
const tree = await topic(linus, rust, "Borrowing from a nested reply", "How deep may a thread of replies go?\n\n```rust\nfn main() { let a = &b[0]; }\n```");
let parent;
for (let depth = 1; depth <= 12; depth += 1) {
	parent = (await reply(everybody[depth % 13], tree, `This is level ${depth} of the tree.`, parent)).pid;
}
const branch = await reply(anna, tree, "A second branch at the top of the tree.");
await reply(maryam, tree, "هذا رد بالعربية مع كلمة `code` في الوسط.", branch.pid);
await reply(taro, tree, "@zoë-müller said:\n> Wie tief? :smile:\n\n日本語の返事です。@linus_t さん", branch.pid);

const map = await topic(zoe, 2, "A map of Köln", `Here it is:\n\n![map](${image})\n\n| a | b |\n| - | - |\n| 1 | 2 |`, { tags: ["maps", "cologne"] });
await reply(linus, map, `Compare ![graph](${second}) with ![map](${image}) and [notes](${notes}).\n\n<b>not bold</b> <script>alert(1)</script>`);
await reply(oneil, map, `See [the tree](/topic/${tree.tid}) and ${base}/post/${branch.pid} :+1: 🎉`);
const pinned = await topic(1, 1, "Rules of the house", "Be kind to each other, please.");
await as(1, "PUT", `/topics/${pinned.tid}/pin`);
const locked = await topic(grace, 1, "Closed for good", "Nobody may answer here any more.");
const late = await reply(ab, locked, "I was just in time for this.");
await as(grace, "PUT", `/topics/${locked.tid}/lock`);
const removed = await topic(spam, 2, "Cheap watches", "Buy cheap watches at my place today!");
await reply(gone, removed, "Please stop selling things here.");
await as(grace, "DELETE", `/topics/${removed.tid}/state`);
const half = await topic(gone, 3, "I am leaving soon", "My account goes away, my words remain.");
const regret = await reply(a_b, half, "I regret what I said in this reply.");
await as(a_b, "DELETE", `/posts/${regret.pid}/state`);
const moderated = await reply(spam, half, "Visit my shop for watches right now!", regret.pid);
await reply(anna, half, "An answer to what was removed above.", moderated.pid);
await as(grace, "DELETE", `/posts/${moderated.pid}/state`);
await topic(1, 4, "From the future", "This topic shows itself in a hundred years.", { timestamp: 4_900_000_000_000 });
const long = await topic(oneil, 2, "The longest words", "0123456789abcdef".repeat(2_048).slice(1));
await topic(paused, 2, "w".repeat(255), "A title of the greatest length that is allowed.");
await topic(ab, 3, "Escaped & <b>quoted</b> \"title\"", "The title has signs of HTML in it.");
await topic(grace, staff, "Only for the staff", "Guests and members do not read this.");
const edited = await topic(anna, asynchronous, "Deep in the categories", "The first version of this text.");
await as(anna, "PUT", `/posts/${edited.mainPid}`, { content: "The second version of this text.", title: "Deeper in the categories" });
for (let number = 1; number <= 18; number += 1) {
	const author = everybody[number % 13];
	const made = await topic(author, [2, 3, 4, rust][number % 4], `Question number ${number}`, `What do you think of number ${number}?`);
	await reply(everybody[(number * 5 + 1) % 13], made, `I like number ${number} *very* much.`);
}
for (const uid of [1, grace, anna, ab, taro]) await as(uid, "PUT", `/posts/${map.mainPid}/vote`, { delta: 1 });
for (const uid of [spam, oneil]) await as(uid, "PUT", `/posts/${map.mainPid}/vote`, { delta: -1 });
await as(zoe, "PUT", `/posts/${branch.pid}/vote`, { delta: 1 });
await as(gone, "PUT", `/posts/${branch.pid}/vote`, { delta: 1 });
await as(zoe, "PUT", `/posts/${late.pid}/vote`, { delta: -1 });
await as(anna, "PUT", `/categories/${rust}/watch`, { state: "watching" });

const chat = await as(zoe, "POST", "/chats", { uids: [anna] });
await as(zoe, "POST", `/chats/${chat.roomId}`, { message: "Hello Anna, a *private* word?" });
await as(anna, "POST", `/chats/${chat.roomId}`, { message: "Привет! Yes, of course." });
const unsaid = await as(anna, "POST", `/chats/${chat.roomId}`, { message: "This one was taken back." });
await as(anna, "DELETE", `/chats/${chat.roomId}/messages/${unsaid.mid}`);
await as(zoe, "DELETE", `/chats/${chat.roomId}/state`);
await as(1, "POST", "/chats", { uids: [ab] }).then(({ roomId }) => as(1, "POST", `/chats/${roomId}`, { message: "Nobody has read this yet." }));
const other = await as(gone, "POST", "/chats", { uids: [linus] });
await as(gone, "POST", `/chats/${other.roomId}`, { message: "I leave, good-bye Linus." });
const room = await as(zoe, "POST", "/chats", { uids: [anna, linus], roomName: "Three of us" });
await as(linus, "POST", `/chats/${room.roomId}`, { message: "Nobody else reads this." });

await as(1, "PUT", `/users/${spam}/ban`, { until: 0, reason: "Sells watches" });
await as(1, "PUT", `/users/${paused}/ban`, { until: 4_900_000_000_000, reason: "Needs a rest" });
await as(1, "DELETE", `/users/${gone}/account`);
console.log(JSON.stringify({ tree: tree.tid, map: map.tid, long: long.tid }));
