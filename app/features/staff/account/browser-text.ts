/** Names in a User-Agent, the most specific first: most browsers also claim to be others. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/.*Safari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const find = (table: [RegExp, string][], text: string) => table.find(([form]) => form.test(text))?.[1];

/** A readable name of a browser, from its User-Agent: “Chrome on Windows”. It may be forged. */
export function toBrowserText(userAgent: string | null): string {
  const browser = find(BROWSERS, userAgent ?? "");
  const system = find(SYSTEMS, userAgent ?? "");
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown browser";
}
