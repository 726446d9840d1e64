import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { metrics } from "~/http/endpoint/metrics.server";
import "~/jobs/metrics/queue-metrics.server";
import { listLicences } from "../../scripts/testing/licence-list";

const read = (file: string) => readFileSync(file, "utf8");

/** Metric names in a Prometheus expression: no functions, labels or keywords. */
const listMetrics = (text: string) => new Set(text.match(/\b(http|nodejs|process|perennial)_[a-z0-9_]+\b/g));

test.each(["deploy/alarms.yml", "deploy/dashboard.json"])(
  "%s asks only for metrics that the service has",
  async (file) => {
    const exported = await metrics.registry.getMetricsAsJSON();
    const names = exported.flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`, `${name}_sum`]);
    const asked = listMetrics(read(file));
    expect(asked.size).toBeGreaterThan(2);
    expect([...asked].filter((name) => !names.includes(name))).toEqual([]);
  },
);

test.each(["deploy/perennial-web@.service", "deploy/perennial-worker.service", "deploy/Dockerfile"])(
  "%s starts files that are there",
  (file) => {
    const started = read(file).match(/scripts\/[\w/-]+\.(mjs|ts)|node_modules\/[\w@/.-]+\.js/g) ?? [];
    expect(started.length).toBeGreaterThan(0);
    expect(started.filter((each) => !existsSync(each))).toEqual([]);
  },
);

test("every package of production has a licence that asks for no more than its notice", () => {
  const all = listLicences(JSON.parse(read("package-lock.json")));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ isAccepted }) => !isAccepted)).toEqual([]);
});

test.each([
  ["GPL-3.0", false],
  ["(MIT OR GPL-3.0)", true],
  ["(MIT AND GPL-3.0)", false],
  [undefined, false],
])("the licence %s is accepted: %s", (license, isAccepted) => {
  const packages = { "": {}, "node_modules/some": { version: "1.0.0", license } };
  expect(listLicences({ packages })).toMatchObject([{ name: "some", isAccepted }]);
});
