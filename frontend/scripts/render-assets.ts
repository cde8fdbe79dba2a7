/** Renders PNG files from SVG sources. Run by hand after a source has changed. */
import { readFile, writeFile } from "node:fs/promises";
import { chromium, type Page } from "@playwright/test";
import { launch } from "../e2e/browser.ts";

const PUBLIC = new URL("../public/", import.meta.url);
const file = (name: string) => new URL(name, PUBLIC);

const browser = await chromium.launch(launch);
const page = await browser.newPage();
const logo = await readFile(file("images/POST-UP_logo.svg"), "utf8");
const mark = await readFile(file("favicon.svg"), "utf8");

const [, width = "0"] = /viewBox="0 0 (\d+) 64"/.exec(logo) ?? [];
await render(page, "images/POST-UP_logo.png", Math.round((Number(width) / 64) * 96), 96, logo, "");
for (const size of [180, 192, 512])
  await render(page, `images/icon-${size}.png`, size, size, mark, "background:#fff;padding:14%");
await render(
  page,
  "images/social-card.png",
  1200,
  630,
  logo,
  "background:#fdf3ec;padding:180px 130px",
);
for (let count = 1; count <= 10; count += 1)
  await writeFile(file(`images/unread-${count}.svg`), withCount(mark, count));
await writeFile(file("favicon.ico"), ico(await shot(page, 32, 32, mark, "")));
await browser.close();

async function render(
  page: Page,
  name: string,
  width: number,
  height: number,
  svg: string,
  css: string,
) {
  await writeFile(file(name), await shot(page, width, height, svg, css));
}

async function shot(page: Page, width: number, height: number, svg: string, css: string) {
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>html,body{margin:0;background:none}main{box-sizing:border-box;width:${width}px;height:${height}px;${css}}svg{display:block;width:100%;height:100%}</style><main>${svg}</main>`,
  );
  return page.screenshot({ omitBackground: true });
}

/** The icon with an unread count, "9+" beyond nine. */
function withCount(svg: string, count: number): string {
  const text = count > 9 ? "9+" : String(count);
  const size = count > 9 ? 26 : 34;
  const badge =
    `<circle cx="43" cy="43" r="21" fill="#211c18"/>` +
    `<text x="43" y="${43 + size * 0.36}" fill="#fff" font-family="sans-serif" font-size="${size}" font-weight="700" text-anchor="middle">${text}</text>`;
  return svg.replace("</svg>", `${badge}</svg>`);
}

/** An icon file that holds one PNG. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}
