import { contractStatusKind } from "~/features/bulk-automations/kinds/contract-status.server";
import { deliveryPriceKind } from "~/features/bulk-automations/kinds/delivery-price.server";
import type { AutomationKind } from "~/features/bulk-automations/kinds/kind.server";

/** Every kind of bulk change, by the name that is stored. */
const KINDS = {
  DELIVERY_PRICE: deliveryPriceKind,
  CONTRACT_STATUS: contractStatusKind,
} as const satisfies Record<string, AutomationKind>;

export type KindName = keyof typeof KINDS;

export function getKind(name: string): AutomationKind {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name as KindName] : undefined;
  if (!kind) throw new Error(`There is no kind of bulk change called ${name}.`);
  return kind;
}
