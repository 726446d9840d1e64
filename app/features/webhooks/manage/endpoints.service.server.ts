import { toNextVersion } from "~/access/settings-change.server";
import { type Audit, toChange } from "~/features/activity/activity";
import { findStream } from "~/features/event-stream/stream.repo.server";
import { lockStream } from "~/features/events/sequencer.repo.server";
import { sequenceEvents } from "~/features/events/sequencer.service.server";
import { pullForward } from "~/features/webhooks/records/deliveries.repo.server";
import { noteEndpoint } from "~/features/webhooks/records/endpoint-history.repo.server";
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
} from "~/features/webhooks/records/endpoints.repo.server";
import { createSecret, resealSecrets, rotateSecret } from "~/features/webhooks/rules/secrets.server";
import { MOST_ENDPOINTS } from "~/features/webhooks/rules/webhook.schema";
import { forEachNamed } from "~/lib/faults/for-each-named";
import { notFound, ProblemError } from "~/lib/problem";
import { inTransaction, type Transaction } from "~db/transaction.server";
import type { EndpointChange } from "./endpoint.schema.server";
import { noteLostEvents } from "./lost-events.service.server";

/** The same for an unknown endpoint and another shop's. */
export const endpointNotFound = () => notFound("There is no such webhook endpoint.");

/** @throws ProblemError not_found */
export async function getEndpoint(shopId: number, id: number): Promise<EndpointRow> {
  const endpoint = await findEndpoint(shopId, id);
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

/**
 * Creates an endpoint: it gets the shop's events from now on (wire.md §6); one that is off, once it is switched on.
 *
 * @returns the endpoint and its secret, which is shown only this once
 * @param url checked by `urlField`
 * @throws ProblemError limit_reached
 */
export async function createEndpoint(
  shopId: number,
  { url, types = [], status }: { url: string } & Pick<EndpointChange, "types" | "status">,
  audit: Audit,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  const { secret, ...sealed } = createSecret();
  // Gives positions to all earlier events first, so that they are not sent to the new endpoint.
  while ((await sequenceEvents(shopId, audit.now)) === null);
  const endpoint = await inTransaction(async (tx) => {
    // One at a time: two that both count nineteen would make twenty-one.
    const { lastPosition } = await lockStream(tx, shopId);
    if ((await countEndpoints(tx, shopId)) >= MOST_ENDPOINTS)
      throw new ProblemError(
        "limit_reached",
        `A shop has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`,
      );
    const made = await insertEndpoint(tx, {
      shopId,
      url,
      types: [...new Set(types)],
      state: status === "DISABLED" ? "OFF" : "ON",
      ...sealed,
      cursor: lastPosition,
      createdAt: audit.now,
      createdBy: audit.actor.name,
      updatedAt: audit.now,
    });
    await noteEndpoint(tx, "webhook.created", { after: made }, audit);
    return made;
  });
  return { endpoint, secret };
}

/** The state the caller has seen: `version` of the form, or a check that throws precondition_failed. */
type Expected = { version?: string; requireAsSeen?: (endpoint: EndpointRow) => void };

/**
 * Changes one endpoint under its lock; if no field differs, nothing is written. @throws ProblemError not_found;
 * stale_version when it has changed since `version`
 */
async function change(
  shopId: number,
  id: number,
  action: `webhook.${string}`,
  audit: Audit,
  toFields: (endpoint: EndpointRow, tx: Transaction) => Promise<Partial<EndpointRow>> | Partial<EndpointRow>,
  { version, requireAsSeen }: Expected = {},
): Promise<EndpointRow> {
  return inTransaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, shopId, id);
    if (!endpoint) throw endpointNotFound();
    if (version !== undefined && endpoint.updatedAt.toISOString() !== version)
      throw new ProblemError(
        "stale_version",
        "Someone else has changed this endpoint in the meantime. Load it again before you save.",
      );
    requireAsSeen?.(endpoint);
    const fields = toChange<Partial<EndpointRow>>(endpoint, await toFields(endpoint, tx))?.after;
    if (!fields) return endpoint;
    const changed = { ...endpoint, ...fields, updatedAt: toNextVersion(endpoint, audit.now) };
    await updateEndpoint(tx, endpoint, { ...fields, updatedAt: changed.updatedAt });
    await noteEndpoint(tx, action, { before: endpoint, after: changed }, audit);
    return changed;
  });
}

