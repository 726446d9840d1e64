import type { PrincipalShop } from "~/access/principal";
import { ADDRESS_PARTS } from "~/features/addresses/address.schema.server";
import { atSameTimeOn } from "~/features/contracts/change/order-plan";
import type { NewContract } from "~/features/contracts/create/new-contract.schema.server";
import { newContractSchema } from "~/features/contracts/create/new-contract.schema.server";
import {
  findAmountsTooFine,
  findTooFine,
  type MoreOfNew,
} from "~/features/contracts/create/new-contract-errors.server";
import type { CatalogueOffers } from "~/features/contracts/offers/line-offers.repo.server";
import { AMOUNT_FORM } from "~/features/contracts/operations/definition/form-fields";
import { discountForm } from "~/features/contracts/operations/discounts/add-discount.server";
import { toFieldErrors } from "~/http/request/field-errors";
import { parseEmail } from "~/lib/email/email-address.server";
import { MAX_LINE_OF_TEXT } from "~/lib/limits";
import { type FieldError, invalidRequest } from "~/lib/problem";
import { isCalendarDay } from "~/lib/schemas/calendar-day";
import { startOfDay } from "~/lib/shop-calendar.server";
import { listLineNumbers, NO_PLAN, type SentForm } from "./new-contract-form";

/** The form's field for each field of the JSON body. */
const FIELDS: Record<string, string> = {
  billingPolicyInterval: "interval",
  billingPolicyIntervalCount: "intervalCount",
  deliveryPolicyIntervalCount: "intervalCount",
  nextBillingDate: "nextDay",
  endsAt: "endDay",
  orderNote: "note",
  lines: "productSearch",
  customerId: "email",
};
const LINE_FIELDS: Record<string, string> = {
  variantId: "variant",
  quantity: "quantity",
  currentPrice: "price",
};

/** Errors of service and schema, under the names of the form's fields. */
export function toFormErrors(errors: readonly FieldError[], sent: SentForm): FieldError[] {
  const numbers = listLineNumbers(sent);
  return errors.map(({ pointer = "", ...error }) => {
    const [, first = "", second, third = ""] = pointer.split("/");
    if (first === "lines" && second !== undefined) {
      const isOwnPlan = third === "sellingPlanId" && sent[`plan${numbers[Number(second)]}`];
      const name = isOwnPlan ? "plan" : LINE_FIELDS[third];
      return {
        ...error,
        pointer: name ? `/${name}${numbers[Number(second)]}` : `/${third || "productSearch"}`,
      };
    }
    if (first === "deliveryAddress") return { ...error, pointer: `/${second ?? "address1"}` };
    return { ...error, pointer: `/${FIELDS[first] ?? first}` };
  });
}

const toText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const missing = (pointer: string, detail: string): FieldError => ({ pointer, code: "required", detail });

type Clock = { now: Date };

/**
 * The form of a new contract as the body of the JSON call (wire.md §2 "Contract lifecycle"). A plan gives its frequency
 * to the contract, and its name and price to the products that it is for.
 *
 * @param catalogue the variants and the plan that the form names
 * @throws ProblemError invalid_request naming every field that is wrong
 */
export function readNewContract(
  sent: SentForm,
  { shop, catalogue, clock }: { shop: PrincipalShop; catalogue: CatalogueOffers; clock: Clock },
): { wanted: NewContract; more: MoreOfNew } {
  const errors: FieldError[] = [];
  const newCustomer = sent.customerId ? undefined : readCustomer(sent, errors);
  const discount = readDiscount(sent, shop, errors);
  const { planId, billing } = readFrequency(sent, catalogue, errors);
  const { deliveryMethodType } = sent;
  const isDelivered = deliveryMethodType === "SHIPPING" || deliveryMethodType === "LOCAL_DELIVERY";
  const plan = planId === null ? undefined : catalogue.plans.get(planId);
  const isOfPlan = (variantId: number) => {
    const variant = catalogue.variants.get(variantId);
    return plan && variant && (plan.productIds?.includes(variant.productId) ?? true);
  };
  const lines = listLineNumbers(sent).map((number) => {
    const variantId = Number(sent[`variant${number}`]);
    const price = toText(sent[`price${number}`]);
    const ownPlan = toText(sent[`plan${number}`]);
    const fromContract = isOfPlan(variantId) ? planId : null;
    const sellingPlanId = ownPlan === "" ? fromContract : ownPlan === NO_PLAN ? null : ownPlan;
    return {
      variantId,
      quantity: Number(toText(sent[`quantity${number}`]) || Number.NaN),
      ...(price && { currentPrice: price }),
      ...(sellingPlanId !== null && { sellingPlanId }),
    };
  });
  if (plan && lines.length > 0 && !lines.some(({ variantId }) => isOfPlan(variantId)))
    errors.push({
      pointer: "/sellingPlanId",
      code: "plan_of_another_product",
      detail: "This selling plan is for none of the products.",
    });
  const body = {
    // A new customer gets the id later.
    customerId: sent.customerId ? Number(sent.customerId) : 1,
    ...billing,
    nextBillingDate: toInstant(toText(sent.nextDay), shop.timeZone, clock, errors),
    ...readEnd(sent, shop.timeZone, errors),
    deliveryPrice: toText(sent.deliveryPrice) || "0",
    deliveryMethodType,
    ...(isDelivered && { deliveryAddress: pickAddress(sent) }),
    ...(sent.paymentMethodId && { paymentMethodId: sent.paymentMethodId }),
    ...(toText(sent.note) && { orderNote: String(sent.note).replaceAll("\r\n", "\n") }),
    lines,
  };
  const read = newContractSchema.safeParse(body);
  if (!read.success) errors.push(...toFormErrors(toFieldErrors(read.error, "body", body), sent));
  errors.push(...toFormErrors(findAmountsTooFine(body, shop), sent));
  if (errors.length > 0 || !read.success) throw invalidRequest(withoutRepeated(errors));
  return { wanted: read.data, more: { newCustomer, discount } };
}

