/** Shapes on a grid of 24 with one stroke width. */
const SHAPES = {
  up: "M12 4.5 4.8 13h4.4v6.5h5.6V13h4.4z",
  down: "M12 19.5 19.2 11h-4.4V4.5H9.2V11H4.8z",
  star: "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z",
  close: "M6 6l12 12M18 6 6 18",
  previous: "M15 5 8 12l7 7",
  next: "M9 5l7 7-7 7",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5",
  home: "M4 11 12 4l8 7v9h-5.5v-6h-5v6H4z",
  forums: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5",
  mail: "M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5",
  shield: "M12 3.5 19.5 6v6c0 4.5-3 7-7.5 8.5C7.5 19 4.5 16.5 4.5 12V6z",
  leave: "M14 4H5v16h9M10 12h10.5M16.5 8l4 4-4 4",
  enter: "M10 4h9v16h-9M3.5 12H14M10 8l4 4-4 4",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  empty: "M4 13l2.5-7.5h11L20 13v5.5H4zM4 13h5l1 2.5h4l1-2.5h5",
  warning: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01",
  reply: "M9.5 8V4.5L3.5 10l6 5.5V12c5 0 8.5 1.5 11 6-.5-6.5-4-10-11-10z",
  share: "M12 15V3.5m0 0L7.5 8M12 3.5 16.5 8M5 12v7.5h14V12",
  back: "M10.5 5 3.5 12l7 7M4 12h16.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5 17.5 10",
  bin: "M4.5 7h15M9.5 7V4h5v3M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5",
  plus: "M12 5v14M5 12h14",
  block: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM6 6l12 12",
  show: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  hide: "M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6 7.5A17 17 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2",
  more: "M6.2 12a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0m6.5 0a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0m6.5 0a.7.7 0 1 1-1.4 0 .7.7 0 0 1 1.4 0",
  check: "M4.5 12.5l5 5 10-11",
  bell: "M5.5 17c1.5-1.5 1.5-3.5 1.5-6.5a5 5 0 0 1 10 0c0 3 0 5 1.5 6.5zM10 20.2a2.3 2.3 0 0 0 4 0",
  bellOff:
    "M8 6.8a5 5 0 0 1 9 3.2c0 2.2.1 3.9.6 5.2M15.5 17h-10c1.5-1.5 1.5-3.5 1.5-6.5M10 20.2a2.3 2.3 0 0 0 4 0M4 4l16 16",
  bookmark: "M6.5 4h11v16l-5.5-4-5.5 4z",
  flag: "M5.5 21V4M5.5 5c4.5-2 8 2 13 0v9c-5 2-8.5-2-13 0",
  pin: "M9 4h6l-.5 6 3 3.5h-11l3-3.5zM12 13.5V20.5",
  lock: "M5.5 10.5h13v9.5h-13zM8.5 10.5v-3a3.5 3.5 0 0 1 7 0v3",
  image: "M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 10a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
} as const;

export type IconName = keyof typeof SHAPES;

/** What points along the line: mirrored where lines run from right to left. */
const MIRRORED = new Set<IconName>(["back", "reply", "leave", "enter"]);

export function Icon({ name, filled }: { name: IconName; filled?: boolean }) {
  return <Shape d={SHAPES[name]} filled={filled} isMirrored={MIRRORED.has(name)} />;
}

type ShapeProps = {
  d: string;
  filled?: boolean | undefined;
  /** Whether it is mirrored where lines run from right to left. */
  isMirrored?: boolean;
};

/** An icon of one part of the screens, which is not loaded with the others. */
export function Shape({ d, filled, isMirrored = false }: ShapeProps) {
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
      data-mirrored={isMirrored || undefined}
    >
      <path d={d} />
    </svg>
  );
}
