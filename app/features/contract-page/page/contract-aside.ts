import { toAddressLines } from "~/features/addresses/address-lines";
import { isDiscountUsedUp } from "~/features/contracts/amounts";
import type { ContractFormat } from "~/features/contracts/contract-format";
import { toDiscountText } from "~/features/discounts/discount-text";
import type { contractDiscounts, contracts } from "~db/schema/contracts";
import type { Fact, LineRow } from "./contract-detail";

type ContractRow = typeof contracts.$inferSelect;
type DiscountRow = typeof contractDiscounts.$inferSelect;

export type DiscountView = { id: string; title: string; code: string | null; value: string; use: string };

export function toDiscountView(
  discount: DiscountRow,
  lines: LineRow[],
  format: ContractFormat,
): DiscountView {
  const value = toDiscountText(discount, format.money);
  const covered = discount.lineIds;
  const titles = lines.filter(({ line }) => covered?.includes(line.id)).map(({ line }) => line.title);
  return {
    id: discount.id,
    title: discount.title,
    code: discount.code === discount.title ? null : discount.code,
    value: covered ? `${value} ${titles.join(", ") || "products no longer in the contract"}` : value,
    use: toUseText(discount),
  };
}

function toUseText(discount: DiscountRow): string {
  const { recurringCycleLimit: limit, usageCount } = discount;
  if (limit === null) return `Every order, ${usageCount} so far`;
  return `${isDiscountUsedUp(discount) ? "Used up: " : ""}${usageCount} of ${limit} orders`;
}

const DELIVERY_LABELS = {
  SHIPPING: "Shipping",
  LOCAL_DELIVERY: "Local delivery",
  PICKUP: "Pickup",
  NONE: "No delivery",
} as const;

export type DeliveryView = { method: string; lines: string[]; phone: string | null; note: string | null };

export function toDeliveryView(contract: ContractRow): DeliveryView {
  return {
    method: DELIVERY_LABELS[contract.deliveryMethodType],
    lines: contract.deliveryAddress ? toAddressLines(contract.deliveryAddress) : [],
    phone: contract.deliveryAddress?.phone ?? null,
    note:
      contract.deliveryInstructions ??
      (contract.pickupLocationId ? `Pickup location ${contract.pickupLocationId}` : null),
  };
}

const NOTIFICATION_LABELS: Record<string, string> = {
  SENT: "Sent",
  UNSENT: "Not sent",
  FAILED: "Failed",
  EMAIL_SETTINGS_DISABLED: "Off in the shop's settings",
  SMS_SETTINGS_DISABLED: "Off in the shop's settings",
  CUSTOMER_PAYMENT_EMPTY: "Not sent: no payment method",
  CONTRACT_PAUSED_STATUS: "Not sent: the contract was paused",
  PHONE_NUMBER_EMPTY: "Not sent: no phone number",
};

export function toNotificationFacts(contract: ContractRow): Fact[] {
  return [
    { label: "E-mail to the customer", value: NOTIFICATION_LABELS[contract.createdEmailStatus] ?? "" },
    { label: "Text message", value: NOTIFICATION_LABELS[contract.createdSmsStatus] ?? "" },
    { label: "Order reminders", value: contract.stopUpcomingOrderEmail ? "Stopped" : "On" },
  ];
}
