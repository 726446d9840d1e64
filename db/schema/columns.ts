import { bigint, timestamp } from "drizzle-orm/pg-core";

/** int64 of the wire; inputs above 2^53-1 are refused at the door (wire.md §1 "Ids"), so a number holds it exactly. */
export const int64 = (name: string) => bigint(name, { mode: "number" });

/** An instant. Always with zone; intervals are computed in the shop's time zone by app/features/billing. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
