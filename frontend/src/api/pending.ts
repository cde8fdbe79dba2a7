import type { components } from "./schema";

/** Shapes and calls of the contract whose areas the generated document does not hold yet. */
type Schemas = components["schemas"];
type Tally = Schemas["Tally"];

export type Pending = {
  Post: Tally & {
    id: number;
    title: string;
    description: string;
    image?: string | null;
    creator_username: string;
    creator_image: string;
    timeOfCreation: string;
    replyCount: number;
    forum_id: number;
    forum_topic: string;
    edited: boolean;
  };
};

type Method = "get" | "put" | "post" | "delete";
type Params = { path?: unknown; query?: unknown };
type Call<P extends Params, Body, Answer> = {
  parameters: {
    header?: never;
    cookie?: never;
    query?: P extends { query: infer T } ? T : never;
  } & (P extends { path: infer T } ? { path: T } : { path?: never });
  responses: { 200: { headers: Record<string, unknown>; content: { "application/json": Answer } } };
} & ([Body] extends [never]
  ? { requestBody?: never }
  : { requestBody: { content: { "application/json": Body } } });
type Entry<M extends Method, Operation> = { parameters: Record<string, never> } & {
  [K in M]: Operation;
};

type Paging = { limit?: number; cursor?: string };
type Feed = Paging & { filter?: "recent" | "popularity"; keyword?: string; today?: boolean };
type Id = { path: { id: number } };
type Vote = Entry<"put", Call<Id, never, Tally>>;
type Write = { title: string; description: string; image: string };

export type PendingPaths = {
  "/api/posts": Entry<"get", Call<{ query: Feed }, never, Pending["Post"][]>>;
  "/api/forum/{id}/posts": Entry<"get", Call<Id & { query: Feed }, never, Pending["Post"][]>> &
    Entry<"post", Call<Id, Write & { author: string; forumId: number }, Pending["Post"]>>;
  "/api/posts/{id}": Entry<"get", Call<Id, never, Pending["Post"]>> &
    Entry<"post", Call<Id, Write, Pending["Post"]>>;
  "/api/posts/{id}/delete": Entry<"delete", Call<Id, never, never>>;
  "/api/posts/{id}/upvote": Vote;
  "/api/posts/{id}/downvote": Vote;
  "/api/posts/{id}/upvote/unlike": Vote;
  "/api/posts/{id}/downvote/undislike": Vote;
  "/users/admin": Entry<
    "get",
    Call<{ query: Paging & { keyword?: string } }, never, Schemas["AdminUser"][]>
  >;
};
