import { createApiKey } from "~/access/api-key";
import { insertApiKey } from "~/access/api-keys.repo.server";
import { insertSession } from "~/access/sessions.repo.server";
import { topUpAttempts } from "~/features/order-schedule/billing-attempts.service.server";
import { createShop } from "~/features/shops/shops.service.server";
import { hashSessionToken, newSessionToken, toSessionCookie } from "~/http/callers/session-cookie.server";
import { client, db } from "~db/client.server";
import { makeOrdersDue } from "./billing-data";
import { measureBulkKinds } from "./bulk-kinds";
import { requireBundles } from "./bundle-data";
import { measureContentEdits } from "./content-edits";
import type { Access } from "./databases";
import { loadShop } from "./dataset";
import { measureEdits } from "./edit-cost";
import { prepareInsights } from "./insights-data";
import { measureTasks } from "./shops-at-rest";
import { fillShops } from "./shops-data";
import { measureSignIn } from "./sign-in-times";

/** Answers one question about the shop of the database in DATABASE_URL, to the parent that forked it. */
const [question, amount] = process.argv.slice(2);

const QUESTIONS = new Map<string, () => Promise<unknown>>([
  ["fill", fillShop],
  ["fill-shops", () => fillShops(Number(amount))],
  ["tasks", measureTasks],
  ["access", openAccess],
  ["edits", () => measureEdits(Number(amount))],
  ["content-edits", () => measureContentEdits(Number(amount))],
  ["bulk-kinds", measureBulkKinds],
  ["sign-in", () => measureSignIn(Number(amount))],
  ["contracts", listContracts],
  ["bundles", requireBundles],
  ["insights", prepareInsights],
  ["make-due", () => makeOrdersDue(Number(amount))],
]);

const answer = await QUESTIONS.get(question ?? "")?.();
process.send?.(JSON.stringify(answer ?? null));
await client.end();
process.disconnect?.();

async function fillShop(): Promise<void> {
  const { shop } = await createShop(
    {
      storeDomain: "bench.mystore.example",
      publicDomain: null,
      name: "Bench",
      timeZone: "UTC",
      currencyCode: "USD",
      gateway: "none",
      owner: { email: "owner@bench.example", name: "Owner", password: newSessionToken() },
    },
    { actor: { type: "system", name: "bench" }, requestId: null, now: new Date() },
  );
  await loadShop(process.env.DATABASE_URL ?? "", shop.id, Number(amount));
}

/** Contracts for single reads and edits: active, with planned orders, spread over the shop. */
async function listContracts(): Promise<number[]> {
  const [shop] = await client<
    { id: number; timeZone: string }[]
  >`select id, time_zone as "timeZone" from shops`;
  if (!shop) throw new Error("the database has no shop");
  const rows = await client<{ id: number; contractId: number }[]>`
    select id, subscription_contract_id as "contractId" from contracts
    where shop_id = ${shop.id} and status = 'ACTIVE' order by hashint8extended(id, 2) limit ${Number(amount)}`;
  await topUpAttempts(
    db,
    shop,
    rows.map(({ id }) => id),
    new Date(),
  );
  return rows.map(({ contractId }) => contractId);
}

async function openAccess(): Promise<Access> {
  const [shop] = await client<{ id: number; owner: number }[]>`
    select s.id, r.staff_id as owner from shops s join staff_roles r on r.shop_id = s.id and r.role = 'owner'`;
  if (!shop) throw new Error("the database has no shop");
  const now = new Date();
  // A shop has at most ten keys; those of earlier runs are lost.
  await client`delete from api_keys where shop_id = ${shop.id}`;
  const apiKey = await openKey(shop.id, now);
  const otherApiKey = await openKey(shop.id, now);
  const token = newSessionToken();
  await insertSession(db, {
    tokenHash: hashSessionToken(token),
    staffId: shop.owner,
    shopId: shop.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  });
  const setCookie = toSessionCookie(new Request("http://127.0.0.1"), token);
  return { shopId: shop.id, apiKey, otherApiKey, cookie: setCookie.split(";")[0] ?? "" };
}

async function openKey(shopId: number, now: Date): Promise<string> {
  const { key, hash, hint } = createApiKey(shopId);
  const row = {
    shopId,
    name: "bench",
    scope: "write" as const,
    hash,
    hint,
    createdAt: now,
    createdBy: "bench",
  };
  await insertApiKey(db, row);
  return key;
}
