import { describe, expect, test } from "vitest";
import { recordOrderFailed } from "~/features/contracts/change/outcome/order-outcome.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { db } from "~db/client.server";
import { mails } from "~db/schema/mails";
import {
  type BilledContract,
  billedMonthly,
  callerAt,
  changePaymentMethod,
  DUE,
  daysAfterDue,
  findDisagreements,
  firstOrderOf,
  listOrdersOf,
  listTriesOf,
  runAt,
} from "../support/calls/billing";
import { listRecordedChanges, readContractRow } from "../support/data/contract-plan";
import { insertPaymentMethod } from "../support/data/factories";
import { shopOfEachTest } from "../support/data/shop-of-each-test";
import { runJobs } from "../support/processes/jobs";

const shop = shopOfEachTest({ gateway: "test" });

const RETRIES = [1, 3, 5, 7, 10, 14];
type Status = "ACTIVE" | "PAUSED" | "CANCELLED";

/** Changes at noon of a day, after that day's run. */
const setStatus = (contract: BilledContract, status: Status, day: number, customerId: number | null = null) =>
  contractStatus.run(
    { ...callerAt(shop, daysAfterDue(day, 3)), customerId },
    { contractId: contract.subscriptionContractId, status },
  );
async function runDays(from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day++) await runAt(shop, daysAfterDue(day));
}
const listTriedDays = async () =>
  (await listTriesOf(shop.id)).map(({ createdAt }) => (createdAt.getTime() - DUE.getTime()) / 86_400_000);

describe.each(["merchant", "customer"])("a contract in dunning that the %s pauses and resumes", (who) => {
  const by = ({ customerId }: BilledContract) => (who === "customer" ? customerId : null);
  const pause = (contract: BilledContract, day: number) => setStatus(contract, "PAUSED", day, by(contract));
  const resume = (contract: BilledContract, day: number) => setStatus(contract, "ACTIVE", day, by(contract));

  test.each([0, ...RETRIES.slice(0, -1)])(
    "after the try of day %i, before the next one: that comes on its day, and the contract is in dunning again",
    async (day) => {
      const contract = await billedMonthly(shop, { lastDigits: "0002" });
      await runDays(0, day);
      await pause(contract, day);
      expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED", dunning: false });
      await resume(contract, day);
      expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: true });
      await runDays(day + 1, 14);
      expect(await listTriedDays()).toEqual([0, ...RETRIES]);
      expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED", dunning: false });
    },
  );

  test("over some of the days of dunning: nothing is tried meanwhile, and the days that are left count", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0002" });
    await runDays(0, 1);
    await pause(contract, 1);
    await runDays(2, 8);
    expect(await listTriedDays()).toEqual([0, 1]);
    await resume(contract, 8);
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: true });
    expect(await firstOrderOf(contract)).toMatchObject({ nextStep: "TRY", nextStepAt: daysAfterDue(10) });
    await runDays(9, 14);
    expect(await listTriedDays()).toEqual([0, 1, 10, 14]);
    const { events } = await listRecordedChanges(contract);
    expect(events.map(({ type }) => type).filter((type) => type.startsWith("dunning"))).toEqual([
      "dunning.started",
      "dunning.ended",
      "dunning.started",
      "dunning.ended",
    ]);
  });

  test("for longer than dunning lasts: the order is given up on its last day, and is not charged later", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "9995" });
    await runDays(0, 0);
    await pause(contract, 0);
    await runDays(1, 20);
    expect(await firstOrderOf(contract)).toMatchObject({
      status: "FAILURE",
      attemptCount: 1,
      nextStep: null,
      givenUpAt: daysAfterDue(14),
    });
    expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED", dunning: false });
    await runJobs();
    expect(await db.select().from(mails)).toEqual([]);
    await resume(contract, 20);
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
    await runDays(21, 29);
    expect(await listTriedDays()).toEqual([0]);
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
  });

  test("while only the customer could act: the end comes on its day, as without the pause", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0069" });
    await runDays(0, 0);
    await pause(contract, 0);
    await runDays(1, 9);
    await resume(contract, 9);
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: true });
    await runDays(10, 14);
    expect(await readContractRow(contract)).toMatchObject({ status: "PAUSED", dunning: false });
    expect(await firstOrderOf(contract)).toMatchObject({ attemptCount: 1, givenUpAt: daysAfterDue(14) });
  });

  test("with another card given meanwhile: it pays on the next day of dunning, once", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0069" });
    await runDays(0, 0);
    await pause(contract, 0);
    const card = await insertPaymentMethod(shop.id, contract.customerId, { lastDigits: "4242" });
    await changePaymentMethod(shop, contract, card, daysAfterDue(1));
    await runDays(1, 2);
    expect(await listTriedDays()).toEqual([0]);
    await resume(contract, 2);
    await runDays(3, 14);
    expect(await listTriedDays()).toEqual([0, 3]);
    expect(await readContractRow(contract)).toMatchObject({ dunning: false, lastPaymentStatus: "SUCCEEDED" });
    expect(await listOrdersOf(shop.id)).toHaveLength(1);
    expect(await findDisagreements(shop.id)).toEqual([]);
  });

  test("when it is cancelled instead and begins again: the failed order is not tried any more", async () => {
    const contract = await billedMonthly(shop, { lastDigits: "0002" });
    await runDays(0, 0);
    await setStatus(contract, "CANCELLED", 0);
    expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", nextStep: null });
    await setStatus(contract, "ACTIVE", 0);
    expect(await readContractRow(contract)).toMatchObject({ status: "ACTIVE", dunning: false });
    await runDays(1, 14);
    expect(await listTriedDays()).toEqual([0]);
  });
});

test("an order that fails after its contract was paused is tried when that runs again; after a cancellation never", async () => {
  for (const [status, nextStep] of [
    ["PAUSED", "TRY"],
    ["CANCELLED", null],
  ] as const) {
    const contract = await billedMonthly(shop, { lastDigits: "5126" });
    await runDays(0, 0);
    await setStatus(contract, status, 0);
    const { id: attemptId } = await firstOrderOf(contract);
    await recordOrderFailed(
      { shop: shop.shop, attemptId, audit: callerAt(shop, daysAfterDue(0, 4)).audit },
      {
        errorCode: "CARD_DECLINED",
        errorMessage: "Declined",
        errorClass: "later",
        end: null,
        next: { step: "TRY", at: daysAfterDue(1) },
      },
    );
    expect(await firstOrderOf(contract)).toMatchObject({ status: "FAILURE", nextStep });
    await setStatus(contract, "ACTIVE", 0);
    expect(await readContractRow(contract)).toMatchObject({ dunning: nextStep !== null });
  }
});
