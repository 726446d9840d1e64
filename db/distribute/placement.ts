/**
 * Where tables lie on Citus (docs/scaling.md). This is the one list: a table that stands in neither record and has
 * `shop_id` is distributed by it; one that has none is in no class, and nothing is distributed until it is placed here.
 */

/** On every machine in full: read by every request, seldom written. */
export const REFERENCE_TABLES = {
  shops: "every shop's table refers to it",
  domains: "says which shop a host belongs to",
  currency_rates: "the same for all shops",
  staff_accounts: "a person may be staff of many shops",
  staff_roles: "of which shops a person is staff",
} as const;

/** On the coordinator alone: found by a hash before the shop is known, or of the service itself. */
export const LOCAL_TABLES = {
  sessions: "found by the hash of a cookie",
  known_browsers: "found by the hash of a cookie",
  password_resets: "found by the hash of a link",
  second_factors: "written at each sign-in",
  shared_limits: "limits by address and key, of no shop",
  job_workers: "processes that work",
  schema_migrations: "what has been migrated",
} as const;

export type Placement = "reference" | "local" | "distributed";

/** @returns null when the table is in no class */
export function placeTable(name: string, isOfShop: boolean): Placement | null {
  if (Object.hasOwn(REFERENCE_TABLES, name)) return "reference";
  if (Object.hasOwn(LOCAL_TABLES, name)) return "local";
  return isOfShop ? "distributed" : null;
}
