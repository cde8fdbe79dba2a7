import { I18nProvider } from "@lingui/react";
import { i18n } from "@lingui/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../test/fixtures";
import { queryClient } from "../../api/queryClient";
import { question } from "../../ui/confirm";
import { InlineEditor } from "./InlineEditor";

const DRAFT = "draft:1:reply-edit-21";
const onSave = vi.fn<(text: string) => Promise<unknown>>();
const onClose = vi.fn<(hadFocus: boolean) => void>();

beforeEach(() => {
  signIn();
  onSave.mockReset().mockResolvedValue(undefined);
  onClose.mockReset();
});

function edit({ isSaving = false, autoFocus = true } = {}) {
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <InlineEditor
          draftKey="reply-edit-21"
          to="/posts/11#reply-21"
          about="First tomatoes"
          initial="So red"
          label="Edit reply"
          rows={3}
          maxLength={100}
          error={undefined}
          blankError="Comment cannot be empty."
          {...{ isSaving, autoFocus, onSave, onClose }}
        />
        <button type="button">Elsewhere</button>
      </QueryClientProvider>
    </I18nProvider>,
  );
  const box = screen.getByLabelText<HTMLTextAreaElement>("Edit reply");
  return { user: userEvent.setup(), box };
}

const save = () => screen.getByRole("button", { name: "Save" });

test("an edit starts at the end of its text", () => {
  const { box } = edit();
  expect(box).toHaveFocus();
  expect([box.selectionStart, box.selectionEnd]).toEqual([6, 6]);
});

test("an edit opened by a draft does not take the focus", () => {
  const { box } = edit({ autoFocus: false });
  expect(box).not.toHaveFocus();
});

test("a saved text is trimmed, and its draft is gone", async () => {
  const { user, box } = edit();
  await user.type(box, "der  ");
  expect(localStorage.getItem(DRAFT)).toContain("So redder");
  await user.click(save());
  expect(onSave).toHaveBeenCalledExactlyOnceWith("So redder");
  expect(onClose).toHaveBeenCalledExactlyOnceWith(true);
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

test("a refused text stays, with its draft", async () => {
  onSave.mockRejectedValue(new Error("409"));
  const { user, box } = edit();
  await user.type(box, "der{Control>}{Enter}{/Control}");
  expect(onSave).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
  expect(box).toHaveValue("So redder");
  expect(localStorage.getItem(DRAFT)).toContain("So redder");
});

test("text typed while saving keeps the editor open", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onSave.mockReturnValue(promise);
  const { user, box } = edit();
  await user.type(box, "der");
  await user.click(save());
  await user.type(box, " still");
  await act(async () => resolve());
  expect(onClose).not.toHaveBeenCalled();
  expect(box).toHaveValue("So redder still");
  expect(localStorage.getItem(DRAFT)).toContain("So redder still");
});

test("the focus that went elsewhere while saving stays there", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  onSave.mockReturnValue(promise);
  const { user } = edit();
  await user.click(save());
  await user.click(screen.getByRole("button", { name: "Elsewhere" }));
  await act(async () => resolve());
  expect(onClose).toHaveBeenCalledExactlyOnceWith(false);
});

test.each(["{Escape}", "{Tab}{Tab}{Enter}"])("%s cancels a short edit at once", async (keys) => {
  const { user, box } = edit();
  await user.type(box, `der${keys}`);
  await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(true));
  expect(onSave).not.toHaveBeenCalled();
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

test("a long edit is cancelled only after a question", async () => {
  const { user, box } = edit();
  await user.type(box, "x".repeat(81));
  await user.keyboard("{Escape}");
  expect(question.get()).not.toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test("a blank text is an error at its field, until something is typed", async () => {
  const { user, box } = edit();
  await user.clear(box);
  await user.click(save());
  expect(screen.getByRole("alert")).toHaveTextContent("Comment cannot be empty.");
  expect(box).toBeInvalid();
  expect(box).toHaveAccessibleDescription("Comment cannot be empty.");
  expect(box).toHaveFocus();
  await user.type(box, "R");
  expect(screen.queryByRole("alert")).toBeNull();
});

test.each([
  ["blank text", " ", false],
  ["what is being saved", "So redder", true],
])("%s is not sent", async (_, text, isSaving) => {
  const { user, box } = edit({ isSaving });
  await user.clear(box);
  await user.type(box, text);
  await user.click(save());
  expect(onSave).not.toHaveBeenCalled();
});
