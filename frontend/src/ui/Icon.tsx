/** Shapes on a grid of 24 with one stroke width. `icons.ts` has those that home does not need. */
const SHAPES = {
  up: "M12 4.5 4.8 13h4.4v6.5h5.6V13h4.4z",
  down: "M12 19.5 19.2 11h-4.4V4.5H9.2V11H4.8z",
  star: "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.900L12 16.900l-5.2 2.8 1-5.900L3.5 9.700l5.9-.8z",
  close: "M6 6l12 12M18 6 6 18",
  previous: "M15 5 8 12l7 7",
  next: "M9 5l7 7-7 7",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5",
  home: "M4 11 12 4l8 7v9h-5.500v-6h-5v6H4z",
  forums: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5",
  mail: "M3.5 6h17v12h-17zM4 6.500l8 6.5 8-6.5",
  shield: "M12 3.5 19.5 6v6c0 4.5-3 7-7.5 8.500C7.5 19 4.5 16.5 4.5 12V6z",
  leave: "M14 4H5v16h9M10 12h10.500M16.5 8l4 4-4 4",
  enter: "M10 4h9v16h-9M3.5 12H14M10 8l4 4-4 4",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  empty: "M4 13l2.500-7.500h11L20 13v5.500H4zM4 13h5l1 2.500h4l1-2.500h5",
  warning: "M12 4 2.800 19.500h18.400zM12 10v4.500M12 17h.01",
} as const;

/** One of the above by name, or a shape of `icons.ts`. */
export type IconSource = keyof typeof SHAPES | { readonly shape: string };

export function Icon({ name, filled = false }: { name: IconSource; filled?: boolean }) {
  return (
    <svg
      width="1.15em"
      height="1.15em"
      viewBox="0 0 24 24"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={typeof name === "string" ? SHAPES[name] : name.shape} />
    </svg>
  );
}
