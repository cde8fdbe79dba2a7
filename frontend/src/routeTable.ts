/** A screen as plain data, for the app, the early script, the build and the tests. */
export type RouteEntry = {
  /** The address, with React Router's parameters. */
  path: string;
  /** The file below `src`, which exports a component of the same name and optionally a loader, `prepare`. */
  module: string;
  /** Visitors are sent to the login first. */
  requiresAuth?: true;
  /**
   * The first calls of the screen, exactly as its queries send them; `:name` and `:slug` are names, other `:parameters`
   * are ids. The early script sends them while the app is loading. Calls of lists are left out if the address has
   * a search.
   */
  firstCalls?: readonly string[] | ((search: URLSearchParams) => readonly string[]);
};

/** As `postQueries.feed` requests it. */
function feedCall(search: URLSearchParams): string[] {
  const feed = search.get("feed");
  if (feed === "following") return [];
  const filter = feed === "hot" ? "hot" : feed === "top" ? "popularity" : "recent";
  const period = /^(day|week|month|year)$/.exec((feed === "top" && search.get("period")) || "");
  return [`/api/posts?filter=${filter}&limit=20${period ? `&period=${period[0]}` : ""}`];
}

/** As `searchQueries.results` requests it. */
function searchCall(search: URLSearchParams): string[] {
  const q = search.get("q")?.trim();
  if (!q || [...search.keys()].length > 1) return [];
  return [`/api/search?q=${encodeURIComponent(q)}&limit=20`];
}

export const ROUTE_TABLE: readonly RouteEntry[] = [
  {
    path: "/",
    module: "screens/HomeScreen",
    firstCalls: (search) => [
      "/api/posts?filter=popularity&limit=10&today=true",
      "/forums?isMostActive=true",
      ...feedCall(search),
    ],
  },
  { path: "/logged-in", module: "screens/HomeScreen", requiresAuth: true },
  { path: "/login", module: "features/auth/LoginScreen", firstCalls: ["/api/site"] },
  { path: "/login/complete", module: "features/auth/CompleteScreen" },
  {
    path: "/login/forgotten",
    module: "features/auth/ForgottenScreen",
    firstCalls: ["/api/site"],
  },
  { path: "/login/recovery", module: "features/auth/RecoveryScreen" },
  { path: "/login/second-step", module: "features/auth/SecondStepScreen" },
  { path: "/password/new", module: "features/auth/NewPasswordScreen" },
  { path: "/email/confirm", module: "features/auth/ConfirmEmailScreen" },
  { path: "/logout", module: "features/auth/LogoutScreen" },
  { path: "/register", module: "features/auth/RegisterScreen" },
  { path: "/settings/:tab", module: "screens/SettingsScreen", requiresAuth: true },
  { path: "/forums", module: "features/forums/ForumsScreen", firstCalls: ["/forums"] },
  {
    path: "/forums/favorites",
    module: "features/forums/FavoritesScreen",
    requiresAuth: true,
    firstCalls: ["/forums/favorites"],
  },
  { path: "/forums/create", module: "features/forums/CreateForumScreen", requiresAuth: true },
  { path: "/forums/join", module: "features/forums/JoinScreen", requiresAuth: true },
  {
    path: "/forums/:id",
    module: "screens/ForumScreen",
    firstCalls: ["/forums/:id", "/api/forum/:id/posts?filter=recent", "/api/forums/:id/rules"],
  },
  {
    path: "/forums/:id/settings",
    module: "features/forums/ForumSettingsScreen",
    requiresAuth: true,
    firstCalls: ["/forums/:id", "/api/forums/:id/rules"],
  },
  {
    path: "/forums/:id/webhooks",
    module: "screens/ForumWebhooksScreen",
    requiresAuth: true,
    firstCalls: ["/forums/:id", "/api/webhooks?forum=:id"],
  },
  { path: "/forums/:forumId/posts", module: "screens/ForumScreen" },
  { path: "/forums/:forumId/posts/search", module: "screens/ForumScreen" },
  {
    path: "/forums/:id/create-post",
    module: "screens/CreatePostScreen",
    requiresAuth: true,
    firstCalls: ["/forums/:id"],
  },
  {
    path: "/create-post",
    module: "screens/NewPostScreen",
    requiresAuth: true,
    firstCalls: ["/forums/favorites", "/forums?sort=active"],
  },
  {
    path: "/forums/:id/members",
    module: "features/moderation/MembersScreen",
    requiresAuth: true,
    firstCalls: ["/forums/:id"],
  },
  { path: "/posts/share", module: "screens/PostScreen" },
  {
    path: "/posts/:post",
    module: "screens/PostScreen",
    firstCalls: ["/api/posts/:post", "/api/posts/:post/replies?sort=old"],
  },
  { path: "/posts/:post/edit", module: "features/posts/EditPostScreen", requiresAuth: true },
  {
    path: "/moderation/forum/:id/promote",
    module: "features/moderation/PromotionScreen",
    requiresAuth: true,
  },
  {
    path: "/messages",
    module: "features/messages/MessagesScreen",
    requiresAuth: true,
    firstCalls: ["/api/contacts"],
  },
  {
    path: "/messages/:user",
    module: "features/messages/ChatScreen",
    requiresAuth: true,
    firstCalls: ["/users/:user", "/api/contacts/:user/messages"],
  },
  {
    path: "/u/:name",
    module: "screens/ProfileScreen",
    firstCalls: ["/api/people/:name", "/api/people/:name/posts"],
  },
  { path: "/u/:name/posts", module: "screens/ProfileScreen" },
  { path: "/u/:name/replies", module: "screens/ProfileScreen" },
  {
    path: "/notifications",
    module: "features/notifications/NotificationsScreen",
    requiresAuth: true,
    firstCalls: ["/api/notifications"],
  },
  {
    path: "/saved",
    module: "features/saved/SavedScreen",
    requiresAuth: true,
    firstCalls: ["/api/saved"],
  },
  { path: "/drafts", module: "features/drafts/DraftsScreen", requiresAuth: true },
  {
    path: "/moderation/queue",
    module: "features/moderation/QueueScreen",
    requiresAuth: true,
    firstCalls: ["/api/reports"],
  },
  {
    path: "/pages/:slug",
    module: "features/site/PageScreen",
    firstCalls: ["/api/pages/:slug"],
  },
  { path: "/rules", module: "features/site/RulesScreen", firstCalls: ["/api/site"] },
  {
    path: "/modlog",
    module: "features/moderation/LogScreen",
    firstCalls: ["/api/modlog"],
  },
  {
    path: "/search",
    module: "features/search/SearchScreen",
    firstCalls: searchCall,
  },
  { path: "/users/admin", module: "screens/AdminScreen", requiresAuth: true },
  { path: "/admin/:tab", module: "screens/AdminScreen", requiresAuth: true },
];
