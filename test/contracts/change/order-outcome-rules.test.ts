import { describe, expect, test } from "vitest";
import type { ContractState } from "~/features/contracts/change/contract-change";
import { recordFailed, recordPaid, recordUndecided } from "~/features/contracts/change/outcome/order-outcome";
import { aLine, anAttempt, aState, at, CLOCK, NOW } from "../../support/data/contract-state";

const ORDER = { orderId: 77, orderName: "#77" };
const conflict = expect.objectContaining({ code: "conflict" });
const aDiscount = (id: string, more: Partial<ContractState["discounts"][number]> = {}) =>
  ({
    id,
    title: id,
    valueType: "FIXED_AMOUNT",
    value: "1",
    lineIds: null,
    recurringCycleLimit: null,
    usageCount: 0,
    ...more,
  }) as unknown as ContractState["discounts"][number];

/** When the first order is due: one that is paid before counts from its payment on. */
const DUE = { ...CLOCK, now: at("2026-01-20") };

describe("an order paid", () => {
  test("the order is kept with what the platform told, and the next one is the contract's next date", () => {
    const state = aState({ contract: { orderNote: "Ring twice" }, lines: [aLine("a")] });
    expect(recordPaid(state, 1, { ...ORDER, orderAmount: "9.50" }, DUE, [])).toMatchObject({
      action: "contract.order_paid",
      events: ["billing-success", { type: "order.paid" }],
      contract: {
        lastPaymentStatus: "SUCCEEDED",
        dunning: false,
        nextBillingDate: at("2026-02-20"),
        scheduleAnchor: at("2025-11-20"),
      },
      lines: [aLine("a")],
      discounts: [],
      attempts: [
        {
          id: 1,
          status: "SUCCESS",
          ...ORDER,
          orderAmount: "9.50",
          orderNote: "Ring twice",
          attemptCount: 1,
          attemptTime: DUE.now,
          completedAt: DUE.now,
          errorCode: null,
          errorMessage: null,
        },
      ],
      recorded: { before: {}, after: { order: { name: "#77", date: at("2026-01-20") } } },
      billingAttemptId: 1,
      planOrders: true,
    });
  });

  test("keeps a note of its own before the contract's", () => {
    const own = { ...anAttempt(1, "2026-01-20"), orderNote: "Gift" };
    const state = aState({ contract: { orderNote: "Ring twice" }, lines: [aLine("a")], attempts: [own] });
    expect(recordPaid(state, 1, ORDER, DUE, [])?.attempts?.[0]).toMatchObject({ orderNote: "Gift" });
  });

  test("begins a plan's later price for the orders after it, when it is the last at the first price", () => {
    const line = aLine("a", { currentPrice: "8", basePrice: "10", laterPrice: "9", laterAfterCycle: 4 });
    const paidAfter = (paidOrders: number) =>
      recordPaid(aState({ lines: [line], paidOrders }), 1, ORDER, DUE, []);
    expect(paidAfter(2)?.lines).toEqual([line]);
    expect(paidAfter(3)?.lines).toEqual([
      { ...line, currentPrice: "9", laterPrice: null, laterAfterCycle: null },
    ]);
    expect(paidAfter(3)?.attempts?.[0]).toMatchObject({ orderAmount: "8.00" });
  });

  test("leaves the first price to an earlier order, if it was sold at the later one already", () => {
    const line = aLine("a", { currentPrice: "8", basePrice: "10", laterPrice: "9", laterAfterCycle: 1 });
    const paidAt = (unitPrice: string) => {
      const lines = [{ lineId: "a", variantId: null, quantity: 1, unitPrice }];
      const sold = { discountIds: [], skippedLineIds: [], lines };
      return recordPaid(aState({ lines: [line] }), 1, { ...ORDER, sold }, DUE, [])?.lines?.[0];
    };
    // It is not one of the orders that have the first price: as many as before are to come.
    expect(paidAt("9.0000")).toMatchObject({ currentPrice: "8", laterPrice: "9", laterAfterCycle: 2 });
    expect(paidAt("8.0000")).toMatchObject({ currentPrice: "9", laterPrice: null, laterAfterCycle: null });
  });

  test("takes back no line that is left out of the order after it", () => {
    const lines = [aLine("a", { skippedNextOrder: true }), aLine("b", { skippedNextOrder: true })];
    const sold = { discountIds: [], skippedLineIds: ["b"], lines: [] };
    expect(recordPaid(aState({ lines }), 1, { ...ORDER, sold }, DUE, [])?.lines).toEqual([
      aLine("a", { skippedNextOrder: true }),
      aLine("b"),
    ]);
  });

  test("an amount unknown to the platform -> what the contract costs, including one-time products", () => {
    const state = aState({
      contract: { deliveryPrice: "2" },
      lines: [aLine("a"), aLine("b", { currentPrice: "99", skippedNextOrder: true })],
    });
    const change = recordPaid(state, 1, ORDER, CLOCK, [{ price: "3", quantity: 2, discounts: [] }]);
    expect(change?.attempts?.[0]).toMatchObject({ orderAmount: "18.00", orderNote: null });
  });

  test("the order's own note comes before the contract's", () => {
    const state = aState({ contract: { orderNote: "Ring twice" } });
    expect(recordPaid(state, 1, { ...ORDER, orderNote: "Own" }, CLOCK, [])?.attempts?.[0]).toMatchObject({
      orderNote: "Own",
    });
  });

  test("the same order reported again -> nothing; another order for the same attempt -> conflict", () => {
    const paid = { ...anAttempt(1, "2026-01-20", "SUCCESS"), orderId: 77 };
    const earlier = anAttempt(2, "2026-01-10", "SKIPPED");
    expect(recordPaid(aState({ attempts: [earlier, paid] }), 1, ORDER, CLOCK, [])).toBeNull();
    expect(() => recordPaid(aState({ attempts: [{ ...paid, orderId: 78 }] }), 1, ORDER, CLOCK, [])).toThrow(
      conflict,
    );
    // An order that failed once does not count as paid because it has that id.
    const failed = { ...paid, status: "FAILURE" as const };
    expect(recordPaid(aState({ attempts: [failed] }), 1, ORDER, CLOCK, [])).not.toBeNull();
  });

  test("queued, under way or failed orders may be paid; skipped, parked, called-off and unknown ones may not", () => {
    for (const status of ["QUEUED", "PROCESSING", "FAILURE"] as const)
      expect(
        recordPaid(aState({ attempts: [anAttempt(1, "2026-01-20", status)] }), 1, ORDER, CLOCK, []),
      ).not.toBeNull();
    for (const status of ["SKIPPED", "PARKED", "CANCELLED"] as const)
      expect(() =>
        recordPaid(aState({ attempts: [anAttempt(1, "2026-01-20", status)] }), 1, ORDER, CLOCK, []),
      ).toThrow(`An order that is ${status.toLowerCase()} has no payment.`);
    expect(() => recordPaid(aState(), 9, ORDER, CLOCK, [])).toThrow(conflict);
  });

  test("a discount that went into the order is used once more; one used up, or of lines left out, is not", () => {
    const state = aState({
      lines: [aLine("a"), aLine("b", { skippedNextOrder: true }), aLine("c")],
      discounts: [
        aDiscount("all", { usageCount: 4 }),
        aDiscount("of a", { lineIds: ["a", "b"] }),
        aDiscount("of b", { lineIds: ["b"] }),
        aDiscount("over", { recurringCycleLimit: 2, usageCount: 2 }),
        aDiscount("last", { recurringCycleLimit: 2, usageCount: 1 }),
      ],
    });
    const change = recordPaid(state, 1, ORDER, CLOCK, []);
    expect(change?.discounts?.map(({ id, usageCount }) => [id, usageCount])).toEqual([
      ["all", 5],
      ["of a", 1],
      ["of b", 0],
      ["over", 2],
      ["last", 2],
    ]);
  });

  test("a discount that found nothing left is not used; one that reduced only a one-time product is", () => {
    const own = { price: "3", quantity: 1, discounts: [{ id: "of b", title: "of b", code: null }] };
    const state = aState({
      lines: [aLine("a", { currentPrice: "15" }), aLine("b", { skippedNextOrder: true })],
      discounts: [
        aDiscount("first", { value: "10" }),
        aDiscount("second", { value: "10" }),
        aDiscount("third", { value: "10", recurringCycleLimit: 1 }),
        aDiscount("of b", { lineIds: ["b"] }),
      ],
    });
    const usedWith = (products: Parameters<typeof recordPaid>[4]) =>
      recordPaid(state, 1, ORDER, CLOCK, products)?.discounts?.map(({ usageCount }) => usageCount);
    expect(usedWith([])).toEqual([1, 1, 0, 0]);
    expect(usedWith([own])).toEqual([1, 1, 0, 1]);
  });

  test("lines left out of this order are in the next one", () => {
    const state = aState({ lines: [aLine("a"), aLine("b", { skippedNextOrder: true })] });
    expect(recordPaid(state, 1, ORDER, CLOCK, [])?.lines?.map((line) => line.skippedNextOrder)).toEqual([
      false,
      false,
    ]);
  });

  test("the last of the most cycles -> the contract expires and its other orders are called off", () => {
    const attempts = [
      anAttempt(1, "2026-01-20"),
      anAttempt(2, "2026-02-20"),
      anAttempt(3, "2026-03-20", "PARKED"),
      anAttempt(4, "2026-04-20", "SKIPPED"),
    ];
    const change = recordPaid(aState({ contract: { maxCycles: 4 }, attempts }), 1, ORDER, CLOCK, []);
    expect(change?.events).toEqual(["billing-success", { type: "order.paid" }, "expired"]);
    expect(change?.contract).toMatchObject({
      status: "EXPIRED",
      endsAt: NOW,
      nextBillingDate: null,
      scheduleAnchor: at("2025-11-20"),
    });
    expect(change?.attempts?.slice(1)).toEqual([
      { id: 2, status: "CANCELLED" },
      { id: 3, status: "CANCELLED" },
    ]);
    expect(change?.planOrders).toBeUndefined();
  });

  test("one before the last cycle -> it goes on", () => {
    const change = recordPaid(aState({ contract: { maxCycles: 5 } }), 1, ORDER, CLOCK, []);
    expect(change?.events).toEqual(["billing-success", { type: "order.paid" }]);
    expect(change?.contract).not.toHaveProperty("status");
  });

  test("a failed contract whose order is paid after all -> ACTIVE, parked orders come back on slots to come", () => {
    const attempts = [
      anAttempt(1, "2025-12-20", "FAILURE"),
      anAttempt(2, "2026-01-10", "PARKED"),
      anAttempt(3, "2026-02-10", "CANCELLED"),
    ];
    const change = recordPaid(
      aState({ contract: { status: "FAILED", nextBillingDate: null }, attempts }),
      1,
      ORDER,
      CLOCK,
      [],
    );
    expect(change?.events).toEqual(["billing-success", { type: "order.paid" }, "activated"]);
    expect(change?.contract).toMatchObject({
      status: "ACTIVE",
      activatedOn: NOW,
      nextBillingDate: at("2026-01-20"),
      scheduleAnchor: at("2025-11-20"),
    });
    expect(change?.attempts?.slice(1)).toEqual([
      { id: 2, status: "QUEUED", billingDate: at("2026-01-20"), slot: null },
    ]);
    expect(change?.planOrders).toBe(true);
  });

  test("a failed contract that ends before its next slot -> ACTIVE without an order to come", () => {
    const attempts = [anAttempt(1, "2025-12-20", "FAILURE")];
    const contract = { status: "FAILED", nextBillingDate: null, endsAt: at("2026-01-16") } as const;
    const change = recordPaid(aState({ contract, attempts }), 1, ORDER, CLOCK, []);
    expect(change?.contract).toMatchObject({ status: "ACTIVE", nextBillingDate: null });
    expect(change?.attempts).toHaveLength(1);
  });

  test("an order under way when the contract was paused -> the pause stays as it is", () => {
    const attempts = [anAttempt(1, "2026-01-20", "PROCESSING"), anAttempt(2, "2026-02-20", "PARKED")];
    const change = recordPaid(aState({ contract: { status: "PAUSED" }, attempts }), 1, ORDER, CLOCK, []);
    expect(change?.contract).toEqual({ lastPaymentStatus: "SUCCEEDED", dunning: false });
    expect(change?.attempts).toHaveLength(1);
    expect(change?.planOrders).toBeUndefined();
  });

  test("a contract without a day to count from -> its next date, else the order's own date", () => {
    const anchorOf = (contract: Partial<ContractState["contract"]>) =>
      recordPaid(aState({ contract: { scheduleAnchor: null, ...contract } }), 1, ORDER, DUE, [])?.contract
        ?.scheduleAnchor;
    expect(anchorOf({ nextBillingDate: at("2026-01-25") })).toEqual(at("2026-01-25"));
    expect(anchorOf({ nextBillingDate: null })).toEqual(at("2026-01-20"));
  });
});

