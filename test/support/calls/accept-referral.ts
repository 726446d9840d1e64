import { eq } from "drizzle-orm";
import { action, loader } from "~/api/accept-referral";
import { PEER_ADDRESS_HEADER } from "~/http/request/internal-headers";
import { db } from "~db/client.server";
import { referrals } from "~db/schema/referrals";
import { createTestShop } from "../data/factories";
import { ACCEPT_PATH, insertProgramme, insertReferrer } from "../data/referrals";

export type Result = {
  id: number | null;
  message: string;
  discountCode: string | null;
  status: string;
  errors?: { pointer?: string; parameter?: string; code: string; detail: string }[];
};

/** A shop with a running programme, and the link of a referrer whose e-mail is Rita@example.com. */
export async function createReferringShop() {
  const shop = await createTestShop();
  await insertProgramme(shop.id);
  const { token, customerId: referrerId } = await insertReferrer(shop.id, { email: "Rita@example.com" });
  return { shop, token, referrerId };
}

let addresses = 0;
/** A new address for each call, by default. */
const newAddress = () => `10.${(++addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;

/** Accepts an offer by POST. */
export function send(
  body: unknown,
  { address = newAddress(), type = "application/json", method = "POST", query = "" } = {},
) {
  const request = new Request(`http://localhost${ACCEPT_PATH}${query}`, {
    method,
    headers: { "Content-Type": type, [PEER_ADDRESS_HEADER]: address },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return action({ request, params: {}, context: {} });
}

/** The same by GET. */
export function ask(query: string, { address = newAddress(), method = "GET" } = {}) {
  const request = new Request(`http://localhost${ACCEPT_PATH}?${query}`, {
    method,
    headers: { [PEER_ADDRESS_HEADER]: address },
  });
  return loader({ request, params: {}, context: {} });
}

export async function accept(token: string, email: string) {
  const response = await send({ token, email });
  return { status: response.status, result: (await response.json()) as Result };
}

export const readReferrals = (shopId: number) =>
  db.select().from(referrals).where(eq(referrals.shopId, shopId)).orderBy(referrals.id);
