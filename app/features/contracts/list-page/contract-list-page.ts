import type { CatalogueOption } from "~/features/catalogue/catalogue-option";
import type { ContractStatus } from "~/features/contracts/change/contract-transitions";
import { PLAN_TYPE_LABELS } from "~/features/contracts/contract-labels";
import { FILTERS, type FilterName } from "~/features/contracts/list/contract-filters";
import { type ListState, toListHref, withFilters } from "~/features/contracts/list/contract-list-url";
import { formatDate, formatDateTime, formatFrequency, formatMoney } from "~/lib/format";
import type { ColumnName } from "./column-choice";
import type { ListProblems } from "./contract-list-query";
import type { ContractListRow } from "./contract-list-row.server";

/** A row of the list as texts; null is not shown. */
export type ListRow = {
  id: number;
  name: string;
  email: string | null;
  product: string | null;
  /** Number of products besides the first. */
  more: number;
  image: string | null;
  status: ContractListRow["status"];
  next: string | null;
  frequency: string;
  amount: string;
  plan: string;
  paymentFailed: boolean;
  /** What the search matched, e.g. "Found by order #1001". */
  match: string | null;
};

export function toListRow(row: ContractListRow, timeZone: string): ListRow {
  const name = row.name || row.email || `Customer ${row.customerId}`;
  return {
    id: row.id,
    name,
    email: row.email && row.email !== name ? row.email : null,
    product: row.title,
    more: Math.max(0, row.lineCount - 1),
    image: row.image,
    status: row.status,
    next: row.nextDate && formatDate(row.nextDate, timeZone),
    frequency: formatFrequency(row.interval, row.intervalCount),
    amount: formatMoney(row.amount, row.currency),
    plan: PLAN_TYPE_LABELS[row.planType],
    paymentFailed: row.paymentFailed,
    match: toMatchText(row.matches),
  };
}

function toMatchText(matches: ContractListRow["matches"]): string | null {
  if (matches.length === 0) return null;
  const labels = matches.map(([kind, text]) => MATCH_LABELS[kind](text));
  return `Found by ${new Intl.ListFormat("en-GB").format(labels)}`;
}

const MATCH_LABELS: Record<ContractListRow["matches"][number][0], (text: string) => string> = {
  name: () => "name",
  email: () => "e-mail",
  contract: () => "contract ID",
  handle: (text) => `import handle ${text}`,
  order: (text) => `order ${text}`,
  product: (text) => `product ${text}`,
};

/** One active filter: its text, its error, and the address of the list without it. */
export type Chip = { key: string; label: string; value: string; problem: string | null; removeHref: string };
/** Names for the ids in the URL, as far as the shop knows them. */
export type FilterNames = {
  product: string | null;
  endedProduct: string | null;
  variant: string | null;
  plans: string | null;
  customer: string | null;
};

function toDateText(text: string, timeZone: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const day = new Date(`${text}T12:00:00Z`);
    return Number.isNaN(day.getTime()) ? text : formatDate(day, "UTC");
  }
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? text : formatDateTime(instant, timeZone);
}

/** The active filters, in the order of the form. The tab (status) has no chip unless it is wrong. */
export function toChips(
  state: ListState,
  problems: ListProblems,
  names: FilterNames,
  timeZone: string,
): Chip[] {
  const { filters } = state;
  const chips = (Object.keys(filters) as FilterName[]).flatMap((name): Chip[] => {
    const text = filters[name];
    const problem = problems[name] ?? null;
    if (text === undefined || (isSaidElsewhere(name, state) && !problem)) return [];
    const removed: Partial<Record<FilterName, null>> = { [name]: null };
    if (name === "productId" || name === "variantId") removed.recordType = null;
    return [
      {
        key: name,
        label: FILTERS[name].label,
        value: problem ? text : toValueText(name, text, state, names, timeZone),
        problem,
        removeHref: toListHref(withFilters(state, removed)),
      },
    ];
  });
  return joinFrequency(chips, state, problems);
}

/** The status is the tab's; where products are looked for is part of the product's own chip. */
const isSaidElsewhere = (name: FilterName, { filters }: ListState): boolean =>
  name === "status" || (name === "recordType" && filters.recordType !== undefined);

function toValueText(
  name: FilterName,
  text: string,
  { filters }: ListState,
  names: FilterNames,
  timeZone: string,
): string {
  const looksAtGroups = filters.recordType?.toUpperCase() === "SELLING_PLAN_GROUP";
  const place = looksAtGroups ? " (in the plan's group)" : "";
  if (name === "productId") return `${names.product ?? text}${place}`;
  if (name === "endedProductId") return names.endedProduct ?? text;
  if (name === "variantId") return `${names.variant ?? text}${place}`;
  if (name === "sellingPlanIds") return `${names.plans ?? text}${looksAtGroups ? " (whole group)" : ""}`;
  if (name === "customerId") return names.customer ?? text;
  if (/Months$/.test(name)) return `${text} ${text === "1" ? "month" : "months"}`;
  if (FILTERS[name].day) return toDateText(text, timeZone);
  return FILTERS[name].values?.[text.toUpperCase()] ?? text;
}

/** Count and unit make one chip: "Every 2 weeks". */
function joinFrequency(chips: Chip[], state: ListState, problems: ListProblems): Chip[] {
  const { billingPolicyIntervalCount: count, billingPolicyInterval: interval } = state.filters;
  if (!count || !interval || problems.billingPolicyIntervalCount || problems.billingPolicyInterval)
    return chips;
  return chips.flatMap((chip) => {
    if (chip.key === "billingPolicyInterval") return [];
    if (chip.key !== "billingPolicyIntervalCount") return [chip];
    const removed = withFilters(state, { billingPolicyIntervalCount: null, billingPolicyInterval: null });
    return [
      {
        ...chip,
        label: "Frequency",
        value: formatFrequency(interval, Number(count)),
        removeHref: toListHref(removed),
      },
    ];
  });
}

/** `count` is a text: "180", or "10,000+" where counting stopped. */
type Tab = { status: ContractStatus | null; count: string; href: string; isCurrent: boolean };
/** Entries of the plan filter's menu; `value` is the parameter's text. */
export type PlanGroup = { name: string | null; options: { value: string; label: string }[] };

export type ContractListPage = {
  rows: ListRow[];
  /** "3,000", or "about 120,000". */
  total: string;
  /** How often the contracts ended or were reactivated, if not once each: `ended 3 times`. */
  times: string | null;
  /** "1–50", or null when the position in the list is unknown. */
  range: string | null;
  previousHref: string | null;
  nextHref: string | null;
  tabs: Tab[];
  chips: Chip[];
  problems: ListProblems;
  /** The active sort, as `column,asc|desc`. */
  sort: string;
  size: number;
  /** Days for the form's date fields, in the shop's time zone. */
  days: Partial<Record<string, string>>;
  planGroups: PlanGroup[];
  productName: string | null;
  /** Choices for a product that was searched for without scripts; null when none was. */
  productChoices: CatalogueOption[] | null;
  views: { id: number; name: string; search: string }[];
  columns: ColumnName[];
};
