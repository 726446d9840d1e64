import { and, asc, eq } from "drizzle-orm";
import { db } from "~db/client.server";
import { activity } from "~db/schema/activity";
import { billingAttempts } from "~db/schema/billing";
import { contracts } from "~db/schema/contracts";
import { events } from "~db/schema/events";

type Contract = { shopId: number; id: number };

export async function readContractRow({ shopId, id }: Contract) {
  const rows = await db
    .select()
    .from(contracts)
    .where(and(eq(contracts.shopId, shopId), eq(contracts.id, id)));
  if (!rows[0]) throw new Error("the contract is not there");
  return rows[0];
}

export const readAttempts = ({ shopId, id }: Contract) =>
  db
    .select()
    .from(billingAttempts)
    .where(and(eq(billingAttempts.shopId, shopId), eq(billingAttempts.contractId, id)))
    .orderBy(asc(billingAttempts.billingDate));

/** Its orders by date: "QUEUED 2026-04-30T07:00". */
export const listPlan = async (contract: Contract): Promise<string[]> =>
  (await readAttempts(contract)).map(
    ({ status, billingDate }) => `${status} ${billingDate.toISOString().slice(0, 16)}`,
  );

/** Its history, oldest first. */
export const readActivity = ({ shopId, id }: Contract) =>
  db
    .select()
    .from(activity)
    .where(and(eq(activity.shopId, shopId), eq(activity.contractId, id)))
    .orderBy(asc(activity.id));

/** What was recorded of it, oldest first: types of events with their order, and actions. */
export async function listRecordedChanges({ shopId, id }: Contract) {
  const [recordedEvents, entries] = await Promise.all([
    db
      .select()
      .from(events)
      .where(and(eq(events.shopId, shopId), eq(events.contractId, id)))
      .orderBy(asc(events.id)),
    readActivity({ shopId, id }),
  ]);
  return { events: recordedEvents, activity: entries };
}
