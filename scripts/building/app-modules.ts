import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const APP = path.resolve(import.meta.dirname, "../../app");
const FEATURES = path.join(APP, "features");
const OPERATIONS = path.join(FEATURES, "contracts/operations");

/** A module of the app as others import it (`~/features/…`), and what it exports. */
export type AppModule = { from: string; exports: Record<string, unknown> };

/** @returns the operations on a contract, in the order of their files */
export const loadOperationModules = () => loadModules(OPERATIONS, ".server.ts");

/** @returns every module that may export a JSON endpoint, in the order of their files */
export const loadEndpointModules = async () => [
  ...(await loadOperationModules()),
  ...(await loadModules(FEATURES, ".endpoints.server.ts")).filter(
    ({ from }) => !from.startsWith(toName(OPERATIONS)),
  ),
];

const loadModules = (folder: string, ending: string): Promise<AppModule[]> =>
  Promise.all(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(ending))
      .sort()
      .map(async (file) => {
        const full = path.join(folder, file);
        return {
          from: toName(full.slice(0, -".ts".length)),
          exports: await import(pathToFileURL(full).href),
        };
      }),
  );

const toName = (file: string): string => `~/${path.relative(APP, file).split(path.sep).join("/")}`;

/** As the formatter has it: on one line if it fits. */
export function writeList(before: string, items: readonly string[], after: string, space = ""): string {
  const line = `${before}${space}${items.join(", ")}${space}${after}`;
  return line.length <= 110 ? line : `${before}\n${items.map((item) => `  ${item},\n`).join("")}${after}`;
}

/** The imports of these names, sorted as the linter wants them. */
export function writeImports(names: readonly { name: string; from: string }[]): string {
  const files = [...new Set(names.map(({ from }) => from))].sort();
  return files
    .map((file) => {
      const own = new Set(names.filter(({ from }) => from === file).map(({ name }) => name));
      // The formatter never breaks the import of one name, however long its line.
      if (own.size === 1) return `import { ${[...own].join("")} } from "${file}";\n`;
      return `${writeList("import {", [...own].sort(), `} from "${file}";`, " ")}\n`;
    })
    .join("");
}

/** Names that `text` has keep their order in it, new ones come last. */
export function keepOrder<T>(items: readonly T[], text: string, toName: (item: T) => string): T[] {
  const names = [...text.matchAll(/\w+/g)].map(([name]) => name);
  const placeOf = (item: T) => (names.includes(toName(item)) ? names.indexOf(toName(item)) : names.length);
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}
