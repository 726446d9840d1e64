/** The parts of npm's lock file that are read here. */
export type LockFile = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; devOptional?: boolean }>;
};
export type Licensed = { name: string; version: string; licence: string; isAccepted: boolean };

/** Licences that only require keeping their notices; MPL also requires publishing changes of its own files. */
const ACCEPTED = new Set([
  ...[
    "MIT",
    "MIT-0",
    "ISC",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "Apache-2.0",
    "MPL-2.0",
    "BlueOak-1.0.0",
  ],
  // No conditions.
  ...["Unlicense", "CC0-1.0", "Public Domain"],
  // For the Python language and for lists of data: keep the notice.
  ...["Python-2.0", "PSF-2.0", "CC-BY-3.0", "CC-BY-4.0"],
]);

/** Packages without a licence in the lock file, and the licence in their own files. */
const SAID_ELSEWHERE: Record<string, string> = {
  eval: "MIT",
  "exif-parser": "MIT",
  format: "MIT",
  "require-like": "MIT",
};

/** `MIT`, `(MIT OR CC0-1.0)`: one must be accepted; `(Apache-2.0 AND MIT)`: all of them. */
function isAccepted(licence: string): boolean {
  const terms = licence.replaceAll(/[()]/g, "");
  if (terms.includes(" AND ")) return terms.split(" AND ").every(isAccepted);
  return terms.split(" OR ").some((each) => ACCEPTED.has(each));
}

/** Every package that is installed for production, each version once, by name. */
export function listLicences({ packages }: LockFile): Licensed[] {
  const found = new Map<string, Licensed>();
  for (const [path, { version = "", license, dev, devOptional }] of Object.entries(packages)) {
    if (path === "" || dev || devOptional) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const licence = license ?? SAID_ELSEWHERE[name] ?? "unknown";
    found.set(`${name}@${version}`, { name, version, licence, isAccepted: isAccepted(licence) });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