/** A field's first error is the most specific. */
const withoutRepeated = (errors: readonly FieldError[]): FieldError[] =>
  [...new Map([...errors].reverse().map((error) => [error.pointer, error])).values()].reverse();

function readCustomer(sent: SentForm, errors: FieldError[]): MoreOfNew["newCustomer"] {
  const email = parseEmail(toText(sent.email));
  if (!email) errors.push(missing("/email", "Write an e-mail address, like name@example.com."));
  const toName = (name: "newFirstName" | "newLastName") => {
    const text = toText(sent[name]);
    if (text.length > MAX_LINE_OF_TEXT)
      errors.push({
        pointer: `/${name}`,
        code: "too_long",
        detail: `At most ${MAX_LINE_OF_TEXT} characters.`,
      });
    return text || null;
  };
  return { firstName: toName("newFirstName"), lastName: toName("newLastName"), email: email ?? "" };
}

/** Null when neither its title nor its size is filled in. */
function readDiscount(sent: SentForm, shop: PrincipalShop, errors: FieldError[]): MoreOfNew["discount"] {
  const value = toText(sent.discountValue);
  if (!toText(sent.discountTitle) && !value) return undefined;
  const read = discountForm.safeParse(sent);
  if (!read.success) errors.push(...toFieldErrors(read.error, "body", sent));
  if (sent.kind === "FIXED_AMOUNT" && AMOUNT_FORM.test(value))
    errors.push(...findTooFine("/discountValue", value, shop.currencyCode));
  if (read.success) return read.data;
  return undefined;
}

function readFrequency(sent: SentForm, { plans }: CatalogueOffers, errors: FieldError[]) {
  const own = {
    billingPolicyInterval: sent.interval,
    billingPolicyIntervalCount: Number(toText(sent.intervalCount) || Number.NaN),
  };
  const planId = sent.sellingPlanId ? Number(sent.sellingPlanId) : null;
  if (planId === null) return { planId, billing: own };
  const plan = plans.get(planId);
  const refuse = (code: string, detail: string) => errors.push({ pointer: "/sellingPlanId", code, detail });
  if (!plan) refuse("unknown_plan", "The shop has no such selling plan.");
  else if (!plan.billingInterval || !plan.billingIntervalCount)
    refuse("unknown_frequency", "The frequency of this selling plan is not known here.");
  else
    return {
      planId,
      billing: {
        billingPolicyInterval: plan.billingInterval,
        billingPolicyIntervalCount: plan.billingIntervalCount,
        ...(plan.deliveryInterval && { deliveryPolicyInterval: plan.deliveryInterval }),
        ...(plan.deliveryIntervalCount && { deliveryPolicyIntervalCount: plan.deliveryIntervalCount }),
      },
    };
  return { planId, billing: { billingPolicyInterval: "MONTH", billingPolicyIntervalCount: 1 } };
}

/** The day of the shop's calendar, at the present time of day. */
function toInstant(day: string, timeZone: string, { now }: Clock, errors: FieldError[]): string {
  if (isCalendarDay(day)) return atSameTimeOn(day, now, timeZone).toISOString();
  errors.push(missing("/nextDay", "Choose the day of the first order."));
  return now.toISOString();
}

/** When it ends by itself: at the end of a day of the shop, or after a number of orders. */
function readEnd(sent: SentForm, timeZone: string, errors: FieldError[]) {
  const endDay = toText(sent.endDay);
  const [minCycles, maxCycles] = [toText(sent.minCycles), toText(sent.maxCycles)];
  if (endDay && !isCalendarDay(endDay)) errors.push(missing("/endDay", "Choose a day, or leave it blank."));
  // Under the form's field names, before the schema reports it under those of the JSON body.
  if (minCycles && maxCycles && Number(minCycles) > Number(maxCycles))
    errors.push({
      pointer: "/maxCycles",
      code: "out_of_range",
      detail: "Use at least as many as “At least” says.",
    });
  return {
    ...(isCalendarDay(endDay) && {
      endsAt: new Date(startOfDay(endDay, timeZone, 1).getTime() - 1).toISOString(),
    }),
    ...(minCycles && { minCycles: Number(minCycles) }),
    ...(maxCycles && { maxCycles: Number(maxCycles) }),
  };
}

/** For the country, the form sends the code. */
const ADDRESS_FIELDS = ADDRESS_PARTS.filter((part) => part !== "country");

const pickAddress = (sent: SentForm) =>
  Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, toText(sent[name])]));
