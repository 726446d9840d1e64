import { z } from "zod";
import { cancellationSchema } from "~/features/contracts/cancellation";
import { changeShippingAddress } from "~/features/contracts/contract-edits.service.server";
import {
  skipContractOrder,
  unskipContractOrder,
  updateBillingInterval,
  updateNextDay,
  updateStatus,
} from "~/features/contracts/contract-lifecycle.service.server";
import { REQUESTED_STATUSES } from "~/features/contracts/contract-status";
import { findRawContractSource } from "~/features/contracts/raw-contract.repo.server";
import { shippingAddressSchema } from "~/features/customers/address.schema.server";
import { listReasons } from "~/features/portal/cancel-reasons";
import { definePortalForm, truthField } from "~/features/portal/portal-form.server";
import { orderContentForms } from "~/features/portal/portal-order-contents.endpoints.server";
import { idField } from "~/features/portal/portal-query";
import { askForPaymentUpdate } from "~/features/portal-access/payment-update.service.server";
import { invalidRequest } from "~/http/problem";
import { toDayString } from "~/lib/format";
import { INTERVALS } from "~db/schema/intervals";

/** One order left out, or taken back in. */
const skip = definePortalForm({
  operationId: "portalSkipOrder",
  summary: "Leave an order out or take it back",
  action: "skip",
  body: z.object({ attempt: idField, skip: truthField }),
  run: async (target, { attempt, skip: wanted }) => {
    const order = { ...target, attemptId: attempt };
    await (wanted ? skipContractOrder(target, order) : unskipContractOrder(target, order));
    return { done: wanted ? "skipped" : "unskipped", undo: String(attempt) };
  },
});

/** Another day for the next order, at the time of day it has. */
const reschedule = definePortalForm({
  operationId: "portalReschedule",
  summary: "Choose another day for the next order",
  action: "reschedule",
  body: z.object({ date: z.iso.date() }),
  run: async (target, { date }) => {
    const { shop, customerId, contractId } = target;
    const source = await findRawContractSource(shop.id, contractId, customerId);
    const before = source?.nextBillingDate ? new Date(source.nextBillingDate) : target.audit.now;
    await updateNextDay(target, { ...target, day: date });
    return { done: "rescheduled", undo: toDayString(before, shop.timeZone) };
  },
});

const DONE_OF_STATUS = { PAUSED: "paused", CANCELLED: "cancelled" } as const;

/** Pause, resume, start again. */
const status = definePortalForm({
  operationId: "portalChangeStatus",
  summary: "Pause, resume or start again",
  body: z.object({ status: z.enum(REQUESTED_STATUSES).exclude(["CANCELLED"]) }),
  run: async (target, { status: wanted }) => {
    const source = await findRawContractSource(target.shop.id, target.contractId, target.customerId);
    await updateStatus(target, { ...target, status: wanted });
    if (wanted !== "ACTIVE") return { done: DONE_OF_STATUS[wanted] };
    return { done: source?.status === "PAUSED" ? "resumed" : "reactivated" };
  },
});

/** The second step of cancelling. The reason is kept in the merchant's words. */
const cancel = definePortalForm({
  operationId: "portalCancel",
  summary: "Cancel, with a reason",
  body: z.object({ reason: z.string().max(100), comment: cancellationSchema.shape.feedback }),
  run: async (target, { reason, comment }, frame) => {
    const chosen = listReasons(frame).find(({ id: reasonId }) => reasonId === reason);
    if (!chosen)
      throw invalidRequest([{ pointer: "/reason", code: "required", detail: "Give one of the reasons." }]);
    await updateStatus(target, {
      ...target,
      status: "CANCELLED",
      cancellation: { reason: chosen.text, feedback: comment || undefined },
    });
    return { done: "cancelled" };
  },
});

const address = definePortalForm({
  operationId: "portalChangeAddress",
  summary: "Change the shipping address",
  action: "address",
  body: z.preprocess(toAddressBody, shippingAddressSchema),
  run: async (target, wanted) => {
    await changeShippingAddress(target, wanted);
    return { done: "address" };
  },
});

/**
 * The form has one field for the province: a list whose values are whole codes, or text. A choice from the list of the
 * country before is none for another country.
 */
function toAddressBody(form: unknown): unknown {
  const { country, provinceCode, ...fields } = z.record(z.string(), z.unknown()).catch({}).parse(form);
  const isOfCountry = typeof provinceCode === "string" && provinceCode.startsWith(`${country}-`);
  return { ...fields, countryCode: country, provinceCode: isOfCountry ? provinceCode : null };
}

/** One of the usual rhythms, or `other` with count and unit. */
const frequency = definePortalForm({
  operationId: "portalChangeFrequency",
  summary: "Change how often orders come",
  action: "frequency",
  body: z.object({ frequency: z.string(), count: z.string().optional(), unit: z.string().optional() }),
  run: async (target, { frequency: chosen, count, unit }) => {
    const [interval, intervalCount] = chosen === "other" ? [unit, count] : chosen.split(".");
    const wanted = cadence.safeParse({ interval, intervalCount });
    if (!wanted.success)
      throw invalidRequest([{ pointer: "/count", code: "out_of_range", detail: "Use a whole number." }]);
    const source = await findRawContractSource(target.shop.id, target.contractId, target.customerId);
    await updateBillingInterval(target, { ...target, ...wanted.data });
    return { done: "frequency", undo: `${source?.billingInterval}.${source?.billingIntervalCount}` };
  },
});
const cadence = z.object({
  interval: z.enum(INTERVALS),
  intervalCount: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
});

/** Cards are changed with the payment provider: the shop is asked for a link. */
const paymentMail = definePortalForm({
  operationId: "portalAskForPaymentUpdate",
  summary: "Ask for a link to update the payment method",
  action: "payment_update",
  body: z.object({}),
  run: async (target, _fields, { locale }) => {
    await askForPaymentUpdate(target, locale.language);
    return { done: "payment_mail" };
  },
});

/** Every form of the portal, by its `intent`. */
export const portalForms = {
  skip,
  reschedule,
  status,
  cancel,
  address,
  frequency,
  ...orderContentForms,
  "payment-mail": paymentMail,
};
