/**
 * Positions of values in a picture. Pictures are 1000 wide and 100 high whatever their size on the page: they are
 * stretched, and what must not be (texts, the width of lines) does not use these coordinates.
 */
export const WIDTH = 1000;
const HEIGHT = 100;

/** @field ticks the values with a line and a label, ascending; zero is one of them */
export type Scale = { min: number; max: number; ticks: number[] };

const WANTED_STEPS = 4;

/**
 * Round steps (1, 2 or 5 times a power of ten) around all values and zero, whole ones for whole values. Without values
 * other than zero: 0 to 1.
 */
export function toScale(values: readonly number[]): Scale {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  if (lowest === highest) return { min: 0, max: 1, ticks: [0, 1] };
  const rough = (highest - lowest) / WANTED_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough) + 1e-9);
  const roundStep = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.75) ?? 10) * power;
  const step = values.every(Number.isInteger) ? Math.max(1, roundStep) : roundStep;
  const first = Math.floor(lowest / step + 1e-9);
  const last = Math.ceil(highest / step - 1e-9);
  // Rounded to ten digits, so that labels show no floating-point errors.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const tick = Number(((first + index) * step).toPrecision(10));
    return tick === 0 ? 0 : tick;
  });
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks };
}

/** From the top: 0 is the highest tick, 100 the lowest. */
export const toY = ({ min, max }: Scale, value: number): number =>
  round(HEIGHT - ((value - min) / (max - min)) * HEIGHT);

/** Position of a point of a line, which goes from edge to edge; a single point is in the middle. */
export const toLineX = (index: number, count: number): number =>
  count === 1 ? WIDTH / 2 : round((index / (count - 1)) * WIDTH);

export const round = (value: number): number => Math.round(value * 10) / 10;

const MOST_LABELS = 4;

/** Which points have a label below: at most four, which fit on a phone, including the first and the last. */
export function chooseLabels(count: number): number[] {
  const labels = Math.min(count, MOST_LABELS);
  if (labels < 2) return labels === 1 ? [0] : [];
  return Array.from({ length: labels }, (_, index) => Math.round((index * (count - 1)) / (labels - 1)));
}

/** A line as SVG path; it breaks where there is no value, and a value without neighbours becomes a dot. */
export function toLine(values: readonly (number | null)[], scale: Scale): string {
  const isOpen = (index: number) => values[index] !== null && values[index] !== undefined;
  return values
    .map((value, index) => {
      if (value === null) return "";
      const place = `${toLineX(index, values.length)} ${toY(scale, value)}`;
      if (isOpen(index - 1)) return `L${place}`;
      return `M${place}${isOpen(index + 1) ? "" : "h.01"}`;
    })
    .join("");
}

/** A line that connects over missing values; empty for less than two values. */
export function toJoinedLine(values: readonly (number | null)[], scale: Scale): string {
  const places = values.flatMap((value, index) =>
    value === null ? [] : [`${toLineX(index, values.length)} ${toY(scale, value)}`],
  );
  return places.length < 2 ? "" : `M${places.join("L")}`;
}

/** The area under a line without gaps, down to zero. */
export function toArea(values: readonly number[], scale: Scale): string {
  if (values.length < 2) return "";
  const zero = toY(scale, 0);
  return `${toLine(values, scale)}L${WIDTH} ${zero}L0 ${zero}Z`;
}

/** The area between two lines without gaps. */
export function toBand(low: readonly number[], high: readonly number[], scale: Scale): string {
  if (low.length < 2) return "";
  const back = low.map((value, index) => `L${toLineX(index, low.length)} ${toY(scale, value)}`).reverse();
  return `${toLine(high, scale)}${back.join("")}Z`;
}
