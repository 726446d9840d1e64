import { existsSync, readdirSync, readFileSync } from "node:fs";
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

test("a class gets its look from one stylesheet only: a page of the admin loads several", () => {
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

/** Stylesheets of features that a module loads, and the features whose data it shows. */
function readStyles(file: string) {
  const imports = [...readFileSync(join(ROOT, file), "utf8").matchAll(/"([~.]\/[^"]+)"/g)].flatMap(
    ([, path = ""]) => [...toFile(file, path).matchAll(/^(features\/([\w-]+)\/.+)/g)],
  );
  const listFeatures = (end: RegExp) =>
    new Set(imports.flatMap(([, path = "", feature = ""]) => (end.test(path) ? [feature] : [])));
  const own = /^features\/([\w-]+)\//.exec(file)?.[1];
  return { loaded: listFeatures(/\.css$/), shown: own ? new Set([own]) : listFeatures(/\.server$/) };
}

test("a feature's stylesheet is loaded by the feature itself and by its own pages", () => {
  const modules = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((file) => ({ file, ...readStyles(file) }))
    .filter(({ loaded }) => loaded.size > 0);
  expect(modules.length).toBeGreaterThan(10);
  const foreign = ({ loaded, shown }: (typeof modules)[number]) =>
    [...loaded].some((feature) => !shown.has(feature));
  expect(modules.filter(foreign).map(({ file }) => file)).toEqual([]);
});

/** Whose a file of the app is: a feature's, or a layer's. */
const toOwner = (file: string) => /^(features\/[\w-]+|[\w-]+)\//.exec(file)?.[1];

/** What a file of the app imports, as a path in it: `~/…`, or from the file's folder. */
const toFile = (file: string, path: string) =>
  path.startsWith("~/") ? path.slice(2) : join(file, "..", path);

/** Stylesheets of ours that a stylesheet brings along. */
const listBrought = (file: string) =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/@import (?:url\()?["']([.~][^"']+)["']/g)].map(
    ([, path = ""]) => toFile(file, path),
  );

test("a stylesheet brings none of another feature, nor app/ui one of any", () => {
  const brought = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .flatMap((file) => listBrought(file).map((path) => ({ file, path })));
  expect(brought.length).toBeGreaterThan(10);
  expect(brought.filter(({ file, path }) => toOwner(file) !== toOwner(path))).toEqual([]);
});

/** A module of the app and all that it imports, up to what only the server loads; stylesheets as well. */
function listReached(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file) || /\.server(\.tsx?)?$/.test(file)) return reached;
  reached.add(file);
  const imported = file.endsWith(".css")
    ? listBrought(file)
    : [...readFileSync(join(ROOT, file), "utf8").matchAll(/^(?:import|export)[^;]*?"([~.]\/[^"]+)"/gm)].map(
        ([, path = ""]) => toFile(file, path),
      );
  for (const path of imported) {
    const found = [path, `${path}.ts`, `${path}.tsx`].find(
      (name) => /\.\w+$/.test(name) && existsSync(join(ROOT, name)),
    );
    if (found) listReached(found, reached);
  }
  return reached;
}

/** Classes that a stylesheet names. */
const listNamed = (css: string) =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name);

test("a page loads the stylesheets of all the parts that it shows", () => {
  const sheets = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .map((sheet) => {
      const css = readFileSync(join(ROOT, sheet), "utf8");
      return { sheet, own: [...listOwnClasses(css)].map((name) => name.slice(1)), named: listNamed(css) };
    });
  const ofAll = listReached("ui/shell/admin.css");
  const pages = readdirSync(join(ROOT, "routes")).filter((name) => /^admin.*\.tsx$/.test(name));
  expect(pages.length).toBeGreaterThan(40);
  const missing = pages.flatMap((page) => {
    const reached = listReached(join("routes", page));
    const isLoaded = ({ sheet }: { sheet: string }) => ofAll.has(sheet) || reached.has(sheet);
    const styled = new Set(sheets.filter(isLoaded).flatMap(({ named }) => named));
    const parts = [...reached].filter((file) => file.endsWith(".tsx"));
    const used = new Set(
      parts.flatMap((file) => readFileSync(join(ROOT, file), "utf8").match(/[a-z][\w-]*/g) ?? []),
    );
    return sheets
      .filter((each) => !isLoaded(each))
      .flatMap(({ sheet, own, named }) =>
        [...new Set([...own, ...named.filter((name) => !styled.has(name))])]
          .filter((name) => used.has(name))
          .map((name) => [page, sheet, name]),
      );
  });
  expect(missing).toEqual([]);
});
