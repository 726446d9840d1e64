import { z } from "zod";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { NOTICE_CHANNELS, NOTICE_KINDS } from "~db/schema/notice-enums";
import { PORTAL_LANGUAGES } from "~db/schema/portal-enums";

const accountLink = z.object({
  /** As typed, in lower case; the worker checks whether there is such an account. */
  email: z.string(),
  /** Scheme and host of the link. */
  origin: z.url(),
  /** Unique: the job may run twice and never creates two mails. */
  requestId: z.string(),
});

/**
 * Every background task with its payload. Names and shapes are a contract with jobs that wait in the database: once
 * deployed, they may only be widened. Separate from the handlers (tasks.server.ts), so that a service may enqueue a
 * task that calls the same service.
 */
export const taskPayloads = {
  "top-up-shops": z.object({}),
  "compact-contract-counts": z.object({}),
  /** Rolls facts up; the name stays, since workers of the release before look for it. */
  "fold-facts": z.object({}),
  "count-facts": z.object({}),
  /** For all shops with many contracts, or for one whose page has asked for it. */
  "sum-plans": z.object({ shopId: z.number().int().positive().optional() }),
  "mail-digests": z.object({}),
  "delete-expired-sessions": z.object({}),
  "delete-past-attempts": z.object({}),
  "run-import": z.object({ shopId: z.number().int().positive(), importId: z.number().int().positive() }),
  "recover-imports": z.object({}),
  "erase-customer": z.object({
    shopId: z.number().int().positive(),
    customerId: z.number().int().positive(),
  }),
  "recover-erasures": z.object({}),
  "run-bulk-automation": z.object({
    shopId: z.number().int().positive(),
    automationId: z.number().int().positive(),
    /** Number of the runner; the name stays, since stored jobs have it. */
    lane: z.number().int().nonnegative(),
  }),
  "maintain-bulk-automations": z.object({}),
  "accept-referral": z.object({
    shopId: z.number().int().positive(),
    token: z.string(),
    /** As typed; the worker checks whether it may use the offer. */
    email: z.string(),
    language: z.enum(PORTAL_LANGUAGES),
    requestId: z.string(),
  }),
  "reward-referral": z.object({
    shopId: z.number().int().positive(),
    referralId: z.number().int().positive(),
  }),
  "send-mail": z.object({ shopId: z.number().int().positive(), mailId: z.number().int().positive() }),
  "send-text-message": z.object({
    shopId: z.number().int().positive(),
    textMessageId: z.number().int().positive(),
  }),
  "mail-portal-link": z.object({
    shopId: z.number().int().positive(),
    /** As typed (the worker checks whether it is a customer's), or the customer of a link that no longer works. */
    to: z.union([z.object({ email: z.string() }), z.object({ customerId: z.number().int().positive() })]),
    language: z.string(),
    /** Unique: the job may run twice and never creates two mails. */
    requestId: z.string(),
  }),
  "mail-sign-in-link": accountLink,
  "mail-password-reset": accountLink,
  "note-failed-sign-in": z.object({ email: z.string(), address: z.string(), at: z.iso.datetime() }),
  "settle-given-up-jobs": z.object({}),
  "delete-old-portal-rows": z.object({}),
  "delete-closed-shops": z.object({}),
  "verify-domain-records": z.object({}),
  "bill-due-orders": z.object({}),
  "run-billing": z.object({
    shopId: z.number().int().positive(),
    /** Number of the runner, as above. */
    lane: z.number().int().nonnegative(),
  }),
  "reseal-stripe-keys": z.object({}),
  "reseal-webhook-secrets": z.object({}),
  "reseal-second-factors": z.object({}),
  "delete-old-events": z.object({}),
  /** Handles a gateway webhook; the name stays, since stored jobs have it. */
  "handle-gateway-notice": z.object({
    shopId: z.number().int().positive(),
    gateway: z.enum(["stripe"]),
    eventId: z.string(),
  }),
  /** A customer has finished a hosted page of the test gateway. */
  "finish-hosted-page": z.union([
    z.object({ shopId: z.number().int().positive(), attemptId: z.number().int().positive() }),
    z.object({ shopId: z.number().int().positive(), updateId: z.uuid() }),
  ]),
  "mail-payment-failure": z.object({
    shopId: z.number().int().positive(),
    attemptId: z.number().int().positive(),
    /** Content of the notice: act, be patient, use another card, or it is over. */
    about: z.enum(["act", "retry", "blocked", "ended"]),
    /** The payment method that failed, so that each gets only one mail of a kind. */
    paymentMethodId: z.string().nullable(),
    failedAt: z.iso.datetime(),
    /** As of then: a mail that is written late still describes its own failure. */
    nextTryAt: z.iso.datetime().nullable(),
    contractStatus: z.enum(CONTRACT_STATUSES),
    /** Count of requests by staff: each is sent by mail, even if the notice is off. */
    byHand: z.number().int().positive().optional(),
  }),
  "pass-on-events": z.object({}),
  "warn-of-cards": z.object({}),
  "write-notice": z.object({
    shopId: z.number().int().positive(),
    kind: z.enum(NOTICE_KINDS).exclude(["payment_failed", "portal_link"]),
    /** The cause: one notice for it per channel. */
    cause: z.string(),
    /** Our id. */
    contractId: z.number().int().positive(),
    attemptId: z.number().int().positive().nullable(),
    /** When it happened, by the shop's clock. */
    at: z.iso.datetime(),
    /** The channels by which the shop did not send it then. */
    off: z.array(z.enum(NOTICE_CHANNELS)).optional(),
  }),
} as const;

export type TaskName = keyof typeof taskPayloads;
export type TaskPayload<N extends TaskName> = z.output<(typeof taskPayloads)[N]>;
