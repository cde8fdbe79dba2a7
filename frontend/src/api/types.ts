import type { components } from "./schema";

type Schemas = components["schemas"];

export type Access = Schemas["Access"];
export type AuthoredReply = Schemas["AuthoredReply"];
export type AdminUser = Schemas["AdminUser"];
export type ForumBan = Schemas["ForumBan"];
export type Contact = Schemas["Contact"];
export type ServerDraft = Schemas["Draft"];
export type Forum = Schemas["Forum"];
export type Hit = Schemas["Hit"];
export type LogEntry = Schemas["Entry"];
export type LoginUser = Schemas["LoginUser"];
export type Message = Schemas["Message"];
export type Notification = Schemas["Notification"];
export type NotificationSettings = Schemas["Settings"];
export type Post = Schemas["Post"];
export type Profile = Schemas["Profile"];
export type Reply = Schemas["Reply"];
export type Report = Schemas["Report"];
export type Revision = Schemas["Revision"];
export type Tally = Schemas["Tally"];
export type Unread = Schemas["Unread"];
export type User = Schemas["User"];
export type WatchLevel = Schemas["WatchWord"];
