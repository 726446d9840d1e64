import fc from "fast-check";
import { expect, test } from "vitest";
import { type ActivityRow, toTimelineEntry } from "~/features/contract-page/history/activity-timeline";
import { toContractFormat } from "~/features/contracts/contract-format";
import { NOW } from "../support/data/factories";
import { ODD_VALUES } from "../support/isolation/odd-values";

const format = toContractFormat("Asia/Tokyo", "USD");
const row = (before: ActivityRow["before"], after: ActivityRow["after"]): ActivityRow => ({
  ...{ id: 1, actorType: "customer", actorName: "Ada", action: "contract.noted", bulkAutomationId: null },
  ...{ before, after, createdAt: NOW },
});

test("a note that looks like an instant and is none is shown as it was written", () => {
  const [change] = toTimelineEntry(row(null, { note: "2026-13-45T10:00Z" }), format).changes;
  expect(change).toEqual({ field: "Note", before: null, after: "2026-13-45T10:00Z" });
});

test.each([
  ["a note", { note: "SPRING_OFFER" }, "SPRING_OFFER"],
  ["the reason of a refund", { reason: "BROKEN" }, "BROKEN"],
  ["an attribute", { attributes: [{ key: "Engraving", value: "LARGE" }] }, "Engraving: LARGE"],
  ["a part of an address", { deliveryAddress: { city: "PARIS" } }, "City: PARIS"],
])("%s in capitals is shown as it was written, and is no code", (_, after, text) => {
  expect(toTimelineEntry(row(null, after), format).changes[0]?.after).toBe(text);
});

test("a changed part of an address in capitals is shown as it was written", () => {
  const [before, after] = ["PARIS", "LYON"].map((city) => ({ deliveryAddress: { city } }));
  const { changes } = toTimelineEntry(row(before ?? null, after ?? null), format);
  expect(changes).toEqual([{ field: "Delivery address: city", before: "PARIS", after: "LYON" }]);
});

test("a note with an instant is shown as it was written; a day of the contract is shown as a date", () => {
  const text = "2026-10-01T10:00:00Z";
  const { changes } = toTimelineEntry(row(null, { note: text, nextBillingDate: text }), format);
  expect(changes.map(({ after }) => after)).toEqual([text, "1 Oct 2026, 19:00"]);
});

const names = fc.oneof(
  fc.string(),
  fc.constantFrom("title", "order", "frequency", "note", "price", "key", "value", "constructor", "__proto__"),
);
const values = fc.oneof(fc.jsonValue(), fc.constantFrom(...ODD_VALUES, "2026-13-45T10:00Z"));
const fields = fc.dictionary(names, fc.oneof(values, fc.dictionary(names, values), fc.array(values)));

test("whatever was recorded can be shown: every part of it is a text", () => {
  fc.assert(
    fc.property(fc.option(fields), fc.option(fields), (before, after) => {
      const { changes, subject, action } = toTimelineEntry(row(before, after), format);
      for (const change of changes)
        for (const text of [change.field, change.before ?? "", change.after ?? "", subject ?? "", action])
          expect(typeof text).toBe("string");
    }),
    { numRuns: 400 },
  );
});
