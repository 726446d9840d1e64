import { bigint, timestamp } from "drizzle-orm/pg-core";

/** The wire's int64. Input above 2^53-1 is refused (wire.md §1 "Ids"), so a JavaScript number holds it exactly. */
export const int64 = (name: string) => bigint(name, { mode: "number" });

/** An instant. Always with zone; intervals are computed in the shop's time zone by app/features/billing. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
