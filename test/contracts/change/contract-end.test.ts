import { expect, test } from "vitest";
import { recordOrderFailed } from "~/features/contracts/change/outcome/order-outcome.service.server";
import { enqueue } from "~/queue/enqueue.server";
import { db } from "~db/client.server";
import { listPlan, listRecordedChanges, readContractRow } from "../../support/data/contract-plan";
import {
  at,
  type Contract,
  FAILED,
  fail,
  monthly,
  orderOf,
  pay,
  setStatus,
} from "../../support/data/monthly-contract";
import { shopOfEachTest } from "../../support/data/shop-of-each-test";
import { runJobs } from "../../support/processes/jobs";

const shop = shopOfEachTest();

const END = at("2026-04-15T21:59:59.999Z");
const BEFORE = at("2026-04-15T21:07:00Z");
const AFTER = at("2026-04-15T22:07:00Z");

/** The hourly job, as of an instant. */
async function sweep(now: Date): Promise<void> {
  await enqueue(db, "top-up-shops", {});
  expect(await runJobs(() => now)).toEqual([]);
}
const statusOf = async (contract: Contract) => (await readContractRow(contract)).status;

test("a contract with an end date runs until then, and has ended afterwards", async () => {
  const contract = await monthly(shop, { endsAt: END });
  await pay(shop, contract);
  await sweep(BEFORE);
  expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", nextBillingDate: null });
  await sweep(AFTER);
  expect(await readContractRow(contract)).toMatchObject({
    status: "EXPIRED",
    endsAt: END,
    nextBillingDate: null,
    scheduleAnchor: at("2026-03-31T07:00:00Z"),
  });
  const { events, activity } = await listRecordedChanges(contract);
  expect(events.at(-1)).toMatchObject({ type: "expired", createdAt: AFTER });
  expect(activity.at(-1)).toMatchObject({
    action: "contract.expired",
    before: { status: "ACTIVE" },
    after: { status: "EXPIRED" },
  });
  await sweep(AFTER);
  expect((await listRecordedChanges(contract)).events).toHaveLength(events.length);
});

test("a paused contract ends with its end date, too: its parked orders are called off", async () => {
  const contract = await monthly(shop, { endsAt: END });
  await setStatus(shop, contract, "PAUSED");
  await sweep(AFTER);
  expect(await statusOf(contract)).toBe("EXPIRED");
  expect(await listPlan(contract)).toEqual(["CANCELLED 2026-03-31T07:00"]);
  await expect(setStatus(shop, contract, "ACTIVE")).rejects.toMatchObject({ code: "conflict" });
});

test("it ends only once its last order is paid or given up", async () => {
  const due = await monthly(shop, { endsAt: END });
  const failing = await monthly(shop, { endsAt: END });
  await fail(shop, failing, { next: { step: "END", at: at("2026-04-20T07:00:00Z") } });
  await sweep(AFTER);
  expect([await statusOf(due), await statusOf(failing)]).toEqual(["ACTIVE", "ACTIVE"]);
  await pay(shop, due);
  await recordOrderFailed(await orderOf(shop, failing), { ...FAILED, end: "skip", isTry: false });
  await sweep(AFTER);
  expect([await statusOf(due), await statusOf(failing)]).toEqual(["EXPIRED", "EXPIRED"]);
});

test("contracts without an end date, and ones that were given up before it, stay as they are", async () => {
  const running = await monthly(shop);
  const failed = await monthly(shop, { endsAt: END });
  await fail(shop, failed, { end: "fail" });
  await sweep(AFTER);
  expect([await statusOf(running), await statusOf(failed)]).toEqual(["ACTIVE", "FAILED"]);
});
