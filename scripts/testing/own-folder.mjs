import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** How `app` and `db` are written in imports. */
const ALIASES = { app: "~", db: "~db" };

/**
 * Imports of a file's own folder that are not written `./name`: whoever reads them has to compare two paths to see that
 * nothing else is meant.
 *
 * @returns {string[]} `file: import`
 */
export function findLongImports() {
  return Object.entries(ALIASES).flatMap(([root, alias]) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => {
        const own = path.posix.join(alias, path.posix.dirname(file));
        const imports = readFileSync(path.join(root, file), "utf8").matchAll(/(?:from |import\()"(~[^"]+)"/g);
        return [...imports]
          .filter(([, name]) => path.posix.dirname(name) === own)
          .map(([, name]) => `${root}/${file}: ${name}`);
      }),
  );
}
