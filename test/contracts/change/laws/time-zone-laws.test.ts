import fc from "fast-check";
import { expect, test } from "vitest";
import { changeStatus } from "~/features/contracts/change/contract-status";
import { skipOrder } from "~/features/contracts/change/order-dates";
import { withStatus } from "~/features/contracts/change/order-plan";
import { toDayString } from "~/lib/format";
import { apply, story, ZONES } from "../../../support/models/planned-contract";

test("after a change of the shop's time zone no order is added on a day that has one", () => {
  fc.assert(
    fc.property(
      story,
      fc.constantFrom(...ZONES),
      fc.array(fc.constantFrom("skip" as const, "pause" as const), { minLength: 1, maxLength: 3 }),
      ({ state, clock }, timeZone, changes) => {
        const moved = { ...clock, timeZone };
        const dayOf = ({ billingDate }: { billingDate: Date }) => toDayString(billingDate, timeZone);
        let present = state;
        for (const change of changes) {
          const had = new Set(present.attempts.map(({ id }) => id));
          const [next] = withStatus(present.attempts, "QUEUED");
          if (change === "skip" && next) present = apply(present, skipOrder(present, next.id, moved), moved);
          if (change === "pause")
            for (const status of ["PAUSED", "ACTIVE"] as const)
              present = apply(
                present,
                changeStatus(present, status, moved, { isCustomer: false, isUndo: true }),
                moved,
              );
          for (const added of present.attempts.filter(({ id }) => !had.has(id)))
            expect(present.attempts.filter((each) => dayOf(each) === dayOf(added))).toEqual([added]);
        }
      },
    ),
    { numRuns: 500 },
  );
});
