import { type ContractAmounts, computeContractAmounts } from "~/features/contracts/amounts";
import { env } from "~/lib/env.server";
import { type GidType, toGid } from "~/lib/gid";
import { compareMoney, multiplyMoney, subtractMoney, toExactAmount } from "~/lib/money";
import type { Anchor, Attribute } from "~db/schema/contracts";
import type { RawContract } from "./raw-contract";
import type { RawContractSource } from "./raw-contract.repo.server";

const gid = (type: GidType, id: number | string): string => toGid(env.GID_NAMESPACE, type, id);
const gidOrNull = (type: GidType, id: number | null): string | null => (id === null ? null : gid(type, id));

type Money = RawContract["deliveryPrice"];

const toMoney = (amount: string, currencyCode: string): Money => ({
  get__typename: "MoneyV2",
  amount: toExactAmount(amount, currencyCode),
  currencyCode,
});

/** A connection always holds all its nodes, so there is no page before or after; the cursors are those of its ends. */
function toPageInfo(ids: readonly string[]): RawContract["lines"]["pageInfo"] {
  const toCursor = (id: string | undefined) =>
    id === undefined ? null : Buffer.from(id).toString("base64url");
  return {
    get__typename: "PageInfo",
    hasPreviousPage: false,
    hasNextPage: false,
    startCursor: toCursor(ids[0]),
    endCursor: toCursor(ids.at(-1)),
  };
}

const toAttributes = (attributes: readonly Attribute[]): RawContract["customAttributes"] =>
  attributes.map(({ key, value }) => ({ get__typename: "Attribute", key, value }));

const toAnchors = (anchors: readonly Anchor[]): RawContract["billingPolicy"]["anchors"] =>
  anchors.map(({ cutoffDay, day, month }) => ({
    get__typename: "SellingPlanAnchor",
    cutoffDay,
    day,
    month,
  }));

/** Builds the raw contract object from what one statement found. Source: spec.md "Raw contract object", wire.md §1. */
export function toRawContract(source: RawContractSource): RawContract {
  const { currencyCode } = source;
  const amounts = computeContractAmounts(source);
  // Deliveries fall on the billing dates unless there are several per billing; only then have they dates of their own,
  // which we do not know.
  const isOneCadence =
    source.billingInterval === source.deliveryInterval &&
    source.billingIntervalCount === source.deliveryIntervalCount;
  return {
    get__typename: "SubscriptionContract",
    id: gid("SubscriptionContract", source.subscriptionContractId),
    createdAt: source.createdAt,
    updatedAt: source.updatedAt,
    nextBillingDate: source.nextBillingDate,
    status: source.status,
    lastPaymentStatus: source.lastPaymentStatus,
    deliveryPrice: toMoney(source.deliveryPrice, currencyCode),
    billingPolicy: {
      get__typename: "SubscriptionBillingPolicy",
      interval: source.billingInterval,
      intervalCount: source.billingIntervalCount,
      anchors: toAnchors(source.billingAnchors),
      maxCycles: source.maxCycles,
      minCycles: source.minCycles,
    },
    deliveryPolicy: {
      get__typename: "SubscriptionDeliveryPolicy",
      interval: source.deliveryInterval,
      intervalCount: source.deliveryIntervalCount,
      anchors: isOneCadence ? toAnchors(source.billingAnchors) : [],
    },
    lines: toLines(source, amounts),
    customerPaymentMethod: toPaymentMethod(source),
    deliveryMethod: toDeliveryMethod(source),
    originOrder: toOriginOrder(source),
    customer: {
      get__typename: "Customer",
      id: gid("Customer", source.customerId),
      email: source.email,
      displayName: source.customerName || (source.email ?? ""),
      firstName: source.firstName,
      lastName: source.lastName,
      phone: source.phone,
    },
    discounts: toDiscounts(source),
    note: source.note,
    customAttributes: toAttributes(source.attributes),
    billingAttempts: {
      get__typename: "SubscriptionBillingAttemptConnection",
      nodes: source.attempts.map(({ id, idempotencyKey, createdAt, completedAt }) => ({
        get__typename: "SubscriptionBillingAttempt",
        completedAt,
        createdAt,
        id: gid("SubscriptionBillingAttempt", id),
        idempotencyKey,
        ready: completedAt !== null,
      })),
    },
  };
}

function toLines({ lines, currencyCode }: RawContractSource, amounts: ContractAmounts): RawContract["lines"] {
  const nodes = lines.map((line, index): RawContract["lines"]["nodes"][number] => {
    const { discounted, allocations } = amounts.lines[index] ?? {
      discounted: multiplyMoney(line.currentPrice, line.quantity),
      allocations: [],
    };
    return {
      get__typename: "SubscriptionLine",
      id: gid("SubscriptionLine", line.id),
      sellingPlanId: gidOrNull("SellingPlan", line.sellingPlanId),
      sellingPlanName: line.sellingPlanName,
      productId: gidOrNull("Product", line.productId),
      sku: line.sku,
      title: line.title,
      variantId: gidOrNull("ProductVariant", line.variantId),
      variantTitle: line.variantTitle,
      quantity: line.quantity,
      customAttributes: toAttributes(line.customAttributes),
      lineDiscountedPrice: toMoney(discounted, currencyCode),
      currentPrice: toMoney(line.currentPrice, currencyCode),
      variantImage: line.image === null ? null : { get__typename: "Image", transformedSrc: line.image },
      discountAllocations: allocations.map(({ amount }) => ({
        get__typename: "SubscriptionDiscountAllocation",
        amount: toMoney(amount, currencyCode),
        discount: { get__typename: "SubscriptionManualDiscount" },
      })),
      pricingPolicy: toPricingPolicy(line, currencyCode),
      taxable: line.taxable,
      skippedNextOrder: line.skippedNextOrder,
    };
  });
  return {
    get__typename: "SubscriptionLineConnection",
    nodes,
    pageInfo: toPageInfo(nodes.map(({ id }) => id)),
  };
}

