import { toPlainDecimal } from "~/features/discounts/discount-code";
import type { PortalLanguage } from "~db/schema/portal-settings";
import type { referralProgrammes } from "~db/schema/referrals";
import type { ProgrammeInput } from "./programme.schema";

export type Programme = Omit<typeof referralProgrammes.$inferSelect, "shopId" | "updatedAt"> & {
  /** null: never saved. */
  updatedAt: Date | null;
};

/** Defaults of the form while the shop has no programme. */
export const DEFAULT_PROGRAMME: Programme = {
  isActive: false,
  friendValueType: "PERCENTAGE",
  friendValue: "10",
  friendProductIds: null,
  friendValidDays: 30,
  friendCycleLimit: 1,
  codeDelivery: "SHOW",
  referrerReward: "CODE",
  referrerValueType: "PERCENTAGE",
  referrerValue: "10",
  referrerValidDays: 90,
  words: {},
  updatedAt: null,
};

/** The programme as the form would save it: the texts of one language change, those of the others stay. */
export function applyProgramme(saved: Programme, input: ProgrammeInput): Omit<Programme, "updatedAt"> {
  const { wordsLanguage, headline, offer, share, coverage, productIds, version: _, ...rest } = input;
  const own = Object.fromEntries(
    Object.entries({ headline, offer, share }).filter(([, text]) => text !== ""),
  );
  const { [wordsLanguage]: __, ...others } = saved.words;
  return {
    ...rest,
    friendProductIds: coverage === "ALL" ? null : productIds,
    words: Object.keys(own).length > 0 ? { ...others, [wordsLanguage]: own } : others,
  };
}

const toText = (value: number | null): string => (value === null ? "" : String(value));

/** The programme as values of the form's fields. */
export function toProgrammeFields(programme: Programme, language: PortalLanguage): Record<string, string> {
  const texts = programme.words[language] ?? {};
  return {
    isActive: String(programme.isActive),
    friendValueType: programme.friendValueType,
    friendValue: toPlainDecimal(programme.friendValue),
    coverage: programme.friendProductIds ? "PRODUCTS" : "ALL",
    productIds: (programme.friendProductIds ?? []).join(","),
    friendValidDays: toText(programme.friendValidDays),
    friendCycleLimit: toText(programme.friendCycleLimit),
    codeDelivery: programme.codeDelivery,
    referrerReward: programme.referrerReward,
    referrerValueType: programme.referrerValueType,
    referrerValue: toPlainDecimal(programme.referrerValue),
    referrerValidDays: toText(programme.referrerValidDays),
    wordsLanguage: language,
    headline: texts.headline ?? "",
    offer: texts.offer ?? "",
    share: texts.share ?? "",
    version: programme.updatedAt?.toISOString() ?? "",
  };
}
