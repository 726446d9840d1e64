import { PLAN_TYPE_LABELS } from "~/features/contracts/contract-labels";
import { UNIT_NAMES } from "~/lib/interval-units";

type Filter = {
  /** Of its chip. */
  label: string;
  /** Names of its values, for its chip and its choices. */
  values?: Readonly<Record<string, string>>;
  /** Whether a day given without a time means its start or its end. */
  day?: "start" | "end";
  /** Its value "false" filters nothing. */
  isFlag?: true;
  /** The label of its field. The form keeps a filter without one unchanged. */
  field?: string;
};

const from = (what: string) => ({ label: `${what} from`, day: "start", field: `${what} between` }) as const;
const to = (what: string) => ({ label: `${what} to`, day: "end", field: "To" }) as const;

/** The filters of the contract list under operation 1's names, in the order of the list's addresses and chips. */
const DECLARED = {
  search: { label: "Search", field: "Search contracts" },
  customerName: { label: "Customer" },
  orderName: { label: "Order" },
  status: { label: "Status" },
  subscriptionContractId: { label: "Contract" },
  customerId: { label: "Customer" },
  recordType: { label: "Look in", field: "Find the product in" },
  productId: { label: "Product", field: "Product" },
  variantId: { label: "Variant", field: "Product" },
  sellingPlanIds: { label: "Selling plan", field: "Selling plan" },
  planType: { label: "Plan", field: "Plan type", values: PLAN_TYPE_LABELS },
  billingPolicyIntervalCount: { label: "Every", field: "Number" },
  billingPolicyInterval: { label: "Frequency", field: "Unit", values: UNIT_NAMES },
  fromCreatedDate: from("Created"),
  toCreatedDate: to("Created"),
  fromNextDate: from("Next order"),
  toNextDate: to("Next order"),
  fromEndedDate: from("Ended"),
  toEndedDate: to("Ended"),
  fromReactivatedDate: from("Reactivated"),
  toReactivatedDate: to("Reactivated"),
  endedReason: { label: "Ended for" },
  fromEndedMonths: { label: "Ended after at least" },
  toEndedMonths: { label: "Ended after at most" },
  endedProductId: { label: "Ended with" },
  fromKeptDate: from("Kept by an offer"),
  toKeptDate: to("Kept by an offer"),
  keptBy: {
    label: "Offer taken",
    values: { SKIP: "Skipped an order", PAUSE: "Paused", DISCOUNT: "Took a discount code" },
  },
  keptReason: { label: "Reason met by the offer" },
  activeOn: { label: "Active on", day: "end" },
  pausedOn: { label: "Paused on", day: "end" },
  runningOn: { label: "Active or paused on", day: "end" },
  currencyCode: { label: "Currency" },
  lastPaymentStatus: {
    label: "Last payment",
    field: "Last payment",
    values: { FAILED: "Failed", SUCCEEDED: "Paid" },
  },
  havingProductsDeletedFromStore: {
    label: "Products",
    field: "Has products deleted from the store",
    values: { TRUE: "Deleted from the store" },
    isFlag: true,
  },
  emailBouncedOrFailed: {
    label: "E-mail",
    field: "E-mail bounced or failed",
    values: { TRUE: "Bounced or failed" },
    isFlag: true,
  },
} satisfies Record<string, Filter>;

export type FilterName = keyof typeof DECLARED;
export const FILTERS: Readonly<Record<FilterName, Filter>> = DECLARED;
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];
