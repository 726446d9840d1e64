import type { AmountLine } from "~/features/contracts/amounts";
import { MAX_ORDER_AMOUNT } from "~/lib/limits";
import { addMoney, compareMoney, multiplyMoney, sumMoney } from "~/lib/money";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";

type Priced = Pick<AmountLine, "quantity" | "currentPrice"> & { laterPrice: string | null };
type Order = { contract: { deliveryPrice: string }; lines: readonly Priced[] };
type Wanted = { contract?: { deliveryPrice?: string }; lines?: readonly Priced[] };

/** What an order costs at most: before discounts, which end, and at the higher of a line's prices, now and later. */
export function toHighestAmount(lines: readonly Priced[], deliveryPrice: string): string {
  const highest = lines.map(({ quantity, currentPrice, laterPrice }) =>
    multiplyMoney(
      laterPrice !== null && compareMoney(laterPrice, currentPrice) > 0 ? laterPrice : currentPrice,
      quantity,
    ),
  );
  return sumMoney([deliveryPrice, ...highest]);
}

/**
 * Catalogue prices have no limit but what is stored, since some currencies need millions for a parcel; the sum of an order
 * must be storable, however its discounts end. What an import brought stays while a change does not add to it.
 *
 * @param added what the change puts into the order besides the contract's lines
 * @param places the fields that make it so, as they were sent
 * @throws ProblemError invalid_request that names them; conflict where there are none
 */
export function requireStorableOrder(
  { contract, lines }: Order,
  change: Wanted,
  places: readonly Pick<FieldError, "parameter" | "pointer">[],
  added = "0",
): void {
  const deliveryPrice = change.contract?.deliveryPrice ?? contract.deliveryPrice;
  if (!change.lines && deliveryPrice === contract.deliveryPrice && added === "0") return;
  const amount = addMoney(toHighestAmount(change.lines ?? lines, deliveryPrice), added);
  if (compareMoney(amount, MAX_ORDER_AMOUNT) <= 0) return;
  if (compareMoney(amount, toHighestAmount(lines, contract.deliveryPrice)) <= 0) return;
  throw refuseAmount(places);
}

/** @param places as sent */
export function refuseAmount(places: readonly Pick<FieldError, "parameter" | "pointer">[]): ProblemError {
  const detail = `An order would cost more than ${MAX_ORDER_AMOUNT} before discounts.`;
  if (places.length === 0) return new ProblemError("conflict", detail);
  return invalidRequest(places.map((place) => ({ ...place, code: "out_of_range", detail })));
}
