/**
 * Every number of the insights with its texts: pages show them beside the number, docs/insights.md has the same (a test
 * compares them).
 *
 * @field unit `money`: in the requested currency; `count`: contracts, customers or orders; `rate`: a share, 0.05 = 5 %
 */
export const NUMBERS = {
  mrr: {
    label: "MRR",
    unit: "money",
    definition:
      "Monthly recurring revenue at the end of the last day: what the active contracts bring in a month, after discounts and without delivery. A week is 487/112 orders a month, a day 487/16, a year 1/12. Prepaid orders are spread over their deliveries. Paused contracts count nothing.",
  },
  newMrr: { label: "New", unit: "money", definition: "MRR of contracts that were made." },
  expansionMrr: {
    label: "Expansion",
    unit: "money",
    definition: "MRR that running contracts gained: more products, a higher price, more often, resumed.",
  },
  contractionMrr: {
    label: "Contraction",
    unit: "money",
    definition: "MRR that running contracts lost: fewer products, discounts, less often, paused.",
  },
  churnedMrr: {
    label: "Churned",
    unit: "money",
    definition: "MRR of contracts that ended: cancelled, run out, or failed for want of payment.",
  },
  reactivatedMrr: {
    label: "Reactivated",
    unit: "money",
    definition: "MRR of contracts that had ended and run again.",
  },
  activeContracts: {
    label: "Active contracts",
    unit: "count",
    definition: "Contracts that were active at the end of the last day.",
  },
  pausedContracts: {
    label: "Paused contracts",
    unit: "count",
    definition: "Contracts that were paused at the end of the last day.",
  },
  subscribers: {
    label: "Subscribers",
    unit: "count",
    definition: "Customers with at least one active or paused contract at the end of the last day.",
  },
  newContracts: { label: "New contracts", unit: "count", definition: "Contracts made or imported." },
  churnedContracts: {
    label: "Churned contracts",
    unit: "count",
    definition: "Active or paused contracts that ended: cancelled, run out, or failed for want of payment.",
  },
  reactivatedContracts: {
    label: "Reactivated contracts",
    unit: "count",
    definition: "Contracts that had ended and run again.",
  },
  contractChurnRate: {
    label: "Contract churn",
    unit: "rate",
    definition: "Churned contracts divided by the active and paused ones at the beginning of the first day.",
  },
  revenueChurnRate: {
    label: "Revenue churn",
    unit: "rate",
    definition: "Churned and contracted MRR divided by the MRR at the beginning of the first day.",
  },
  paidOrders: { label: "Paid orders", unit: "count", definition: "Orders on the day they were paid." },
  revenue: {
    label: "Revenue",
    unit: "money",
    definition: "What paid orders came to, delivery included, before refunds.",
  },
  averageOrder: { label: "Average order", unit: "money", definition: "Revenue divided by its paid orders." },
  lifetimeValue: {
    label: "Lifetime value",
    unit: "money",
    definition:
      "MRR divided by the active contracts, divided by the share of contracts that end in a month (contract churn × 30.4375 ÷ days). None while nothing ends.",
  },
  failedOrders: {
    label: "Failed payments",
    unit: "count",
    definition: "Orders whose first try failed, on that day, whatever became of them.",
  },
  recoveredOrders: {
    label: "Recovered payments",
    unit: "count",
    definition: "Orders paid after a try had failed, on the day they were paid.",
  },
  recoveredRevenue: {
    label: "Recovered revenue",
    unit: "money",
    definition: "What recovered orders came to.",
  },
  lostOrders: {
    label: "Lost payments",
    unit: "count",
    definition:
      "Orders whose payment was given up, on that day; one that is paid later counts as recovered, too.",
  },
  recoveryRate: {
    label: "Recovery rate",
    unit: "rate",
    definition: "Recovered payments divided by recovered and lost ones.",
  },
  refunds: { label: "Refunds", unit: "money", definition: "Money given back of paid orders, on that day." },
  skippedOrders: {
    label: "Skipped orders",
    unit: "count",
    definition: "Orders that were skipped, on the day they were planned for.",
  },
  savedContracts: {
    label: "Kept by an offer",
    unit: "count",
    definition:
      "Cancellations begun in the portal where the customer took what was offered instead: a skipped order, a pause or a discount.",
  },
  savedMrr: {
    label: "MRR kept by an offer",
    unit: "money",
    definition: "MRR that those contracts had when the offer was made.",
  },
  saveRate: {
    label: "Save rate",
    unit: "rate",
    definition: "Cancellations kept by an offer divided by those and the churned contracts.",
  },
  invitedFriends: {
    label: "Friends invited",
    unit: "count",
    definition: "Friends whom customers named in the portal.",
  },
  acceptedFriends: {
    label: "Links used",
    unit: "count",
    definition: "Friends who took up the offer behind a customer's link and got a welcome code.",
  },
  joinedFriends: {
    label: "Friends who joined",
    unit: "count",
    definition:
      "Friends who used their welcome code with a contract, on that day; a code that is given back does not count.",
  },
  rewardsDue: {
    label: "Rewards due",
    unit: "count",
    definition:
      "Friends who joined and whose first order was not paid yet at the end of the last day: a reward waits for it.",
  },
  rewardsGiven: {
    label: "Rewards given",
    unit: "count",
    definition: "Customers' rewards for friends whose first order was paid.",
  },
  rewardsRefused: {
    label: "Rewards refused",
    unit: "count",
    definition: "Rewards that were not given, since friend and customer are the same person or household.",
  },
} as const satisfies Record<string, { label: string; unit: "money" | "count" | "rate"; definition: string }>;

export type NumberName = keyof typeof NUMBERS;
export const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];
