import { describe, expect, test } from "vitest";
import { changeStatus, missingCycles } from "~/features/contracts/change/contract-status";
import {
  contractTransitions,
  findTransition,
  mayHaveNextOrder,
} from "~/features/contracts/change/contract-transitions";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { anAttempt, aState, at, CLOCK, NOW } from "../../support/data/contract-state";

const STAFF = { isCustomer: false };
const CUSTOMER = { isCustomer: true };

describe("the ways between statuses", () => {
  test("each way that exists is found for who takes it, and for nobody else", () => {
    for (const from of CONTRACT_STATUSES)
      for (const to of CONTRACT_STATUSES)
        for (const by of ["request", "billing"] as const) {
          const exists = contractTransitions.some(
            (way) => way.from === from && way.to === to && way.by === by,
          );
          expect(findTransition(from, to, by) !== null, `${from} to ${to} by ${by}`).toBe(exists);
        }
    expect(findTransition("PAUSED", "ACTIVE", "request")).toMatchObject({ action: "contract.resumed" });
  });

  test("only ACTIVE and PAUSED contracts may have an order to come", () => {
    expect(CONTRACT_STATUSES.filter(mayHaveNextOrder).sort()).toEqual(["ACTIVE", "PAUSED"]);
  });

  test("the present status again, and a way that does not exist -> a conflict that says which", () => {
    expect(() => changeStatus(aState(), "ACTIVE", CLOCK, STAFF)).toThrow("The contract is active already.");
    const expired = aState({ contract: { status: "EXPIRED" } });
    expect(() => changeStatus(expired, "ACTIVE", CLOCK, STAFF)).toThrow(
      "The contract is expired and cannot become active.",
    );
    expect(() => changeStatus(expired, "ACTIVE", CLOCK, STAFF)).toThrow(
      expect.objectContaining({ code: "conflict" }),
    );
  });
});

describe("pause", () => {
  test("upcoming orders are parked, all others stay, and it is recorded", () => {
    const attempts = [
      anAttempt(1, "2026-01-20", "PROCESSING"),
      anAttempt(2, "2026-02-20"),
      anAttempt(3, "2026-03-20", "SKIPPED"),
      anAttempt(4, "2026-04-20"),
    ];
    expect(changeStatus(aState({ attempts }), "PAUSED", CLOCK, CUSTOMER)).toEqual({
      action: "contract.paused",
      events: ["paused"],
      contract: { status: "PAUSED", pausedOn: NOW, pausedFromActive: true, dunning: false },
      attempts: [
        { id: 2, status: "PARKED" },
        { id: 4, status: "PARKED" },
      ],
    });
  });
});

describe("resume and reactivate", () => {
  test("a paused contract -> its parked orders come back on the first slots more than a day ahead", () => {
    const state = aState({
      contract: { status: "PAUSED", pausedFromActive: true },
      attempts: [anAttempt(1, "2025-12-20", "PARKED"), anAttempt(2, "2026-01-20", "PARKED")],
    });
    expect(changeStatus(state, "ACTIVE", CLOCK, STAFF)).toEqual({
      action: "contract.resumed",
      events: ["activated"],
      contract: {
        status: "ACTIVE",
        activatedOn: NOW,
        nextBillingDate: at("2026-01-20"),
        scheduleAnchor: at("2025-11-20"),
        pausedFromActive: false,
        pausedBySecurityChallenge: false,
        dunning: false,
      },
      attempts: [
        { id: 1, status: "QUEUED", billingDate: at("2026-01-20"), slot: null },
        { id: 2, status: "QUEUED", billingDate: new Date("2026-02-20T08:00:00Z"), slot: null },
      ],
      planOrders: true,
    });
  });

  test("a slot exactly 24 hours ahead is too soon, the one behind it is taken", () => {
    const now = new Date(at("2026-01-20").getTime() - 86_400_000);
    const state = aState({ contract: { status: "PAUSED" }, attempts: [] });
    const change = changeStatus(state, "ACTIVE", { ...CLOCK, now }, STAFF);
    expect(change.contract?.nextBillingDate).toEqual(at("2026-02-20"));
  });

  test("a cancelled contract -> orders called off come back and nothing of the cancellation is left", () => {
    const state = aState({
      contract: { status: "CANCELLED", nextBillingDate: null },
      attempts: [anAttempt(1, "2026-01-20", "CANCELLED"), anAttempt(2, "2026-02-20", "SKIPPED")],
    });
    const { action, contract, attempts } = changeStatus(state, "ACTIVE", CLOCK, STAFF);
    expect(action).toBe("contract.reactivated");
    expect(contract).toMatchObject({ cancelledOn: null, cancellationFeedback: null, dunning: false });
    expect(attempts).toEqual([{ id: 1, status: "QUEUED", billingDate: at("2026-01-20"), slot: null }]);
  });

  test("a failed contract -> orders that somebody had called off stay called off", () => {
    const state = aState({
      contract: { status: "FAILED", nextBillingDate: null },
      attempts: [anAttempt(1, "2026-01-20", "CANCELLED"), anAttempt(2, "2026-02-20", "PARKED")],
    });
    const change = changeStatus(state, "ACTIVE", CLOCK, STAFF);
    expect(change.attempts).toEqual([{ id: 2, status: "QUEUED", billingDate: at("2026-02-20"), slot: null }]);
    expect(change.contract).toMatchObject({ dunning: false });
    expect(change.contract).not.toHaveProperty("cancelledOn");
  });

  test("a contract that ends before its next slot -> conflict", () => {
    const state = aState({ contract: { status: "PAUSED", endsAt: at("2026-01-19") }, attempts: [] });
    expect(() => changeStatus(state, "ACTIVE", CLOCK, STAFF)).toThrow(
      "The contract ends before another order could be made.",
    );
  });
});

