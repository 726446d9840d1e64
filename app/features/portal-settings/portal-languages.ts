import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import { isolated } from "~/lib/languages/wording";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** Which of our languages speaks to whom a tag names another: their script or country decides where we have two. */
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

/** Our language's tag with a country, for dates and amounts: `zh-Hant-HK`, `pt-AO`. */
export const withRegion = (language: PortalLanguage, region: string): string =>
  `${language.replace(/-[A-Z]{2}$/, "")}-${region.toUpperCase()}`;

/**
 * What a shop writes to a customer in: the language they read the portal in, where that follows their browser; else the
 * shop's own.
 *
 * @param known null: not known
 */
export const toWrittenLanguage = (
  { language, followsBrowser }: Pick<PortalSettings, "language" | "followsBrowser">,
  known: PortalLanguage | null,
): PortalLanguage => (followsBrowser && known) || language;

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set<PortalLanguage>(["ar"]);

/** The way a page or a mail in the language runs. */
export const directionOf = (language: string): "ltr" | "rtl" => (RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr");

/**
 * A name from elsewhere ("#1001", "Visa •••• 4242") within a sentence of ours: where that runs from right to left, the name
 * stays as it is.
 */
export const nameIn = (language: string, name: string): string =>
  directionOf(language) === "rtl" ? isolated(name) : name;
