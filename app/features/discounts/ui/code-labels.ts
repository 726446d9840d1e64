import type { CodeState } from "~/features/discounts/discount-code";
import { formatMoney } from "~/lib/format";
import type { StateLabel } from "~/ui/parts/status-badge";

type Value = { valueType: "PERCENTAGE" | "FIXED_AMOUNT"; value: string };

export const STATE_LABELS: Record<CodeState, StateLabel> = {
  ACTIVE: { label: "Active", tone: "good" },
  SWITCHED_OFF: { label: "Off", tone: "plain" },
  NOT_STARTED: { label: "Not yet valid", tone: "busy" },
  ENDED: { label: "Ended", tone: "plain" },
  USED_UP: { label: "Used up", tone: "warn" },
};

/** "10% off", "€5.00 off". */
export const toValueText = ({ valueType, value }: Value, currencyCode: string): string =>
  valueType === "PERCENTAGE" ? `${value}% off` : `${formatMoney(value, currencyCode)} off`;

export const toCoverageText = (productIds: readonly number[] | null): string =>
  productIds === null
    ? "All products"
    : productIds.length === 1
      ? "1 product"
      : `${productIds.length} products`;

export const toUseText = ({ uses, useLimit }: { uses: number; useLimit: number | null }): string =>
  useLimit === null ? String(uses) : `${uses} of ${useLimit}`;
