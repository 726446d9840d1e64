import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { endpointTable } from "~/api/endpoint-table";
import { metrics } from "~/http/endpoint/metrics.server";
import "~/jobs/metrics/queue-metrics.server";
import { listPrograms } from "../../scripts/building/compile-programs.mjs";
import { listLicences } from "../../scripts/testing/licence-list";

const read = (file: string) => readFileSync(file, "utf8");

/** Of the exporters beside the app that operations.md names. */
const OF_OTHERS = ["node_filesystem_avail_bytes", "node_filesystem_size_bytes", "probe_success"];
/** Metric names in a Prometheus expression: no functions, labels or keywords. */
const listMetrics = (text: string) =>
  new Set(text.match(/\b(http|nodejs|process|perennial|node|probe)_[a-z0-9_]+\b/g));
/** Labels that an expression groups by, or selects by from one of the app's metrics. */
const listLabels = (text: string) =>
  new Set([
    ...[...text.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/)),
    ...[...text.matchAll(/\b(?:http|perennial)_\w+\{(\w+)/g)].map(([, name = ""]) => name),
  ]);
const DASHBOARDS = ["deploy/dashboard.json", "deploy/dashboard-work.json"];

test.each(["deploy/alarms.yml", ...DASHBOARDS])(
  "%s asks only for metrics that the service has, by labels that they have",
  async (file) => {
    const exported = await metrics.registry.getMetricsAsJSON();
    const names = exported.flatMap(({ name }) => [name, `${name}_count`, `${name}_bucket`, `${name}_sum`]);
    const expressions = read(file).match(/"?expr"?: .*/g) ?? [];
    const asked = listMetrics(expressions.join("\n"));
    expect(asked.size).toBeGreaterThan(2);
    expect([...asked].filter((name) => !names.includes(name) && !OF_OTHERS.includes(name))).toEqual([]);
    for (const expression of expressions) {
      // Prometheus adds `instance` and `job` when it scrapes; `le` is that of every histogram.
      const known = new Set(["le", "instance", "job"]);
      for (const name of listMetrics(expression)) {
        const metric = metrics.registry.getSingleMetric(name.replace(/_(count|bucket|sum)$/, ""));
        const { labelNames = [] } = (metric ?? {}) as { labelNames?: string[] };
        for (const label of labelNames) known.add(label);
      }
      expect([expression, [...listLabels(expression)].filter((label) => !known.has(label))]).toEqual([
        expression,
        [],
      ]);
    }
  },
);

test("the dashboards show every metric of the app's own", async () => {
  const exported = await metrics.registry.getMetricsAsJSON();
  const own = exported.map(({ name }) => name).filter((name) => /^(http|perennial)_/.test(name));
  const shown = DASHBOARDS.map(read).join();
  expect(own.filter((name) => !shown.includes(name))).toEqual([]);
});

test("the alarms of operations.md are those of alarms.yml", () => {
  const [, section = ""] = read("docs/operations.md").split("\n## Alarms\n");
  const [table = ""] = section.split("\n## ");
  const rows = [...table.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== "Alarm");
  expect(rows.length).toBeGreaterThan(9);
  const rules = [...read("deploy/alarms.yml").matchAll(/- alert: \w+\n +annotations: \{ row: ([^}]+) \}/g)];
  expect(rules.length).toBe(read("deploy/alarms.yml").match(/- alert: /g)?.length);
  expect(new Set(rules.map(([, row]) => row))).toEqual(new Set(rows));
});

test("nginx meets no method that writes under a name that it would send to a second process", () => {
  // It sends these to another one only if they have not been sent; all others also when the answer was lost.
  const sentOnce = ["POST", "PATCH"];
  const config = read("deploy/nginx.conf");
  const [, map = ""] = /map \$request_method \$sent_as \{([^}]+)\}/.exec(config) ?? [];
  const sentAs = new Map([...map.matchAll(/(\w+) +([$\w]+);/g)].map(([, from, to]) => [from, to]));
  const writes = new Set(endpointTable.flatMap(({ endpoints }) => endpoints.map(({ method }) => method)));
  expect(writes.delete("GET")).toBe(true);
  expect(writes.size).toBeGreaterThan(2);
  const sentTwice = [...writes].filter((method) => !sentOnce.includes(sentAs.get(method) ?? method));
  expect(sentTwice).toEqual([]);
  // The name is given back by the server that picks the process.
  expect(config).toMatch(/proxy_pass http:\/\/perennial;\n +proxy_method \$http_x_own_method;/);
  expect(config.match(/proxy_pass http:\/\/perennial;/g)).toHaveLength(1);
});

const STARTS = ["deploy/perennial-web@.service", "deploy/perennial-worker.service", "deploy/Dockerfile"];

test.each(STARTS)("%s starts files that are there", (file) => {
  const started = read(file).match(/scripts\/[\w/-]+\.(mjs|ts)|node_modules\/[\w@/.-]+\.js/g) ?? [];
  expect(started.length).toBeGreaterThan(0);
  expect(started.filter((each) => !existsSync(each))).toEqual([]);
});

test("the build compiles every program that deploy/ and the commands of package.json start", () => {
  const { build, ...scripts }: Record<string, string> = JSON.parse(read("package.json")).scripts;
  expect(build).toMatch(/ && node scripts\/building\/compile-programs\.mjs$/);
  const starts = [...STARTS.map(read), ...Object.values(scripts)].join("\n");
  // Those in other folders are for development.
  const started = starts.match(/(?<=run\.mjs )scripts\/(commands\/)?[\w-]+\.ts/g) ?? [];
  expect(started.length).toBeGreaterThan(10);
  const compiled = listPrograms();
  expect(started.filter((each) => !compiled.includes(each))).toEqual([]);
  expect(compiled).toContain("scripts/serve.ts");
});

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

test("nothing that git ignores gets into the image, above all no .env", () => {
  const list = (file: string) =>
    read(file)
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
  const kept = list("deploy/Dockerfile.dockerignore");
  // Git looks for a name without a slash in every folder; the image's list does so only if it says that.
  const toLine = (entry: string) => (entry.startsWith("/") ? entry.slice(1) : `**/${entry}`);
  const isKept = (entry: string) =>
    kept.some((line) => line === toLine(entry) || toLine(entry).startsWith(`${line}/`));
  expect(list(".gitignore").length).toBeGreaterThan(5);
  expect(list(".gitignore").filter((entry) => !isKept(entry))).toEqual([]);
});
