import { z } from "zod";
import {
  AUTOMATION_RECORD_EXAMPLE,
  toAutomationSchema,
} from "~/features/bulk-automations/tasks/automation-record.server";
import {
  orderRecord,
  PAST_ORDER_EXAMPLE,
  UPCOMING_ORDER_EXAMPLE,
} from "~/features/contracts/order-record/order-record.server";
import { rawContract } from "~/features/contracts/record/raw-contract";
import { RAW_CONTRACT_EXAMPLE } from "~/features/contracts/record/raw-contract-example";
import type { WebhookDoc } from "~/http/openapi/webhooks";
import { DECLINE_CLASSES } from "~db/schema/charge-enums";
import { importData, referralData } from "./event-data";
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventSubject, type EventType, toWireType } from "./event-types";

/** Types with event facts besides their subject. */
const WITH_FACTS: Partial<Record<EventType, z.ZodType>> = {
  "payment.failed": orderRecord
    .extend({
      class: z.enum(DECLINE_CLASSES).nullable().optional().meta({ description: "Who has to act" }),
      code: z.string().nullable().optional().meta({ description: "Why it was declined" }),
    })
    .meta({
      id: "FailedOrder",
      description: "An order and why its payment failed; `nextTryAt` as it was when the event was recorded",
    }),
  "payment.action-required": orderRecord
    .extend({ code: z.string().nullable().optional().meta({ description: "Code of the bank's response" }) })
    .meta({
      id: "OrderToConfirm",
      description: "An order whose payment the customer must confirm with their bank",
    }),
  "payment-method.updated": rawContract
    .extend({
      paymentMethodId: z.string().nullable().optional().meta({ description: "The new payment method" }),
    })
    .meta({ id: "ContractWithPaymentMethod", description: "A contract and its new payment method" }),
  "dunning.ended": rawContract
    .extend({
      recovered: z.boolean().optional().meta({ description: "Whether a payment ended the dunning" }),
    })
    .meta({ id: "ContractAfterDunning", description: "A contract and how its dunning ended" }),
};

const SCHEMAS: Record<EventSubject, z.ZodType> = {
  contract: rawContract,
  order: orderRecord,
  "bulk-automation": toAutomationSchema(),
  import: importData,
  referral: referralData,
};

const toDataSchema = (type: EventType): z.ZodType => WITH_FACTS[type] ?? SCHEMAS[EVENT_TYPES[type].subject];

const toEnvelope = (type: z.ZodType, data: z.ZodType) =>
  z.object({
    id: z.int().meta({ format: "int64", description: "Position in the shop's stream; use it as `after`" }),
    type,
    timestamp: z.iso.datetime().meta({ description: "When the event happened" }),
    sequence: z.int().nullable().meta({
      format: "int64",
      description:
        "Sequence number of the event within its contract, from 1; null for events without a contract",
    }),
    data,
  });

/** Any event, as the stream returns it (wire.md §6). */
export const anyEvent = toEnvelope(
  z.string().meta({ description: "Event type, as listed under webhooks" }),
  z
    .union([...Object.values(SCHEMAS), ...Object.values(WITH_FACTS)])
    .meta({ description: "The data of the event; its schema depends on `type`" }),
).meta({ id: "Event" });

const FAILED_ORDER_EXAMPLE = {
  ...PAST_ORDER_EXAMPLE,
  status: "FAILURE" as const,
  graphOrderId: null,
  orderId: null,
  orderName: null,
  variantList: [],
  attempts: [
    {
      number: 1,
      state: "DECLINED" as const,
      at: "2026-06-15T09:30:04.120Z",
      errorCode: "INSUFFICIENT_FUNDS",
      errorClass: "later" as const,
      errorMessage: "The card has insufficient funds.",
    },
  ],
  nextTryAt: "2026-06-16T09:30:00.000Z",
};

const DATA: Record<EventSubject, object> = {
  contract: RAW_CONTRACT_EXAMPLE,
  order: PAST_ORDER_EXAMPLE,
  "bulk-automation": {
    ...AUTOMATION_RECORD_EXAMPLE,
    status: "COMPLETED",
    processed: 3000,
    succeeded: 2890,
    finishedAt: "2026-03-02T12:00:09.000Z",
  },
  import: {
    id: 4,
    status: "COMPLETED",
    createdAt: "2026-03-02T12:00:00.000Z",
    finishedAt: "2026-03-02T12:00:41.000Z",
    files: [
      {
        file: "CONTRACTS",
        name: "contracts.csv",
        rowsRead: 3120,
        created: 2980,
        updated: 0,
        unchanged: 0,
        skipped: 15,
        keptOut: 5,
        deleted: 0,
        warnings: 2,
        errors: 5,
      },
    ],
  },
  referral: {
    id: 31,
    status: "ACCEPTED",
    referrerId: 7_000_000_042,
    friendEmail: "grace@example.com",
    createdAt: "2026-03-02T12:00:00.000Z",
    acceptedAt: "2026-03-02T12:00:00.000Z",
    closedAt: null,
  },
};

/** Fields of examples that differ from those of other events of the same subject. */
const OWN_DATA: Partial<Record<EventType, object>> = {
  "upcoming-order-notification": UPCOMING_ORDER_EXAMPLE,
  "billing-skipped": { ...UPCOMING_ORDER_EXAMPLE, status: "SKIPPED" },
  "billing-failure": FAILED_ORDER_EXAMPLE,
  "payment.failed": { ...FAILED_ORDER_EXAMPLE, class: "later", code: "INSUFFICIENT_FUNDS" },
  "payment.action-required": {
    ...FAILED_ORDER_EXAMPLE,
    status: "ACTION_REQUIRED",
    attempts: [],
    nextTryAt: null,
    code: "AUTHENTICATION_REQUIRED",
  },
  "payment-method.updated": { ...RAW_CONTRACT_EXAMPLE, paymentMethodId: "pm_8812" },
  "dunning.ended": { ...RAW_CONTRACT_EXAMPLE, recovered: true },
  "referral.rewarded": { ...DATA.referral, status: "REWARDED", closedAt: "2026-04-02T12:00:00.000Z" },
};

const toExample = (type: EventType) => {
  const { subject } = EVENT_TYPES[type];
  return {
    id: 81_204,
    type: toWireType(type, "subscription"),
    timestamp: "2026-06-15T09:30:04.120Z",
    sequence: subject === "contract" || subject === "order" ? 7 : null,
    data: OWN_DATA[type] ?? DATA[subject],
  };
};

/** All events, named with the family `subscription`. */
export const listEventDocs = (): WebhookDoc[] =>
  EVENT_TYPE_NAMES.map((type) => ({
    name: toWireType(type, "subscription"),
    summary: EVENT_TYPES[type].description,
    schema: toEnvelope(z.string(), toDataSchema(type)),
    example: toExample(type),
  }));

export const EVENTS_EXAMPLE = [toExample("paused"), toExample("referral.accepted")];
