/** The id that a receiver knows a message by: the same each time it is sent (Standard Webhooks, `webhook-id`). */
export const toWebhookId = ({
  shopId,
  position,
  id,
}: {
  shopId: number;
  position: number | null;
  id: number;
}): string => (position === null ? `test_${shopId}_${id}` : `evt_${shopId}_${position}`);
