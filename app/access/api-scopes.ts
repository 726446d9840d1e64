/** Areas of the API that a key may be limited to. Source: issue 17; decision 077. */
export const API_AREAS = ["contracts", "orders", "bundles", "bulk", "webhooks", "settings"] as const;
export type ApiArea = (typeof API_AREAS)[number];
export type ApiLevel = "read" | "write";

/** The scope that an operation needs: one area and level, such as `orders:write`. */
export type ApiScope = `${ApiArea}:${ApiLevel}`;
/** What an operation needs of a key: one scope, or all of several. */
export type NeededScopes = ApiScope | readonly ApiScope[];

export const toScopes = (needed: NeededScopes): readonly ApiScope[] =>
  typeof needed === "string" ? [needed] : needed;

const READ_ALL: ReadonlySet<string> = new Set(API_AREAS.map((area) => `${area}:read`));
const WRITE_ALL: ReadonlySet<string> = new Set(API_AREAS.flatMap((area) => withLesser(`${area}:write`)));

/** Write access includes read access. */
function withLesser(scope: string): string[] {
  return scope.endsWith(":write") ? [scope, scope.replace(":write", ":read")] : [scope];
}

/**
 * All scopes of a key. A value that this version does not know grants nothing.
 *
 * @param level of a key for all areas
 * @param chosen the scopes of a key for some areas; null = all of them, at `level`
 */
export function toGrantedScopes(level: ApiLevel, chosen: readonly string[] | null): ReadonlySet<string> {
  if (chosen !== null) return new Set(chosen.flatMap(withLesser));
  return level === "write" ? WRITE_ALL : READ_ALL;
}
