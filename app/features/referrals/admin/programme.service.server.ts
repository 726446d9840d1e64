import { changeSettings } from "~/access/settings-change.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { listProductTitles } from "~/features/discounts/discount-codes.repo.server";
import { upsertProgramme } from "~/features/referrals/records/programme.repo.server";
import { findProgramme } from "~/features/referrals/records/referrals.repo.server";
import { applyProgramme, DEFAULT_PROGRAMME } from "~/features/referrals/rules/programme";
import type { ProgrammeInput } from "~/features/referrals/rules/programme.schema";
import { compareMoney, currencyDecimals, roundMoney } from "~/lib/money";
import { type FieldError, invalidRequest } from "~/lib/problem";
import type { Transaction } from "~db/transaction.server";

type Shop = { id: number; currencyCode: string };

/**
 * Saves the whole programme. Promises already made to friends and referrers stay as they are.
 *
 * @throws ProblemError stale_version; invalid_request for products the shop does not have and for more decimals than
 * its currency has
 */
export async function saveProgramme(shop: Shop, input: ProgrammeInput, audit: Audit): Promise<void> {
  await requireFit(shop, input);
  const read = async (tx: Transaction) => (await findProgramme(shop.id, tx)) ?? DEFAULT_PROGRAMME;
  await changeSettings(
    shop.id,
    { version: input.version, now: audit.now, read },
    async (tx, saved, updatedAt) => {
      const wanted = applyProgramme(saved, input);
      const { updatedAt: _, ...before } = saved;
      const change = toChange<Record<string, unknown>>(before, { ...before, ...wanted });
      // The first save is written even without a change: the row means that there is a programme.
      if (!change && saved.updatedAt) return;
      await upsertProgramme(tx, { ...wanted, shopId: shop.id, updatedAt });
      const entry = { shopId: shop.id, contractId: null, action: "referral_programme.changed" as const };
      await appendActivity(tx, { ...entry, ...change }, audit);
    },
  );
}

async function requireFit(shop: Shop, input: ProgrammeInput): Promise<void> {
  const errors = await findUnfit(shop, input);
  if (errors.length > 0) throw invalidRequest(errors);
}

/** Errors of a programme that does not fit the shop's data. @param input the fields that are valid by themselves */
export async function findUnfit(shop: Shop, input: Partial<ProgrammeInput>): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const refuse = (name: string, detail: string) =>
    errors.push({ pointer: `/${name}`, code: "invalid_value", detail });
  for (const who of ["friend", "referrer"] as const) {
    const value = input[`${who}Value`];
    const isAmount = input[`${who}ValueType`] === "FIXED_AMOUNT";
    if (isAmount && value !== undefined && compareMoney(roundMoney(value, shop.currencyCode), value) !== 0)
      refuse(
        `${who}Value`,
        `${shop.currencyCode} has at most ${currencyDecimals(shop.currencyCode)} decimals.`,
      );
  }
  const { coverage, productIds } = input;
  if (coverage === "PRODUCTS" && productIds) {
    const known = new Set((await listProductTitles(shop.id, productIds)).map(({ id }) => id));
    const unknown = productIds.filter((id) => !known.has(id));
    if (unknown.length > 0) refuse("productIds", `The shop has no product ${unknown.join(", ")}.`);
  }
  return errors;
}
