import { toCustomerName } from "~/access/customer-name";
import { computeContractAmounts } from "~/features/contracts/amounts";
import { compareMoney } from "~/lib/money";
import type { contracts } from "~db/schema/contracts";
import { chooseDiscounts, chooseLines } from "./demo-basket";
import { addDays, daysBetween } from "./demo-days";
import { makeOrders } from "./demo-orders";
import type { DemoCustomer, DemoPaymentMethod } from "./demo-people";
import type { DemoAttempt, DemoDiscount, DemoLine, DemoShop } from "./demo-shop";

/** Histories of contracts, and how many contracts of the demo shop have each. */
const STORIES = {
  steady: 152,
  new: 12,
  trial: 6,
  skipping: 12,
  bounced: 8,
  withDeleted: 9,
  dunning: 9,
  paused: 30,
  pausedBySecurity: 3,
  cancelled: 36,
  expired: 12,
  failed: 11,
};
type Story = keyof typeof STORIES;

export const listStories = (): Story[] =>
  Object.entries(STORIES).flatMap(([story, count]) => Array.from({ length: count }, () => story as Story));

export type DemoContract = {
  story: Story;
  customer: DemoCustomer;
  row: typeof contracts.$inferInsert;
  lines: DemoLine[];
  discounts: DemoDiscount[];
  attempts: DemoAttempt[];
  /** When its first order was made; that one is no billing attempt. */
  boughtAt: Date;
  /** Time of its pause, cancellation or end. */
  endedAt: Date | null;
};

const DAYS = { DAY: 1, WEEK: 7, MONTH: 30.4375, YEAR: 365.25 };

const FREE_DELIVERY_FROM = "39.00";

const NOTES = [
  "Please leave with the neighbour at no. 12.",
  "Ring twice, the bell is quiet.",
  "No plastic in the parcel, please.",
  "It is a gift: no invoice in the box.",
  "Goes to the office kitchen, 3rd floor.",
];
const ATTRIBUTES = [
  [{ key: "Gift message", value: "Happy birthday, from all of us!" }],
  [{ key: "Grind", value: "Moka pot" }],
  [
    { key: "Delivery window", value: "Morning" },
    { key: "Source", value: "Newsletter" },
  ],
];
const FEEDBACK = [
  "I have more coffee than I can drink.",
  "Too expensive at the moment.",
  "Moving abroad.",
  "It was a gift and has come to its end.",
  "The roast is too dark for me.",
];

export function makeContract(
  story: Story,
  customer: DemoCustomer,
  paymentMethod: DemoPaymentMethod | null,
  shop: DemoShop,
): DemoContract {
  const { random, shopId, currencyCode } = shop;
  const { plan, billing, delivery } = choosePlan(story, shop);
  const cycleDays = DAYS[billing.interval] * billing.intervalCount;
  const deliveryDays = DAYS[delivery.interval] * delivery.intervalCount;
  const expiresAfter = story === "expired" ? random.int(3, 5) : null;
  const boughtAt = chooseStart(story, cycleDays, expiresAfter, shop);
  const firstCharge = story === "trial" ? addDays(boughtAt, 14) : boughtAt;
  const { attempts, coming, endedAt } = makeOrders(
    { ...billing, anchors: [], start: firstCharge },
    {
      stop: chooseEnd(story, boughtAt, shop),
      cycles: expiresAfter,
      lastFails: isHurt(story),
      skipsNext: story === "skipping",
      isPaused: toStatus(story) === "PAUSED",
    },
    shop,
  );
  const paid = attempts.findLast(({ status }) => status === "SUCCESS" || status === "FAILURE");

  const lines = chooseLines(story === "withDeleted", plan, Math.round(cycleDays / deliveryDays), shop);
  const made = attempts.filter((attempt) => attempt.status === "SUCCESS").length + 1;
  const discounts = chooseDiscounts(lines, made, boughtAt, shop);
  const method = random.chance(0.94) ? "SHIPPING" : random.pick(["LOCAL_DELIVERY", "PICKUP"] as const);
  const { contractAmount } = computeContractAmounts({ currencyCode, deliveryPrice: "0", lines, discounts });
  const isFree = method === "PICKUP" || compareMoney(contractAmount, FREE_DELIVERY_FROM) >= 0;
  const deliveryPrice = isFree ? "0.00" : "4.90";
  const amounts = computeContractAmounts({ currencyCode, deliveryPrice, lines, discounts });
  for (const attempt of attempts) if (attempt.status === "SUCCESS") attempt.orderAmount = amounts.orderAmount;

  const status = toStatus(story);
  const isLive = status === "ACTIVE" || status === "PAUSED";
  const nextBillingDate = isLive ? (coming[0] ?? null) : null;
  return {
    story,
    customer,
    boughtAt,
    endedAt,
    lines,
    discounts,
    attempts,
    row: {
      shopId,
      status,
      currencyCode,
      customerId: customer.id,
      customerName: toCustomerName(customer),
      customerEmail: customer.email,
      paymentMethodId: paymentMethod?.id ?? null,
      billingInterval: billing.interval,
      billingIntervalCount: billing.intervalCount,
      billingAnchors: [],
      deliveryInterval: delivery.interval,
      deliveryIntervalCount: delivery.intervalCount,
      minCycles: random.chance(0.06) ? 3 : null,
      maxCycles: expiresAfter ?? (random.chance(0.04) ? attempts.length + random.int(4, 12) : null),
      createdAt: boughtAt,
      updatedAt: endedAt ?? paid?.attemptTime ?? boughtAt,
      startsAt: boughtAt,
      endsAt: story === "expired" ? endedAt : null,
      activatedOn: boughtAt,
      pausedOn: status === "PAUSED" ? endedAt : null,
      cancelledOn: story === "cancelled" ? endedAt : null,
      trialEndDate: story === "trial" ? firstCharge : null,
      billingDateAfterTrial: story === "trial" ? firstCharge : null,
      nextBillingDate,
      scheduleAnchor: firstCharge,
      deliveryMethodType: method,
      deliveryAddress: customer.defaultAddress,
      deliveryInstructions: method === "LOCAL_DELIVERY" ? "Call ten minutes before." : null,
      pickupLocationId: method === "PICKUP" ? "72400001" : null,
      deliveryPrice,
      allowDeliveryPriceOverride: random.chance(0.8),
      contractAmount: amounts.contractAmount,
      orderAmount: amounts.orderAmount,
      lastPaymentStatus: paid ? (paid.status === "SUCCESS" ? "SUCCEEDED" : "FAILED") : null,
      autoCharge: paymentMethod !== null,
      dunning: story === "dunning",
      pausedBySecurityChallenge: story === "pausedBySecurity",
      pausedFromActive: status === "PAUSED",
      stopUpcomingOrderEmail: random.chance(0.05),
      createdEmailStatus: toCreatedEmailStatus(story, paymentMethod),
      createdSmsStatus: customer.phone ? "SMS_SETTINGS_DISABLED" : "PHONE_NUMBER_EMPTY",
      emailBouncedOrFailed: story === "bounced",
      cancellationFeedback: story === "cancelled" && random.chance(0.7) ? random.pick(FEEDBACK) : null,
      orderNote: random.chance(0.12) ? random.pick(NOTES) : null,
      orderNoteAttributes: random.chance(0.12) ? random.pick(ATTRIBUTES) : [],
    },
  };
}

