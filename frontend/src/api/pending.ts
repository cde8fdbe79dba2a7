import type { components } from "./schema";

/** Shapes and calls of the contract whose areas the generated document does not hold yet. */
type User = components["schemas"]["User"];
type Authority = components["schemas"]["Authority"];

export type Pending = {
  Access: { forumId: number };
  AdminUser: User & { banned: boolean; authorities: Authority[] };
  Contact: User & { unread: number; totalMessages: number; latest: string };
  Message: {
    id: number;
    message: string;
    sender: { id: number; username: string };
    receivedOn: string;
    edited: boolean;
    read: boolean;
  };
  Tally: { upvotes: number; downvotes: number; hasUpvoted: boolean; hasDownvoted: boolean };
  Post: Pending["Tally"] & {
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
  Reply: Pending["Tally"] & {
    id: number;
    postId: number;
    respondsTo?: number | null;
    description: string;
    created: string;
    deleted: boolean;
    user: { username: string; user_image: string };
    replies: Pending["Reply"][];
    moreReplies?: number | null;
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
type Id<Name extends string = "id"> = { path: Record<Name, number> };
type Vote = Entry<"put", Call<Id, never, Pending["Tally"]>>;
type Message = Id<"userId" | "messageId">;
type Write = { title: string; description: string; image: string };
type Text = { message: string };

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
  "/api/replies/{id}/upvote": Vote;
  "/api/replies/{id}/downvote": Vote;
  "/api/replies/{id}/upvote/unlike": Vote;
  "/api/replies/{id}/downvote/undislike": Vote;
  "/api/post/{postId}/replies": Entry<
    "post",
    Call<Id<"postId">, { respondsTo: number | null; description: string }, Pending["Reply"]>
  >;
  "/api/posts/{postId}/replies": Entry<
    "get",
    Call<
      Id<"postId"> & { query: { sort?: "old" | "new" | "top"; cursor?: string } },
      never,
      Pending["Reply"][]
    >
  >;
  "/api/replies/{id}": Entry<
    "get",
    Call<Id & { query: { cursor?: string } }, never, Pending["Reply"]>
  > &
    Entry<"delete", Call<Id, never, never>>;
  "/api/contacts": Entry<"get", Call<{ query: Paging }, never, Pending["Contact"][]>>;
  "/api/contacts/{userId}/messages": Entry<
    "get",
    Call<Id<"userId"> & { query: Paging }, never, Pending["Message"][]>
  >;
  "/api/contacts/{userId}": Entry<
    "post",
    Call<Id<"userId">, Text & { sender: string }, Pending["Message"]>
  >;
  "/api/contacts/{userId}/messages/{messageId}": Entry<
    "put",
    Call<Message, Text, Pending["Message"]>
  > &
    Entry<"delete", Call<Message, never, never>>;
  "/api/contacts/{userId}/messages/{messageId}/read": Entry<
    "put",
    Call<Message, never, Pending["Message"]>
  >;
  "/moderation/forum/{forumId}": Entry<
    "get",
    Call<Id<"forumId"> & { query: Paging }, never, components["schemas"]["User"][]>
  >;
  "/moderation/forum/{forumId}/promotable": Entry<
    "get",
    Call<Id<"forumId"> & { query: Paging & { keyword?: string } }, never, User[]>
  >;
  "/moderation/forum/{forumId}/promote": Entry<
    "post",
    Call<Id<"forumId">, { username: string }, User>
  >;
  "/moderation/forum/{forumId}/moderators/{userId}": Entry<
    "delete",
    Call<Id<"forumId" | "userId">, never, never>
  >;
  "/moderation/user/{id}": Entry<"get", Call<Id & { query: Paging }, never, Pending["Access"][]>>;
  "/users/admin": Entry<
    "get",
    Call<{ query: Paging & { keyword?: string } }, never, Pending["AdminUser"][]>
  >;
  "/moderation/user/{id}/promote/admin": Entry<"put", Call<Id, never, Pending["AdminUser"]>>;
  "/user/{id}/ban": Entry<"put", Call<Id, never, Pending["AdminUser"]>>;
  "/user/{id}/unban": Entry<"put", Call<Id, never, Pending["AdminUser"]>>;
};
