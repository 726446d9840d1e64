import { randomUUID } from "node:crypto";
import { changeSettings } from "~/access/settings-change.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { DEFAULT_CANCEL_REASONS, isOwnReason } from "~/features/customer-pages/cancel-reasons";
import { textsOf } from "~/features/customer-pages/portal-language";
import { findDiscountCodeByName, listProductTitles } from "~/features/discounts/discount-codes.repo.server";
import type { PortalSettings } from "~/features/portal-settings/portal-settings";
import {
  readPortalSettings,
  savePortalSettings,
} from "~/features/portal-settings/portal-settings.repo.server";
import { type FieldError, invalidRequest } from "~/lib/problem";
import type { CancelReason, PortalTextOverrides } from "~db/schema/portal-settings";
import type { Transaction } from "~db/transaction.server";
import { toAttributeFields, toFieldName } from "./attribute-fields-form";
import type { PortalSettingsInput } from "./portal-settings-form";

/**
 * Saves a shop's portal settings and records the change; equal ones are not written.
 *
 * @throws ProblemError stale_version when somebody saved since the page was opened; invalid_request for a product or a
 *   discount code that the shop does not have
 */
export async function updatePortalSettings(
  shopId: number,
  input: PortalSettingsInput,
  audit: Audit,
): Promise<void> {
  await requireKnown(shopId, input);
  const read = (tx: Transaction) => readPortalSettings(shopId, tx);
  await changeSettings(
    shopId,
    { version: input.version, now: audit.now, read },
    async (tx, saved, updatedAt) => {
      const { updatedAt: _, ...before } = saved;
      const after = applySettings(before, input);
      const change = toChange(before, after);
      if (!change) return;
      await savePortalSettings(tx, shopId, { ...after, updatedAt });
      await appendActivity(
        tx,
        { shopId, contractId: null, action: "portal.settings_changed", ...change },
        audit,
      );
    },
  );
}

type Settings = Omit<PortalSettings, "updatedAt">;

/** Applies the form to the settings; the logo and texts in other languages than the form's stay. */
export function applySettings(before: Settings, input: PortalSettingsInput): Settings {
  const { wordsLanguage: language } = input;
  const own: PortalTextOverrides = Object.fromEntries(
    (["heading", "welcome", "cancelIntro", "help"] as const).flatMap((name) =>
      input[name] === "" ? [] : [[name, input[name]]],
    ),
  );
  const { [language]: _, ...others } = before.words;
  return {
    language: input.language,
    followsBrowser: input.followsBrowser,
    disabledActions: input.disabledActions,
    enabledActions: input.enabledActions,
    accentColor: input.accentColor,
    backgroundColor: input.backgroundColor,
    logo: before.logo,
    logoUrl: before.logoUrl,
    words: Object.keys(own).length > 0 ? { ...others, [language]: own } : others,
    cancelReasons: toReasons(before, input),
    addableProductIds: input.coverage === "ALL" ? null : input.productIds.toSorted((a, b) => a - b),
    attributeFields: toAttributeFields(before.attributeFields, input.attributeFields, language),
    shopAddress: input.shopAddress,
    lineChoice: input.lineChoice,
    forbidsSecondCode: input.forbidsSecondCode,
    singleUseLinks: input.singleUseLinks,
  };
}

/** null when they equal the portal's own list, text by text. */
function toReasons(before: Settings, { reasons, wordsLanguage }: PortalSettingsInput): CancelReason[] | null {
  const stored = new Map(
    (before.cancelReasons ?? DEFAULT_CANCEL_REASONS).map((reason) => [reason.id, reason]),
  );
  const texts = textsOf(wordsLanguage).cancel.reasons;
  const wanted = reasons.map(({ id, text, offer, code }): CancelReason => {
    const known = stored.get(id);
    const { [wordsLanguage]: _, ...others } = known?.words ?? {};
    const isOwnText = isOwnReason(id) && texts[id] === text;
    return {
      id: known?.id ?? randomUUID().slice(0, 8),
      words: isOwnText ? others : { ...others, [wordsLanguage]: text },
      offer,
      discountCode: code,
    };
  });
  const isDefault = wanted.length === 0 || JSON.stringify(wanted) === JSON.stringify(DEFAULT_CANCEL_REASONS);
  return isDefault ? null : wanted;
}

async function requireKnown(
  shopId: number,
  { coverage, productIds, reasons, attributeFields }: PortalSettingsInput,
) {
  const errors: FieldError[] = [];
  const named = [
    { pointer: "/productIds", ids: coverage === "PRODUCTS" ? productIds : [] },
    ...attributeFields.map(({ row, productIds: ids }) => ({
      pointer: `/${toFieldName(row, "products")}`,
      ids: ids ?? [],
    })),
  ];
  const wanted = [...new Set(named.flatMap(({ ids }) => ids))];
  const known = new Set(
    (wanted.length > 0 ? await listProductTitles(shopId, wanted) : []).map(({ id }) => id),
  );
  for (const { pointer, ids } of named) {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0)
      errors.push({
        pointer,
        code: "unknown_product",
        detail: `The shop has no product ${unknown.join(", ")}.`,
      });
  }
  for (const { row, code } of reasons)
    if (code !== null && !(await findDiscountCodeByName(shopId, code)))
      errors.push({
        pointer: `/reason-${row}-code`,
        code: "unknown_discount_code",
        detail: "There is no such discount code.",
      });
  if (errors.length > 0) throw invalidRequest(errors);
}