const isHurt = (story: Story): boolean => story === "dunning" || story === "failed";

/** Prepaid plans are bought less often, and contracts in trouble have a plan with a short interval. */
function choosePlan(story: Story, { catalogue, random }: DemoShop) {
  const plans = catalogue.planRows.flatMap((plan) => {
    const { billingInterval, billingIntervalCount, deliveryInterval, deliveryIntervalCount } = plan;
    if (!billingInterval || !billingIntervalCount || !deliveryInterval || !deliveryIntervalCount) return [];
    const billing = { interval: billingInterval, intervalCount: billingIntervalCount };
    const delivery = { interval: deliveryInterval, intervalCount: deliveryIntervalCount };
    return [{ plan, billing, delivery }];
  });
  const withPrepaid = !isHurt(story) && story !== "expired" && random.chance(0.45);
  const isPrepaid = ({ billing, delivery }: (typeof plans)[number]) =>
    billing.interval !== delivery.interval || billing.intervalCount !== delivery.intervalCount;
  return random.pick(withPrepaid ? plans : plans.filter((item) => !isPrepaid(item)));
}

function toStatus(story: Story): DemoContract["row"]["status"] {
  if (story === "paused" || story === "pausedBySecurity") return "PAUSED";
  if (story === "cancelled") return "CANCELLED";
  if (story === "expired") return "EXPIRED";
  return story === "failed" ? "FAILED" : "ACTIVE";
}

function toCreatedEmailStatus(story: Story, paymentMethod: DemoPaymentMethod | null) {
  if (story === "bounced") return "FAILED";
  return paymentMethod ? "SENT" : "CUSTOMER_PAYMENT_EMPTY";
}

/** A time of day at which people usually order, this many days before now. */
function chooseStart(story: Story, cycleDays: number, maxCycles: number | null, shop: DemoShop): Date {
  const { random, now } = shop;
  const daysAgo = (days: number) => {
    const start = addDays(now, -days);
    start.setUTCHours(random.int(6, 19), random.pick([0, 15, 30, 45]), 0, 0);
    return start;
  };
  if (story === "new") return addDays(now, -random.int(1, 40) / 20);
  if (story === "trial") return daysAgo(random.int(2, 11));
  // The failed order was due a few days ago, but not around the end of a month.
  if (story === "dunning" || story === "failed")
    return daysAgo(
      cycleDays * random.int(1, 2) + (story === "failed" ? random.int(12, 25) : random.int(3, 8)),
    );
  if (story === "expired") return daysAgo(cycleDays * (maxCycles ?? 3) + random.int(3, 80));
  const least = story === "withDeleted" ? 30 : story === "steady" ? 4 : 25;
  return daysAgo(least + random.int(0, 40 + random.int(0, 480)));
}

function chooseEnd(story: Story, boughtAt: Date, { random, now }: DemoShop): Date | null {
  const age = daysBetween(boughtAt, now);
  if (story === "paused" || story === "pausedBySecurity")
    return addDays(now, -random.int(10, Math.min(190, Math.floor(age) * 10)) / 10);
  if (story === "cancelled") return addDays(now, -(random.int(5, 90) / 100) * age);
  return null;
}
