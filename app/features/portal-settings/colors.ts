/** Colours as stored in the settings: `#rrggbb`, lower case. */
type Rgb = [red: number, green: number, blue: number];

const toRgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance, 0 (black) to 1 (white). Source: WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = toRgb(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21. Source: WCAG 2.2. */
export function contrast(left: string, right: string): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The contrast that text must have (WCAG 2.2 AA, 1.4.3). */
export const TEXT_CONTRAST = 4.5;

export const mix = (from: string, to: string, share: number): string => {
  const end = toRgb(to);
  return toHex(toRgb(from).map((part, index) => part + ((end[index] ?? 0) - part) * share) as Rgb);
};

/** Black or white, whichever has more contrast on the colour: one of them always reaches 4.5. */
export const textOn = (color: string): string =>
  contrast(color, "#ffffff") >= contrast(color, "#000000") ? "#ffffff" : "#000000";

/**
 * The colour itself if it is readable on all the backgrounds, else the nearest readable one: darker on light
 * backgrounds, lighter on dark ones.
 */
export function toReadable(color: string, backgrounds: readonly string[]): string {
  const reads = (candidate: string) =>
    backgrounds.every((background) => contrast(candidate, background) >= TEXT_CONTRAST);
  const end = backgrounds.every((background) => luminance(background) > 0.179) ? "#000000" : "#ffffff";
  for (let step = 0; step < 100; step++) {
    const candidate = mix(color, end, step / 100);
    if (reads(candidate)) return candidate;
  }
  return end;
}
