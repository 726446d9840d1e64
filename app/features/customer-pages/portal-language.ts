import { de } from "~/features/customer-pages/texts/de";
import { en } from "~/features/customer-pages/texts/en";
import { es } from "~/features/customer-pages/texts/es";
import { fr } from "~/features/customer-pages/texts/fr";
import { ja } from "~/features/customer-pages/texts/ja";
import type { PortalTexts } from "~/features/customer-pages/texts/portal-texts";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import type { PortalLanguage } from "~db/schema/portal-settings";

const TEXTS: Record<PortalLanguage, () => PortalTexts> = { en, de, fr, es, ja };

export const textsOf = (language: PortalLanguage): PortalTexts => TEXTS[language]();

/** The language of the texts, and the locale (language and perhaps region) that dates and amounts are written for. */
export type PortalLocale = { language: PortalLanguage; locale: string };

const isPortalLanguage = (language: string): language is PortalLanguage => Object.hasOwn(TEXTS, language);

/** `de-CH;q=0.8`: language, perhaps a script, perhaps a region, a weight. What is none is passed over. */
const RANGE =
  /^\s*([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-[\w-]+)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{1,3})?))?\s*$/i;

/**
 * The first language the browser wants and we have, if the shop lets browsers choose; else the shop's own. The
 * region counts for how dates and amounts are written, whenever the browser names one for the language we take.
 *
 * @param acceptLanguage the header (RFC 9110 §12.5.4); null = none came
 */
export function choosePortalLocale(
  settings: Pick<PortalSettings, "language" | "followsBrowser">,
  acceptLanguage: string | null,
): PortalLocale {
  const wanted = (acceptLanguage ?? "")
    .slice(0, 500)
    .split(",")
    .flatMap((part) => {
      const [, language = "", region, weight = "1"] = RANGE.exec(part) ?? [];
      const known = language.toLowerCase();
      return isPortalLanguage(known) && Number(weight) > 0
        ? [{ language: known, region, weight: Number(weight) }]
        : [];
    })
    // Stable: of equal weights the first counts.
    .sort((a, b) => b.weight - a.weight);
  const chosen = settings.followsBrowser
    ? wanted[0]
    : wanted.find(({ language }) => language === settings.language);
  const language = chosen?.language ?? settings.language;
  return { language, locale: chosen?.region ? `${language}-${chosen.region.toUpperCase()}` : language };
}
