import { randomBytes } from "node:crypto";
import { findPage } from "~/features/billing/gateway/test/test-pages.repo.server";
import { toStopUrl } from "~/features/notices/stop-link.server";
import { portalAction } from "~/features/portal/portal.pages.server";
import { createReferralToken } from "~/features/referrals/rules/referral-token";
import { db } from "~db/client.server";
import { insertCode } from "../calls/discounts";
import { pageRequest } from "../calls/pages";
import { customerToken } from "../calls/portal";
import type { TestShop } from "../data/factories";
import { insertReferrer } from "../data/referrals";
import { type Ids, makeIdsOfCustomer, UNKNOWN_IDS } from "./ids-of-a-shop";

/** @field also another contract that gets the new card, too @field code a discount code, by its name */
export type CustomerPageIds = Ids &
  Record<"token" | "also" | "code" | "testPage" | "back" | "friendToken" | "stopToken", string>;
export type CustomerPageKind = keyof CustomerPageIds;

/** Kinds that are also asked for with ids of another customer of the same shop; not those that are found by a secret alone. */
export const KINDS_OF_NEIGHBOUR: ReadonlySet<CustomerPageKind> = new Set([
  "contract",
  "line",
  "order",
  "discount",
  "paymentMethod",
  "also",
]);

/** A request for a page, as the shop's own storefront forwards it. */
export function storefrontRequest(
  { shop: { storeDomain } }: TestShop,
  path: string,
  form?: Record<string, string>,
): Request {
  const request = pageRequest(path, { form, at: `http://${storeDomain}` });
  request.headers.set("host", storeDomain);
  request.headers.set("accept-language", "en-US");
  return request;
}

/** Makes everything anew that a call may use up. The shop must have a referral programme and be on the test gateway. */
export async function makeCustomerPageIds(
  shop: TestShop,
  ofShop: Ids,
  customerId: number,
): Promise<CustomerPageIds> {
  const ids = { ...ofShop, ...(await makeIdsOfCustomer(shop, customerId)) };
  const token = await customerToken(shop, customerId);
  const search = new URLSearchParams({ token, intent: "new-card", contract: ids.contract });
  const request = storefrontRequest(shop, `/apps/memberships/cp?${search}`, {});
  const answer = await portalAction({ request, params: {}, context: {} });
  const testPage = new URL(answer.headers.get("Location") ?? "").searchParams.get("test-page") ?? "";
  const page = await findPage(db, shop.id, testPage);
  return {
    ...ids,
    token,
    also: ids.contract,
    code: await insertCode(shop.id),
    testPage,
    back: new URL(page?.backUrl ?? "").searchParams.get("back") ?? "",
    friendToken: (await insertReferrer(shop.id)).token,
    stopToken: (await toStopUrl(shop.shop, customerId)).split("/").at(-1) ?? "",
  };
}

/** @param shopId the shop for which links to nothing are made */
export const toUnknownIds = (shopId: number): CustomerPageIds => ({
  ...UNKNOWN_IDS,
  token: "no-such-token",
  also: UNKNOWN_IDS.contract,
  code: "NO-SUCH-CODE",
  testPage: randomBytes(16).toString("base64url"),
  back: randomBytes(16).toString("base64url"),
  friendToken: createReferralToken(shopId),
  stopToken: "no-such-token",
});
