import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { i18n } from "@lingui/core";
import type { Day } from "../../api/types";
import type { Figure } from "./figures";
import styles from "./Chart.module.css";

const HEIGHT = 150;
/** Space for the numbers at the start and the dates below. */
const AXIS = { start: 44, below: 28 };

type Props = { days: Day[]; figure: Figure; label: string };

/** A curve of one figure by day, in the colours of the theme. A table has the numbers. */
export function Chart({ days, figure, label }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const data: uPlot.AlignedData = [
      days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000),
      days.map((day) => day[figure]),
    ];
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      plot = new uPlot(options(element, label), data, element);
    };
    draw();
    const sizes = new ResizeObserver(() =>
      plot?.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    sizes.observe(element);
    // The canvas has fixed colours, so another theme needs a new chart.
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", draw);
    return () => {
      sizes.disconnect();
      themes.disconnect();
      dark.removeEventListener("change", draw);
      plot?.destroy();
    };
  }, [days, figure, label]);
  return <div ref={box} className={styles.chart} aria-hidden="true" />;
}

function options(element: HTMLElement, label: string): uPlot.Options {
  const [text, line, curve, below] = colours(element);
  const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false } };
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_, __, most) => [0, Math.max(4, most)] } },
    axes: [
      { ...axis, font, size: AXIS.below, grid: { show: false }, space: 70, values: dates },
      { ...axis, font, size: AXIS.start, space: 36, values: wholeNumbers },
    ],
    series: [{}, { label, stroke: curve, fill: below, width: 2, points: { show: false } }],
  };
}

/** The colours of text, lines, the curve and what is below it, as the theme resolves them. */
function colours(element: HTMLElement): [string, string, string, string] {
  const style = getComputedStyle(element);
  return [style.color, style.borderTopColor, style.outlineColor, style.textDecorationColor];
}

function dates(_: uPlot, seconds: number[]): string[] {
  const format = { month: "short", day: "numeric", timeZone: "UTC" } as const;
  return seconds.map((second) => i18n.date(new Date(second * 1000), format));
}

function wholeNumbers(_: uPlot, values: number[]): string[] {
  return values.map((value) => (Number.isInteger(value) ? i18n.number(value) : ""));
}
