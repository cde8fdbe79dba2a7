/** The keys of all queries that contain posts. */
export const postKeys = {
  all: ["posts"] as const,
  lists: ["posts", "list"] as const,
  feeds: ["posts", "list", "feed"] as const,
  forums: ["posts", "list", "forum"] as const,
  details: ["posts", "detail"] as const,
  detail: (id: number) => ["posts", "detail", id] as const,
};

/** The keys of all queries that contain replies; each has the shape of a thread. */
export const replyKeys = {
  all: ["replies"] as const,
  ofPost: (postId: number) => ["replies", postId] as const,
};