/** The selling plan's reduction of the unit price: from the first order on, and a later one if the plan has it. */
function toPricingPolicy(
  { basePrice, currentPrice, laterPrice, laterAfterCycle }: RawContractSource["lines"][number],
  currencyCode: string,
): RawContract["lines"]["nodes"][number]["pricingPolicy"] {
  if (basePrice === null) return null;
  const toCycleDiscount = (afterCycle: number, price: string) => ({
    get__typename: "SubscriptionCyclePriceAdjustment" as const,
    afterCycle,
    computedPrice: toMoney(price, currencyCode),
    adjustmentValue: toMoney(subtractMoney(basePrice, price), currencyCode),
  });
  return {
    get__typename: "SubscriptionPricingPolicy",
    basePrice: toMoney(basePrice, currencyCode),
    cycleDiscounts: [
      ...(compareMoney(currentPrice, basePrice) < 0 ? [toCycleDiscount(0, currentPrice)] : []),
      ...(laterPrice !== null && laterAfterCycle !== null
        ? [toCycleDiscount(laterAfterCycle, laterPrice)]
        : []),
    ],
  };
}

function toDiscounts({ discounts, currencyCode }: RawContractSource): RawContract["discounts"] {
  const nodes = discounts.map((discount): RawContract["discounts"]["nodes"][number] => ({
    get__typename: "SubscriptionManualDiscount",
    id: gid("SubscriptionManualDiscount", discount.id),
    title: discount.title,
    value:
      discount.valueType === "PERCENTAGE"
        ? { get__typename: "SubscriptionDiscountPercentageValue", percentage: Number(discount.value) }
        : {
            get__typename: "SubscriptionDiscountFixedAmountValue",
            amount: toMoney(discount.value, currencyCode),
          },
    recurringCycleLimit: discount.recurringCycleLimit,
    usageCount: discount.usageCount,
  }));
  return {
    get__typename: "SubscriptionManualDiscountConnection",
    nodes,
    pageInfo: toPageInfo(nodes.map(({ id }) => id)),
  };
}

type PaymentMethodSource = Pick<
  RawContractSource,
  | "paymentMethodId"
  | "instrumentType"
  | "brand"
  | "lastDigits"
  | "expiryMonth"
  | "expiryYear"
  | "holderName"
  | "revokedAt"
>;

/** The platform's id is opaque and may be a gid already. The instrument is null until the platform has reported it. */
export function toPaymentMethod(source: PaymentMethodSource): RawContract["customerPaymentMethod"] {
  const { paymentMethodId, instrumentType, lastDigits } = source;
  if (paymentMethodId === null) return null;
  return {
    get__typename: "CustomerPaymentMethod",
    id: paymentMethodId.startsWith("gid://")
      ? paymentMethodId
      : gid("CustomerPaymentMethod", paymentMethodId),
    instrument:
      instrumentType === null
        ? null
        : {
            get__typename: instrumentType,
            brand: source.brand,
            lastDigits,
            maskedNumber: lastDigits === null ? null : `•••• •••• •••• ${lastDigits}`,
            expiryMonth: source.expiryMonth,
            expiryYear: source.expiryYear,
            name: source.holderName,
          },
    revokedAt: source.revokedAt,
  };
}

const METHOD_TYPENAMES = {
  SHIPPING: "SubscriptionDeliveryMethodShipping",
  LOCAL_DELIVERY: "SubscriptionDeliveryMethodLocalDelivery",
  PICKUP: "SubscriptionDeliveryMethodPickup",
} as const;

function toDeliveryMethod(source: RawContractSource): RawContract["deliveryMethod"] {
  const { deliveryMethodType: type, deliveryAddress: stored } = source;
  if (type === "NONE") return null;
  // Orders that are picked up have no shipping address, even if one is stored.
  const address = type === "PICKUP" ? null : stored;
  return {
    get__typename: METHOD_TYPENAMES[type],
    address: address && {
      firstName: address.firstName,
      lastName: address.lastName,
      company: address.company,
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      province: address.province,
      provinceCode: address.provinceCode,
      country: address.country,
      countryCode: address.countryCode,
      zip: address.zip,
      phone: address.phone,
    },
  };
}

/** Fulfilment stays with the platform, which does not report it: the list is empty. */
function toOriginOrder({ originOrderId, originOrderName }: RawContractSource): RawContract["originOrder"] {
  if (originOrderId === null) return null;
  return {
    get__typename: "Order",
    id: gid("Order", originOrderId),
    name: originOrderName,
    fulfillmentOrders: {
      get__typename: "FulfillmentOrderConnection",
      nodes: [],
      pageInfo: toPageInfo([]),
    },
  };
}
