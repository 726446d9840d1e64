import { contrast, mix, TEXT_CONTRAST, textOn, toReadable } from "~/features/portal-settings/colors";

/** Fixed colours of the light scheme; the merchant's colours must contrast with them. */
const LIGHT = { card: "#ffffff", ink: "#1c2024", muted: "#596069", line: "#80868f", bad: "#a8221f" };
const DARK = {
  ground: "#121416",
  card: "#1c1f23",
  ink: "#eceef0",
  muted: "#a4abb3",
  line: "#7a828b",
  bad: "#ff9a92",
};

type Colors = { accentColor: string; backgroundColor: string };

/** Whether the background is light enough for all text on it, including the palest. */
export const isReadableGround = (backgroundColor: string): boolean =>
  contrast(LIGHT.muted, backgroundColor) >= TEXT_CONTRAST;

/** The accent is the colour of links, on cards and on the background. */
export const isReadableAccent = ({ accentColor, backgroundColor }: Colors): boolean =>
  [LIGHT.card, backgroundColor].every((ground) => contrast(accentColor, ground) >= TEXT_CONTRAST);

/** The nearest colours that pass. */
export const toReadableColors = ({ accentColor, backgroundColor }: Colors): Colors => {
  let ground = backgroundColor;
  for (let step = 0; !isReadableGround(ground) && step <= 100; step++)
    ground = mix(backgroundColor, "#ffffff", step / 100);
  return { backgroundColor: ground, accentColor: toReadable(accentColor, [LIGHT.card, ground]) };
};

const toVariables = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** Some 60 µs of arithmetic a page, for colours that hardly ever change. */
const kept = new Map<string, string>();
const MAX_KEPT = 500;

/**
 * The merchant's colours as custom properties, light and dark. In the dark scheme the accent is lightened until it is
 * readable, and the background is slightly tinted with it.
 */
export function toThemeStyles(colors: Colors): string {
  const key = `${colors.accentColor} ${colors.backgroundColor}`;
  const styles = kept.get(key) ?? makeThemeStyles(colors);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(key, styles);
  return styles;
}

function makeThemeStyles({ accentColor, backgroundColor }: Colors): string {
  const darkGround = mix(DARK.ground, accentColor, 0.04);
  const darkAccent = toReadable(accentColor, [DARK.card, darkGround]);
  const light = {
    ground: backgroundColor,
    ...LIGHT,
    edge: mix(backgroundColor, LIGHT.ink, 0.1),
    accent: accentColor,
    "on-accent": textOn(accentColor),
    soft: mix(LIGHT.card, accentColor, 0.1),
  };
  const dark = {
    ...DARK,
    ground: darkGround,
    edge: mix(darkGround, DARK.ink, 0.14),
    accent: darkAccent,
    "on-accent": textOn(darkAccent),
    soft: mix(DARK.card, darkAccent, 0.16),
  };
  return `:root{${toVariables(light)}}@media(prefers-color-scheme:dark){:root{${toVariables(dark)}}}`;
}
