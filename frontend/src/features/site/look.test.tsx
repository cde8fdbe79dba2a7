import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { visit } from "../../../test/app";
import { resetSite, signIn } from "../../../test/fixtures";
import { answer, refuse, SITE } from "../../../test/server";

beforeEach(() => {
  signIn({ authorities: [{ name: "ROLE_ADMIN" }] });
  answer("get", "/api/site", SITE);
  answer("get", "/api/pages", []);
});
afterEach(resetSite);

async function openLook() {
  const { user } = visit("/admin/site");
  return { user, look: within(await screen.findByRole("region", { name: "Look" })) };
}

test("an admin changes the look, which is shown at once", async () => {
  const footer = [{ title: "Shop", url: "https://shop.example/" }];
  const face = { accent: "#1d5fc4", language: "ja", announcement: "Moving", footer };
  const calls = answer("put", "/api/site", {
    ...SITE,
    ...face,
    announcement_html: "<p>Moving</p>",
  });
  const { user, look } = await openLook();
  await user.selectOptions(look.getByRole("combobox", { name: "Accent" }), "Blue");
  expect(look.getByRole("textbox", { name: "Colour code" })).toHaveValue("#1d5fc4");
  await user.selectOptions(look.getByRole("combobox", { name: "Language" }), "日本語");
  await user.type(look.getByRole("textbox", { name: "Announcement" }), "Moving");
  await user.click(look.getByRole("button", { name: "Add a link" }));
  await user.type(look.getByRole("textbox", { name: "Title" }), "Shop");
  await user.type(look.getByRole("textbox", { name: "Address" }), "https://shop.example/");
  await user.click(look.getByRole("button", { name: "Apply" }));
  expect(await screen.findByText("Settings saved.")).toBeVisible();
  expect(calls[0]?.body).toEqual({ ...face, logo: "", icon: "" });
  const announced = await screen.findByRole("complementary", { name: "Announcement" });
  expect(announced).toHaveTextContent("Moving");
  expect(document.documentElement.style.getPropertyValue("--accent")).toMatch(/^light-dark/);
});

test("the links at the foot are ordered and removed", async () => {
  const footer = ["A", "B", "C"].map((title) => ({ title, url: `/${title}` }));
  answer("get", "/api/site", { ...SITE, footer });
  const calls = answer("put", "/api/site", SITE);
  const { user, look } = await openLook();
  const link = (name: string) => within(look.getByRole("group", { name }));
  expect(link("Link 1").getByRole("button", { name: "Move up" })).toBeDisabled();
  expect(link("Link 3").getByRole("button", { name: "Move down" })).toBeDisabled();
  await user.click(link("Link 1").getByRole("button", { name: "Move down" }));
  await user.click(link("Link 3").getByRole("button", { name: "Move up" }));
  await user.click(link("Link 1").getByRole("button", { name: "Remove" }));
  await user.click(look.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({
    footer: [
      { title: "C", url: "/C" },
      { title: "A", url: "/A" },
    ],
  });
});

test("a colour that is hard to read is adjusted, and the preview says the contrast", async () => {
  const { user, look } = await openLook();
  await user.type(look.getByRole("textbox", { name: "Colour code" }), "#ffff00");
  expect(look.getByText("Adjusted for contrast.")).toBeVisible();
  expect(look.getByRole("combobox", { name: "Accent" })).toHaveDisplayValue("Custom");
  const preview = within(look.getByRole("group", { name: "Preview of the accent" }));
  const ratios = preview.getAllByText(/ : 1$/).map(({ textContent }) => parseFloat(textContent));
  expect(ratios).toHaveLength(8);
  for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(4.5);
});

test("a logo that is not an uploaded picture is refused where it stands, and can be removed", async () => {
  answer("get", "/api/site", { ...SITE, logo: "/images/u/gone.webp" });
  const detail = "Must be the address of an uploaded image.";
  const calls = refuse("put", "/api/site", 422, { errors: [{ field: "logo", message: detail }] });
  const { user, look } = await openLook();
  const logo = within(look.getByRole("group", { name: "Logo" }));
  await user.click(look.getByRole("button", { name: "Apply" }));
  expect(await logo.findByText(detail)).toBeVisible();
  await user.click(logo.getByRole("button", { name: "Remove the picture" }));
  await user.click(look.getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toMatchObject({ logo: "" });
});
