import { toNextVersion } from "~/access/settings-change.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { compareMoney, currencyDecimals, roundMoney } from "~/lib/money";
import { type FieldError, invalidRequest, notFound, ProblemError } from "~/lib/problem";
import { startOfDay } from "~/lib/shop-calendar.server";
import type { Queryable } from "~db/client.server";
import { isUniqueViolation } from "~db/errors";
import { inTransaction, type Transaction } from "~db/transaction.server";
import { type DiscountCode, toPlainDecimal } from "./discount-code";
import type {
  CreateDiscountCodeInput,
  DiscountCodeRules,
  UpdateDiscountCodeInput,
} from "./discount-code.schema";
import {
  findDiscountCodeByName,
  insertDiscountCode,
  listProductTitles,
  lockDiscountCode,
  updateDiscountCode,
} from "./discount-codes.repo.server";

type Shop = { id: number; timeZone: string; currencyCode: string };

export const discountCodeNotFound = () => notFound("There is no such discount code.");

/**
 * Creates a code on the merchant's list, active from its first day on.
 *
 * @throws ProblemError already_exists with the field `code`; invalid_request for products the shop does not have, and
 * for more decimals than the shop's currency has
 */
export async function createDiscountCode(
  shop: Shop,
  { code, ...rules }: CreateDiscountCodeInput,
  audit: Audit,
): Promise<DiscountCode> {
  const fields = toFields(shop, rules);
  await requireFit(shop, rules, 0);
  try {
    return await inTransaction((tx) =>
      addDiscountCode(tx, { ...fields, shopId: shop.id, code, isActive: true }, audit),
    );
  } catch (error) {
    if (!["discount_codes_code_key", "discount_codes_key_key"].some((key) => isUniqueViolation(error, key)))
      throw error;
    const present = await findDiscountCodeByName(shop.id, code);
    const isSame = present === null || present.code === code;
    const detail = `The code ${present?.code ?? code} already exists${isSame ? "" : ", and case does not count"}.`;
    throw new ProblemError("already_exists", detail, {
      errors: [{ pointer: "/code", code: "already_exists", detail }],
    });
  }
}

type NewCode = ReturnType<typeof toFields> & Pick<DiscountCode, "shopId" | "code" | "isActive">;

/** Inserts the code and its activity in the caller's transaction. */
async function addDiscountCode(tx: Transaction, row: NewCode, audit: Audit): Promise<DiscountCode> {
  const added = await insertDiscountCode(tx, { ...row, createdAt: audit.now, updatedAt: audit.now });
  await record(tx, added.shopId, "discount_code.created", { after: toRecorded(added) }, audit);
  return added;
}

/**
 * Changes the rules of a code; contracts that have it keep what they got. Nothing is written when no rule changes.
 *
 * @throws ProblemError not_found; stale_version when somebody saved after `version`; invalid_request as above, and
 * for fewer uses than there have been
 */
export function changeDiscountCode(
  shop: Shop,
  id: number,
  { version, ...rules }: UpdateDiscountCodeInput,
  audit: Audit,
): Promise<void> {
  return inTransaction(async (tx) => {
    const code = await getLocked(tx, shop.id, id);
    if (code.updatedAt.getTime() !== Date.parse(version))
      throw new ProblemError(
        "stale_version",
        "Someone else has changed this code in the meantime. Reload the page to see their version.",
      );
    await requireFit(shop, rules, code.uses, tx);
    await save(tx, code, "discount_code.changed", toFields(shop, rules), audit);
  });
}

/** Switches a code on or off. Off, it can no longer be applied; contracts that have it keep it. */
export function switchDiscountCode(
  shopId: number,
  id: number,
  isActive: boolean,
  audit: Audit,
): Promise<void> {
  return inTransaction(async (tx) => {
    const code = await getLocked(tx, shopId, id);
    const action = isActive ? "discount_code.switched_on" : "discount_code.switched_off";
    await save(tx, code, action, { isActive }, audit);
  });
}

async function getLocked(tx: Transaction, shopId: number, id: number): Promise<DiscountCode> {
  const code = await lockDiscountCode(tx, shopId, id);
  if (code?.origin !== "MERCHANT") throw discountCodeNotFound();
  return code;
}

async function save(
  tx: Transaction,
  code: DiscountCode,
  action: `discount_code.${string}`,
  fields: Partial<DiscountCode>,
  audit: Audit,
): Promise<void> {
  const change = toChange(toRecorded(code), toRecorded({ ...code, ...fields }));
  if (!change) return;
  const updatedAt = toNextVersion(code, audit.now);
  await updateDiscountCode(tx, code.shopId, code.id, { ...fields, updatedAt });
  await record(tx, code.shopId, action, withCode(code.code, change), audit);
}

const withCode = (code: string, change: { before: object; after: object }) => ({
  before: { code, ...change.before },
  after: { code, ...change.after },
});

const record = (
  tx: Queryable,
  shopId: number,
  action: `discount_code.${string}`,
  change: { before?: Record<string, unknown>; after: Record<string, unknown> },
  audit: Audit,
) => appendActivity(tx, { shopId, contractId: null, action, ...change }, audit);

const toRecorded = ({ code, valueType, value, productIds, startsAt, endsAt, ...rest }: DiscountCode) => ({
  code,
  valueType,
  value: toPlainDecimal(value),
  productIds,
  startsAt,
  endsAt,
  cycleLimit: rest.cycleLimit,
  useLimit: rest.useLimit,
  isOncePerCustomer: rest.isOncePerCustomer,
  isActive: rest.isActive,
});

/** The rules as they are stored: days become instants in the shop's time zone, the last day included. */
function toFields(shop: Shop, rules: DiscountCodeRules) {
  const { coverage, productIds, startsOn, endsOn, ...others } = rules;
  return {
    ...others,
    productIds: coverage === "PRODUCTS" ? productIds.toSorted((a, b) => a - b) : null,
    startsAt: startsOn === null ? null : startOfDay(startsOn, shop.timeZone, 0),
    endsAt: endsOn === null ? null : startOfDay(endsOn, shop.timeZone, 1),
  };
}

async function requireFit(
  shop: Shop,
  rules: DiscountCodeRules,
  uses: number,
  on?: Transaction,
): Promise<void> {
  const errors = await findUnfit(shop, rules, uses, on);
  if (errors.length > 0) throw invalidRequest(errors);
}

/** How a code's rules do not fit the shop's data. @param rules those that are valid by themselves */
export async function findUnfit(
  shop: Shop,
  rules: Partial<DiscountCodeRules>,
  uses = 0,
  on?: Transaction,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const refuse = (name: string, detail: string) =>
    errors.push({ pointer: `/${name}`, code: "invalid_value", detail });
  const { valueType, value, useLimit = null, productIds } = rules;
  const isAmount = valueType === "FIXED_AMOUNT" && value !== undefined;
  if (isAmount && compareMoney(roundMoney(value, shop.currencyCode), value) !== 0)
    refuse("value", `${shop.currencyCode} has at most ${currencyDecimals(shop.currencyCode)} decimals.`);
  if (useLimit !== null && useLimit < uses) refuse("useLimit", `It has been applied ${uses} times already.`);
  if (rules.coverage === "PRODUCTS" && productIds) {
    const known = new Set((await listProductTitles(shop.id, productIds, on)).map(({ id }) => id));
    const unknown = productIds.filter((id) => !known.has(id));
    if (unknown.length > 0) refuse("productIds", `The shop has no product ${unknown.join(", ")}.`);
  }
  return errors;
}
