import { toContractFormat } from "~/features/contracts/contract-format";
import type { OrderCosts } from "~/features/contracts/undo/order-costs";
import { compareMoney } from "~/lib/money";
import type { DryRunAnswer } from "~/ui/form/dry-run";

const isSame = (one: string, other: string): boolean => compareMoney(one, other) === 0;

/** The amounts before and after: of an ordinary order, and of upcoming ones with peculiarities. */
export function toCostLines(
  { before, after }: { before: OrderCosts; after: OrderCosts },
  timeZone: string,
): string[] {
  const format = toContractFormat(timeZone, after.currencyCode);
  const each = isSame(before.each, after.each)
    ? `Each order costs ${format.money(after.each)}, as before.`
    : `Each order costs ${format.money(before.each)} now, and ${format.money(after.each)} then.`;
  const peculiar = after.orders.flatMap((order) => {
    const former = before.orders.find(({ id }) => id === order.id);
    if (!former || isSame(former.amount, order.amount)) return [];
    if (isSame(former.amount, before.each) && isSame(order.amount, after.each)) return [];
    const [now, then] = [format.money(former.amount), format.money(order.amount)];
    return [`The order of ${format.date(order.date)} costs ${now} now, and ${then} then.`];
  });
  return [...(isSame(before.each, after.each) && peculiar.length > 0 ? [] : [each]), ...peculiar];
}

export const toDryRunAnswer = (
  costs: { before: OrderCosts; after: OrderCosts },
  sent: DryRunAnswer["sent"],
  shop: { timeZone: string },
): DryRunAnswer => ({ dryRun: { lines: toCostLines(costs, shop.timeZone) }, sent });
