import { MAX_ORDER_AMOUNT } from "~/lib/limits";
import { addMoney, compareMoney, multiplyMoney, sumMoney } from "~/lib/money";
import { type FieldError, invalidRequest, ProblemError } from "~/lib/problem";
import type { AmountLine } from "./amounts";

type Priced = Pick<AmountLine, "quantity" | "currentPrice"> & { laterPrice: string | null };
type Order = { contract: { deliveryPrice: string }; lines: readonly Priced[] };
type Wanted = { contract?: { deliveryPrice?: string }; lines?: readonly Priced[] };

/** The most that an order can cost: before discounts, since they end, and at the higher of a line's two prices. */
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
 * Catalogue prices are limited only by what can be stored, since some currencies need millions for a parcel. The sum of
 * an order must be storable even after its discounts have ended. A larger imported amount is accepted while a change
 * does not increase it.
 *
 * @param added what the change puts into the order besides the contract's lines
 * @param places the sent fields that may increase the amount
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
