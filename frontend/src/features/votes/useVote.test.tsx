import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { visit } from "../../../test/app";
import { ann, forum, LATER, post, signIn, tokenUntil } from "../../../test/fixtures";
import { answer } from "../../../test/server";
import { notice } from "../../ui/notify";
import { api } from "../../api/client";
import { queryClient } from "../../api/queryClient";
import { postKeys } from "../../api/queryKeys";
import { session } from "../../api/session";
import type { Post, Tally } from "../../api/types";
import { ApiError } from "../../error";
import { applyVote, useVote } from "./useVote";

const NEUTRAL = { upvotes: 5, downvotes: 2, hasUpvoted: false, hasDownvoted: false };
const UP = applyVote(NEUTRAL, "up");

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
);

/** A server that answers when the test says so. */
function slow(tally: Tally = NEUTRAL) {
  signIn();
  queryClient.setQueryData(postKeys.detail(11), post(tally));
  const waiting: { action: string; answer: (tally: Tally) => void; refuse: () => void }[] = [];
  vi.spyOn(api, "PUT").mockImplementation((path: string) => {
    const action = path.slice("/api/posts/{id}/".length);
    return new Promise((resolve, reject) => {
      const answer = (data: Tally) => resolve({ data, response: new Response() } as never);
      waiting.push({ action, answer, refuse: () => reject(new ApiError("refused", 500)) });
    });
  });
  const hook = () =>
    renderHook(
      () => {
        const { data = post() } = useQuery<Post>({ queryKey: postKeys.detail(11), enabled: false });
        const { upvotes, downvotes, hasUpvoted, hasDownvoted } = data;
        return { tally: { upvotes, downvotes, hasUpvoted, hasDownvoted }, vote: useVote(data) };
      },
      { wrapper },
    );
  return {
    waiting,
    hook: hook(),
    another: hook,
    actions: () => waiting.map(({ action }) => action),
  };
}

test("the first click is sent at once, later ones as one state", async () => {
  const { hook, waiting, actions } = slow();
  for (const direction of ["up", "up", "down"] as const)
    await act(async () => hook.result.current.vote(direction));
  expect(actions()).toEqual(["upvote"]);
  expect(hook.result.current.tally).toEqual(applyVote(NEUTRAL, "down"));
  await act(async () => waiting[0]?.answer(UP));
  await waitFor(() => expect(actions()).toEqual(["upvote", "downvote"]));
  await act(async () => waiting[1]?.answer(applyVote(NEUTRAL, "down")));
  expect(hook.result.current.tally).toEqual(applyVote(NEUTRAL, "down"));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(actions()).toHaveLength(2);
});

test("clicks that cancel each other out send nothing more", async () => {
  const { hook, waiting, actions } = slow();
  for (const _ of [1, 2, 3]) await act(async () => hook.result.current.vote("up"));
  await act(async () => waiting[0]?.answer(UP));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(actions()).toEqual(["upvote"]);
});

test.each([
  [NEUTRAL, "up", "Failed to upvote"],
  [NEUTRAL, "down", "Failed to downvote"],
  [UP, "up", "Failed to undo upvote"],
  [applyVote(NEUTRAL, "down"), "down", "Failed to undo downvote"],
] as const)("a refusal of %j, %s rolls back and says %s", async (tally, direction, words) => {
  const { hook, waiting } = slow(tally);
  await act(async () => hook.result.current.vote(direction));
  await act(async () => waiting[0]?.refuse());
  await waitFor(() => expect(hook.result.current.tally).toEqual(tally));
  await waitFor(() => expect(notice.get()?.message).toBe(`${words}. Status code: 500`));
});

test("a list and a post send votes on one post in order", async () => {
  const { hook, another, waiting, actions } = slow();
  const detail = another();
  await act(async () => hook.result.current.vote("up"));
  await act(async () => detail.result.current.vote("down"));
  expect(actions()).toEqual(["upvote"]);
  await act(async () => waiting[0]?.answer(UP));
  await waitFor(() => expect(actions()).toEqual(["upvote", "downvote"]));
  await act(async () => waiting[1]?.answer(applyVote(NEUTRAL, "down")));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
});

