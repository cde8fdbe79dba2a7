import { fireEvent } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ann, signIn } from "../../test/fixtures";
import { server } from "../../test/server";
import { watchOwnPictures } from "./ownPictures";
import { session } from "./session";

beforeAll(watchOwnPictures);
beforeEach(() => {
  URL.createObjectURL = () => "blob:picture";
});

function picture(src: string) {
  const image = document.createElement("img");
  image.src = src;
  const failed = vi.fn<() => void>();
  image.addEventListener("error", failed);
  document.body.append(image);
  fireEvent.error(image);
  return { image, failed };
}

test("a picture that only the member may see is loaded with the session", async () => {
  signIn(ann());
  const tokens: (string | null)[] = [];
  server.use(
    http.get("*/images/u/abc.png", ({ request }) => {
      tokens.push(request.headers.get("Authorization"));
      return new HttpResponse("x");
    }),
  );
  const { image, failed } = picture("/images/u/abc.png?size=400");
  await vi.waitFor(() => expect(image.src).toBe("blob:picture"));
  expect(tokens).toEqual([`Bearer ${session.get().token}`]);
  expect(failed).not.toHaveBeenCalled();
});

test("a picture that the member may not see either fails once", async () => {
  signIn(ann());
  const answer = vi.fn<() => Response>(() => new HttpResponse(null, { status: 404 }));
  server.use(http.get("*/images/u/abc.png", answer));
  const { image, failed } = picture("/images/u/abc.png");
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce());
  expect(answer).toHaveBeenCalledOnce();
  expect(image.src).toContain("/images/u/abc.png");
});

test.each([
  ["another site's picture", true, "https://elsewhere.example/images/a.png"],
  ["a visitor's picture", false, "/images/u/abc.png"],
])("%s is not asked for again", (_, isMember, src) => {
  if (isMember) signIn(ann());
  const { failed } = picture(src);
  expect(failed).toHaveBeenCalledOnce();
});
