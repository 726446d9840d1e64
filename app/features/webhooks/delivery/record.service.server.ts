import { toNextVersion } from "~/access/settings-change.server";
import {
  type DeliveryRow,
  hasFailingSince,
  holdBehindOlder,
  pullForward,
  type RecordedTry,
  recordTries,
  releaseFirstPending,
} from "~/features/webhooks/records/deliveries.repo.server";
import { noteEndpoint } from "~/features/webhooks/records/endpoint-history.repo.server";
import {
  type EndpointRow,
  lockEndpoint,
  updateEndpoint,
} from "~/features/webhooks/records/endpoints.repo.server";
import { isSuccess, judge, toProbePause } from "~/features/webhooks/rules/delivery-rules";
import type { Sent } from "~/features/webhooks/sending/send.server";
import { inTransaction, type Transaction } from "~db/transaction.server";

const TRIES_KEPT = 10;
const GONE = 410;

/** A delivery and its result; null: its event was deleted, so nothing was sent. */
export type Tried = { delivery: DeliveryRow; sent: Sent | null };

/**
 * Records the results of a round: deliveries, the next ones of their contracts, and the endpoint's state. In one
 * transaction: if the process dies before it, the deliveries stay pending and are sent again under the same id.
 *
 * @param owner who claimed the round; if somebody else has the endpoint by now, nothing is written
 * @returns whether the endpoint may continue at once
 */
export function recordRound(
  { shopId, id }: EndpointRow,
  owner: string,
  tried: readonly Tried[],
  now: Date,
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, shopId, id);
    if (endpoint?.leaseOwner !== owner) return false;
    const results = tried.flatMap(({ sent }) => (sent ? [sent.record] : []));
    const hasSuccess = results.some(isSuccess);
    // A receiver that declines one message has read it, and may want the next (decision 118).
    const isReached = hasSuccess || tried.some(({ sent }) => sent?.isAborted);
    const records = await toRecords(tx, endpoint, tried, hasSuccess, now);
    await recordTries(tx, shopId, records);
    const finished = new Set(records.filter(({ status }) => status !== "PENDING").map((record) => record.id));
    const contractsOf = (isFinished: boolean) => [
      ...new Set(
        tried.flatMap(({ delivery: { id: deliveryId, contractId } }) =>
          finished.has(deliveryId) === isFinished ? (contractId ?? []) : [],
        ),
      ),
    ];
    // An older one may have been replayed since the claim.
    await holdBehindOlder(tx, endpoint, contractsOf(false));
    await releaseFirstPending(tx, endpoint, contractsOf(true), now);
    if (isReached && endpoint.failingSince) await pullForward(tx, endpoint, endpoint.failingSince, now);
    const isGone = results.some(({ status }) => status === GONE);
    await updateEndpoint(tx, endpoint, {
      ...(results.length > 0 && toHealth(endpoint, isReached, now)),
      ...(hasSuccess && { lastSuccessAt: now }),
    });
    if (isGone) await switchOff(tx, endpoint, now);
    return !isGone;
  });
}

/** The receiver has answered that it wants no more messages. */
async function switchOff(tx: Transaction, endpoint: EndpointRow, now: Date): Promise<void> {
  const changed = { ...endpoint, state: "GONE" as const, updatedAt: toNextVersion(endpoint, now) };
  const { state, updatedAt } = changed;
  await updateEndpoint(tx, endpoint, { state, updatedAt, wakeAt: null, leaseOwner: null, leaseUntil: null });
  const audit = { actor: { type: "system", name: "Webhooks" } as const, requestId: null, now };
  await noteEndpoint(tx, "webhook.gone", { before: endpoint, after: changed }, audit);
}

function toHealth(
  { failedRounds, failingSince }: EndpointRow,
  isReached: boolean,
  now: Date,
): Partial<EndpointRow> {
  if (isReached) return { failingSince: null, failedRounds: 0, pausedUntil: null };
  const rounds = failedRounds + 1;
  return {
    failedRounds: rounds,
    failingSince: failingSince ?? now,
    pausedUntil: new Date(now.getTime() + toProbePause(rounds)),
  };
}

async function toRecords(
  tx: Transaction,
  endpoint: EndpointRow,
  tried: readonly Tried[],
  hasSuccess: boolean,
  now: Date,
): Promise<RecordedTry[]> {
  const lastSuccessAt = hasSuccess ? now : endpoint.lastSuccessAt;
  // Whether anything else began to fail after the last success: then the endpoint as a whole is failing.
  const isUnwell =
    lastSuccessAt === null || (!hasSuccess && (await hasFailingSince(tx, endpoint, lastSuccessAt)));
  return tried.map(({ delivery, sent }): RecordedTry => {
    const { id, attempts, firstFailedAt } = delivery;
    if (!sent)
      return {
        id,
        attempts,
        firstFailedAt,
        tries: delivery.tries,
        status: "PARKED",
        nextTryAt: null,
        finishedAt: now,
      };
    const { record, isAborted } = sent;
    const isHealthyOtherwise =
      !isUnwell && firstFailedAt !== null && lastSuccessAt !== null && lastSuccessAt > firstFailedAt;
    const verdict = judge(delivery, { status: record.status, isAborted }, isHealthyOtherwise, now);
    const base = { id, attempts: attempts + 1, tries: [record, ...delivery.tries].slice(0, TRIES_KEPT) };
    return verdict.status === "PENDING"
      ? { ...base, ...verdict, finishedAt: null }
      : { ...base, status: verdict.status, firstFailedAt, nextTryAt: null, finishedAt: now };
  });
}
