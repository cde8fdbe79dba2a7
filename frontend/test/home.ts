import { screen, within } from "@testing-library/react";
import { post } from "./fixtures";

/** Posts with different titles and scores. */
export const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    post({ id: index + 1, title: `Post ${index + 1}`, upvotes: index }),
  );

export const section = async (name: string) => within(await screen.findByRole("region", { name }));

/** The titles of the cards of a section, in their order. */
export const titles = (list: Awaited<ReturnType<typeof section>>) =>
  list.getAllByRole("heading", { level: 3 }).map((heading: HTMLElement) => heading.textContent);
