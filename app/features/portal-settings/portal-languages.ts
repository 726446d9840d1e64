import { isolated } from "~/lib/languages/wording";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import type { PortalLanguage } from "~db/schema/portal-settings";
import type { PortalSettings } from "./portal-settings";

/** The one of our variants of a language that fits a tag best, by script or country. */
const NEAREST: Record<string, (tag: Intl.Locale) => string> = {
  no: () => "nb",
  nn: () => "nb",
  pt: ({ region }) => (region === "BR" ? "pt-BR" : "pt-PT"),
  zh: ({ script }) => `zh-${script}`,
};

/**
 * Our language for a BCP 47 tag (`pt-AO` is pt-PT, `zh-HK` zh-Hant, `nn` nb); null where we have none.
 *
 * @param tag well-formed
 */
export function toPortalLanguage(tag: string): PortalLanguage | null {
  const full = new Intl.Locale(tag).maximize();
  const wanted = NEAREST[full.language]?.(full) ?? full.language;
  return PORTAL_LANGUAGES.find((known) => known === wanted) ?? null;
}

/** Our language's tag with a country, for formatting dates and amounts: `zh-Hant-HK`, `pt-AO`. */
export const withRegion = (language: PortalLanguage, region: string): string =>
  `${language.replace(/-[A-Z]{2}$/, "")}-${region.toUpperCase()}`;

/**
 * The language of messages to a customer: the one they read the portal in, if it follows their browser; else the shop's
 * own.
 *
 * @param known null: unknown
 */
export const toWrittenLanguage = (
  { language, followsBrowser }: Pick<PortalSettings, "language" | "followsBrowser">,
  known: PortalLanguage | null,
): PortalLanguage => (followsBrowser && known) || language;

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set<PortalLanguage>(["ar"]);

/** Writing direction of the language. */
export const directionOf = (language: string): "ltr" | "rtl" => (RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr");

/**
 * A name ("#1001", "Visa •••• 4242") within a sentence: in a right-to-left language it is isolated, so that it keeps
 * its own direction.
 */
export const nameIn = (language: string, name: string): string =>
  directionOf(language) === "rtl" ? isolated(name) : name;