describe("cancel", () => {
  test("orders queued and parked are called off, and the day to count from is kept", () => {
    const attempts = [
      anAttempt(1, "2026-01-20", "PROCESSING"),
      anAttempt(2, "2026-02-20"),
      anAttempt(3, "2026-03-20", "PARKED"),
      anAttempt(4, "2026-04-20", "SKIPPED"),
    ];
    const cancellation = { reason: "TOO_EXPENSIVE", feedback: "Cheaper elsewhere" } as never;
    expect(
      changeStatus(aState({ attempts }), "CANCELLED", CLOCK, { isCustomer: false, cancellation }),
    ).toEqual({
      action: "contract.cancelled",
      events: ["cancelled"],
      contract: {
        status: "CANCELLED",
        cancelledOn: NOW,
        cancellationFeedback: "TOO_EXPENSIVE: Cheaper elsewhere",
        nextBillingDate: null,
        scheduleAnchor: at("2025-11-20"),
        pausedFromActive: false,
        dunning: false,
      },
      attempts: [
        { id: 2, status: "CANCELLED" },
        { id: 3, status: "CANCELLED" },
      ],
    });
  });

  test("neither reason nor words, or empty ones -> no feedback; one of them -> that alone", () => {
    const feedbackOf = (cancellation?: { reason?: string; feedback?: string }) =>
      changeStatus(aState(), "CANCELLED", CLOCK, { isCustomer: false, cancellation }).contract
        ?.cancellationFeedback;
    expect(feedbackOf()).toBeNull();
    expect(feedbackOf({ feedback: "" })).toBeNull();
    expect(feedbackOf({ feedback: "Moving" })).toBe("Moving");
  });

  test("a contract without a day to count from -> its next date is kept for that", () => {
    const state = aState({ contract: { scheduleAnchor: null } });
    expect(changeStatus(state, "CANCELLED", CLOCK, STAFF).contract?.scheduleAnchor).toEqual(at("2026-01-20"));
  });

  test("a customer before the least number of orders -> forbidden, with how many are missing; staff may", () => {
    const state = aState({ contract: { minCycles: 5 } });
    expect(missingCycles(state)).toBe(2);
    expect(() => changeStatus(state, "CANCELLED", CLOCK, CUSTOMER)).toThrow(
      "This contract may be cancelled after 2 more orders.",
    );
    const nearly = aState({ contract: { minCycles: 4 } });
    expect(() => changeStatus(nearly, "CANCELLED", CLOCK, CUSTOMER)).toThrow("after 1 more order.");
    expect(changeStatus(state, "CANCELLED", CLOCK, STAFF).contract?.status).toBe("CANCELLED");
  });

  test("a customer with exactly the least number, with more, and without such a rule -> cancelled", () => {
    for (const minCycles of [3, 2, null]) {
      const state = aState({ contract: { minCycles } });
      expect(missingCycles(state)).toBe(0);
      expect(changeStatus(state, "CANCELLED", CLOCK, CUSTOMER).contract?.status).toBe("CANCELLED");
    }
  });
});
