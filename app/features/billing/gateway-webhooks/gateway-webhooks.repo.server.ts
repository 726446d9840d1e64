import { db, type Queryable } from "~db/client.server";
import { findRow, updateRows } from "~db/rows.server";
import { gatewayWebhooks } from "~db/schema/stripe";

type Webhook = typeof gatewayWebhooks.$inferSelect;
export type WebhookKey = Pick<Webhook, "shopId" | "gateway" | "eventId">;

const keyOf = ({ shopId, gateway, eventId }: WebhookKey) => ({ shopId, gateway, eventId });

/** @returns false when it has arrived before */
export async function insertWebhook(tx: Queryable, webhook: Omit<Webhook, "handledAt">): Promise<boolean> {
  const rows = await tx
    .insert(gatewayWebhooks)
    .values(webhook)
    .onConflictDoNothing()
    .returning({ eventId: gatewayWebhooks.eventId });
  return rows.length > 0;
}

export const findWebhook = (which: WebhookKey): Promise<Webhook | null> =>
  findRow(db, gatewayWebhooks, keyOf(which));

export const setWebhookHandled = (which: WebhookKey, now: Date) =>
  updateRows(db, gatewayWebhooks, keyOf(which), { handledAt: now });
