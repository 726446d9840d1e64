import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { taskAction } from "~/features/bulk-automations/admin/automation-pages.endpoints.server";
import { readBulkAutomation } from "~/features/bulk-automations/api/bulk-automations.endpoints.server";
import { createBulkAutomation } from "~/features/bulk-automations/api/new-automation.endpoints.server";
import type { AutomationRecord } from "~/features/bulk-automations/tasks/automation-record.server";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { bulkAutomations } from "~db/schema/bulk-automations";
import { ask, BULK_PATH } from "../support/calls/bulk-api";
import { askJson, sendJson } from "../support/calls/json-endpoints";
import { ask as askPage, pageRequest } from "../support/calls/pages";
import { readContractRow } from "../support/data/contract-plan";
import { inDaysAtNine, setShopClock } from "../support/data/days";
import { insertContract, signIn } from "../support/data/factories";
import { startPriceTask } from "../support/data/many/bulk";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";

const shop = shopOfEachTest({ gateway: "test" });
/** The shop's clock stands far ahead of the real one. */
const SHOPS_NOW = inDaysAtNine(60);

/** Started by the API, run by the worker, both by the real clock. */
async function change(kind: string, parameters: Record<string, unknown>): Promise<AutomationRecord> {
  const made = await askJson(createBulkAutomation, BULK_PATH, {
    method: "POST",
    key: shop.writeKey,
    ...sendJson({ kind, parameters, allSubscriptions: true }),
  });
  const { id } = await made.json();
  expect(await runJobs()).toEqual([]);
  return (await ask(readBulkAutomation, id, shop.writeKey)).json();
}

test("what a bulk change may do goes by the shop's test clock, when it ran by the real one", async () => {
  await setShopClock(shop.id, SHOPS_NOW);
  await insertContract(shop.id, { nextBillingDate: inDaysAtNine(62) });
  await insertContract(shop.id, { nextBillingDate: inDaysAtNine(80) });
  const begun = new Date();
  const record = await change("NEXT_DATE", { days: -3 });
  const ended = new Date();
  // The first one's new date would be over for the shop.
  expect(record).toMatchObject({ status: "COMPLETED", succeeded: 1, skipped: 1 });
  for (const at of [record.createdAt, record.startedAt, record.finishedAt]) {
    expect(new Date(at ?? 0).getTime()).toBeGreaterThanOrEqual(begun.getTime());
    expect(new Date(at ?? 0).getTime()).toBeLessThanOrEqual(ended.getTime());
  }
});

test("a contract that it reactivates goes on after the shop's present, and its history tells that time", async () => {
  await setShopClock(shop.id, SHOPS_NOW);
  const contract = await insertContract(shop.id, { status: "PAUSED", nextBillingDate: null });
  expect(await change("CONTRACT_STATUS", { status: "ACTIVE" })).toMatchObject({ succeeded: 1 });
  const { nextBillingDate } = await readContractRow(contract);
  expect(nextBillingDate?.getTime()).toBeGreaterThan(SHOPS_NOW.getTime());
  const entries = await db.select().from(activity).where(eq(activity.contractId, contract.id));
  expect(entries.map(({ createdAt }) => createdAt)).toEqual([SHOPS_NOW]);
});

test("one that starts later starts by the real clock, as the queue does", async () => {
  await setShopClock(shop.id, SHOPS_NOW);
  await insertContract(shop.id, { deliveryPrice: "3.00" });
  const cookie = await signIn(shop.id, shop.staff.id);
  const id = String(await startPriceTask(shop.id, "5", undefined, { isDraft: true }));
  expect(await runJobs()).toEqual([]);
  const startsAt = inDaysAtNine(2);
  const scheduled = await askPage(
    taskAction,
    pageRequest(`/admin/bulk-automations/${id}?intent=schedule`, {
      cookie,
      form: { startsAt: startsAt.toISOString().slice(0, 16) },
    }),
    { automationId: id },
  );
  expect(scheduled.status).toBe(303);
  const [task] = await db.select().from(bulkAutomations);
  expect(task).toMatchObject({ status: "SCHEDULED", startsAt });
});
