import { toProgress } from "~/features/bulk-automations/automation";
import { toAutomationRecord } from "~/features/bulk-automations/tasks/automation-record.server";
import { countBatches, findAutomation } from "~/features/bulk-automations/tasks/automations.repo.server";
import { toOrderRecord } from "~/features/contracts/order-record/order-amount";
import { findOrdersById } from "~/features/contracts/order-record/order-by-id.repo.server";
import { getRawContract } from "~/features/contracts/record/raw-contract.service.server";
import { findImport, listImportFiles } from "~/features/imports/records/imports.repo.server";
import { toImportData, toReferralData } from "./event-data";
import { findReferralById, listWireContractIds } from "./event-data.repo.server";
import { EVENT_TYPES, type EventType } from "./event-types";
import { keepBodies, type StreamEvent } from "./stream.repo.server";

type Shop = { id: number; storeDomain: string };

/** Bodies rendered at once: limits the memory that a page of a thousand needs. */
const AT_ONCE = 100;

/**
 * The `data` of these events, as JSON text by event id. An event's body is rendered when it is first read, from the
 * subject's state at that time, and stored: every later read and delivery has the same text.
 */
export async function renderBodies(
  shop: Shop,
  events: readonly StreamEvent[],
  now: Date,
): Promise<Map<number, string>> {
  const bodies = new Map<number, string>();
  const fresh: StreamEvent[] = [];
  for (const event of events) {
    if (event.body === null) fresh.push(event);
    else bodies.set(event.id, event.body);
  }
  for (let start = 0; start < fresh.length; start += AT_ONCE) {
    const part = fresh.slice(start, start + AT_ONCE);
    const made = await makeBodies(shop, part, now);
    for (const [id, body] of await keepBodies(shop.id, made)) bodies.set(id, body);
  }
  return bodies;
}

async function makeBodies(shop: Shop, events: readonly StreamEvent[], now: Date) {
  const ofOrders = events.filter(isOfOrder);
  const ofContracts = events.filter((event) => !isOfOrder(event) && event.contractId !== null);
  const [orders, contracts] = await Promise.all([
    readOrders(shop, ofOrders),
    readContracts(shop.id, ofContracts),
  ]);
  const bodies: { id: number; body: unknown }[] = [];
  for (const event of events) {
    const data = isOfOrder(event)
      ? orders.get(event.billingAttemptId)
      : event.contractId !== null
        ? contracts.get(event.contractId)
        : await readSubject(shop.id, event, now);
    // The subject may no longer exist, such as an order that was planned anew: its id is still given.
    bodies.push({
      id: event.id,
      body: { ...(data ?? { id: event.subjectId ?? event.billingAttemptId }), ...event.facts },
    });
  }
  return bodies;
}

const isOfOrder = (event: StreamEvent): event is StreamEvent & { billingAttemptId: number } =>
  event.billingAttemptId !== null && EVENT_TYPES[event.type as EventType]?.subject !== "contract";

const unique = (ids: readonly (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))];

async function readOrders(shop: Shop, events: readonly StreamEvent[]): Promise<Map<number, object>> {
  const ids = unique(events.map(({ billingAttemptId }) => billingAttemptId));
  if (ids.length === 0) return new Map();
  const found = await findOrdersById(shop, ids);
  return new Map(
    found.map(({ order, leaseUntil: _, ...contract }) => [order.id, toOrderRecord(order, contract)]),
  );
}

async function readContracts(shopId: number, events: readonly StreamEvent[]): Promise<Map<number, object>> {
  const ids = unique(events.map(({ contractId }) => contractId));
  if (ids.length === 0) return new Map();
  const found = await listWireContractIds(shopId, ids);
  return new Map(
    await Promise.all(
      found.map(
        async ({ id, subscriptionContractId }) =>
          [id, await getRawContract(shopId, subscriptionContractId)] as const,
      ),
    ),
  );
}

async function readSubject(
  shopId: number,
  { type, subjectId }: StreamEvent,
  now: Date,
): Promise<object | null> {
  if (subjectId === null) return null;
  switch (EVENT_TYPES[type as EventType]?.subject) {
    case "bulk-automation": {
      const task = await findAutomation(shopId, subjectId);
      if (!task) return null;
      const counts = (await countBatches(shopId, [subjectId], now))(subjectId);
      return toAutomationRecord(task, toProgress(task, counts, now));
    }
    case "import": {
      const found = await findImport(shopId, subjectId);
      return found && toImportData(found, await listImportFiles(shopId, [subjectId]));
    }
    case "referral": {
      const found = await findReferralById(shopId, subjectId);
      return found && toReferralData(found);
    }
    default:
      return null;
  }
}
