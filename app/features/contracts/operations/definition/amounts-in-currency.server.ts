import { findContractCurrency } from "~/features/contracts/change/contract-change.repo.server";
import { findAmountErrors } from "~/features/contracts/change/terms";
import { isBlank, listNames } from "~/http/request/query-or-body";
import type { FieldError } from "~/lib/problem";
import { AMOUNT_FORM } from "./form-fields";
import { contractIdParameter } from "./parameters";

/** The request as it was sent: any of these may hold the contract and the amounts. */
type Sent = { params?: unknown; query: unknown; body: unknown };
type Owner = { shop: { id: number }; customerId: number | null };

/** Names of the sent fields that are amounts in the contract's currency. */
export type AmountNames = (sent: Record<string, unknown>) => readonly string[];

/**
 * Errors of amounts that only the contract's currency reveals. For requests that are refused anyway, so that one answer
 * names everything; for others, the rule checks the locked contract without another statement (docs/decisions/124).
 *
 * @param known errors found so far: their fields are left alone
 */
export async function findAmountsOutOfCurrency(
  { shop, customerId }: Owner,
  { params, query, body }: Sent,
  toNames: AmountNames,
  known: readonly FieldError[],
): Promise<FieldError[]> {
  const wrong = listNames(known);
  const given = Object.assign({}, ...[body, query, params].map(withoutBlanks)) as Record<string, unknown>;
  const amounts = toNames(given).filter((name) => !wrong.has(name) && AMOUNT_FORM.test(toText(given[name])));
  const contractId = contractIdParameter.safeParse(toText(given.contractId)).data;
  if (amounts.length === 0 || contractId === undefined) return [];
  const currencyCode = await findContractCurrency(shop.id, contractId, customerId);
  if (currencyCode === null) return [];
  return amounts.flatMap((name) => findAmountErrors(name, toText(given[name]), currencyCode));
}

const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";

const withoutBlanks = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof given === "object" ? { ...given } : {}).filter(([name]) => !isBlank(given, name)),
  );
