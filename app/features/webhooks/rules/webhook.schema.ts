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
  types: z.array(z.string()).meta({ description: "Event types that are sent; if empty, all types" }),
  status: z.enum(ENDPOINT_STATUSES).meta({
    description:
      "FAILING: the last attempts failed; retries continue. DISABLED: switched off, by you or automatically after a 410 response",
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
    secret: z
      .string()
      .meta({ description: "Secret that messages are signed with. Shown in this response only" }),
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
    eventId: z
      .int()
      .nullable()
      .meta({ format: "int64", description: "Id of the event in the stream; null for a test" }),
    webhookId: z
      .string()
      .meta({ description: "Value of the header `webhook-id`, the same for all attempts" }),
    type: z.string(),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        "PARKED: given up because the receiver asked for it or refused this event alone for six hours; a replay sends it again. FAILED: a failed test, which is not retried",
    }),
    attempts: z.int().nonnegative(),
    nextTryAt: instantOrNull.meta({
      description:
        "Time of the next attempt of a pending delivery; null while an earlier delivery of the same contract is pending",
    }),
    createdAt: z.iso.datetime(),
    finishedAt: instantOrNull,
    tries: z
      .array(
        z.object({
          at: z.iso.datetime(),
          milliseconds: z.int().nonnegative(),
          signature: z
            .string()
            .meta({ description: "Value of the header `webhook-signature` in this attempt" }),
          status: z.int().nullable().meta({ description: "Status of the response; null if there was none" }),
          error: z.string().nullable(),
          answer: z.string().nullable().meta({ description: "Beginning of the response body" }),
        }),
      )
      .meta({ description: "The last ten attempts, newest first" }),
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
