import type { components } from "./schema";
import type { Pending } from "./pending";

type Schemas = components["schemas"];

export type LoginUser = Schemas["LoginUser"];
export type User = Schemas["User"];
export type Forum = Schemas["Forum"];
export type Access = Pending["Access"];
export type AdminUser = Pending["AdminUser"];
export type Contact = Pending["Contact"];
export type Message = Pending["Message"];
export type Post = Pending["Post"];
export type Reply = Pending["Reply"];
export type Tally = Pending["Tally"];
