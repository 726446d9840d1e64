import { findShopSettings } from "~/access/shops.repo.server";
import { findStream, listEventsAt } from "~/features/event-stream/stream.repo.server";
import { toWireEvents } from "~/features/event-stream/stream.service.server";
import type { DeliveryRow } from "~/features/webhooks/records/deliveries.repo.server";
import { type EndpointPlace, releaseLease } from "~/features/webhooks/records/endpoints.repo.server";
import { isSuccess } from "~/features/webhooks/rules/delivery-rules";
import { listLiveSecrets } from "~/features/webhooks/rules/secrets.server";
import { toWebhookId } from "~/features/webhooks/rules/webhook-id";
import { sendMessage, toSigner } from "~/features/webhooks/sending/send.server";
import { metrics } from "~/http/endpoint/metrics.server";
import { db } from "~db/client.server";
import { claimRound } from "./claim.service.server";
import { recordRound, type Tried } from "./record.service.server";

export type RoundOptions = {
  /** The process, which owns the leases. */
  owner: string;
  clock: () => Date;
  signal: AbortSignal;
  /** Ten seconds by default. */
  answerWithinMs?: number;
  turnMs?: number;
};

/** How long an endpoint keeps its slot: a slow receiver has one round, a quick one many. */
const TURN_MS = 5000;

/**
 * Sends to an endpoint until nothing is due or its turn has ended: in rounds, each claimed, sent and recorded. With a
 * backlog it would otherwise shut out others for hours (decision 163).
 */
export async function runEndpoint(place: EndpointPlace, options: RoundOptions): Promise<void> {
  const { signal, owner, clock, turnMs = TURN_MS } = options;
  const begunAt = performance.now();
  while (!signal.aborted && (await runRound(place, options)))
    if (performance.now() - begunAt >= turnMs) return releaseLease(place, owner, clock());
}

/** @returns whether there may be more to do at once */
async function runRound(
  place: EndpointPlace,
  { owner, clock, answerWithinMs }: RoundOptions,
): Promise<boolean> {
  const claim = await claimRound(place, owner, clock());
  if (!claim) return false;
  const { endpoint, deliveries } = claim;
  if (deliveries.length === 0) return true;
  const texts = await renderMessages(place.shopId, deliveries, clock());
  const sign = toSigner(await listLiveSecrets(endpoint.sealed, clock()));
  const tried = await Promise.all(
    deliveries.map(async (delivery): Promise<Tried> => {
      const body = delivery.position === null ? undefined : texts.get(delivery.position);
      if (body === undefined) return { delivery, sent: null };
      const message = { id: toWebhookId(delivery), body };
      const sent = await sendMessage(endpoint.url, message, sign, { clock, answerWithinMs });
      metrics.webhooks.inc({ answer: toAnswer(sent.record) });
      return { delivery, sent };
    }),
  );
  return recordRound(endpoint, owner, tried, clock());
}

const toAnswer = (record: { status: number | null }): string => {
  if (record.status === null) return "none";
  return isSuccess(record) ? "taken" : "refused";
};

/** The bodies of deliveries by position; those of events no longer kept are left out. */
export async function renderMessages(
  shopId: number,
  deliveries: readonly Pick<DeliveryRow, "position">[],
  now: Date,
): Promise<Map<number, string>> {
  const positions = deliveries.flatMap(({ position }) => position ?? []);
  const [shop, stream, events] = await Promise.all([
    findShopSettings(shopId),
    findStream(shopId),
    listEventsAt(db, shopId, positions),
  ]);
  if (!shop || !stream) return new Map();
  const rendered = await toWireEvents(shop, stream.family, events, now);
  return new Map(rendered.map(({ id, text }) => [id, text]));
}
