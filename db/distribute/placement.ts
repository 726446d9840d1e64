/**
 * Placement of tables on Citus (docs/scaling.md), the only list of it: a table in neither record is distributed by
 * `shop_id` if it has that column; otherwise it has no placement, and nothing is distributed until it is listed here.
 */

/** In full on every machine: read by every request, rarely written. */
export const REFERENCE_TABLES = {
  shops: "every shop's table refers to it",
  domains: "says which shop a host belongs to",
  currency_rates: "the same for all shops",
  staff_accounts: "a person may be staff of many shops",
  staff_roles: "of which shops a person is staff",
} as const;

/** On the coordinator only: found by a hash before the shop is known, or about the service itself. */
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

/** @returns null when the table has no placement */
export function placeTable(name: string, isOfShop: boolean): Placement | null {
  if (Object.hasOwn(REFERENCE_TABLES, name)) return "reference";
  if (Object.hasOwn(LOCAL_TABLES, name)) return "local";
  return isOfShop ? "distributed" : null;
}
