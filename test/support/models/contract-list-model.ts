import type { SortColumn } from "~/features/contracts/list/contract-sort";
import { client } from "~db/client.server";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import type { Interval } from "~db/schema/intervals";
import {
  DELETED_PRODUCT,
  DELETED_VARIANT,
  GROUPS,
  type ModelContract,
  type ModelFilters,
  PRODUCTS,
  toProductId,
  VARIANTS,
} from "./contract-model";

/**
 * The answers that the list must give for a made-up shop, written as plainly as possible: arrays, `filter` and `sort`.
 */
const INTERVAL_DAYS: Record<Interval, number> = { DAY: 1, WEEK: 7, MONTH: 30.4375, YEAR: 365.25 };
const includes = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());
const startOf = (value: string) => (value.includes("T") ? value : `${value}T00:00:00.000Z`);
const endOf = (value: string) => (value.includes("T") ? value : `${value}T23:59:59.999Z`);
const groupsOf = (contract: ModelContract) =>
  GROUPS.filter(({ plans }) =>
    contract.lines.some((line) => plans.some((plan) => plan === line.sellingPlanId)),
  );

/** A group without products is for all that the shop has. */
const isOfGroup = (productIds: readonly number[], product: number | null): boolean =>
  (productIds.length > 0 ? productIds : PRODUCTS).some((id) => id === product);

/** Whether a contract passes one filter. Instants are compared as texts of one form. */
function passes(
  contract: ModelContract,
  name: keyof ModelFilters,
  value: string,
  filters: ModelFilters,
): boolean {
  const inGroups = filters.recordType === "SELLING_PLAN_GROUP";
  const hasProduct = (product: number | null) =>
    inGroups
      ? groupsOf(contract).some(({ productIds }) => isOfGroup(productIds, product))
      : contract.lines.some((line) => toProductId(line.variantId) === product);
  switch (name) {
    case "fromCreatedDate":
      return contract.createdAt >= startOf(value);
    case "toCreatedDate":
      return contract.createdAt <= endOf(value);
    case "fromNextDate":
      return contract.nextBillingDate !== null && contract.nextBillingDate >= startOf(value);
    case "toNextDate":
      return contract.nextBillingDate !== null && contract.nextBillingDate <= endOf(value);
    case "subscriptionContractId":
      return contract.subscriptionContractId === Number(value);
    case "customerId":
      return contract.customerId === Number(value);
    case "customerName":
      return includes(contract.customerName, value) || includes(contract.customerEmail, value);
    case "orderName":
      return [contract.originOrderName ?? "", ...contract.pastOrders].some((order) => includes(order, value));
    case "search":
      return (
        [
          contract.customerName,
          contract.customerEmail,
          contract.originOrderName ?? "",
          ...contract.pastOrders,
          ...contract.productTitles,
        ].some((text) => includes(text, value)) ||
        String(contract.subscriptionContractId) === value ||
        (contract.importedId ?? "").toLowerCase().startsWith(value.toLowerCase())
      );
    case "status":
      return contract.status === value;
    case "billingPolicyIntervalCount":
      return contract.billingIntervalCount === Number(value);
    case "billingPolicyInterval":
      return contract.billingInterval === value;
    case "planType": {
      const billing = contract.billingIntervalCount * INTERVAL_DAYS[contract.billingInterval];
      const delivery = contract.deliveryIntervalCount * INTERVAL_DAYS[contract.deliveryInterval];
      return (billing > delivery ? "PREPAID" : "PAY_AS_YOU_GO") === value;
    }
    case "recordType":
      return true;
    case "productId":
      return hasProduct(Number(value));
    case "variantId":
      if (inGroups) return VARIANTS.includes(Number(value)) && hasProduct(toProductId(Number(value)));
      return contract.lines.some((line) => line.variantId === Number(value));
    case "sellingPlanIds": {
      const plans = value.split(",").map(Number);
      const isNamed = contract.lines.some((line) => plans.some((plan) => plan === line.sellingPlanId));
      return (
        isNamed ||
        (inGroups && groupsOf(contract).some((group) => group.plans.some((plan) => plans.includes(plan))))
      );
    }
    case "havingProductsDeletedFromStore":
      return (
        value === "false" ||
        contract.lines.some(
          ({ variantId }) => variantId === DELETED_VARIANT || toProductId(variantId) === DELETED_PRODUCT,
        )
      );
    case "emailBouncedOrFailed":
      return value === "false" || contract.emailBouncedOrFailed;
    case "lastPaymentStatus":
      return contract.lastPaymentStatus === value;
  }
}

export type ModelSort = { column: SortColumn; descending: boolean };

/** Postgres orders texts by the server's collation: queried once and used as ranks. */
export async function rankTexts(contracts: ModelContract[]): Promise<(text: string) => number> {
  const texts = contracts.flatMap((contract) => [
    contract.customerName.toLowerCase(),
    contract.originOrderName ?? "",
  ]);
  const rows = await client<{ text: string }[]>`
    select distinct text from unnest(${texts}::text[]) text order by text`;
  const ranks = new Map(rows.map(({ text }, rank) => [text, rank]));
  return (text) => ranks.get(text) ?? Number.POSITIVE_INFINITY;
}

/** Ids of the contracts that match, in list order. */
export function expectedIds(
  contracts: ModelContract[],
  filters: ModelFilters,
  sort: ModelSort[],
  rank: (text: string) => number,
): number[] {
  const conditions = Object.entries(filters) as [keyof ModelFilters, string][];
  const keyOf: Record<SortColumn, (contract: ModelContract) => number> = {
    id: ({ id }) => id,
    subscription_contract_id: ({ subscriptionContractId }) => subscriptionContractId,
    created_at: ({ createdAt }) => Date.parse(createdAt),
    updated_at: ({ updatedAt }) => Date.parse(updatedAt),
    next_billing_date: ({ nextBillingDate }) =>
      nextBillingDate ? Date.parse(nextBillingDate) : Number.POSITIVE_INFINITY,
    customer_name: ({ customerName }) => rank(customerName.toLowerCase()),
    order_amount: ({ orderAmount }) => Number(orderAmount),
    order_name: ({ originOrderName }) =>
      originOrderName === null ? Number.POSITIVE_INFINITY : rank(originOrderName),
    status: ({ status }) => [...CONTRACT_STATUSES].sort().indexOf(status),
  };
  // A repeated column has no effect.
  const given = sort.filter(({ column }, i) => sort.findIndex((term) => term.column === column) === i);
  const descending = given.at(-1)?.descending ?? true;
  const byDate = { column: "created_at" as const, descending };
  const isByStatus = given.length === 1 && given[0]?.column === "status";
  const terms = [
    ...given,
    ...(given.length === 0 || isByStatus ? [byDate] : []),
    { column: "id" as const, descending },
  ];
  return contracts
    .filter((contract) => conditions.every(([name, value]) => passes(contract, name, value, filters)))
    .sort((a, b) => {
      for (const term of terms) {
        const [left, right] = [keyOf[term.column](a), keyOf[term.column](b)];
        if (left !== right) return left < right === term.descending ? 1 : -1;
      }
      return 0;
    })
    .map(({ id }) => id);
}
