import { z } from "zod";
import { withRules } from "~/http/request/field-rules";
import { pagingParameters, readPaging } from "~/http/request/paging-parameters";
import {
  enumValue,
  flag,
  instant,
  nameOrEmail,
  platformId,
  platformIds,
  searchText,
  textOfForm,
  wholeNumber,
} from "~/http/request/query-parameters";
import { MAX_INT32 } from "~/lib/limits";
import { readAs } from "~/lib/schemas/read-as";
import { CONTRACT_STATUSES, PLAN_TYPES } from "~db/schema/contract-enums";
import { INTERVALS } from "~db/schema/intervals";
import { KEEPING_OFFERS } from "~db/schema/portal-enums";
import { decodeCursor, fingerprint, type ListCursor } from "./contract-cursor";
import type { FilterName } from "./contract-filters";
import { DEFAULT_SORT, parseSortTerm, SORT_COLUMNS, type SortTerm, toTotalOrder } from "./contract-sort";

const MAX_MONTHS = 12_000;

export const filterParameters = {
  fromCreatedDate: instant("start", { description: "Created on or after." }),
  toCreatedDate: instant("end", { description: "Created on or before." }),
  fromNextDate: instant("start", { description: "Next billing date on or after." }),
  toNextDate: instant("end", { description: "Next billing date on or before." }),
  fromEndedDate: instant("start", {
    description: "Ended (cancelled, expired or failed) on or after, whatever its status now (an extension).",
  }),
  toEndedDate: instant("end", { description: "Ended on or before." }),
  endedProductId: platformId("Product", {
    description:
      "Had this product when it ended, whatever its lines now (an extension). With dates, the ending must be within them.",
  }),
  fromReactivatedDate: instant("start", {
    description: "Reactivated after it had ended, on or after (an extension).",
  }),
  toReactivatedDate: instant("end", { description: "Reactivated on or before." }),
  endedReason: searchText({
    description:
      "Ended for exactly this reason, as counted in Insights, without its note (an extension). With dates, the ending must be within them.",
  }),
  fromEndedMonths: wholeNumber(0, MAX_MONTHS, {
    description: "Ended after at least this many whole months (an extension).",
    format: "int32",
  }),
  toEndedMonths: wholeNumber(0, MAX_MONTHS, {
    description: "Ended after at most this many whole months.",
    format: "int32",
  }),
  fromKeptDate: instant("start", {
    description: "The customer began to cancel, but took an offer instead, on or after (an extension).",
  }),
  toKeptDate: instant("end", { description: "Took an offer instead of cancelling, on or before." }),
  keptBy: enumValue(KEEPING_OFFERS, {
    description: "The offer that the customer took instead of cancelling.",
  }),
  keptReason: searchText({ description: "The exact reason that the customer gave before taking the offer." }),
  activeOn: instant("end", {
    description: "Active at this instant, or at the end of this day, whatever its status now (an extension).",
  }),
  pausedOn: instant("end", {
    description: "Paused at this instant, or at the end of this day (an extension).",
  }),
  runningOn: instant("end", {
    description: "Active or paused at this instant, or at the end of this day (an extension).",
  }),
  currencyCode: textOfForm(/^[A-Za-z]{3}$/, "Use a currency code of three letters, e.g. EUR.", {
    description: "Contracts in this currency (an extension).",
  }),
  subscriptionContractId: platformId("SubscriptionContract", { description: "This contract only." }),
  customerName: nameOrEmail({ description: "Part of the customer's name or e-mail, in any case." }),
  customerId: platformId("Customer", { description: "Contracts of this customer (an extension)." }),
  orderName: searchText({
    description: "Part of the name of the origin order or of a past order, in any case.",
  }),
  status: enumValue(CONTRACT_STATUSES, { description: "Status of the contract." }),
  billingPolicyIntervalCount: wholeNumber(1, MAX_INT32, {
    description: "Number of units of the billing interval.",
    format: "int32",
  }),
  billingPolicyInterval: enumValue(
    INTERVALS,
    { description: "Unit of the billing interval." },
    { exactCase: true },
  ),
  planType: enumValue(PLAN_TYPES, {
    description:
      "PREPAID: the billing interval is longer than the delivery interval. PAY_AS_YOU_GO: all other contracts.",
  }),
  recordType: enumValue(["CONTRACT", "SELLING_PLAN_GROUP"], {
    description:
      "What productId, variantId and sellingPlanIds are matched against: the contract's lines (CONTRACT, the default), or the selling plan groups it was bought under (SELLING_PLAN_GROUP).",
  }),
  productId: platformId("Product", { description: "Contracts with this product." }),
  variantId: platformId("ProductVariant", { description: "Contracts with this variant." }),
  sellingPlanIds: platformIds("SellingPlan", {
    description: "Contracts bought under one of these selling plans; ids separated by commas.",
  }),
  havingProductsDeletedFromStore: flag({
    description: "Only contracts with a line whose product or variant the shop has deleted.",
  }),
  emailBouncedOrFailed: flag({ description: "Only contracts whose notification mail bounced or failed." }),
  lastPaymentStatus: enumValue(["SUCCEEDED", "FAILED"], {
    description: "Outcome of the last payment (an extension).",
  }),
  search: searchText({
    description:
      "Search text (an extension), in any case: part of the customer's name or e-mail address, of an order's name or of a product's title, the contract's id, or the beginning of the handle it was imported under.",
  }),
} satisfies Record<FilterName, z.ZodType>;

