import fc from "fast-check";
import { toCustomerName } from "~/access/customer-name";
import { mayHaveNextOrder } from "~/features/contracts/change/contract-transitions";
import { client } from "~db/client.server";
import { CONTRACT_STATUSES } from "~db/schema/contract-enums";
import { INTERVALS } from "~db/schema/intervals";
import { insertCatalogue } from "../data/catalogue";
import { insertContract, insertCustomer } from "../data/factories";

/**
 * Made-up shops and queries for them. Values come from short lists, so that filters match and sort keys tie.
 */
const DAYS = ["2026-01-01", "2026-01-02", "2026-02-28"];
const INSTANTS = DAYS.flatMap((day) => [
  `${day}T00:00:00.000Z`,
  `${day}T12:30:00.250Z`,
  `${day}T23:59:59.999Z`,
]);
const CUSTOMERS = [
  { firstName: "Ada", lastName: "Lovelace", email: "ada@customer.example" },
  { firstName: "ADA", lastName: null, email: "Ada.Other@customer.example" },
  { firstName: "100%", lastName: "O'Brien_\\", email: null },
  { firstName: "Łukasz", lastName: "Éß", email: "lukasz@b.example" },
  { firstName: "明", lastName: "李", email: "li@b.example" },
  { firstName: null, lastName: null, email: "nameless@b.example" },
];
const ORDER_NAMES = ["#1001", "#1002", "#10019", "A_1%", "ÉX-1", "b\\2"];
const PRODUCT_TITLES = {
  1: "Dark roast 100%",
  2: "Éclair of the month",
  3: "1001 nights tea",
  4: "Gone roast",
};
export const PRODUCTS = Object.keys(PRODUCT_TITLES).map(Number);
/** The handle under which every other contract was imported. */
const toImportedId = (position: number) => (position % 2 === 0 ? `Sub_${position}%1001` : null);
/** Product p has the variants 10p and 10p + 1. Product 4 is deleted, and variant 31. */
export const VARIANTS = PRODUCTS.flatMap((product) => [product * 10, product * 10 + 1]);
export const DELETED_PRODUCT = 4;
export const DELETED_VARIANT = 31;
export const GROUPS = [
  { id: 1, productIds: [1, 2], plans: [101, 102] },
  { id: 2, productIds: [2, 3], plans: [201] },
  { id: 3, productIds: [], plans: [301] },
];
/** A plan that the shop knows only by its id, as after an import, and one it does not know at all. */
const LOOSE_PLANS = [401, 402];
const PLANS = [...GROUPS.flatMap((group) => group.plans), ...LOOSE_PLANS];

const anyOf = <const T extends string>(values: readonly T[]) => fc.constantFrom(...values);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const lineSpec = fc.record({
  variantId: orNull(fc.constantFrom(...VARIANTS)),
  sellingPlanId: orNull(fc.constantFrom(...PLANS)),
});
const anyContract = fc.record({
  customer: fc.nat({ max: CUSTOMERS.length - 1 }),
  status: anyOf(CONTRACT_STATUSES),
  billingInterval: anyOf(INTERVALS),
  billingIntervalCount: fc.integer({ min: 1, max: 3 }),
  deliveryInterval: anyOf(INTERVALS),
  deliveryIntervalCount: fc.integer({ min: 1, max: 3 }),
  createdAt: anyOf(INSTANTS),
  updatedAt: anyOf(INSTANTS),
  nextBillingDate: orNull(anyOf(INSTANTS)),
  originOrderName: orNull(anyOf(ORDER_NAMES)),
  pastOrders: fc.uniqueArray(anyOf(ORDER_NAMES), { maxLength: 2 }),
  orderAmount: fc.constantFrom("9.99", "10", "100.5"),
  emailBouncedOrFailed: fc.boolean(),
  lastPaymentStatus: orNull(anyOf(["SUCCEEDED", "FAILED"])),
  lines: fc.array(lineSpec, { maxLength: 3 }),
});
const contractSpec = anyContract.map((contract) =>
  mayHaveNextOrder(contract.status) ? contract : { ...contract, nextBillingDate: null },
);
export const shopSpec = fc.array(contractSpec, { minLength: 1, maxLength: 25 });

type ContractSpec = typeof contractSpec extends fc.Arbitrary<infer T> ? T : never;
/** A contract of the shop, with its ids. */
export type ModelContract = ContractSpec & {
  id: number;
  subscriptionContractId: number;
  customerId: number;
  customerName: string;
  customerEmail: string;
  importedId: string | null;
  productTitles: string[];
};

