import path from "node:path/posix";

/**
 * Cycles between folders, where a folder stands for the files directly in it: dependency-cruiser's rule counts those of
 * its subfolders as its own, so it cannot see that a folder and its subfolder import each other. Both directions are
 * common (kits lie below their users' folder, parts of a page below the page), but not both at once.
 *
 * @param {readonly { source: string, dependencies: readonly { resolved: string }[] }[]} modules files and what they
 *   import, by paths from the root
 * @returns {string[][]} the folders of each cycle, with their imports: `a/b/file.ts → a/other.ts`
 */
export function findFolderCycles(modules) {
  const sources = new Set(modules.map(({ source }) => source));
  /** @type {Map<string, Map<string, string>>} folder → the folders it imports, each with an example */
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const folder = path.dirname(source);
    const imported = imports.get(folder) ?? new Map();
    imports.set(folder, imported);
    for (const { resolved } of dependencies) {
      const other = path.dirname(resolved);
      if (sources.has(resolved) && other !== folder) imported.set(other, `${source} → ${resolved}`);
    }
  }
  const reached = new Map([...imports.keys()].map((folder) => [folder, listReached(imports, folder)]));
  const isTogether = (one, other) => reached.get(one)?.has(other) && reached.get(other)?.has(one);
  const seen = new Set();
  return [...imports.keys()].flatMap((folder) => {
    if (seen.has(folder) || !isTogether(folder, folder)) return [];
    const cycle = [...imports.keys()].filter((other) => isTogether(folder, other));
    for (const member of cycle) seen.add(member);
    return [
      cycle.flatMap((member) =>
        [...(imports.get(member) ?? [])].flatMap(([other, example]) =>
          cycle.includes(other) ? [example] : [],
        ),
      ),
    ];
  });
}

/** All folders that a folder imports, directly or through others. */
function listReached(imports, folder) {
  const reached = new Set();
  const visit = (from) => {
    for (const other of imports.get(from)?.keys() ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      visit(other);
    }
  };
  visit(folder);
  return reached;
}
