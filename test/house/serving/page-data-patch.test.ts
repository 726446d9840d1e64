import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";

type Plugin = (value: unknown) => unknown[] | false | undefined;
type TurboStream = {
  encode(value: unknown, options: { plugins: Plugin[]; postPlugins: Plugin[] }): ReadableStream<Uint8Array>;
};

const require = createRequire(import.meta.url);
// What the server runs is the patched CommonJS file; the ES module in the same package encodes as published.
const file = path.resolve("node_modules/turbo-stream/dist/turbo-stream.js");
const patched: TurboStream = require(file);
const original: TurboStream = await import(
  pathToFileURL(path.join(path.dirname(file), "turbo-stream.mjs")).href
);

/** With plugins as the framework has them. */
const encode = ({ encode: run }: TurboStream, value: unknown): Promise<string> =>
  new Response(
    run(value, {
      plugins: [(each) => each instanceof Error && ["SanitizedError", each.name, each.message]],
      postPlugins: [
        (each) => typeof each === "object" && each !== null && ["SingleFetchClassInstance", { ...each }],
        () => ["SingleFetchFallback"],
      ],
    }),
  ).text();

const value = fc.anything({
  // Few texts, so that values occur again.
  key: fc.constantFrom("id", "name", "", '"', "_1", "é", "\u2028"),
  values: [
    fc.constantFrom<unknown>("id", "name", "", '"', "é", "</script>", 0, -0, 1, 0.5, Number.NaN, null),
    fc.constantFrom<unknown>(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true, false, undefined, 10n),
    fc.string(),
    fc.double(),
    fc.date({ noInvalidDate: true }),
    fc.constantFrom(new URL("https://shop.example/"), /a/g, Symbol.for("a"), new Error("no"), () => {}),
  ],
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
});

test("the patched encoder writes the same text as the published one", async () => {
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      expect(await encode(patched, each)).toBe(await encode(original, each));
    }),
    { numRuns: 500 },
  );
});

test("also for what refers to itself, and for promises", async () => {
  const toValue = () => {
    const row: Record<string, unknown> = { name: "a", later: Promise.resolve({ name: "a", list: ["name"] }) };
    return { row, again: row, all: Object.assign(row, { self: row }) };
  };
  expect(await encode(patched, toValue())).toBe(await encode(original, toValue()));
});

test("every line that the patch adds to the encoder is installed", () => {
  const patch = readFileSync(path.resolve("patches/turbo-stream+2.4.1.patch"), "utf8");
  const [ofEncoder = ""] = patch.split(/^diff --git /m).filter((part) => part.includes("/dist/flatten.js"));
  const added = [...ofEncoder.matchAll(/^\+(?!\+\+)(.*)$/gm)].map(([, line]) => line ?? "");
  const installed = readFileSync(path.join(path.dirname(file), "flatten.js"), "utf8");
  expect(added.length).toBeGreaterThan(10);
  expect(added.filter((line) => !installed.includes(line))).toEqual([]);
});
