import { z } from "zod";
import { DELIVERY_STATUSES } from "~db/schema/webhooks";

/** Maximum per shop. */
export const MOST_ENDPOINTS = 20;

/** FAILING: on, and the last tries had no success. DISABLED: switched off, by staff or by the answer 410. */
const ENDPOINT_STATUSES = ["ACTIVE", "FAILING", "DISABLED"] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

const instantOrNull = z.iso.datetime().nullable();

const endpointFields = {
  id: z.int(),
  url: z.string(),
  types: z.array(z.string()).meta({ description: "Names of the types that are sent; empty: all" }),
  status: z.enum(ENDPOINT_STATUSES).meta({
    description:
      "FAILING: the last tries had no success; it is tried on. DISABLED: switched off, also by itself when it answers 410",
  }),
  failingSince: instantOrNull,
  lastSuccessAt: instantOrNull,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

/** wire.md §6. */
export const endpointRecord = z.object(endpointFields).meta({ id: "WebhookEndpoint" });
export type EndpointRecord = z.output<typeof endpointRecord>;
export const endpointWithSecret = z
  .object({
    ...endpointFields,
    secret: z.string().meta({ description: "What messages are signed with. Shown in this answer only" }),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

export const ENDPOINT_EXAMPLE: EndpointRecord = {
  id: 3,
  url: "https://example.com/webhooks/perennial",
  types: ["subscription.created", "subscription.cancelled"],
  status: "ACTIVE",
  failingSince: null,
  lastSuccessAt: "2026-06-15T09:30:05.010Z",
  createdAt: "2026-03-02T12:00:00.000Z",
  updatedAt: "2026-03-02T12:00:00.000Z",
};
export const SECRET_EXAMPLE = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

export const deliveryRecord = z
  .object({
    id: z.int().meta({ format: "int64" }),
    eventId: z.int().nullable().meta({ format: "int64", description: "Of the stream; null for a test" }),
    webhookId: z.string().meta({ description: "The header `webhook-id`, the same with every try" }),
    type: z.string(),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        "PARKED: given up, since the receiver asked for it or refused this one event for six hours; a replay sends it again. FAILED: a test, which is not tried again",
    }),
    attempts: z.int().nonnegative(),
    nextTryAt: instantOrNull.meta({
      description: "Of a pending one; null while an earlier one of the same contract is pending",
    }),
    createdAt: z.iso.datetime(),
    finishedAt: instantOrNull,
    tries: z
      .array(
        z.object({
          at: z.iso.datetime(),
          milliseconds: z.int().nonnegative(),
          signature: z.string().meta({ description: "The header `webhook-signature` of this try" }),
          status: z.int().nullable().meta({ description: "Of the answer; null when none came" }),
          error: z.string().nullable(),
          answer: z.string().nullable().meta({ description: "The beginning of the answer's body" }),
        }),
      )
      .meta({ description: "The newest ten, newest first" }),
  })
  .meta({ id: "WebhookDelivery" });
export type DeliveryRecord = z.output<typeof deliveryRecord>;

export const DELIVERY_EXAMPLE: DeliveryRecord = {
  id: 9001,
  eventId: 81_204,
  webhookId: "evt_1_81204",
  type: "subscription.paused",
  status: "DELIVERED",
  attempts: 1,
  nextTryAt: null,
  createdAt: "2026-06-15T09:30:04.500Z",
  finishedAt: "2026-06-15T09:30:05.010Z",
  tries: [
    {
      at: "2026-06-15T09:30:04.900Z",
      milliseconds: 110,
      signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      status: 200,
      error: null,
      answer: "ok",
    },
  ],
};
