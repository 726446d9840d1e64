import { expect, test } from "vitest";
import { formatNumber, formatTick, toChange, toPointLabels } from "~/features/insights/ui/number-format";

test("a number reads by its unit, and one without meaning is a dash", () => {
  expect(formatNumber("mrr", 12_480.5, "EUR")).toBe("€12,480.50");
  expect(formatNumber("mrr", 1200, "JPY")).toBe("¥1,200");
  expect(formatNumber("activeContracts", 1230, "EUR")).toBe("1,230");
  expect(formatNumber("contractChurnRate", 0.0314, "EUR")).toBe("3.1 %");
  expect(formatNumber("contractChurnRate", null, "EUR")).toBe("–");
  expect([1500, -250_000, 0, 0.05].map(formatTick)).toEqual(["1.5K", "−250K", "0", "0.05"]);
});

test.each([
  ["mrr", 110, 100, { text: "+10 %", tone: "good" }],
  ["churnedMrr", 110, 100, { text: "+10 %", tone: "bad" }],
  ["failedOrders", 1, 3, { text: "−66.7 %", tone: "good" }],
  ["recoveryRate", 0.5, 0.75, { text: "−25 points", tone: "bad" }],
  ["recoveryRate", 0.1, 0, { text: "+10 points", tone: "good" }],
  ["averageOrder", 26.4, 26.400000000000002, { text: "no change", tone: undefined }],
  ["refunds", 0, 0, { text: "no change", tone: undefined }],
  ["refunds", 5, 0, null],
  ["refunds", null, 5, null],
] as const)("%s, %s after %s", (name, value, previous, change) => {
  expect(toChange(name, value, previous)).toEqual(change);
});

test("days, weeks and months have words in the table and shorter ones below the picture", () => {
  expect(toPointLabels("2026-03-02", "DAY")).toEqual({ label: "2 Mar 2026", tick: "2 Mar" });
  expect(toPointLabels("2026-03-02", "WEEK")).toEqual({ label: "Week of 2 Mar 2026", tick: "2 Mar" });
  expect(toPointLabels("2026-03-01", "MONTH")).toEqual({ label: "1 Mar 2026 on", tick: "Mar 2026" });
});
