import { and, eq, sql } from "drizzle-orm";
import { discountApplication } from "~/features/contracts/operations/discounts/apply-discount.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { acceptOffer } from "~/features/referrals/joining/acceptance.service.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { referrals } from "~db/schema/referrals";
import {
  type ContractOverrides,
  createTestShop,
  insertContract,
  insertCustomer,
  insertPaymentMethod,
  NOW,
  testAudit,
} from "./factories";
import { insertProgramme, insertReferrer } from "./referrals";

const FRIEND = "friend+hello@example.com";
export const address = (address1: string) => ({
  firstName: null,
  lastName: null,
  company: null,
  address1,
  address2: null,
  city: "Springfield",
  province: null,
  provinceCode: null,
  country: null,
  countryCode: "US",
  zip: "12345",
  phone: null,
});

export type ReferrerShop = Awaited<ReturnType<typeof createReferrerShop>>;
/** A shop with a running programme, and a referrer with an address and a payment method, `pm-referrer`. */
export async function createReferrerShop(overrides: Parameters<typeof createTestShop>[0] = {}) {
  const shop = await createTestShop(overrides);
  await insertProgramme(shop.id);
  const referrer = await insertReferrer(shop.id, { defaultAddress: address("1 Elm Street") });
  await insertPaymentMethod(shop.id, referrer.customerId, { id: "pm-referrer" });
  return { ...shop, referrer };
}

let tries = 0;
/** @returns the welcome code of a friend who accepts the referrer's offer */
export async function accept({ id: shopId, referrer }: ReferrerShop, email = FRIEND): Promise<string> {
  const outcome = await acceptOffer(
    { token: { token: referrer.token, shopId }, email },
    {
      receivedAt: NOW,
      requestId: "accept-request",
      clientAddress: `192.0.2.${++tries % 250}`,
      acceptLanguage: null,
      proxiedShopId: null,
    },
  );
  if (outcome.outcome !== "given") throw new Error(`not given: ${JSON.stringify(outcome)}`);
  return outcome.discountCode;
}

/** The friend as a customer of their own, with a contract that has upcoming orders. */
export async function insertFriend(shop: ReferrerShop, overrides: ContractOverrides = {}, email = FRIEND) {
  const customer = await insertCustomer(shop.id, { email });
  const paymentMethodId = await insertPaymentMethod(shop.id, customer.id);
  const contract = await insertContract(shop.id, {
    customerId: customer.id,
    paymentMethodId,
    deliveryAddress: address("2 Oak Street"),
    ...overrides,
  });
  await topUpAttempts(db, shop.shop, [contract.id], NOW);
  return contract;
}
export type Contract = Awaited<ReturnType<typeof insertFriend>>;

export const target = ({ shop }: ReferrerShop, contract: Contract) => ({
  shop,
  contractId: contract.subscriptionContractId,
  customerId: contract.customerId,
  audit: testAudit(),
});
export const apply = (shop: ReferrerShop, contract: Contract, discountCode: string) => {
  const place = target(shop, contract);
  return discountApplication.run(place, { ...place, discountCode });
};

export const readReferral = async () => (await db.select().from(referrals))[0];
/** Entries about referrals in the contract's history. */
export const listActions = async (shopId: number, contractId: number) =>
  (
    await db
      .select({ action: activity.action, contractId: activity.contractId })
      .from(activity)
      .where(and(eq(activity.shopId, shopId), sql`action like 'referral.%'`))
      .orderBy(activity.id)
  ).flatMap((row) => (row.contractId === contractId ? [row.action] : []));
