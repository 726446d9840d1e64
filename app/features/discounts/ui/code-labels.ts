import type { CodeState } from "~/features/discounts/discount-code";
import type { StateLabel } from "~/ui/parts/status-badge";

export const STATE_LABELS: Record<CodeState, StateLabel> = {
  ACTIVE: { label: "Active", tone: "good" },
  SWITCHED_OFF: { label: "Off", tone: "plain" },
  NOT_STARTED: { label: "Not yet valid", tone: "busy" },
  ENDED: { label: "Ended", tone: "plain" },
  USED_UP: { label: "Used up", tone: "warn" },
};

export const toCoverageText = (productIds: readonly number[] | null): string =>
  productIds === null
    ? "All products"
    : productIds.length === 1
      ? "1 product"
      : `${productIds.length} products`;

export const toUseText = ({ uses, useLimit }: { uses: number; useLimit: number | null }): string =>
  useLimit === null ? String(uses) : `${uses} of ${useLimit}`;