const parameters = z.object({
  ...filterParameters,
  ...pagingParameters("Contracts", {
    columns: SORT_COLUMNS,
    parse: parseSortTerm,
    description: `Columns, in snake_case or camelCase: ${SORT_COLUMNS.join(", ")}. Default: \`created_at,desc\`. Contracts without a value sort as the greatest. Ties are broken by id.`,
  }),
  cursor: z
    .string({ error: "Give this parameter once." })
    .transform(
      readAs(
        (text: string): ListCursor | "first" | null =>
          text.trim() === "" ? "first" : decodeCursor(text.trim()),
        "Use a cursor as a Link header gave it, unchanged.",
        "invalid_cursor",
      ),
    )
    .meta({
      description:
        "Pages by cursor, which stays fast on every page; send it empty for the first page. The Link header has the cursors of the next and previous page; a cursor is valid only for the filters and sort order it was made for. `page` is then ignored.",
      type: "string",
    })
    .optional(),
});

type Parameters = z.output<typeof parameters>;
/** Filters of the list; a missing one does not filter. */
export type ContractFilters = Partial<Pick<Parameters, FilterName>>;
/** Position in the list: a numbered page, or the contracts next to a cursor. `size` is at most 2000. */
export type ListPaging =
  | { mode: "page"; page: number; size: number }
  | { mode: "cursor"; direction: ListCursor["direction"]; keys: string[] | null; size: number };
export type ContractListQuery = {
  filters: ContractFilters;
  /** As requested; `toTotalOrder` adds the tie-breaker. */
  sort: SortTerm[];
  paging: ListPaging;
};

/** In an order of their own: fingerprints depend on it. */
const PARAMETER_NAMES = Object.keys(filterParameters) as FilterName[];

function copyIfGiven<K extends keyof ContractFilters>(to: ContractFilters, from: ContractFilters, name: K) {
  // `false` means the same as a missing flag.
  if (from[name] !== undefined && from[name] !== false) to[name] = from[name];
}

function toFilters(given: Partial<Parameters>): ContractFilters {
  const filters: ContractFilters = {};
  for (const name of PARAMETER_NAMES) copyIfGiven(filters, given, name);
  return filters;
}

/**
 * Query of operation 1, for API, admin page and export alike. Every wrong parameter gives an issue of its own. Source:
 * spec.md operation 1, wire.md §2 "1 list".
 */
export const contractListQuery = withRules(parameters, (rule) => [
  rule([...PARAMETER_NAMES, "sort", "cursor"], ({ cursor, ...given }) =>
    cursor === undefined ||
    cursor === "first" ||
    cursor.list === toListFingerprint(toFilters(given), readPaging(given, DEFAULT_SORT).sort)
      ? []
      : [
          {
            path: ["cursor"],
            code: "invalid_cursor",
            message: "This cursor was made for other filters or another sort.",
          },
        ],
  ),
]).transform((given): ContractListQuery => {
  const filters = toFilters(given);
  const { page, size, sort } = readPaging(given, DEFAULT_SORT);
  if (given.cursor === undefined) return { filters, sort, paging: { mode: "page", page, size } };
  const first = { direction: "next", keys: null } as const;
  const { direction, keys } = given.cursor === "first" ? first : given.cursor;
  return { filters, sort, paging: { mode: "cursor", direction, keys, size } };
});

/** Fingerprint of filters and sort, which tells whether a cursor belongs to this list. */
export function toListFingerprint(filters: ContractFilters, sort: SortTerm[]): string {
  const given = PARAMETER_NAMES.flatMap((name) =>
    filters[name] === undefined ? [] : [[name, filters[name]]],
  );
  return fingerprint(JSON.stringify([given, toTotalOrder(sort)]));
}
