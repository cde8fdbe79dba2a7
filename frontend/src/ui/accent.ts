import { storage } from "../storage";

/** Where the last accent is stored as custom properties; public/theme.js applies them before the first paint. */
const KEY = "accent";

/** Red, green and blue from 0 to 255. */
type Colour = readonly [number, number, number];
export type Theme = "light" | "dark";
/** The colours that stand for the default accent, as `#rrggbb`. */
export type Shades = Record<"accent" | "strong" | "soft" | "on", string>;

/** The least contrast of text, as WCAG AA asks for it. */
export const LEAST_CONTRAST = 4.5;
/** The backgrounds of text in styles/tokens.css: page, surface, raised, sunken, hover. */
export const BACKGROUNDS: Record<Theme, readonly string[]> = {
  light: ["#faf7f3", "#ffffff", "#ffffff", "#f2ede6", "#f5f0e9"],
  dark: ["#161311", "#1f1b18", "#28231f", "#12100e", "#29241f"],
};
/** The accent of styles/tokens.css. */
export const DEFAULT_SHADES: Record<Theme, Shades> = {
  light: { accent: "#bf3a0b", strong: "#9c2d06", soft: "#fdebe2", on: "#ffffff" },
  dark: { accent: "#ff8c5f", strong: "#ffa884", soft: "#3a2117", on: "#240d03" },
};
/** The surface, which the soft shade tints. */
export const SURFACE: Record<Theme, string> = { light: "#ffffff", dark: "#1f1b18" };
/** How much of the accent the soft shade has. */
const TINT: Record<Theme, number> = { light: 0.1, dark: 0.16 };
/** What text moves towards until it can be read. */
const FAR: Record<Theme, Colour> = { light: [0, 0, 0], dark: [255, 255, 255] };
const STEPS = 100;
/** How far hovered and strong shades are from the accent. */
const STRONG = 0.18;

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** Returns the shades of an accent in a theme, each legible where it stands. */
export function shadesOf(accent: string, theme: Theme): Shades {
  const found = legible(parse(accent), theme, (next) => softOf(next, theme));
  const soft = softOf(found, theme);
  const strong = legible(mix(found, FAR[theme], STRONG), theme, () => soft);
  const on = contrast("#ffffff", write(found)) >= LEAST_CONTRAST ? "#ffffff" : "#000000";
  return { accent: write(found), strong: write(strong), soft, on };
}

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(parse(one)), luminance(parse(other))].toSorted(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function softOf(accent: Colour, theme: Theme): string {
  return write(mix(parse(SURFACE[theme]), accent, TINT[theme]));
}

/** The first colour on the way to black or white that can be read on all backgrounds, and on the soft shade. */
function legible(colour: Colour, theme: Theme, soft: (accent: Colour) => string): Colour {
  for (let step = 0; step < STEPS; step += 1) {
    const next = mix(colour, FAR[theme], step / STEPS);
    const text = write(next);
    const grounds = [...BACKGROUNDS[theme], soft(next)];
    if (grounds.every((ground) => contrast(text, ground) >= LEAST_CONTRAST)) return next;
  }
  return FAR[theme];
}

function mix(from: Colour, to: Colour, part: number): Colour {
  const at = (place: 0 | 1 | 2) => from[place] + (to[place] - from[place]) * part;
  return [at(0), at(1), at(2)];
}

function luminance([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function parse(text: string): Colour {
  const at = (place: number) => Number.parseInt(text.slice(place, place + 2), 16);
  return [at(1), at(3), at(5)];
}

function write(colour: Colour): string {
  return `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

const NAMES = ["--accent", "--accent-strong", "--accent-soft", "--on-accent"] as const;

/** Returns the custom properties of an accent, each for both themes. */
export function accentProperties(accent: string): Record<(typeof NAMES)[number], string> {
  const [light, dark] = [shadesOf(accent, "light"), shadesOf(accent, "dark")];
  const both = (name: keyof Shades) => `light-dark(${light[name]}, ${dark[name]})`;
  return {
    "--accent": both("accent"),
    "--accent-strong": both("strong"),
    "--accent-soft": both("soft"),
    "--on-accent": both("on"),
  };
}

/** Shows an accent in place of the default one, which an empty text brings back. */
export function showAccent(accent: string): void {
  const { style } = document.documentElement;
  for (const name of NAMES) style.removeProperty(name);
  if (!isColour(accent)) return storage.remove(KEY);
  const properties = accentProperties(accent);
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
  storage.set(KEY, JSON.stringify(properties));
}
