import { and, desc, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { TEST_PAGE } from "~/features/billing/gateway/test/test-pages.repo.server";
import { answerBank, giveCard } from "~/features/billing/gateway/test/test-pages.service.server";
import { lookAtOrder } from "~/features/billing/hosted/hosted-order.service.server";
import {
  finishMethodUpdate,
  startMethodUpdate,
} from "~/features/billing/hosted/method-updates.service.server";
import { toDueDates } from "~/features/billing/settings/billing-day";
import { changeContract } from "~/features/contracts/change/contract-change.service.server";
import { contractStatus } from "~/features/contracts/operations/contract-status.server";
import { ProblemError } from "~/lib/problem";
import { db } from "~db/client.server";
import { billingAttempts } from "~db/schema/billing";
import { contractDiscounts } from "~db/schema/contracts";
import { methodUpdates } from "~db/schema/hosted-pages";
import { billingTries } from "~db/schema/orders";
import { testGatewayCharges, testGatewayPages } from "~db/schema/test-gateway";
import {
  type BilledContract,
  billedMonthly,
  billOrderNow,
  createLatch,
  createTestGatewayShop,
  DUE,
  findDisagreements,
  listOrdersOf,
  openWithFaults,
  runAt,
} from "../support/calls/billing";
import { listPlan, readContractRow } from "../support/data/contract-plan";
import { insertPaymentMethod, type TestShop, testAudit } from "../support/data/factories";
import { resetDatabase } from "../support/setup/database";

const HOUR_MS = 3_600_000;
const CONTRACTS = 3;
const which = fc.nat({ max: CONTRACTS - 1 });
const digits = fc.constantFrom(
  "3155",
  "4242",
  "0002",
  "9995",
  "0341",
  "0069",
  "3155",
  "0119",
  "9235",
  "5126",
  "3437",
);

/**
 * Events that may happen to a shop. Its clock is moved and a run follows, over a connection that may fail, in a process
 * that may die.
 */
const event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("run" as const),
      hours: fc.integer({ min: 1, max: 60 }),
      fault: fc.constantFrom(
        "none",
        "none",
        "lost request",
        "lost answer",
        "no looks",
        "busy",
        "dies before",
        "dies after",
      ),
    }),
  },
  fc.record({ kind: fc.constant("card" as const), which, digits }),
  fc.record({
    kind: fc.constant("status" as const),
    which,
    status: fc.constantFrom("PAUSED" as const, "ACTIVE" as const, "ACTIVE" as const, "CANCELLED" as const),
  }),
  fc.record({ kind: fc.constant("price" as const), which, price: fc.integer({ min: 0, max: 5000 }) }),
  fc.record({ kind: fc.constant("bill now" as const), which }),
  // A hosted page is answered, perhaps a closed one; the gateway reports this never, once or twice.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("bank" as const),
      page: fc.nat({ max: 3 }),
      agrees: fc.boolean(),
      repeats: fc.nat({ max: 2 }),
    }),
  },
  fc.record({ kind: fc.constant("card page" as const), which, digits, repeats: fc.nat({ max: 2 }) }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;
type Fault = Extract<Event, { kind: "run" }>["fault"];

beforeEach(resetDatabase);

const lost = () => Promise.reject(new Error("the line is cut"));

function openWith(fault: Fault, latch: ReturnType<typeof createLatch>) {
  return openWithFaults((gateway) => {
    switch (fault) {
      case "lost request":
        return { charge: lost };
      case "lost answer":
        return { charge: (...asked) => gateway.charge(...asked).then(lost) };
      case "no looks":
        return { charge: (...asked) => gateway.charge(...asked).then(lost), lookUp: lost };
      case "busy":
        return { charge: async () => ({ kind: "throttled", retryAfterMs: HOUR_MS }) };
      case "dies before":
        return { charge: (...asked) => latch.pass().then(() => gateway.charge(...asked)) };
      case "dies after":
        return {
          charge: async (...asked) => {
            const outcome = await gateway.charge(...asked);
            await latch.pass();
            return outcome;
          },
        };
      default:
        return {};
    }
  });
}

/** Carries out all of it, then twenty days without faults. @returns the final state of each contract */
async function live(cards: string[], events: Event[], inFlight: number): Promise<string[]> {
  const shop = await createTestGatewayShop();
  const contracts: BilledContract[] = [];
  for (const lastDigits of cards)
    contracts.push(
      await billedMonthly(shop, {
        lastDigits,
        billingInterval: "WEEK",
        deliveryInterval: "WEEK",
        discounts: [{ value: "10", recurringCycleLimit: 2 }],
      }),
    );
  let now = DUE;
  const dead: { latch: ReturnType<typeof createLatch>; run: Promise<unknown> }[] = [];
  const finishLate: (() => Promise<unknown>)[] = [];
  const stopped = watchStopped(contracts);
  const repeat = async (times: number, finish: () => Promise<unknown>) => {
    for (let time = 0; time < times; time++) await finish();
    if (times === 0) finishLate.push(finish);
  };
  const caller = () => ({ shop: shop.shop, customerId: null, audit: testAudit(now), receivedAt: now });
  for (const happened of events) {
    if (happened.kind === "run") {
      now = new Date(now.getTime() + happened.hours * HOUR_MS);
      await stopped.look(now);
      const latch = createLatch();
      const run = runAt(shop, now, { open: openWith(happened.fault, latch), inFlight });
      if (!happened.fault.startsWith("dies")) await run;
      // It waits at its latch while the others continue; or there was nothing to charge.
      else if ((await Promise.race([latch.reached, run.then(() => "over")])) !== "over")
        dead.push({ latch, run });
      continue;
    }
    if (happened.kind === "bank") {
      const page = (await listBankPages(shop.id)).at(happened.page);
      if (page?.ref) {
        const attemptId = Number(page.ref.slice("test-".length));
        await answerBank(shop.id, page.id, happened.agrees, now);
        await repeat(happened.repeats, () => lookAtOrder(shop.id, attemptId, now));
      }
      continue;
    }
    const contract = contracts[happened.which];
    if (!contract) continue;
    const contractId = contract.subscriptionContractId;
    const change = { action: "contract.changed", events: ["updated"] } as const;
    await (async () => {
      if (happened.kind === "card") {
        const paymentMethodId = await insertPaymentMethod(shop.id, contract.customerId, {
          lastDigits: happened.digits,
        });
        await changeContract({ ...caller(), contractId }, () => ({
          ...change,
          contract: { paymentMethodId },
        }));
      } else if (happened.kind === "price")
        await changeContract({ ...caller(), contractId }, ({ lines }) => ({
          ...change,
          lines: lines.map((line) => ({ ...line, currentPrice: (happened.price / 100).toFixed(2) })),
        }));
      else if (happened.kind === "card page") {
        const visitor = { ...caller(), customerId: contract.customerId, token: null };
        const started = await startMethodUpdate(visitor, [contractId]);
        const page = "url" in started ? new URL(started.url).searchParams.get(TEST_PAGE) : null;
        await giveCard(shop.id, page ?? "", happened.digits);
        const [update] = await db
          .select({ id: methodUpdates.id })
          .from(methodUpdates)
          .where(and(eq(methodUpdates.shopId, shop.id), eq(methodUpdates.page, page ?? "")));
        await repeat(happened.repeats, () => finishMethodUpdate(shop.id, update?.id ?? "", now));
      } else if (happened.kind === "status")
        await contractStatus.run(caller(), { contractId, status: happened.status });
      else {
        const [next] = await db
          .select({ id: billingAttempts.id })
          .from(billingAttempts)
          .where(
            and(
              eq(billingAttempts.contractId, contract.id),
              inArray(billingAttempts.status, ["QUEUED", "FAILURE", "ACTION_REQUIRED", "UNKNOWN"]),
            ),
          )
          .orderBy(billingAttempts.billingDate)
          .limit(1);
        stopped.forget(contract.id, now);
        if (next) await billOrderNow(caller(), next.id);
      }
    })().catch((error: unknown) => {
      // Whatever the state does not allow is refused, as for any caller.
      if (!(error instanceof ProblemError)) throw error;
    });
  }
  for (const { latch, run } of dead) {
    latch.open();
    await run;
  }
  for (const finish of finishLate) await finish();
  // Hours after the day's orders were charged: the last runs only look up and charge nothing.
  now = new Date(Math.ceil(now.getTime() / (24 * HOUR_MS)) * 24 * HOUR_MS + 12 * HOUR_MS);
  const runLater = (days: number, minutes = 0) =>
    runAt(shop, new Date(now.getTime() + days * 24 * HOUR_MS + minutes * 60_000), { inFlight });
  for (let day = 1; day <= 20; day++) await runLater(day);
  // What was charged on the last day may have to be looked up, twice.
  for (const minutes of [6, 80]) await runLater(20, minutes);
  await expectInOrder(shop, new Date(now.getTime() + 20 * 24 * HOUR_MS));
  expect(await stopped.listCharges(shop.id)).toEqual([]);
  const ends: string[] = [];
  for (const contract of contracts) {
    const { status, dunning } = await readContractRow(contract);
    ends.push(`${status} ${dunning} ${(await listPlan(contract)).join(", ")}`);
  }
  const made = await listOrdersOf(shop.id);
  return [
    ...ends,
    made
      .map(({ total }) => total)
      .sort()
      .join(", "),
  ];
}

/**
 * Charges at the instant of a run that were not to be made any more when it began: of a contract that was cancelled, or
 * with a card that had been replaced. A process that dies has its charge of that instant made later.
 */
function watchStopped(contracts: readonly BilledContract[]) {
  const methods = new Map<string, number>();
  let forbidden: { at: number; method: string; contractId: number }[] = [];
  return {
    async look(now: Date): Promise<void> {
      for (const contract of contracts) {
        const { status, paymentMethodId } = await readContractRow(contract);
        if (paymentMethodId) methods.set(paymentMethodId, contract.id);
        for (const [method, contractId] of methods)
          if (contractId === contract.id && (status === "CANCELLED" || method !== paymentMethodId))
            forbidden.push({ at: +now, method, contractId });
      }
    },
    /** Somebody has the contract charged at this instant, after the run. */
    forget(contractId: number, now: Date): void {
      forbidden = forbidden.filter((each) => each.contractId !== contractId || each.at !== +now);
    },
    async listCharges(shopId: number) {
      const made = await db.select().from(testGatewayCharges).where(eq(testGatewayCharges.shopId, shopId));
      return made.filter((charge) =>
        forbidden.some(({ at, method }) => at === +charge.at && method === charge.paymentMethodId),
      );
    },
  };
}

/** The bank's questions, open and closed ones, newest first. */
const listBankPages = (shopId: number) =>
  db
    .select()
    .from(testGatewayPages)
    .where(and(eq(testGatewayPages.shopId, shopId), eq(testGatewayPages.kind, "BANK")))
    .orderBy(desc(testGatewayPages.createdAt), desc(testGatewayPages.ref), desc(testGatewayPages.state));

async function expectInOrder(shop: TestShop, now: Date): Promise<void> {
  expect(await findDisagreements(shop.id)).toEqual([]);
  const [attempts, tries, made] = await Promise.all([
    db.select().from(billingAttempts).where(eq(billingAttempts.shopId, shop.id)),
    db.select().from(billingTries).where(eq(billingTries.shopId, shop.id)),
    listOrdersOf(shop.id),
  ]);
  const paid = attempts.filter(({ status }) => status === "SUCCESS");
  expect(made.map(({ attemptId }) => attemptId).sort()).toEqual(paid.map(({ id }) => id).sort());
  expect(attempts.filter(({ status }) => status === "PROCESSING" || status === "UNKNOWN")).toEqual([]);
  expect(tries.filter(({ state }) => ["REQUESTING", "PENDING", "UNKNOWN"].includes(state))).toEqual([]);
  for (const { id, attemptCount } of attempts) {
    const counted = tries.filter((each) => each.attemptId === id && each.state !== "REFUSED");
    expect(counted.length).toBe(attemptCount);
    expect(counted.filter(({ state }) => state === "PAID").length).toBeLessThanOrEqual(1);
  }
  // A discount for two orders was in two at most, and each use was counted.
  const rows = await db.select().from(contractDiscounts).where(eq(contractDiscounts.shopId, shop.id));
  for (const { id, usageCount } of rows) {
    const uses = made.filter(({ discounts }) => discounts.some((discount) => discount.id === id)).length;
    expect(uses).toBe(usageCount);
    expect(uses).toBeLessThanOrEqual(2);
  }
  // No page allows a paid order to be paid again.
  const paidRefs = new Set(made.map(({ gatewayRef }) => gatewayRef));
  const open = (await listBankPages(shop.id)).filter(({ state }) => state === "OPEN");
  expect(open.filter(({ ref }) => paidRefs.has(ref))).toEqual([]);
  // No order is lost: every due order was tried.
  const due = toDueDates(now, { timeZone: "UTC", hour: 9 });
  expect(
    attempts.filter(
      ({ status, billingDate }) => status === "QUEUED" && billingDate >= due.from && billingDate < due.before,
    ),
  ).toEqual([]);
}

test("whatever happens, and in whatever order: the gateway's books and our orders agree, none is charged twice, none is lost, and the same again ends the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(digits, digits, digits),
      fc.array(event, { minLength: 3, maxLength: 12 }),
      async (cards, events) => {
        await live(cards, events, 64);
        const ended = await live(cards, events, 1);
        // One after the other, as with a test clock, so there is no race.
        expect(await live(cards, events, 1)).toEqual(ended);
      },
    ),
    { numRuns: Number(process.env.LAW_RUNS ?? 2), endOnFailure: true },
  );
}, 600_000);
