import { parseCrontab } from "graphile-worker";
import { beforeEach, expect, test } from "vitest";
import { scheduleDraft } from "~/features/bulk-automations/tasks/automations.service.server";
import { insertSubscription } from "~/features/insights/digest/digest.repo.server";
import { saveNoticeSettings } from "~/features/notice-settings/notice-settings.repo.server";
import { crontab } from "~/jobs/tasks/tasks.server";
import type { TaskName } from "~/queue/task-payloads";
import { db } from "~db/client.server";
import { createTestShop, insertContract, insertCustomer, NOW, testAudit } from "../support/data/factories";
import { run, startPriceTask } from "../support/data/many/bulk";
import { runTask } from "../support/processes/jobs";
import { resetDatabase } from "../support/setup/database";
import { countStatements } from "../support/setup/statement-count";

/** They work shop by shop, each hour or each day: docs/scaling.md says what that costs. */
const SHOP_BY_SHOP = new Set(["top-up-shops", "warn-of-cards", "delete-old-events"]);

const schedule = parseCrontab(crontab).map(({ task }) => task as TaskName);

/** Each with what waits for a date or for somebody: orders, a digest, a scheduled bulk change, a preview of another. */
async function addShops(count: number): Promise<void> {
  for (let added = 0; added < count; added++) {
    const { id, staff } = await createTestShop({ gateway: "test" });
    await saveNoticeSettings(db, id, { mailKinds: ["upcoming_order"], smsKinds: [], upcomingDays: 3 }, NOW);
    const { id: customerId } = await insertCustomer(id);
    await insertContract(id, { customerId, nextBillingDate: new Date("2026-03-20T12:00:00Z") });
    await insertSubscription({ shopId: id, staffId: staff.id, since: NOW, origin: "https://a.example" });
    for (const price of ["5", "6"])
      await run(id, await startPriceTask(id, price, undefined, { isDraft: true }));
    await scheduleDraft(id, 1, testAudit(), new Date("2026-03-10T12:00:00Z"));
  }
}

/** Of each periodic task, when it finds nothing to do: earlier runs have done what there was. */
async function countAtRest(): Promise<Record<string, number>> {
  for (let round = 0; round < 2; round++) for (const name of schedule) await runTask(name, NOW);
  const counts: Record<string, number> = {};
  for (const name of schedule) counts[name] = (await countStatements(() => runTask(name, NOW))).statements;
  return counts;
}

beforeEach(resetDatabase);

test("a periodic task sends as many statements for a few shops with nothing to do as for more of them", async () => {
  await addShops(2);
  const few = await countAtRest();
  await addShops(5);
  const more = await countAtRest();
  const grown = schedule.filter((name) => (more[name] ?? 0) > (few[name] ?? 0));
  expect(new Set(grown)).toEqual(SHOP_BY_SHOP);
});
