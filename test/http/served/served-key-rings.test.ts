import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toPortalKey } from "~/access/key-ring.server";
import { seal, unseal } from "~/access/sealed-value.server";
import { db } from "~db/client.server";
import { secondFactors } from "~db/schema/shops";
import { stripeKeys } from "~db/schema/stripe";
import { webhookEndpoints } from "~db/schema/webhooks";
import { createTestShop, insertContract, NOW, type TestShop } from "../../support/data/factories";
import { type ServedApp, serveApp, stopServedApps } from "../../support/processes/served-app";
import { startReceiver, verify } from "../../support/processes/webhook-receiver";
import { resetDatabase } from "../../support/setup/database";

// In the middle of a change of keys: one process has been restarted with the new key first, the other has it second.
const oldKey = process.env.PORTAL_TOKEN_KEYS ?? "";
const newKey = randomBytes(32).toString("base64url");
const OLD_RING = `${oldKey} ${newKey}`;
const NEW_RING = `${newKey} ${oldKey}`;

let shop: TestShop;
let customerId: number;
let [before, after] = [] as ServedApp[];
beforeAll(async () => {
  await resetDatabase();
  shop = await createTestShop();
  customerId = (await insertContract(shop.id)).customerId;
  const serve = (ring: string) => serveApp({ PORTAL_TOKEN_KEYS: ring, WEBHOOKS_ALLOW_LOOPBACK: "true" });
  [before, after] = await Promise.all([serve(OLD_RING), serve(NEW_RING)]);
});
afterAll(stopServedApps);

async function ask(app: ServedApp | undefined, path: string, body?: object) {
  const response = await fetch(`${app?.origin}/api/external/v2/${path}`, {
    method: body ? "POST" : "GET",
    headers: { "X-API-Key": shop.writeKey, ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

test("while the key is changed, a portal link of each process opens at the other one", async () => {
  for (const [from, to] of [
    [before, after],
    [after, before],
  ]) {
    const { manageSubscriptionLink } = await ask(from, `manage-subscription-link?customerId=${customerId}`);
    const { pathname, search } = new URL(manageSubscriptionLink);
    expect((await fetch(`${to?.origin}${pathname}${search}`)).status).toBe(200);
  }
});

test("while the key is changed, each process signs webhooks with secrets that the other one sealed", async () => {
  const receiver = await startReceiver();
  for (const [from, to] of [
    [before, after],
    [after, before],
  ]) {
    const { id, secret } = await ask(from, "webhook-endpoints", { url: receiver.url, types: [] });
    expect(await ask(to, `webhook-endpoints/${id}/test`, {})).toMatchObject({ status: "DELIVERED" });
    const message = receiver.received.at(-1);
    if (!message) throw new Error("nothing came");
    verify(secret, message);
  }
});

const runReseal = (ring: string) =>
  promisify(execFile)(process.execPath, ["scripts/run.mjs", "scripts/commands/reseal.ts"], {
    env: { ...process.env, PORTAL_TOKEN_KEYS: ring },
  });

test("after `npm run reseal` nothing stored needs the old key; without a key that fits it fails and says of what", async () => {
  const ring = [toPortalKey(oldKey)];
  const sealedBy = ring[0]?.id ?? "";
  const sealKept = async (kept: object) => ({ sealed: await seal(kept, ring), sealedBy });
  const [gateway, secret] = [
    { secretKey: "sk_test_1", webhookSecret: "whsec_1" },
    { totpSecret: "JBSWY3DPEHPK3PXP" },
  ];
  await db.insert(stripeKeys).values({ shopId: shop.id, ...(await sealKept(gateway)), updatedAt: NOW });
  await db.insert(secondFactors).values({
    staffId: shop.staff.id,
    ...(await sealKept(secret)),
    createdAt: NOW,
    recoveryHashes: [],
  });

  const strange = randomBytes(32).toString("base64url");
  await expect(runReseal(strange)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      new RegExp(
        `shop ${shop.id}, keys of its gateway: .*\\n(.*\\n)*second factors of staff: .*failed for staff ${shop.staff.id}: .*the key that sealed`,
      ),
    ),
  });
  expect((await runReseal(NEW_RING)).stdout).toContain("is under the first key");

  const onlyNew = [toPortalKey(newKey)];
  const rows = await Promise.all(
    [stripeKeys, secondFactors, webhookEndpoints].map((table) =>
      db.select({ sealed: table.sealed }).from(table),
    ),
  );
  const opened = await Promise.all(rows.flat().map(({ sealed }) => unseal(sealed, onlyNew)));
  expect(opened.length).toBeGreaterThan(2);
  expect(opened).not.toContain(null);
  expect(opened).toEqual(expect.arrayContaining([gateway, secret]));
});
