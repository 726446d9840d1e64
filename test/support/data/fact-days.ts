import { addDays } from "~/features/insights/definitions/day-range";
import { db } from "~db/client.server";
import { factDays, factStates } from "~db/schema/facts";

type Row = typeof factDays.$inferInsert;

/** A year of a shop's folded facts up to a day, the same each time: it grows, and loses some on the way. */
export async function insertYearOfFacts(shopId: number, today: string): Promise<void> {
  const shared = { shopId, currencyCode: "USD", fromStatus: "", toStatus: "", subscribers: 0 } as const;
  const rows: Row[] = [];
  for (let ago = 400; ago >= 0; ago--) {
    const wave = (period: number) => Math.round(5 + 4 * Math.sin(ago / period));
    const add = (kind: Row["kind"], count: number, amount: number, rest: Partial<Row> = {}) =>
      rows.push({ ...shared, day: addDays(today, -ago), kind, count, amount: String(amount), ...rest });
    add("NEW", wave(9), wave(9) * 24.5, { toStatus: "ACTIVE", subscribers: wave(9) });
    if (ago % 3 === 0)
      add("CHURNED", wave(13), wave(13) * -22, {
        fromStatus: "ACTIVE",
        toStatus: "CANCELLED",
        subscribers: -wave(13),
      });
    if (ago % 4 === 0) add("EXPANSION", 3, 31.5, { fromStatus: "ACTIVE", toStatus: "ACTIVE" });
    if (ago % 5 === 0) add("CONTRACTION", 2, -44, { fromStatus: "ACTIVE", toStatus: "PAUSED" });
    if (ago % 7 === 0)
      add("REACTIVATED", 1, 19, { fromStatus: "CANCELLED", toStatus: "ACTIVE", subscribers: 1 });
    add("PAID", 20 + wave(5), (20 + wave(5)) * 26.4);
    add("FAILED", wave(3), wave(3) * 25);
    if (ago % 2 === 0) add("RECOVERED", wave(4), wave(4) * 25);
    if (ago % 6 === 0) add("LOST", 2, 50);
    if (ago % 10 === 0) add("REFUNDED", 1, 12.5);
  }
  await db.insert(factDays).values(rows);
  await db
    .insert(factStates)
    .values({ shopId, wholeFrom: addDays(today, -200), recountedAt: new Date() })
    .onConflictDoNothing();
}
