/** Drawn on a grid of 24 with one stroke, so that all have the same weight. */
const SHAPES = {
  up: "M12 4.5 4.8 13h4.4v6.5h5.6V13h4.4z",
  down: "M12 19.5 19.2 11h-4.4V4.5H9.2V11H4.8z",
  reply: "M9.5 8V4.5L3.5 10l6 5.5V12c5 0 8.5 1.5 11 6-.5-6.5-4-10-11-10z",
  share: "M12 15V3.500m0 0L7.5 8M12 3.5 16.5 8M5 12v7.500h14V12",
  star: "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.900L12 16.900l-5.2 2.8 1-5.900L3.5 9.700l5.9-.8z",
  close: "M6 6l12 12M18 6 6 18",
  back: "M10.5 5 3.5 12l7 7M4 12h16.5",
  previous: "M15 5 8 12l7 7",
  next: "M9 5l7 7-7 7",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  edit: "M4 20l1-4.500L16.5 4 20 7.5 8.5 19zM14 6.5 17.5 10",
  bin: "M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5",
  home: "M4 11 12 4l8 7v9h-5.500v-6h-5v6H4z",
  forums: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5",
  mail: "M3.5 6h17v12h-17zM4 6.500l8 6.5 8-6.5",
  shield: "M12 3.5 19.5 6v6c0 4.5-3 7-7.5 8.500C7.5 19 4.5 16.5 4.5 12V6z",
  leave: "M14 4H5v16h9M10 12h10.500M16.5 8l4 4-4 4",
  enter: "M10 4h9v16h-9M3.5 12H14M10 8l4 4-4 4",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4",
  moon: "M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z",
  plus: "M12 5v14M5 12h14",
  block: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6l12 12",
  show: "M2.5 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  hide: "M4 4l16 16M9.500 5.900A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a17 17 0 0 1-3 3.700M6 7.500A17 17 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 4.500-1.200",
  more: "M5.500 12h.01M12 12h.01M18.500 12h.01",
  check: "M4.500 12.500l5 5 10-11",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z",
  keyboard: "M3 6.500h18v11H3zM6.500 10h.01M10 10h.01M14 10h.01M17.500 10h.01M8 14h8",
  empty: "M4 13l2.500-7.500h11L20 13v5.500H4zM4 13h5l1 2.500h4l1-2.500h5",
  warning: "M12 4 2.800 19.500h18.400zM12 10v4.500M12 17h.01",
} as const;

export type IconName = keyof typeof SHAPES;

export function Icon({ name, filled = false }: { name: IconName; filled?: boolean }) {
  return <Drawing shape={SHAPES[name]} filled={filled} />;
}

/** For icons that only one chunk has. */
export function Drawing({ shape, filled = false }: { shape: string; filled?: boolean }) {
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
      <path d={shape} />
    </svg>
  );
}
