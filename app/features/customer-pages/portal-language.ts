import * as languages from "~/features/customer-pages/texts/languages";
import type { PortalTexts } from "~/features/customer-pages/texts/portal-texts";
import { toPortalLanguage, withRegion } from "~/features/portal-settings/portal-languages";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import { toTextsOf } from "~/lib/languages/texts-of";
import type { PortalLanguage } from "~db/schema/portal-settings";

export const textsOf = toTextsOf<PortalLanguage, PortalTexts>(languages);

/** The language of the texts, and the locale (language and perhaps region) for dates and amounts. */
export type PortalLocale = { language: PortalLanguage; locale: string };

/** `de-CH;q=0.8`: language, optional script, optional region, weight. Anything else is ignored. */
const RANGE =
  /^\s*([a-z]{2,3}(?:-[a-z]{4})?(?:-([a-z]{2}))?)(?:-[\w-]+)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{1,3})?))?\s*$/i;

/**
 * Our languages that a browser accepts, most wanted first. @param acceptLanguage the header (RFC 9110 §12.5.4); null =
 * missing
 */
export const listWantedLanguages = (
  acceptLanguage: string | null,
): { language: PortalLanguage; region: string | undefined }[] =>
  (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .flatMap((part) => {
      const [, tag, region, weight = "1"] = RANGE.exec(part) ?? [];
      const language = tag ? toPortalLanguage(tag) : null;
      return language && Number(weight) > 0 ? [{ language, region, weight: Number(weight) }] : [];
    })
    // The sort is stable: of equal weights the first counts.
    .sort((a, b) => b.weight - a.weight);

/**
 * The browser's most wanted language that we have, if the shop lets browsers choose; else the shop's own. If the
 * browser names a region for that language, dates and amounts are formatted for the region.
 *
 * @param acceptLanguage as above
 */
export function choosePortalLocale(
  settings: Pick<PortalSettings, "language" | "followsBrowser">,
  acceptLanguage: string | null,
): PortalLocale {
  const wanted = listWantedLanguages(acceptLanguage);
  const chosen = settings.followsBrowser
    ? wanted[0]
    : wanted.find(({ language }) => language === settings.language);
  const language = chosen?.language ?? settings.language;
  return { language, locale: chosen?.region ? withRegion(language, chosen.region) : language };
}