/**
 * Changes address, types or whether it is on. Switched on again, it continues where it stopped.
 *
 * @throws ProblemError not_found; stale_version; precondition_failed
 */
export async function changeEndpoint(
  shopId: number,
  id: number,
  { url, types, status }: EndpointChange,
  audit: Audit,
  expected?: Expected,
): Promise<EndpointRow> {
  return change(
    shopId,
    id,
    "webhook.changed",
    audit,
    async (endpoint, tx) => {
      const fields: Partial<EndpointRow> = {
        ...(url && { url }),
        ...(types && { types: [...new Set(types)] }),
      };
      if (status === "DISABLED" && endpoint.state === "ON")
        return { ...fields, state: "OFF", wakeAt: null, leaseOwner: null, leaseUntil: null };
      const isNewStart = status === "ACTIVE" && endpoint.state !== "ON";
      if (!isNewStart && (url === undefined || url === endpoint.url)) return fields;
      // Another receiver, or one that has been repaired: everything is tried at once.
      await pullForward(tx, endpoint, endpoint.createdAt, audit.now);
      const fresh = { failingSince: null, failedRounds: 0, pausedUntil: null };
      if (isNewStart) {
        // Events that happened while it was off and have been deleted since.
        await noteLostEvents(tx, endpoint, endpoint.missed, audit.now);
        const { deletedUpTo = 0 } = (await findStream(shopId, tx)) ?? {};
        fields.missed = 0;
        fields.cursor = Math.max(endpoint.cursor, deletedUpTo);
      }
      const isOn = isNewStart || endpoint.state === "ON";
      return { ...fields, ...fresh, ...(isOn && { state: "ON" as const, wakeAt: audit.now }) };
    },
    expected,
  );
}

/** Its log is kept as long as those of other endpoints. @throws ProblemError not_found */
export function removeEndpoint(
  shopId: number,
  id: number,
  audit: Audit,
  { requireAsSeen }: Expected = {},
): Promise<void> {
  return inTransaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, shopId, id);
    if (!endpoint) throw endpointNotFound();
    requireAsSeen?.(endpoint);
    await deleteEndpoint(tx, shopId, id);
    await noteEndpoint(tx, "webhook.deleted", { before: endpoint }, audit);
  });
}

/** Gives it a new secret; for a day the previous one signs as well. @throws ProblemError not_found */
export async function rotateEndpointSecret(
  shopId: number,
  id: number,
  audit: Audit,
  expected?: Expected,
): Promise<{ endpoint: EndpointRow; secret: string }> {
  let shown = "";
  const rotate = async ({ sealed: before }: EndpointRow) => {
    const { secret, ...sealed } = await rotateSecret(before, audit.now);
    shown = secret;
    return sealed;
  };
  const endpoint = await change(shopId, id, "webhook.secret_rotated", audit, rotate, expected);
  return { endpoint, secret: shown };
}

/**
 * Seals a shop's secrets with the first key of the ring, so that an older key can be dropped.
 * @throws Error at the end, naming webhooks whose secrets no key of the ring opens
 */
export async function resealEndpoints(shopId: number): Promise<void> {
  await forEachNamed(
    await listEndpoints(shopId),
    ({ id }) => `webhook ${id}`,
    ({ id }) =>
      inTransaction(async (tx) => {
        const endpoint = await lockEndpoint(tx, shopId, id);
        const sealed = endpoint && (await resealSecrets(endpoint));
        if (sealed) await updateEndpoint(tx, endpoint, sealed);
      }),
  );
}
