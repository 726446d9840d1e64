import { eq } from "drizzle-orm";
import { applyDiscount } from "~/features/contracts/operations/discounts/apply-discount.server";
import { db } from "~db/client.server";
import { discountCodes } from "~db/schema/discount-codes";
import { NOW, nextNumber, type TestShop } from "../data/factories";
import { type Answer, type Contract, send } from "./contract-calls";

/** A code of 10 percent that anybody may use without limit, by default. @returns the code */
export async function insertCode(
  shopId: number,
  overrides: Partial<typeof discountCodes.$inferInsert> = {},
): Promise<string> {
  const code = overrides.code ?? `CODE-${nextNumber()}`;
  await db.insert(discountCodes).values({
    valueType: "PERCENTAGE",
    value: "10",
    isOncePerCustomer: false,
    isActive: true,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
    shopId,
    code,
  });
  return code;
}

/** Applies a code as the merchant, or as the customer `by`. */
export const apply = (
  shop: TestShop,
  { subscriptionContractId: contractId }: Contract,
  discountCode: string,
  by?: number,
) => send(shop, applyDiscount, { contractId, discountCode }, { by });

/** 200, or the code of the refusal. */
export const outcome = ({ status, body }: Answer) => (status === 200 ? 200 : body.code);

export const readCode = async (code: string) =>
  (await db.select().from(discountCodes).where(eq(discountCodes.code, code)))[0];
