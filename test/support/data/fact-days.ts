import { addDays } from "~/features/insights/definitions/day-range";
import { rebuildMonths } from "~/features/insights/facts/recount.repo.server";
import { LEAST_ACTIVE } from "~/features/insights/plans/plans.service.server";
import { db } from "~db/client.server";
import { contractCounts } from "~db/schema/contracts";
import type { FactTopic } from "~db/schema/fact-enums";
import { factDays, factParts, factStates } from "~db/schema/facts";

type Row = typeof factDays.$inferInsert;

/** A year of a shop's rolled-up facts up to a day, the same each time: a growing shop that also loses contracts. */
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
    if (ago % 4 === 0) add("SAVED", 2, 44);
    if (ago % 5 === 0) add("FRIEND_INVITED", wave(6), 0, { currencyCode: "XXX" });
    if (ago % 5 === 0) add("FRIEND_ACCEPTED", wave(8), 0, { currencyCode: "XXX" });
    if (ago % 6 === 0) add("FRIEND_JOINED", 3, 0, { currencyCode: "XXX" });
    if (ago % 7 === 0) add("REWARD_GIVEN", 2, 0, { currencyCode: "XXX" });
  }
  await db.insert(factDays).values(rows);
  await insertParts(shopId, today);
  await rebuildMonths(db, shopId);
  await db
    .insert(factStates)
    .values({ shopId, wholeFrom: addDays(today, -200), recountedAt: new Date() })
    .onConflictDoNothing();
}

/** Weights of the parts of each topic. */
const PARTS: Partial<Record<FactTopic, Record<string, number>>> = {
  churned_reason: {
    "I have too much": 6,
    "It is too expensive": 4,
    "Payment failed": 2,
    "I need a break": 1,
  },
  churned_age: { "0": 3, "1": 8, "2": 6, "3": 5, "6": 3, "12": 4, "18": 1, "40": 1 },
  churned_product: { "7": 5, "8": 3, "9": 1 },
  sold_product: { "7": 9, "8": 6, "9": 2 },
  sold_variant: { "71": 6, "72": 3, "81": 4, "82": 2, "91": 2 },
  sold_plan: { "Every month": 9, "Every 2 weeks": 5, "": 1 },
  sold_country: { DE: 9, AT: 3, CH: 2, FR: 1, "": 1 },
  sold_bundle: { "breakfast-box": 3, "office-pack": 1 },
  sold_code: { "SPRING-10": 4, "(referral)": 2, "(none)": 1 },
  failed_code: { INSUFFICIENT_FUNDS: 5, EXPIRED_CARD: 3, CARD_DECLINED: 2, STOLEN_CARD: 1 },
  recovered_code: { INSUFFICIENT_FUNDS: 4, EXPIRED_CARD: 2, CARD_DECLINED: 1 },
  lost_code: { INSUFFICIENT_FUNDS: 1, EXPIRED_CARD: 1, STOLEN_CARD: 1 },
  saved_offer: { SKIP: 3, PAUSE: 2, DISCOUNT: 1 },
  saved_reason: { "I have too much": 3, "I need a break": 2, "It is too expensive": 1 },
};

async function insertParts(shopId: number, today: string): Promise<void> {
  const shared = { shopId, currencyCode: "USD" } as const;
  const rows: (typeof factParts.$inferInsert)[] = [];
  for (const [topic, parts] of Object.entries(PARTS) as [FactTopic, Record<string, number>][])
    for (const [part, weight] of Object.entries(parts))
      for (let ago = 0; ago < 400; ago += 4)
        rows.push({
          ...shared,
          topic,
          part,
          day: addDays(today, -ago),
          count: weight,
          units: weight * 2,
          amount: String(weight * 24.5),
        });
  for (let began = 0; began < 13; began++)
    for (let age = 0; age <= began; age++) {
      const cohort = { ...shared, topic: "cohort" as const, units: 0 };
      const count = age === 0 ? 140 : -Math.round(36 / (age + 1));
      const [part, day] = [toMonthBefore(today, began), toMonthBefore(today, began - age)];
      rows.push({ ...cohort, part, day, count, amount: String(count * 21.5) });
    }
  await db.insert(factParts).values(rows);
}

/** The first day of the month that is this many months before a day's. */
function toMonthBefore(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`;
}

/** Gives the shop so many contracts that its pages use snapshots of its plans; only the counters say so. */
export async function becomeLarge(shopId: number): Promise<void> {
  const group = { billingInterval: "MONTH", billingIntervalCount: 1, planType: "PAY_AS_YOU_GO" } as const;
  await db.insert(contractCounts).values({ shopId, ...group, status: "ACTIVE", delta: LEAST_ACTIVE });
}