test("a click after a refusal is sent, those before it are dropped", async () => {
  const { hook, waiting, actions } = slow();
  for (const direction of ["up", "down"] as const)
    await act(async () => hook.result.current.vote(direction));
  await act(async () => waiting[0]?.refuse());
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(hook.result.current.tally).toEqual(NEUTRAL);
  await act(async () => hook.result.current.vote("up"));
  expect(actions()).toEqual(["upvote", "upvote"]);
  await act(async () => waiting[1]?.answer(UP));
  expect(hook.result.current.tally).toEqual(UP);
});

test("a refetch begun before a vote does not take it back", async () => {
  signIn();
  let respond = () => {};
  answer("get", "/forums/{id}", forum());
  answer("get", "/api/forum/{id}/posts", [post()]);
  const { user } = visit("/forums/7");
  await screen.findByText("First tomatoes");
  const voted = applyVote(post(), "up");
  const sent = answer("put", "/api/posts/{id}/upvote", voted);
  const reads = answer("get", "/api/forum/{id}/posts", () => {
    const items = [post(sent.length > 0 ? voted : {})];
    return new Promise((resolve) => (respond = () => resolve(items)));
  });
  void queryClient.invalidateQueries({ queryKey: ["posts"] });
  await waitFor(() => expect(reads).toHaveLength(1));
  const answerOld = respond;
  const button = screen.getByRole("button", { name: "Upvote" });
  await user.click(button);
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => answerOld());
  expect(button).toHaveAttribute("aria-pressed", "true");
  // The cancelled request is sent again.
  await waitFor(() => expect(reads).toHaveLength(2));
  await act(async () => respond());
  expect(button).toHaveAttribute("aria-pressed", "true");
});

async function voteAsVisitor() {
  answer("get", "/api/posts/{id}", () =>
    session.get().token ? post(applyVote(post(), voted.length > 0 ? "up" : "neutral")) : post(),
  );
  answer("get", "/api/posts/{postId}/replies", []);
  const voted = answer("put", "/api/posts/{id}/upvote", applyVote(post(), "up"));
  const view = visit("/posts/11");
  await view.user.click(await screen.findByRole("button", { name: "Upvote" }));
  await waitFor(() => expect(view.address()).toBe("/login?next=%2Fposts%2F11"));
  // The address changes before the screen.
  await screen.findByLabelText("Username");
  return { ...view, voted };
}

async function logIn(user: ReturnType<typeof visit>["user"]) {
  answer("post", "/login", { token: tokenUntil(LATER), user: ann() });
  answer("get", "/api/user/{id}", ann());
  answer("get", "/moderation/user/{id}", []);
  await user.type(await screen.findByLabelText("Username"), "ann");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const welcome = await screen.findByRole("dialog", { name: "Welcome, ann!" });
  await user.click(within(welcome).getByRole("button"));
}

test("a visitor's vote is cast once after the sign-in", async () => {
  const { user, voted, router } = await voteAsVisitor();
  expect(screen.getByText("Sign in to vote. Your vote is counted then.")).toBeVisible();
  await logIn(user);
  await waitFor(() => expect(voted).toHaveLength(1));
  expect(await screen.findByRole("button", { name: "Upvote" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await router.navigate("/login");
  await router.navigate("/posts/11");
  await screen.findByRole("button", { name: "Upvote" });
  expect(voted).toHaveLength(1);
});

test("a visitor who comes back without signing in drops the vote", async () => {
  const { user, voted, router } = await voteAsVisitor();
  await act(() => router.navigate(-1));
  await screen.findByRole("button", { name: "Upvote" });
  await act(() => router.navigate("/login?next=%2Fposts%2F11"));
  await logIn(user);
  await screen.findByRole("button", { name: "Upvote" });
  expect(voted).toHaveLength(0);
});
