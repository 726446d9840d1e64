import type { Audit } from "~/features/activity/activity";
import { appendActivity } from "~/features/activity/activity.repo.server";
import type { Queryable } from "~db/client.server";
import type { EndpointRow } from "./endpoints.repo.server";

const toNoted = ({ id, url, types, state }: EndpointRow) => ({ webhookId: id, url, types, state });

/** Records a change of an endpoint in its shop's history, within the transaction that makes it. */
export async function noteEndpoint(
  tx: Queryable,
  action: `webhook.${string}`,
  {
    before,
    after,
  }: { before: EndpointRow; after?: EndpointRow } | { before?: undefined; after: EndpointRow },
  audit: Audit,
): Promise<void> {
  const { shopId } = before ?? after;
  const noted = { before: before && toNoted(before), after: after && toNoted(after) };
  await appendActivity(tx, { shopId, contractId: null, action, ...noted }, audit);
}
