import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** The one accent. Shade 7 (light) and 6 (dark) carry white text at 4.8:1 or better; 4 is the link colour in the dark. */
const evergreen: MantineColorsTuple = [
  "#eefaf5",
  "#d8f1e6",
  "#b0e3cd",
  "#82d1b0",
  "#55bb93",
  "#36a37b",
  "#23805f",
  "#1a6f52",
  "#165a44",
  "#0f4434",
];

/** Cooler than Mantine's own dark: 0 text, 2 secondary text, 4 borders, 6 raised surfaces, 7 page. */
const dark: MantineColorsTuple = [
  "#e6e8eb",
  "#c1c5ca",
  "#a0a6ae",
  "#7d858e",
  "#3a4048",
  "#2c3138",
  "#1f2328",
  "#16191d",
  "#111417",
  "#0c0e10",
];

/** Mantine's own red carries white text at 3.3:1; shades 6 and 7 of this one at 5.1:1 and more. */
const red: MantineColorsTuple = [
  "#fef2f1",
  "#fde3e1",
  "#fbc9c5",
  "#f8a39c",
  "#f1776d",
  "#e24c40",
  "#cd3226",
  "#b42318",
  "#921d14",
  "#781a13",
];

const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

/** Spacing keeps to multiples of 4 px; text is 14 px in the admin. */
export const theme = createTheme({
  colors: { evergreen, dark, red },
  primaryColor: "evergreen",
  primaryShade: { light: 7, dark: 6 },
  black: "#1b1f24",
  fontFamily: systemFonts,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "DejaVu Sans Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "16px", xl: "20px" },
  lineHeights: { xs: "1.35", sm: "1.45", md: "1.45", lg: "1.5", xl: "1.4" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  defaultRadius: "sm",
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "22px", lineHeight: "32px" },
      h2: { fontSize: "16px", lineHeight: "24px" },
      h3: { fontSize: "14px", lineHeight: "20px" },
    },
  },
  components: {
    InputWrapper: { styles: { label: { marginBottom: "4px" }, description: { marginBottom: "4px" } } },
  },
  cursorType: "pointer",
  respectReducedMotion: true,
});

/** For app/ui/styles/theme.css. Mantine's grey and red texts miss 4.5:1 on white (3.3:1); these do not, in either scheme. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#5a626b",
    "--mantine-color-placeholder": "#6b737c",
    "--mantine-color-error": "#b42318",
    "--mantine-color-default-border": "#cfd4da",
    "--mantine-color-disabled-color": "#6b737c",
    "--pn-page": "#f7f8f9",
    "--pn-surface": "#ffffff",
    "--pn-line": "#e4e7ea",
    "--pn-hover": "#eef0f2",
    "--pn-accent-soft": "#e3f4ec",
    "--pn-accent-text": "#165a44",
  },
  dark: {
    "--mantine-color-dimmed": "#a0a6ae",
    "--mantine-color-placeholder": "#8d959e",
    "--mantine-color-error": "#ff9a8f",
    "--mantine-color-disabled-color": "#8d959e",
    "--pn-page": "#16191d",
    "--pn-surface": "#1c2025",
    "--pn-line": "#2f353c",
    "--pn-hover": "#272c32",
    "--pn-accent-soft": "#1d3a30",
    "--pn-accent-text": "#9fe0c4",
  },
});