/** Inserts the shop's catalogue, customers and contracts. @returns the contracts */
export async function insertModelShop(shopId: number, specs: ContractSpec[]): Promise<ModelContract[]> {
  const at = new Date("2026-01-01T00:00:00Z");
  const deletedIf = (isDeleted: boolean) => ({ deletedAt: isDeleted ? at : null });
  await insertCatalogue(shopId, {
    products: PRODUCTS.map((id) => ({
      id,
      title: toTitle(id),
      ...deletedIf(id === DELETED_PRODUCT),
      variants: VARIANTS.filter((variant) => Math.floor(variant / 10) === id).map((variant) => ({
        id: variant,
        ...deletedIf(variant === DELETED_VARIANT),
      })),
    })),
    groups: GROUPS.map(({ id, productIds, plans }) => ({
      id,
      productIds,
      plans: plans.map((plan) => ({ id: plan })),
    })),
  });
  await client`insert into selling_plans (shop_id, id, name) values (${shopId}, ${LOOSE_PLANS[0] ?? 0}, 'Loose plan')`;
  const customers = [];
  for (const customer of CUSTOMERS) customers.push(await insertCustomer(shopId, customer));
  const made: ModelContract[] = [];
  for (const [position, spec] of specs.entries()) {
    const importedId = toImportedId(position);
    const customer = customers[spec.customer];
    if (!customer) throw new Error("no such customer");
    const { customer: _, lines, pastOrders, createdAt, updatedAt, nextBillingDate, ...columns } = spec;
    const row = await insertContract(shopId, {
      ...columns,
      importedId,
      customerId: customer.id,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
      nextBillingDate: nextBillingDate === null ? null : new Date(nextBillingDate),
      lines: lines.map(({ variantId, sellingPlanId }) => ({
        variantId,
        productId: toProductId(variantId),
        sellingPlanId,
      })),
      attempts: pastOrders.map((orderName) => ({ status: "SUCCESS", orderName })),
    });
    made.push({
      ...spec,
      id: row.id,
      subscriptionContractId: row.subscriptionContractId,
      customerId: customer.id,
      customerName: toCustomerName(customer),
      customerEmail: customer.email ?? "",
      importedId,
      productTitles: lines.flatMap((line) => (line.variantId ? [toTitle(toProductId(line.variantId))] : [])),
    });
  }
  return made;
}

export const toProductId = (variantId: number | null) =>
  variantId === null ? null : Math.floor(variantId / 10);

const toTitle = (productId: number | null): string =>
  Object.entries(PRODUCT_TITLES).find(([id]) => Number(id) === productId)?.[1] ?? "";

/** Any part of the texts, in upper or lower case. */
const partOf = (texts: string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([text, start, length, upper]) => {
      const from = start % text.length;
      const part = text.slice(from, from + length).trim() || text;
      return upper ? part.toUpperCase() : part;
    })
    // JavaScript upper-cases ß to SS; Postgres does not.
    .map((part) => part.replaceAll("SS", "ß"));

const from = anyOf([...INSTANTS, ...DAYS]);
const names = CUSTOMERS.map((customer) => `${toCustomerName(customer)}`).filter((name) => name !== "");
const emails = CUSTOMERS.flatMap(({ email }) => (email ? [email] : []));

/** Each filter with the values that queries give it. */
export const filterValues = {
  fromCreatedDate: from,
  toCreatedDate: from,
  fromNextDate: from,
  toNextDate: from,
  subscriptionContractId: fc.constantFrom("first", "last", "1"),
  customerId: fc.constantFrom("first", "last", "1"),
  customerName: partOf([...names, ...emails, "Lovelace ada", "zz"]),
  orderName: partOf([...ORDER_NAMES, "zz"]),
  search: fc.oneof(
    partOf([...names, ...emails, ...ORDER_NAMES, "Sub_2%1001", ...Object.values(PRODUCT_TITLES), "zz"]),
    fc.constantFrom("first", "last", "Sub_", "sub_0%1001"),
  ),
  status: anyOf(CONTRACT_STATUSES),
  billingPolicyIntervalCount: fc.constantFrom("1", "2", "3"),
  billingPolicyInterval: anyOf(INTERVALS),
  planType: anyOf(["PAY_AS_YOU_GO", "PREPAID"]),
  recordType: anyOf(["CONTRACT", "SELLING_PLAN_GROUP"]),
  productId: fc.constantFrom(...PRODUCTS, 99).map(String),
  variantId: fc.constantFrom(...VARIANTS, 99).map(String),
  sellingPlanIds: fc
    .uniqueArray(fc.constantFrom(...PLANS, 999), { minLength: 1, maxLength: 3 })
    .map((ids) => ids.join(",")),
  havingProductsDeletedFromStore: anyOf(["true", "false"]),
  emailBouncedOrFailed: anyOf(["true", "false"]),
  lastPaymentStatus: anyOf(["SUCCEEDED", "FAILED"]),
};
export type ModelFilters = Partial<Record<keyof typeof filterValues, string>>;

/** "first" and "last" stand for ids that are known only after the shop is inserted. */
export function toActualFilters(filters: ModelFilters, contracts: ModelContract[]): ModelFilters {
  const actual = { ...filters };
  for (const name of ["subscriptionContractId", "customerId"] as const) {
    const contract = { first: contracts[0], last: contracts.at(-1) }[filters[name] ?? ""];
    if (contract) actual[name] = String(contract[name]);
  }
  const sought = { first: contracts[0], last: contracts.at(-1) }[filters.search ?? ""];
  if (sought) actual.search = String(sought.subscriptionContractId);
  return actual;
}
