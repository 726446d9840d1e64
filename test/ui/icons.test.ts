import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** A development dependency only: of its 51 MB the app needs the shapes of a few icons. */
const SET = "node_modules/@tabler/icons";
const IMPORT = /import \{([^}]*)\} from "~\/ui\/icons\/icons"/g;

type Shapes = Record<string, [tag: string, attributes: Record<string, string>][]>;

const listUsed = (): string[] => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const names = sources.flatMap((file) =>
    [...readFileSync(path.join("app", file), "utf8").matchAll(IMPORT)].flatMap(([, list = ""]) =>
      list.split(",").map((name) => name.trim()),
    ),
  );
  return [...new Set(names)].filter(Boolean).sort();
};

/** `IconStack2` is `stack-2` in the set. */
const toSetName = (name: string): string =>
  name
    .slice("Icon".length)
    .replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, "-")
    .toLowerCase();

function toLine(name: string, shapes: Shapes): string {
  const paths = (shapes[toSetName(name)] ?? []).map(([tag, { d, ...others }]) => {
    expect([tag, others], name).toEqual(["path", {}]);
    // Each begins at a place of its own, so that they may follow one another in one path.
    expect(d, name).toMatch(/^M/);
    return d;
  });
  expect(paths, name).not.toEqual([]);
  return `export const ${name} = /* @__PURE__ */ makeIcon(${JSON.stringify(paths.join(""))});`;
}

test("the app's own file has exactly the icons that it uses, as they are in the set", async () => {
  const { version, license } = JSON.parse(readFileSync(`${SET}/package.json`, "utf8"));
  const shapes: Shapes = JSON.parse(readFileSync(`${SET}/tabler-nodes-outline.json`, "utf8"));
  expect(license).toBe("MIT");
  const lines = [
    `// The icons that the app uses, of Tabler Icons ${version} (MIT, ./LICENSE). Written by test/ui/icons.test.ts: import an`,
    "// icon from here by its name in the set, and run `npx vitest run test/ui/icons.test.ts -u`.",
    'import { makeIcon } from "./icon";',
    "",
    ...listUsed().map((name) => toLine(name, shapes)),
    "",
  ];
  await expect(lines.join("\n")).toMatchFileSnapshot("../../app/ui/icons/icons.tsx");
  await expect(readFileSync(`${SET}/LICENSE`, "utf8")).toMatchFileSnapshot("../../app/ui/icons/LICENSE");
});
