import { randomBytes } from "node:crypto";
import type { PrincipalShop } from "~/access/principal";
import { toPortalUrl } from "~/access/shop-origin";
import type { GivenMethod } from "~/features/billing/gateway/port/payment-gateway";
import type { Queryable } from "~db/client.server";
import { findRow, lockRow, updateRows } from "~db/rows.server";
import { testGatewayPages } from "~db/schema/test-gateway";

export type TestPage = typeof testGatewayPages.$inferSelect;

/** A parameter of the portal's own address: whatever forwards the portal forwards these pages as well. */
export const TEST_PAGE = "test-page";

export const toPageUrl = (shop: PrincipalShop, { id }: Pick<TestPage, "id">): string =>
  toPortalUrl(shop, { [TEST_PAGE]: id });

export const findPage = (on: Queryable, shopId: number, id: string): Promise<TestPage | null> =>
  findRow(on, testGatewayPages, { shopId, id });

export const lockPage = (tx: Queryable, shopId: number, id: string): Promise<TestPage | null> =>
  lockRow(tx, testGatewayPages, { shopId, id });

/** The page opened by the charge or update with this key. */
export const findPageOf = (on: Queryable, shopId: number, key: string): Promise<TestPage | null> =>
  findRow(on, testGatewayPages, { shopId, key });

/** The page with this key; created if there is none yet. */
export async function keepPage(
  on: Queryable,
  asked: Pick<TestPage, "shopId" | "kind" | "ref" | "backUrl" | "createdAt"> & { key: string },
): Promise<TestPage> {
  const id = randomBytes(16).toString("base64url");
  await on
    .insert(testGatewayPages)
    .values({ ...asked, id, state: "OPEN" })
    .onConflictDoNothing();
  const page = await findPageOf(on, asked.shopId, asked.key);
  if (!page) throw new Error("a page of the test gateway vanished");
  return page;
}

export const setPage = (
  tx: Queryable,
  { shopId, id }: Pick<TestPage, "shopId" | "id">,
  fields: Partial<Pick<TestPage, "state" | "lastDigits">>,
) => updateRows(tx, testGatewayPages, { shopId, id }, fields);

const YEARS_GOOD = 5;

/** The card that a customer has entered on the page. */
export const toGivenCard = ({ id, lastDigits, createdAt }: TestPage): GivenMethod => ({
  id: `test-card-${id}`,
  instrumentType: "CustomerCreditCard",
  brand: "visa",
  lastDigits,
  expiryMonth: 12,
  expiryYear: createdAt.getUTCFullYear() + YEARS_GOOD,
});