describe("a payment that did not go through", () => {
  const FAILED = { errorCode: "card_declined", errorMessage: "Declined", end: null };

  test("another try is to come -> dunned, the attempt keeps its error, the next order its date", () => {
    expect(recordFailed(aState(), 1, FAILED, CLOCK)).toMatchObject({
      action: "contract.payment_failed",
      events: [
        "billing-failure",
        { type: "payment.failed", facts: { class: null, code: "card_declined", nextTryAt: null } },
      ],
      contract: {
        lastPaymentStatus: "FAILED",
        dunning: true,
        nextBillingDate: at("2026-02-20"),
        scheduleAnchor: at("2025-11-20"),
      },
      attempts: [
        {
          id: 1,
          status: "FAILURE",
          attemptCount: 1,
          attemptTime: NOW,
          completedAt: NOW,
          errorCode: "card_declined",
          errorMessage: "Declined",
        },
      ],
      recorded: { before: {}, after: { order: { date: at("2026-01-20"), error: "Declined" } } },
      billingAttemptId: 1,
      planOrders: true,
    });
  });

  test("given up -> the contract fails and its orders are parked, those called off stay so", () => {
    const attempts = [
      anAttempt(1, "2026-01-20", "PROCESSING"),
      anAttempt(2, "2026-02-20"),
      anAttempt(3, "2026-03-20", "SKIPPED"),
    ];
    const change = recordFailed(aState({ attempts }), 1, { ...FAILED, end: "fail" as const }, CLOCK);
    expect(change.events).toEqual([
      "billing-failure",
      { type: "payment.failed", facts: { class: null, code: "card_declined", nextTryAt: null } },
      "updated",
    ]);
    expect(change.contract).toEqual({
      lastPaymentStatus: "FAILED",
      dunning: false,
      status: "FAILED",
      nextBillingDate: null,
      scheduleAnchor: at("2025-11-20"),
    });
    expect(change.attempts?.slice(1)).toEqual([{ id: 2, status: "PARKED" }]);
    expect(change.planOrders).toBeUndefined();
  });

  test("given up while the contract is paused -> it stays paused", () => {
    const attempts = [anAttempt(1, "2026-01-20", "PROCESSING"), anAttempt(2, "2026-02-20", "PARKED")];
    const state = aState({ contract: { status: "PAUSED" }, attempts });
    const change = recordFailed(state, 1, { ...FAILED, end: "fail" as const }, CLOCK);
    expect(change.contract).toEqual({ lastPaymentStatus: "FAILED", dunning: false });
    expect(change.attempts).toHaveLength(1);
  });

  test("an order that is paid has no payment to fail", () => {
    const state = aState({ attempts: [anAttempt(1, "2026-01-20", "SUCCESS")] });
    expect(() => recordFailed(state, 1, FAILED, CLOCK)).toThrow("An order that is success has no payment.");
  });
});

test("an order that is not paid at once keeps the lines that it leaves out: the next one has them", () => {
  const lines = [aLine("a", { skippedNextOrder: true }), aLine("b", { skippedNextOrder: true })];
  const after = [aLine("a", { skippedNextOrder: true }), aLine("b")];
  const failed = { errorCode: "CARD_DECLINED", errorMessage: "Declined.", end: null };
  const state = aState({ lines });
  expect(recordFailed(state, 1, { ...failed, skippedLineIds: ["b"] }, DUE).lines).toEqual(after);
  expect(recordFailed(state, 1, failed, DUE).lines).toBeUndefined();
  expect(recordUndecided(state, 1, ["b"])).toEqual({
    action: "contract.line_unskipped",
    events: ["updated"],
    lines: after,
    billingAttemptId: 1,
  });
});
