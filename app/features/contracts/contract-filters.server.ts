import type { ContractFilters } from "~/features/contracts/contract-list.schema";

/** Collects the parameters of one statement: `bind(value)` is its placeholder. Instants go as ISO text. */
export type Binder = { values: (string | number)[]; bind(value: string | number): string };

export function createBinder(...first: (string | number)[]): Binder {
  const values = first;
  return {
    values,
    bind: (value) => `$${values.push(value)}`,
  };
}

type Condition<K extends keyof ContractFilters> = (
  value: NonNullable<ContractFilters[K]>,
  bind: Binder["bind"],
  filters: ContractFilters,
) => string;

const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
const idArray = (ids: number[]): string => `{${ids.join(",")}}`;

/** Contracts with a line for which `condition` (on `l`) holds. */
const withLine = (condition: string) =>
  `c.id in (select l.contract_id from contract_lines l where l.shop_id = $1 and ${condition})`;
/** … with a line bought under a plan of the groups that `groups` selects. */
const withGroup = (groups: string) =>
  withLine(`l.selling_plan_id = any(array(
    select sp.id from selling_plans sp where sp.shop_id = $1 and sp.group_id in (${groups})))`);
const groupsOfProduct = (product: string) =>
  `select g.group_id from selling_plan_group_products g where g.shop_id = $1 and g.product_id = ${product}`;

const looksAtGroups = (filters: ContractFilters) => filters.recordType === "SELLING_PLAN_GROUP";

/**
 * SQL conditions on `c` (contracts), one per filter; only those of given filters go into the statement, so that it is
 * planned for what it has to do. Words come from fixed lists and stand in the text (each gets the plan that suits
 * its frequency); everything else is bound. $1 is the shop. Source: wire.md §2 "1 list".
 */
const CONDITIONS: { [K in keyof Required<ContractFilters>]: Condition<K> | null } = {
  status: (status) => `c.status = '${status}'`,
  billingPolicyInterval: (interval) => `c.billing_interval = '${interval}'`,
  billingPolicyIntervalCount: (count, bind) => `c.billing_interval_count = ${bind(count)}::int`,
  planType: (planType) => `c.plan_type = '${planType}'`,
  lastPaymentStatus: (status) => `c.last_payment_status = '${status}'`,
  emailBouncedOrFailed: () => "c.email_bounced_or_failed",
  fromCreatedDate: (from, bind) => `c.created_at >= ${bind(from.toISOString())}::timestamptz`,
  toCreatedDate: (to, bind) => `c.created_at <= ${bind(to.toISOString())}::timestamptz`,
  fromNextDate: (from, bind) =>
    `c.next_billing_sort >= ${bind(from.toISOString())}::timestamptz and c.next_billing_sort < 'infinity'`,
  toNextDate: (to, bind) => `c.next_billing_sort <= ${bind(to.toISOString())}::timestamptz`,
  subscriptionContractId: (id, bind) => `c.subscription_contract_id = ${bind(id)}::bigint`,
  customerName: (text, bind) => {
    const pattern = `lower(${bind(containsPattern(text))})`;
    const indexed = `lower(c.customer_name) || ' ' || lower(c.customer_email) like ${pattern}`;
    // Only a text with a space can match across the seam between name and e-mail.
    if (!text.includes(" ")) return indexed;
    return `${indexed} and (lower(c.customer_name) like ${pattern} or lower(c.customer_email) like ${pattern})`;
  },
  orderName: (text, bind) => {
    const pattern = `lower(${bind(containsPattern(text))})`;
    return `c.id in (
      select o.id from contracts o where o.shop_id = $1 and lower(o.origin_order_name) like ${pattern}
      union all
      select b.contract_id from billing_attempts b
        where b.shop_id = $1 and b.order_name is not null and lower(b.order_name) like ${pattern})`;
  },
  recordType: null,
  productId: (id, bind, filters) => {
    const product = `${bind(id)}::bigint`;
    return looksAtGroups(filters)
      ? withGroup(groupsOfProduct(product))
      : withLine(`l.product_id = ${product}`);
  },
  variantId: (id, bind, filters) => {
    const variant = `${bind(id)}::bigint`;
    if (!looksAtGroups(filters)) return withLine(`l.variant_id = ${variant}`);
    return withGroup(
      groupsOfProduct(`(select v.product_id from variants v where v.shop_id = $1 and v.id = ${variant})`),
    );
  },
  sellingPlanIds: (ids, bind, filters) => {
    const plans = `${bind(idArray(ids))}::bigint[]`;
    if (!looksAtGroups(filters)) return withLine(`l.selling_plan_id = any(${plans})`);
    // Plans of the same groups; a plan that belongs to no group stands for itself.
    return withLine(`l.selling_plan_id = any(${plans} || array(
      select sp.id from selling_plans sp where sp.shop_id = $1 and sp.group_id in (
        select p.group_id from selling_plans p where p.shop_id = $1 and p.id = any(${plans}))))`);
  },
  havingProductsDeletedFromStore: () =>
    withLine(`(
      l.product_id = any(array(select p.id from products p where p.shop_id = $1 and p.deleted_at is not null))
      or l.variant_id = any(array(select v.id from variants v where v.shop_id = $1 and v.deleted_at is not null)))`),
};

const NAMES = Object.keys(CONDITIONS) as (keyof ContractFilters)[];

/** The WHERE of a list: its shop and the given filters. */
export function toWhere(filters: ContractFilters, bind: Binder["bind"]): string {
  const conditions = NAMES.map((name) => toCondition(name, filters, bind)).filter((text) => text !== null);
  return ["c.shop_id = $1", ...conditions].join(" and ");
}

function toCondition<K extends keyof ContractFilters>(
  name: K,
  filters: ContractFilters,
  bind: Binder["bind"],
): string | null {
  const value = filters[name];
  const condition: Condition<K> | null = CONDITIONS[name];
  return condition && value !== undefined
    ? condition(value as NonNullable<typeof value>, bind, filters)
    : null;
}

const COUNTABLE = new Set<keyof ContractFilters>([
  "status",
  "billingPolicyInterval",
  "billingPolicyIntervalCount",
  "planType",
  // Alone it filters nothing.
  "recordType",
]);

/** Whether the counters answer how many contracts these filters match. */
export const isCountable = (filters: ContractFilters): boolean =>
  NAMES.every((name) => filters[name] === undefined || COUNTABLE.has(name));

/** WHERE of `contract_counts` for countable filters. */
export function toCountsWhere(filters: ContractFilters, bind: Binder["bind"]): string {
  const { status, billingPolicyInterval, billingPolicyIntervalCount, planType } = filters;
  return toWhere({ status, billingPolicyInterval, billingPolicyIntervalCount, planType }, bind);
}
