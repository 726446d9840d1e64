import { DAY_MS } from "~/lib/days";
import { client } from "~db/client.server";
import type { SoakShop } from "./soak-shop";

const MERCHANT = "/api/external/v2";

export type SoakRequest = { kind: string; method: string; path: string; headers: Record<string, string> };

/** Share of each kind, of 100. */
const MIX: [kind: string, share: number][] = [
  ["list", 25],
  ["list, filtered", 8],
  ["contract", 20],
  ["orders to come", 10],
  ["edit", 20],
  ["order now", 3],
  ["portal link", 5],
  ["events", 4],
  ["admin page", 5],
];

/** Requests as a shop's clients, customers and staff send them, in a mix that is the same in every run. */
export async function createRequests(shop: SoakShop): Promise<() => SoakRequest> {
  const orders = createOrderSource(shop);
  await orders.refill();
  const wheel = MIX.flatMap(([kind, share]) => Array.from({ length: share }, () => kind));
  let asked = 0;
  let edits = 0;
  const withKey = { "X-API-Key": shop.writeKey };
  const contractAt = (at: number) => shop.edited[at % shop.edited.length];

  function toPath(kind: string): { path: string; method?: string; headers?: Record<string, string> } {
    const id = contractAt(asked * 7919);
    if (kind === "list")
      return { path: `${MERCHANT}/subscription-contract-details?size=20&page=${asked % 10}` };
    if (kind === "list, filtered")
      return {
        path: `${MERCHANT}/subscription-contract-details?size=20&status=ACTIVE&subscriptionContractId=${id}`,
      };
    if (kind === "contract") return { path: `${MERCHANT}/contract-raw-response?contractId=${id}` };
    if (kind === "orders to come")
      return { path: `${MERCHANT}/subscription-billing-attempts/top-orders?contractId=${id}` };
    if (kind === "portal link") return { path: `${MERCHANT}/manage-subscription-link/${shop.customerId}` };
    if (kind === "events") return { path: `${MERCHANT}/events?size=50` };
    if (kind === "admin page") return { path: "/admin/contracts", headers: { Cookie: shop.cookie } };
    const order = kind === "order now" ? orders.next() : undefined;
    if (order)
      return { path: `${MERCHANT}/subscription-billing-attempts/attempt-billing/${order}`, method: "PUT" };
    const date = new Date(Date.now() + (10 + (edits % 60)) * DAY_MS).toISOString();
    const edited = contractAt(edits++);
    return {
      path: `${MERCHANT}/subscription-contracts-update-billing-date?contractId=${edited}&nextBillingDate=${date}`,
      method: "PUT",
    };
  }

  return () => {
    // A step that shares no factor with 100 walks through the whole mix evenly.
    const kind = wheel[(asked++ * 37) % wheel.length] ?? "list";
    return { kind, method: "GET", headers: withKey, ...toPath(kind) };
  };
}

/** Uncharged orders of the contracts reserved for this; each is requested once. */
function createOrderSource(shop: SoakShop) {
  let waiting: number[] = [];
  const asked = new Set<number>();
  let isRefilling = false;
  async function refill(): Promise<void> {
    isRefilling = true;
    const rows = await client<{ id: number }[]>`
      select min(id) as id from billing_attempts
      where shop_id = ${shop.id} and contract_id = any(${shop.ordered}) and status = 'QUEUED'
      group by contract_id order by min(billing_date), 1`;
    // If answers take long, some requested orders are not charged yet: another request would be a conflict.
    waiting = rows.map(({ id }) => id).filter((id) => !asked.has(id));
    isRefilling = false;
  }
  return {
    refill,
    /** @returns undefined while further ones are looked up */
    next(): number | undefined {
      const order = waiting.shift();
      if (order !== undefined) asked.add(order);
      else if (!isRefilling) void refill();
      return order;
    },
  };
}
