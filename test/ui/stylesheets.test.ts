import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = "app";

/** Classes that a style sheet styles directly, outside of media queries. */
function listOwnClasses(css: string): Set<string> {
  const plain = css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  return new Set([...plain.matchAll(/(?:^|\})\s*(\.[\w-]+)\s*\{/g)].map(([, name = ""]) => name));
}

test("a class gets its look from one stylesheet only: all of them stand on every page of the admin", () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".css"),
  );
  expect(files.length).toBeGreaterThan(10);
  const owners = new Map<string, string[]>();
  for (const file of files)
    for (const name of listOwnClasses(readFileSync(join(ROOT, file), "utf8")))
      owners.set(name, [...(owners.get(name) ?? []), file]);
  expect([...owners].filter(([, names]) => names.length > 1)).toEqual([]);
});
