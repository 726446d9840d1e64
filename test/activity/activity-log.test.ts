import { expect, test } from "vitest";
import { z } from "zod";
import type { ActivityAction } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import { activityRecord } from "~/features/activity/activity-log";
import { listActivityLogs } from "~/features/activity/activity-log.endpoints.server";
import { createKey } from "~/features/api-keys/api-keys.service.server";
import { db } from "~db/client.server";
import { askJson } from "../support/calls/json-endpoints";
import { createTestShop, insertContract, NOW, testAudit } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";

const shop = shopOfEachTest();

async function ask(search = "") {
  const response = await askJson(listActivityLogs, `/x${search}`, { key: shop.readKey });
  return { status: response.status, body: await response.json(), link: response.headers.get("Link") ?? "" };
}
async function list(search = "") {
  const { status, body, link } = await ask(search);
  expect(status).toBe(200);
  return { entries: z.array(activityRecord.strict()).parse(body), link };
}
const actionsOf = async (search: string) => (await list(search)).entries.map(({ action }) => action);

test("lists what happened in the shop or to a contract, newest first, filtered by action, actor and time", async () => {
  const contract = await insertContract(shop.id);
  const foreign = await createTestShop();
  const at = (hours: number, actor = testAudit().actor) => ({
    ...testAudit(new Date(+NOW + hours * 3_600_000)),
    actor,
  });
  const write = (
    action: ActivityAction,
    audit: ReturnType<typeof at>,
    contractId: number | null = contract.id,
    shopId = shop.id,
  ) =>
    appendActivity(
      db,
      { shopId, contractId, action, before: { status: "ACTIVE" }, after: { status: "PAUSED" } },
      audit,
    );
  await write("contract.paused", at(1, { type: "customer", name: "Ada" }));
  await write("contract.resumed", at(2, { type: "staff", name: "Bob" }));
  await write("shop.settings_changed", at(3, { type: "staff", name: "Ada" }), null);
  await write("contract.paused", at(4), contract.id, foreign.id);
  const { entries } = await list("?from=2026-03-02T12:30:00Z");
  expect(entries.map(({ action }) => action)).toEqual([
    "shop.settings_changed",
    "contract.resumed",
    "contract.paused",
  ]);
  expect(entries[2]).toEqual({
    id: expect.any(Number),
    contractId: contract.subscriptionContractId,
    action: "contract.paused",
    actorType: "customer",
    actor: "Ada",
    before: { status: "ACTIVE" },
    after: { status: "PAUSED" },
    requestId: "test-request",
    bulkAutomationId: null,
    createdAt: "2026-03-02T13:00:00.000Z",
  });
  const id = contract.subscriptionContractId;
  expect(await actionsOf(`?contractId=${id}`)).toEqual(["contract.resumed", "contract.paused"]);
  expect(await actionsOf(`?entityId.equals=${id}`)).toEqual(["contract.resumed", "contract.paused"]);
  expect(await actionsOf("?actor=ada")).toEqual(["shop.settings_changed", "contract.paused"]);
  expect(await actionsOf("?actor=Staff")).toEqual(["shop.settings_changed", "contract.resumed"]);
  expect(await actionsOf("?action=contract.paused")).toEqual(["contract.paused"]);
  expect(await actionsOf("?to=2026-03-02T14:00:00Z&from=2026-03-02T13:30:00Z")).toEqual(["contract.resumed"]);
  expect(await actionsOf("?contractId=1")).toEqual([]);
  const page = await list("?size=1&page=1&from=2026-03-02T12:30:00Z");
  expect(page.entries.map(({ action }) => action)).toEqual(["contract.resumed"]);
  expect(page.link).toMatch(/page=0>; rel="prev", .*page=2>; rel="next"/);
  expect(page.link).not.toContain("last");
  // Beyond the end of a list that is not counted, the page before may be as empty.
  const beyond = await list("?size=1&page=2147483647");
  expect(beyond.entries).toEqual([]);
  expect(beyond.link).toMatch(/^<[^>]*page=0>; rel="first"$/);
});

test("every parameter that is wrong is named at once", async () => {
  const { status, body } = await ask(
    "?contractId=x&action=Pause&from=1&to=x&page=-1&size=0&entityId.equals=y",
  );
  expect(status).toBe(400);
  expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
    "action",
    "contractId",
    "entityId.equals",
    "from",
    "page",
    "size",
    "to",
  ]);
});

/** What a key for some areas reads of these entries of the shop itself. */
async function listRead(areas: readonly string[], actions: readonly ActivityAction[]) {
  const { key } = await createKey(shop.id, { name: "Limited", scope: "read", areas }, testAudit());
  const response = await askJson(listActivityLogs, "/x?to=2030-01-01T00:00:00Z", { key });
  expect(response.status).toBe(200);
  const entries = z.array(activityRecord.strict()).parse(await response.json());
  return actions.filter((action) => entries.some((entry) => entry.action === action));
}
const OF_AREAS: Record<string, readonly ActivityAction[]> = {
  "contracts:read": [
    "contract.noted",
    "bulk_automation.started",
    "import.completed",
    "customer.erased",
    "referral.invited",
  ],
  "bundles:read": ["bundle.created"],
  "webhooks:read": ["webhook.created"],
  "settings:read": [
    "billing.settings_changed",
    "discount_code.created",
    "notices.changed",
    "portal.settings_changed",
    "referral_programme.changed",
    "retention.changed",
    "selling_plan.created",
    "selling_plan_group.created",
    "shop.settings_changed",
  ],
};
const OF_NO_AREA: readonly ActivityAction[] = [
  "account.password_changed",
  "api_key.rotated",
  "staff.invited",
];

test("a key for some areas reads the shop's own entries of these areas; of accounts, staff and keys no key does", async () => {
  const all = [...Object.values(OF_AREAS).flat(), ...OF_NO_AREA];
  const after = { email: "ada@example.com" };
  for (const action of all)
    await appendActivity(db, { shopId: shop.id, contractId: null, action, after }, testAudit());
  expect(await listRead(["contracts:read"], all)).toEqual(OF_AREAS["contracts:read"]);
  for (const area of ["bundles:read", "webhooks:read", "settings:read"])
    expect(await listRead(["contracts:write", area], all)).toEqual([
      ...(OF_AREAS["contracts:read"] ?? []),
      ...(OF_AREAS[area] ?? []),
    ]);
  const entries = await actionsOf("?to=2030-01-01T00:00:00Z");
  expect(all.filter((action) => entries.includes(action))).toEqual(Object.values(OF_AREAS).flat());
  expect(await actionsOf("?action=staff.invited")).toEqual([]);
  expect(await actionsOf("?action=api_key.rotated")).toEqual([]);
});

test("an entry about something without a scope is refused by the compiler, and read by no key", async () => {
  // @ts-expect-error
  const action: ActivityAction = "secret_thing.created";
  await appendActivity(db, { shopId: shop.id, contractId: null, action, after: {} }, testAudit());
  expect(await actionsOf("?action=secret_thing.created")).toEqual([]);
});

test("whatever happened to a contract is read by a key for contracts alone", async () => {
  const { id: contractId } = await insertContract(shop.id);
  const actions = ["bundle.choices_changed", "discount_code.changed", "contract.paused"] as const;
  for (const action of actions)
    await appendActivity(db, { shopId: shop.id, contractId, action, after: {} }, testAudit());
  expect(await listRead(["contracts:read"], actions)).toEqual(actions);
});
