import { failureTextsOf } from "~/features/billing/dunning/failure-texts";
import { boxTextsOf } from "~/features/bundles/storefront/texts/texts-of";
import { textsOf } from "~/features/customer-pages/portal-language";
import { mailTextsOf } from "~/features/mail/mail-texts";
import { noticeTextsOf } from "~/features/notice-settings/texts/texts-of";
import { referralTextsOf } from "~/features/referrals/offer-text";
import type { PortalLanguage } from "~db/schema/portal-settings";

/** Every text by its path; values filled in appear as ⟦0⟧, ⟦1⟧. Texts that depend on a count have a test of their own. */
function listTexts(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function")
    return /\.(every|afterMore|forOrders)$/.test(path)
      ? []
      : [
          [path, value("⟦0⟧", "⟦1⟧")],
          [`${path}()`, value("", "")],
        ];
  return Object.entries(value ?? {}).flatMap(([name, part]) => listTexts(part, `${path}.${name}`));
}

/** What customers read in a language. */
export const allTexts = (language: PortalLanguage) =>
  listTexts({
    portal: textsOf(language),
    mail: mailTextsOf(language),
    failures: failureTextsOf(language),
    referrals: referralTextsOf(language),
    box: boxTextsOf(language),
    notices: noticeTextsOf(language),
  });
