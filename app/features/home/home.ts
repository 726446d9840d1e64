import { toActionText } from "~/features/contract-page/history/activity-timeline";
import { formatCount } from "~/lib/format";

/** Parameters of the contract list (operation 1), as they stand in its address. */
export type ListParameters = Record<string, string>;

export const toListHref = (parameters: ListParameters): string =>
  `/admin/contracts?${new URLSearchParams(parameters)}`;

/** The lists behind the numbers of the home page. Number and link both come from here, so they cannot differ. */
export function toHomeLists(week: { from: Date; to: Date }) {
  return {
    dueSoon: {
      status: "ACTIVE",
      fromNextDate: week.from.toISOString(),
      toNextDate: week.to.toISOString(),
    },
    failedPayments: { lastPaymentStatus: "FAILED" },
    deletedProducts: { havingProductsDeletedFromStore: "true" },
    bouncedMail: { emailBouncedOrFailed: "true" },
  } satisfies Record<string, ListParameters>;
}

/** A number of the home page: how many contracts its list has, and where that is. */
export type HomeNumber = { count: number; isEstimate: boolean; href: string };

export type HomeActivity = {
  id: number;
  action: string;
  actorType: string;
  actorName: string;
  createdAt: Date;
  /** The contract that changed, by the platform's id, and whose it is; null for the shop's own settings, keys and the like. */
  subscriptionContractId: number | null;
  customerName: string | null;
  /** The import that has ended, and how many contracts it brought; null of none, and of one without a file of contracts. */
  importId: number | null;
  contractsImported: number | null;
};

/** What an import brought, as one line says it. @param contracts null = it had no file of contracts */
export const toImportText = (contracts: number | null): string =>
  contracts === null
    ? "Catalogue and customers"
    : `${formatCount(contracts)} ${contracts === 1 ? "contract" : "contracts"}`;

/** What happened, in words that stand before whom it happened to. */
export function toNewsText({ action, contractsImported }: HomeActivity): string {
  if (action === "import.completed") return `${toImportText(contractsImported)} imported`;
  if (action === "import.failed" && contractsImported)
    return `Import failed after ${toImportText(contractsImported)}`;
  return toActionText(action);
}

/** Entries of the same hand doing the same in a row become one, with how many more there were: a bulk change writes thousands. */
export function collapseActivity(entries: HomeActivity[]): (HomeActivity & { more: number })[] {
  const collapsed: (HomeActivity & { more: number })[] = [];
  for (const entry of entries) {
    const last = collapsed.at(-1);
    const isSame =
      last?.action === entry.action &&
      last.actorType === entry.actorType &&
      last.actorName === entry.actorName &&
      last.subscriptionContractId !== null &&
      entry.subscriptionContractId !== null;
    if (last && isSame) last.more++;
    else collapsed.push({ ...entry, more: 0 });
  }
  return collapsed;
}
